// Random expressions, as trees (formula_text.h).
#pragma once

#include <string>
#include <vector>

#include "test/differential/formula_names.h"
#include "test/differential/random.h"

namespace seedc::differential {

/// A literal of a sort, as JSON has it. An awkward one now and then.
plain::Json random_literal(Random& random, Sort sort);
/// The same as it is written in an expression.
plain::Json literal_leaf(Random& random, const plain::Json& literal);

class ExpressionMaker {
 public:
  /// `names` may be empty. They outlive the maker.
  ExpressionMaker(Random& random, const std::vector<NamedValue>& names)
      : random_(random), names_(names) {}

  /// An expression of a sort, its operations at most `depth` deep.
  plain::Json make(Sort sort, int depth);

 private:
  plain::Json number(int depth);
  plain::Json boolean(int depth);
  plain::Json leaf(Sort sort);
  plain::Json string(int depth);
  plain::Json fallback(Sort sort, int depth);
  plain::Json span_of_days(int depth);
  plain::Json rounding(int depth);
  plain::Json membership(int depth);
  plain::Json call(int depth);
  plain::Json arithmetic(int depth);
  plain::Json divisor(int depth);
  plain::Json junction(int depth);
  plain::Json chain(int depth);
  plain::Json test_of_enum();
  plain::Json choice(Sort sort, int depth);
  std::vector<const NamedValue*> names_of(Sort sort);

  Random& random_;
  const std::vector<NamedValue>& names_;
};

}  // namespace seedc::differential
