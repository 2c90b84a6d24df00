// Chooses between one pass for all literals and looking for each of a few.
#include "runtime/text/literal_search.h"

#include <algorithm>
#include <utility>

#include "runtime/text/literal_finder.h"
#include "runtime/text/strangers.h"

namespace seedc::text {
namespace {

/// By measurement: to scan for all literals of a set takes as long as to find one in so many of
/// them, and as long as to find kMostFinds, however many there are.
constexpr std::size_t kLiteralsPerFind = 8;
constexpr std::size_t kMostFinds = 2;

bool intersect(const PatternBits& a, const PatternBits& b) {
  for (std::size_t word = 0; word < a.size(); ++word) {
    if (a[word] & b[word]) return true;
  }
  return false;
}

std::vector<LiteralScanner::Literal> literals_of(
    const std::vector<std::optional<language::RequiredLiterals>>& searches) {
  std::vector<LiteralScanner::Literal> literals;
  for (std::uint32_t i = 0; i < searches.size(); ++i) {
    if (!searches[i]) continue;
    for (const auto& literal : searches[i]->literals) literals.push_back({literal, i});
  }
  return literals;
}

}  // namespace

LiteralSearch::LiteralSearch(std::vector<std::optional<language::RequiredLiterals>> searches)
    : searches_(std::move(searches)),
      with_literals_((searches_.size() + 63) / 64),
      scanner_(literals_of(searches_)) {
  exact_ = with_literals_;
  for (std::size_t i = 0; i < searches_.size(); ++i) {
    if (!searches_[i]) continue;
    set_bit(with_literals_, i);
    if (searches_[i]->exact) set_bit(exact_, i);
    literal_count_ += searches_[i]->literals.size();
  }
}

LiteralSearch::Outcome LiteralSearch::look(std::string_view text, const PatternBits& wanted,
                                           Scratch& scratch, PatternBits& hits) const {
  hits.assign(wanted.size(), 0);
  if (!intersect(wanted, with_literals_)) return Outcome::Complete;
  return are_few(wanted) ? find_each(text, wanted, hits)
                         : scanner_.scan(text, scratch.scanner_, hits);
}

bool LiteralSearch::are_few(const PatternBits& wanted) const {
  std::size_t searches = 0, literals = 0;
  for (std::size_t word = 0; word < wanted.size(); ++word)
    searches += static_cast<std::size_t>(std::popcount(wanted[word] & with_literals_[word]));
  if (searches > kMostFinds) return false;
  for_each_bit(wanted, [&](std::size_t search) {
    if (searches_[search]) literals += searches_[search]->literals.size();
  });
  return literals <= std::min(literal_count_ / kLiteralsPerFind, kMostFinds);
}

LiteralSearch::Outcome LiteralSearch::find_each(std::string_view text, const PatternBits& wanted,
                                                PatternBits& hits) const {
  Outcome outcome = has_stranger(text) ? Outcome::Unsure : Outcome::Complete;
  for_each_bit(wanted, [&](std::size_t search) {
    if (!searches_[search]) return;
    Standing best = Standing::No;
    for (const language::RequiredLiteral& literal : searches_[search]->literals)
      if (best != Standing::Yes) best = std::max(best, best_standing(literal, text));
    if (best == Standing::Yes) set_bit(hits, search);
    if (best == Standing::Maybe) outcome = Outcome::Unsure;
  });
  return outcome;
}

}  // namespace seedc::text
