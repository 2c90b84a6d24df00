// The tree shapes that groups G01 to G10 of a benchmark require.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "compiler/ir/module.h"

namespace seedc::lint {

inline constexpr int kGroupCount = 10;

/// 1 to 10 for `G01` to `G10`; std::nullopt for any other text.
std::optional<int> group_number(std::string_view group);
/// `G01`.
std::string group_name(int number);

/// The shape that a group requires, in words: `AND(a, OR(b, c))`.
std::string_view shape_asked(int group);

/// Whether the tree at `root` is of the group's shape. An anchor may be several conditions; groups
/// 6 and 7, which test something else, may have none. NOT of anything counts as a condition.
bool has_group_shape(const ir::Module& module, ir::ValueId root, int group);

/// The shape found instead, in words: "this is `AND(a, b)`", "there is none".
std::string shape_seen(const ir::Module& module, ir::ValueId root, int group);

/// The first group of that shape; std::nullopt if there is none.
std::optional<int> group_of_shape(const ir::Module& module, ir::ValueId root);

}  // namespace seedc::lint
