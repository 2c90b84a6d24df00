// Evidence that is written again: it has the condition of the first, unless something was reported.
#include "compiler/check/known_evidence.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "compiler/check/check.h"
#include "compiler/parse/parse.h"
#include "runtime/language/value.h"

namespace seedc::check {
namespace {

/// Requests in the shorthand, checked.
struct Checked {
  explicit Checked(const std::string& text) {
    const source::FileId file = sources.add("test", text);
    program = parse::parse_shorthand(sources, file, diagnostics);
    const resolve::Scope scope(program.lets, {}, /*is_incomplete=*/false, diagnostics);
    Checker checker(module, diagnostics,
                    {.engine_refusal = [](const language::Pattern&) { return std::nullopt; }});
    checker.check(program, scope);
  }
  /// Of each instruction that is a condition.
  std::vector<const language::Condition*> conditions() const {
    std::vector<const language::Condition*> all;
    for (const ir::Inst& inst : module.insts) {
      if (inst.op == ir::Op::Condition) all.push_back(inst.condition.get());
    }
    return all;
  }

  source::SourceManager sources;
  diag::Diagnostics diagnostics;
  ast::Program program;
  ir::Module module;
};

TEST(KnownEvidence, IsOneConditionAtItsOwnPlaces) {
  const Checked checked("a: review_text(\"cozy\")\nb: NOT(review_text(\"cozy\"))\n");
  const auto conditions = checked.conditions();
  ASSERT_EQ(conditions.size(), 2u);
  EXPECT_EQ(conditions[0], conditions[1]);
  EXPECT_NE(checked.module.insts[0].span, checked.module.insts[1].span);
}

TEST(KnownEvidence, DiffersInAnyValueKeyOrKind) {
  const Checked checked(
      "a: item_meta(x, true: 1)\nb: item_meta(x, true: \"1\")\nc: item_meta(x, false: 1)\n"
      "d: item_meta(x, true: [1])\ne: item_meta(x, true: true)\n");
  auto conditions = checked.conditions();
  ASSERT_EQ(conditions.size(), 5u);
  std::ranges::sort(conditions);
  EXPECT_EQ(std::ranges::adjacent_find(conditions), conditions.end());
}

TEST(KnownEvidence, IsReportedEachTimeItIsWritten) {
  const Checked warned("a: review_text(\"a\", missing: -1)\nb: review_text(\"a\", missing: -1)\n");
  EXPECT_EQ(warned.diagnostics.warning_count(), 2u);
  const Checked wrong(
      "a: review_text(\"a\", min_matches: 0)\nb: review_text(\"a\", min_matches: 0)\n");
  EXPECT_EQ(wrong.diagnostics.error_count(), 2u);
}

TEST(KnownEvidence, KeysSayWhereEachPartEnds) {
  KnownEvidence known;
  const auto condition_of = [&](const language::Value& value) {
    return &known.condition_of(ast::json_of(value, {}));
  };
  const language::List apart = {language::Value("ab"), language::Value("c")};
  const language::List other = {language::Value("a"), language::Value("bc")};
  EXPECT_NE(condition_of(language::Value(apart)), condition_of(language::Value(other)));
  EXPECT_EQ(condition_of(language::Value(apart)), condition_of(language::Value(apart)));
}

}  // namespace
}  // namespace seedc::check
