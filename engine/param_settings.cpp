// Finds the parameter of each setting among the checked formulas.
#include "engine/param_settings.h"

#include <fmt/format.h>

#include <algorithm>

#include "runtime/base/nearest.h"

namespace seedc::engine {
namespace {

bool is_of(const check::CheckedFormula& formula, const check::ParamSetting& setting) {
  return setting.formula.empty() || formula.name == setting.formula;
}

/// Whether some formula has the parameter.
base::Result<void> find_param(const Compilation& compilation, const check::ParamSetting& setting) {
  const std::string of = setting.formula.empty() ? "" : setting.formula + ".";
  std::vector<std::string> formulas, params;
  for (const check::CheckedFormula& formula : compilation.formulas) {
    formulas.push_back(formula.name);
    if (!is_of(formula, setting)) continue;
    if (std::ranges::find(formula.params, setting.name) != formula.params.end()) return {};
    for (const std::string& param : formula.params) params.push_back(of + param);
  }
  const bool is_known = std::ranges::find(formulas, setting.formula) != formulas.end();
  if (!setting.formula.empty() && !is_known)
    return tl::unexpected(base::not_found("formula", setting.formula, formulas));
  return tl::unexpected(base::not_found("parameter", of + setting.name, params));
}

/// A default that no formula has may be for others, or misspelt.
void warn_of_near_miss(const Compilation& compilation, const check::ParamSetting& setting,
                       Host& host) {
  std::vector<std::string> params;
  for (const check::CheckedFormula& formula : compilation.formulas) {
    if (is_of(formula, setting))
      params.insert(params.end(), formula.params.begin(), formula.params.end());
  }
  if (std::ranges::find(params, setting.name) != params.end()) return;
  if (const std::string near = base::nearest(setting.name, params); !near.empty()) {
    host.warn(fmt::format("warning: no formula has parameter `{}`; did you mean `{}`?",
                          setting.name, near));
  }
}

}  // namespace

base::Result<check::ParamSetting> parse_param_setting(const std::string& text) {
  const std::size_t sign = text.find('=');
  const std::size_t point = sign == 0 ? std::string::npos : text.rfind('.', sign - 1);
  const std::size_t begin = point == std::string::npos ? 0 : point + 1;
  if (sign == std::string::npos || sign <= begin) {
    return base::fail_with_help<base::ErrorCode::NotASetting>(
        "write NAME=VALUE or FORMULA.NAME=VALUE", text);
  }
  return check::ParamSetting{.formula = text.substr(0, begin == 0 ? 0 : begin - 1),
                             .name = text.substr(begin, sign - begin),
                             .value = text.substr(sign + 1)};
}

base::Result<void> check_param_settings(const Compilation& compilation,
                                        const std::vector<check::ParamSetting>& settings,
                                        Host& host) {
  for (auto setting = settings.begin(); setting != settings.end(); ++setting) {
    const bool is_repeated =
        std::any_of(settings.begin(), setting, [&](const check::ParamSetting& before) {
          return before.formula == setting->formula && before.name == setting->name &&
                 before.is_default == setting->is_default;
        });
    if (is_repeated) {
      return base::fail_with_help<base::ErrorCode::ParameterSetTwice>("give it one value",
                                                                      setting->name);
    }
    if (setting->is_default) {
      warn_of_near_miss(compilation, *setting, host);
      continue;
    }
    if (compilation.diagnostics.has_errors()) continue;
    if (auto found = find_param(compilation, *setting); !found) return found;
  }
  for (const check::CheckedFormula& formula : compilation.formulas) {
    if (!formula.setting_errors.empty()) return tl::unexpected(formula.setting_errors.front());
  }
  return {};
}

}  // namespace seedc::engine
