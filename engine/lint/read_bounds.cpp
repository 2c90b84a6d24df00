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
  if (type == "integer" || type == "real") return numbers();  // a column has both as reals
  if (type == "boolean") return Bound::booleans();
  if (type == "string") return Bound::all_texts();
  return std::nullopt;
}

Bound bound_read(const language::SchemaPath& path) {
  Bound bound;
  for (const std::string& type : path.types)
    bound.add(bound_of_type(type).value_or(Bound::of(Cell::none(NullCause::WrongKind))));
  return bound;
}

std::optional<Bound> bound_read(ValueKind kind) {
  constexpr std::pair<ValueKind, std::string_view> kTypes[] = {
      {ValueKind::Numbers, "real"}, {ValueKind::Texts, "string"}, {ValueKind::Booleans, "boolean"}};
  for (const auto& [of, type] : kTypes) {
    if (of == kind) return bound_of_type(type);
  }
  return std::nullopt;
}

/// Whatever the schema has, or std::nullopt.
std::optional<Bound> bound_read(const ir::Inst& read, const language::Schema* schema) {
  constexpr int kMostYear = 9999;
  if (read.op == ir::Op::ReviewYear) return Bound::integers(0, kMostYear);
  const bool is_review = read.op == ir::Op::ReviewValue;
  if (!is_review && read.op != ir::Op::ItemValue) return std::nullopt;
  const language::Path path = ir::path_read(read);
  if (schema != nullptr) {
    const auto& paths = is_review ? schema->review_paths : schema->item_paths;
    const auto found = std::ranges::find(paths, path, &language::SchemaPath::path);
    if (found != paths.end()) return bound_read(*found);
  }
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
