// A bundle that arrives bit by bit (semantics.md section 1): read on by a thread of its own while
// items are worked on, and given away in pieces of whole lines. Whoever writes line by line is
// answered line by line; whoever writes faster gets larger pieces.
//
// Memory is that of one piece, of at most kMostWaiting bytes that wait (or of the longest line, if
// that is longer; one of more than 512 MiB is an error), and of a hash for each id, by which
// repeated records are known.
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

  /// The items of the lines that have arrived, at least of one line; nothing at the end. A piece
  /// whose lines are all broken has no items. There are no files beside a stream: nobody has
  /// friends in it, and nothing is judged.
  base::Result<std::optional<Dataset>> next();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace seedc::data
