// Lists of numbers, by Roaring, which are whole or not at all.
#pragma once

#include <roaring/roaring.h>

#include <cerrno>
#include <memory>
#include <new>

namespace seedc {

struct FreeRoaringList {
  void operator()(roaring_bitmap_t* list) const { roaring_bitmap_free(list); }
};
using RoaringList = std::unique_ptr<roaring_bitmap_t, FreeRoaringList>;

/// For calls of Roaring that allocate: it goes on without what it could not allocate, and spoils a
/// list; errno tells of it. The end is that of `operator new`: nothing spoilt is to be unwound.
template <class Call>
void with_memory(const Call& call) {
  errno = 0;
  call();
  if (errno != ENOMEM) return;
  if (const std::new_handler handler = std::get_new_handler()) handler();
  throw std::bad_alloc();
}

}  // namespace seedc
