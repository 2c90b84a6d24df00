/* The three structs of the Arrow C Data and C Stream Interfaces, as their specification defines
 * them. Any library that speaks Arrow takes and gives them; the guards are the specification's, so
 * that they may be defined by another header too.
 *
 * Whoever has a struct whose `release` is not null owns what it refers to, and calls `release`
 * once, on any thread. A struct may be moved by copying its bytes and setting `release` of the
 * source to null. */
#ifndef SEEDC_ARROW_ABI_H
#define SEEDC_ARROW_ABI_H

/* C has its own names and no nullptr. NOLINTBEGIN */

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef ARROW_C_DATA_INTERFACE
#define ARROW_C_DATA_INTERFACE

#define ARROW_FLAG_DICTIONARY_ORDERED 1
#define ARROW_FLAG_NULLABLE 2
#define ARROW_FLAG_MAP_KEYS_SORTED 4

struct ArrowSchema {
  const char* format;
  const char* name;
  const char* metadata;
  int64_t flags;
  int64_t n_children;
  struct ArrowSchema** children;
  struct ArrowSchema* dictionary;
  void (*release)(struct ArrowSchema*);
  void* private_data;
};

struct ArrowArray {
  int64_t length;
  int64_t null_count;
  int64_t offset;
  int64_t n_buffers;
  int64_t n_children;
  const void** buffers;
  struct ArrowArray** children;
  struct ArrowArray* dictionary;
  void (*release)(struct ArrowArray*);
  void* private_data;
};

#endif

#ifndef ARROW_C_STREAM_INTERFACE
#define ARROW_C_STREAM_INTERFACE

struct ArrowArrayStream {
  int (*get_schema)(struct ArrowArrayStream*, struct ArrowSchema* out);
  int (*get_next)(struct ArrowArrayStream*, struct ArrowArray* out);
  const char* (*get_last_error)(struct ArrowArrayStream*);
  void (*release)(struct ArrowArrayStream*);
  void* private_data;
};

#endif

#ifdef __cplusplus
}
#endif

/* NOLINTEND */

#endif
