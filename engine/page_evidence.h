// The evidence behind results as lines of a page, the most important first, as far as they fit.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "engine/explain/outline.h"
#include "engine/formulas.h"
#include "engine/program.h"
#include "engine/report/page/page_data.h"
#include "engine/report/page/payload.h"
#include "engine/written_requests.h"
#include "runtime/base/result.h"

namespace seedc::engine {

/// Why evidence is in a page.
enum class EvidenceOf : std::uint8_t { Gold, Match, NearMiss, Ranked };
inline constexpr std::size_t kEvidenceKinds = 4;

/// How many results of each kind have their evidence in the page, and how many there are.
struct EvidenceCounts {
  std::array<std::uint64_t, kEvidenceKinds> shown{}, all{};
  /// `{"gold":[SHOWN,ALL],…}`
  std::string json() const;
};

/// Adds lines until one does not fit.
class EvidenceLines {
 public:
  explicit EvidenceLines(report::Payload& payload) : payload_(payload) {}

  /// The lines of one result. They may wait for others.
  void add(EvidenceOf kind, std::string lines);
  /// Counts results whose lines are not asked for any more.
  void leave_out(EvidenceOf kind, std::uint64_t count = 1) { counts_.all[index(kind)] += count; }
  bool is_full() const { return is_full_; }
  /// After the last.
  EvidenceCounts finish();

 private:
  struct Waiting {
    EvidenceOf kind;
    std::string lines;
  };
  static std::size_t index(EvidenceOf kind) { return static_cast<std::size_t>(kind); }
  void flush();

  report::Payload& payload_;
  std::vector<Waiting> waiting_;
  std::size_t waiting_bytes_ = 0;
  bool is_full_ = false;
  EvidenceCounts counts_;
};

/// What evidence is made of.
struct EvidenceSource {
  const Compilation& compilation;
  const std::vector<WrittenRequest>& written;
  const report::PageData& page;
  const data::Dataset& dataset;  ///< with what explanations need
};

/// Adds the evidence of requests: of gold items, of other matches, of near misses; of each kind
/// that of the first item of every request, then of the second.
base::Result<void> add_request_evidence(const EvidenceSource& source, EvidenceLines& lines);

/// What the evidence of a formula is made of.
struct FormulaEvidence {
  explain::FormulaOutline outline;
  const ScoredFormula* scored = nullptr;
  contract::Formula with_steps;  ///< of `plan_of_steps`
  contract::Formula verdicts;    ///< with its verdicts as outputs, if it has some
};

/// Those of the programs' own formulas; none is scored yet.
std::vector<FormulaEvidence> evidence_of_formulas(const Compilation& compilation);

/// Adds that of formulas: of the first items of each ranking. `formulas` are those of the page.
base::Result<void> add_formula_evidence(const EvidenceSource& source,
                                        const std::vector<FormulaEvidence>& formulas,
                                        unsigned threads, EvidenceLines& lines);

}  // namespace seedc::engine
