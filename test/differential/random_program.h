// Random requests over every kind of evidence and every option.
#pragma once

#include <vector>

#include "test/differential/random.h"
#include "test/differential/vocabulary.h"

namespace seedc::differential {

/// An evidence object that compiles.
Json random_condition(Random& random);
/// So many of them; some differ from another only in the numbers that they ask for.
std::vector<Json> random_conditions(Random& random, std::size_t count);

/// A `structure` over the conditions. Conditions and whole subtrees come again, so that passes have
/// work to do.
Json random_structure(Random& random, const std::vector<Json>& conditions);

Json logic_node(const char* op, Json args);

}  // namespace seedc::differential
