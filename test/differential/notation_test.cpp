// The two notations of requests, on random programs: printing and parsing is the identity, layout
// keeps the program and its comments and changes nothing twice, and programs come back from the
// other notation as equal objects.
//
// SEEDC_DIFF_SEED (1) is the seed of the first program, SEEDC_DIFF_PROGRAMS (10,000) how many there
// are.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <sstream>

#include "compiler/ast/json_text.h"
#include "compiler/ast/same.h"
#include "compiler/format/format.h"
#include "compiler/format/from_json.h"
#include "compiler/format/to_json.h"
#include "compiler/parse/parse.h"
#include "compiler/resolve/resolve.h"
#include "test/differential/harness.h"
#include "test/differential/random_program.h"

namespace seedc::differential {
namespace {

constexpr std::size_t kConditionsPerProgram = 5;

/// Request objects over a few conditions, with names, options and texts of every sort.
class ProgramMaker {
 public:
  explicit ProgramMaker(Random& random) : random_(random) {
    for (std::size_t i = 0; i < kConditionsPerProgram; ++i) {
      conditions_.push_back(random_condition(random_));
      if (random_.chance(20)) add_odd_option(conditions_.back());
    }
  }

  std::string lines() {
    std::string text;
    for (std::size_t count = random_.between(1, 4); count > 0; --count) {
      text += request(count).dump() + "\n";
    }
    return text;
  }

 private:
  std::string odd_text() {
    static const std::vector<std::string> kTexts = {"cozy",
                                                    "wifi_'free'",
                                                    "cat_american_(traditional)",
                                                    "two words",
                                                    "",
                                                    "and",
                                                    "AND",
                                                    "1HOP",
                                                    "as",
                                                    "rank by",
                                                    "7",
                                                    "-2.5",
                                                    "é‽",
                                                    "it's",
                                                    "\\bx\\b",
                                                    "\"",
                                                    "\\\\ '",
                                                    "tab\t",
                                                    "#no",
                                                    "a\\",
                                                    "null"};
    return random_.pick(kTexts);
  }

  Json odd_value() {
    switch (random_.below(6)) {
      case 0:
        return Json();
      case 1:
        return random_.chance(50);
      case 2:
        return random_.pick(Json{0, -1, 4.0, 1e300, 2.5e-7, 9007199254740993});
      case 3:
        return Json::array({odd_text(), Json::array(), 1});
      case 4:
        return Json{{odd_text() + "k", odd_text()}, {"field", Json::array({"a", "b"})}};
      default:
        return odd_text();
    }
  }

  void add_odd_option(Json& evidence) {
    static const std::vector<std::string> kKeys = {"path",  "pattern", "op",           "field",
                                                   "group", "a key",   "friend",       "true",
                                                   "hop",   "metric",  "social_filter"};
    evidence[random_.pick(kKeys)] = odd_value();
  }

  void rename(Json& node) {
    if (node.contains("args")) {
      for (Json& arg : node["args"]) rename(arg);
    } else if (random_.chance(10)) {
      node.erase("aspect");
    } else if (random_.chance(30)) {
      node["aspect"] = odd_text();
    }
  }

  Json request(std::size_t number) {
    Json structure = random_structure(random_, conditions_);
    rename(structure);
    if (random_.chance(15)) return structure;
    Json request = {{"id", random_.chance(70) ? fmt::format("R{}", number) : odd_text()},
                    {"structure", structure}};
    for (const char* key : {"group", "scenario", "text", "shorthand", "gold_restaurant"}) {
      if (random_.chance(40)) request[key] = random_.chance(10) ? Json() : Json(odd_text());
    }
    if (random_.chance(15)) {
      request["rank_by"] = {{"formula", odd_text()}, {"output", "SCORE"}};
      if (random_.chance(60)) request["rank_by"]["order"] = random_.chance(50) ? "asc" : "desc";
    }
    return request;
  }

  Random& random_;
  std::vector<Json> conditions_;
};

/// Replaces the text between tokens by blanks, line ends and comments wherever they are allowed.
class Disorder {
 public:
  explicit Disorder(Random& random) : random_(random) {}

  std::string apply(const source::SourceManager& sources, source::FileId file) {
    std::istringstream lines(parse::print_tokens(sources, file, /*is_json=*/false));
    std::string out = random_.chance(30) ? comment() : "";
    std::string before;
    for (std::string line; std::getline(lines, line);) {
      const auto place_end = line.find(' ');
      const auto type_end = line.find(' ', place_end + 1);
      const std::string token = line.substr(type_end + 1);
      const bool begins_line = line.substr(0, place_end).ends_with(":1");
      out += between(before, token, begins_line) + token;
      before = token;
    }
    return out + (random_.chance(30) ? comment() : "\n");
  }

  const std::vector<std::string>& comments() const { return comments_; }

 private:
  static bool is_sign(const std::string& token) {
    return token.size() == 1 && std::string("()[]{},:=").find(token) != std::string::npos;
  }

  std::string comment() {
    comments_.push_back(fmt::format("#{} \"'({{", comments_.size()));
    return fmt::format(" {}{}\n", comments_.back(), random_.chance(10) ? "  " : "");
  }

  std::string between(const std::string& before, const std::string& token, bool begins_line) {
    if (before.empty()) return "";
    if (before == "." || token == ".") return random_.chance(3) ? comment() : "";
    const bool begins_statement = begins_line && token != ")" && token != "}";
    if (begins_statement) return "\n" + blanks() + (random_.chance(20) ? comment() : "");
    static const std::vector<std::string> kSameLine = {"as", "rank", "by", "asc", "desc"};
    const auto is_same_line = [](const std::string& word) {
      return std::find(kSameLine.begin(), kSameLine.end(), word) != kSameLine.end();
    };
    if (is_same_line(token) || is_same_line(before)) return is_sign(token) ? "" : " ";
    if (random_.chance(8)) return comment() + blanks();
    const std::string space = is_sign(before) || is_sign(token) ? "" : " ";
    return space + blanks();
  }

  std::string blanks() {
    static const std::vector<std::string> kBlanks = {"", "", "", " ", "\n", "\n\n", "\t", "  \n"};
    return random_.pick(kBlanks);
  }

  Random& random_;
  std::vector<std::string> comments_;
};

class RoundTrip {
 public:
  explicit RoundTrip(std::uint64_t seed) : random_(seed) {}

  void run() {
    const std::string lines = ProgramMaker(random_).lines();
    const parse::JsonProgram original = read_json(lines);
    const std::string text = to_shorthand(original);
    const ast::Program program = parse(text);
    EXPECT_EQ(format::format(program, sources_.file(program.file)), text);
    const auto objects = to_objects(program);
    EXPECT_TRUE(std::equal(objects.begin(), objects.end(), original.objects.begin(),
                           original.objects.end(), ast::same_in_any_order))
        << text;
    std::string again;
    for (const ast::Json& object : objects) again += ast::json_text(object) + "\n";
    EXPECT_TRUE(same_objects(to_objects(parse(to_shorthand(read_json(again)))), objects)) << again;
    check_layout(program);
    if (testing::Test::HasFailure()) ADD_FAILURE() << lines << text;
  }

 private:
  parse::JsonProgram read_json(const std::string& lines) {
    diag::Diagnostics diagnostics;
    auto json =
        parse::parse_json_objects(sources_, sources_.add("program.jsonl", lines), diagnostics);
    EXPECT_FALSE(diagnostics.has_errors()) << diag::render_text(diagnostics, sources_, false);
    return json;
  }

  /// Printed, the program that is made of the objects is itself when it is parsed.
  std::string to_shorthand(const parse::JsonProgram& json) {
    diag::Diagnostics diagnostics;
    const auto program = format::from_json(json, diagnostics);
    EXPECT_TRUE(program) << diag::render_text(diagnostics, sources_, false);
    if (!program) return {};
    const std::string text = format::to_shorthand(*program);
    EXPECT_TRUE(ast::same(*program, parse(text))) << text;
    return text;
  }

  ast::Program parse(const std::string& text) {
    diag::Diagnostics diagnostics;
    auto program = parse::parse_shorthand(sources_, sources_.add("program.req", text), diagnostics);
    EXPECT_FALSE(diagnostics.has_errors())
        << diag::render_text(diagnostics, sources_, false) << text;
    return program;
  }

  std::vector<ast::Json> to_objects(const ast::Program& program) {
    diag::Diagnostics diagnostics;
    const resolve::Scope scope(program.lets, {}, /*is_incomplete=*/false, diagnostics);
    const auto find = [&](const ast::Expr& use) { return scope.find(use.name); };
    auto requests = format::to_json(program, find, diagnostics);
    EXPECT_FALSE(diagnostics.has_errors()) << diag::render_text(diagnostics, sources_, false);
    EXPECT_EQ(requests.unused_lets, 0U);
    return std::move(requests.objects);
  }

  static bool same_objects(const std::vector<ast::Json>& left,
                           const std::vector<ast::Json>& right) {
    return std::equal(left.begin(), left.end(), right.begin(), right.end(), ast::same_in_any_order);
  }

  void check_layout(const ast::Program& program) {
    Disorder disorder(random_);
    const std::string messy = disorder.apply(sources_, program.file);
    const ast::Program read = parse(messy);
    EXPECT_TRUE(ast::same(program, read)) << messy;
    const std::string text = format::format(read, sources_.file(read.file));
    const ast::Program laid_out = parse(text);
    EXPECT_TRUE(ast::same(program, laid_out)) << text;
    EXPECT_EQ(format::format(laid_out, sources_.file(laid_out.file)), text) << messy;
    std::vector<std::string> comments;
    for (const source::Span span :
         parse::comments_of(sources_.file(laid_out.file), laid_out.file)) {
      comments.emplace_back(sources_.text(span));
    }
    EXPECT_EQ(comments, disorder.comments()) << messy;
  }

  Random random_;
  source::SourceManager sources_;
};

TEST(DifferentialNotation, ProgramsComeBackEqual) {
  const std::uint64_t seed = setting("SEEDC_DIFF_SEED", 1);
  const std::uint64_t programs = setting("SEEDC_DIFF_PROGRAMS", 10'000);
  for (std::uint64_t i = 0; i < programs && !HasFailure(); ++i) {
    SCOPED_TRACE(fmt::format("SEEDC_DIFF_SEED={} SEEDC_DIFF_PROGRAMS=1", seed + i));
    RoundTrip(seed + i).run();
  }
}

}  // namespace
}  // namespace seedc::differential
