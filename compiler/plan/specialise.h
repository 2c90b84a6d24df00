// Specialises a score program for one dataset: if a load yields values of one kind, results
// computed from it have known kinds too, which backends compute faster.
//
//   %0 = load stars : any?          %0 = load stars : real
//   %1 = const 5 : int         ->   %1 = const 5 : int
//   %2 = sub %1, %0 : any?          %2 = to_real %1 : real
//                                   %3 = sub %2, %0 : real?
//
// Outputs and ledgers are identical bit for bit. A value that may be an integer or a real therefore
// stays Any, such as the sum of reals over any number of rows: over no rows it is the integer 0.
#pragma once

#include <span>

#include "runtime/contract/score.h"

namespace seedc::plan {

/// `loads`: the kind and nullability of each of the program's loads in the dataset.
contract::ScoreProgram specialise(const contract::ScoreProgram& program,
                                  std::span<const contract::LoadKind> loads);

}  // namespace seedc::plan
