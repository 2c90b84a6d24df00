// Values of parameters as a command line gives them, and the formulas they are for.
#include "engine/param_settings.h"

#include <gtest/gtest.h>

namespace seedc::engine {
namespace {

std::string read(const std::string& text) {
  const auto setting = parse_param_setting(text);
  if (!setting) return setting.error().text;
  return setting->formula + "|" + setting->name + "|" + setting->value;
}

TEST(ParamSettings, NameAParameterOfAllFormulasOrOfOne) {
  EXPECT_EQ(read("K=5"), "|K|5");
  EXPECT_EQ(read("peanut risk.K=5"), "peanut risk|K|5");
  EXPECT_EQ(read("v1.2.K=0.5"), "v1.2|K|0.5")
      << "the name is behind the last point before the sign";
  EXPECT_EQ(read("K="), "|K|");
  EXPECT_EQ(read("K=a.b=c"), "|K|a.b=c");
}

TEST(ParamSettings, AreOfThatForm) {
  EXPECT_EQ(read("K"), "`K` does not set a parameter");
  EXPECT_EQ(read("=5"), "`=5` does not set a parameter");
  EXPECT_EQ(read("risk.=5"), "`risk.=5` does not set a parameter");
  EXPECT_EQ(read(""), "`` does not set a parameter");
}

std::string error_of(const std::string& program, const std::string& setting) {
  CompileOptions options;
  options.formulas.settings = {*parse_param_setting(setting)};
  const auto compilation = compile_text("f.json", program, options);
  return compilation ? "" : compilation.error().text;
}

TEST(ParamSettings, AreForParametersOfTheFormulas) {
  const std::string program =
      R"({"params": {"K": 1}, "compute": [{"name": "N", "op": "count"}], "output": ["K", "N"]})";
  EXPECT_EQ(error_of(program, "K=2"), "");
  EXPECT_EQ(error_of(program, "f.K=2"), "") << "a formula without a name has that of its file";
  EXPECT_EQ(error_of(program, "g.K=2"), "no formula `g`");
  EXPECT_EQ(error_of(program, "N=2"), "no parameter `N`");
  EXPECT_EQ(error_of(program, "K=x"),
            "parameter `K` of formula `f` is an integer of 64 bits, not `x`");
  EXPECT_EQ(error_of("{", "K=2"), "") << "the formula may have it";
}

}  // namespace
}  // namespace seedc::engine
