// Memory for the many small texts of a dataset: stored one after another, never moved, freed
// together.
#pragma once

#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

namespace seedc {

class Arena {
 public:
  /// A copy of `text` that lives as long as the arena, also after the arena is moved.
  std::string_view store(std::string_view text);

 private:
  void grow(std::size_t size);

  std::vector<std::unique_ptr<char[]>> chunks_;
  char* next_ = nullptr;
  std::size_t left_ = 0;
  std::size_t chunk_bytes_ = 2048;
};

}  // namespace seedc
