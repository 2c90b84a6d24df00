// JSON programs: their forms, the structure of requests, exact locations of errors.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "compiler/parse/parse.h"
#include "test/unit/compiler/parse/parsed.h"

namespace seedc::parse {
namespace {

/// The first message of a text, and the source it points at.
std::string message(std::string text) {
  const Parsed parsed = parsed_json(std::move(text));
  if (parsed.messages().empty()) return "";
  return parsed.messages()[0] + " @ " + parsed.text(parsed.diagnostics.sorted()[0]->span);
}

/// The same for a request with this structure.
std::string structure_message(const std::string& structure) {
  return message(R"({"id": "R1", "structure": )" + structure + "}");
}

constexpr const char* kRequest =
    R"json({"id": "R01", "group": "G01", "scenario": "s", "text": "t", "shorthand": "AND(a)", "other": [1], )json"
    R"json("structure": {"op": "AND", "args": [{"aspect": "a", "evidence": {"kind": "k", "n": 1.50}}]}, )json"
    R"json("gold_restaurant": "x"})json";

TEST(JsonProgram, ARequestHasAllItsFields) {
  const Parsed parsed = parsed_json(kRequest);
  EXPECT_EQ(parsed.messages(), std::vector<std::string>{});
  ASSERT_EQ(parsed.program.requests.size(), 1u);
  const ast::Request& request = parsed.program.requests[0];
  EXPECT_EQ(parsed.text(request.span), kRequest);
  EXPECT_EQ(request.id->text, "R01");
  EXPECT_EQ(parsed.text(request.id->span), "\"R01\"");
  EXPECT_EQ(request.shorthand->text, "AND(a)");
  EXPECT_EQ(request.gold->text, "x");
  const ast::Expr& root = *request.structure;
  EXPECT_EQ(root.kind, ast::Expr::Kind::And);
  EXPECT_EQ(parsed.text(root.head_span), "\"AND\"");
  const ast::Expr& leaf = root.args.at(0);
  EXPECT_EQ(leaf.kind, ast::Expr::Kind::Evidence);
  EXPECT_EQ(leaf.name, "a");
  EXPECT_EQ(parsed.text(leaf.span), R"({"aspect": "a", "evidence": {"kind": "k", "n": 1.50}})");
  EXPECT_EQ(parsed.text(leaf.head_span), "\"a\"");
  EXPECT_EQ(leaf.evidence.find("n")->text, "1.50");
  EXPECT_EQ(parsed.text(leaf.evidence.find("n")->span), "1.50");
}

TEST(JsonProgram, HasFourForms) {
  const std::string line = R"({"id": "R1", "structure": {"evidence": {}}})";
  EXPECT_EQ(parsed_json("\xEF\xBB\xBF" + line + "\r\n\n  \n" + line + "\n").program.requests.size(),
            2u);
  EXPECT_EQ(parsed_json("[" + line + ",\n" + line + "]").program.requests.size(), 2u);
  EXPECT_EQ(parsed_json("{\n\"id\": \"R1\",\n\"structure\":\n{\"evidence\": {}}}")
                .program.requests.size(),
            1u);
  const Parsed tree =
      parsed_json("{\"op\": \"OR\",\n \"args\": [{\"evidence\": {}}, {\"evidence\": {}}]}");
  EXPECT_FALSE(tree.diagnostics.has_errors());
  EXPECT_FALSE(tree.program.requests.at(0).id);
  EXPECT_EQ(tree.program.requests.at(0).structure->args.size(), 2u);
}

TEST(JsonProgram, NullIsAbsent) {
  const Parsed parsed = parsed_json(
      R"({"id": "R1", "gold_restaurant": null, "structure": {"evidence": {}, "op": null}})");
  EXPECT_FALSE(parsed.diagnostics.has_errors());
  EXPECT_FALSE(parsed.program.requests.at(0).gold);
}

TEST(JsonProgram, ABrokenLineCostsOnlyItself) {
  const Parsed parsed = parsed_json(
      "{\"id\": \"R1\", \"structure\"\n"
      "{\"id\": \"R2\", \"structure\": {\"evidence\": {}}}\n"
      "{\"id\" : \"R3\", \"structure\": {\"evidence\": {}}} x\n"
      "{\"structure\": {\n"
      "{\"id\": \"R5\", \"structure\": {\"evidence\": {}}}\n");
  EXPECT_EQ(parsed.messages(),
            (std::vector<std::string>{"expected `:`, found the end of the line",
                                      "expected the end of the line, found `x`",
                                      "expected a key in double quotes or `}`, found the end of "
                                      "the line"}));
  std::vector<std::string> requests;
  for (const ast::Request& request : parsed.program.requests) {
    requests.push_back(request.id->text + (request.structure ? "" : "!"));
    EXPECT_NE(request.structure.has_value(), parsed.diagnostics.errors_within(request.span) > 0);
  }
  EXPECT_EQ(requests, (std::vector<std::string>{"R1!", "R2", "R3!", "R5"}));
}

TEST(JsonErrors, PointAtTheExactPlace) {
  EXPECT_EQ(message("[1, 2"), "expected `,` or `]`, found the end of the file @ ");
  EXPECT_EQ(message("[1 2]"), "expected `,` or `]`, found `2` @ 2");
  EXPECT_EQ(message("{\"a\" 1}"), "expected `:`, found `1` @ 1");
  EXPECT_EQ(message("{a: 1}"), "expected a key in double quotes or `}`, found `a` @ a");
  EXPECT_EQ(message("[1,]"), "expected a value, found `]` @ ]");
  EXPECT_EQ(message("[1, 01]"), "expected a value, found `01` @ 01");
  EXPECT_EQ(message("[1, True]"), "expected a value, found `True` @ True");
  EXPECT_EQ(message("[\"abc]"), "the string is not closed @ \"abc]");
  EXPECT_EQ(message("[1, 'abc']"), "expected a value, found `'` @ '");
}

TEST(JsonErrors, StringsAreStrict) {
  const auto string_message = [](const std::string& body) {
    return structure_message(R"({"evidence": {"p": ")" + body + "\"}}");
  };
  EXPECT_EQ(string_message(R"(\x)"), R"(unknown escape `\x` in a string @ \x)");
  EXPECT_EQ(string_message(R"(\u12g4)"), R"(unknown escape `\u` in a string @ \u)");
  EXPECT_EQ(string_message(R"(a\ud800b)"), R"(`\ud800` is half of a surrogate pair @ \ud800)");
  EXPECT_EQ(string_message(R"(\udc00)"), R"(`\udc00` is half of a surrogate pair @ \udc00)");
  EXPECT_EQ(string_message("a\tb"), "control character U+0009 in a string @ \t");
}

TEST(JsonErrors, FormsThatAreNoRequests) {
  EXPECT_EQ(message("42"), "a request must be an object, not a number @ 42");
  EXPECT_EQ(message("[[]]"), "a request must be an object, not a list @ []");
  EXPECT_EQ(message("[]"), "the program has no requests @ ");
  EXPECT_EQ(message("\n \n"), "the program has no requests @ ");
  EXPECT_EQ(message(R"({"id": "R1"})"), "request `R1` has no `structure` @ {");
  EXPECT_EQ(message(R"({"structure": {"evidence": {}}})"), "a request has no `id` @ {");
  EXPECT_EQ(message(R"({"id": 1, "structure": {"evidence": {}}})"),
            "`id` must be a string, not a number @ 1");
}

TEST(JsonErrors, StructureNodes) {
  EXPECT_EQ(structure_message(R"({"op": "XOR", "args": []})"), "unknown operator `XOR` @ \"XOR\"");
  EXPECT_EQ(structure_message(R"({"op": 1, "args": []})"),
            "`op` must be a string, not a number @ 1");
  EXPECT_EQ(structure_message(R"({"op": "AND"})"), "a node has no `args` @ {");
  EXPECT_EQ(structure_message(R"({"args": []})"), "a node has no `op` @ {");
  EXPECT_EQ(structure_message(R"({"op": "AND", "arg": []})"), "a node has no `args` @ {");
  EXPECT_EQ(structure_message(R"({"op": "AND", "args": {}})"),
            "`args` must be a list, not an object @ {}");
  EXPECT_EQ(structure_message(R"({"op": "AND", "args": [], "evidence": {}})"),
            "a node has either `op` and `args` or `evidence`; this one has both @ {}");
  EXPECT_EQ(structure_message(R"({"kind": "x"})"),
            "a node has either `op` and `args` or `evidence`; this one has neither @ {");
  EXPECT_EQ(structure_message(R"({"evidence": 3})"),
            "`evidence` must be an object, not a number @ 3");
  EXPECT_EQ(structure_message("[]"), "a node must be an object, not a list @ []");
}

TEST(JsonErrors, LowerCaseOperatorsHaveAFix) {
  const Parsed parsed = parsed_json(R"({"op": "and", "args": []})");
  ASSERT_EQ(parsed.diagnostics.error_count(), 1u);
  EXPECT_EQ(parsed.diagnostics.sorted()[0]->help, "operators are upper case: `AND`");
  EXPECT_EQ(parsed.diagnostics.sorted()[0]->fix->replacement, "\"AND\"");
}

TEST(JsonErrors, AllOfARequestAreFound) {
  const Parsed parsed = parsed_json(
      R"({"id": "R1", "text": 5, "structure": {"op": "AND", "args": [{"evidence": {}}, 4, {"op": "or", "args": []}]}})");
  EXPECT_EQ(parsed.diagnostics.error_count(), 3u);
  EXPECT_EQ(parsed.program.requests.at(0).structure->args.size(), 1u);
}

TEST(JsonWarnings, UnknownAndRepeatedKeys) {
  const Parsed parsed =
      parsed_json(R"({"evidence": {"a": 1, "a": 2}, "aspct": "x", "description": "known"})");
  EXPECT_FALSE(parsed.diagnostics.has_errors());
  EXPECT_EQ(parsed.messages(), (std::vector<std::string>{"key `a` is repeated; the last one counts",
                                                         "a node has no key `aspct`"}));
  EXPECT_EQ(parsed.diagnostics.sorted()[1]->help, "did you mean `aspect`?");
  EXPECT_EQ(parsed.program.requests.at(0).structure->evidence.find("a")->text, "2");
}

TEST(JsonProgram, RequestsMayHaveAnOrder) {
  const auto request = [](const std::string& rank) {
    return R"({"id": "R1", "structure": {"op": "AND", "args": []}, "rank_by": )" + rank + "}";
  };
  const Parsed parsed =
      parsed_json(request(R"({"formula": "r.json", "output": "X", "order": "asc"})"));
  const ast::Rank& rank = *parsed.program.requests.at(0).rank;
  EXPECT_EQ(rank.formula.text, "r.json");
  EXPECT_EQ(parsed.text(rank.output.span), "\"X\"");
  EXPECT_FALSE(rank.descending);
  EXPECT_EQ(message(request("null")), "");
  EXPECT_EQ(message(request("\"X\"")), "`rank_by` must be an object, not a string @ \"X\"");
  EXPECT_EQ(message(request(R"({"output": "X"})")), "`rank_by` has no `formula` @ {");
  EXPECT_EQ(message(request(R"({"formula": "r", "output": "X", "order": "up"})")),
            "`order` must be `asc` or `desc`, not `up` @ \"up\"");
}

TEST(JsonLimits, EndHostileInputWithOneError) {
  EXPECT_EQ(parsed_json(std::string(100'000, '[')).messages(),
            std::vector<std::string>{"nested more than 500 deep"});
  std::string wide = "[0";
  for (int i = 0; i < 300'000; ++i) wide += ",0";
  EXPECT_EQ(parsed_json(wide + "]").messages(),
            std::vector<std::string>{"more than 65536 arguments"});
}

TEST(Library, IsAnObjectOfEvidence) {
  source::SourceManager sources;
  diag::Diagnostics diagnostics;
  const source::FileId file = sources.add("c.json", R"({"cozy": {"kind": "review_text"}, "b": 3})");
  const ast::Library library = parse_library(sources, file, diagnostics);
  ASSERT_EQ(library.conditions.size(), 1u);
  EXPECT_EQ(library.conditions[0].name.text, "cozy");
  EXPECT_EQ(library.conditions[0].value.evidence.find("kind")->text, "review_text");
  ASSERT_EQ(diagnostics.error_count(), 1u);
  EXPECT_EQ(diagnostics.sorted()[0]->text, "`b` must be an evidence object, not a number");
}

}  // namespace
}  // namespace seedc::parse
