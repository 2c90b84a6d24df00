// user_mapping.json: who is whose friend, by name, and names given to reviewers of the studied
// items.
#pragma once

#include <cstdint>
#include <vector>

#include "tools/gen/json_writer.h"

namespace seedc::gen {

/// Only the first items are studied closely: their reviewers are given names here, their reviews
/// are judged.
constexpr std::uint32_t kStudiedItems = 200;

/// `counts`: how many reviews each item has. Friendship is not always mutual, and some have no
/// friends.
void write_user_mapping(std::uint64_t seed, const std::vector<std::uint32_t>& counts,
                        JsonWriter& json);

}  // namespace seedc::gen
