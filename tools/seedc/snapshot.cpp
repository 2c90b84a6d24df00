// The `snapshot` command: writes a dataset as one file that is mapped instead of parsed.
#include <fmt/format.h>

#include "engine/datasets.h"
#include "engine/report/text.h"
#include "tools/seedc/cli.h"
#include "tools/seedc/commands.h"
#include "tools/seedc/output.h"
#include "tools/seedc/terminal_host.h"

namespace seedc::tool {
namespace {

struct SnapshotOptions {
  std::string data;
  engine::EvaluateOptions read = command_evaluate_options();
  std::string output;
  bool verify = false;
};

int verify_command(const std::string& file) {
  const auto done = engine::verify_snapshot(file);
  return done ? print_result(file + ": all checksums hold\n") : print_error(done.error());
}

int snapshot_command(const SnapshotOptions& options) {
  if (options.verify) return verify_command(options.data);
  if (options.output == "-") {
    return print_error({base::ErrorKind::Usage,
                        "a snapshot is mapped, and standard output cannot be",
                        "name a file with -o FILE"});
  }
  if (options.output.empty()) {
    return print_error({base::ErrorKind::Usage, "no output file given",
                        "name the snapshot to write with -o FILE"});
  }
  engine::EvaluateOptions read = options.read;
  read.data = data::source_at(options.data);
  const auto bytes = engine::write_snapshot(read, options.output);
  if (!bytes) return print_error(bytes.error());
  return print_result(fmt::format("{}: {}\n", options.output, report::size_text(*bytes)));
}

}  // namespace

Command add_snapshot(CLI::App& app) {
  const auto settings = std::make_shared<SnapshotOptions>();
  SnapshotOptions& options = *settings;
  CLI::App* command = app.add_subcommand(
      "snapshot", "write a dataset as one file that opens in milliseconds, whatever its size");
  command->add_option("DATA", options.data, "a folder or a bundle; with --verify a snapshot")
      ->required()
      ->check(no_stream())
      ->type_name("");
  CLI::Option* output = command->add_option("-o,--output", options.output, "the snapshot to write")
                            ->type_name("FILE");
  command->add_flag("--verify", options.verify, "verify all checksums of a snapshot")
      ->excludes(output);
  add_strict_option(*command, options.read.strict);
  add_threads_option(*command, options.read.threads);
  command->footer(
      "A snapshot can be given as --data wherever a folder can, with the same results.\n"
      "Examples: seedc snapshot examples/cafes -o cafes.snapshot\n"
      "          seedc run examples/first.req --data cafes.snapshot\n"
      "          seedc snapshot --verify cafes.snapshot");
  return {command, [settings] { return snapshot_command(*settings); }};
}

}  // namespace seedc::tool
