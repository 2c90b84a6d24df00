// Normalises texts and searches in linear time: memmem uses the two-way algorithm, whereas
// std::string's search may be quadratic.
#include "runtime/llm/quote.h"

#include <unicode/uchar.h>
#include <unicode/utf8.h>

#include <cstring>

#include "runtime/language/text.h"

namespace seedc::llm {
namespace {

/// memmem must not be given a null pointer, which an empty text may have; the needle is never
/// empty.
bool occurs(std::string_view needle, std::string_view text) {
  return !text.empty() &&
         ::memmem(text.data(), text.size(), needle.data(), needle.size()) != nullptr;
}

bool is_quotation_mark(UChar32 c) {
  return c == '"' || c == '\'' || c == '`' || c == 0xB4 || c == 0x2032 || c == 0x2033 ||
         u_hasBinaryProperty(c, UCHAR_QUOTATION_MARK) != 0;
}

bool is_dash(UChar32 c) { return c == 0x2212 || u_hasBinaryProperty(c, UCHAR_DASH) != 0; }

/// Lower case; one sign for all quotation marks, one for all dashes; single spaces, none at the
/// ends.
std::string normalised(std::string_view text) {
  const std::string lowered = language::lower(text);
  std::string out;
  bool is_space_due = false;
  const auto size = static_cast<std::int32_t>(lowered.size());
  for (std::int32_t at = 0; at < size;) {
    const std::int32_t begin = at;
    UChar32 c = 0;
    U8_NEXT(lowered.data(), at, size, c);
    if (c >= 0 && u_isUWhiteSpace(c) != 0) {
      is_space_due = !out.empty();
      continue;
    }
    if (is_space_due) out += ' ';
    is_space_due = false;
    if (c >= 0 && is_quotation_mark(c)) {
      out += '\'';
    } else if (c >= 0 && is_dash(c)) {
      out += '-';
    } else {
      out.append(lowered, static_cast<std::size_t>(begin), static_cast<std::size_t>(at - begin));
    }
  }
  return out;
}

}  // namespace

bool QuotedText::holds(std::string_view quote) {
  const std::string normal_quote = normalised(quote);
  if (normal_quote.empty()) return false;
  if (occurs(quote, text_)) return true;
  if (!is_normalised_) normal_ = normalised(text_);
  is_normalised_ = true;
  return occurs(normal_quote, normal_);
}

}  // namespace seedc::llm
