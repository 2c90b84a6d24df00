// Tells numbers from texts.
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

ValueKind kind_of(const std::vector<language::Value>& values) {
  std::size_t numbers = 0, texts = 0, present = 0;
  for (const language::Value& value : values) {
    const auto* text = value.as<std::string>();
    if (value.is_null() || (text != nullptr && text->empty())) continue;
    ++present;
    numbers += language::number_of(value) ? 1 : 0;
    texts += text != nullptr ? 1 : 0;
  }
  if (present == 0) return ValueKind::Unknown;
  if (numbers == present) return ValueKind::Numbers;
  return texts == present ? ValueKind::Texts : ValueKind::Unknown;
}

ValueKind kind_of(const language::SchemaPath& path) {
  const auto are_all = [&](auto... types) {
    return !path.types.empty() && std::ranges::all_of(path.types, [&](const std::string& type) {
      return ((type == types) || ...);
    });
  };
  if (are_all("integer", "real")) return ValueKind::Numbers;
  return are_all("string") ? ValueKind::Texts : ValueKind::Unknown;
}

}  // namespace seedc::lint
