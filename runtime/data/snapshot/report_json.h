// The report of a load as JSON, so that snapshots can repeat it.
#pragma once

#include <string>
#include <string_view>

#include "runtime/data/model/dataset.h"

namespace seedc::data {

std::string to_json(const LoadReport& report);
/// Throws DamagedData if the text was not written by the function above.
LoadReport report_of_json(std::string_view json);

}  // namespace seedc::data
