// Shortens review texts to the part around a match.
#include "engine/report/explain_review.h"

#include <unicode/utf8.h>

#include <algorithm>

#include "engine/report/table.h"

namespace seedc::report {
namespace {

constexpr std::size_t kMostContext = 30;
constexpr std::size_t kLeastContext = 10;
constexpr std::size_t kLongestMatch = 40;
constexpr std::size_t kMarks = 4;  ///< around the match and at the ends

/// The offset that many characters before `place`.
std::size_t back(std::string_view text, std::size_t place, std::size_t characters) {
  for (; characters > 0 && place > 0; --characters) {
    do {
      --place;
    } while (place > 0 && U8_IS_TRAIL(text[place]));
  }
  return place;
}

std::size_t forward(std::string_view text, std::size_t place, std::size_t characters) {
  for (; characters > 0 && place < text.size(); --characters)
    place = text::next_character(text, place);
  return std::min(place, text.size());
}

/// Line ends and the like as blanks, several as one.
std::string on_one_line(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const bool is_space = c == ' ' || (c >= '\t' && c <= '\r');
    if (!is_space) out += c;
    if (is_space && !out.ends_with(' ')) out += ' ';
  }
  return language::printable(out);
}

}  // namespace

std::string excerpt(std::string_view text, text::TextPlace match, std::size_t width, bool colour) {
  const std::string words =
      language::clip(on_one_line(text.substr(match.begin, match.end - match.begin)), kLongestMatch);
  const std::size_t taken = language::display_width(words) + kMarks;
  const std::size_t context =
      std::clamp(width > taken ? (width - taken) / 2 : 0, kLeastContext, kMostContext);
  const std::size_t begin = back(text, match.begin, context);
  const std::size_t end = forward(text, match.end, context);
  return (begin > 0 ? "…" : "") + on_one_line(text.substr(begin, match.begin - begin)) +
         (colour ? "\x1b[1;33m" + words + "\x1b[0m" : "«" + words + "»") +
         on_one_line(text.substr(match.end, end - match.end)) + (end < text.size() ? "…" : "");
}

}  // namespace seedc::report
