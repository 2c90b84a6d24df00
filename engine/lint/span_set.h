// Locations in programs, among which others are looked for: where something has been reported, so
// that it is not reported again in other words.
#pragma once

#include <algorithm>
#include <cstdint>
#include <tuple>
#include <vector>

#include "compiler/diag/diagnostics.h"

namespace seedc::lint {

/// Orders locations by where they begin.
using SpanKey = std::tuple<source::FileId, std::uint32_t, std::uint32_t>;
inline SpanKey key_of(source::Span span) { return {span.file, span.begin, span.end}; }

class SpanSet {
 public:
  SpanSet() = default;
  /// The locations of reports, as of now.
  explicit SpanSet(const diag::Diagnostics& diagnostics) {
    for (const diag::Diagnostic* each : diagnostics.sorted()) add(each->span);
  }

  void add(source::Span span) { spans_.push_back(span); }
  /// Whether a location has a part in common with this one.
  bool overlap(source::Span span) const {
    return std::ranges::any_of(spans_, [&](const source::Span& other) {
      return other.file == span.file && other.begin < span.end && span.begin < other.end;
    });
  }

 private:
  std::vector<source::Span> spans_;
};

}  // namespace seedc::lint
