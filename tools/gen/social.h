// user_mapping.json: the friend graph, by name, and names assigned to reviewers of the first items.
#pragma once

#include <cstdint>
#include <vector>

#include "tools/gen/json_writer.h"

namespace seedc::gen {

/// Only the first items are annotated: their reviewers get names here, and their reviews are
/// judged.
constexpr std::uint32_t kStudiedItems = 200;

/// `counts`: the number of reviews of each item. Friendship is not always mutual, and some people
/// have no friends.
void write_user_mapping(std::uint64_t seed, const std::vector<std::uint32_t>& counts,
                        JsonWriter& json);

}  // namespace seedc::gen
