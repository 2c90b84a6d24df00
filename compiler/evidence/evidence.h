// The table of evidence kinds: their options, and which of them a shorthand call may give without a
// name.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace seedc {

enum class EvidenceKind : std::uint8_t {
#define SEEDC_EVIDENCE(id, ...) id,
#define SEEDC_OPTION(...)
#include "compiler/evidence/evidence.def"
};

struct OptionInfo {
  std::string_view name;
  std::string_view values;  ///< in words; empty if the option is known and without effect
};

struct EvidenceInfo {
  std::string_view name;
  std::span<const std::string_view> positional;
  std::span<const OptionInfo> options;
};

const EvidenceInfo& info(EvidenceKind kind);
std::optional<EvidenceKind> find_evidence_kind(std::string_view name);
/// All kinds' names, for "did you mean".
std::span<const std::string> evidence_kind_names();

}  // namespace seedc
