// fmt: the canonical layout of programs in the shorthand.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <stdexcept>

#include "compiler/ast/same.h"
#include "compiler/format/format.h"
#include "tools/seedc/commands.h"
#include "engine/program.h"
#include "tools/seedc/output.h"

namespace seedc {
namespace {

struct FmtOptions {
  std::vector<std::string> files;
  bool check = false;
  bool in_place = false;
};

/// A program's text, before and after.
struct Formatted {
  std::string source;
  std::string text;
};

/// A file of `let`s and imports only is a whole one here.
bool has_errors(const Diagnostics& diagnostics) {
  const auto list = diagnostics.sorted();
  return std::any_of(list.begin(), list.end(), [](const Diagnostic* diagnostic) {
    return diagnostic->severity == Severity::Error && diagnostic->code != DiagCode::EmptyProgram;
  });
}

/// Whether the text has the meaning of the program and stays as it is from now on.
bool is_faithful(const std::string& text, const ast::Program& program) {
  SourceManager sources;
  Diagnostics diagnostics;
  const FileId file = sources.add("formatted", text);
  const ast::Program again = parse_shorthand(sources, file, diagnostics);
  return !has_errors(diagnostics) && ast::same(again, program);
}

/// Nothing if the file has syntax errors (printed).
Result<std::optional<Formatted>> format_file(const std::string& file) {
  auto source = read_source(file, ParseLimits{}.max_bytes);
  if (!source) return tl::unexpected(source.error());
  if (is_json_program(file, *source)) {
    return fail(ErrorKind::Usage, fmt::format("`{}` is JSON, which has no layout of its own", file),
                "`seedc convert` writes it in the shorthand");
  }
  SourceManager sources;
  Diagnostics diagnostics;
  const FileId id = sources.add(file == "-" ? "<stdin>" : file, *source);
  const ast::Program program = parse_shorthand(sources, id, diagnostics);
  if (has_errors(diagnostics)) {
    print_diagnostics(diagnostics, sources);
    return std::optional<Formatted>();
  }
  std::string text = format::format(program, sources.file(id));
  if (!is_faithful(text, program)) {
    throw std::logic_error("the layout of `" + file + "` would change its meaning");
  }
  return std::optional(Formatted{std::move(*source), std::move(text)});
}

Result<bool> put(const FmtOptions& options, const std::string& file, const Formatted& formatted) {
  const bool differs = formatted.text != formatted.source;
  if (options.check) return differs ? write_stdout(file + "\n") : Result<bool>(true);
  if (!options.in_place) return write_stdout(formatted.text);
  return differs ? write_file(file, formatted.text) : Result<bool>(true);
}

/// The status of one file.
int fmt_file(const FmtOptions& options, const std::string& file) {
  const auto formatted = format_file(file);
  if (!formatted) return print_error(formatted.error());
  if (!*formatted) return kBadProgram;
  if (auto done = put(options, file, **formatted); !done) return print_error(done.error());
  return options.check && (*formatted)->text != (*formatted)->source ? kNo : kDone;
}

int fmt_command(const FmtOptions& options) {
  const bool reads_stdin =
      std::find(options.files.begin(), options.files.end(), "-") != options.files.end();
  if (options.in_place && reads_stdin) {
    return print_error({ErrorKind::Usage, "standard input cannot be rewritten",
                        "leave out --in-place: the result goes to standard output"});
  }
  if (options.files.size() > 1 && !options.in_place && !options.check) {
    return print_error({ErrorKind::Usage, "several files have no one output",
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
  CLI::App* command = app.add_subcommand("fmt", "lay out programs in the shorthand");
  command
      ->add_option("FILE", options.files,
                   "the .req files; - is standard input. One goes to standard output")
      ->required()
      ->type_name("");
  CLI::Option* check = command->add_flag(
      "--check", options.check, "name the files that would change; status 1 if there is one");
  command->add_flag("-i,--in-place", options.in_place, "rewrite the files")->excludes(check);
  command->footer("Example: seedc fmt --check examples/first.req");
  return {command, [settings] { return fmt_command(*settings); }};
}

}  // namespace seedc
