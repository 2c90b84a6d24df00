// Seeds that are in the source tree anyway: the examples, and the inputs of golden tests.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace seedc::fuzz {

/// The bytes of a file of the source tree. Stops the process if it does not exist.
std::string tree_file(const std::string& path);

/// Seeds are short: long ones lead to longer inputs, of which fewer can be run.
constexpr std::size_t kMostSeedBytes = 6144;

/// The files with that extension (`.req`) beneath a folder of the tree, up to kMostSeedBytes each.
std::vector<std::string> tree_files(const std::string& folder, std::string_view extension);

/// The parts with that extension of the golden tests that hold several files (`#--- NAME`), and the
/// tests that are such files themselves, up to kMostSeedBytes each.
std::vector<std::string> golden_inputs(std::string_view extension);

}  // namespace seedc::fuzz
