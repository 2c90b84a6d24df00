// The index of words. One half of the inputs is an index of any bytes: it answers or throws
// DamagedData. The other half are texts and a pattern: the index leaves out no text that matches.
#include <cstring>

#include "compiler/source/utf8.h"
#include "runtime/base/damaged_data.h"
#include "runtime/text/pattern_set.h"
#include "runtime/text/pcre2_pattern.h"
#include "test/fuzz/target.h"
#include "test/support/indexed_texts.h"
#include "test/support/translated_pattern.h"

namespace seedc::fuzz::word_index_target {
namespace {

/// Vocabulary, ends of words, number of texts, and what is left as every list.
void read_hostile_index(std::string_view input) {
  const std::string_view vocabulary = take_part(input);
  const std::string_view end_bytes = take_part(input);
  std::vector<std::uint64_t> ends(end_bytes.size() / sizeof(std::uint64_t));
  if (!ends.empty()) std::memcpy(ends.data(), end_bytes.data(), ends.size() * sizeof ends[0]);
  const std::uint32_t text_count = take_byte(input);
  const std::string list(input);
  try {
    const text::WordIndex::Part part{.vocabulary = vocabulary,
                                     .word_ends = ends,
                                     .list = [&](std::size_t) { return std::string_view(list); },
                                     .list_bytes = [&](std::size_t) { return list.size(); },
                                     .text_count = text_count};
    const text::WordIndex index({part});
    for (const char* literal : {"a", "live music", " x", "ve."}) {
      for (const bool is_word : {false, true}) {
        const auto query = index.query({.literals = {{literal, is_word, is_word}}});
        if (query) index.answer(*query);
      }
    }
  } catch (const base::DamagedData& expected) {
    (void)expected;  // of hostile bytes
  }
}

/// A pattern on the first line, one text on each other line.
void check_search(std::string_view input) {
  std::vector<std::string> texts;
  for (std::size_t begin = 0; begin <= input.size();) {
    const std::size_t end = std::min(input.find('\n', begin), input.size());
    texts.push_back(source::as_valid_utf8(input.substr(begin, end - begin)));
    begin = end + 1;
  }
  const std::string source = texts.front();
  texts.erase(texts.begin());
  const language::Pattern pattern = support::translated_pattern(source);
  if (texts.empty() || pattern.pcre2.empty() || text::engine_refusal(pattern)) return;
  const support::IndexedTexts indexed(texts);
  const text::WordIndex index = indexed.index();
  const auto query = pattern.required ? index.query(*pattern.required) : std::nullopt;
  if (!query) return;
  const auto answer = index.answer(*query);
  const auto compiled = text::Pcre2Pattern::compile(pattern.pcre2).value();
  text::Pcre2Scratch scratch;
  for (std::uint32_t text = 0; text < texts.size(); ++text) {
    const text::SearchResult found = compiled->search(texts[text], scratch);
    require(found != text::SearchResult::Found || answer.may_match(text),
            "a text that matches is given");
    require(found != text::SearchResult::NotFound || !answer.may_match(text) ||
                !answer.must_match(text),
            "a text that is settled matches");
  }
}

void run(std::string_view input) {
  if (take_byte(input) % 2 == 0) {
    check_search(input);
  } else {
    read_hostile_index(input);
  }
}

/// A real index, one list for all words.
std::string index_seed() {
  const support::IndexedTexts indexed({"live music a", "alive", "x"});
  const text::WordIndex::Part part = indexed.part();
  std::string seed = "1";
  seed += static_cast<char>(part.vocabulary.size());
  seed += part.vocabulary;
  seed += static_cast<char>(part.word_ends.size_bytes());
  seed.append(reinterpret_cast<const char*>(part.word_ends.data()), part.word_ends.size_bytes());
  seed += static_cast<char>(part.text_count);
  return seed.append(part.list(0));
}

std::vector<std::string> seeds() {
  return {index_seed(), "0live music\nLive music, tonight\nthe LIVELY musical\nolive. Music!\n",
          "0\\bk[iy]osk(?:s| now)\n\u212aiosk\nkio\u017fk now\nkiosks\n",
          "0(?:caf\u00e9|don't)+ x\ncafe\ndon't x\nCAF\u00c9 X\n",
          "0\\bbar\\b|ph\u1edf|\u4e2dk\nbar\u6587\na_bar\nph\u1edf\n\u6587\u4e2dk\n"};
}

const Registration kRegistration({"word_index", run, seeds});

}  // namespace
}  // namespace seedc::fuzz::word_index_target
