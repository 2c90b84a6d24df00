// Remembers what was loaded, so that repeated runs over files that must be parsed read them once.
#pragma once

#include <memory>

#include "runtime/data/source.h"

namespace seedc::data {

/// A source with the contents of another, of which it keeps the last dataset that was loaded and
/// the schemas that were read. A call that needs more than the dataset has loads the union of all
/// that was needed so far; other calls get the same dataset and wait for none. So a dataset may
/// have more columns than were asked for, and its report may name faults in them. Changes of the
/// files after that are not seen; to load more of them is an error then.
///
/// A source that opens in place, as snapshots do, is returned as it is.
std::shared_ptr<const Source> kept(std::shared_ptr<const Source> source);

}  // namespace seedc::data
