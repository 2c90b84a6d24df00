// Takes reasoning and fences off answers, in linear time.
#include "runtime/llm/answer_text.h"

#include <algorithm>

#include "runtime/language/decimal.h"

namespace seedc::llm {
namespace {

constexpr std::string_view kOpen = "<think>", kClose = "</think>";
constexpr std::string_view kFence = "```";

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/// Without a fence and the language after it: ```` ```json {} ``` ````. The end may be missing.
std::string_view without_fence(std::string_view text) {
  if (!text.starts_with(kFence)) return text;
  std::string_view inner = text.substr(kFence.size());
  const auto* const word_end = std::ranges::find_if_not(inner, is_letter);
  inner.remove_prefix(static_cast<std::size_t>(word_end - inner.begin()));
  inner = language::trim_blanks(inner);
  if (inner.ends_with(kFence)) inner.remove_suffix(kFence.size());
  return language::trim_blanks(inner);
}

}  // namespace

std::optional<std::string_view> answer_text(std::string_view said) {
  std::string_view text = language::trim_blanks(said);
  while (text.starts_with(kOpen)) {
    const std::size_t end = text.find(kClose);
    if (end == std::string_view::npos) return std::nullopt;
    text = language::trim_blanks(text.substr(end + kClose.size()));
  }
  // A text in an answer may contain the mark itself.
  const bool is_answer = text.starts_with('{') || text.starts_with('[') || text.starts_with(kFence);
  const std::size_t end = is_answer ? std::string_view::npos : text.find(kClose);
  if (end != std::string_view::npos) text = language::trim_blanks(text.substr(end + kClose.size()));
  return without_fence(text);
}

}  // namespace seedc::llm
