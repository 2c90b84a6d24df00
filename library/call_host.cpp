// Turns what the engine reports into progress and texts.
#include "library/call_host.h"

#include <ctime>

#include "engine/report/data_findings.h"
#include "engine/report/load_report.h"
#include "library/boundary.h"
#include "runtime/base/memory.h"

namespace seedc::library {
namespace {

seedc_str view_of(std::string_view text) { return {text.data(), text.size()}; }

/// Of more than a century only that: the clock has no more.
base::Call::Clock::duration seconds(double count) {
  constexpr double kMost = 100.0 * 366 * 86400;
  return std::chrono::duration_cast<base::Call::Clock::duration>(
      std::chrono::duration<double>(std::min(count, kMost)));
}

/// Some milliseconds exact, and read in a few nanoseconds: at each check of a call.
std::chrono::milliseconds coarse_now() {
  timespec time{};
  ::clock_gettime(CLOCK_MONOTONIC_COARSE, &time);
  return std::chrono::milliseconds(std::int64_t{time.tv_sec} * 1000 + time.tv_nsec / 1'000'000);
}

}  // namespace

CallHost::CallHost(const seedc_call& call, std::shared_ptr<const base::StopToken> stop,
                   std::shared_ptr<base::MemoryAccount> memory, const report::Layout& layout)
    : call_(call), layout_(layout), told_at_(coarse_now().count()) {
  base::CallLimits limits{.stop = std::move(stop), .deadline = {}, .is_cancelled = {}};
  if (seconds_of(call.time_limit, "time_limit") > 0)
    limits.deadline = base::Call::Clock::now() + seconds(call.time_limit);
  if (call.progress != nullptr) {
    limits.is_cancelled = [this] {
      repeat_progress();
      return is_refused_.load();
    };
  }
  limits.memory = std::move(memory);
  if (call.memory_limit > 0)
    limits.memory = std::make_shared<base::MemoryBudget>(call.memory_limit, limits.memory);
  const bool has_limits = limits.stop || limits.deadline || limits.is_cancelled || limits.memory;
  if (has_limits) limits_ = base::Call(std::move(limits));
}

engine::Host::Progress CallHost::begin(std::string_view step) {
  if (call_.progress == nullptr) return {};
  return [this, name = std::string(step)](std::uint64_t done, std::uint64_t total) {
    const std::scoped_lock lock(mutex_);
    reached_ = {.step = name, .done = done, .total = total};
    tell_progress();
  };
}

void CallHost::tell_progress() {
  told_at_ = coarse_now().count();
  const int answer =
      call_.progress(call_.context, view_of(reached_.step), reached_.done, reached_.total);
  if (answer != 0) is_refused_ = true;
}

void CallHost::repeat_progress() {
  constexpr std::chrono::milliseconds kLongest{100};
  const auto is_due = [&] {
    return coarse_now() - std::chrono::milliseconds(told_at_.load(std::memory_order_relaxed)) >=
           kLongest;
  };
  if (!is_due()) return;
  const std::unique_lock lock(mutex_, std::try_to_lock);
  if (lock && is_due()) tell_progress();
}

void CallHost::tell(std::int32_t level, std::string_view text) {
  if (call_.log == nullptr || text.empty()) return;
  if (text.ends_with('\n')) text.remove_suffix(1);
  const std::scoped_lock lock(mutex_);
  call_.log(call_.context, level, view_of(text));
}

void CallHost::loaded(const data::LoadReport& report, std::uint64_t items, std::uint64_t reviews,
                      std::string_view kept_as) {
  tell(SEEDC_LOG_WARNING, report::format_left_out(report));
  tell(SEEDC_LOG_NOTE, report::format_load_counts(report, items, reviews, kept_as));
}

void CallHost::searched(const exec::TextLedger& texts) {
  tell(SEEDC_LOG_WARNING, report::format_text_ledger(texts));
}

void CallHost::extracted(const data::ExtractionReport& report) {
  tell(SEEDC_LOG_WARNING, report::format_extraction_faults(report));
}

void CallHost::bound(const contract::Formula& formula, const data::Dataset& dataset,
                     const data::Extractions& extractions) {
  tell(SEEDC_LOG_WARNING,
       report::format_absent_values(formula, dataset, extractions, layout_.names));
}

void CallHost::scored(const contract::Formula& formula, const report::FormulaLedger& ledger) {
  if (ledger.extractions) extracted(*ledger.extractions);
  tell(SEEDC_LOG_NOTE, report::format_ledger(formula, ledger, layout_.names));
}

void CallHost::timed(const engine::StageTime& stage) {
  if (call_.timing == nullptr) return;
  const std::chrono::nanoseconds begin = stage.begin.time_since_epoch();
  const seedc_timing timing = {.size = sizeof(seedc_timing),
                               .name = view_of(stage.name),
                               .begin_ns = begin.count(),
                               .elapsed_ns = stage.elapsed.count(),
                               .count = stage.count,
                               .noun = view_of(stage.noun)};
  const std::scoped_lock lock(mutex_);
  call_.timing(call_.context, &timing);
}

void CallHost::warn(std::string_view text) { tell(SEEDC_LOG_WARNING, text); }

}  // namespace seedc::library
