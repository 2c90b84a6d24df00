// The names available to random formulas.
#pragma once

#include <string>
#include <vector>

#include "test/differential/plain/json.h"

namespace seedc::differential {

enum class Sort { Number, String, Boolean };

struct NamedValue {
  std::string name;
  Sort sort = Sort::Number;
  plain::Json values = nullptr;  ///< an enum's; else null
  plain::Json labels = nullptr;  ///< the texts that a row value chooses from if all are literals
  bool is_known = true;          ///< to the compiler; else the data decides, mostly for `sort`
  bool is_param = false;
};

/// The names of a formula's data, without their prefixes.
struct FormulaNames {
  std::vector<NamedValue> fields, meta, context;

  /// `declared`: the fields of `extract`. `is_judged`: a judge gives it more.
  FormulaNames(const plain::Json& declared, bool is_judged);
};

std::vector<NamedValue> with_prefix(const std::string& prefix, std::vector<NamedValue> names);

}  // namespace seedc::differential
