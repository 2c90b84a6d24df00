// Results as a page: the options that `report`, `run` and `validate` share.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "tools/seedc/cli.h"

namespace seedc::tool {

struct PageOptions {
  std::string file;    ///< to write; `-` is standard output; empty: no page is made
  ReportOptions page;  ///< without its title and its command
};

/// What the page has.
void add_page_options(CLI::App& command, PageOptions& options);

/// The file of a page beside other results, and what the page has.
void add_page_file(CLI::App& command, PageOptions& options);

/// Writes the page, and says how long it is, if there is a file for it. `extractions`: the files
/// that the run read.
void write_page(const PageOptions& options, const ProgramOptions& program,
                const std::vector<std::string>& extractions, const Results& results,
                const Data& data);

}  // namespace seedc::tool
