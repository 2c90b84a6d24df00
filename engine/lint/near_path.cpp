// Compares a path with those of a schema.
#include "engine/lint/near_path.h"

#include <algorithm>
#include <map>
#include <span>
#include <string>
#include <utility>

#include "runtime/base/nearest.h"

namespace seedc::lint {

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
  return std::nullopt;
}

}  // namespace seedc::lint
