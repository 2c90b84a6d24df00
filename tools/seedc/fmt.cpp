// The `fmt` command: formats programs in the shorthand.
#include <algorithm>
#include <memory>

#include "tools/seedc/commands.h"
#include "tools/seedc/output.h"

namespace seedc::tool {
namespace {

struct FmtOptions {
  std::vector<std::string> files;
  bool check = false;
  bool in_place = false;
};

void put(const FmtOptions& options, const std::string& file, const std::string& text,
         bool differs) {
  if (options.check) {
    if (differs) write_stdout(file + "\n");
  } else if (!options.in_place) {
    write_stdout(text);
  } else if (differs) {
    write_file(file, text);
  }
}

/// The status of one file.
int fmt_file(const FmtOptions& options, const Session& session, const std::string& file) {
  try {
    const Rewritten laid_out =
        session.rewrite(program_input(file), Rewriting::LayOut, {}, {}, command_call());
    if (!laid_out.text) {
      print_findings(laid_out.program);
      return kBadProgram;
    }
    const bool differs = *laid_out.text != laid_out.program.source();
    put(options, file, *laid_out.text, differs);
    return options.check && differs ? kNo : kDone;
  } catch (const Error& error) {
    return print_error(error);
  }
}

int fmt_command(const FmtOptions& options) {
  const bool reads_stdin =
      std::find(options.files.begin(), options.files.end(), "-") != options.files.end();
  if (options.in_place && reads_stdin) {
    fail_usage("standard input cannot be rewritten",
               "leave out --in-place: the result goes to standard output");
  }
  if (options.files.size() > 1 && !options.in_place && !options.check) {
    fail_usage("several files cannot go to one output",
               "rewrite them with --in-place, or compare them with --check");
  }
  const Session session = command_session();
  int status = kDone;
  for (const std::string& file : options.files)
    status = std::max(status, fmt_file(options, session, file));
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
