// The file `seedc.toml`, which gives options that the command line does not.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace seedc::tool {

/// A value of an option, as it would be written on the command line.
struct Configured {
  std::string option;  ///< `--data`
  std::string value;
  std::string source;  ///< where it is from, for messages: `seedc.toml:3`, `SEEDC_DATA`
};

/// The option that parameters of formulas have. Those of the file are for formulas that have them.
inline constexpr const char* kSetOption = "--set";

/// The options that the file can give.
std::vector<std::string> options_of_seedc_toml();

/// The nearest `seedc.toml` from the current folder upward, as a path relative to it; std::nullopt
/// if there is none.
std::optional<std::filesystem::path> find_seedc_toml();
/// The same from another folder, as an absolute path.
std::optional<std::filesystem::path> find_seedc_toml(const std::filesystem::path& folder);

/// The values of a file, in its order; a list has several. Relative paths in it are relative to its
/// folder. Throws Error (Usage) with the location of what is wrong.
std::vector<Configured> read_seedc_toml(const std::filesystem::path& file);

}  // namespace seedc::tool
