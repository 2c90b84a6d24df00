// Claims about the requests of a program, proved for every possible item or refuted by one.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "engine/program.h"
#include "engine/prove/prove.h"
#include "runtime/base/result.h"

namespace seedc::engine {

struct ProveOptions {
  bool is_strong = false;  ///< `F implies G` also claims that F is no wherever G is
  std::chrono::milliseconds time_per_claim{10'000};
};

struct DecidedClaim {
  std::string claim;
  prove::Verdict verdict;
};

struct DecidedClaims {
  std::vector<DecidedClaim> claims;
  /// If a condition of the claims has errors, the compilation of the first such one.
  std::unique_ptr<Compilation> refused = nullptr;
};

/// Decides claims in their order. `files` are the programs, which compile; conditions in claims see
/// their definitions. A text that is not a claim, and one with an error in a side, does not keep
/// the others from being decided.
base::Result<DecidedClaims> decide_claims(const std::vector<std::string>& files,
                                          const std::vector<std::string>& claims,
                                          const CompileOptions& compile,
                                          const ProveOptions& options);

/// How the matches of a request changed.
enum class Change : std::uint8_t { Same, Narrower, Wider, Incomparable, Added, Removed, Undecided };
std::string_view word_of(Change change);

struct ComparedRequest {
  std::string id;
  Change change = Change::Undecided;
  std::string reason = {};  ///< why it is undecided
  /// An item that only the old request matches, and one that only the new one does; where there are
  /// such, and they were found.
  std::string lost = {}, gained = {};
  bool is_strong = false;  ///< at them the new value is lower, or higher, than the old one
};

/// Compares the requests of the new program, in its order, then those that are gone, with the ones
/// of the old program that have their ids. With `is_strong` requests are the same only if all
/// values are.
base::Result<std::vector<ComparedRequest>> compare_programs(const Compilation& older,
                                                            const Compilation& newer,
                                                            const ProveOptions& options,
                                                            Host& host);

}  // namespace seedc::engine
