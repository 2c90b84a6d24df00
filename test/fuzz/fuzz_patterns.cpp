// Patterns in Python's dialect: the first byte is the length of the text to search.
#include <algorithm>

#include "compiler/pattern/python_regex.h"
#include "runtime/text/pattern_set.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace seedc;
  if (size == 0) return 0;
  const std::size_t text_size = std::min<std::size_t>(data[0], size - 1);
  const auto* bytes = reinterpret_cast<const char*>(data) + 1;
  std::string text(bytes, text_size);
  std::replace_if(
      text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) >= 0x80; }, '?');
  const std::string source(bytes + text_size, size - 1 - text_size);
  const TranslatedPattern translated = translate_python_regex(source);
  if (!translated.unsupported.empty()) return 0;
  const plan::Pattern pattern{source, translated.pcre2};
  if (engine_refusal(pattern)) return 0;
  const auto set = PatternSet::compile({&pattern, 1});
  if (!set) return 0;
  auto scratch = set->make_scratch();
  PatternBits wanted(1, 1), found(1), undecided(1);
  set->search(text, wanted, scratch, found, undecided);
  return 0;
}
