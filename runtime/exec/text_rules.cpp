// Binds text conditions to a dataset and decides them with one search per text.
#include "runtime/exec/text_rules.h"

#include <algorithm>
#include <bit>
#include <concepts>
#include <limits>
#include <map>
#include <stdexcept>

#include "runtime/data/model/searched_texts.h"
#include "runtime/exec/parallel.h"
#include "runtime/exec/paths.h"
#include "runtime/language/text.h"

namespace seedc::exec {
namespace {

/// Numbers the distinct patterns of a run.
class PatternNumbers {
 public:
  std::optional<std::uint32_t> number_of(const language::Pattern& pattern) {
    if (pattern.source.empty()) return std::nullopt;
    const auto next = static_cast<std::uint32_t>(patterns_.size());
    const auto [entry, is_new] = numbers_.emplace(pattern.pcre2, next);
    if (is_new) patterns_.push_back(pattern);
    return entry->second;
  }
  const std::vector<language::Pattern>& patterns() const { return patterns_; }

 private:
  std::vector<language::Pattern> patterns_;
  std::map<std::string, std::uint32_t> numbers_;
};

const language::Pattern& pattern_of_texts(const language::Condition& condition) {
  const language::Pattern* pattern = language::find_field<language::Pattern>(condition).value;
  if (pattern == nullptr) throw std::logic_error("not a condition on texts");
  return *pattern;
}

/// Calls `visit` for each review whose bit is set.
template <class Visit>
void for_each_set_bit(const text::TextBits& bits, ReviewRange reviews, const Visit& visit) {
  constexpr std::uint32_t kBits = 64;
  std::uint32_t review = reviews.begin;
  while (review < reviews.end) {
    std::uint64_t rest = bits[review / kBits] >> (review % kBits);
    if (rest == 0) {
      review = (review / kBits + 1) * kBits;
      continue;
    }
    review += static_cast<std::uint32_t>(std::countr_zero(rest));
    if (review < reviews.end) visit(review);
    ++review;
  }
}

/// In bytes of text that Vectorscan scans in the same time; measured.
constexpr double kCostOfVocabularyByte = 3;
constexpr double kCostOfListByte = 10;

bool has_bit(const text::PatternBits& bits, std::uint32_t number) {
  return (bits[number / 64] >> (number % 64) & 1) != 0;
}

}  // namespace

void TextLedger::add(const TextLedger& other) {
  reviews_searched += other.reviews_searched;
  bytes_searched += other.bytes_searched;
  for (const auto& [pattern, more] : other.searches) {
    Searches& sum = searches[pattern];
    sum.undecided_reviews += more.undecided_reviews;
    sum.undecided_items += more.undecided_items;
    sum.complete_items += more.complete_items;
    sum.has_match = sum.has_match || more.has_match;
  }
}

PreparedTexts::PreparedTexts(std::vector<const language::Condition*> conditions,
                             text::PatternSet patterns)
    : conditions_(std::move(conditions)), patterns_(std::move(patterns)) {}

base::Result<std::shared_ptr<const PreparedTexts>> PreparedTexts::prepare(
    std::vector<const language::Condition*> conditions, const base::Call& call) {
  PatternNumbers numbers;
  std::vector<std::optional<std::uint32_t>> number_of_condition;
  for (const language::Condition* condition : conditions)
    number_of_condition.push_back(numbers.number_of(pattern_of_texts(*condition)));
  auto patterns = text::PatternSet::compile(numbers.patterns(), call);
  if (!patterns) return tl::unexpected(patterns.error());
  const std::shared_ptr<PreparedTexts> prepared(
      new PreparedTexts(std::move(conditions), std::move(*patterns)));
  prepared->pattern_numbers_ = std::move(number_of_condition);
  for (const language::Pattern& pattern : numbers.patterns()) {
    prepared->sources_.push_back(pattern.pcre2);
    prepared->required_.push_back(pattern.required);
  }
  return prepared;
}

TextRules::TextRules(const data::Dataset& dataset, std::shared_ptr<const PreparedTexts> prepared,
                     std::vector<Rule> rules)
    : dataset_(&dataset), prepared_(std::move(prepared)), rules_(std::move(rules)) {
  narrowed_.resize(prepared_->patterns().size());
  charges_.resize(prepared_->patterns().size());
}

/// Makes the rule of each condition on texts, all but its pattern.
struct TextRules::RuleMaker {
  const data::Dataset& dataset;

  Rule operator()(const language::TextAny& c) const {
    Rule rule;
    rule.min_matches = c.min_matches;
    return rule;
  }

  Rule operator()(const language::TextCredible& c) const {
    Rule rule;
    rule.min_matches = c.min_matches;
    rule.percentile = c.percentile;
    rule.without_pattern = language::Tri::No;
    const bool is_elite = c.field == elite_path();
    rule.credibility.emplace(
        dataset.review_column(c.field), dataset.call(),
        [=](const language::Value& value) { return language::credibility(value, is_elite); });
    return rule;
  }

  Rule operator()(const language::TextCircle& c) const {
    Rule rule;
    rule.min_matches = c.min_matches;
    rule.without_reviews = language::Tri::No;
    rule.circle.emplace(c.circle, dataset);
    return rule;
  }

  template <Filtered T>
  Rule operator()(const T& c) const {
    Rule rule;
    rule.min_matches = c.min_matches;
    rule.without_reviews = c.missing;
    rule.filter.emplace(c, dataset);
    return rule;
  }

  Rule of(const language::Condition& condition) const {
    return std::visit(
        [&]<class T>(const T& c) -> Rule {
          constexpr bool kHasRule = std::invocable<const RuleMaker&, const T&>;
          constexpr bool kIsOnTexts = language::kStageOf<T> == language::Stage::Texts;
          static_assert(kHasRule == kIsOnTexts, "a condition on texts has a rule");
          if constexpr (kHasRule) return (*this)(c);
          throw std::logic_error("not a condition on texts");
        },
        condition);
  }
};

TextRules TextRules::bind(std::shared_ptr<const PreparedTexts> prepared,
                          const data::Dataset& dataset) {
  std::vector<Rule> rules;
  std::vector<bool> is_asked_for(prepared->patterns().size());  // any match of the pattern
  for (const language::Condition* condition : prepared->conditions()) {
    dataset.call().check();
    Rule rule = RuleMaker{dataset}.of(*condition);
    rule.pattern = prepared->pattern_of(rules.size());
    if (rule.pattern && rule.takes_any_match() && !is_asked_for[*rule.pattern])
      is_asked_for[*rule.pattern] = rule.is_for_any_match = true;
    rules.push_back(std::move(rule));
  }
  return {dataset, std::move(prepared), std::move(rules)};
}

void TextRules::narrow(std::span<const double> wanted_shares, unsigned threads) {
  if (const data::SearchedTexts* searched = dataset_->searched_texts())
    return take_answers(*searched, threads);
  const text::WordIndex* index = dataset_->word_index();
  if (index == nullptr) return;
  const std::vector<double> costs = scan_bytes(wanted_shares);
  for_each_portion(narrowed_.size(), threads, dataset_->call(), [&](std::uint64_t pattern) {
    std::optional<text::WordIndex::Query> query;
    route(*index, pattern, costs[pattern], query);
    if (!query) return;
    charge_answer(pattern);
    narrowed_[pattern] = index->answer(*query);
  });
}

void TextRules::take_answers(const data::SearchedTexts& searched, unsigned threads) {
  for_each_portion(narrowed_.size(), threads, dataset_->call(), [&](std::uint64_t pattern) {
    charge_answer(pattern);
    narrowed_[pattern] = searched.possible(*prepared_->required(pattern), dataset_->call());
  });
}

void TextRules::charge_answer(std::size_t pattern) {
  constexpr std::uint64_t kBitSets = 2;  // of reviews
  charges_[pattern] = {dataset_->call(), "the reviews that have words",
                       kBitSets * dataset_->review_count() / 8};
}

std::vector<TextRoute> TextRules::routes(std::span<const double> wanted_shares) const {
  const std::vector<double> costs = scan_bytes(wanted_shares);
  std::vector<TextRoute> routes;
  for (std::size_t pattern = 0; pattern < narrowed_.size(); ++pattern) {
    dataset_->call().check();
    std::optional<text::WordIndex::Query> query;
    routes.push_back(route(*dataset_->word_index(), pattern, costs[pattern], query));
  }
  return routes;
}

std::vector<double> TextRules::scan_bytes(std::span<const double> wanted_shares) const {
  std::vector<double> bytes(narrowed_.size());
  const auto all_bytes = static_cast<double>(dataset_->text_bytes());
  for (std::size_t rule = 0; rule < rules_.size(); ++rule) {
    if (rules_[rule].pattern) bytes[*rules_[rule].pattern] += wanted_shares[rule] * all_bytes;
  }
  return bytes;
}

TextRoute TextRules::route(const text::WordIndex& index, std::size_t pattern, double scan_bytes,
                           std::optional<text::WordIndex::Query>& query) const {
  TextRoute route{.pattern = prepared_->source(pattern), .scan_bytes = scan_bytes};
  const auto chosen = [&](TextRoute::Kind kind) {
    route.kind = kind;
    return route;
  };
  if (scan_bytes == 0) return chosen(TextRoute::Kind::NotNeeded);
  if (!prepared_->required(pattern)) return chosen(TextRoute::Kind::NoWord);
  route.index_bytes = kCostOfVocabularyByte * static_cast<double>(index.vocabulary_bytes());
  if (route.index_bytes >= scan_bytes) return chosen(TextRoute::Kind::DearIndex);
  auto found = index.query(*prepared_->required(pattern));
  if (!found) return chosen(TextRoute::Kind::NoWord);
  route.index_bytes += kCostOfListByte * static_cast<double>(found->list_bytes);
  if (route.index_bytes >= scan_bytes) return chosen(TextRoute::Kind::DearIndex);
  query = std::move(found);
  return chosen(TextRoute::Kind::Index);
}

TextRules::Worker::Worker(const TextRules& rules)
    : rules_(rules), scratch_(rules.prepared_->take_scratch()) {
  const text::PatternBits none((rules.prepared_->patterns().size() + 63) / 64, 0);
  asked_ = found_ = undecided_ = none;
  searches_.resize(rules.prepared_->patterns().size());
}

void TextRules::Worker::decide(ReviewRange reviews, std::span<const std::uint32_t> wanted,
                               std::vector<language::Tri>& verdicts) {
  verdicts.assign(wanted.size(), language::Tri::Unknown);
  open_.clear();
  undecided_here_.clear();
  for (std::size_t slot = 0; slot < wanted.size(); ++slot) {
    if (const auto verdict = open(rules_.rules_[wanted[slot]], reviews, slot))
      verdicts[slot] = *verdict;
  }
  for (std::uint32_t review = next_review(reviews.begin, reviews.end);
       !open_.empty() && review < reviews.end; review = next_review(review + 1, reviews.end)) {
    look_at(review);
    std::erase_if(open_, [&](const Tally& tally) {
      if (tally.found < tally.rule->min_matches) return false;
      verdicts[tally.slot] = language::Tri::Yes;
      return true;
    });
  }
  for (const Tally& tally : open_) {
    verdicts[tally.slot] = tally.found + tally.undecided >= tally.rule->min_matches
                               ? language::Tri::Unknown
                               : language::Tri::No;
  }
  count_undecided();
  for (std::size_t slot = 0; slot < wanted.size(); ++slot)
    count_complete(rules_.rules_[wanted[slot]], reviews, verdicts[slot]);
}

void TextRules::Worker::count_undecided() {
  std::ranges::sort(undecided_here_);
  for (std::size_t i = 0; i < undecided_here_.size(); ++i) {
    const std::uint32_t pattern = undecided_here_[i];
    TextLedger::Searches& sum = searches_[pattern];
    ++sum.undecided_reviews;
    if (i == 0 || undecided_here_[i - 1] != pattern) ++sum.undecided_items;
  }
}

void TextRules::Worker::count_complete(const Rule& rule, ReviewRange reviews,
                                       language::Tri verdict) {
  if (!rule.is_for_any_match) return;
  TextLedger::Searches& sum = searches_[*rule.pattern];
  ++sum.complete_items;
  sum.has_match = sum.has_match || (!reviews.is_empty() && verdict != language::Tri::No);
}

TextLedger TextRules::Worker::ledger() const {
  TextLedger ledger{.reviews_searched = reviews_searched_, .bytes_searched = bytes_searched_};
  for (std::size_t pattern = 0; pattern < searches_.size(); ++pattern)
    ledger.searches.emplace(rules_.prepared_->source(pattern), searches_[pattern]);
  return ledger;
}

/// The verdict if no review needs to be searched; otherwise starts a tally.
std::optional<language::Tri> TextRules::Worker::open(const Rule& rule, ReviewRange reviews,
                                                     std::size_t slot) {
  if (reviews.is_empty()) return rule.without_reviews;
  if (!rule.pattern && !rule.circle) return rule.without_pattern;
  double threshold = 0;
  if (rule.credibility) {
    const auto credible = credible_threshold(rule, reviews);
    if (!credible) return language::Tri::No;
    threshold = *credible;
  }
  Tally tally{.slot = slot, .rule = &rule, .threshold = threshold};
  if (rule.pattern && rules_.narrowed_[*rule.pattern]) {
    if (const auto verdict = count_known(*rules_.narrowed_[*rule.pattern], reviews, tally))
      return verdict;
  }
  open_.push_back(tally);
  return std::nullopt;
}

std::optional<language::Tri> TextRules::Worker::count_known(const text::PossibleTexts& known,
                                                            ReviewRange reviews, Tally& tally) {
  std::int64_t open_count = 0;
  for_each_set_bit(known.texts, reviews, [&](std::uint32_t review) {
    if (concerns(tally, review)) ++(known.must_match(review) ? tally.found : open_count);
  });
  if (tally.found >= tally.rule->min_matches) return language::Tri::Yes;
  if (tally.found + open_count < tally.rule->min_matches) return language::Tri::No;
  tally.reviews = &known.open();
  return std::nullopt;
}

std::uint32_t TextRules::Worker::next_review(std::uint32_t review, std::uint32_t end) const {
  constexpr std::uint32_t kBits = 64;
  while (review < end) {
    std::uint64_t possible = 0;
    for (const Tally& tally : open_)
      possible |= tally.reviews ? (*tally.reviews)[review / kBits] : ~std::uint64_t{0};
    possible >>= review % kBits;
    if (possible != 0) return review + static_cast<std::uint32_t>(std::countr_zero(possible));
    review = (review / kBits + 1) * kBits;
  }
  return end;
}

/// The threshold of a credible reviewer; std::nullopt if too few reviewers have a credibility.
std::optional<double> TextRules::Worker::credible_threshold(const Rule& rule, ReviewRange reviews) {
  credible_values_.clear();
  for (std::uint32_t review = reviews.begin; review < reviews.end; ++review) {
    if (rule.credibility->of(review) > 0) credible_values_.push_back(rule.credibility->of(review));
  }
  const std::size_t size = credible_values_.size();
  if (static_cast<std::int64_t>(size) < rule.min_matches) return std::nullopt;
  const auto index = static_cast<std::size_t>(static_cast<double>(size) * rule.percentile / 100);
  const auto place =
      credible_values_.begin() + static_cast<std::ptrdiff_t>(std::min(index, size - 1));
  std::nth_element(credible_values_.begin(), place, credible_values_.end());
  return *place;
}

void TextRules::Worker::look_at(std::uint32_t review) {
  std::fill(asked_.begin(), asked_.end(), 0);
  bool is_asked = false;
  for (const Tally& tally : open_) {
    if (!tally.rule->pattern || !is_open(tally, review)) continue;
    asked_[*tally.rule->pattern / 64] |= std::uint64_t{1} << (*tally.rule->pattern % 64);
    is_asked = true;
  }
  if (is_asked) search(review);
  for (Tally& tally : open_) {
    if (is_open(tally, review)) count(tally);
  }
}

bool TextRules::Worker::is_open(const Tally& tally, std::uint32_t review) {
  return (!tally.reviews || has_bit(*tally.reviews, review)) && concerns(tally, review);
}

/// Whether the review counts if its text matches.
bool TextRules::Worker::concerns(const Tally& tally, std::uint32_t review) {
  if (tally.rule->circle && !tally.rule->circle->holds(review)) return false;
  if (tally.rule->filter && !tally.rule->filter->holds(review)) return false;
  return !tally.rule->credibility || tally.rule->credibility->of(review) >= tally.threshold;
}

void TextRules::Worker::search(std::uint32_t review) {
  rules_.dataset_->call().check();
  const std::string_view text = rules_.dataset_->text(review);
  rules_.prepared_->patterns().search(text, asked_, *scratch_, found_, undecided_);
  ++reviews_searched_;
  bytes_searched_ += text.size();
  for (std::uint32_t word = 0; word < asked_.size(); ++word) {
    for (std::uint64_t bits = undecided_[word] & asked_[word]; bits != 0; bits &= bits - 1)
      undecided_here_.push_back(64 * word + static_cast<std::uint32_t>(std::countr_zero(bits)));
  }
}

TextFinding TextRules::Worker::examine(ReviewRange reviews, std::uint32_t condition) {
  TextFinding finding;
  std::vector<language::Tri> verdicts;
  decide(reviews, std::span(&condition, 1), verdicts);
  finding.value = verdicts.front();
  const Rule& rule = rules_.rules_[condition];
  if (rule.credibility) {
    finding.threshold = credible_threshold(rule, reviews);
    finding.with_credibility = static_cast<std::int64_t>(credible_values_.size());
  }
  const Tally tally{
      .slot = 0,
      .rule = &rule,
      .threshold = finding.threshold.value_or(std::numeric_limits<double>::infinity())};
  for (std::uint32_t review = reviews.begin; review < reviews.end; ++review)
    finding.reviews.push_back(examine(review, tally));
  return finding;
}

TextFinding::Review TextRules::Worker::examine(std::uint32_t review, const Tally& tally) {
  TextFinding::Review found{.is_heard = concerns(tally, review)};
  if (!tally.rule->pattern) {
    found.matches = tally.rule->circle.has_value();  // an empty pattern matches only for a circle
    return found;
  }
  const std::uint32_t pattern = *tally.rule->pattern;
  std::fill(asked_.begin(), asked_.end(), 0);
  asked_[pattern / 64] |= std::uint64_t{1} << (pattern % 64);
  search(review);
  found.matches = has_bit(found_, pattern);
  found.is_undecided = has_bit(undecided_, pattern);
  if (found.matches)
    found.places =
        rules_.prepared_->patterns().places(rules_.dataset_->text(review), pattern, *scratch_);
  return found;
}

void TextRules::Worker::count(Tally& tally) const {
  if (!tally.rule->pattern || has_bit(found_, *tally.rule->pattern)) {
    ++tally.found;
  } else if (has_bit(undecided_, *tally.rule->pattern)) {
    ++tally.undecided;
  }
}

}  // namespace seedc::exec
