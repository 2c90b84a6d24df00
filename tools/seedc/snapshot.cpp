// The `snapshot` command: writes a dataset as one file that is mapped instead of parsed.
#include "runtime/data/snapshot/snapshot.h"

#include <fmt/format.h>

#include "engine/report/text.h"
#include "tools/seedc/cli.h"
#include "tools/seedc/commands.h"
#include "tools/seedc/output.h"
#include "tools/seedc/terminal_host.h"

namespace seedc::tool {
namespace {

struct SnapshotOptions {
  std::string data;
  std::string output;
  bool verify = false;
  bool strict = false;
  unsigned threads = 0;
};

int verify_command(const SnapshotOptions& options) {
  if (!data::is_snapshot(options.data))
    return print_error(
        {base::ErrorKind::Data, fmt::format("`{}` is not a snapshot", options.data), {}});
  const auto file = data::SnapshotFile::open(options.data);
  if (!file) return print_error(file.error());
  (*file)->verify_all();
  const auto done = write_stdout(fmt::format("{}: all checksums hold\n", options.data));
  return done ? kDone : print_error(done.error());
}

int snapshot_command(const SnapshotOptions& options) {
  if (options.verify) return verify_command(options);
  if (options.output == "-") {
    return print_error({base::ErrorKind::Usage,
                        "a snapshot is mapped, and standard output cannot be",
                        "name a file with -o FILE"});
  }
  if (options.output.empty()) {
    return print_error({base::ErrorKind::Usage, "no output file given",
                        "name the snapshot to write with -o FILE"});
  }
  const auto saved = data::save_snapshot(options.data, options.output,
                                         {.strict = options.strict,
                                          .threads = options.threads,
                                          .progress = terminal_host().begin("reading data")});
  if (!saved) return print_error(saved.error());
  terminal_host().loaded(saved->report, saved->items, saved->reviews);
  const auto done =
      write_stdout(fmt::format("{}: {}\n", options.output, report::size_text(saved->bytes)));
  return done ? kDone : print_error(done.error());
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
  command->add_flag("--strict", options.strict, "treat a broken record in the data as an error");
  add_threads_option(*command, options.threads);
  command->footer(
      "Wherever a command takes a folder as --data, it takes its snapshot, with the\n"
      "same results.\n"
      "Examples: seedc snapshot examples/cafes -o cafes.snapshot\n"
      "          seedc run examples/first.req --data cafes.snapshot\n"
      "          seedc snapshot --verify cafes.snapshot");
  return {command, [settings] { return snapshot_command(*settings); }};
}

}  // namespace seedc::tool
