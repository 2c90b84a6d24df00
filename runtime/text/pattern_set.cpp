// Which engine searches which pattern.
//
// A pattern that requires literals (Pattern::required) is looked up in one Vectorscan pass
// over the text, for all patterns together, or, where few of many are asked for, literal by
// literal; where no literal of its own occurs, it does not match. Where one does, a pattern that is
// nothing but literals matches, and PCRE2 decides on the others. Patterns without such literals are
// PCRE2's.
#include "runtime/text/pattern_set.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <mutex>
#include <utility>

#include "runtime/text/literal_finder.h"
#include "runtime/text/literal_scanner.h"
#include "runtime/text/pcre2_pattern.h"
#include "runtime/text/strangers.h"

namespace seedc::text {
namespace {

/// To scan for all literals of a set takes as long as to find one in so many of them, by
/// measurement.
constexpr std::size_t kLiteralsPerFind = 8;

void set_bit(PatternBits& bits, std::size_t index) {
  bits[index / 64] |= std::uint64_t{1} << (index % 64);
}

template <class Visit>
void for_each_bit(const PatternBits& bits, Visit visit) {
  for (std::size_t word = 0; word < bits.size(); ++word) {
    for (std::uint64_t rest = bits[word]; rest != 0; rest &= rest - 1) {
      visit(word * 64 + static_cast<std::size_t>(std::countr_zero(rest)));
    }
  }
}

bool intersect(const PatternBits& a, const PatternBits& b) {
  for (std::size_t word = 0; word < a.size(); ++word) {
    if (a[word] & b[word]) return true;
  }
  return false;
}

}  // namespace

struct PatternSet::Scratch::Impl {
  LiteralScanner::Scratch scanner;
  Pcre2Scratch pcre2;
  PatternBits hits;
  PatternBits open;
};

struct PatternSet::Impl {
  using Outcome = LiteralScanner::Outcome;

  std::vector<std::unique_ptr<Pcre2Pattern>> patterns;
  std::vector<std::optional<language::RequiredLiterals>> required;  ///< of each pattern
  std::size_t literal_count = 0;                                    ///< of all
  PatternBits with_literals;   ///< patterns that require literals
  PatternBits literals_alone;  ///< of those: they match wherever a literal of theirs occurs

  void read_literals(std::span<const language::Pattern> sources);

  /// Leaves in `scratch.open` the patterns of `wanted` that PCRE2 is to decide on.
  void look_for_literals(std::string_view text, const PatternBits& wanted, Scratch::Impl& scratch,
                         PatternBits& found) const;

 private:
  bool are_few(const PatternBits& wanted) const;
  Outcome find_each(std::string_view text, const PatternBits& wanted, PatternBits& hits) const;
  Outcome scan_for_all(std::string_view text, Scratch::Impl& scratch) const;
  void compile_scanner() const;

  /// Nothing if Vectorscan takes the literals not. Compiled when first needed.
  mutable std::optional<LiteralScanner> scanner_;
  mutable std::once_flag scanner_compiled_;
};

std::optional<std::string> engine_refusal(const language::Pattern& pattern) {
  auto compiled = Pcre2Pattern::compile(pattern.pcre2);
  if (compiled) return std::nullopt;
  return compiled.error();
}

void PatternSet::Impl::read_literals(std::span<const language::Pattern> sources) {
  with_literals.assign((sources.size() + 63) / 64, 0);
  literals_alone = with_literals;
  for (std::size_t i = 0; i < sources.size(); ++i) {
    const auto& literals = required.emplace_back(sources[i].required);
    if (!literals) continue;
    set_bit(with_literals, i);
    if (literals->exact) set_bit(literals_alone, i);
    literal_count += literals->literals.size();
  }
}

void PatternSet::Impl::compile_scanner() const {
  std::vector<LiteralScanner::Literal> literals;
  for (std::uint32_t i = 0; i < required.size(); ++i) {
    if (!required[i]) continue;
    for (const std::string& literal : required[i]->literals) literals.push_back({literal, i});
  }
  scanner_ = LiteralScanner::compile(literals);
}

void PatternSet::Impl::look_for_literals(std::string_view text, const PatternBits& wanted,
                                         Scratch::Impl& scratch, PatternBits& found) const {
  scratch.open = wanted;
  if (!intersect(wanted, with_literals)) return;
  scratch.hits.assign(wanted.size(), 0);
  const Outcome outcome =
      are_few(wanted) ? find_each(text, wanted, scratch.hits) : scan_for_all(text, scratch);
  const bool complete = outcome == Outcome::Complete;
  for (std::size_t word = 0; word < wanted.size(); ++word) {
    found[word] = wanted[word] & scratch.hits[word] & literals_alone[word];
    scratch.open[word] &= ~found[word];
    if (complete) scratch.open[word] &= scratch.hits[word] | ~with_literals[word];
  }
}

bool PatternSet::Impl::are_few(const PatternBits& wanted) const {
  std::size_t wanted_count = 0;
  for_each_bit(wanted, [&](std::size_t index) {
    if (required[index]) wanted_count += required[index]->literals.size();
  });
  return wanted_count * kLiteralsPerFind <= literal_count;
}

PatternSet::Impl::Outcome PatternSet::Impl::find_each(std::string_view text,
                                                      const PatternBits& wanted,
                                                      PatternBits& hits) const {
  for_each_bit(wanted, [&](std::size_t index) {
    if (!required[index]) return;
    const auto occurs = [&](const std::string& literal) { return literal_occurs(literal, text); };
    if (std::ranges::any_of(required[index]->literals, occurs)) set_bit(hits, index);
  });
  return has_stranger(text) ? Outcome::Unsure : Outcome::Complete;
}

PatternSet::Impl::Outcome PatternSet::Impl::scan_for_all(std::string_view text,
                                                         Scratch::Impl& scratch) const {
  std::call_once(scanner_compiled_, [&] { compile_scanner(); });
  if (!scanner_) return Outcome::Unsure;
  if (!scratch.scanner) scratch.scanner = scanner_->make_scratch();
  return scanner_->scan(text, scratch.scanner.get(), scratch.hits);
}

base::Result<PatternSet> PatternSet::compile(std::span<const language::Pattern> patterns,
                                             const base::Call& call) {
  auto impl = std::make_unique<Impl>();
  for (const language::Pattern& pattern : patterns) {
    call.check();
    auto compiled = Pcre2Pattern::compile(pattern.pcre2);
    if (!compiled) {
      return base::fail<base::ErrorCode::UnsearchablePattern>(pattern.source, compiled.error());
    }
    impl->patterns.push_back(std::move(*compiled));
  }
  impl->read_literals(patterns);
  return PatternSet(std::move(impl));
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
