// Reads settings, and makes options of the compiler of them.
#include "engine/lsp/settings.h"

#include <fmt/format.h>

#include <filesystem>

#include "engine/findings.h"
#include "engine/param_settings.h"

namespace seedc::lsp {
namespace {

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
