// Converts schemas to JSON and back.
#include <fmt/format.h>

#include <iterator>

#include "runtime/base/byte_order_mark.h"
#include "runtime/data/jsonl/json.h"
#include "runtime/data/schema.h"

namespace seedc::data {
namespace {

/// Appends the parts of a schema, which may have ten thousands of values, to one text.
class SchemaWriter {
 public:
  std::string written(const language::Schema& schema) {
    text_ += fmt::format(R"({{"items":{},"reviews":{})", schema.items, schema.reviews);
    add_paths("item_paths", schema.item_paths);
    add_paths("review_paths", schema.review_paths);
    add_counts("categories", schema.categories);
    add_counts("topics", schema.topics);
    return std::move(text_) + "}\n";
  }

 private:
  template <class Elements, class Add>
  void add_list(std::string_view key, const Elements& elements, const Add& add) {
    text_ += fmt::format(R"(,"{}":[)", key);
    for (const auto& element : elements) {
      if (&element != elements.data()) text_ += ',';
      add(element);
    }
    text_ += ']';
  }

  void add_texts(std::string_view key, const std::vector<std::string>& texts) {
    add_list(key, texts,
             [&](const std::string& text) { language::append_json_string(text_, text); });
  }

  void add_counts(std::string_view key, const std::vector<language::TextCount>& counts) {
    add_list(key, counts, [&](const language::TextCount& count) {
      text_ += R"({"text":)";
      language::append_json_string(text_, count.first);
      fmt::format_to(std::back_inserter(text_), R"(,"count":{}}})", count.second);
    });
  }

  void add_paths(std::string_view key, const std::vector<language::SchemaPath>& paths) {
    add_list(key, paths, [&](const language::SchemaPath& path) {
      text_ += R"({"path":)";
      text_ += language::to_json(language::List(path.path.begin(), path.path.end()));
      add_texts("types", path.types);
      text_ += fmt::format(R"(,"present":{},"distinct":{})", path.present, path.distinct);
      add_counts("commonest", path.commonest);
      text_ += fmt::format(R"(,"whole":{}}})", path.is_whole);
    });
  }

  std::string text_;
};

/// Parses the parts of a schema; the first mistake is kept, the rest is read as empty.
class SchemaJson {
 public:
  explicit SchemaJson(std::string file) : file_(std::move(file)) {}

  base::Result<language::Schema> read(std::string_view text) {
    std::string padded(text);
    padded.reserve(text.size() + kJsonPadding);
    JsonParser parser;
    const auto root = parser.parse(padded);
    if (!root) return refuse(std::string(root.error()));
    const auto object = object_of(*root);
    if (!object) return refuse("it must be an object");
    language::Schema schema{.items = count(*object, "items", ""),
                            .reviews = count(*object, "reviews", ""),
                            .item_paths = paths(*object, "item_paths"),
                            .review_paths = paths(*object, "review_paths"),
                            .categories = counts(*object, "categories", ""),
                            .topics = counts(*object, "topics", "")};
    if (!mistake_.empty()) return refuse(mistake_);
    return schema;
  }

 private:
  tl::unexpected<base::Error> refuse(const std::string& why) const {
    return base::fail(base::error<base::ErrorCode::InvalidSchema>(file_, why)
                          .with_help("write one", base::Setting::SchemaFile));
  }

  void complain(std::string_view where, std::string_view key, std::string_view expected) {
    if (mistake_.empty()) mistake_ = fmt::format("{}`{}` must be {}", where, key, expected);
  }

  std::uint64_t count(JsonObject object, std::string_view key, std::string_view where) {
    std::uint64_t value = 0;
    const auto found = member(object, key);
    if (!found || found->get_uint64().get(value) != simdjson::SUCCESS)
      complain(where, key, "a count");
    return value;
  }

  std::optional<JsonArray> list(JsonObject object, std::string_view key, std::string_view where) {
    const auto found = member(object, key);
    const auto array = found ? array_of(*found) : std::nullopt;
    if (!array) complain(where, key, "a list");
    return array;
  }

  std::vector<std::string> texts(JsonObject object, std::string_view key, std::string_view where) {
    std::vector<std::string> texts;
    const auto array = list(object, key, where);
    if (!array) return texts;
    for (const JsonElement element : *array) {
      const auto text = string_of(element);
      if (!text) complain(where, key, "a list of strings");
      texts.emplace_back(text.value_or(""));
    }
    return texts;
  }

  std::vector<language::TextCount> counts(JsonObject object, std::string_view key,
                                          std::string_view where) {
    std::vector<language::TextCount> counts;
    const auto array = list(object, key, where);
    if (!array) return counts;
    for (const JsonElement element : *array) {
      const auto entry = object_of(element);
      const auto text = entry ? member(*entry, "text") : std::nullopt;
      const auto written = text ? string_of(*text) : std::nullopt;
      if (!written) {
        complain(where, key, "a list of `{\"text\": …, \"count\": …}`");
        return {};
      }
      counts.emplace_back(*written, count(*entry, "count", where));
    }
    return counts;
  }

  std::vector<language::SchemaPath> paths(JsonObject object, std::string_view key) {
    std::vector<language::SchemaPath> paths;
    const auto array = list(object, key, "");
    if (!array) return paths;
    for (const JsonElement element : *array) {
      const std::string where = fmt::format("{}[{}]: ", key, paths.size());
      const auto entry = object_of(element);
      if (!entry) {
        complain("", key, "a list of objects");
        return {};
      }
      paths.push_back(path(*entry, where));
    }
    return paths;
  }

  language::SchemaPath path(JsonObject object, const std::string& where) {
    language::SchemaPath path{.path = texts(object, "path", where),
                              .types = texts(object, "types", where),
                              .present = count(object, "present", where),
                              .distinct = count(object, "distinct", where),
                              .commonest = counts(object, "commonest", where)};
    if (path.path.empty()) complain(where, "path", "a list of keys");
    const auto whole = member(object, "whole");
    if (!whole || whole->get_bool().get(path.is_whole) != simdjson::SUCCESS)
      complain(where, "whole", "true or false");
    return path;
  }

  std::string file_;
  std::string mistake_;
};

}  // namespace

std::string to_json(const language::Schema& schema) { return SchemaWriter().written(schema); }

base::Result<language::Schema> schema_of_json(const std::string& file, std::string_view text) {
  return SchemaJson(file).read(base::without_byte_order_mark(text));
}

}  // namespace seedc::data
