// Tells numbers, texts and booleans apart.
#include "engine/lint/known_fields.h"

#include <algorithm>
#include <string_view>

namespace seedc::lint {

ValueKind kind_of_review_field(const language::Path& path) {
  constexpr std::string_view kNumbers[] = {"stars", "useful", "funny", "cool"};
  if (path.size() != 1) return ValueKind::Unknown;
  if (path.front() == "date") return ValueKind::Texts;
  const bool is_number = std::ranges::find(kNumbers, path.front()) != std::end(kNumbers);
  return is_number ? ValueKind::Numbers : ValueKind::Unknown;
}

std::optional<std::pair<double, double>> scale_of(const language::Path& path) {
  if (path == language::Path{"stars"}) return std::pair(1.0, 5.0);
  return std::nullopt;
}

ValueKind kind_of(const language::SchemaPath& path) {
  const auto are_all = [&](auto... types) {
    return !path.types.empty() && std::ranges::all_of(path.types, [&](const std::string& type) {
      return ((type == types) || ...);
    });
  };
  if (are_all("integer", "real")) return ValueKind::Numbers;
  if (are_all("boolean")) return ValueKind::Booleans;
  return are_all("string") ? ValueKind::Texts : ValueKind::Unknown;
}

}  // namespace seedc::lint
