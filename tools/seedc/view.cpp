// The options of showing, and what they mean for each stream.
#include "tools/seedc/view.h"

#include <unistd.h>

#include <cstdlib>
#include <map>
#include <optional>
#include <sstream>

#include "runtime/language/wrapped_text.h"
#include "tools/seedc/cli.h"
#include "tools/seedc/manifest.h"
#include "tools/seedc/output.h"
#include "tools/terminal/width.h"

namespace seedc::tool {
namespace {

constexpr const char* kGroup = "Output";

const std::map<std::string, Colour> kColours = {
    {"auto", Colour::Auto}, {"always", Colour::Always}, {"never", Colour::Never}};

bool is_to_file = false;  ///< what has text_width

}  // namespace

ViewOptions& view() {
  static ViewOptions options;
  return options;
}

void add_view_options(CLI::App& command) {
  ViewOptions& options = view();
  add_choice(command, "--color", options.colour, kColours,
             "when to use colours (default: auto, on terminals without NO_COLOR)")
      ->group(kGroup);
  command.add_flag("-q,--quiet", options.quiet, "print no notes and no progress")->group(kGroup);
  command.add_flag("--timing", options.shows_times, "print what each stage took to standard error")
      ->group(kGroup);
  command.add_option("--trace-out", options.trace, "write the same as trace events, for a viewer")
      ->type_name("FILE")
      ->group(kGroup);
}

void add_wide_option(CLI::App& command) {
  command.add_flag("--wide", view().wide, "cut nothing off to fit the terminal")->group(kGroup);
}

bool shows_colour(int stream) {
  if (view().colour != Colour::Auto) return view().colour == Colour::Always;
  const char* no_color = std::getenv("NO_COLOR");
  const char* term = std::getenv("TERM");
  const bool is_dumb = term != nullptr && std::string_view(term) == "dumb";
  return (no_color == nullptr || *no_color == '\0') && !is_dumb && is_terminal(stream);
}

Format text_format(int stream) { return shows_colour(stream) ? Format::Coloured : Format::Text; }

std::uint32_t text_width() {
  if (view().wide) return UINT32_MAX;
  return is_to_file ? 0 : terminal::width_of(STDOUT_FILENO).value_or(0);
}

void use_width_of(const std::string& output) { is_to_file = output != "-"; }

std::uint32_t message_width() { return terminal::width_of(STDERR_FILENO).value_or(0); }

std::string wrapped_message(std::string_view text, std::size_t indent) {
  const std::uint32_t width = message_width();
  return width == 0 ? std::string(text) : language::wrap(text, width, indent);
}

void print_note(std::string_view text) {
  if (ManifestRecord* record = manifest_record()) record->note(text);
  if (view().quiet) return;
  std::istringstream lines{std::string(text)};
  std::string out;
  for (std::string line; std::getline(lines, line);)
    out += wrapped_message(line, line.find_first_not_of(' ') + 2) + '\n';
  print_stderr(out);
}

}  // namespace seedc::tool
