// What `run` and `validate` share, and the options of `run`.
#pragma once

#include <CLI/CLI.hpp>

#include "tools/seedc/cli.h"
#include "tools/seedc/llm_options.h"
#include "tools/seedc/page.h"

namespace seedc::tool {

struct RunCommand {
  ProgramOptions program;
  Format format = Format::Text;
  bool is_format_given = false;
  std::string output = "-";
  std::vector<std::string> columns;  ///< the outputs of formulas that are shown; empty: all
  bool long_rows = false;            ///< CSV of requests: a row per request and item
  Backend backend = Backend::Auto;
  bool by_item = false;  ///< of a stream: the values of all requests at each item as it arrives
  RunOptions run;
  bool extract = false;  ///< a language model makes the extractions
  LlmOptions llm;
  PageOptions page;
};

/// The options of both commands; `validates`: of `validate`.
void add_run_options(CLI::App& command, RunCommand& options, bool validates);

/// The format of results, with the colours of the terminal that they are written to.
Format format_on(const RunCommand& options);

/// Rejects options of formulas if there is no formula: they would have no effect.
void check_formula_options(const RunCommand& options, const Program& program);

/// Whether some request has no result: it did not compile, or a finding of the run is an error.
bool has_errors(const Results& results);

}  // namespace seedc::tool
