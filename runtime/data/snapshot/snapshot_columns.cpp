// Chooses a snapshot's columns.
#include "runtime/data/snapshot/snapshot_columns.h"

#include <algorithm>
#include <map>

namespace seedc::data {
namespace {

std::vector<language::Path> commonest_paths(const std::vector<language::SchemaPath>& paths) {
  std::vector<const language::SchemaPath*> by_count;
  for (const language::SchemaPath& path : paths) by_count.push_back(&path);
  std::stable_sort(by_count.begin(), by_count.end(),
                   [](auto* a, auto* b) { return a->present > b->present; });
  by_count.resize(std::min(by_count.size(), kMostNodeColumns));
  std::vector<language::Path> commonest;
  for (const language::SchemaPath* path : by_count) commonest.push_back(path->path);
  return commonest;
}

}  // namespace

std::vector<ColumnSpec> node_columns(const std::vector<language::SchemaPath>& paths,
                                     const std::vector<language::Path>& kept_elsewhere) {
  std::map<language::Path, std::vector<std::string>> members = {{language::Path(), {}}};
  for (const language::Path& path : commonest_paths(paths)) {
    members.try_emplace(path);
    members[language::Path(path.begin(), path.end() - 1)].push_back(path.back());
  }
  std::vector<ColumnSpec> columns;
  for (auto& [path, keys] : members) {
    std::sort(keys.begin(), keys.end());
    const bool is_elsewhere =
        std::find(kept_elsewhere.begin(), kept_elsewhere.end(), path) != kept_elsewhere.end();
    columns.push_back({path, ColumnSpec::Form::Node, std::move(keys), is_elsewhere});
  }
  return columns;
}

}  // namespace seedc::data
