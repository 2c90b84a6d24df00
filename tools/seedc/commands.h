// The commands, one function each: it adds the command's options to the command line. Exit
// statuses: 0 done, 1 the answer is "no", 2 bad program or usage, 3 bad or missing data, 4 a
// service failed, 5 stopped by a limit, 70 a bug of seedc, 130 stopped by Ctrl-C.
#pragma once

#include <cstdint>

#include "tools/seedc/cli.h"

namespace seedc::tool {

enum ExitStatus : std::uint8_t {
  kDone = 0,
  kNo = 1,
  kBadProgram = 2,
  kBadData = 3,
  kServiceFailed = 4,
  kLimitReached = 5,
  kInternalError = 70,
  kInterrupted = 130
};

Command add_run(CLI::App& app);
Command add_validate(CLI::App& app);
Command add_report(CLI::App& app);
Command add_extract(CLI::App& app);
Command add_judge(CLI::App& app);
Command add_check(CLI::App& app);
Command add_explain(CLI::App& app);
Command add_why(CLI::App& app);
Command add_suggest(CLI::App& app);
Command add_distinguish(CLI::App& app);
Command add_prove(CLI::App& app);
Command add_names(CLI::App& app);
Command add_conditions(CLI::App& app);
Command add_fmt(CLI::App& app);
Command add_convert(CLI::App& app);
Command add_schema(CLI::App& app);
Command add_snapshot(CLI::App& app);
Command add_emit(CLI::App& app);
Command add_opt(CLI::App& app);
Command add_limits(CLI::App& app);
Command add_lsp(CLI::App& app);
/// Runs a command line without the program's name, and returns the exit status.
using RunWords = std::function<int(const std::vector<std::string>& words)>;
Command add_replay(CLI::App& app, const RunWords& run);
Command add_sign(CLI::App& app);
Command add_verify(CLI::App& app);
Command add_completion(CLI::App& app);
/// Knows the commands that were added before it.
Command add_help(CLI::App& app);

}  // namespace seedc::tool
