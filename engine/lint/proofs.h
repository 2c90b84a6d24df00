// What became of claims, remembered by what they say: a program that is linted again after an edit
// asks the prover only about what the edit changed.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "compiler/ir/module.h"
#include "engine/prove/prove.h"
#include "runtime/base/text_hash.h"

namespace seedc::lint {

/// Values have a number by what they are, the same in all modules: a term. Not thread-safe.
class Proofs {
 public:
  using Term = std::uint32_t;

  /// Forgets everything if it is too much. Terms from before are not to be used any more.
  void begin_program();

  /// The term of an instruction whose operands have these terms.
  Term term_of(const ir::Inst& inst, const std::vector<Term>& operands);

  /// Whether a claim, whose values are terms, was proved; std::nullopt if it was not asked yet.
  std::optional<bool> find(const prove::Claim& claim) const;
  void keep(const prove::Claim& claim, bool is_proved);

  /// A tree of this text and value was looked through, and nothing was found.
  bool is_faultless(std::string_view text, Term value) const;
  void keep_faultless(std::string_view text, Term value);

 private:
  using ClaimKey = std::tuple<prove::ClaimKind, bool, Term, Term>;
  struct ClaimHash {
    std::size_t operator()(const ClaimKey& key) const;
  };
  static ClaimKey key_of(const prove::Claim& claim);
  static std::string key_of(std::string_view text, Term value);

  /// A program of 1,000 requests takes about one of them.
  static constexpr std::size_t kMostBytes = std::size_t{64} << 20;
  std::unordered_map<std::string, Term, base::TextHash> terms_;  ///< by operation and operands
  std::unordered_map<ClaimKey, bool, ClaimHash> proved_;
  std::unordered_set<std::string> faultless_;
  std::size_t bytes_ = 0;
};

}  // namespace seedc::lint
