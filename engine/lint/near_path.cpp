// Compares a path with those of a schema.
#include "engine/lint/near_path.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "runtime/base/nearest.h"

namespace seedc::lint {
namespace {

/// What people and language models call values of items and reviews, and their keys.
struct OtherWord {
  std::string_view word, key;
};
constexpr OtherWord kOtherWords[] = {
    {"rating", "stars"},
    {"ratings", "stars"},
    {"score", "stars"},
    {"year", "date"},
    {"time", "date"},
    {"created_at", "date"},
    {"author", "user.name"},
    {"reviewer", "user.name"},
    {"username", "user.name"},
    {"content", "text"},
    {"body", "text"},
    {"comment", "text"},
    {"helpful", "useful"},
    {"votes", "useful"},
    {"followers", "fans"},
    {"reviews", "review_count"},
    {"category", "categories"},
    {"cuisine", "categories"},
    {"title", "name"},
    {"price", "RestaurantsPriceRange2"},
    {"price_range", "RestaurantsPriceRange2"},
    {"opening_hours", "hours"},
};

/// The path that a word of the table stands for, beside the keys before it.
std::optional<language::Path> path_meant(const language::Path& path,
                                         const std::vector<language::SchemaPath>& known) {
  const auto* other = std::ranges::find(kOtherWords, path.back(), &OtherWord::word);
  if (other == std::end(kOtherWords)) return std::nullopt;
  for (const language::SchemaPath& each : known) {
    const std::string text = language::to_string(each.path);
    const std::size_t length = text.size() - std::min(text.size(), other->key.size());
    const bool is_it = text.ends_with(other->key) && (length == 0 || text[length - 1] == '.');
    const bool is_beside =
        path.size() == 1 || (each.path.size() == path.size() &&
                             std::equal(path.begin(), path.end() - 1, each.path.begin()));
    if (is_it && is_beside) return each.path;
  }
  return std::nullopt;
}

}  // namespace

std::optional<language::Path> near_path(const language::Path& path,
                                        const std::vector<language::SchemaPath>& known) {
  for (const language::SchemaPath& each : known) {  // `"attributes.HasTV"` is one key
    const bool is_joined = path.size() == 1 && each.path.size() > 1;
    if (is_joined && language::to_string(each.path) == path.front()) return each.path;
  }
  std::map<std::string, language::Path> whole, last;
  for (const language::SchemaPath& each : known) {
    if (each.path == path) return std::nullopt;
    const bool is_above = each.path.size() < path.size() &&
                          std::equal(each.path.begin(), each.path.end(), path.begin());
    if (is_above) continue;
    whole.emplace(language::to_string(each.path), each.path);
    last.emplace(each.path.back(), each.path);
  }
  for (const auto& [paths, text] :
       {std::pair(&whole, language::to_string(path)), {&last, path.back()}}) {
    std::vector<std::string> names;
    for (const auto& [name, each] : *paths) names.push_back(name);
    const auto near = paths->find(base::nearest(text, names));
    if (near == paths->end()) continue;
    const std::string last_key = near->second.back();
    if (!base::nearest(path.back(), std::span(&last_key, 1)).empty()) return near->second;
  }
  return path_meant(path, known);
}

}  // namespace seedc::lint
