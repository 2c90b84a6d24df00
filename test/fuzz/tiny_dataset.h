// A dataset of a few records of every sort, as one text: files one after the other, each behind a
// line `=== NAME`.
#pragma once

#include <filesystem>
#include <string_view>

#include "runtime/data/model/dataset.h"

namespace seedc::fuzz {

extern const std::string_view kTinyDataset;

/// What of it can be asked for.
const DataNeeds& tiny_needs();

/// Writes the files of such a text into a folder that is emptied before. Only names that datasets
/// have are taken.
void write_files(std::string_view text, const std::filesystem::path& folder);

}  // namespace seedc::fuzz
