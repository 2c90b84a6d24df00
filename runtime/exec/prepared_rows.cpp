// Finds relevant reviews through a word index if the dataset has one, otherwise by searching each
// text.
#include "runtime/exec/prepared_rows.h"

#include <tbb/enumerable_thread_specific.h>
#include <unicode/utf8.h>

#include <algorithm>
#include <optional>

#include "runtime/exec/parallel.h"
#include "runtime/exec/scratch_pool.h"
#include "runtime/language/text.h"
#include "runtime/text/keywords.h"
#include "runtime/text/word_index.h"

namespace seedc::exec {
namespace {

constexpr std::uint32_t kItemsPerSearch = 64;

/// The index's answer to which reviews contain one of the keywords; std::nullopt if it cannot
/// decide, or there is no index.
std::optional<text::WordIndex::Answer> reviews_with(const contract::RowSet& rows,
                                                    const data::Dataset& dataset) {
  const text::WordIndex* index = dataset.word_index();
  if (index == nullptr) return std::nullopt;
  language::RequiredLiterals required{.literals = {}, .exact = !rows.whole_words};
  for (const std::string& keyword : rows.keywords) {
    const std::string& literal = required.literals.emplace_back(language::lower(keyword));
    if (std::any_of(literal.begin(), literal.end(), [](char c) { return !U8_IS_SINGLE(c); }))
      return std::nullopt;
  }
  const auto query = index->query(required);
  return query ? std::optional(index->answer(*query)) : std::nullopt;
}

}  // namespace

struct PreparedRows::Storage {
  explicit Storage(const contract::RowSet& row_set) : rows(row_set) {
    if (!rows.keywords.empty()) keywords.emplace(rows.keywords, rows.whole_words);
  }

  const contract::RowSet& rows;
  std::optional<text::Keywords> keywords;  ///< absent if there are none
  ScratchPool<text::Keywords::Scratch> scratches;
};

PreparedRows::PreparedRows(const contract::RowSet& rows)
    : storage_(std::make_unique<const Storage>(rows)) {}
PreparedRows::PreparedRows(PreparedRows&&) noexcept = default;
PreparedRows& PreparedRows::operator=(PreparedRows&&) noexcept = default;
PreparedRows::~PreparedRows() = default;

std::vector<std::uint8_t> PreparedRows::relevant_reviews(const data::Dataset& dataset,
                                                         const ExecuteOptions& options) const {
  const std::optional<text::Keywords>& keywords = storage_->keywords;
  std::vector<std::uint8_t> relevant(dataset.review_count(), keywords ? 0 : 1);
  if (!keywords) return relevant;
  const auto known = reviews_with(storage_->rows, dataset);
  using Lent = ScratchPool<text::Keywords::Scratch>::Lent;
  tbb::enumerable_thread_specific<Lent> scratches(
      [&] { return storage_->scratches.take([&] { return keywords->make_scratch(); }); });
  PortionCounter searched(portions_of(dataset.item_count(), kItemsPerSearch), options.progress);
  const auto search = [&](std::uint32_t first_item, std::uint32_t end_item) {
    text::Keywords::Scratch& scratch = *scratches.local();
    const std::uint32_t end = dataset.review_begin(end_item);
    for (std::uint32_t review = dataset.review_begin(first_item); review < end; ++review) {
      const bool is_possible = !known || known->may_match(review);
      const bool is_settled = known && known->must_match(review);
      relevant[review] =
          is_possible && (is_settled || keywords->occurs_in(dataset.text(review), scratch)) ? 1 : 0;
    }
    searched.end_portion();
  };
  for_each_range(dataset.item_count(), kItemsPerSearch, options.threads, search);
  return relevant;
}

}  // namespace seedc::exec
