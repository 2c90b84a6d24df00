// Patterns in Python's dialect, searched in a text: the first byte is the text's length. What the
// translation accepts, an engine accepts or rejects; all engines find the same matches.
#include <algorithm>

#include "compiler/pattern/python_regex.h"
#include "compiler/source/utf8.h"
#include "runtime/text/pattern_set.h"
#include "runtime/text/pcre2_pattern.h"
#include "test/fuzz/target.h"

namespace seedc::fuzz::patterns_target {
namespace {

/// The matches of the pattern alone, according to PCRE2.
text::SearchResult search_alone(const language::Pattern& pattern, std::string_view text) {
  const auto compiled = text::Pcre2Pattern::compile(pattern.pcre2);
  require(compiled.has_value(), "PCRE2 takes what is not refused");
  text::Pcre2Scratch scratch;
  return (*compiled)->search(text, scratch);
}

void search(const language::Pattern& pattern, std::string_view text) {
  const auto set = text::PatternSet::compile({&pattern, 1});
  require(set.has_value(), "what is not refused compiles");
  auto scratch = set->make_scratch();
  text::PatternBits wanted(1, 1), found(1), undecided(1);
  set->search(text, wanted, scratch, found, undecided);
  const bool is_open = (undecided[0] & 1) != 0;
  const text::SearchResult alone = search_alone(pattern, text);
  if (is_open || alone == text::SearchResult::Undecided) return;
  require(((found[0] & 1) != 0) == (alone == text::SearchResult::Found),
          "all engines find the same");
  set->places(text, 0, scratch);
}

void run(std::string_view input) {
  const std::string text = source::as_valid_utf8(take_part(input));
  const std::string source(input);
  const pattern::TranslatedPattern translated = pattern::translate_python_regex(source);
  if (!translated.unsupported.empty()) return;
  const language::Pattern pattern{source, translated.pcre2, translated.required};
  if (!source.empty() && !text::engine_refusal(pattern)) search(pattern, text);
}

/// A seed of a text and a pattern.
std::string seed(std::string_view text, std::string_view pattern) {
  return static_cast<char>(text.size()) + std::string(text) + std::string(pattern);
}

std::vector<std::string> seeds() {
  return {seed("So cozy!", "cozy|comfort\\w+"),
          seed("Kiosk na\u00efve stra\u00dfe", "\\b(?:k[iy]osk|na.ve)\\b"),
          seed("aaaaaaaaaaaaaaaaaaaaaaaa!", "(a+)+$"),
          seed("my work\u00e9 works, \u201cwork\u201d", "\\bwork(?:s?|\u00e9)\\b"),
          seed("WI-FI, wifi, CAF\u00c9s", "wi-?fi|(?:good|the) caf[e\u00e9]s?\\b"),
          seed("2020-01-02", "^(\\d{4})-(?P<m>\\d\\d)-(?P=m)?(?=0)"),
          seed("one\ntwo\n", "(?ms)^two$.(?!x)(?<=\\n)"),
          seed("\u0130\u017f\u212a", "[\\u0130-\\u0131sk]{1,3}?"),
          seed("a.b", "a\\.b|(?i:A)|[^\\W_]+(?#note)"),
          seed("x", "(?(1)a|b)(?>a)\\Z|\\N{LATIN SMALL LETTER X}")};
}

const Registration kRegistration({"patterns", run, seeds});

}  // namespace
}  // namespace seedc::fuzz::patterns_target
