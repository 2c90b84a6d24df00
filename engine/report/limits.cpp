// Formats the table of limits, their numbers with units, in two layouts.
#include "engine/report/limits.h"

#include <fmt/format.h>

#include "engine/report/table.h"
#include "runtime/base/limits.h"

namespace seedc::report {
namespace {

/// `2,000,000`.
std::string grouped(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, ",");
  return digits;
}

std::string bytes_text(std::uint64_t bytes) {
  constexpr std::uint64_t kKibi = 1024, kMega = 1'000'000;
  if (bytes % (kKibi * kKibi) == 0) return fmt::format("{} MiB", bytes / (kKibi * kKibi));
  if (bytes % kMega == 0) return fmt::format("{} MB", bytes / kMega);
  if (bytes % kKibi == 0) return fmt::format("{} KiB", bytes / kKibi);
  return grouped(bytes) + " bytes";
}

std::string value_text(const base::limits::Limit& limit) {
  if (limit.value == base::limits::kUnlimited) return "none set";
  switch (limit.unit) {
    case base::limits::Unit::Bytes:
      return bytes_text(limit.value);
    case base::limits::Unit::Count:
      return grouped(limit.value);
    case base::limits::Unit::Seconds:
      return grouped(limit.value) + " s";
  }
  return {};
}

/// `set it (--timeout SECONDS)`.
std::string fix_text(const base::limits::Limit& limit, base::SettingNames names) {
  return limit.fix + base::named(names, limit.setting, " (", ")");
}

}  // namespace

std::string limits_text(const Layout& layout) {
  constexpr std::size_t kNameWidth = 22, kIndent = 4;
  std::string out;
  for (const base::limits::Limit& limit : base::limits::all()) {
    out += padded(limit.name, kNameWidth) + value_text(limit) + '\n';
    out += wrapped(limit.bounds, kIndent, layout.width);
    out += wrapped(fmt::format("more: {}; {}", limit.effect, fix_text(limit, layout.names)),
                   kIndent, layout.width);
  }
  return out;
}

std::string limits_markdown(base::SettingNames names) {
  std::string out =
      "| limit | at most | of | more | how it is raised |\n| --- | ---: | --- | --- | --- |\n";
  for (const base::limits::Limit& limit : base::limits::all()) {
    out += fmt::format("| {} | {} | {} | {} | {} |\n", limit.name, value_text(limit), limit.bounds,
                       limit.effect, fix_text(limit, names));
  }
  return out;
}

}  // namespace seedc::report
