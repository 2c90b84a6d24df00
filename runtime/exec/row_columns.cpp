// Gathers codes of rows. The dates of reviews are nearly as many as reviews: of those that are rows
// the years are read one by one, without a column of all dates.
#include "runtime/exec/row_columns.h"

#include <algorithm>
#include <atomic>
#include <map>

#include "runtime/exec/formula_values.h"
#include "runtime/exec/paths.h"
#include "runtime/exec/tested_values.h"

namespace seedc::exec {
namespace {

/// Dates of more distinct values are read row by row.
constexpr std::size_t kMostDates = 4096;
constexpr std::uint32_t kDatesPerCheck = 4096;

/// The year and one; 0 for none.
std::uint16_t number_of_year(const language::Value& date) {
  const language::Value year = year_of(date);
  return year.is_null() ? 0 : static_cast<std::uint16_t>(*year.as<std::int64_t>() + 1);
}

/// By number.
const std::vector<language::Value>& all_years() {
  constexpr int kLastYear = 9999;
  static const std::vector<language::Value> years = [] {
    std::vector<language::Value> values(1);
    for (int year = 0; year <= kLastYear; ++year) values.emplace_back(year);
    return values;
  }();
  return years;
}

}  // namespace

RowColumn::Years::Years(const data::Dataset& dataset) {
  if (auto of_rows = dataset.review_values(date_path()); of_rows.distinct_count() > kMostDates) {
    dates = std::move(of_rows);
    values = all_years();
    return;
  }
  std::map<std::uint16_t, std::uint16_t> known = {{0, 0}};
  occurring.resize(1);
  base::StepCounter steps(dataset.call(), kDatesPerCheck);
  for (const language::Value& date : dataset.review_column(date_path()).values) {
    steps.step();
    const std::uint16_t year = number_of_year(date);
    const auto [code, is_new] = known.try_emplace(year, occurring.size());
    if (is_new) occurring.emplace_back(year - 1);
    of_dates.push_back(code->second);
  }
  values = occurring;
}

RowColumn RowColumn::of(const contract::LoadSpec& load, const data::Dataset& dataset,
                        const data::Extractions& extractions) {
  RowColumn column;
  if (load.source == contract::LoadSpec::Source::Year) {
    column.years_ = std::make_unique<const Years>(dataset);
    column.values_ = column.years_->values;
    if (!column.years_->dates) column.codes_ = dataset.review_column(date_path()).codes.span();
    return column;
  }
  const data::Column& source = column_of(load, dataset, &extractions);
  column.is_per_row_ = load.source != contract::LoadSpec::Source::Item;
  column.codes_ = source.codes.span();
  if (!column.is_per_row_) column.codes_ = column.codes_.first(dataset.item_count());
  column.values_ = source.values;
  return column;
}

std::uint64_t RowColumn::bytes(std::uint32_t row_count) const {
  return values_.size() + (is_per_row_ ? row_count * sizeof(std::uint32_t) : 0);
}

void RowColumn::begin(std::uint32_t row_count) {
  occurs_.assign(values_.size(), 0);
  if (!is_per_row_) {
    for (const std::uint32_t code : codes_) occurs_[code] = 1;
  } else if (years_ || row_count != codes_.size()) {
    taken_ = std::make_unique_for_overwrite<std::uint32_t[]>(row_count);
  }
}

void RowColumn::take(std::uint32_t first_row, std::span<const std::uint32_t> reviews) {
  if (!is_per_row_) return;
  if (years_ && years_->dates) {
    const data::RowValues& dates = *years_->dates;
    take_codes(first_row, reviews, [&](std::uint32_t review) { return number_of_year(dates[review]); });
  } else if (years_) {
    const std::vector<std::uint16_t>& years = years_->of_dates;
    take_codes(first_row, reviews, [&](std::uint32_t review) { return years[codes_[review]]; });
  } else {
    take_codes(first_row, reviews, [&](std::uint32_t review) { return codes_[review]; });
  }
}

template <class CodeOf>
void RowColumn::take_codes(std::uint32_t first_row, std::span<const std::uint32_t> reviews,
                           CodeOf code_of) {
  std::uint32_t* const taken = taken_ ? taken_.get() + first_row : nullptr;
  for (std::size_t row = 0; row < reviews.size(); ++row) {
    const std::uint32_t code = code_of(reviews[row]);
    if (taken != nullptr) taken[row] = code;
    note(code);
  }
}

/// Written only once, so that threads do not take the memory from each other's caches.
void RowColumn::note(std::uint32_t code) {
  const std::atomic_ref<std::uint8_t> occurs(occurs_[code]);
  if (occurs.load(std::memory_order_relaxed) == 0) occurs.store(1, std::memory_order_relaxed);
}

}  // namespace seedc::exec
