// Where something has been reported, so that it is not reported again in other words.
#pragma once

#include <algorithm>
#include <vector>

#include "compiler/diag/diagnostics.h"

namespace seedc::lint {

/// As of when it is made.
class ReportedSpans {
 public:
  explicit ReportedSpans(const diag::Diagnostics& diagnostics) {
    for (const diag::Diagnostic* each : diagnostics.sorted()) spans_.push_back(each->span);
  }

  /// Whether a report's location has a part in common with this one.
  bool overlap(source::Span span) const {
    return std::ranges::any_of(spans_, [&](const source::Span& other) {
      return other.file == span.file && other.begin < span.end && span.begin < other.end;
    });
  }

 private:
  std::vector<source::Span> spans_;
};

}  // namespace seedc::lint
