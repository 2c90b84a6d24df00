// Makes values and marks of texts.
#include "runtime/data/model/text_column.h"

#include <string>

namespace seedc::data {
namespace {

constexpr std::uint32_t kTextsPerCheck = 4096;

}  // namespace

Column TextColumn::column(const base::Call& call) const& {
  return with_texts({FlatArray<std::uint32_t>::view(codes_), values_}, call);
}

Column TextColumn::column(const base::Call& call) && {
  return with_texts({std::move(codes_), std::move(values_)}, call);
}

/// Adds values of the texts.
Column TextColumn::with_texts(Column column, const base::Call& call) const {
  base::StepCounter steps(call, kTextsPerCheck);
  std::uint64_t bytes = texts_.size() * sizeof(language::Value);
  for (const std::string_view text : texts_) {
    steps.step();
    bytes += text.size();
  }
  column.charge = {call, "columns", bytes};
  column.values.reserve(column.values.size() + texts_.size());
  for (const std::string_view text : texts_) {
    steps.step();
    column.values.emplace_back(std::string(text));
  }
  return column;
}

template <class Mark>
ColumnMarks<Mark> TextColumn::marks(const MarkOf<Mark>& mark, const base::Call& call) const {
  ColumnMarks<Mark> marks{.codes = FlatArray<std::uint32_t>::view(codes_),
                          .marks = {},
                          .charge = {call, "the values of reviews", value_count() * sizeof(Mark)}};
  marks.marks.reserve(value_count());
  base::StepCounter steps(call, kTextsPerCheck);
  for (const language::Value& value : values_) {
    steps.step();
    marks.marks.push_back(mark(value));
  }
  language::Value memory = std::string();
  for (const std::string_view text : texts_) {
    steps.step();
    marks.marks.push_back(mark.of_text(text, memory));
  }
  return marks;
}

template ColumnFlags TextColumn::marks(const ValueTest&, const base::Call&) const;
template ColumnNumbers TextColumn::marks(const ValueNumber&, const base::Call&) const;

RowValues TextColumn::rows() const {
  return {value_count(), [this](std::uint32_t row) {
            const std::uint32_t code = codes_[row];
            return code < values_.size()
                       ? values_[code]
                       : language::Value(std::string(texts_[code - values_.size()]));
          }};
}

}  // namespace seedc::data
