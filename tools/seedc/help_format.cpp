// CLI11's layout, with long lines wrapped.
#include "tools/seedc/help_format.h"

#include <unistd.h>

#include <algorithm>
#include <string_view>

#include "tools/terminal/width.h"

namespace seedc::tool {
namespace {

constexpr std::size_t kDescriptionColumn = 30;
constexpr std::size_t kOptionColumn = 2;

/// Takes off what fits into so many columns, and ends behind a blank or a bar, if there is one. A
/// blank may be just beyond: it is not printed.
std::string_view take_line(std::string_view& rest, std::size_t width) {
  std::size_t last = rest.size() <= width ? rest.size() : rest.find_last_of(" |", width);
  if (last == width && rest.size() > width && rest[last] == '|')
    last = rest.find_last_of(" |", width - 1);
  const std::string_view line = rest.substr(0, last == rest.npos ? last : last + 1);
  rest.remove_prefix(line.size());
  return line.substr(0, line.find_last_not_of(' ') + 1);
}

/// The text from `column` on, where its first line already stands.
std::string wrapped(std::string_view text, std::size_t column) {
  constexpr std::size_t kDefault = 80, kLeast = 20;
  const std::size_t width = terminal::width_of(STDOUT_FILENO).value_or(kDefault);
  std::string out(take_line(text, std::max(width, column + kLeast) - column));
  while (!text.empty()) {
    out += '\n' + std::string(column, ' ');
    out += take_line(text, std::max(width, column + kLeast) - column);
  }
  return out;
}

}  // namespace

std::string HelpFormatter::make_option(const CLI::Option* option, bool is_positional) const {
  const std::string head = make_option_name(option, is_positional) + make_option_opts(option) + ' ';
  std::string out = std::string(kOptionColumn, ' ') + wrapped(head, kOptionColumn);
  const std::string description = make_option_desc(option);
  if (description.empty()) return out + '\n';
  const std::size_t column = kOptionColumn + head.size();
  out += column < kDescriptionColumn ? std::string(kDescriptionColumn - column + 1, ' ')
                                     : '\n' + std::string(kDescriptionColumn, ' ');
  return out + wrapped(description, kDescriptionColumn) + '\n';
}

std::string HelpFormatter::make_option_opts(const CLI::Option* option) const {
  std::string out;
  if (option->get_type_size() == 0) return out;
  if (!option->get_type_name().empty()) out += ' ' + option->get_type_name();
  if (option->get_expected_max() == CLI::detail::expected_max_vector_size) out += " ...";
  if (option->get_required()) out += " REQUIRED";
  return out;
}

std::string HelpFormatter::make_option_name(const CLI::Option* option, bool is_positional) const {
  std::string name = CLI::Formatter::make_option_name(option, is_positional);
  constexpr std::string_view kTurnsOff = "{false}";
  for (std::size_t at = name.find(kTurnsOff); at != name.npos; at = name.find(kTurnsOff))
    name.erase(at, kTurnsOff.size());
  return name;
}

std::string HelpFormatter::make_help(const CLI::App* app, std::string name,
                                     CLI::AppFormatMode mode) const {
  std::string out = CLI::Formatter::make_help(app, std::move(name), mode);
  for (std::size_t at = out.find("\n\n\n"); at != out.npos; at = out.find("\n\n\n", at))
    out.erase(at, 1);
  return out;
}

}  // namespace seedc::tool
