// The values that a run gives to parameters of formulas.
#pragma once

#include <string>

#include "compiler/check/formula_params.h"
#include "engine/program.h"
#include "runtime/base/result.h"

namespace seedc::engine {

/// Reads `[FORMULA.]NAME=VALUE`. Fails (Usage) if it is not of that form.
base::Result<check::ParamSetting> parse_param_setting(const std::string& text);

/// Whether each setting is for a parameter of a checked formula, and of its kind. Fails (Usage)
/// with the first that is not. Unknown names are not reported if the programs have errors: the
/// formula that has the parameter may be missing. Defaults may be for other formulas: the host is
/// warned of those that are nearly the name of a parameter.
base::Result<void> check_param_settings(const Compilation& compilation,
                                        const std::vector<check::ParamSetting>& settings,
                                        Host& host);

}  // namespace seedc::engine
