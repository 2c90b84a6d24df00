// The `convert` command: converts requests between the shorthand and JSON lines.
#include <fmt/format.h>

#include <memory>
#include <optional>

#include "engine/notation.h"
#include "tools/seedc/commands.h"
#include "tools/seedc/output.h"

namespace seedc::tool {
namespace {

const std::map<std::string, engine::Notation> kNotations = {{"req", engine::Notation::Shorthand},
                                                            {"jsonl", engine::Notation::JsonLines}};

struct ConvertOptions {
  std::string file;
  std::string output = "-";
  std::optional<engine::Notation> to;
  engine::CompileOptions compile = command_compile_options();
};

int convert_command(const ConvertOptions& options) {
  const auto from = engine::notation_of(options.file);
  if (!from && !options.to) {
    return print_error(
        {base::ErrorKind::Usage,
         fmt::format("`{}` has no extension that identifies its notation", options.file),
         "choose the notation to write: --to req or --to jsonl"});
  }
  const engine::Notation other = from == engine::Notation::Shorthand ? engine::Notation::JsonLines
                                                                     : engine::Notation::Shorthand;
  const auto rewritten = engine::convert(options.file, options.to.value_or(other), options.compile);
  if (!rewritten) return print_error(rewritten.error());
  print_findings(*rewritten->compilation);
  if (!rewritten->text) return kBadProgram;
  if (const std::string losses = rewritten->losses(); !losses.empty())
    tell("seedc: warning: JSON cannot hold {}\n", losses);
  const auto done = write_file(options.output, *rewritten->text);
  return done ? kDone : print_error(done.error());
}

}  // namespace

Command add_convert(CLI::App& app) {
  const auto settings = std::make_shared<ConvertOptions>();
  ConvertOptions& options = *settings;
  CLI::App* command =
      app.add_subcommand("convert", "convert requests between the shorthand and JSON lines");
  command->add_option("FILE", options.file, "a .req, .json or .jsonl file; - is standard input")
      ->required()
      ->type_name("");
  add_output_option(*command, options.output);
  command
      ->add_option_function<std::string>(
          "--to", [&options](const std::string& word) { options.to = kNotations.at(word); },
          "the notation to write (default: the other one)")
      ->check(one_of({"req", "jsonl"}))
      ->type_name("req|jsonl");
  add_names_options(*command, options.compile.data, options.compile.schema);
  add_compile_options(*command, options.compile);
  command->footer("Example: seedc convert examples/cafes/requests.jsonl -o requests.req");
  return {command, [settings] { return convert_command(*settings); }};
}

}  // namespace seedc::tool
