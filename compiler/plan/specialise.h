// A score program for one dataset: where its loads give one kind, what is computed from them has a
// known kind too, which backends compute faster.
//
//   %0 = load stars : any?          %0 = load stars : real
//   %1 = const 5 : int         ->   %1 = const 5 : int
//   %2 = sub %1, %0 : any?          %2 = to_real %1 : real
//                                   %3 = sub %2, %0 : real?
//
// No output changes by a bit, and no ledger. Hence what may be an integer or a real stays Any, such
// as the sum of reals over any number of rows: over none it is the integer 0.
#pragma once

#include <span>

#include "runtime/contract/score.h"

namespace seedc {

/// `loads`: what each of the program's loads gives.
ScoreProgram specialise(const ScoreProgram& program, std::span<const LoadKind> loads);

}  // namespace seedc
