// What is at a location of a Formula Seed.
#pragma once

#include <optional>
#include <string>

#include "engine/lsp/analysis.h"

namespace seedc::lsp {

struct FormulaHover {
  std::string markdown;
  Extent extent;
};

/// A step with its type, a name or a function in an expression; std::nullopt if there is none.
std::optional<FormulaHover> hover_formula(const Analysis& analysis, std::size_t offset);

/// The type of a step for people: `integer, may be null`. Empty if it is not known.
std::string type_text(const Analysis& analysis, ir::ValueId value);

}  // namespace seedc::lsp
