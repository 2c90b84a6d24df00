// Compares the meaning of names by convention with the conditions they stand for.
#include "engine/lint/lint_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "compiler/check/evidence_check.h"
#include "engine/lint/operands.h"
#include "engine/lint/spelling.h"
#include "engine/report/text.h"
#include "runtime/language/item_rules.h"

namespace seedc::lint {
namespace {

/// Whether two conditions decide alike on everything that the data has. Hours are the same only if
/// the range is.
bool is_same_on(const ir::Inst& a, const ir::Inst& b, const data::Dataset& dataset) {
  if (a.op != ir::Op::Condition || b.op != ir::Op::Condition) return false;
  const language::Condition& first = *a.condition;
  const language::Condition& second = *b.condition;
  const bool is_meta = language::kind_of(first) == language::EvidenceKind::ItemMeta &&
                       language::kind_of(second) == language::EvidenceKind::ItemMeta;
  return is_meta &&
         is_same_on(first, second, ColumnTexts(dataset.item_column(language::item_path(first))));
}

}  // namespace

std::vector<NameDoubt> doubtful_names(const std::vector<NamedEvidence>& named,
                                      ValueNumbers& numbers,
                                      const resolve::Convention& convention) {
  std::vector<NameDoubt> doubts;
  std::set<std::pair<std::string_view, ir::ValueId>> seen;
  for (const NamedEvidence& name : named) {
    const ir::ValueId here = numbers.canonical[name.value];
    if (!seen.emplace(name.name, here).second) continue;
    std::optional<NameDoubt> doubt;
    for (const resolve::Reading& reading : convention.readings(name.name)) {
      if (reading.is_negated) {  // compared as a tree, not as a condition
        doubt.reset();
        break;
      }
      auto condition = check::condition_of(reading.evidence);
      if (!condition) continue;
      ir::Inst by_convention = ir::condition_inst(*std::move(condition));
      if (ir::is_same_operation(by_convention, numbers.module.insts[here])) {
        doubt.reset();
        break;
      }
      if (doubt) continue;  // the first reading speaks for all
      const ir::ValueId id = ir::Builder(numbers.module).add(std::move(by_convention));
      doubt = NameDoubt{name.name, name.span, id, here};
    }
    if (doubt) doubts.push_back(std::move(*doubt));
  }
  return doubts;
}

void lint_names(const std::vector<NameDoubt>& doubts, const LintRun& run,
                diag::Diagnostics& diagnostics) {
  for (const NameDoubt& doubt : doubts) {
    const ir::Inst& convention = run.module().insts[doubt.by_convention];
    const ir::Inst& here = run.module().insts[doubt.here];
    if (is_same_on(convention, here, run.dataset())) continue;
    std::uint32_t different = 0;
    const std::uint32_t items = run.dataset().item_count();
    for (std::uint32_t item = 0; item < items; ++item)
      different += run.condition(doubt.by_convention, item) != run.condition(doubt.here, item);
    diagnostics
        .report(diag::DiagCode::NameDiffers, doubt.span, doubt.name, in_words(convention),
                in_words(here))
        .help = different == 0 ? fmt::format("no item in the data distinguishes them")
                               : fmt::format("they differ at {} of {}", different,
                                             report::counted(items, "item"));
  }
}

}  // namespace seedc::lint
