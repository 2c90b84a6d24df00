// The `snapshot` command: writes a dataset as one file that is mapped instead of parsed.
#include <fmt/format.h>

#include <filesystem>

#include "engine/report/text.h"
#include "tools/seedc/cli.h"
#include "tools/seedc/commands.h"
#include "tools/seedc/output.h"

namespace seedc::tool {
namespace {

struct SnapshotOptions {
  std::string data;
  std::string output;
  unsigned threads = 0;
  bool strict = false;
  bool update = false;
  bool verify = false;
  bool sources = false;
  bool compress = false;
  bool no_word_index = false;
};

int verify_command(const Session& session, const SnapshotOptions& options) {
  std::error_code unknown;
  if (!std::filesystem::exists(options.data, unknown))
    throw Error(ErrorKind::Data, fmt::format("there is no file `{}`", options.data));
  if (!options.sources) {
    session.verify_snapshot(options.data, command_call());
    return print_result(options.data + ": all checksums hold\n");
  }
  session.verify_sources(options.data, command_call());
  return print_result(options.data + ": all checksums hold, and its files are what they were\n");
}

int snapshot_command(const SnapshotOptions& options) {
  const Session session = command_session(options.threads);
  if (options.verify) return verify_command(session, options);
  if (options.output == "-")
    fail_usage("a snapshot is mapped, and standard output cannot be", "name a file with -o FILE");
  if (options.output.empty())
    fail_usage("no output file given", "name the snapshot to write with -o FILE");
  refuse_to_replace_input(options.output);
  const Data data = session.open(options.data, {.strict = options.strict});
  const std::uint64_t bytes =
      options.update
          ? data.update(options.output, command_call())
          : data.save(options.output,
                      {.compress_texts = options.compress, .word_index = !options.no_word_index},
                      command_call());
  return print_result(fmt::format("{}: {}\n", options.output, report::size_text(bytes)));
}

}  // namespace

Command add_snapshot(CLI::App& app) {
  const auto settings = std::make_shared<SnapshotOptions>();
  SnapshotOptions& options = *settings;
  CLI::App* command = app.add_subcommand(
      "snapshot", "write a dataset as one file that opens in milliseconds, whatever its size");
  add_data_argument(*command, options.data, "a folder or a bundle; with --verify a snapshot")
      ->required();
  CLI::Option* output = command->add_option("-o,--output", options.output, "the snapshot to write")
                            ->type_name("FILE");
  CLI::Option* compress = command->add_flag(
      "--compress", options.compress,
      "compress the texts: half the size or less where reviews are many; where many texts are "
      "opened, or all are scanned, that takes longer");
  CLI::Option* index = command->add_flag(
      "--no-word-index", options.no_word_index,
      "leave out the index of words: a tenth smaller; patterns then scan all texts");
  CLI::Option* verify =
      command->add_flag("--verify", options.verify, "verify all checksums of a snapshot")
          ->excludes(output)
          ->excludes(compress)
          ->excludes(index);
  command
      ->add_flag("--update", options.update,
                 "add to the snapshot what its files have more than when it was made, in time "
                 "that grows with that; where that cannot be, make it anew and say why")
      ->excludes(verify)
      ->excludes(compress)
      ->excludes(index);
  command
      ->add_flag("--sources", options.sources,
                 "with --verify: compare all bytes of the files it was made of with what they were")
      ->needs(verify);
  add_strict_option(*command, options.strict);
  add_threads_option(*command, options.threads);
  command->footer(
      "A snapshot can be given as --data wherever a folder can, with the same results.\n"
      "Examples: seedc snapshot examples/cafes -o cafes.snapshot\n"
      "          seedc snapshot --update examples/cafes -o cafes.snapshot\n"
      "          seedc run examples/first.req --data cafes.snapshot\n"
      "          seedc snapshot --verify cafes.snapshot");
  return {command, [settings] { return snapshot_command(*settings); }};
}

}  // namespace seedc::tool
