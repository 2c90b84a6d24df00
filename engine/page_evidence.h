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

/// Adds that of formulas: of the first items of each ranking. `outlines` and `scored` are by the
/// formulas of the page.
base::Result<void> add_formula_evidence(const EvidenceSource& source,
                                        const std::vector<explain::FormulaOutline>& outlines,
                                        const std::vector<const ScoredFormula*>& scored,
                                        EvidenceLines& lines);

}  // namespace seedc::engine
