// An array that is owned or is a view of a mapped snapshot: what a dataset has beside its columns.
#pragma once

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

namespace seedc::data {

template <class T>
class FlatArray {
 public:
  FlatArray() = default;
  FlatArray(std::vector<T> values) : owned_(std::move(values)) {}
  /// A view of memory that outlives the array.
  static FlatArray view(std::span<const T> values) {
    FlatArray array;
    array.viewed_ = values;
    return array;
  }

  std::span<const T> span() const {
    return viewed_.data() != nullptr ? viewed_ : std::span<const T>(owned_);
  }
  const T* data() const { return span().data(); }
  std::size_t size() const { return span().size(); }
  const T& operator[](std::size_t index) const { return span()[index]; }
  auto begin() const { return span().begin(); }
  auto end() const { return span().end(); }

  /// The array for modification; a view is copied first.
  std::vector<T>& own() {
    if (viewed_.data() != nullptr) owned_.assign(viewed_.begin(), viewed_.end());
    viewed_ = {};
    return owned_;
  }

 private:
  std::vector<T> owned_;
  std::span<const T> viewed_;
};

}  // namespace seedc::data
