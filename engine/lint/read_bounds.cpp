// Looks paths up in the schema.
#include "engine/lint/read_bounds.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "compiler/ir/reads.h"
#include "engine/lint/known_fields.h"
#include "runtime/language/decimal.h"

namespace seedc::lint {
namespace {

using bounds::Bound;
using language::Cell;
using language::NullCause;

Bound numbers() {
  Bound bound = Bound::all_integers();
  bound.add(Bound::all_reals());
  return bound;
}

/// Of the values of a type, as a schema names it; std::nullopt if formulas have no such type.
std::optional<Bound> bound_of_type(std::string_view type) {
  if (type == "integer") return Bound::all_integers();
  if (type == "real") return Bound::all_reals();
  if (type == "boolean") return Bound::booleans();
  if (type == "string") return Bound::all_texts();
  return std::nullopt;
}

/// The part of numbers that is on a scale.
Bound rated(const Bound& numbers, std::pair<double, double> scale) {
  Bound bound;
  if (numbers.real_range()) bound.add(Bound::reals(scale.first, scale.second));
  if (numbers.integer_range())
    bound.add(Bound::integers(static_cast<std::int64_t>(scale.first),
                              static_cast<std::int64_t>(scale.second)));
  return bound;
}

/// Whether all values are known, and numbers on the scale.
bool are_rated(const language::SchemaPath& path, std::pair<double, double> scale) {
  return path.is_whole && kind_of(path) == ValueKind::Numbers &&
         std::ranges::all_of(path.commonest, [&](const language::TextCount& value) {
           const auto number = language::parse_decimal(value.first);
           return number && *number >= scale.first && *number <= scale.second;
         });
}

Bound bound_read(const language::SchemaPath& path) {
  Bound bound;
  for (const std::string& type : path.types)
    bound.add(bound_of_type(type).value_or(Bound::of(Cell::none(NullCause::WrongKind))));
  return bound;
}

std::optional<Bound> bound_read(ValueKind kind) {
  if (kind == ValueKind::Numbers) return numbers();
  if (kind == ValueKind::Texts) return Bound::all_texts();
  return kind == ValueKind::Booleans ? std::optional(Bound::booleans()) : std::nullopt;
}

/// Whatever the schema has, or std::nullopt.
std::optional<Bound> bound_read(const ir::Inst& read, const language::Schema* schema) {
  constexpr int kMostYear = 9999;
  if (read.op == ir::Op::ReviewYear) return Bound::integers(0, kMostYear);
  const bool is_review = read.op == ir::Op::ReviewValue;
  if (!is_review && read.op != ir::Op::ItemValue) return std::nullopt;
  const language::Path path = ir::path_read(read);
  const auto scale = scale_of(path);
  if (schema != nullptr) {
    const auto& paths = is_review ? schema->review_paths : schema->item_paths;
    const auto found = std::ranges::find(paths, path, &language::SchemaPath::path);
    if (found != paths.end())
      return scale && are_rated(*found, *scale) ? rated(bound_read(*found), *scale)
                                                : bound_read(*found);
  }
  if (scale && (is_review || schema == nullptr || schema->item_paths.empty()))
    return rated(numbers(), *scale);
  return is_review ? bound_read(kind_of_review_field(path)) : std::nullopt;
}

}  // namespace

bounds::IrBounds::Known read_bounds(const ir::Module& module, const language::Schema* schema) {
  bounds::IrBounds::Known known;
  for (ir::ValueId value = 0; value < module.insts.size(); ++value) {
    std::optional<Bound> bound = bound_read(module.insts[value], schema);
    if (!bound) continue;
    bound->add(Cell::none(NullCause::Missing));
    known.emplace(value, *std::move(bound));
  }
  return known;
}

}  // namespace seedc::lint
