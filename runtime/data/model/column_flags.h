// What is needed of the values of a column: whether a test holds for them, or a number each, such
// as the year of a date. A column has every distinct value in memory; where there are many of them,
// such as dates, and that is all that they are for, they need not be kept.
#pragma once

#include <concepts>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "runtime/base/call.h"
#include "runtime/base/memory.h"
#include "runtime/data/model/packed_codes.h"
#include "runtime/language/value.h"

namespace seedc::data {

/// How values are marked. Called from several threads.
template <class Mark>
class MarkOf {
 public:
  template <std::invocable<const language::Value&> OfValue>
  MarkOf(OfValue of_value) : of_value_(std::move(of_value)) {}
  /// `of_text` gives the mark of a string without a value being made of it.
  template <std::invocable<const language::Value&> OfValue, std::invocable<std::string_view> OfText>
  MarkOf(OfValue of_value, OfText of_text)
      : of_value_(std::move(of_value)), of_text_(std::move(of_text)) {}

  Mark operator()(const language::Value& value) const { return of_value_(value); }
  /// Of a string. `memory` is a string too, and used again.
  Mark of_text(std::string_view text, language::Value& memory) const {
    if (of_text_) return of_text_(text);
    std::get<std::string>(memory.data).assign(text);
    return of_value_(memory);
  }

 private:
  std::function<Mark(const language::Value&)> of_value_;
  std::function<Mark(std::string_view)> of_text_;  ///< may be empty
};

/// Refers to the dataset it is from.
template <class Mark>
struct ColumnMarks {
  PackedCodes codes;               ///< one per row, each below the number of marks
  std::vector<Mark> marks;         ///< of the value of each code
  base::MemoryCharge charge = {};  ///< of the marks

  Mark of(std::uint32_t row) const { return marks[codes[row]]; }
  bool holds(std::uint32_t row) const { return of(row) != 0; }
};

/// Marks of the values, which are read with these codes, and room for those of `count` values.
template <class Mark>
ColumnMarks<Mark> marks_of(PackedCodes codes, std::span<const language::Value> values,
                           std::size_t count, const MarkOf<Mark>& mark, const base::Call& call) {
  constexpr std::uint32_t kValuesPerCheck = 4096;
  ColumnMarks<Mark> marks{
      .codes = codes, .marks = {}, .charge = {call, "the values of reviews", count * sizeof(Mark)}};
  marks.marks.reserve(count);
  base::StepCounter steps(call, kValuesPerCheck);
  for (const language::Value& value : values) {
    steps.step();
    marks.marks.push_back(mark(value));
  }
  return marks;
}

using ColumnFlags = ColumnMarks<std::uint8_t>;
using ColumnNumbers = ColumnMarks<std::uint16_t>;
using ValueTest = MarkOf<std::uint8_t>;
using ValueNumber = MarkOf<std::uint16_t>;

}  // namespace seedc::data
