// The parts of random formulas that are about groups: labels, steps over groups, and `of`.
#pragma once

#include <string>
#include <vector>

#include "test/differential/formula_names.h"
#include "test/differential/random.h"
#include "test/differential/random_filter.h"

namespace seedc::differential {

/// A group of a formula.
struct RandomGroup {
  std::string name;
  std::vector<std::string> labels;
  std::vector<NamedValue> steps;  ///< without filters and lists
  std::vector<std::string> lists = {};
};

/// The name of the step that a name begins with: `G` of `G['a b'].N`.
std::string step_named_in(const std::string& name);
/// Removes the names that begin with this one, which another step takes.
void hide(std::vector<NamedValue>& names, const std::string& name);

/// The `by` of a group.
plain::Json random_by(Random& random, const FormulaNames& names,
                      const std::vector<NamedValue>& params, const RowNames& defined);
/// The labels that it leads to.
std::vector<std::string> labels_of(const plain::Json& by, const FormulaNames& names,
                                   const RowNames& defined);
/// A few of the group's values, as expressions outside it name them.
std::vector<NamedValue> random_values_of(Random& random, const RandomGroup& group);

/// Some of its lists, as outputs name them.
std::vector<std::string> random_lists_of(Random& random, const RandomGroup& group);

/// A step over a group, without its name: a number, or a label. `names` are those that expressions
/// at its place may use.
plain::Json random_over(Random& random, const RandomGroup& group, std::vector<NamedValue> names,
                        Sort sort);
/// An `argmax` or `argmin` of labelled expressions, without its name.
plain::Json random_of(Random& random, const std::vector<NamedValue>& names);

}  // namespace seedc::differential
