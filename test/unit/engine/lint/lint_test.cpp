// Checks lints by brute force: removing what they report changes nothing, under every assignment of
// -1, 0 and +1; and the shapes, operands and meanings that they distinguish.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>

#include "compiler/check/evidence_check.h"
#include "compiler/parse/parse.h"
#include "compiler/resolve/resolve.h"
#include "engine/lint/benchmark/group_shape.h"
#include "engine/lint/lint_names.h"
#include "engine/lint/lint_program.h"
#include "engine/lint/operands.h"
#include "engine/lint/redundancy.h"
#include "test/unit/dataset_folder.h"

namespace seedc::lint {
namespace {

constexpr std::size_t kNames = 4;
using Assignment = std::array<int, kNames>;

/// A tree over the conditions a, b, c and d as a program. No value of one says anything of another.
std::string in_shorthand(const std::string& tree) {
  std::string text;
  for (const char name : {'a', 'b', 'c', 'd'})
    text += std::string("let ") + name + " = item_meta(" + name + ")\n";
  return text + tree + "\n";
}

/// A program of one request, checked.
struct Checked {
  explicit Checked(const std::string& text) {
    const source::FileId file = sources.add("test", text);
    program = text.starts_with('{') ? parse::parse_json_program(sources, file, diagnostics)
                                    : parse::parse_shorthand(sources, file, diagnostics);
    const resolve::Scope scope(program.lets, {}, /*is_incomplete=*/false, diagnostics);
    check::Checker checker(module, diagnostics, {.engine_refusal = [](const language::Pattern&) {
                             return std::nullopt;
                           }});
    checker.check_definitions(program.lets, scope);
    checker.check(program, scope);
    values = checker.take().values;
    numbers = number_values(module);
  }
  RedundancyLint redundancy() {
    return RedundancyLint(numbers, values, sources, proofs, diagnostics);
  }
  const ast::Expr& tree() const { return *program.requests.front().structure; }

  source::SourceManager sources;
  diag::Diagnostics diagnostics;
  ast::Program program;
  ir::Module module;
  check::ExprValues values;
  ValueNumbers numbers;
  Proofs proofs;
};

/// Whether an expression is empty after the removal.
bool is_gone(const ast::Expr& expr, const Dropped& dropped) {
  return dropped.contains(&expr) ||
         (!expr.args.empty() &&
          std::all_of(expr.args.begin(), expr.args.end(),
                      [&dropped](const ast::Expr& arg) { return is_gone(arg, dropped); }));
}

int value_of(const ast::Expr& expr, const Assignment& assignment, const Dropped& dropped = {}) {
  if (expr.kind == ast::Expr::Kind::Name || expr.kind == ast::Expr::Kind::Evidence)
    return assignment[static_cast<std::size_t>(expr.name.front() - 'a')];
  if (expr.kind == ast::Expr::Kind::Not) return -value_of(expr.args.front(), assignment, dropped);
  std::vector<int> values;
  for (const ast::Expr& arg : expr.args)
    if (!is_gone(arg, dropped)) values.push_back(value_of(arg, assignment, dropped));
  if (values.empty()) return 0;
  return expr.kind == ast::Expr::Kind::And ? *std::min_element(values.begin(), values.end())
                                           : *std::max_element(values.begin(), values.end());
}

template <class Visit>
void for_each_assignment(Visit visit) {
  for (int number = 0; number < 81; ++number)
    visit(Assignment{number % 3 - 1, number / 3 % 3 - 1, number / 9 % 3 - 1, number / 27 - 1});
}

std::string random_tree(std::mt19937& random, int depth) {
  const auto below = [&random](unsigned n) { return random() % n; };
  if (depth == 0 || below(4) == 0) return {static_cast<char>('a' + below(kNames))};
  if (below(8) == 0) return "NOT(" + random_tree(random, depth - 1) + ")";
  std::string text = below(2) == 0 ? "AND(" : "OR(";
  for (unsigned i = 0, count = 1 + below(4); i < count; ++i)
    text += (i == 0 ? "" : ", ") + random_tree(random, depth - 1);
  return text + ")";
}

std::string in_json(const ast::Expr& tree) {
  if (tree.kind == ast::Expr::Kind::Name)
    return R"({"aspect": ")" + tree.name + R"(", "evidence": {"kind": "item_meta", "path": ")" +
           tree.name + R"("}})";
  std::string args;
  for (const ast::Expr& arg : tree.args) args += (args.empty() ? "" : ", ") + in_json(arg);
  const std::string op = tree.kind == ast::Expr::Kind::And  ? "AND"
                         : tree.kind == ast::Expr::Kind::Or ? "OR"
                                                            : "NOT";
  return R"({"op": ")" + op + R"(", "args": [)" + args + "]}";
}

/// The program with all fixes of the lint's reports applied.
std::string fixed(const std::string& text) {
  Checked checked(text);
  checked.redundancy().check(checked.tree(), /*is_root=*/true);
  std::vector<diag::FixIt> fixes;
  for (const diag::Diagnostic* diagnostic : checked.diagnostics.sorted())
    if (diagnostic->fix) fixes.push_back(*diagnostic->fix);
  std::sort(fixes.begin(), fixes.end(),
            [](const diag::FixIt& a, const diag::FixIt& b) { return a.span.begin > b.span.begin; });
  std::string result = text;
  for (const diag::FixIt& fix : fixes)
    result.replace(fix.span.begin, fix.span.end - fix.span.begin, fix.replacement);
  return result;
}

TEST(Redundancy, FixesChangeNothing) {
  std::mt19937 random(11);
  for (int round = 0; round < 150; ++round) {
    const Checked original(in_shorthand(random_tree(random, 4)));
    for (std::string text : {in_shorthand(spelling(original.tree())), in_json(original.tree())}) {
      std::string before;
      for (int times = 0; times < 50 && text != before; ++times) {
        before = text;
        text = fixed(text);
      }
      EXPECT_EQ(text, before) << "never done";
      const Checked again(text);
      ASSERT_FALSE(again.diagnostics.has_errors()) << text;
      for_each_assignment([&](const Assignment& assignment) {
        ASSERT_EQ(value_of(original.tree(), assignment), value_of(again.tree(), assignment))
            << text;
      });
    }
  }
}

TEST(Redundancy, WhatCanGoChangesNothing) {
  std::mt19937 random(7);
  std::size_t dropped_count = 0;
  for (int round = 0; round < 600; ++round) {
    const std::string text = random_tree(random, 4);
    Checked checked(in_shorthand(text));
    const Dropped dropped = checked.redundancy().needless(checked.tree());
    dropped_count += dropped.size();
    const std::string shorter = spelling(checked.tree(), dropped, /*simplify=*/true);
    const Checked again(in_shorthand(shorter));
    for_each_assignment([&](const Assignment& assignment) {
      const int value = value_of(checked.tree(), assignment);
      ASSERT_EQ(value, value_of(checked.tree(), assignment, dropped)) << text;
      ASSERT_EQ(value, value_of(again.tree(), assignment)) << text << " is not " << shorter;
    });
  }
  EXPECT_GT(dropped_count, 300U);
}

TEST(Redundancy, FindsWhatAbsorptionAllows) {
  const auto shortest = [](const std::string& text) {
    Checked checked(in_shorthand(text));
    return spelling(checked.tree(), checked.redundancy().needless(checked.tree()),
                    /*simplify=*/true);
  };
  EXPECT_EQ(shortest("AND(a, OR(a, b))"), "a");
  EXPECT_EQ(shortest("OR(AND(a, b), a, c)"), "OR(a, c)");
  EXPECT_EQ(shortest("AND(a, b, a)"), "AND(a, b)");
  EXPECT_EQ(shortest("AND(a, OR(b, AND(a, c)))"), "AND(a, OR(b, c))");
  EXPECT_EQ(shortest("AND(a, b, OR(c, AND(a, b)))"), "AND(a, b)");
  EXPECT_EQ(shortest("AND(OR(a, b), OR(a, b, c))"), "OR(a, b)");
  EXPECT_EQ(shortest("AND(a, AND(b, NOT(NOT(c))))"), "AND(a, b, c)");
  EXPECT_EQ(shortest("AND(a, NOT(a))"), "AND(a, NOT(a))");
  EXPECT_EQ(shortest("AND(a, OR(b, AND(c, d)))"), "AND(a, OR(b, AND(c, d)))");
}

TEST(GroupShape, OnePatternAGroup) {
  const auto fits = [](const std::string& text, int group) {
    const Checked checked(in_shorthand(text));
    return has_group_shape(checked.module, checked.module.requests.front().root, group);
  };
  EXPECT_TRUE(fits("AND(a, b, c)", 1));
  EXPECT_TRUE(fits("AND(a, NOT(b))", 1));
  EXPECT_FALSE(fits("AND(a, OR(b, c))", 1));
  EXPECT_TRUE(fits("AND(a, b, OR(c, d))", 2));
  EXPECT_FALSE(fits("AND(a, OR(b, c, d))", 3));
  EXPECT_FALSE(fits("AND(a, b)", 4));
  EXPECT_TRUE(fits("AND(a, OR(b, c, d))", 5));
  EXPECT_FALSE(fits("OR(b, c, d)", 5));
  EXPECT_TRUE(fits("AND(a, OR(AND(b, c), AND(c, d)))", 6));
  EXPECT_TRUE(fits("OR(AND(b, c), AND(c, d))", 6));
  EXPECT_FALSE(fits("AND(a, OR(b, AND(c, d)))", 6));
  EXPECT_TRUE(fits("AND(a, OR(b, c), OR(c, d))", 7));
  EXPECT_FALSE(fits("AND(a, OR(b, c))", 7));
  EXPECT_TRUE(fits("AND(a, OR(b, AND(c, d)))", 8));
  EXPECT_FALSE(fits("OR(b, AND(c, d))", 8));
  EXPECT_TRUE(fits("1HOP(['A'], 'x')", 9));
  EXPECT_TRUE(fits("AND(a, 2HOP_STARS(['A']))", 10));
  EXPECT_FALSE(fits("AND(a, 1HOP(['A'], 'x'))", 10));
}

/// A column whose rows have each value once.
data::Column column_of(std::vector<language::Value> values) {
  data::Column column{.codes = {}, .values = {language::Value()}};
  for (language::Value& value : values) {
    column.codes.own().push_back(static_cast<std::uint32_t>(column.values.size()));
    column.values.push_back(std::move(value));
  }
  return column;
}

TEST(Operands, UnmetOnesAreFound) {
  const data::Column column = column_of({"free", "no", "paid"});
  const ColumnTexts texts(column);
  const auto unmet = [&texts](language::Value yes) {
    return unmet_operand(language::MetaMatch{.path = {"WiFi"}, .yes = std::move(yes)}, texts);
  };
  EXPECT_FALSE(unmet("u'free'"));
  EXPECT_FALSE(unmet(language::List{"fre", "no"}));
  ASSERT_TRUE(unmet("fere"));
  EXPECT_EQ(unmet("fere")->option, "true");
  EXPECT_TRUE(unmet_operand(language::MetaContains{{"WiFi"}, "reef"}, texts));
  EXPECT_FALSE(unmet_operand(language::MetaContains{{"WiFi"}, "none"}, texts))
      << "a missing value's";
  EXPECT_TRUE(unmet_operand(language::MetaNotContains{{"WiFi"}, "none"}, texts));
}

TEST(Operands, LooseMatches) {
  const data::Column column = column_of(
      {language::Value(4.5), language::Value(4), language::Value(2), "loud", "very_loud"});
  const ColumnTexts texts(column);
  const auto actual = [](language::Value yes, const ColumnTexts& of) {
    const auto found =
        loose_matches(language::MetaMatch{.path = {"stars"}, .yes = std::move(yes)}, of);
    return found.empty() ? std::string() : found.front().actual;
  };
  EXPECT_EQ(actual("4", texts), "4.5");
  EXPECT_EQ(actual(4, texts), "4.5");
  EXPECT_EQ(actual(2, texts), "");
  EXPECT_EQ(actual("four", texts), "");
  EXPECT_EQ(actual("loud", texts), "very_loud");
  EXPECT_EQ(actual(language::List{"loud", "very_loud"}, texts), "") << "both are asked for";
  EXPECT_EQ(actual("", texts), "") << "reported without data";
  const data::Column prices = column_of({"1", "2"});
  EXPECT_EQ(actual("1", ColumnTexts(prices)), "");
  EXPECT_EQ(actual(1, ColumnTexts(prices)), "") << "only the kinds differ";
}

TEST(Operands, NumbersInTexts) {
  const data::Column prices = column_of({"1", "2", "free"});
  const auto found = [&](language::Value is) {
    return number_in_text(language::MetaIs{.path = {"price"}, .value = std::move(is)},
                          ColumnTexts(prices))
        .has_value();
  };
  EXPECT_TRUE(found(2));
  EXPECT_TRUE(found(language::List{"1", 7.5}));
  EXPECT_FALSE(found("2"));
}

TEST(Operands, EntriesOfDicts) {
  const data::Column column = column_of(
      {language::Dict{{"divey", false}, {"casual", true}}, language::Dict{{"casual", false}}});
  const auto is_ignored = [](language::Value yes, const data::Column& values) {
    const auto ignored =
        ignored_operand(language::MetaMatch{.path = {"Ambience"}, .yes = std::move(yes)}, values);
    return ignored && ignored->option == "true";
  };
  EXPECT_TRUE(is_ignored("divey", column));
  EXPECT_FALSE(is_ignored("True", column)) << "any true entry is what it asks for";
  const language::Dict unsaid{{"divey", language::Value()}, {"casual", true}};
  EXPECT_TRUE(is_ignored("divey", column_of({language::Dict{{"divey", false}},
                                             language::Dict{{"divey", true}}, unsaid})));
  EXPECT_FALSE(is_ignored("divey", column_of({language::Dict{{"divey", false}}, unsaid})));
  EXPECT_EQ(other_values_of_key(column, "'divey': True"),
            std::vector<std::string>{"'divey': False"});
  EXPECT_TRUE(other_values_of_key(column, "'classy': True").empty());
}

TEST(Names, SameMeaningOnAColumn) {
  const data::Column column = column_of({"free", "no", "paid"});
  const ColumnTexts texts(column);
  const auto condition = [](language::Dict evidence) {
    evidence.emplace_back("kind", "item_meta");
    evidence.emplace_back("path", language::List{"WiFi"});
    return *check::condition_of(std::move(evidence));
  };
  const auto free = condition({{"true", "free"}});
  EXPECT_TRUE(is_same_on(free, condition({{"true", "u'free'"}}), texts));
  EXPECT_TRUE(is_same_on(
      free, condition({{"true", "free"}, {"false", language::List{"no", "paid"}}}), texts));
  EXPECT_FALSE(is_same_on(free, condition({{"true", "free"}, {"missing", -1}}), texts));
  EXPECT_FALSE(is_same_on(free, condition({{"contains", "free"}}), texts)) << "none where missing";
  EXPECT_FALSE(check::condition_of(language::Dict{{"kind", "item_mata"}}));
}

/// A condition in a request, and its evidence.
std::string request(const std::string& id, const std::string& name, const std::string& evidence) {
  return R"({"id": ")" + id + R"(", "shorthand": ")" + name + R"(", "structure": {"aspect": ")" +
         name + R"(", "evidence": )" + evidence + "}}\n";
}

TEST(Names, ThoseThatMeanAnotherThingByConvention) {
  const unit::DatasetFolder folder;
  folder.write("items.jsonl",
               R"({"business_id": "a", "hours": {"Monday": "13:0-17:0"}, "wifi": "free"}
{"business_id": "b", "hours": {"Monday": "9:0-18:0"}, "wifi": "no"}
{"business_id": "c", "hours": {"Monday": "9:30-11:0"}}
)");
  folder.write("reviews.jsonl", R"({"review_id": "r", "business_id": "a", "text": "cozy"}
)");
  const std::string monday = R"({"kind": "item_meta_hours", "path": ["hours", "Monday"], "true": )";
  folder.write("requests.jsonl", request("1", "monday_afternoon", monday + R"("14:00-16:00"})") +
                                     request("2", "monday_afternoon", monday + R"("12:0-17:0"})") +
                                     request("3", "wifi_free",
                                             R"({"kind": "item_meta", "path": ["wifi"],)"
                                             R"("true": ["free", "gratis"], "missing": -1})") +
                                     request("4", "mine", monday + R"("9:00-10:00"})"));
  const auto compilation = engine::compile_files({folder.file("requests.jsonl")},
                                                 {.data = data::source_at(folder.path())});
  ASSERT_TRUE(compilation);
  ASSERT_TRUE(lint(**compilation, {.data = data::source_at(folder.path()), .threads = 1}));
  const auto found = (*compilation)->diagnostics.sorted();
  ASSERT_EQ(found.size(), 1U) << diag::render_text((*compilation)->diagnostics,
                                                   (*compilation)->sources,
                                                   /*colour=*/false);
  EXPECT_EQ(found[0]->text,
            "by convention `monday_afternoon` means that it is open from 12:00 to 17:00 by "
            "`hours.Monday`; "
            "here, that it is open from 14:00 to 16:00 by `hours.Monday`");
  EXPECT_EQ(found[0]->help, "they differ at 1 of 3 items");
}

}  // namespace
}  // namespace seedc::lint
