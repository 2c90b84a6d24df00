// The conditions that requests use, each with its first location and the requests that use it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/lint/lint.h"
#include "engine/lint/value_numbers.h"

namespace seedc::lint {

/// A condition and the requests that use it.
struct ConditionSite {
  ir::ValueId value = 0;              ///< in ValueNumbers::module
  source::Span span;                  ///< of the first that is written
  const ast::Expr* expr = nullptr;    ///< the same; null pointer in imported libraries
  std::string name;                   ///< in back quotes
  std::vector<std::string> requests;  ///< ids, in order, the first kMostRequests of them
  std::size_t request_count = 0;
  static constexpr std::size_t kMostRequests = 4;
};

/// The conditions of the requests that compiled, in the order of first use.
std::vector<ConditionSite> condition_sites(const LintInput& input, const ValueNumbers& numbers);

/// The evidence object of a site, with locations; std::nullopt if it was read from a library or by
/// convention.
std::optional<ast::Json> evidence_at(const ConditionSite& site);

}  // namespace seedc::lint
