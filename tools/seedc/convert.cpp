// The `convert` command: converts requests between the shorthand and JSON lines.
#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <optional>

#include "tools/seedc/commands.h"
#include "tools/seedc/output.h"
#include "tools/seedc/view.h"

namespace seedc::tool {
namespace {

const std::map<std::string, Rewriting> kNotations = {{"req", Rewriting::ToShorthand},
                                                     {"jsonl", Rewriting::ToJsonl}};

struct ConvertOptions {
  std::string file;
  std::string output = "-";
  std::optional<Rewriting> to;
  ProgramOptions names;  ///< without programs
};

/// The notation that a program is not in: of a text by how it begins, of a file by its extension.
Rewriting other_notation(const Input& program) {
  if (program.text) {
    const std::size_t first = program.text->find_first_not_of(" \t\r\n");
    const bool is_json = first != std::string::npos && program.text->at(first) == '{';
    return is_json ? Rewriting::ToShorthand : Rewriting::ToJsonl;
  }
  const std::string& file = program.name;
  const std::string extension = std::filesystem::path(file).extension();
  if (extension == ".req") return Rewriting::ToJsonl;
  if (extension == ".json" || extension == ".jsonl") return Rewriting::ToShorthand;
  fail_usage(fmt::format("`{}` has no extension that identifies its notation", file),
             "choose the notation to write: --to req or --to jsonl");
}

int convert_command(const ConvertOptions& options) {
  const Input program = program_input(options.file);
  const Rewriting to = options.to ? *options.to : other_notation(program);
  const Opened opened(options.names);
  std::string losses;
  Call call = command_call();
  call.log = [&](bool is_warning, std::string_view text) {
    if (!is_warning) return print_note(text);
    losses += fmt::format("seedc: {}\n", text);
  };
  const Rewritten converted = opened.session.rewrite(program, to, {}, opened.compile, call);
  print_findings(converted.program);
  if (!converted.text) return kBadProgram;
  print_stderr(losses);
  write_file(options.output, *converted.text);
  return kDone;
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
  add_names_options(*command, options.names);
  add_compile_options(*command, options.names.compile);
  command->footer("Example: seedc convert examples/cafes/requests.jsonl -o requests.req");
  return {command, [settings] { return convert_command(*settings); }};
}

}  // namespace seedc::tool
