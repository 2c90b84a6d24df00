// A safe fix works: once it is applied, its diagnostic is gone and no other has appeared.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <sstream>

#include "engine/lint/apply_fixes.h"
#include "test/unit/dataset_folder.h"

namespace seedc::diag {
namespace {

struct Mistake {
  std::string file;
  std::string text;
  std::string mended;
};

std::string content_of(const std::string& path) {
  std::stringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

/// A formula with a step X of operation `expr`.
Mistake expression(const std::string& expr, const std::string& mended) {
  const auto formula = [](const std::string& text) {
    return R"({"compute": [{"name": "N", "op": "count"}, {"name": "X", "op": "expr", "expr": ")" +
           text + R"("}], "output": ["N", "X"]})";
  };
  return {"x.json", formula(expr), formula(mended)};
}

/// A formula with a number `waits`, a boolean `loud`, and a step that counts what is given.
Mistake counting(const std::string& where, const std::string& mended) {
  const auto formula = [](const std::string& text) {
    return R"({"extract": {"fields": [{"name": "waits", "type": "int"}, {"name": "loud", "type": "bool"}]},
  "compute": [{"name": "M", "op": "count", "where": {"extraction.waits": 1, "extraction.loud": true}},
    {"name": "N", "op": "count", "where": {)" +
           text + R"(}}], "output": ["M", "N"]})";
  };
  return {"x.json", formula(where), formula(mended)};
}

/// A formula of two steps, of which the second is given whole.
Mistake step(const std::string& written, const std::string& mended) {
  const auto formula = [](const std::string& text) {
    return R"({"compute": [{"name": "N", "op": "count"}, {"name": "X", )" + text +
           R"(}], "output": ["N", "X"]})";
  };
  return {"x.json", formula(written), formula(mended)};
}

std::vector<Mistake> mistakes_in_requests() {
  const std::string let = "let cozy = review_text(\"cozy\")\n";
  const std::string condition = R"({"evidence": {"kind": "review_text", "pattern": "cozy"}})";
  return {
      {"x.req", let + "and(cozy, not(cozy))", let + "AND(cozy, NOT(cozy))"},
      {"x.req", "1hop(['Alice'], 'cozy')", "1HOP(['Alice'], 'cozy')"},
      {"x.req", "cozy = review_text(\"cozy\")\ncozy", let + "cozy"},
      {"x.req", "review_text(“cozy”)", "review_text(\"cozy\")"},
      {"x.req", "review_text(pattern = \"cozy\")", "review_text(pattern : \"cozy\")"},
      {"x.req", "item_meta(name, true: \"A\", missing: \"-1\")",
       "item_meta(name, true: \"A\", missing: -1)"},
      {"x.json", R"({"op": "and", "args": [)" + condition + "]}",
       R"({"op": "AND", "args": [)" + condition + "]}"},
      {"x.json", R"({"op": "AND", "args": [)" + condition + ",]}",
       R"({"op": "AND", "args": [)" + condition + "]}"},
      {"x.json", "```json\n" + condition + "\n```\n", condition + "\n"},
      {"x.json", "// cozy\n" + condition, "\n" + condition},
      {"x.json", "/* cozy\n it's */" + condition, condition},
      {"x.json", "Yes:\n\n```json\n" + condition + "\n```\nDone.\n", condition + "\n"},
      {"x.json", R"({'evidence': {'kind': 'review_text', "pattern": 'don\'t "ever", mate'}})",
       R"({"evidence": {"kind": "review_text", "pattern": "don't \"ever\", mate"}})"},
      {"x.json", R"({'evidence': {'kind': 'review_text', 'pattern': 'don't ever'}})",
       R"({"evidence": {"kind": "review_text", "pattern": "don't ever"}})"},
      {"x.json", R"({'evidence': {“kind”: "review_text", "pattern": "cozy"}})", condition},
      {"x.json",
       R"({"evidence": {"kind": "item_meta", "path": ["a"], "true": True, "false": None}})",
       R"({"evidence": {"kind": "item_meta", "path": ["a"], "true": true, "false": null}})"},
  };
}

std::vector<Mistake> mistakes_in_formulas() {
  return {
      expression("N > 1 && !(N > 5)", "N > 1 and not (N > 5)"),
      expression("N > 1 AND N <> 5", "N > 1 and N != 5"),
      expression("N > 0 and N = 2", "N > 0 and N == 2"),
      expression("N == '3'", "N == 3"),
      expression("2N", "2 * N"),
      expression("N ** 2", "(N * N)"),
      expression("+N", "N"),
      expression("=N + 1", "N + 1"),
      expression("N;", "N"),
      expression("return N", " N"),
      expression("N # all", "N "),
      expression("N\\u00a0+ 1", "N + 1"),
      expression("math.sqrt(N)", "sqrt(N)"),
      expression("max([N, 2])", "max(N, 2)"),
      expression("{N} + 1", "N + 1"),
      expression("N IN (1, 2)", "N in (1, 2)"),
      expression("context.is_open is True", "context.is_open == True"),
      expression("IF(N > 1, 2, 3)", "2 if N > 1 else 3"),
      expression("N > 1 ? 2 : 3", "2 if N > 1 else 3"),
      expression("CASE WHEN N > 1 THEN 2 ELSE 3 END", "2 if N > 1 else 3"),
      expression("1 if context.name == “A” else 2", "1 if context.name == 'A' else 2"),
      expression("1 if context.name == f'A' else 2", "1 if context.name == 'A' else 2"),
      expression("context['name']", "context.name"),
      counting(R"("waits": 2)", R"("extraction.waits": 2)"),
      counting(R"("meta.stars": {"$gte": 4})", R"("meta.stars": {">=": 4})"),
      counting(R"("meta.stars": [4, 5])", R"("meta.stars": {"in": [4, 5]})"),
      counting(R"("extraction.waits": "2")", R"("extraction.waits": 2)"),
      counting(R"("extraction.loud": "true")", R"("extraction.loud": true)"),
      step(R"("op": "expr", "expr": 3)", R"("op": "expr", "expr": "3")"),
      step(R"("op": "case", "source": "N", "rules": [{"when": "N >= 3", "then": 1}, {"else": 0}])",
           R"("op": "case", "source": "N", "rules": [{"when": ">= 3", "then": 1}, {"else": 0}])"),
      step(R"("op": "max", "field": "meta.stars", "default": "0")",
           R"("op": "max", "field": "meta.stars", "default": 0)"),
      {"x.json",
       R"({"filter": {"keywords": "loud"}, "compute": [{"name": "N", "op": "count"}], "output": ["N"]})",
       R"({"filter": {"keywords": ["loud"]}, "compute": [{"name": "N", "op": "count"}], "output": ["N"]})"},
      {"x.json",
       R"({"extract": {"fields": [{"name": "w", "type": "integer"}]}, "compute": [{"name": "N", "op": "sum", "expr": "w"}], "output": ["N"]})",
       R"({"extract": {"fields": [{"name": "w", "type": "int"}]}, "compute": [{"name": "N", "op": "sum", "expr": "extraction.w"}], "output": ["N"]})"},
      {"x.json",
       R"({"compute": [{"name": "$GOOD", "op": "define_filter", "meta": {"stars": 5}}, {"name": "N", "op": "count", "where": {"GOOD": true}}], "output": ["N"]})",
       R"({"compute": [{"name": "GOOD", "op": "define_filter", "meta": {"stars": 5}}, {"name": "N", "op": "count", "where": {"$GOOD": true}}], "output": ["N"]})"},
  };
}

TEST(Fixes, SafeOnesFix) {
  std::vector<Mistake> mistakes = mistakes_in_requests();
  std::ranges::move(mistakes_in_formulas(), std::back_inserter(mistakes));
  for (const Mistake& mistake : mistakes) {
    const unit::DatasetFolder folder;
    folder.write(mistake.file, mistake.text);
    const std::string path = folder.file(mistake.file);
    const auto count = lint::apply_fixes(path, {});
    ASSERT_TRUE(count) << count.error().text;
    EXPECT_GT(*count, 0U) << mistake.text;
    EXPECT_EQ(content_of(path), mistake.mended);
    const auto compilation = engine::compile_files({path}, {});
    ASSERT_TRUE(compilation);
    EXPECT_EQ(render_text((*compilation)->diagnostics, (*compilation)->sources, false), "");
  }
}

TEST(Fixes, GuessesAreLeftAlone) {
  const unit::DatasetFolder folder;
  const std::string text = "let cozy = review_text(\"cozy\")\ncosy";
  folder.write("x.req", text);
  EXPECT_EQ(lint::apply_fixes(folder.file("x.req"), {}).value(), 0U);
  EXPECT_EQ(content_of(folder.file("x.req")), text);
}

TEST(Fixes, WhatIsNoFileIsLeftAlone) {
  const unit::DatasetFolder folder;
  EXPECT_EQ(lint::apply_fixes("-", {}).value(), 0U);
  EXPECT_EQ(lint::apply_fixes("/dev/null", {}).value(), 0U);
  for (const std::string& file : {folder.path(), folder.file("nowhere.req")}) {
    EXPECT_FALSE(lint::apply_fixes(file, {}).has_value());
    engine::CompileOptions options;
    options.skip_unreadable = true;  // it is among the findings
    EXPECT_EQ(lint::apply_fixes(file, options).value(), 0U);
  }
}

}  // namespace
}  // namespace seedc::diag
