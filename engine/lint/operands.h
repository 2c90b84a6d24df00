// The operands of conditions on items against the values of their column (semantics.md section 3,
// item_meta).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/contract/plan.h"
#include "runtime/data/model/dataset.h"
#include "runtime/data/model/used_codes.h"

namespace seedc::lint {

/// A column with the texts of its values, each made when it is first asked for: most columns have
/// what a condition asks for among their first values.
class ColumnTexts {
 public:
  explicit ColumnTexts(const data::Column& of)
      : column(of), codes(data::used_codes(of)), texts_(of.values.size()) {}
  const std::string& of(std::size_t code) const;
  std::vector<std::string> all() const;

  const data::Column& column;
  const std::vector<std::uint32_t> codes;  ///< those that rows have

 private:
  mutable std::vector<std::optional<std::string>> texts_;
};

/// The option whose operand is not looked at, because most values are dicts of booleans, of which
/// any true one counts (rule 6).
struct IgnoredOperand {
  std::string_view option;
  bool is_by_all = false;  ///< not only by most values
};
/// std::nullopt if there is none, or the operand asks for exactly that.
std::optional<IgnoredOperand> ignored_operand(const language::Condition& condition,
                                              const data::Column& column);

/// An operand of a condition that no value of the column meets. Only the operand that says what is
/// asked for counts: `true`, else `false`; of a list, no element is met.
struct UnmetOperand {
  std::string_view option;  ///< `true`, `false`, `is`, `not_true` or one of the contains options
  language::Value value;    ///< as the program has it; of the contains options the lower-cased text
};
std::optional<UnmetOperand> unmet_operand(const language::Condition& condition,
                                          const ColumnTexts& column);

/// A text among the operands of an option that no value of the column meets.
struct UnmetElement {
  std::string_view option;
  std::string text;
};
/// Those of all options that match values.
std::vector<UnmetElement> unmet_elements(const language::Condition& condition,
                                         const ColumnTexts& column);

/// An operand that matches a value which is not equal to any operand of its option, by their texts:
/// 4 and 4.5, `loud` and `very_loud`; not 4 and "4".
struct LooseMatch {
  std::string_view option;  ///< `true`, `false`, `neutral` or `not_true`
  language::Value expected;
  std::string actual;
  /// Both are strings, which matched only if they were equal in the first edition of the language.
  bool is_of_strings = false;
};
/// The options of a condition whose operands match by text, as the language names them.
std::vector<std::string_view> options_that_match(const language::Condition& condition);
/// The first such value of the column for each option. Operands without a text are left out: they
/// match whatever the data has.
std::vector<LooseMatch> loose_matches(const language::Condition& condition,
                                      const ColumnTexts& column);

/// Whether an operand is a number that is not there as a text, too.
bool is_number_alone(const language::Value& operand, const language::List& operands);

/// A number among the operands of `is` that the column has as a text, to which it is not equal.
struct NumberInText {
  std::string number;
  std::string actual;
};
std::optional<NumberInText> number_in_text(const language::Condition& condition,
                                           const ColumnTexts& column);

/// Of a contains option whose text is a key of dicts of booleans: its entry where it is false,
/// `'hipster': False`, in which the text occurs as well; std::nullopt if there is none.
std::optional<std::string> false_entry(const language::Condition& condition,
                                       const data::Column& column);

/// What an operand may have been meant to be: the column's values, or for the contains options also
/// entries of dicts and lists and parts between commas. Each once; at most kMostCandidates.
std::vector<std::string> possible_operands(const data::Column& column, std::string_view option);
constexpr std::size_t kMostCandidates = 5'000;

/// For a text that asks for an entry of a dict, `'divey': True`: what the key has instead,
/// `'divey': False`; empty if no value has the key, or the text is of another form.
std::vector<std::string> other_values_of_key(const data::Column& column, std::string_view text);

/// Whether two conditions on items decide alike on a missing value and every value of the column
/// that both look at; false if they look at different paths.
bool is_same_on(const language::Condition& a, const language::Condition& b,
                const ColumnTexts& column);

}  // namespace seedc::lint
