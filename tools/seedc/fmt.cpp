// The `fmt` command: formats programs in the shorthand.
#include <algorithm>
#include <memory>

#include "engine/notation.h"
#include "tools/seedc/commands.h"
#include "tools/seedc/output.h"

namespace seedc::tool {
namespace {

struct FmtOptions {
  std::vector<std::string> files;
  bool check = false;
  bool in_place = false;
};

base::Result<bool> put(const FmtOptions& options, const std::string& file, const std::string& text,
                       bool differs) {
  if (options.check) return differs ? write_stdout(file + "\n") : base::Result<bool>(true);
  if (!options.in_place) return write_stdout(text);
  return differs ? write_file(file, text) : base::Result<bool>(true);
}

/// The status of one file.
int fmt_file(const FmtOptions& options, const std::string& file) {
  const auto rewritten = engine::lay_out(file, command_compile_options());
  if (!rewritten) return print_error(rewritten.error());
  if (!rewritten->text) {
    print_findings(*rewritten->compilation);
    return kBadProgram;
  }
  const bool differs = *rewritten->text != rewritten->compilation->sources.file(0).text();
  const auto done = put(options, file, *rewritten->text, differs);
  if (!done) return print_error(done.error());
  return options.check && differs ? kNo : kDone;
}

int fmt_command(const FmtOptions& options) {
  const bool reads_stdin =
      std::find(options.files.begin(), options.files.end(), "-") != options.files.end();
  if (options.in_place && reads_stdin) {
    return print_error({base::ErrorKind::Usage, "standard input cannot be rewritten",
                        "leave out --in-place: the result goes to standard output"});
  }
  if (options.files.size() > 1 && !options.in_place && !options.check) {
    return print_error({base::ErrorKind::Usage, "several files cannot go to one output",
                        "rewrite them with --in-place, or compare them with --check"});
  }
  int status = kDone;
  for (const std::string& file : options.files) status = std::max(status, fmt_file(options, file));
  return status;
}

}  // namespace

Command add_fmt(CLI::App& app) {
  const auto settings = std::make_shared<FmtOptions>();
  FmtOptions& options = *settings;
  CLI::App* command = app.add_subcommand("fmt", "format programs in the shorthand");
  command
      ->add_option("FILE", options.files,
                   "the .req files; - is standard input; a single one is printed")
      ->required()
      ->type_name("");
  CLI::Option* check = command->add_flag(
      "--check", options.check, "name the files that would change; status 1 if there is one");
  command->add_flag("-i,--in-place", options.in_place, "rewrite the files")->excludes(check);
  command->footer("Example: seedc fmt --check examples/first.req");
  return {command, [settings] { return fmt_command(*settings); }};
}

}  // namespace seedc::tool
