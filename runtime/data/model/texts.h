// The texts or ids of all rows: views of memory filled by loading, or of a snapshot, where texts
// may be compressed and divided among segments.
#pragma once

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "runtime/data/snapshot/snapshot_file.h"

namespace seedc::data {

/// Texts that are unpacked or looked for when they are read. Thread-safe; views last as long as it.
class LazyTexts {
 public:
  LazyTexts() = default;
  LazyTexts(const LazyTexts&) = delete;
  LazyTexts& operator=(const LazyTexts&) = delete;
  virtual ~LazyTexts() = default;
  virtual std::size_t size() const = 0;
  /// Of all texts.
  virtual std::uint64_t bytes() const = 0;
  virtual std::string_view operator[](std::size_t row) const = 0;
};

class Texts {
 public:
  Texts() = default;
  Texts(std::vector<std::string_view> views) : views_(std::move(views)) {}
  Texts(const SnapshotTexts& mapped) : mapped_(mapped) {}
  Texts(std::shared_ptr<const LazyTexts> lazy) : lazy_(std::move(lazy)) {}

  std::size_t size() const {
    if (lazy_) return lazy_->size();
    return mapped_ ? mapped_->size() : views_.size();
  }
  std::string_view operator[](std::size_t row) const {
    if (lazy_) return (*lazy_)[row];
    return mapped_ ? (*mapped_)[row] : views_[row];
  }
  /// The size of all texts, for those of a snapshot.
  std::uint64_t stored_bytes() const {
    if (lazy_) return lazy_->bytes();
    return mapped_ ? mapped_->byte_count(0, size()) : 0;
  }

 private:
  std::vector<std::string_view> views_;
  std::optional<SnapshotTexts> mapped_;
  std::shared_ptr<const LazyTexts> lazy_;
};

}  // namespace seedc::data
