// Opening hours: a range that parses is within bounds, and one whose end is not before its start is
// printed and parsed again.
#include <fmt/format.h>

#include <algorithm>

#include "runtime/language/text.h"
#include "test/fuzz/target.h"

namespace seedc::fuzz::hours_target {
namespace {

/// Larger numbers of hours or minutes count as this; a range over midnight ends a day later.
constexpr std::int64_t kMostNumber = 1'000'000'000'000'000;
constexpr std::int64_t kMostMinutes = kMostNumber * 61 + 24 * 60;

void run(std::string_view input) {
  const auto hours = language::read_hours(input);
  if (const auto range = language::read_time_range(input))
    require(range == hours, "a range of a program is one of an item");
  if (!hours) return;
  require(0 <= hours->start_minute && hours->start_minute <= kMostMinutes &&
              0 <= hours->end_minute && hours->end_minute <= kMostMinutes,
          "a range lies within bounds");
  const std::string written =
      fmt::format("{}:{}-{}:{}", hours->start_minute / 60, hours->start_minute % 60,
                  hours->end_minute / 60, hours->end_minute % 60);
  const bool is_writable = std::max(hours->start_minute, hours->end_minute) / 60 <= kMostNumber;
  if (is_writable && hours->start_minute <= hours->end_minute)
    require(language::read_hours(written) == hours, "a range reads back");
}

std::vector<std::string> seeds() {
  return {"8:0-15:30",   " 22:00 - 2:00 ",
          "0:0-0:0",     "4294967295:4294967295-0:0",
          "24:60-25:61", "1000000000000000:999999999999999-18446744073709551616:1000000000000001"};
}

const Registration kRegistration({"hours", run, seeds});

}  // namespace
}  // namespace seedc::fuzz::hours_target
