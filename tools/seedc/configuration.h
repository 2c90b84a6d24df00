// What options are where the command line does not give them: the environment decides, then
// `seedc.toml`.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "include/seedc/seedc.hpp"
#include "tools/seedc/seedc_toml.h"

namespace seedc::tool {

/// Whether the command has an option that they can give.
bool is_configurable(const CLI::App& command);

/// Reads the environment and, unless the command reads those of its programs' folders itself, the
/// file. Throws Error for what is wrong in the file.
void read_configuration(bool with_file = true);

/// From now on these values stand in for both.
void configure_as(std::vector<Configured> values);

/// From now on the command requires no option that they give. Before its line is parsed.
void relax_requirements(CLI::App& command);

/// Gives the options. After the command line is parsed. Throws Error for a value that they refuse.
void apply_configuration(CLI::App& command);

/// The values of an option in the configuration that was read.
std::vector<std::string> configured(std::string_view option);

/// Where the value that an option has now is from; empty for the command line.
std::string_view source_of(std::string_view option);

/// The error; if its message names what the configuration gave, the help says where that is from.
Error with_source(const Error& error);

}  // namespace seedc::tool
