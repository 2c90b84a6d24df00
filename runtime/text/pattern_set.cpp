// Which engine searches which pattern.
//
// A pattern that requires literals (required_literals.h) is looked up in one Vectorscan pass over
// the text, for all patterns together; where no literal of its own occurs, it does not match. Where
// one does, a pattern that is nothing but literals matches, and PCRE2 decides on the others.
// Patterns without such literals are PCRE2's.
#include "runtime/text/pattern_set.h"

#include <fmt/format.h>

#include <bit>
#include <utility>

#include "runtime/text/literal_scanner.h"
#include "runtime/text/pcre2_pattern.h"
#include "runtime/text/required_literals.h"

namespace seedc {
namespace {

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
  std::vector<std::unique_ptr<Pcre2Pattern>> patterns;
  std::optional<LiteralScanner> scanner;
  PatternBits with_literals;   ///< the scanner knows literals that these require
  PatternBits literals_alone;  ///< of those: they match wherever a literal of theirs occurs

  void compile_scanner(std::span<const plan::Pattern> sources);

  /// Leaves in `scratch.open` the patterns of `wanted` that PCRE2 is to decide on.
  void scan_literals(std::string_view text, const PatternBits& wanted, Scratch::Impl& scratch,
                     PatternBits& found) const;
};

std::optional<std::string> engine_refusal(const plan::Pattern& pattern) {
  auto compiled = Pcre2Pattern::compile(pattern.pcre2);
  if (compiled) return std::nullopt;
  return compiled.error();
}

void PatternSet::Impl::compile_scanner(std::span<const plan::Pattern> sources) {
  with_literals.assign((sources.size() + 63) / 64, 0);
  literals_alone = with_literals;
  std::vector<LiteralScanner::Literal> literals;
  for (std::uint32_t i = 0; i < sources.size(); ++i) {
    auto required = required_literals(sources[i].pcre2);
    if (!required) continue;
    set_bit(with_literals, i);
    if (required->exact) set_bit(literals_alone, i);
    for (std::string& literal : required->literals) literals.push_back({std::move(literal), i});
  }
  if (!literals.empty()) scanner = LiteralScanner::compile(literals);
}

void PatternSet::Impl::scan_literals(std::string_view text, const PatternBits& wanted,
                                     Scratch::Impl& scratch, PatternBits& found) const {
  scratch.open = wanted;
  if (!scanner || !intersect(wanted, with_literals)) return;
  scratch.hits.assign(wanted.size(), 0);
  bool complete =
      scanner->scan(text, scratch.scanner.get(), scratch.hits) == LiteralScanner::Outcome::Complete;
  for (std::size_t word = 0; word < wanted.size(); ++word) {
    found[word] = wanted[word] & scratch.hits[word] & literals_alone[word];
    scratch.open[word] &= ~found[word];
    if (complete) scratch.open[word] &= scratch.hits[word] | ~with_literals[word];
  }
}

Result<PatternSet> PatternSet::compile(std::span<const plan::Pattern> patterns) {
  auto impl = std::make_unique<Impl>();
  for (const plan::Pattern& pattern : patterns) {
    auto compiled = Pcre2Pattern::compile(pattern.pcre2);
    if (!compiled) {
      return fail(ErrorKind::Usage, fmt::format("pattern `{}` cannot be searched: {}",
                                                pattern.source, compiled.error()));
    }
    impl->patterns.push_back(std::move(*compiled));
  }
  impl->compile_scanner(patterns);
  return PatternSet(std::move(impl));
}

PatternSet::PatternSet(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
PatternSet::PatternSet(PatternSet&&) noexcept = default;
PatternSet& PatternSet::operator=(PatternSet&&) noexcept = default;
PatternSet::~PatternSet() = default;

std::size_t PatternSet::size() const { return impl_->patterns.size(); }

PatternSet::Scratch PatternSet::make_scratch() const {
  auto scratch = std::make_unique<Scratch::Impl>();
  if (impl_->scanner) scratch->scanner = impl_->scanner->make_scratch();
  return Scratch(std::move(scratch));
}

void PatternSet::search(std::string_view text, const PatternBits& wanted, Scratch& scratch,
                        PatternBits& found, PatternBits& undecided) const {
  found.assign(wanted.size(), 0);
  undecided.assign(wanted.size(), 0);
  impl_->scan_literals(text, wanted, *scratch.impl_, found);
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

}  // namespace seedc
