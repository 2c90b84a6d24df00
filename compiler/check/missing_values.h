// Where a value of a row is null because a field is missing (semantics.md section 6, Nulls).
#pragma once

#include <set>
#include <string>
#include <string_view>

#include "compiler/ir/module.h"

namespace seedc::check {

/// A place where a row is lost if one of some fields is missing.
struct MissingValues {
  std::string_view what;         ///< what becomes of the row
  std::set<std::string> fields;  ///< `extraction.wait`
  source::Span span;
  /// Whether all rows in which one is missing are meant: not only those of a `where` or a branch.
  bool are_all_rows = true;
  /// Whether it is a mistake only where the rows that are given have one missing.
  bool needs_rows = false;
};

/// The fields without a default of which a missing value makes `value` null: `extraction.wait`.
std::set<std::string> fields_needed(const ir::Module& module, ir::ValueId value);

/// Whether parts of the value are evaluated in some rows only.
bool has_branches(const ir::Module& module, ir::ValueId value);

/// The fields that have a value wherever the condition `predicate` holds.
std::set<std::string> fields_ensured(const ir::Module& module, ir::ValueId predicate);

}  // namespace seedc::check
