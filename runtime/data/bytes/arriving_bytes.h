// Bytes that arrive over time, decompressed if the first of them say that they are compressed.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "runtime/base/call.h"
#include "runtime/base/result.h"
#include "runtime/data/bytes/decompressor.h"

namespace seedc::data {

/// Used by one thread at a time.
class ArrivingBytes {
 public:
  /// `name` is used in messages.
  ArrivingBytes(std::string name, const base::Call& call) : name_(std::move(name)), call_(call) {}

  /// More has arrived. All that has arrived before has been taken.
  void give(std::string_view bytes);
  /// No more will arrive.
  void end() { is_at_end_ = true; }
  /// Writes to `to` and returns how many bytes; 0 if more has to arrive, or has ended. Fails as
  /// Decompressor, and is not called again then.
  base::Result<std::size_t> take(std::span<char> to);

 private:
  base::Result<bool> knows_compression();

  std::string name_;
  base::Call call_;
  std::string given_;
  std::size_t taken_ = 0;  ///< of what is given
  bool is_at_end_ = false;
  std::optional<Compression> compression_;
  std::unique_ptr<Decompressor> decompressor_;
};

}  // namespace seedc::data
