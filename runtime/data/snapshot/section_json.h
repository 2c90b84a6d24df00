// What sections of a snapshot have as JSON: the report of loading, so that snapshots can repeat it,
// and the files that it was made of.
#pragma once

#include <string>
#include <string_view>

#include "runtime/data/model/dataset.h"
#include "runtime/data/snapshot/source_files.h"

namespace seedc::data {

std::string to_json(const LoadReport& report);
std::string to_json(const SourceFiles& files);

// These throw DamagedData if the text was not written by the functions above.
LoadReport report_of_json(std::string_view json);
SourceFiles source_files_of_json(std::string_view json);

}  // namespace seedc::data
