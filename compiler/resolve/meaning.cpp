// Helpers shared by the parts of the convention.
#include "compiler/resolve/meaning.h"

#include <fmt/format.h>

namespace seedc::resolve {

std::vector<Words> without_negation(WordSpan words) {
  static const std::vector<Words> kBefore = {{"no"}, {"not"}, {"not", "for"}};
  std::vector<Words> rests;
  for (const Words& before : kBefore) {
    if (words.size() > before.size() && starts_with(words, before))
      rests.emplace_back(words.begin() + static_cast<std::ptrdiff_t>(before.size()), words.end());
  }
  if (words.size() > 1 && words.back() == "no") rests.emplace_back(words.begin(), words.end() - 1);
  return rests;
}

std::string share_of(std::uint64_t count, std::uint64_t all, std::string_view noun) {
  return fmt::format("{} of {} {}{}", count, all, noun, all == 1 ? "" : "s");
}

std::string listed(std::span<const std::string> texts) {
  std::string out;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (i > 0) out += i + 1 == texts.size() ? " or " : ", ";
    out += texts[i];
  }
  return out;
}

}  // namespace seedc::resolve
