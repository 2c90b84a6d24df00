// The rows of a formula, and the values of rows and items (semantics.md section 6).
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "compiler/ast/formula.h"
#include "test/differential/plain/formula_value.h"
#include "test/differential/plain/world.h"

namespace seedc::plain {

/// A dataset, and what was extracted from its reviews: the objects of extractions.jsonl, in file
/// order. Nothing: no extractions are given.
struct FormulaWorld {
  World world;
  std::optional<std::vector<Json>> extractions;
};

/// Where a formula's reviews went.
struct RowCounts {
  std::uint64_t reviews = 0, relevant = 0, rows = 0, missing_extractions = 0;
  std::uint64_t not_judged = 0, judged_inappropriate = 0, filtered = 0;
  friend bool operator==(const RowCounts&, const RowCounts&) = default;
};

struct Row {
  const Json* review;
  const Json* extraction;
};

/// The rows of every item. The world outlives them.
std::vector<std::vector<Row>> rows_of(const ast::Formula& formula, const FormulaWorld& world,
                                      RowCounts& counts);

/// The values of the parameters.
std::map<std::string, Scalar> params_of(const ast::Formula& formula);
/// How many rows read the default of each field that has one.
std::map<std::string, std::uint64_t> count_defaults(const ast::Formula& formula,
                                                    const std::vector<std::vector<Row>>& rows);

/// The declarations of the extraction's fields.
const std::vector<ast::Json>& fields_of(const ast::Formula& formula);

/// The meaning of a name with a prefix: {`extraction`, `X`}, {`meta`, `user`, `fans`}, {`context`,
/// `name`}. `row` may be null where no name asks for it.
Scalar value_of_name(const Path& keys, const ast::Formula& formula, const Row* row,
                     const Json& item);

/// Whether a word occurs in a text with no word character on either side.
bool contains_word(const std::string& text, const std::string& word);

/// The keys of `meta.user.fans`.
Path keys_of(const std::string& name);

}  // namespace seedc::plain
