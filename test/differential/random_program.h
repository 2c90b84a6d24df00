// Random requests over every kind of evidence and every option.
#pragma once

#include <vector>

#include "test/differential/random.h"
#include "test/differential/vocabulary.h"

namespace seedc::differential {

/// An evidence object that compiles.
Json random_condition(Random& random);

/// A `structure` over the conditions. Conditions and whole subtrees come again, so that passes have
/// work to do.
Json random_structure(Random& random, const std::vector<Json>& conditions);

Json logic_node(const char* op, Json args);

}  // namespace seedc::differential
