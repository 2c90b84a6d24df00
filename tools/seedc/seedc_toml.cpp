// Finds and reads seedc.toml. Its keys are one table.
#include "tools/seedc/seedc_toml.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <toml++/toml.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <sstream>
#include <string_view>

#include "runtime/base/nearest.h"
#include "tools/seedc/cli.h"
#include "tools/seedc/file_owner.h"
#include "tools/seedc/output.h"
#include "tools/seedc/session.h"

namespace seedc::tool {
namespace {

namespace fs = std::filesystem;

/// What a key's value is, and how its option writes it.
enum class Shape : std::uint8_t {
  Text,
  Path,
  Paths,
  Count,
  Switch,       ///< of a flag: true gives it
  Parameters,   ///< NAME=VALUE; a table in it has those of one formula
  JsonMembers,  ///< NAME=VALUE, the value in JSON
  Ignored,      ///< codes of warnings that are left out
  Errors,       ///< codes of warnings that are errors
};

struct Key {
  std::string_view table, name, option;
  Shape shape;
};
constexpr Key kKeys[] = {
    {"", "data", "--data", Shape::Path},
    {"", "cached", "--cached", Shape::Switch},
    {"", "schema", "--schema", Shape::Path},
    {"", "backend", "--backend", Shape::Text},
    {"", "threads", "--threads", Shape::Count},
    {"", "import_dirs", "--import-dir", Shape::Paths},
    {"", "set", kSetOption, Shape::Parameters},
    {"llm", "url", "--llm-url", Shape::Text},
    {"llm", "model", "--llm-model", Shape::Text},
    {"llm", "params", "--llm-param", Shape::JsonMembers},
    {"llm", "max_tokens_field", "--max-tokens-field", Shape::Text},
    {"llm", "response_format", "--response-format", Shape::Text},
    {"lint", "off", "-W", Shape::Ignored},
    {"lint", "error", "-W", Shape::Errors},
    {"lint", "benchmark", "--benchmark", Shape::Switch},
    {"report", "max_size", "--max-size", Shape::Text},
    {"report", "no_texts", "--no-texts", Shape::Switch},
    {"report", "no_names", "--no-names", Shape::Switch},
};
constexpr std::string_view kTables[] = {"llm", "lint", "report"};

std::string_view kind_of(const toml::node& node) {
  switch (node.type()) {
    case toml::node_type::none:
      return "nothing";
    case toml::node_type::table:
      return "a table";
    case toml::node_type::array:
      return "a list";
    case toml::node_type::string:
      return "a string";
    case toml::node_type::integer:
      return "an integer";
    case toml::node_type::floating_point:
      return "a number";
    case toml::node_type::boolean:
      return "a boolean";
    case toml::node_type::date:
    case toml::node_type::time:
    case toml::node_type::date_time:
      return "a date or time";
  }
  return "";
}

class Reader {
 public:
  explicit Reader(const fs::path& file) : file_(file) {}

  std::vector<Configured> take() && { return std::move(values_); }

  /// The keys of one of the file's tables, or of the file itself, whose name is empty.
  void read(const toml::table& table, std::string_view name) {
    for (const auto& [key, value] : table) {
      const bool is_table = name.empty() && std::ranges::count(kTables, key.str()) == 1;
      const auto known = std::ranges::find_if(
          kKeys, [&](const Key& row) { return row.table == name && row.name == key.str(); });
      if (is_table) {
        read(expect<toml::table>(value, key.str(), "a table"), key.str());
      } else if (known == std::end(kKeys)) {
        refuse_key(key, name);
      } else {
        read_value(*known, value);
      }
    }
  }

  [[noreturn]] void fail_at(const toml::source_position& place, std::string_view text,
                            std::string help = {}) const {
    fail_usage(fmt::format("{}:{}:{}: {}", file_.string(), place.line, place.column, text),
               std::move(help));
  }

 private:
  [[noreturn]] void refuse_key(const toml::key& key, std::string_view table) const {
    std::vector<std::string> names;
    for (const Key& row : kKeys) {
      if (row.table == table) names.emplace_back(row.name);
    }
    if (table.empty()) names.insert(names.end(), std::begin(kTables), std::end(kTables));
    const bool is_secret = table == "llm" && key.str().find("key") != std::string_view::npos;
    fail_at(key.source().begin,
            fmt::format("there is no key `{}`{}", key.str(),
                        table.empty() ? "" : fmt::format(" in [{}]", table)),
            is_secret ? "the key of a service is not kept here: give it by SEEDC_LLM_KEY or "
                        "--llm-key-file"
                      : base::did_you_mean(key.str(), names,
                                           fmt::format("the keys are {}", fmt::join(names, ", "))));
  }

  template <class T>
  const T& expect(const toml::node& node, std::string_view key, std::string_view what) const {
    if (const T* found = node.as<T>()) return *found;
    fail_at(node.source().begin, fmt::format("`{}` must be {}, not {}", key, what, kind_of(node)));
  }

  void add(const Key& key, const toml::node& node, std::string value) {
    values_.push_back({std::string(key.option), std::move(value),
                       fmt::format("{}:{}", file_.string(), node.source().begin.line)});
  }

  void read_value(const Key& key, const toml::node& node) {
    switch (key.shape) {
      case Shape::Text:
        return add(key, node, *expect<toml::value<std::string>>(node, key.name, "a string"));
      case Shape::Path:
        return add(key, node, path_of(key, node));
      case Shape::Paths:
        for (const toml::node& each : expect<toml::array>(node, key.name, "a list of strings"))
          add(key, each, path_of(key, each));
        return;
      case Shape::Count:
        return add(
            key, node,
            fmt::format("{}", *expect<toml::value<std::int64_t>>(node, key.name, "an integer")));
      case Shape::Switch:
        if (*expect<toml::value<bool>>(node, key.name, "true or false")) add(key, node, "true");
        return;
      case Shape::Parameters:
        return read_parameters(key, expect<toml::table>(node, key.name, "a table"), "");
      case Shape::JsonMembers:
        for (const auto& [name, value] : expect<toml::table>(node, key.name, "a table"))
          add(key, value, fmt::format("{}={}", name.str(), json_of(name.str(), value)));
        return;
      case Shape::Ignored:
        return read_codes(key, node, "no-");
      case Shape::Errors:
        return read_codes(key, node, "error=");
    }
  }

  std::string path_of(const Key& key, const toml::node& node) const {
    const std::string& path = *expect<toml::value<std::string>>(node, key.name, "a string");
    if (path.empty()) fail_at(node.source().begin, fmt::format("`{}` is empty", key.name));
    return (file_.parent_path() / path).lexically_normal().string();
  }

  void read_parameters(const Key& key, const toml::table& table, const std::string& formula) {
    for (const auto& [name, value] : table) {
      const std::string full = formula + std::string(name.str());
      if (const toml::table* of_formula = value.as_table(); of_formula && formula.empty()) {
        read_parameters(key, *of_formula, full + ".");
      } else {
        add(key, value, fmt::format("{}={}", full, parameter_of(full, value)));
      }
    }
  }

  std::string parameter_of(std::string_view name, const toml::node& node) const {
    if (const auto* text = node.as_string()) return **text;
    if (!node.is_number() && !node.is_boolean())
      fail_at(node.source().begin,
              fmt::format("parameter `{}` must be a number, a string or a boolean, not {}", name,
                          kind_of(node)));
    return json_of(name, node);
  }

  std::string json_of(std::string_view name, const toml::node& node) const {
    if (has_no_json(node)) {
      fail_at(node.source().begin,
              fmt::format("`{}` has no JSON: dates, times, inf and nan are not in it", name));
    }
    std::ostringstream out;
    node.visit([&](const auto& value) { out << toml::json_formatter(value); });
    return out.str();
  }

  static bool has_no_json(const toml::node& node) {
    if (node.is_date() || node.is_time() || node.is_date_time()) return true;
    if (const auto* number = node.as_floating_point()) return !std::isfinite(**number);
    if (const auto* table = node.as_table()) {
      return std::ranges::any_of(*table,
                                 [](const auto& member) { return has_no_json(member.second); });
    }
    const auto* array = node.as_array();
    return array != nullptr && std::ranges::any_of(*array, has_no_json);
  }

  void read_codes(const Key& key, const toml::node& node, std::string_view before) {
    for (const toml::node& each : expect<toml::array>(node, key.name, "a list of codes")) {
      const std::string& code =
          *expect<toml::value<std::string>>(each, key.name, "a list of codes");
      if (const auto doubt = doubt_of_warning(code))
        fail_at(each.source().begin, fmt::format("there is no warning `{}`", code), *doubt);
      add(key, each, fmt::format("{}{}", before, code));
    }
  }

  fs::path file_;
  std::vector<Configured> values_;
};

/// Whether the text has a line end where a string goes on, which toml++ calls a control character.
bool ends_line_in_string(std::string_view text, const toml::parse_error& error) {
  std::size_t begin = 0;  // of the line
  for (auto line = error.source().begin.line; line > 1; --line) begin = text.find('\n', begin) + 1;
  const std::size_t at = begin + error.source().begin.column - 1;
  const bool is_line_end = at >= text.size() || text[at] == '\n' || text[at] == '\r';
  return is_line_end && error.description().find("string") != std::string_view::npos;
}

/// Root reads everybody's.
void check_owner(const fs::path& file) {
  if (::geteuid() != 0 && belongs_to_another(file)) {
    fail_usage(fmt::format("`{}` belongs to another user, and is not read", file.string()),
               "copy it into a folder of yours, or work in another folder");
  }
}

}  // namespace

std::vector<std::string> options_of_seedc_toml() {
  std::vector<std::string> options;
  for (const Key& key : kKeys) options.emplace_back(key.option);
  return options;
}

std::optional<fs::path> find_seedc_toml() {
  std::error_code unknown;
  fs::path folder;
  for (fs::path at = fs::current_path(unknown); !at.empty(); at = at.parent_path()) {
    if (fs::is_regular_file(at / "seedc.toml", unknown)) return folder / "seedc.toml";
    if (at == at.parent_path()) break;
    folder /= "..";
  }
  return std::nullopt;
}

std::optional<fs::path> find_seedc_toml(const fs::path& folder) {
  std::error_code unknown;
  for (fs::path at = fs::absolute(folder, unknown); !at.empty(); at = at.parent_path()) {
    if (fs::is_regular_file(at / "seedc.toml", unknown)) return at / "seedc.toml";
    if (at == at.parent_path()) break;
  }
  return std::nullopt;
}

std::vector<Configured> read_seedc_toml(const fs::path& file) {
  check_owner(file);
  Reader reader(file);
  const std::string text = read_text(file);
  try {
    reader.read(toml::parse(text, file.string()), "");
  } catch (const toml::parse_error& error) {
    const bool is_open = ends_line_in_string(text, error);
    reader.fail_at(error.source().begin,
                   is_open ? "the string does not end on its line" : error.description(),
                   is_open ? "close it with a quote" : "");
  }
  return std::move(reader).take();
}

}  // namespace seedc::tool
