// Formats counted nouns, sizes and CSV fields.
#include "engine/report/text.h"

#include <fmt/format.h>

namespace seedc::report {

std::string counted(std::uint64_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::string addend(std::uint64_t count, std::string_view what) {
  return count == 0 ? "" : fmt::format(" + {} {}", count, what);
}

std::string size_text(std::uint64_t bytes) {
  constexpr double kMega = 1e6;
  const auto size = static_cast<double>(bytes);
  return size < kMega ? fmt::format("{:.1f} KB", size / 1e3)
                      : fmt::format("{:.1f} MB", size / kMega);
}

std::string csv_field(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + '"';
}

}  // namespace seedc::report
