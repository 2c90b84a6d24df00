// A bundle that arrives over time (semantics.md section 1), handed over in pieces of whole lines. A
// writer that sends line by line is answered line by line; a faster one gets larger pieces.
//
// It needs memory for one piece, for at most kMostWaiting bytes that wait (or the longest line, if
// that is longer; a line of more than 512 MiB is an error), and for a hash per id, which detects
// repeated records.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "runtime/base/result.h"
#include "runtime/data/piece_stream.h"

namespace seedc::data {

/// Where the bytes of a bundle come from.
struct BundleInput {
  /// A file descriptor, which stays the caller's: a thread of its own reads ahead while items are
  /// processed.
  int file = -1;
  /// Or a function, called when lines are needed, by the thread that needs them. It waits for
  /// bytes, and returns how many it has put there, at most `size`; 0 at the end; below 0 the
  /// negative of an errno code.
  std::function<std::int64_t(char* buffer, std::size_t size)> read;
  std::string name;  ///< in messages
};

class BundleStream final : public PieceStream {
 public:
  static constexpr std::size_t kMostWaiting = std::size_t{16} << 20;

  BundleStream(BundleInput input, DataNeeds needs, LoadOptions options);
  ~BundleStream() override;

  /// The items of the lines that have arrived, of at least one line. A piece whose lines are all
  /// broken has no items. A stream has no other
  /// files: friends and judgements are those of its lines.
  base::Result<std::optional<Dataset>> next() override;
  base::Error no_items() const override;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// A BundleStream of that input.
OpenPieces open_bundle(BundleInput input);

}  // namespace seedc::data
