// What loading left out, as JSON: snapshots say it again.
#pragma once

#include <string>
#include <string_view>

#include "runtime/data/model/dataset.h"

namespace seedc {

std::string to_json(const LoadReport& report);
/// Throws DamagedData if it was not written by the above.
LoadReport report_of_json(std::string_view json);

}  // namespace seedc
