// Sorted lists of numbers, compressed by Roaring, with failed allocations detected.
#pragma once

#include <roaring/roaring.h>

#include <cerrno>
#include <memory>
#include <new>
#include <string>

namespace seedc::text {

struct FreeRoaringList {
  void operator()(roaring_bitmap_t* list) const { roaring_bitmap_free(list); }
};
using RoaringList = std::unique_ptr<roaring_bitmap_t, FreeRoaringList>;

/// For calls of Roaring that allocate: if it cannot allocate, it continues and corrupts the list,
/// and only errno reports it. The process then ends as when `operator new` fails: nothing corrupted
/// is unwound.
template <class Call>
void with_memory(const Call& call) {
  errno = 0;
  call();
  if (errno != ENOMEM) return;
  if (const std::new_handler handler = std::get_new_handler()) handler();
  throw std::bad_alloc();
}

/// A new list without numbers.
inline RoaringList empty_list() {
  RoaringList list;
  with_memory([&] { list.reset(roaring_bitmap_create()); });
  return list;
}

/// The list in the format of WordIndex::Part: the same for the same numbers.
inline std::string serialised(roaring_bitmap_t& list) {
  with_memory([&] { roaring_bitmap_run_optimize(&list); });
  std::string bytes(roaring_bitmap_portable_size_in_bytes(&list), '\0');
  roaring_bitmap_portable_serialize(&list, bytes.data());
  return bytes;
}

}  // namespace seedc::text
