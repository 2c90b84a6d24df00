// The items that match a request, in the order in which they are reported.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <utility>
#include <vector>

#include "runtime/exec/planes.h"

namespace seedc::report {

/// Those that are Yes in a run, in the data's order, which takes no memory of its own; or a list of
/// items in an order of its own. A forward range.
class Matches {
 public:
  class Iterator {
   public:
    using value_type = std::uint32_t;
    using difference_type = std::ptrdiff_t;

    Iterator() = default;
    std::uint32_t operator*() const {
      return of_->is_listed() ? of_->listed_[at_] : static_cast<std::uint32_t>(at_);
    }
    Iterator& operator++() {
      at_ = of_->is_listed() ? at_ + 1 : of_->values_.next_yes(at_ + 1);
      return *this;
    }
    Iterator operator++(int) {
      Iterator before = *this;
      ++*this;
      return before;
    }
    friend bool operator==(const Iterator&, const Iterator&) = default;

   private:
    friend class Matches;
    Iterator(const Matches& of, std::uint64_t at) : of_(&of), at_(at) {}

    const Matches* of_ = nullptr;
    std::uint64_t at_ = 0;  ///< the item, or its place in the list
  };

  Matches() = default;  ///< none
  /// The planes of the values must outlive it.
  explicit Matches(const exec::PlaneValues& values) : values_(values), size_(values.yes_count()) {}
  explicit Matches(std::vector<std::uint32_t> listed)
      : listed_(std::move(listed)), size_(listed_.size()) {}

  /// Lists one more item; only if they are listed.
  void add(std::uint32_t item) {
    listed_.push_back(item);
    ++size_;
  }

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  std::uint32_t front() const { return *begin(); }
  Iterator begin() const { return {*this, is_listed() ? 0 : values_.next_yes(0)}; }
  Iterator end() const { return {*this, is_listed() ? size_ : values_.size()}; }
  std::vector<std::uint32_t> list() const {
    std::vector<std::uint32_t> items;
    items.reserve(size_);
    for (const std::uint32_t item : *this) items.push_back(item);
    return items;
  }

 private:
  bool is_listed() const { return values_.empty(); }

  exec::PlaneValues values_;
  std::vector<std::uint32_t> listed_;
  std::size_t size_ = 0;
};

}  // namespace seedc::report
