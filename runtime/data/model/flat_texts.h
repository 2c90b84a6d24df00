// Many texts in one piece of memory without pointers: their bytes one after another, and the offset
// of each.
#pragma once

#include <string_view>
#include <vector>

#include "runtime/data/model/flat_array.h"
#include "runtime/data/model/offsets.h"

namespace seedc::data {

class FlatTexts {
 public:
  FlatTexts() = default;
  /// `begins` has one entry more than there are texts and rises from 0 to the number of bytes.
  FlatTexts(Offsets begins, FlatArray<char> bytes)
      : begins_(std::move(begins)), bytes_(std::move(bytes)) {}

  template <class Texts>
  static FlatTexts of(const Texts& texts) {
    FlatTexts flat;
    for (const auto& text : texts) flat.add(text);
    return flat;
  }

  void add(std::string_view text) {
    std::vector<char>& bytes = bytes_.own();
    bytes.insert(bytes.end(), text.begin(), text.end());
    begins_.push_back(bytes.size());
  }

  std::size_t size() const { return begins_.size() - 1; }
  std::string_view operator[](std::size_t index) const {
    const std::uint64_t begin = begins_[index];
    return {bytes_.data() + begin, begins_[index + 1] - begin};
  }

  const Offsets& begins() const { return begins_; }
  const FlatArray<char>& bytes() const { return bytes_; }

 private:
  Offsets begins_;
  FlatArray<char> bytes_;
};

}  // namespace seedc::data
