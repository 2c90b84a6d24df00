// Which conditions on reviews have the same votes: they ask the same of each review, and differ at
// most in what they ask of the votes of all (SEEDC_VERDICT_FIELD in conditions.def). Reviews need
// to be looked at only once for all of them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "runtime/base/call.h"
#include "runtime/language/conditions.h"

namespace seedc::language {

/// Equal only for conditions whose reviews vote alike in any data. Not for people.
std::string votes_key(const Condition& condition);

/// Numbers the different votes of conditions from 0, in order of their first condition: one number
/// per condition. Checks the call at each.
std::vector<std::uint32_t> number_votes(std::span<const Condition* const> conditions,
                                        const base::Call& call = {});

}  // namespace seedc::language
