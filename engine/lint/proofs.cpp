// Numbers values by the texts of their operations.
#include "engine/lint/proofs.h"

#include <fmt/format.h>

#include "compiler/ir/value_key.h"

namespace seedc::lint {
namespace {

/// Of an entry of a table, beyond its text.
constexpr std::size_t kEntryBytes = 64;

}  // namespace

void Proofs::begin_program() {
  if (bytes_ > kMostBytes) *this = Proofs();
}

Proofs::Term Proofs::term_of(const ir::Inst& inst, const std::vector<Term>& operands) {
  std::string key = ir::value_key(inst, operands);
  const std::size_t size = key.size();
  const auto [entry, is_new] = terms_.try_emplace(std::move(key), static_cast<Term>(terms_.size()));
  if (is_new) bytes_ += size + kEntryBytes;
  return entry->second;
}

std::optional<bool> Proofs::find(const prove::Claim& claim) const {
  const auto found = proved_.find(key_of(claim));
  return found == proved_.end() ? std::nullopt : std::optional(found->second);
}

void Proofs::keep(const prove::Claim& claim, bool is_proved) {
  if (proved_.emplace(key_of(claim), is_proved).second) bytes_ += kEntryBytes;
}

bool Proofs::is_faultless(std::string_view text, Term value) const {
  return faultless_.contains(key_of(text, value));
}

void Proofs::keep_faultless(std::string_view text, Term value) {
  const auto [entry, is_new] = faultless_.insert(key_of(text, value));
  if (is_new) bytes_ += entry->size() + kEntryBytes;
}

std::string Proofs::key_of(std::string_view text, Term value) {
  return fmt::format("{} {}", value, text);
}

Proofs::ClaimKey Proofs::key_of(const prove::Claim& claim) {
  return {claim.kind, claim.is_strong, claim.left, claim.right};
}

std::size_t Proofs::ClaimHash::operator()(const ClaimKey& key) const {
  const auto& [kind, is_strong, left, right] = key;
  const std::uint64_t values = std::uint64_t{left} << 32 | right;
  const std::uint64_t rest = static_cast<std::uint64_t>(kind) << 1 | (is_strong ? 1 : 0);
  return std::hash<std::uint64_t>()((values ^ rest << 58) * 0x9E3779B97F4A7C15);
}

}  // namespace seedc::lint
