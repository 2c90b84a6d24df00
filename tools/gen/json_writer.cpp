// Writes JSON incrementally.
#include "tools/gen/json_writer.h"

#include <fmt/format.h>

#include <iterator>

namespace seedc::gen {
namespace {

// The character after the backslash, or 0 for characters that are not escaped. The generator writes
// no other control characters.
constexpr char escape_of(char c) {
  switch (c) {
    case '"':
    case '\\':
      return c;
    case '\n':
      return 'n';
    default:
      return 0;
  }
}

}  // namespace

void JsonWriter::separate() {
  if (needs_comma_) text_ += on_new_line_ ? "," : ", ";
  if (on_new_line_) text_ += '\n';
  needs_comma_ = true;
  on_new_line_ = false;
}

void JsonWriter::end_line() {
  text_ += '\n';
  needs_comma_ = false;
}

void JsonWriter::open(char bracket) {
  separate();
  text_ += bracket;
  needs_comma_ = false;
}

void JsonWriter::close(char bracket) {
  if (on_new_line_) text_ += '\n';
  on_new_line_ = false;
  text_ += bracket;
  needs_comma_ = true;
}

void JsonWriter::key(std::string_view name) {
  separate();
  append_quoted(name);
  text_ += ": ";
  needs_comma_ = false;
}

void JsonWriter::string(std::string_view utf8) {
  separate();
  append_quoted(utf8);
}

void JsonWriter::integer(std::int64_t value) {
  separate();
  fmt::format_to(std::back_inserter(text_), "{}", value);
}

void JsonWriter::fixed(std::int64_t units, int decimals) {
  separate();
  std::int64_t scale = 1;
  for (int i = 0; i < decimals; ++i) scale *= 10;
  const std::int64_t size = units < 0 ? -units : units;
  fmt::format_to(std::back_inserter(text_), "{}{}.{:0{}}", units < 0 ? "-" : "", size / scale,
                 size % scale, decimals);
}

void JsonWriter::literal(std::string_view json) {
  separate();
  text_ += json;
}

void JsonWriter::append_quoted(std::string_view utf8) {
  text_ += '"';
  std::size_t written = 0;
  for (std::size_t i = 0; i < utf8.size(); ++i) {
    const char escape = escape_of(utf8[i]);
    if (escape == 0) continue;
    text_.append(utf8, written, i - written).append({'\\', escape});
    written = i + 1;
  }
  text_.append(utf8, written).append(1, '"');
}

}  // namespace seedc::gen
