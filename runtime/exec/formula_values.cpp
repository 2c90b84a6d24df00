// Converts single values: years, tests, texts for lookups.
#include "runtime/exec/formula_values.h"

#include <algorithm>
#include <charconv>

#include "runtime/language/score_ops.h"
#include "runtime/language/text.h"

namespace seedc::exec {
namespace {

bool is_digit(char c) { return '0' <= c && c <= '9'; }

bool is_true(const language::Cell& cell) { return !cell.is_null() && cell.boolean(); }

bool is_among(const language::Cell& value, const language::List& wanted) {
  return std::any_of(wanted.begin(), wanted.end(), [&](const language::Value& entry) {
    return is_true(language::score::equal(value, language::cell_of(entry)));
  });
}

}  // namespace

std::optional<int> year_of_text(std::string_view date) {
  constexpr std::size_t kDigits = 4;
  const auto end = std::find_if_not(date.begin(), date.end(), is_digit);
  if (end != date.begin() + kDigits) return std::nullopt;
  int year = 0;
  std::from_chars(date.data(), date.data() + kDigits, year);
  return year;
}

language::Value year_of(const language::Value& date) {
  const auto* text = date.as<std::string>();
  const auto year = text != nullptr ? year_of_text(*text) : std::nullopt;
  return year ? language::Value(*year) : language::Value();
}

bool passes(const contract::ValueTest& test, const language::Cell& value) {
  switch (test.op) {
    case contract::ValueTest::Op::Eq:
      return is_true(language::score::equal(value, language::cell_of(test.operand)));
    case contract::ValueTest::Op::Ne:
      return is_true(language::score::not_equal(value, language::cell_of(test.operand)));
    case contract::ValueTest::Op::Lt:
      return is_true(language::score::less(value, language::cell_of(test.operand)));
    case contract::ValueTest::Op::Le:
      return is_true(language::score::less_equal(value, language::cell_of(test.operand)));
    case contract::ValueTest::Op::Gt:
      return is_true(language::score::greater(value, language::cell_of(test.operand)));
    case contract::ValueTest::Op::Ge:
      return is_true(language::score::greater_equal(value, language::cell_of(test.operand)));
    case contract::ValueTest::Op::In:
      return is_among(value, *test.operand.as<language::List>());
    case contract::ValueTest::Op::Contains:
    case contract::ValueTest::Op::ContainsWord:
    case contract::ValueTest::Op::Matches:
      break;
  }
  return false;
}

std::string lookup_text_of(const language::Value& value) {
  const auto* list = value.as<language::List>();
  if (list == nullptr) return language::python_str(value);
  std::string out;
  for (const language::Value& entry : *list) {
    if (&entry != list->data()) out += ", ";
    out += language::python_str(entry);
  }
  return out;
}

}  // namespace seedc::exec
