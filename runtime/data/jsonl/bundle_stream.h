// A bundle that arrives over time (semantics.md section 1): a thread of its own reads ahead while
// items are processed, and hands it over in pieces of whole lines. A writer that sends line by line
// is answered line by line; a faster one gets larger pieces.
//
// It needs memory for one piece, for at most kMostWaiting bytes that wait (or the longest line, if
// that is longer; a line of more than 512 MiB is an error), and for a hash per id, which detects
// repeated records.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "runtime/base/result.h"
#include "runtime/data/model/dataset.h"

namespace seedc::data {

class BundleStream {
 public:
  static constexpr std::size_t kMostWaiting = std::size_t{16} << 20;

  /// Reads the file descriptor, which stays the caller's; `name` is what reports call it.
  BundleStream(int file, std::string name, DataNeeds needs, LoadOptions options);
  ~BundleStream();

  /// The items of the lines that have arrived, of at least one line; std::nullopt at the end. A
  /// piece whose lines are all broken has no items. A stream has no other files: there are no
  /// friends and no judgements.
  base::Result<std::optional<Dataset>> next();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace seedc::data
