// Files that a folder has and a run does not read, and reviews that a plan reads and the data has
// not: every condition on them has one value then, which is probably not what was asked.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/host.h"
#include "runtime/base/result.h"
#include "runtime/data/model/dataset.h"
#include "runtime/data/source.h"

namespace seedc::engine {

/// Whether any review has a text. The dataset has texts loaded.
bool has_texts(const data::Dataset& dataset);

/// That a folder has files of items or reviews which are not read.
std::optional<base::Error> hidden_fault(const std::string& source);

/// The errors of a strict run, of which any other warns: a file of the folder is hidden by another;
/// the folder has no reviews, or no review has a text. `needs` is of the plan alone. Empty if all
/// is well; looks at no more than the first text then.
std::vector<base::Error> data_faults(const data::Dataset& dataset, const data::DataNeeds& needs,
                                     const data::Source& source);

/// The same of data of which no more is known than how many reviews it has.
std::vector<base::Error> data_faults(const std::string& source, std::uint64_t reviews,
                                     const data::LoadReport& report);

/// Fails with the first fault if the run is strict; warns of all otherwise.
base::Result<void> report_faults(std::span<const base::Error> faults, bool strict, Host& host);

/// The same of tables that were read as a stream, once it has ended: `reviews` came.
std::vector<base::Error> stream_faults(const data::DataNeeds& needs, std::uint64_t reviews,
                                       const data::LoadReport& report);

}  // namespace seedc::engine
