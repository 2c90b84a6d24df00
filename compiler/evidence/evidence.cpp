// The evidence table, gathered from evidence.def.
#include "compiler/evidence/evidence.h"

#include <algorithm>
#include <vector>

namespace seedc {
namespace {

struct Row {
  std::string_view name;
  std::vector<std::string_view> positional;
  std::vector<OptionInfo> options;
};

std::vector<Row> gather() {
  std::vector<Row> rows = {
#define SEEDC_EVIDENCE(id, name, ...) {name, {__VA_ARGS__}, {}},
#define SEEDC_OPTION(...)
#include "compiler/evidence/evidence.def"
  };
#define SEEDC_EVIDENCE(...)
#define SEEDC_OPTION(id, name, values) \
  rows[static_cast<std::size_t>(EvidenceKind::id)].options.push_back({name, values});
#include "compiler/evidence/evidence.def"
  return rows;
}

const std::vector<EvidenceInfo>& table() {
  static const std::vector<Row> rows = gather();
  static const std::vector<EvidenceInfo> views = [] {
    std::vector<EvidenceInfo> out;
    for (const Row& row : rows) out.push_back({row.name, row.positional, row.options});
    return out;
  }();
  return views;
}

}  // namespace

const EvidenceInfo& info(EvidenceKind kind) { return table()[static_cast<std::size_t>(kind)]; }

std::optional<EvidenceKind> find_evidence_kind(std::string_view name) {
  for (std::size_t i = 0; i < table().size(); ++i) {
    if (table()[i].name == name) return static_cast<EvidenceKind>(i);
  }
  return std::nullopt;
}

std::span<const std::string> evidence_kind_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> out;
    for (const EvidenceInfo& row : table()) out.emplace_back(row.name);
    return out;
  }();
  return names;
}

}  // namespace seedc
