// Lays out the times of stages as a table, and as trace events (the JSON format that Chrome's
// tracing and Perfetto read).
#include "tools/seedc/timing.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <vector>

#include "engine/report/table.h"
#include "engine/report/text.h"
#include "runtime/language/json_string.h"
#include "tools/seedc/view.h"

namespace seedc::tool {
namespace {

using Clock = std::chrono::steady_clock;
using Milliseconds = std::chrono::duration<double, std::milli>;

const Clock::time_point kProcessBegin = Clock::now();

struct Kept {
  std::string name, noun;
  Clock::time_point begin, end;
  std::uint64_t count;
};

/// In the order in which they ended.
std::vector<Kept> kept;  // NOLINT(*-avoid-non-const-global-variables)

/// Those inside of others after them.
std::vector<Kept> in_order() {
  std::vector<Kept> stages = kept;
  std::ranges::stable_sort(stages, [](const Kept& a, const Kept& b) {
    return a.begin != b.begin ? a.begin < b.begin : a.end > b.end;
  });
  return stages;
}

std::string time_text(Clock::duration time) {
  return fmt::format("{:.1f} ms", Milliseconds(time).count());
}

std::string table_of(const std::vector<Kept>& stages, Clock::time_point end) {
  using Align = report::TextTable::Align;
  report::TextTable table({{"stage"}, {"time", Align::Right}, {"of it"}});
  std::vector<Clock::time_point> open;  // ends of the stages that the next one may be in
  for (const Kept& stage : stages) {
    while (!open.empty() && open.back() < stage.end) open.pop_back();
    table.add_row({std::string(2 * open.size(), ' ') + stage.name,
                   time_text(stage.end - stage.begin),
                   stage.noun.empty() ? "" : report::counted(stage.count, stage.noun)});
    open.push_back(stage.end);
  }
  table.add_row({"all", time_text(end - kProcessBegin), ""});
  return table.text({.colour = shows_colour(STDERR_FILENO)});
}

double microseconds(Clock::duration time) {
  return std::chrono::duration<double, std::micro>(time).count();
}

std::string event_of(const std::string& name, Clock::time_point begin, Clock::time_point end,
                     const std::string& arguments) {
  return fmt::format(
      "{{\"name\":{},\"ph\":\"X\",\"pid\":1,\"tid\":1,\"ts\":{:.3f},\"dur\":{:.3f},\"args\":{{{}}}}"
      "}",
      language::json_string(name), microseconds(begin - kProcessBegin), microseconds(end - begin),
      arguments);
}

std::string trace_of(const std::vector<Kept>& stages, Clock::time_point end) {
  std::string out = "{\"displayTimeUnit\":\"ms\",\"traceEvents\":[\n" +
                    event_of("seedc", kProcessBegin, end, "\"version\":\"" SEEDC_VERSION "\"");
  for (const Kept& stage : stages) {
    const std::string count =
        stage.noun.empty() ? std::string()
                           : fmt::format("{}:{}", language::json_string(stage.noun), stage.count);
    out += ",\n" + event_of(stage.name, stage.begin, stage.end, count);
  }
  return out + "\n]}\n";
}

}  // namespace

bool wants_times() { return view().shows_times || !view().trace.empty(); }

void keep_time(const Timing& stage) {
  kept.push_back({std::string(stage.name), std::string(stage.noun), stage.begin,
                  stage.begin + stage.elapsed, stage.count});
}

TimeReport::TimeReport() {
  if (!view().trace.empty()) trace_.emplace(view().trace);
}

void TimeReport::finish() {
  const Clock::time_point end = Clock::now();
  const std::vector<Kept> stages = in_order();
  if (view().shows_times) print_stderr(table_of(stages, end));
  if (!trace_) return;
  trace_->write(trace_of(stages, end));
  trace_->finish();
}

}  // namespace seedc::tool
