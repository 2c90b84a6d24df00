// Memory for the many small texts of a dataset: allocated one after another, never moved, freed
// together.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "runtime/base/call.h"
#include "runtime/data/model/large_memory.h"

namespace seedc::data {

class Arena {
 public:
  /// Its memory is charged to the call, which it may outlive.
  explicit Arena(const base::Call& call = {}) : account_(call.memory()) {}

  /// A copy of `text` that lives as long as the arena, even if the arena object is moved.
  std::string_view store(std::string_view text);

  /// Space for a text of at most that many bytes, to be written there and then committed.
  char* reserve(std::size_t size) {
    if (size > left_) grow(size);
    return next_;
  }
  /// Forgets all texts. The largest piece of memory is used again.
  void clear();
  /// Keeps the bytes written from the reserved position up to `end`.
  std::string_view commit(const char* end);

 private:
  void grow(std::size_t size);

  std::shared_ptr<base::MemoryAccount> account_;
  std::vector<LargeMemory> chunks_;
  char* next_ = nullptr;
  std::size_t left_ = 0;
  std::size_t last_bytes_ = 0;  ///< of the last chunk
  std::size_t chunk_bytes_ = 2048;
};

}  // namespace seedc::data
