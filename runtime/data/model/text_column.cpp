// Makes values and marks of texts.
#include "runtime/data/model/text_column.h"

#include <string>

namespace seedc::data {
namespace {

constexpr std::uint32_t kTextsPerCheck = 4096;

}  // namespace

Column TextColumn::column(const base::Call& call) const& {
  Column column{
      .codes = Codes::view(codes_),
      .values = {},
      .charge = {call, "columns",
                 values_.size() * sizeof(language::Value) + value_bytes_ + bytes_of_texts(call)}};
  column.values.reserve(value_count());
  base::StepCounter steps(call, kTextsPerCheck);
  for (const language::Value& value : values_) {
    steps.step();
    column.values.push_back(value);
  }
  add_texts(column.values, call);
  return column;
}

Column TextColumn::column(const base::Call& call) && {
  base::MemoryCharge charge(call, "columns", bytes_of_texts(call));
  add_texts(values_, call);
  return {std::move(codes_), std::move(values_), std::move(charge)};
}

/// As values.
std::uint64_t TextColumn::bytes_of_texts(const base::Call& call) const {
  std::uint64_t bytes = texts_.size() * sizeof(language::Value);
  base::StepCounter steps(call, kTextsPerCheck);
  for (const std::string_view text : texts_) {
    steps.step();
    bytes += text.size();
  }
  return bytes;
}

void TextColumn::add_texts(std::vector<language::Value>& values, const base::Call& call) const {
  if (texts_.empty()) return;
  values.reserve(value_count());
  base::StepCounter steps(call, kTextsPerCheck);
  for (const std::string_view text : texts_) {
    steps.step();
    values.emplace_back(std::string(text));
  }
}

template <class Mark>
ColumnMarks<Mark> TextColumn::marks(const MarkOf<Mark>& mark, const base::Call& call) const {
  ColumnMarks<Mark> marks = marks_of<Mark>(codes_, values_, value_count(), mark, call);
  base::StepCounter steps(call, kTextsPerCheck);
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
