// Formats a schema as tables of paths, categories and topics.
#include "engine/report/schema.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <vector>

#include "engine/report/table.h"
#include "engine/report/text.h"

namespace seedc::report {
namespace {

std::string types_text(const language::SchemaPath& path) {
  std::string out;
  for (const std::string& type : path.types) out += (out.empty() ? "" : "|") + type;
  return out;
}

std::string commonest_text(const language::SchemaPath& path) {
  std::string out;
  for (const auto& [text, count] :
       std::span(path.commonest)
           .first(std::min(path.commonest.size(), language::SchemaPath::kCommonest)))
    out += fmt::format("{}{} ({})", out.empty() ? "" : ", ", text, count);
  return out;
}

std::string distinct_text(const language::SchemaPath& path) {
  return path.distinct >= language::SchemaPath::kMaxDistinct
             ? fmt::format("{}+", language::SchemaPath::kMaxDistinct)
             : std::to_string(path.distinct);
}

/// The last key, indented by its depth: rows come an object before its keys.
std::string key_text(const language::SchemaPath& path) {
  return std::string(2 * (path.path.size() - 1), ' ') + language::to_string({path.path.back()});
}

std::string paths_table(const std::string& title, const std::vector<language::SchemaPath>& paths,
                        const Layout& layout) {
  TextTable table({{title},
                   {"type"},
                   {"present", TextTable::Align::Right},
                   {"distinct", TextTable::Align::Right},
                   {"commonest"}});
  for (const language::SchemaPath& path : paths) {
    table.add_row({key_text(path), types_text(path), std::to_string(path.present),
                   distinct_text(path), commonest_text(path)});
  }
  return table.text(layout);
}

/// Empty if there are none.
std::string counts_table(const std::string& title, const std::string& counted,
                         const std::vector<language::TextCount>& counts, const Layout& layout) {
  if (counts.empty()) return {};
  TextTable table({{counted, TextTable::Align::Right}, {title}});
  for (const auto& [text, count] : counts) table.add_row({std::to_string(count), text});
  return "\n" + table.text(layout);
}

}  // namespace

std::string schema_table(const language::Schema& schema, const Layout& layout) {
  return fmt::format("{}, {}\n\n{}\n{}{}{}", counted(schema.items, "item"),
                     counted(schema.reviews, "review"),
                     paths_table("item path", schema.item_paths, layout),
                     paths_table("review path", schema.review_paths, layout),
                     counts_table("category", "items", schema.categories, layout),
                     counts_table("judged topic", "reviews", schema.topics, layout));
}

}  // namespace seedc::report
