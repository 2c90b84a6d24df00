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
#include "runtime/language/votes_key.h"

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

/// The number of reviews whose bit is set.
std::int64_t count_set_bits(const text::TextBits& bits, ReviewRange reviews) {
  constexpr std::uint32_t kBits = 64;
  if (reviews.is_empty()) return 0;
  const std::uint32_t first = reviews.begin / kBits, last = (reviews.end - 1) / kBits;
  std::int64_t count = 0;
  for (std::uint32_t word = first; word <= last; ++word) {
    std::uint64_t in_range = bits[word];
    if (word == first) in_range &= ~std::uint64_t{0} << (reviews.begin % kBits);
    if (word == last) in_range &= ~std::uint64_t{0} >> (kBits - 1 - (reviews.end - 1) % kBits);
    count += std::popcount(in_range);
  }
  return count;
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
    const contract::Plan& plan, const base::Call& call) {
  auto conditions = plan.conditions_at(language::Stage::Texts);
  PatternNumbers numbers;
  std::vector<std::optional<std::uint32_t>> number_of_condition;
  for (const language::Condition* condition : conditions)
    number_of_condition.push_back(numbers.number_of(pattern_of_texts(*condition)));
  auto patterns = text::PatternSet::compile(numbers.patterns(), call);
  if (!patterns) return tl::unexpected(patterns.error());
  const std::shared_ptr<PreparedTexts> prepared(
      new PreparedTexts(std::move(conditions), std::move(*patterns)));
  prepared->pattern_numbers_ = std::move(number_of_condition);
  prepared->voters_numbers_ = language::number_votes(prepared->conditions_, call);
  for (const language::Pattern& pattern : numbers.patterns()) {
    prepared->sources_.push_back(pattern.pcre2);
    prepared->required_.push_back(pattern.required);
  }
  return prepared;
}

TextRules::TextRules(const data::Dataset& dataset, std::shared_ptr<const PreparedTexts> prepared)
    : dataset_(&dataset), prepared_(std::move(prepared)) {
  narrowed_.resize(prepared_->patterns().size());
  charges_.resize(prepared_->patterns().size());
}

/// Makes the voters of each condition on texts, all but its pattern.
struct TextRules::VotersMaker {
  const data::Dataset& dataset;

  Voters operator()(const language::TextAny&) const { return {}; }

  Voters operator()(const language::TextCredible& c) const {
    Voters voters;
    voters.percentile = c.percentile;
    voters.without_pattern = language::Tri::No;
    const bool is_elite = c.field == elite_path();
    voters.credibility.emplace(
        dataset.review_column(c.field), dataset.call(),
        [=](const language::Value& value) { return language::credibility(value, is_elite); });
    return voters;
  }

  Voters operator()(const language::TextCircle& c) const {
    Voters voters;
    voters.circle.emplace(c.circle, dataset);
    return voters;
  }

  template <Filtered T>
  Voters operator()(const T& c) const {
    Voters voters;
    voters.filter.emplace(c, dataset);
    return voters;
  }

  Voters of(const language::Condition& condition) const {
    return std::visit(
        [&]<class T>(const T& c) -> Voters {
          constexpr bool kHasVoters = std::invocable<const VotersMaker&, const T&>;
          constexpr bool kIsOnTexts = language::kStageOf<T> == language::Stage::Texts;
          static_assert(kHasVoters == kIsOnTexts, "a condition on texts has voters");
          if constexpr (kHasVoters) return (*this)(c);
          throw std::logic_error("not a condition on texts");
        },
        condition);
  }
};

/// All but its voters.
TextRules::Rule TextRules::rule_of(const language::Condition& condition) {
  Rule rule;
  std::visit(
      [&]<class T>(const T& c) {
        if constexpr (language::kStageOf<T> == language::Stage::Texts)
          rule.min_matches = c.min_matches;
        if constexpr (std::is_same_v<T, language::TextCircle>)
          rule.without_reviews = language::Tri::No;
        if constexpr (Filtered<T>) rule.without_reviews = c.missing;
      },
      condition);
  return rule;
}

TextRules TextRules::bind(std::shared_ptr<const PreparedTexts> prepared,
                          const data::Dataset& dataset) {
  TextRules rules(dataset, std::move(prepared));
  const PreparedTexts& texts = *rules.prepared_;
  std::vector<bool> is_asked_for(texts.patterns().size());  // any match of the pattern
  for (std::size_t number = 0; number < texts.conditions().size(); ++number) {
    dataset.call().check();
    const language::Condition& condition = *texts.conditions()[number];
    Rule rule = rule_of(condition);
    rule.voters = texts.voters_of(number);
    if (rule.voters == rules.voters_.size()) {
      rules.voters_.push_back(VotersMaker{dataset}.of(condition));
      rules.voters_.back().pattern = texts.pattern_of(number);
    }
    const Voters& voters = rules.voters_[rule.voters];
    const bool takes_any_match = voters.pattern && voters.are_all() && rule.min_matches == 1;
    if (takes_any_match && !is_asked_for[*voters.pattern])
      is_asked_for[*voters.pattern] = rule.is_for_any_match = true;
    rules.rules_.push_back(rule);
  }
  return rules;
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
    const Voters& voters = voters_[rules_[rule].voters];
    if (voters.pattern) bytes[*voters.pattern] += wanted_shares[rule] * all_bytes;
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
    : rules_(rules),
      scratch_(rules.prepared_->take_scratch()),
      tally_numbers_(rules.voters_.size(), kNoTally) {
  const text::PatternBits none((rules.prepared_->patterns().size() + 63) / 64, 0);
  asked_ = found_ = undecided_ = none;
  searches_.resize(rules.prepared_->patterns().size());
}

void TextRules::Worker::decide(ReviewRange reviews, std::span<const std::uint32_t> wanted,
                               std::vector<language::Tri>& verdicts) {
  verdicts.assign(wanted.size(), language::Tri::Unknown);
  begin_item();
  for (std::size_t slot = 0; slot < wanted.size(); ++slot) {
    const Rule& rule = rules_.rules_[wanted[slot]];
    if (const auto verdict = verdict_unsearched(rule, reviews)) {
      verdicts[slot] = *verdict;
    } else {
      waiting_.push_back({slot, &rule});
    }
  }
  search_open(reviews);
  for (const auto& [slot, rule] : waiting_) {
    const Tally& tally = tallies_[tally_numbers_[rule->voters]];
    if (tally.found >= rule->min_matches) {
      verdicts[slot] = language::Tri::Yes;
    } else if (tally.found + tally.undecided < rule->min_matches) {
      verdicts[slot] = language::Tri::No;
    }
  }
  count_undecided();
  for (std::size_t slot = 0; slot < wanted.size(); ++slot)
    count_complete(rules_.rules_[wanted[slot]], reviews, verdicts[slot]);
}

void TextRules::Worker::begin_item() {
  for (const Tally& tally : tallies_) tally_numbers_[tally.number] = kNoTally;
  tallies_.clear();
  waiting_.clear();
  undecided_here_.clear();
}

void TextRules::Worker::search_open(ReviewRange reviews) {
  open_.clear();
  for (Tally& tally : tallies_) {
    if (tally.needed > 0) open_.push_back(&tally);
  }
  for (std::uint32_t review = next_review(reviews.begin, reviews.end);
       !open_.empty() && review < reviews.end; review = next_review(review + 1, reviews.end)) {
    look_at(review);
    std::erase_if(open_, [](const Tally* tally) { return tally->found >= tally->needed; });
  }
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
  TextLedger::Searches& sum = searches_[*rules_.voters_[rule.voters].pattern];
  ++sum.complete_items;
  sum.has_match = sum.has_match || (!reviews.is_empty() && verdict != language::Tri::No);
}

TextLedger TextRules::Worker::ledger() const {
  TextLedger ledger{.reviews_searched = reviews_searched_, .bytes_searched = bytes_searched_};
  for (std::size_t pattern = 0; pattern < searches_.size(); ++pattern)
    ledger.searches.emplace(rules_.prepared_->source(pattern), searches_[pattern]);
  return ledger;
}

/// The verdict if no review needs to be searched.
std::optional<language::Tri> TextRules::Worker::verdict_unsearched(const Rule& rule,
                                                                   ReviewRange reviews) {
  if (reviews.is_empty()) return rule.without_reviews;
  const Voters& voters = rules_.voters_[rule.voters];
  if (!voters.pattern && !voters.circle) return voters.without_pattern;
  Tally& tally = tally_of(rule.voters, reviews);
  if (voters.credibility && tally.with_credibility < rule.min_matches) return language::Tri::No;
  if (tally.reviews != nullptr) {
    if (tally.found >= rule.min_matches) return language::Tri::Yes;
    if (tally.found + tally.open < rule.min_matches) return language::Tri::No;
  }
  tally.needed = std::max(tally.needed, rule.min_matches);
  return std::nullopt;
}

TextRules::Worker::Tally& TextRules::Worker::tally_of(std::uint32_t voters, ReviewRange reviews) {
  std::uint32_t& number = tally_numbers_[voters];
  if (number == kNoTally) {
    number = static_cast<std::uint32_t>(tallies_.size());
    // Made in place: to copy what has just been written costs more than all else here.
    Tally& tally = tallies_.emplace_back(voters, &rules_.voters_[voters]);
    const auto pattern = tally.voters->pattern;
    if (tally.voters->credibility) find_threshold(reviews, tally);
    if (pattern && rules_.narrowed_[*pattern])
      count_known(*rules_.narrowed_[*pattern], reviews, tally);
  }
  return tallies_[number];
}

void TextRules::Worker::count_known(const text::PossibleTexts& known, ReviewRange reviews,
                                    Tally& tally) {
  tally.reviews = &known.open();
  if (tally.voters->are_all()) {
    tally.open = count_set_bits(known.open(), reviews);
    tally.found = count_set_bits(known.texts, reviews) - tally.open;
    return;
  }
  for_each_set_bit(known.texts, reviews, [&](std::uint32_t review) {
    if (concerns(tally, review)) ++(known.must_match(review) ? tally.found : tally.open);
  });
}

std::uint32_t TextRules::Worker::next_review(std::uint32_t review, std::uint32_t end) const {
  constexpr std::uint32_t kBits = 64;
  while (review < end) {
    std::uint64_t possible = 0;
    for (const Tally* tally : open_)
      possible |= tally->reviews ? (*tally->reviews)[review / kBits] : ~std::uint64_t{0};
    possible >>= review % kBits;
    if (possible != 0) return review + static_cast<std::uint32_t>(std::countr_zero(possible));
    review = (review / kBits + 1) * kBits;
  }
  return end;
}

/// Without a reviewer who has any credibility, none reaches the threshold.
void TextRules::Worker::find_threshold(ReviewRange reviews, Tally& tally) {
  const ReviewNumbers& credibility = *tally.voters->credibility;
  credible_values_.clear();
  for (std::uint32_t review = reviews.begin; review < reviews.end; ++review) {
    if (credibility.of(review) > 0) credible_values_.push_back(credibility.of(review));
  }
  const std::size_t size = credible_values_.size();
  tally.with_credibility = static_cast<std::int64_t>(size);
  tally.threshold = std::numeric_limits<double>::infinity();
  if (size == 0) return;
  const auto index =
      static_cast<std::size_t>(static_cast<double>(size) * tally.voters->percentile / 100);
  const auto place =
      credible_values_.begin() + static_cast<std::ptrdiff_t>(std::min(index, size - 1));
  std::nth_element(credible_values_.begin(), place, credible_values_.end());
  tally.threshold = *place;
}

void TextRules::Worker::look_at(std::uint32_t review) {
  std::fill(asked_.begin(), asked_.end(), 0);
  bool is_asked = false;
  for (const Tally* tally : open_) {
    const auto pattern = tally->voters->pattern;
    if (!pattern || !is_open(*tally, review)) continue;
    asked_[*pattern / 64] |= std::uint64_t{1} << (*pattern % 64);
    is_asked = true;
  }
  if (is_asked) search(review);
  for (Tally* tally : open_) {
    if (is_open(*tally, review)) count(*tally);
  }
}

bool TextRules::Worker::is_open(const Tally& tally, std::uint32_t review) {
  return (!tally.reviews || has_bit(*tally.reviews, review)) && concerns(tally, review);
}

/// Whether the review counts if its text matches.
bool TextRules::Worker::concerns(const Tally& tally, std::uint32_t review) {
  const Voters& voters = *tally.voters;
  if (voters.circle && !voters.circle->holds(review)) return false;
  if (voters.filter && !voters.filter->holds(review)) return false;
  return !voters.credibility || voters.credibility->of(review) >= tally.threshold;
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
  Tally tally{.number = rule.voters, .voters = &rules_.voters_[rule.voters]};
  if (tally.voters->credibility) {
    find_threshold(reviews, tally);
    finding.with_credibility = tally.with_credibility;
    if (tally.with_credibility >= rule.min_matches) finding.threshold = tally.threshold;
  }
  tally.threshold = finding.threshold.value_or(std::numeric_limits<double>::infinity());
  for (std::uint32_t review = reviews.begin; review < reviews.end; ++review)
    finding.reviews.push_back(examine(review, tally));
  return finding;
}

TextFinding::Review TextRules::Worker::examine(std::uint32_t review, const Tally& tally) {
  TextFinding::Review found{.is_heard = concerns(tally, review)};
  if (!tally.voters->pattern) {
    found.matches = tally.voters->circle.has_value();  // an empty pattern matches only for a circle
    return found;
  }
  const std::uint32_t pattern = *tally.voters->pattern;
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
  const auto pattern = tally.voters->pattern;
  if (!pattern || has_bit(found_, *pattern)) {
    ++tally.found;
  } else if (has_bit(undecided_, *pattern)) {
    ++tally.undecided;
  }
}

}  // namespace seedc::exec
