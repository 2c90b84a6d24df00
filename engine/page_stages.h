// A program from its source to native code, and how long the steps take, as a line of a page.
#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/evaluate.h"
#include "engine/program.h"

namespace seedc::engine {

/// Measures the steps of making a page.
class StepTimes {
 public:
  /// What `step` returns; its time is kept under the name.
  template <class Step>
  auto measure(std::string_view name, const Step& step) {
    const auto begin = std::chrono::steady_clock::now();
    auto result = step();
    const std::chrono::duration<double, std::milli> passed =
        std::chrono::steady_clock::now() - begin;
    times_.emplace_back(name, passed.count());
    return result;
  }
  const std::vector<std::pair<std::string, double>>& times() const { return times_; }

 private:
  std::vector<std::pair<std::string, double>> times_;  ///< in milliseconds
};

/// `s 0 0 {"sources": [[NAME, TEXT]], "ir": TEXT, "opt": TEXT, "plan": TEXT, "asm": TEXT}`; of
/// native code that is long the beginning, and where there is none, `"no_asm": WHY` instead.
base::Result<std::string> stages_line(const Compilation& compilation,
                                      const EvaluateOptions& options, StepTimes& times);

/// `m 0 0 {"times": [[NAME, MILLISECONDS]]}`
std::string times_line(const StepTimes& times);

}  // namespace seedc::engine
