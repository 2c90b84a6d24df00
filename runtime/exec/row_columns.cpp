// Gathers codes of rows. Dates are nearly as many as reviews: only their years are kept, or if rows
// are few, those of rows are read one by one.
#include "runtime/exec/row_columns.h"

#include <algorithm>
#include <atomic>

#include "runtime/exec/formula_values.h"
#include "runtime/exec/paths.h"
#include "runtime/exec/tested_values.h"

namespace seedc::exec {
namespace {

/// How many dates have their years read in the time of one that is read with its row.
constexpr std::uint64_t kDatesPerRow = 4;

/// The year of a date and one; 0 for none.
std::uint16_t number_of_year(std::string_view date) {
  const auto year = year_of_text(date);
  return year ? static_cast<std::uint16_t>(*year + 1) : 0;
}
std::uint16_t number_of_year(const language::Value& date) {
  const auto* text = date.as<std::string>();
  return text != nullptr ? number_of_year(std::string_view(*text)) : 0;
}

data::ValueNumber year_numbers() {
  return {[](const language::Value& date) { return number_of_year(date); },
          [](std::string_view date) { return number_of_year(date); }};
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

RowColumn::Years::Years(data::ColumnNumbers numbers) : of_dates(std::move(numbers)), values(1) {
  std::uint16_t first = UINT16_MAX;
  std::uint16_t last = 0;
  for (const std::uint16_t number : of_dates.marks) {
    if (number == 0) continue;
    first = std::min(first, number);
    last = std::max(last, number);
  }
  for (std::uint16_t& number : of_dates.marks) {
    if (number != 0) number = static_cast<std::uint16_t>(number - first + 1);
  }
  for (int number = first; number <= last; ++number) values.emplace_back(number - 1);
}

RowColumn RowColumn::of(const contract::LoadSpec& load, const data::Dataset& dataset,
                        const data::Extractions& extractions) {
  RowColumn column;
  if (load.source == contract::LoadSpec::Source::Year) {
    column.dates_ = dataset.review_values(date_path());
    return column;
  }
  const data::Column& source = column_of(load, dataset, &extractions);
  column.is_per_row_ = load.source != contract::LoadSpec::Source::Item;
  column.codes_ = source.codes.packed();
  if (!column.is_per_row_) column.codes_ = column.codes_.first(dataset.item_count());
  column.values_ = source.values;
  return column;
}

void RowColumn::read_years(const data::Dataset& dataset, std::uint32_t row_count) {
  if (!dates_) return;
  if (dates_->distinct_count() > kDatesPerRow * row_count) {
    values_ = all_years();
    return;
  }
  years_ = std::make_unique<const Years>(dataset.review_numbers(date_path(), year_numbers()));
  codes_ = years_->of_dates.codes;
  values_ = years_->values;
}

std::uint64_t RowColumn::bytes(std::uint32_t row_count) const {
  return values_.size() +
         (needs_copy(row_count) ? code_count(row_count) * sizeof(std::uint32_t) : 0);
}

bool RowColumn::needs_copy(std::uint32_t row_count) const {
  return dates_ || code_count(row_count) != codes_.size() || !codes_.unpacked();
}

void RowColumn::begin(std::uint32_t row_count) {
  occurs_.assign(values_.size(), 0);
  const std::size_t count = code_count(row_count);
  if (needs_copy(row_count)) taken_ = std::make_unique_for_overwrite<std::uint32_t[]>(count);
  if (is_per_row_) return;
  if (taken_) codes_.copy_to(taken_.get());
  for (const std::uint32_t code : std::span(codes(), count)) occurs_[code] = 1;
}

void RowColumn::take(std::uint32_t first_row, std::span<const std::uint32_t> reviews) {
  if (!is_per_row_) return;
  if (years_) {
    const std::vector<std::uint16_t>& years = years_->of_dates.marks;
    codes_.with_codes([&](const auto codes) {
      take_codes(first_row, reviews, [&](std::uint32_t review) { return years[codes[review]]; });
    });
  } else if (dates_) {
    take_codes(first_row, reviews,
               [&](std::uint32_t review) { return number_of_year((*dates_)[review]); });
  } else {
    codes_.with_codes([&](const auto codes) {
      take_codes(first_row, reviews, [&](std::uint32_t review) { return codes[review]; });
    });
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
