// Datasets that arrive over time, piece by piece: lines of a bundle, rows of Arrow. Whoever runs
// programs on pieces does not know which.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "runtime/base/result.h"
#include "runtime/data/model/dataset.h"

namespace seedc::data {

/// Used by one thread at a time.
class PieceStream {
 public:
  PieceStream() = default;
  PieceStream(const PieceStream&) = delete;
  PieceStream& operator=(const PieceStream&) = delete;
  virtual ~PieceStream() = default;

  /// The next items, each with all its reviews; std::nullopt at the end. A piece may have no items,
  /// and only reports what was left out. Fails as Source::load does, but not for want of items;
  /// is not called again then.
  virtual base::Result<std::optional<Dataset>> next() = 0;

  /// The lines of extractions that came with the last piece, for its reviews and for those of the
  /// pieces up to the next that has some; std::nullopt if there are none.
  virtual base::Result<std::optional<std::string>> take_extractions() { return std::nullopt; }

  /// The error of a stream none of whose pieces had an item.
  virtual base::Error no_items() const = 0;
};

/// Opens a stream for what is read of its pieces. Called once.
using OpenPieces = std::function<base::Result<std::unique_ptr<PieceStream>>(
    const DataNeeds& needs, const LoadOptions& options)>;

}  // namespace seedc::data
