// Formula Seeds: which JSON is recognised, the trees of expressions, exact locations, and every
// fix.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "compiler/ast/print_formula.h"
#include "compiler/parse/parse.h"
#include "runtime/language/value.h"
#include "test/unit/compiler/parse/parsed.h"

namespace seedc::parse {
namespace {

enum class Place { Expr, When, Test };

std::string formula_with(Place place, const std::string& json_string) {
  if (place == Place::Expr) return R"({"compute": [{"expr": )" + json_string + "}]}";
  const std::string source = place == Place::Test ? R"("source": "S", )" : "";
  return R"({"compute": [{)" + source + R"("rules": [{"when": )" + json_string + "}]}]}";
}

std::string json_string(const std::string& text) {
  std::string quoted;
  language::append_json_string(quoted, text);
  return quoted;
}

/// The tree of an expression, or std::nullopt.
std::string tree(const std::string& expression, Place place = Place::Expr) {
  const Parsed parsed = parsed_json(formula_with(place, json_string(expression)));
  const auto& found = parsed.program.formulas.at(0).expressions;
  return found.empty() ? "" : ast::text_of(found.begin()->second);
}

/// The messages about an expression: `message @ the source it points at`, one per line.
std::string messages(const std::string& expression, Place place = Place::Expr) {
  const Parsed parsed = parsed_json(formula_with(place, json_string(expression)));
  std::string out;
  for (const diag::Diagnostic* diagnostic : parsed.diagnostics.sorted()) {
    out += (out.empty() ? "" : "\n") + diagnostic->text + " @ " + parsed.text(diagnostic->span);
  }
  return out;
}

std::string help(const std::string& expression, Place place = Place::Expr) {
  const Parsed parsed = parsed_json(formula_with(place, json_string(expression)));
  const auto sorted = parsed.diagnostics.sorted();
  return sorted.empty() ? "" : sorted[0]->help;
}

/// The expression with every fix applied, from the last to the first.
std::string fixed(const std::string& expression, Place place = Place::Expr) {
  const std::string json = formula_with(place, json_string(expression));
  const Parsed parsed = parsed_json(json);
  std::string mended = json;
  const auto sorted = parsed.diagnostics.sorted();
  for (auto it = sorted.rbegin(); it != sorted.rend(); ++it) {
    if (!(*it)->fix) continue;
    const diag::FixIt& fix = *(*it)->fix;
    mended.replace(fix.span.begin, fix.span.end - fix.span.begin, fix.replacement);
  }
  const Parsed again = parsed_json(mended);
  if (again.program.formulas.empty()) return "no JSON: " + mended;
  const ast::Json& step = again.program.formulas[0].json.find("compute")->elements.at(0);
  if (const ast::Json* expr = step.find("expr")) return expr->text;
  return step.find("rules")->elements.at(0).find("when")->text;
}

TEST(Expressions, BindAsInPython) {
  EXPECT_EQ(tree("a + b * c - d / e"), "(a + (b * c) - (d / e))");
  EXPECT_EQ(tree("a * -b + -c"), "((a * (-b)) + (-c))");
  EXPECT_EQ(tree("not a == b and c or d and not e"), "(((not (a == b)) and c) or (d and (not e)))");
  EXPECT_EQ(tree("a < b + 1 <= c != d"), "(a < (b + 1) <= c != d)");
  EXPECT_EQ(tree("(a < b) < c"), "((a < b) < c)");
  EXPECT_EQ(tree("a if b or c else d"), "(a if (b or c) else d)");
  EXPECT_EQ(tree("a if b else c if d else e"), "(a if b else c if d else e)");
  EXPECT_EQ(tree("(a if b else c) if d else e"), "((a if b else c) if d else e)");
  EXPECT_EQ(tree("a - (b - c)"), "(a - (b - c))");
  EXPECT_EQ(tree("max(a, min(b, c) + 1,) * 2"), "(max(a, (min(b, c) + 1)) * 2)");
  EXPECT_EQ(tree("((((a))))"), "a");
}

TEST(Expressions, OfManySignsTwoOrThreeStay) {
  EXPECT_EQ(tree("-a"), "(-a)");
  EXPECT_EQ(tree("--a"), "(-(-a))");
  EXPECT_EQ(tree("- - -a"), "(-(-(-a)))");
  EXPECT_EQ(tree("- - - - -a"), "(-(-(-a)))");
  EXPECT_EQ(tree("not not not not a"), "(not (not a))");
}

TEST(Expressions, HaveNumbersStringsAndNames) {
  for (const char* number :
       {"0", "00", "12", "1_000", "1.", ".5", "1e5", "1.5E-3", "0x1F", "0b1_0", "0o17", "09.5"}) {
    EXPECT_EQ(tree(number), number);
  }
  EXPECT_EQ(tree(R"('it\'s' == "a\"b")"), R"(("it's" == "a\"b"))");
  EXPECT_EQ(tree(R"('\x41\u00e9\U0001F600\101\n\N{BULLET}\q')"), R"("Aé😀A\n•\\q")");
  EXPECT_EQ(tree("extraction.x + meta.user.fans"), "(extraction.x + meta.user.fans)");
  EXPECT_EQ(tree("context.attributes.class"), "context.attributes.class");
  EXPECT_EQ(tree("rank + größe"), "(rank + größe)");
  EXPECT_EQ(tree("True and False"), "(True and False)");
}

TEST(Expressions, PointIntoTheJsonString) {
  const Parsed parsed =
      parsed_json(R"({"compute": [{"expr": "\u0061 == \"é\\n\" \u0061nd b < c\u002Ed"}]})");
  EXPECT_FALSE(parsed.diagnostics.has_errors());
  const ast::FormulaExpr& root = parsed.program.formulas.at(0).expressions.begin()->second;
  ASSERT_EQ(root.args.size(), 2u);
  EXPECT_EQ(parsed.text(root.span), R"(\u0061 == \"é\\n\" \u0061nd b < c\u002Ed)");
  const ast::FormulaExpr& equal = root.args[0];
  EXPECT_EQ(parsed.text(equal.args[0].span), R"(\u0061)");
  EXPECT_EQ(parsed.text(equal.args[1].span), R"(\"é\\n\")");
  EXPECT_EQ(equal.args[1].text, "é\n");
  EXPECT_EQ(parsed.text(equal.joints[0].span), "==");
  EXPECT_EQ(parsed.text(root.args[1].args[1].span), R"(c\u002Ed)");
  EXPECT_EQ(root.args[1].args[1].keys, (std::vector<std::string>{"c", "d"}));
}

TEST(Expressions, KnowTheirParts) {
  const Parsed parsed = parsed_json(formula_with(Place::Expr, "\"2 * (max(a, b)) - -c\""));
  const ast::FormulaExpr& sum = parsed.program.formulas.at(0).expressions.begin()->second;
  const ast::FormulaExpr& call = sum.args.at(0).args.at(1);
  EXPECT_EQ(parsed.text(call.span), "max(a, b)");
  EXPECT_EQ(parsed.text(call.head_span), "max");
  EXPECT_EQ(parsed.text(sum.args.at(0).span), "2 * (max(a, b))");
  EXPECT_EQ(parsed.text(sum.args.at(1).span), "-c");
}

TEST(Tests, AreAnOperatorAndItsOperand) {
  EXPECT_EQ(tree("< 4.0", Place::Test), "(< 4.0)");
  EXPECT_EQ(tree("!= -3", Place::Test), "(!= (-3))");
  EXPECT_EQ(tree("== 'mild'", Place::Test), "(== \"mild\")");
  EXPECT_EQ(tree(">= N_MILD", Place::Test), "(>= N_MILD)");
  EXPECT_EQ(tree("== True", Place::Test), "(== True)");
  EXPECT_EQ(tree("mild", Place::Test), "");
  EXPECT_EQ(messages("mild ?!", Place::Test), "");
}

TEST(Formulas, AreToldFromRequests) {
  const auto counts = [](const char* json) {
    const Parsed parsed = parsed_json(json);
    return std::pair(parsed.program.requests.size(), parsed.program.formulas.size());
  };
  EXPECT_EQ(counts(R"({"compute": []})"), std::pair(0ul, 1ul));
  EXPECT_EQ(counts(R"({"task_name": "t", "extract": {}, "output": []})"), std::pair(0ul, 1ul));
  EXPECT_EQ(counts(R"({"id": "R1", "text": "t"})"), std::pair(1ul, 0ul));
  EXPECT_EQ(counts(R"({"id": "R1", "structure": {"op": "AND", "args": []}, "output": []})"),
            std::pair(1ul, 0ul));
  EXPECT_EQ(counts("[{\"compute\": []}, {\"op\": \"OR\", \"args\": []}]"), std::pair(1ul, 1ul));
  EXPECT_EQ(counts("{\"compute\": []}\n{\"output\": []}\n"), std::pair(0ul, 2ul));
}

TEST(Formulas, OfAnotherShapeAreLeftToTheChecker) {
  const Parsed parsed =
      parsed_json(R"([{"compute": 5}, {"compute": [5, [1], {"expr": 5}, {"rules": [7,
      {"when": 5}]}, {"rules": {"when": "+"}}, {"source": null, "rules": [{"when": "a"}]}]}])");
  EXPECT_FALSE(parsed.diagnostics.has_errors());
  EXPECT_EQ(parsed.program.formulas.at(1).expressions.size(), 1u);
}

TEST(Formulas, KeepWhatIsRight) {
  const Parsed parsed = parsed_json(
      R"({"compute": [{"expr": "a +"}, {"expr": "a + b"}, {"expr": "b \q"}, {"expr": "c && d"}]})");
  EXPECT_EQ(parsed.diagnostics.error_count(), 3u);
  EXPECT_EQ(parsed.program.formulas.at(0).expressions.size(), 2u);
}

TEST(Spellings, AreReportedEachAndReadAllTheSame) {
  EXPECT_EQ(tree("!a&&b||c & d | e"), "(((not a) and b) or (c and d) or e)");
  EXPECT_EQ(fixed("!a&&b||c"), "not a and b or c");
  EXPECT_EQ(messages("a && b || c"),
            "`&&` is not in the language @ &&\n`||` is not in the language @ ||");
  EXPECT_EQ(fixed("a AND b OR NOT c"), "a and b or not c");
  EXPECT_EQ(fixed("a IF b ELSE c"), "a if b else c");
  EXPECT_EQ(fixed("a => 1 and b =< 2 and c <> 3 and d !== 4"),
            "a >= 1 and b <= 2 and c != 3 and d != 4");
  EXPECT_EQ(fixed("a = 1 or b === 2", Place::When), "a == 1 or b == 2");
  EXPECT_EQ(fixed("a ≤ b and c ≥ d and e ≠ f"), "a <= b and c >= d and e != f");
  EXPECT_EQ(fixed("a × b ÷ c − d"), "a * b / c - d");
  EXPECT_EQ(fixed("a == true or b == FALSE"), "a == True or b == False");
  EXPECT_EQ(fixed("a == “b c” or a == ‘d’"), "a == 'b c' or a == 'd'");
  EXPECT_EQ(fixed("= 4", Place::Test), "== 4");
  EXPECT_EQ(fixed("=> 4", Place::Test), ">= 4");
  EXPECT_EQ(fixed("≤ true", Place::Test), "<= True");
}

TEST(Spellings, LeaveNamesAlone) {
  const Parsed named =
      parsed_json(R"({"compute": [{"name": "true"}, {"name": "NULL", "expr": "true + NULL"}]})");
  EXPECT_FALSE(named.diagnostics.has_errors());
  EXPECT_EQ(tree("AND + case + rank"), "(AND + case + rank)");
  EXPECT_EQ(messages("|a|"), "expected a value, found `|` @ |");
  EXPECT_EQ(tree("meta.true + meta.if"), "(meta.true + meta.if)");
}

TEST(Conditionals, OfOtherLanguagesAreRewritten) {
  EXPECT_EQ(fixed("CASE WHEN x > 1 THEN 2 ELSE 3 END"), "2 if x > 1 else 3");
  EXPECT_EQ(fixed("1 + case when x > 1 then 2 when y then 4 else 3 end * 2"),
            "1 + (2 if x > 1 else 4 if y else 3) * 2");
  EXPECT_EQ(fixed("if x > 1 then 2 else if y then 4 else 3"), "2 if x > 1 else 4 if y else 3");
  EXPECT_EQ(fixed("if x: 2 elif y: 4 else: 3"), "2 if x else 4 if y else 3");
  EXPECT_EQ(fixed("2 * IF(x > 1, max(a, b), 3)"), "2 * (max(a, b) if x > 1 else 3)");
  EXPECT_EQ(fixed("x > 1 ? 2 : y ? 4 : 3"), "2 if x > 1 else 4 if y else 3");
  EXPECT_EQ(fixed("max((x ? 2 : 3), 4)"), "max((2 if x else 3), 4)");
  EXPECT_EQ(messages("x ? 1 : 2"), "a conditional of another language @ ?");
  EXPECT_EQ(help("CASE x WHEN 1 THEN 2 END"), "write `a if c else b`, or use a `case` step");
  // What the replacement fixes is not reported again.
  EXPECT_EQ(fixed("CASE WHEN x = 1 AND y THEN 2 ELSE 3 END && z"),
            "(2 if x == 1 and y else 3) and z");
  EXPECT_EQ(messages("CASE WHEN x = 1 THEN 2 ELSE 3 END"),
            "a conditional of another language @ CASE");
}

TEST(ForeignSigns, HaveMends) {
  EXPECT_EQ(fixed("a / x ** 2"), "a / (x * x)");
  EXPECT_EQ(fixed("meta.stars^0.5"), "sqrt(meta.stars)");
  EXPECT_EQ(messages("(a + 1) ** 3"), "`**` is not in the language @ **");
  EXPECT_EQ(fixed("x * 5%"), "x * 0.05");
  EXPECT_EQ(fixed("12.3% * x"), "0.123 * x");
  EXPECT_EQ(messages("x % 5"), "`%` is not in the language @ %");
  EXPECT_EQ(messages("x // 5"), "`//` is not in the language @ //");
  EXPECT_EQ(fixed("a * +b"), "a * b");
  EXPECT_EQ(fixed("007"), "7");
  EXPECT_EQ(fixed("a;"), "a");
  EXPECT_EQ(messages("a; b"), "`;` is not in the language @ ;");
  EXPECT_EQ(messages("a + 1 # one"), "a comment in an expression @ # one");
  EXPECT_EQ(fixed("u'a' == b"), "'a' == b");
  EXPECT_EQ(messages("f'{a}'"), "a string with the prefix `f` @ f'{a}'");
  EXPECT_EQ(messages("a == 'b"), "the string is not closed @ 'b");
  EXPECT_EQ(messages("a @ b"), "stray character `@` @ @");
}

TEST(ForeignWords, HaveMends) {
  EXPECT_EQ(messages("x is not None"), "`is not` is not in the language @ is not");
  EXPECT_EQ(fixed("x is True"), "x == True");
  EXPECT_EQ(messages("x == null"), "`null` is not in the language @ null");
  EXPECT_EQ(fixed("not (x NOT IN (1, 2) and y)"), "not (x not in (1, 2) and y)");
  EXPECT_EQ(help("'a' in context.name"), "in a `where`, {\"contains\": \"…\"} finds text in text");
  EXPECT_EQ(messages("lambda x: x"), "`lambda` is not in the language @ lambda");
  EXPECT_EQ(help("sum(x for x in rows)"),
            "steps iterate over rows: `count`, `sum`, `max` and `min`");
  EXPECT_EQ(messages("return a"), "`return` is not in the language @ return");
  EXPECT_EQ(help("a between 1 and 2"), "write `a <= x <= b`");
}

TEST(Assignments, AreRefused) {
  EXPECT_EQ(messages("X = a + 1"), "an expression cannot assign a value @ =");
  EXPECT_EQ(messages("X := a"), "an expression cannot assign a value @ :=");
  EXPECT_EQ(messages("X += a"), "an expression cannot assign a value @ +=");
  EXPECT_EQ(fixed("= a"), " a");
  EXPECT_EQ(messages("max(a, default=0)"), "an argument with a name @ default=");
}

TEST(ForeignBrackets, HaveMends) {
  EXPECT_EQ(messages("meta.categories[0]"), "a value has no entries @ [0]");
  EXPECT_EQ(fixed("max([a, b])"), "max(a, b)");
  EXPECT_EQ(messages("[a, b]"), "a list is not a value @ [a, b]");
  EXPECT_EQ(fixed("{X} * ${Y}"), "X * ${Y}");
  EXPECT_EQ(fixed("{{X}}"), "X");
  EXPECT_EQ(messages("{'a': 1}"), "braces are not in the language @ {");
  EXPECT_EQ(messages("x.lower() == 'a'"), "method `lower` is not in the language @ lower");
  EXPECT_EQ(fixed("math.sqrt(x)"), "sqrt(x)");
  EXPECT_EQ(fixed("x.max(y)"), "x.max(y)");
}

TEST(Missing, PartsAreNamed) {
  EXPECT_EQ(fixed("2x + 1"), "2 * x + 1");
  EXPECT_EQ(fixed("a / 2x"), "a / 2x");
  EXPECT_EQ(fixed("2(a + b)(c)"), "2 * (a + b)(c)");
  EXPECT_EQ(messages("a.!"), "stray character `!` @ !");
  EXPECT_EQ(messages("a b"), "expected an operator, found `b` @ b");
  EXPECT_EQ(messages("a.!"), "stray character `!` @ !");
  EXPECT_EQ(messages("a +"), "expected a value, found the end of the expression @ ");
  EXPECT_EQ(messages("a * / b"), "expected a value, found `/` @ /");
  EXPECT_EQ(messages(""), "expected a value, found the end of the expression @ ");
  EXPECT_EQ(messages("max(a, (b"), "`(` is not closed @ (");
  EXPECT_EQ(messages("a + b)"), "`)` closes nothing @ )");
  EXPECT_EQ(messages("a if b"), "expected `else`, found the end of the expression @ ");
  EXPECT_EQ(messages("a.!"), "stray character `!` @ !");
  EXPECT_EQ(messages("a ."), "expected a name after `.`, found the end of the expression @ ");
  EXPECT_EQ(help("a == not b"), "put `not …` in parentheses");
  EXPECT_EQ(fixed("1,5 * x"), "1.5 * x");
  EXPECT_EQ(help("1,000 * x"), "write `1000`, or `1.000` if decimals are meant");
  EXPECT_EQ(messages("(a, b)"), "`,` outside of a call @ ,");
  EXPECT_EQ(help("x == 'Don't know'"), "`'` inside a string is written `\\'`");
  EXPECT_EQ(help("x == Low Risk"), "text is written in quotes: `'Low Risk'`");
}

TEST(Tests, HaveOneComparison) {
  EXPECT_EQ(messages("< 4 and > 2", Place::Test),
            "expected the end of the test, found `and` @ and");
  EXPECT_EQ(messages("< N + 1", Place::Test), "expected the end of the test, found `+` @ +");
  EXPECT_EQ(messages("< max(a, b)", Place::Test), "expected the end of the test, found `(` @ (");
  EXPECT_EQ(messages("< (4)", Place::Test), "expected a literal or an earlier step, found `(` @ (");
  EXPECT_EQ(help("== Low Risk", Place::Test), "text is written in quotes: `'Low Risk'`");
}

TEST(Escapes, OfPythonAreJudgedAtTheirPlace) {
  EXPECT_EQ(messages(R"(a == '\x4')"), R"(unknown escape `\x` in a string @ \\x)");
  EXPECT_EQ(messages(R"(a == '\N{NOTHING}')"),
            R"(unknown escape `\N{NOTHING}` in a string @ \\N{NOTHING})");
  EXPECT_EQ(messages(R"(a == '\ud800')"), R"(unknown escape `\ud800` in a string @ \\ud800)");
}

std::string repeat(const std::string& text, int count) {
  std::string out;
  for (int i = 0; i < count; ++i) out += text;
  return out;
}

TEST(Limits, EndHostileExpressionsWithOneError) {
  EXPECT_EQ(messages(repeat("(", 10'000) + "a").substr(0, 25), "nested more than 500 deep");
  EXPECT_EQ(messages(repeat("-", 100'000) + "a").substr(0, 44),
            "the expression has more than 65536 bytes @ \"");
  EXPECT_EQ(messages("a" + repeat(" + a", 100'000)).substr(0, 44),
            "the expression has more than 65536 bytes @ \"");
  EXPECT_EQ(messages(repeat("(", 499) + "a" + repeat(")", 499)), "");
  EXPECT_EQ(messages(repeat("-", 60'000) + "a"), "");
  EXPECT_EQ(messages("a" + repeat("+a", 30'000)), "");
  EXPECT_EQ(help(repeat("a ? b : ", 1'000) + "c"), "write `a if c else b`, or use a `case` step");
}

}  // namespace
}  // namespace seedc::parse
