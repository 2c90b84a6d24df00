// The shorthand: its forms, its names, its strings, and recovery from broken text.
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "compiler/parse/parse.h"
#include "test/unit/compiler/parse/parsed.h"
#include "test/unit/processor_time.h"

namespace seedc::parse {
namespace {

std::string show(const ast::Json& value) {
  switch (value.kind) {
    case ast::Json::Kind::Null:
      return "null";
    case ast::Json::Kind::Bool:
      return value.boolean ? "true" : "false";
    case ast::Json::Kind::Number:
      return value.text;
    case ast::Json::Kind::String:
      return "'" + value.text + "'";
    default:
      break;
  }
  std::string shown;
  for (const ast::Json& element : value.elements) shown += " " + show(element);
  for (const ast::Json::Member& member : value.members)
    shown += " " + member.key + "=" + show(member.value);
  return (value.kind == ast::Json::Kind::Word ? "(word" : "(list") + shown + ")";
}

std::string show(const ast::Expr& expr) {
  constexpr std::string_view kKinds[] = {"AND", "OR",       "NOT",   "AT_LEAST",
                                         "",    "evidence", "call ", "hop "};
  if (expr.kind == ast::Expr::Kind::Name) return expr.name;
  std::string shown = "(" + std::string(kKinds[static_cast<int>(expr.kind)]) + expr.name;
  for (const ast::Expr& arg : expr.args) shown += " " + show(arg);
  for (const ast::Argument& argument : expr.arguments) {
    shown += " " + (argument.key.empty() ? "" : argument.key + "=") + show(argument.value);
  }
  return shown + ")";
}

/// The tree of the only request of a text without errors.
std::string tree_of(std::string text) {
  const Parsed parsed = parsed_shorthand(std::move(text));
  EXPECT_EQ(parsed.messages(), std::vector<std::string>{});
  if (parsed.program.requests.size() != 1 || !parsed.program.requests[0].structure) return "none";
  return show(*parsed.program.requests[0].structure);
}

/// The only message of a text.
std::string only_message(std::string text) {
  const Parsed parsed = parsed_shorthand(std::move(text));
  EXPECT_EQ(parsed.diagnostics.sorted().size(), 1u);
  return parsed.messages().empty() ? "" : parsed.messages()[0];
}

TEST(Shorthand, OneLineIsAProgram) {
  EXPECT_EQ(tree_of("AND(drive_thru, OR(cozy, live_music))"),
            "(AND drive_thru (OR cozy live_music))");
  EXPECT_EQ(tree_of("cozy"), "cozy");
  EXPECT_EQ(tree_of("NOT(cozy)"), "(NOT cozy)");
  EXPECT_EQ(tree_of("AND()"), "(AND)");
}

TEST(Shorthand, LayoutIsFree) {
  EXPECT_EQ(tree_of("AND(\na, # first\n\tOR(\r\nb,c,\n),\n)"), "(AND a (OR b c))");
}

TEST(Shorthand, NamesAsPublished) {
  for (const std::string name :
       {"drive_thru", "DriveThru", "post_2020_avg_gte_4.0", "harsh_avg_gte_2.7", "wifi_'free'",
        "cat_arts__&__entertainment", "cat_american_(traditional)", "no_OutdoorSeating",
        "restaurantsattire_casual", "24_hours", "cat_coffee_&_tea", "café_crème", "order"}) {
    EXPECT_EQ(tree_of("AND(" + name + ", b)"), "(AND " + name + " b)");
  }
  EXPECT_EQ(tree_of("AND(\"a name of any kind\")"), "(AND a name of any kind)");
}

TEST(Shorthand, Hops) {
  EXPECT_EQ(tree_of("1HOP(['Alice', 'Bob'], 'cozy')"), "(hop 1HOP (list 'Alice' 'Bob') 'cozy')");
  EXPECT_EQ(tree_of("2HOP_STARS(['Kevin'])"), "(hop 2HOP_STARS (list 'Kevin'))");
  EXPECT_EQ(tree_of("3HOP([], 'x', min_matches: 2)"), "(hop 3HOP (list) 'x' min_matches=2)");
}

TEST(Shorthand, ValuesOfCalls) {
  EXPECT_EQ(tree_of("item_meta(attributes.HasTV, true: \"False\")"),
            "(call item_meta (word 'attributes' 'HasTV') true='False')");
  EXPECT_EQ(tree_of("f(attributes.\"Good For Kids\".x, -1.5e3, True, false, None, null,)"),
            "(call f (word 'attributes' 'Good For Kids' 'x') -1.5e3 true false null null)");
  EXPECT_EQ(tree_of("f({a: 1, \"b c\": [x, 2,],})"), "(call f (list a=1 b c=(list (word 'x') 2)))");
  EXPECT_EQ(tree_of("f(and: or.not, where: let)"),
            "(call f and=(word 'or' 'not') where=(word 'let'))");
}

TEST(Shorthand, Strings) {
  EXPECT_EQ(tree_of(R"(f("a\"\\\n\u00e9\ud83d\ude00"))"), "(call f 'a\"\\\né😀')");
  EXPECT_EQ(tree_of(R"(f('\bwork\b', 'it\'s', '\\', '# no comment'))"),
            R"((call f '\bwork\b' 'it's' '\' '# no comment'))");
}

TEST(Shorthand, StatementsOfEveryKind) {
  const Parsed parsed = parsed_shorthand(
      "import \"conditions.json\"\n"
      "let tv = item_meta(attributes.HasTV)\n"
      "let both = AND(tv, NOT(quiet))\n"
      "R01: AND(tv, both)\n"
      "OR(a, b)\n"
      "request R02 {\n"
      "  group: G01, scenario: \"Busy Parent\"\n"
      "  text: 'I am'  gold: e-ZyZc24\n"
      "  where: AND(tv)\n"
      "}\n");
  EXPECT_EQ(parsed.messages(), std::vector<std::string>{});
  ASSERT_EQ(parsed.program.imports.size(), 1u);
  EXPECT_EQ(parsed.program.imports[0].path.text, "conditions.json");
  ASSERT_EQ(parsed.program.lets.size(), 2u);
  EXPECT_EQ(parsed.program.lets[1].name.text, "both");
  EXPECT_EQ(show(parsed.program.lets[1].value), "(AND tv (NOT quiet))");
  ASSERT_EQ(parsed.program.requests.size(), 3u);
  EXPECT_EQ(parsed.program.requests[0].id->text, "R01");
  EXPECT_FALSE(parsed.program.requests[1].id);
  const ast::Request& block = parsed.program.requests[2];
  EXPECT_EQ(block.id->text, "R02");
  EXPECT_EQ(block.group->text, "G01");
  EXPECT_EQ(block.scenario->text, "Busy Parent");
  EXPECT_EQ(block.gold->text, "e-ZyZc24");
  EXPECT_EQ(show(*block.structure), "(AND tv)");
}

TEST(Shorthand, SpansAreBytesOfTheFile) {
  const Parsed parsed = parsed_shorthand("\xEF\xBB\xBF# é\nR1: AND(café, f(x))");
  const ast::Request& request = parsed.program.requests.at(0);
  EXPECT_EQ(parsed.text(request.span), "R1: AND(café, f(x))");
  EXPECT_EQ(parsed.text(request.structure->head_span), "AND");
  EXPECT_EQ(parsed.text(request.structure->args[0].span), "café");
  EXPECT_EQ(parsed.text(request.structure->args[1].span), "f(x)");
  EXPECT_EQ(parsed.text(request.structure->args[1].head_span), "f");
}

TEST(Shorthand, Rankings) {
  const Parsed parsed = parsed_shorthand(
      "R1: AND(a) rank by \"r.json\".X asc\n"
      "b rank by 'r.json'.asc\n"
      "desc\n"
      "request R2 { rank_by: \"r.json\".where desc, where: c }\n"
      "R3: a\n");
  EXPECT_EQ(parsed.messages(), std::vector<std::string>{});
  const auto& requests = parsed.program.requests;
  ASSERT_EQ(requests.size(), 5u);
  EXPECT_EQ(requests[0].rank->formula.text, "r.json");
  EXPECT_EQ(requests[0].rank->output.text, "X");
  EXPECT_FALSE(requests[0].rank->descending);
  EXPECT_EQ(parsed.text(requests[0].rank->span), "rank by \"r.json\".X asc");
  EXPECT_EQ(requests[1].rank->output.text, "asc");
  EXPECT_TRUE(requests[1].rank->descending);
  EXPECT_EQ(requests[2].structure->name, "desc");
  EXPECT_EQ(parsed.text(requests[3].rank->output.span), "where");
  EXPECT_FALSE(requests[4].rank);
}

TEST(Shorthand, WordsOfRankingsAreNamesElsewhere) {
  EXPECT_EQ(tree_of("let rank = a(by: asc)\nrank_by: AND(rank, by, asc, desc, rank_by)"),
            "(AND rank by asc desc rank_by)");
  EXPECT_EQ(parsed_shorthand("rank\nby\nasc").program.requests.size(), 3u);
}

TEST(ShorthandErrors, SayWhatCouldHaveStoodThere) {
  EXPECT_EQ(only_message("AND(a, b]"), "expected `,` or `)`, found `]`");
  EXPECT_EQ(only_message("AND(a b)"), "expected `,` or `)`, found `b`");
  EXPECT_EQ(only_message("AND(a,, b)"), "expected a condition, found `,`");
  EXPECT_EQ(only_message("AND(,)"), "expected a condition or `)`, found `,`");
  EXPECT_EQ(only_message("AND(a"), "expected `,` or `)`, found the end of the file");
  EXPECT_EQ(only_message("let x AND(a)"), "expected `=`, found `AND`");
  EXPECT_EQ(only_message("let 5 = a"), "expected a name, found `5`");
  EXPECT_EQ(only_message("f(a: )"), "expected a value, found `)`");
  EXPECT_EQ(only_message("f([1 2])"), "expected `,` or `]`, found `2`");
  EXPECT_EQ(only_message("import conditions"), "expected a string, found `conditions`");
  EXPECT_EQ(only_message(")"), "expected a request, `let` or `import`, found `)`");
  EXPECT_EQ(only_message("R1:\nR2: a"), "expected a condition, found `R2`");
  EXPECT_EQ(only_message("let\nR1: AND(a)"), "expected a name, found `R1`");
  EXPECT_EQ(only_message(":"), "expected a request, `let` or `import`, found `:`");
}

TEST(ShorthandErrors, TellStringsAndStrayCharacters) {
  EXPECT_EQ(only_message("f(\"abc)\n"), "the string is not closed");
  EXPECT_EQ(only_message("f('abc\n')"), "the string is not closed");
  EXPECT_EQ(only_message("AND(a, %)"), "stray character `%`");
  EXPECT_EQ(only_message("f(\"\\d\")"), "unknown escape `\\d` in a string");
  EXPECT_EQ(only_message("f(\"\\ud800\")"), "`\\ud800` is half of a surrogate pair");
}

TEST(ShorthandErrors, OperatorsInLowerCaseAreTakenAndReported) {
  const Parsed parsed = parsed_shorthand("and(a, Or(b), 1hop(['x'], 'y'))");
  ASSERT_EQ(parsed.diagnostics.error_count(), 3u);
  EXPECT_EQ(parsed.diagnostics.sorted()[0]->help, "operators are upper case: `AND`");
  EXPECT_EQ(parsed.diagnostics.sorted()[0]->fix->replacement, "AND");
  EXPECT_EQ(show(*parsed.program.requests.at(0).structure),
            "(AND a (OR b) (hop 1HOP (list 'x') 'y'))");
}

TEST(ShorthandErrors, InfixOperatorsGetOneMessage) {
  EXPECT_EQ(only_message("R1: a AND b"), "operator `AND` between conditions");
  EXPECT_EQ(only_message("a and b and c"), "operator `and` between conditions");
  EXPECT_EQ(only_message("a & b"), "operator `&` between conditions");
  EXPECT_EQ(only_message("AND(a, b || c)"), "operator `||` between conditions");
  EXPECT_EQ(parsed_shorthand("a | b").diagnostics.sorted()[0]->help, "write `OR(a, b)`");
}

TEST(ShorthandErrors, AConditionBeginsALineIfItFollowsAnother) {
  EXPECT_EQ(only_message("AND(a) OR(b)"), "expected the end of the line, found `OR`");
  EXPECT_EQ(only_message("R1: a b"), "expected the end of the line, found `b`");
  EXPECT_EQ(only_message("let x = a 'b'\ny"), "expected the end of the line, found `'b'`");
  EXPECT_FALSE(
      parsed_shorthand("AND(a)\nOR(b) R1: c request R2 { where: d } e").diagnostics.has_errors());
}

/// The ids of the requests, with `!` behind those that are broken: whose errors are within them.
std::vector<std::string> requests_of(const Parsed& parsed) {
  std::vector<std::string> requests;
  for (const ast::Request& request : parsed.program.requests) {
    requests.push_back((request.id ? request.id->text : "-") + (request.structure ? "" : "!"));
    EXPECT_NE(request.structure.has_value(), parsed.diagnostics.errors_within(request.span) > 0);
  }
  return requests;
}

TEST(ShorthandErrors, ABrokenStatementCostsOnlyItself) {
  const Parsed parsed = parsed_shorthand(
      "R1: AND(a, ]\n"
      "  b\n"
      "R2: AND(a, b\n"
      "R3: OR(a, b)\n"
      "let x = AND(a b)\n"
      "AND(c d)\n"
      "e\n"
      "request R4 { where AND(a) }\n"
      "request R5 { where: x }\n");
  EXPECT_EQ(parsed.diagnostics.error_count(), 5u);
  EXPECT_EQ(parsed.program.lets.size(), 1u) << "its name stays known";
  EXPECT_EQ(requests_of(parsed),
            (std::vector<std::string>{"R1!", "R2!", "R3", "-!", "-", "R4!", "R5"}));
}

TEST(ShorthandErrors, KeywordsBeginAStatementAlsoWhereWordsMayStand) {
  const Parsed parsed = parsed_shorthand(
      "R1: f(a,\n"
      "let x f(a)\n"
      "R2: f(a,\n"
      "let y = f(a)\n"
      "R3: f(a,\n"
      "R4: AND(x, y)\n");
  EXPECT_EQ(parsed.messages(),
            (std::vector<std::string>{"expected `)`, found `let`", "expected `=`, found `f`",
                                      "expected `)`, found `let`", "expected `)`, found `R4`"}));
  EXPECT_EQ(parsed.program.lets.size(), 2u);
  EXPECT_EQ(parsed.program.requests.size(), 4u);
  EXPECT_TRUE(parsed.program.requests.back().structure);
}

TEST(ShorthandErrors, RequestsBehindACommaAreRequests) {
  const Parsed parsed = parsed_shorthand(
      "R1: AND(a,\n"
      "R2: a\n"
      "R3: f('x',\n"
      "R4: f(a)\n"
      "R5: AND(a,\n"
      "  R6: a)\n"
      "R7: f('x',\n"
      "stars: 3)\n");
  EXPECT_EQ(parsed.messages(),
            (std::vector<std::string>{"expected `)`, found `R2`", "expected `)`, found `R4`",
                                      "expected `,` or `)`, found `:`"}));
  EXPECT_EQ(requests_of(parsed), (std::vector<std::string>{"R1!", "R2", "R3!", "R4", "R5!", "R7"}));
}

TEST(ShorthandErrors, AnUnclosedBracketIsNamed) {
  EXPECT_EQ(parsed_shorthand("R1: AND(a, b\nR2: a").diagnostics.sorted()[0]->help,
            "the `(` of line 1 is not closed");
}

TEST(ShorthandErrors, TheNextRequestIsNotToBlame) {
  const Parsed parsed = parsed_shorthand("R1: AND(a, b\nR2: f(a)");
  EXPECT_EQ(parsed.diagnostics.sorted()[0]->span, (source::Span{0, 12, 12}));
  EXPECT_TRUE(parsed.program.requests.at(1).structure);
}

TEST(ShorthandErrors, FieldsOfRequestBlocks) {
  EXPECT_EQ(only_message("request R { grup: G01 where: a }"), "a request has no field `grup`");
  EXPECT_EQ(only_message("request R { wher: AND(a) }"), "a request has no field `wher`");
  EXPECT_EQ(only_message("request R { group: a group: b where: a }"),
            "field `group` is given twice");
  EXPECT_EQ(only_message("request R { group: G01 }"), "request `R` has no `where`");
  EXPECT_EQ(only_message("request R { group: AND(a) where: a }"),
            "`group` must be a text, not a condition");
}

TEST(ShorthandErrors, Rankings) {
  EXPECT_EQ(only_message("a rank by r.X"), "expected a string, found `r`");
  EXPECT_EQ(only_message("a rank by 'r.json' desc"), "expected `.`, found `desc`");
  EXPECT_EQ(only_message("a RANK BY 'r.json'.X"), "expected the end of the line, found `RANK`");
  EXPECT_EQ(only_message("a rank by 'r.json'.X up"), "expected the end of the line, found `up`");
  EXPECT_EQ(only_message("request R { rank_by: X where: a }"),
            "`rank_by` names an output of a formula");
  EXPECT_EQ(only_message("request R { rank_by: 'r'.X rank_by: 'r'.Y where: a }"),
            "field `rank_by` is given twice");
}

TEST(ShorthandErrors, FilesThatAreNoText) {
  EXPECT_EQ(only_message("AND(a, \xFF)"), "the file is not valid UTF-8: byte 0xff");
  EXPECT_EQ(only_message(""), "the program has no requests");
  EXPECT_EQ(only_message("# only a comment\n"), "the program has no requests");
  EXPECT_EQ(only_message("import \"a.json\" let x = f(a)"), "the program has no requests");
}

std::string repeated(std::string_view piece, int times) {
  std::string text;
  for (int i = 0; i < times; ++i) text += piece;
  return text;
}

TEST(ShorthandLimits, EndHostileInputWithOneErrorAndSoon) {
  const auto meet_limits = [] {
    EXPECT_EQ(only_message(repeated("AND(", 100'000)), "nested more than 500 deep");
    EXPECT_EQ(only_message("f(" + repeated("[", 100'000)), "nested more than 500 deep");
    EXPECT_EQ(only_message("f(" + repeated("{a: OR, b: ", 100'000)), "nested more than 500 deep");
    EXPECT_EQ(only_message("AND(" + repeated("a,", 300'000) + "a)"), "more than 65536 arguments");
  };
  EXPECT_LT(unit::processor_seconds(meet_limits), 10);
}

TEST(ShorthandLimits, AreHeldToTheLetter) {
  const ParseLimits limits{.max_bytes = 40, .max_tokens = 12, .max_depth = 2, .max_arguments = 3};
  EXPECT_FALSE(parsed_shorthand("AND(OR(a, b))", limits).diagnostics.has_errors());
  EXPECT_EQ(parsed_shorthand("AND(OR(AND(a)))", limits).messages()[0], "nested more than 2 deep");
  EXPECT_FALSE(parsed_shorthand("AND(a, b, c)", limits).diagnostics.has_errors());
  EXPECT_EQ(parsed_shorthand("AND(a, b, c, d)", limits).messages()[0], "more than 3 arguments");
  EXPECT_EQ(parsed_shorthand("a b c d e f g h i j k l m", limits).messages()[0],
            "more than 12 tokens in a file");
  EXPECT_EQ(parsed_shorthand(std::string(41, ' '), limits).messages()[0],
            "the file has more than 40 bytes");
}

TEST(ShorthandLimits, CostOnlyTheirStatement) {
  const ParseLimits limits{.max_depth = 2, .max_arguments = 3};
  const Parsed parsed = parsed_shorthand(
      "A: a\n"
      "B: AND(OR(AND(NOT(NOT(a)))))\n"
      "C: f([[[1], [[2]]]])\n"
      "D: a\n"
      "let x = OR(a, b, c, d, e)\n"
      "request E { where: AND(OR(AND(a))) }\n"
      "request F { where: OR(a, b, c) }\n"
      "x\n",
      limits);
  EXPECT_EQ(parsed.messages(),
            (std::vector<std::string>{"nested more than 2 deep", "nested more than 2 deep",
                                      "more than 3 arguments", "nested more than 2 deep"}));
  EXPECT_EQ(parsed.program.lets.size(), 1u) << "its name stays known";
  EXPECT_EQ(requests_of(parsed), (std::vector<std::string>{"A", "B!", "C!", "D", "E!", "F", "-"}));
}

TEST(ShorthandLimits, UnclosedBracketsDoNotAddUp) {
  std::string text;
  for (int i = 0; i < 1000; ++i) text += "R" + std::to_string(i) + ": AND(a\n";
  const Parsed parsed = parsed_shorthand(text);
  EXPECT_EQ(parsed.program.requests.size(), 1000u);
  EXPECT_EQ(parsed.diagnostics.error_count(), 1000u);
}

}  // namespace
}  // namespace seedc::parse
