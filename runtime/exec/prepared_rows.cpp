// Finds relevant reviews by what is known of their texts: from a word index, or because they were
// searched while they were read. Otherwise each text is searched.
#include "runtime/exec/prepared_rows.h"

#include <tbb/enumerable_thread_specific.h>
#include <unicode/utf8.h>

#include <algorithm>
#include <optional>

#include "runtime/data/model/searched_texts.h"
#include "runtime/exec/parallel.h"
#include "runtime/exec/scratch_pool.h"
#include "runtime/language/text.h"
#include "runtime/text/keywords.h"
#include "runtime/text/word_index.h"

namespace seedc::exec {
namespace {

constexpr std::uint32_t kItemsPerSearch = 64;
constexpr std::uint32_t kReviewsPerCheck = 64;

/// What the index, or a search while texts were read, says of which reviews contain one of the
/// keywords; std::nullopt if there is neither, or it says nothing.
std::optional<text::PossibleTexts> reviews_with(const contract::RowSet& rows,
                                                const data::Dataset& dataset) {
  const data::SearchedTexts* searched = dataset.searched_texts();
  const text::WordIndex* index = dataset.word_index();
  if (searched == nullptr && index == nullptr) return std::nullopt;
  const auto required = search_of(rows);
  if (!required) return std::nullopt;
  if (searched != nullptr) return searched->possible(*required, dataset.call());
  const auto query = index->query(*required);
  return query ? std::optional(index->answer(*query)) : std::nullopt;
}

}  // namespace

std::optional<language::RequiredLiterals> search_of(const contract::RowSet& rows) {
  language::RequiredLiterals required{.literals = {}, .exact = true};
  for (const std::string& keyword : rows.keywords) {
    const language::RequiredLiteral& literal = required.literals.emplace_back(
        language::lower(keyword), rows.whole_words, rows.whole_words);
    if (std::ranges::any_of(literal.text, [](char c) { return !U8_IS_SINGLE(c); }))
      return std::nullopt;
  }
  return required;
}

struct PreparedRows::Storage {
  explicit Storage(const contract::RowSet& row_set) : rows(row_set) {
    if (!rows.keywords.empty()) keywords.emplace(rows.keywords, rows.whole_words);
    if (rows.relevant) relevant.emplace(*rows.relevant);
    if (rows.kept) kept.emplace(*rows.kept);
  }

  const contract::RowSet& rows;
  std::optional<text::Keywords> keywords;  ///< absent if there are none
  std::optional<PreparedCondition> relevant, kept;
  ScratchPool<text::Keywords::Scratch> scratches;
};

PreparedRows::PreparedRows(const contract::RowSet& rows)
    : storage_(std::make_unique<const Storage>(rows)) {}
PreparedRows::PreparedRows(PreparedRows&&) noexcept = default;
PreparedRows& PreparedRows::operator=(PreparedRows&&) noexcept = default;
PreparedRows::~PreparedRows() = default;

ChosenReviews PreparedRows::relevant_reviews(const data::Dataset& dataset,
                                             const ExecuteOptions& options) const {
  const std::optional<text::Keywords>& keywords = storage_->keywords;
  ChosenReviews relevant;
  if (storage_->relevant) relevant = storage_->relevant->choose(dataset, nullptr, options);
  if (!keywords) return relevant;
  if (relevant.is_chosen.empty())
    relevant.charge = {dataset.call(), "rows", dataset.review_count()};
  relevant.is_chosen.resize(dataset.review_count(), 1);
  const auto known = reviews_with(storage_->rows, dataset);
  using Lent = ScratchPool<text::Keywords::Scratch>::Lent;
  tbb::enumerable_thread_specific<Lent> scratches(
      [&] { return storage_->scratches.take([&] { return text::Keywords::Scratch(); }); });
  PortionCounter searched(portions_of(dataset.item_count(), kItemsPerSearch), options.progress);
  const auto search = [&](std::uint32_t first_item, std::uint32_t end_item) {
    text::Keywords::Scratch& scratch = *scratches.local();
    const std::uint32_t end = dataset.review_begin(end_item);
    base::StepCounter reviews(dataset.call(), kReviewsPerCheck);
    for (std::uint32_t review = dataset.review_begin(first_item); review < end; ++review) {
      reviews.step();
      const bool is_possible = relevant.has(review) && (!known || known->may_match(review));
      const bool is_settled = known && known->must_match(review);
      relevant.is_chosen[review] =
          is_possible && (is_settled || keywords->occurs_in(dataset.text(review), scratch)) ? 1 : 0;
    }
    searched.end_portion();
  };
  for_each_range(dataset.item_count(), kItemsPerSearch, options.threads, dataset.call(), search);
  return relevant;
}

ChosenReviews PreparedRows::kept_reviews(const data::Dataset& dataset,
                                         const data::Extractions& extractions,
                                         const ExecuteOptions& options) const {
  return storage_->kept ? storage_->kept->choose(dataset, &extractions, options) : ChosenReviews();
}

}  // namespace seedc::exec
