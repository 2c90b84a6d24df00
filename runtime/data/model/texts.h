// The texts or ids of all rows: views of memory filled by loading, or of a snapshot.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "runtime/data/snapshot/snapshot_file.h"

namespace seedc::data {

class Texts {
 public:
  Texts() = default;
  Texts(std::vector<std::string_view> views) : views_(std::move(views)) {}
  Texts(const SnapshotTexts& mapped) : mapped_(mapped) {}

  std::size_t size() const { return mapped_ ? mapped_->size() : views_.size(); }
  std::string_view operator[](std::size_t row) const {
    return mapped_ ? (*mapped_)[row] : views_[row];
  }
  /// The size of all texts, for those of a snapshot.
  std::uint64_t mapped_bytes() const { return mapped_ ? mapped_->byte_count(0, size()) : 0; }

 private:
  std::vector<std::string_view> views_;
  std::optional<SnapshotTexts> mapped_;
};

}  // namespace seedc::data
