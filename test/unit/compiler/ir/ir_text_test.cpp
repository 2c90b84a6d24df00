// Modules with one large part are read and verified in linear time.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "compiler/ir/text.h"

namespace seedc::ir {
namespace {

/// The errors of reading a module.
std::size_t errors_of(const std::string& entries) {
  source::SourceManager sources;
  diag::Diagnostics diagnostics;
  const source::FileId file = sources.add("module.ir", "module {\n" + entries + "}\n");
  read(sources, file, diagnostics);
  return diagnostics.error_count();
}

TEST(IrText, ManyKeysAndManyUsesOfThem) {
  constexpr int kFields = 60'000;
  std::string fields;
  std::string uses;
  for (int i = 0; i < kFields; ++i) {
    fields += fmt::format("{}\"f{:06}\":\"int\"", i == 0 ? "" : ",", i);
    uses += fmt::format("  %{} = row.field %0 name=\"f{:06}\"\n", i + 1, i);
  }
  const std::string rows =
      fmt::format("  %0 = rows keywords=[] match=\"word\" fields={{{}}}\n", fields);
  EXPECT_EQ(errors_of(rows + uses + "  formula \"f\" = %0\n"), 0);
}

TEST(IrText, OfRepeatedKeysTheLastHolds) {
  EXPECT_EQ(errors_of("  %0 = value is=1\n  %1 = lookup %0 table={\"a\":\"x\",\"a\":1,\"b\":2} "
                      "match=\"exact\" : i64?\n"),
            0);
}

TEST(IrText, ManyFormulasOfOneValue) {
  constexpr int kFormulas = 20'000;
  std::string text =
      "  %0 = rows keywords=[] match=\"word\" fields={}\n"
      "  %1 = rows keywords=[\"x\"] match=\"word\" fields={}\n  %2 = count %0\n";
  for (int i = 0; i < kFormulas; ++i)
    text += fmt::format("  %{0} = add %{1}, %{1}\n", i + 3, i + 2);
  text += fmt::format("  %{} = step %{} name=\"S\"\n", kFormulas + 3, kFormulas + 2);
  std::string formulas;
  for (int i = 0; i < kFormulas; ++i)
    formulas += fmt::format("  formula \"f{}\" = %0\n    output %{}\n", i, kFormulas + 3);
  EXPECT_EQ(errors_of(text + formulas), 0);
  EXPECT_EQ(errors_of(text + fmt::format("  formula \"g\" = %1\n    output %{}\n", kFormulas + 3)),
            1);
}

}  // namespace
}  // namespace seedc::ir
