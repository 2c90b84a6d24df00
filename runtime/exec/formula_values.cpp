// Converts single values: years, tests, texts for lookups.
#include "runtime/exec/formula_values.h"

#include <algorithm>
#include <charconv>

#include "runtime/language/score_ops.h"
#include "runtime/language/text.h"

namespace seedc {
namespace {

bool is_digit(char c) { return '0' <= c && c <= '9'; }

bool is_true(const Cell& cell) { return !cell.is_null() && cell.boolean(); }

bool is_among(const Cell& value, const List& wanted) {
  return std::any_of(wanted.begin(), wanted.end(), [&](const Value& entry) {
    return is_true(score::equal(value, cell_of(entry)));
  });
}

}  // namespace

Value year_of(const Value& date) {
  constexpr std::size_t kDigits = 4;
  const auto* text = date.as<std::string>();
  if (text == nullptr) return {};
  const char* const begin = text->data();
  const char* const end = std::find_if_not(begin, begin + text->size(), is_digit);
  if (end != begin + kDigits) return {};
  int year = 0;
  std::from_chars(begin, end, year);
  return year;
}

bool passes(const ValueTest& test, const Cell& value) {
  switch (test.op) {
    case ValueTest::Op::Eq:
      return is_true(score::equal(value, cell_of(test.operand)));
    case ValueTest::Op::Ne:
      return is_true(score::not_equal(value, cell_of(test.operand)));
    case ValueTest::Op::Lt:
      return is_true(score::less(value, cell_of(test.operand)));
    case ValueTest::Op::Le:
      return is_true(score::less_equal(value, cell_of(test.operand)));
    case ValueTest::Op::Gt:
      return is_true(score::greater(value, cell_of(test.operand)));
    case ValueTest::Op::Ge:
      return is_true(score::greater_equal(value, cell_of(test.operand)));
    case ValueTest::Op::In:
      return is_among(value, *test.operand.as<List>());
  }
  return false;
}

std::string lookup_text_of(const Value& value) {
  const auto* list = value.as<List>();
  if (list == nullptr) return python_str(value);
  std::string out;
  for (const Value& entry : *list) {
    if (&entry != list->data()) out += ", ";
    out += python_str(entry);
  }
  return out;
}

}  // namespace seedc
