// A dataset of a few records of every kind, as one text: one file after another, each after a line
// `=== NAME`.
#pragma once

#include <filesystem>
#include <string_view>

#include "runtime/data/model/dataset.h"

namespace seedc::fuzz {

extern const std::string_view kTinyDataset;

/// The parts of it that can be requested.
const data::DataNeeds& tiny_needs();

/// Writes the files of such a text into a folder, which is emptied first. Only names of dataset
/// files are accepted.
void write_files(std::string_view text, const std::filesystem::path& folder);

}  // namespace seedc::fuzz
