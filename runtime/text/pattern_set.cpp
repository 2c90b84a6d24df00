// Which engine searches which pattern.
//
// Where no literal occurs that a pattern requires (Pattern::required), it does not match. Where one
// does, a pattern that is nothing but literals matches, and PCRE2 decides on the others. Patterns
// without such literals are PCRE2's.
#include "runtime/text/pattern_set.h"

#include <utility>

#include "runtime/text/pcre2_pattern.h"

namespace seedc::text {

struct PatternSet::Scratch::Impl {
  LiteralSearch::Scratch literals;
  Pcre2Scratch pcre2;
  PatternBits hits;
  PatternBits open;
};

struct PatternSet::Impl {
  std::vector<std::unique_ptr<Pcre2Pattern>> patterns;
  LiteralSearch literals;  ///< that they require

  /// Leaves in `scratch.open` the patterns of `wanted` that PCRE2 is to decide on.
  void look_for_literals(std::string_view text, const PatternBits& wanted, Scratch::Impl& scratch,
                         PatternBits& found) const;
};

std::optional<std::string> engine_refusal(const language::Pattern& pattern) {
  auto compiled = Pcre2Pattern::compile(pattern.pcre2);
  if (compiled) return std::nullopt;
  return compiled.error();
}

void PatternSet::Impl::look_for_literals(std::string_view text, const PatternBits& wanted,
                                         Scratch::Impl& scratch, PatternBits& found) const {
  scratch.open = wanted;
  const auto outcome = literals.look(text, wanted, scratch.literals, scratch.hits);
  const bool complete = outcome == LiteralSearch::Outcome::Complete;
  for (std::size_t word = 0; word < wanted.size(); ++word) {
    found[word] = wanted[word] & scratch.hits[word] & literals.exact()[word];
    scratch.open[word] &= ~found[word];
    if (complete) scratch.open[word] &= scratch.hits[word] | ~literals.with_literals()[word];
  }
}

base::Result<PatternSet> PatternSet::compile(std::span<const language::Pattern> patterns,
                                             const base::Call& call) {
  std::vector<std::unique_ptr<Pcre2Pattern>> engines;
  std::vector<std::optional<language::RequiredLiterals>> required;
  for (const language::Pattern& pattern : patterns) {
    call.check();
    auto compiled = Pcre2Pattern::compile(pattern.pcre2);
    if (!compiled) {
      return base::fail<base::ErrorCode::UnsearchablePattern>(pattern.source, compiled.error());
    }
    engines.push_back(std::move(*compiled));
    required.push_back(pattern.required);
  }
  return PatternSet(
      std::unique_ptr<Impl>(new Impl{std::move(engines), LiteralSearch(std::move(required))}));
}

PatternSet::PatternSet(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
PatternSet::PatternSet(PatternSet&&) noexcept = default;
PatternSet& PatternSet::operator=(PatternSet&&) noexcept = default;
PatternSet::~PatternSet() = default;

std::size_t PatternSet::size() const { return impl_->patterns.size(); }

PatternSet::Scratch PatternSet::make_scratch() const {
  return Scratch(std::make_unique<Scratch::Impl>());
}

void PatternSet::search(std::string_view text, const PatternBits& wanted, Scratch& scratch,
                        PatternBits& found, PatternBits& undecided) const {
  found.assign(wanted.size(), 0);
  undecided.assign(wanted.size(), 0);
  impl_->look_for_literals(text, wanted, *scratch.impl_, found);
  for_each_bit(scratch.impl_->open, [&](std::size_t index) {
    SearchResult result = impl_->patterns[index]->search(text, scratch.impl_->pcre2);
    if (result == SearchResult::Found) set_bit(found, index);
    if (result == SearchResult::Undecided) set_bit(undecided, index);
  });
}

std::vector<TextPlace> PatternSet::places(std::string_view text, std::size_t pattern,
                                          Scratch& scratch) const {
  std::vector<TextPlace> found;
  Pcre2Scratch& pcre2 = scratch.impl_->pcre2;
  std::size_t begin = 0;
  while (begin <= text.size() && found.size() < kMostPlaces) {
    const SearchResult result = impl_->patterns[pattern]->search_from(text, begin, pcre2);
    if (result != SearchResult::Found) break;
    found.push_back(Pcre2Pattern::place_of(pcre2));
    const TextPlace& last = found.back();
    begin = last.end > last.begin ? last.end : next_character(text, last.end);
  }
  return found;
}

PatternSet::Scratch::Scratch(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
PatternSet::Scratch::Scratch(Scratch&&) noexcept = default;
PatternSet::Scratch& PatternSet::Scratch::operator=(Scratch&&) noexcept = default;
PatternSet::Scratch::~Scratch() = default;

}  // namespace seedc::text
