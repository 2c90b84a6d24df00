// Reads settings, and makes options of the compiler of them.
#include "engine/lsp/settings.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <iterator>

#include "engine/findings.h"
#include "engine/param_settings.h"
#include "runtime/base/nearest.h"

namespace seedc::lsp {
namespace {

enum class Shape : std::uint8_t { Text, Flag, Texts, Table };

/// Which keys an object of settings has; those of `set` are names of parameters and formulas.
struct SettingKey {
  std::string_view table, name;
  Shape shape;
};
constexpr SettingKey kSettingKeys[] = {
    {"", "data", Shape::Text},          {"", "schema", Shape::Text},
    {"", "cache_folder", Shape::Text},  {"", "import_dirs", Shape::Texts},
    {"", "set", Shape::Table},          {"", "lint", Shape::Table},
    {"lint", "off", Shape::Texts},      {"lint", "error", Shape::Texts},
    {"lint", "benchmark", Shape::Flag},
};

/// Keys of seedc.toml that are for runs alone.
constexpr std::string_view kOfRuns[] = {"backend", "cached", "threads", "llm", "report"};

std::string_view shape_text(Shape shape) {
  switch (shape) {
    case Shape::Text:
      return "a string";
    case Shape::Flag:
      return "true or false";
    case Shape::Texts:
      return "a list of strings";
    case Shape::Table:
      return "an object";
  }
  return {};
}

bool has_shape(const Json& value, Shape shape) {
  switch (shape) {
    case Shape::Text:
      return value.is_string();
    case Shape::Flag:
      return value.is_boolean();
    case Shape::Texts:
      return value.is_array() && std::ranges::all_of(value, &Json::is_string);
    case Shape::Table:
      return value.is_object();
  }
  return false;
}

std::string unknown_key(const std::string& name, std::string_view table) {
  std::vector<std::string> names;
  for (const SettingKey& key : kSettingKeys) {
    if (key.table == table) names.emplace_back(key.name);
  }
  return fmt::format(
      "the editor's settings: there is no key `{}`{}; {}", name,
      table.empty() ? "" : fmt::format(" in `{}`", table),
      base::did_you_mean(name, names, fmt::format("the keys are {}", fmt::join(names, ", "))));
}

void add_faults(const Json& object, std::string_view table, std::vector<std::string>& faults) {
  for (const auto& [name, value] : object.items()) {
    const auto key = std::ranges::find_if(kSettingKeys, [&](const SettingKey& each) {
      return each.table == table && each.name == name;
    });
    const bool is_of_runs = table.empty() && std::ranges::find(kOfRuns, name) != std::end(kOfRuns);
    if (is_of_runs) {
      faults.push_back(fmt::format("the editor's settings: `{}` has no effect here", name));
    } else if (key == std::end(kSettingKeys)) {
      faults.push_back(unknown_key(name, table));
    } else if (!value.is_null() && !has_shape(value, key->shape)) {
      faults.push_back(
          fmt::format("the editor's settings: `{}` must be {}", name, shape_text(key->shape)));
    } else if (key->name == "lint" && value.is_object()) {
      add_faults(value, key->name, faults);
    }
  }
}

std::string path_in(const std::string& folder, const std::string& path) {
  if (path.empty() || folder.empty()) return path;
  return (std::filesystem::path(folder) / path).lexically_normal().string();
}

std::vector<std::string> texts_at(const Json& json, std::initializer_list<const char*> keys) {
  std::vector<std::string> texts;
  const Json& list = at(json, keys);
  if (!list.is_array()) return texts;
  for (const Json& each : list) {
    if (each.is_string()) texts.push_back(each.get<std::string>());
  }
  return texts;
}

/// `NAME=VALUE` of each; a member that is an object has those of the formula of its name.
void add_parameters(const Json& object, const std::string& formula,
                    std::vector<std::string>& parameters) {
  if (!object.is_object()) return;
  for (const auto& [name, value] : object.items()) {
    if (value.is_object() && formula.empty()) {
      add_parameters(value, name + ".", parameters);
    } else {
      const std::string text = value.is_string() ? value.get<std::string>() : dumped(value);
      parameters.push_back(fmt::format("{}{}={}", formula, name, text));
    }
  }
}

}  // namespace

std::vector<std::string> setting_faults(const Json& json) {
  std::vector<std::string> faults;
  add_faults(json, "", faults);
  return faults;
}

Settings settings_of(const Json& json, const std::string& folder) {
  Settings settings{.data = path_in(folder, text_at(json, {"data"})),
                    .schema = path_in(folder, text_at(json, {"schema"})),
                    .cache_folder = text_at(json, {"cache_folder"}),
                    .import_folders = {},
                    .silenced = texts_at(json, {"lint", "off"}),
                    .as_errors = texts_at(json, {"lint", "error"}),
                    .parameters = {},
                    .benchmark = is_true_at(json, {"lint", "benchmark"})};
  for (const std::string& path : texts_at(json, {"import_dirs"}))
    settings.import_folders.push_back(path_in(folder, path));
  add_parameters(at(json, {"set"}), "", settings.parameters);
  return settings;
}

base::Result<engine::CompileOptions> compile_options(const Settings& settings) {
  engine::CompileOptions options;
  options.import_folders = settings.import_folders;
  options.skip_unreadable = true;
  options.formulas.reports_lints = true;
  for (const std::string& code : settings.silenced) {
    if (auto done = engine::silence_warning(options, code); !done)
      return tl::unexpected(done.error());
  }
  for (const std::string& code : settings.as_errors) {
    if (auto done = engine::make_error_of(options, code); !done)
      return tl::unexpected(done.error());
  }
  for (const std::string& text : settings.parameters) {
    auto setting = engine::parse_param_setting(text);
    if (!setting) return tl::unexpected(setting.error());
    setting->is_default = true;
    options.formulas.settings.push_back(*std::move(setting));
  }
  return options;
}

}  // namespace seedc::lsp
