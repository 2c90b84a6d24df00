// Words for expressions and conditions.
#include "engine/lint/spelling.h"

#include <fmt/format.h>

#include <cmath>
#include <vector>

#include "runtime/language/value.h"

namespace seedc {
namespace {

using ast::Expr;
using ast::Json;
using Kind = Expr::Kind;

constexpr std::size_t kLongestMention = 60;

/// UTF-8 text of at most so many bytes, cut between code points.
std::string cut(std::string text, std::size_t most) {
  if (text.size() <= most) return text;
  while (most > 0 && (static_cast<unsigned char>(text[most]) & 0xC0) == 0x80) --most;
  return text.substr(0, most) + "…";
}

std::string spelling(const Json& value) {
  switch (value.kind) {
    case Json::Kind::Null:
      return "null";
    case Json::Kind::Bool:
      return value.boolean ? "true" : "false";
    case Json::Kind::String:
      return "'" + value.text + "'";
    case Json::Kind::Object:
      return "{…}";
    case Json::Kind::Array: {
      std::string text;
      for (const Json& element : value.elements)
        text += (text.empty() ? "" : ", ") + spelling(element);
      return "[" + text + "]";
    }
    case Json::Kind::Number:
    case Json::Kind::Word:
      break;
  }
  return value.text;
}

std::string spelling_of_call(const Expr& call) {
  std::string text;
  for (const ast::Argument& argument : call.arguments) {
    text += text.empty() ? "" : ", ";
    if (!argument.key.empty()) text += argument.key + ": ";
    text += spelling(argument.value);
  }
  return call.name + "(" + text + ")";
}

std::string spelling_of_evidence(const Expr& evidence) {
  if (!evidence.name.empty()) return evidence.name;
  const Json* kind = evidence.evidence.find("kind");
  return (kind ? kind->text : "evidence") + "(…)";
}

class TreeSpelling {
 public:
  TreeSpelling(const Dropped& dropped, bool simplify) : dropped_(dropped), simplify_(simplify) {}

  std::string of(const Expr& expr) {
    switch (expr.kind) {
      case Kind::And:
      case Kind::Or:
        return junction(expr);
      case Kind::Not:
        return negation(expr);
      case Kind::Name:
        return expr.name;
      case Kind::Evidence:
        return spelling_of_evidence(expr);
      case Kind::Call:
      case Kind::Hop:
        break;
    }
    return spelling_of_call(expr);
  }

 private:
  std::string junction(const Expr& expr) {
    std::vector<const Expr*> args;
    gather(expr, expr.kind, args);
    if (simplify_ && args.size() == 1) return of(*args.front());
    std::string text;
    for (const Expr* arg : args) text += (text.empty() ? "" : ", ") + of(*arg);
    return (expr.kind == Kind::And ? "AND(" : "OR(") + text + ")";
  }

  void gather(const Expr& expr, Kind kind, std::vector<const Expr*>& args) {
    for (const Expr& arg : expr.args) {
      if (dropped_.contains(&arg)) continue;
      const bool is_transparent =
          simplify_ && !arg.args.empty() &&
          (arg.kind == kind ||
           (arg.args.size() == 1 && (arg.kind == Kind::And || arg.kind == Kind::Or)));
      if (is_transparent) {
        gather(arg, kind, args);
      } else {
        args.push_back(&arg);
      }
    }
  }

  std::string negation(const Expr& expr) {
    if (expr.args.size() != 1) return "NOT(…)";
    const Expr& arg = expr.args.front();
    const bool is_double = arg.kind == Kind::Not && arg.args.size() == 1;
    if (simplify_ && is_double) return of(arg.args.front());
    return "NOT(" + of(arg) + ")";
  }

  const Dropped& dropped_;
  bool simplify_;
};

std::string code(const Value& value) { return "`" + to_json(value) + "`"; }

/// A string attribute as it is.
std::string text_of(const ir::Inst& inst, std::string_view name) {
  return *inst.attribute(name).as<std::string>();
}

std::string path_of(const ir::Inst& inst, std::string_view name = "path") {
  Path path;
  for (const Value& key : *inst.attribute(name).as<List>()) path.push_back(*key.as<std::string>());
  return "`" + to_string(path) + "`";
}

/// An operand without the quotes that JSON would give a string.
std::string operand(const Value& value) {
  if (const auto* text = value.as<std::string>()) return "`" + *text + "`";
  if (const auto* list = value.as<List>()) {
    std::string all;
    for (const Value& element : *list) all += (all.empty() ? "" : " or ") + operand(element);
    return all;
  }
  return code(value);
}

/// The least decimals: 4, 2.5.
std::string number(const Value& value) {
  return fmt::format("{:g}", number_of(value).value_or(NAN));
}

std::string match_in_words(const ir::Inst& inst) {
  const Value& yes = inst.attribute("yes");
  const Value& no = inst.attribute("no");
  const bool is_plain = inst.attribute("neutral").is_null();
  if (!yes.is_null())
    return fmt::format("{} is {}", path_of(inst), operand(yes)) +
           (is_plain && no.is_null() ? "" : " (false and neutral values given)");
  if (!no.is_null()) return fmt::format("{} is not {}", path_of(inst), operand(no));
  return fmt::format("{} is true", path_of(inst));
}

std::string time(const ir::Inst& inst, std::string_view name) {
  constexpr std::int64_t kHour = 60;
  const std::int64_t minutes = *inst.attribute(name).as<std::int64_t>();
  return fmt::format("{}:{:02}", minutes / kHour % 24, minutes % kHour);
}

std::string circle_in_words(const ir::Inst& inst) {
  const auto* friends = inst.attribute("friends").as<List>();
  if (!friends) return "";
  std::string names;
  for (const Value& name : *friends) names += (names.empty() ? "" : ", ") + *name.as<std::string>();
  const bool near = inst.attribute("hops") == Value(1);
  return fmt::format(" by {} or {}", names.empty() ? "nobody" : names,
                     near ? "a friend" : "someone within two hops");
}

std::string sentiment_in_words(const ir::Inst& inst) {
  return fmt::format("reviews{} are judged {} on `{}`", circle_in_words(inst),
                     text_of(inst, "sentiment"), text_of(inst, "topic"));
}

std::string review_meta_in_words(const ir::Inst& inst) {
  const std::string test = text_of(inst, "test");
  const std::string compared = test == "not_empty"
                                   ? " not empty"
                                   : fmt::format(" {} {}", test, number(inst.attribute("value")));
  const Value& count = inst.attribute("count");
  const std::string how_many = count.is_null() ? text_of(inst, "agg") : "at least " + number(count);
  return fmt::format("{} of the reviews has {}{}", how_many, path_of(inst), compared);
}

std::string group_rating_in_words(const ir::Inst& inst) {
  return fmt::format("{} of reviews with {} {} {} is {} {}", text_of(inst, "metric"),
                     path_of(inst, "field"), text_of(inst, "where"),
                     operand(inst.attribute("value")), text_of(inst, "test"),
                     number(inst.attribute("threshold")));
}

}  // namespace

std::string spelling(const Expr& expr, const Dropped& dropped, bool simplify) {
  return TreeSpelling(dropped, simplify).of(expr);
}

std::string mention(const Expr& expr) { return "`" + cut(spelling(expr), kLongestMention) + "`"; }

std::string in_words(const ir::Inst& inst) {
  switch (inst.op) {
    case ir::Op::MetaNotContains:
      return fmt::format("{} does not contain `{}`", path_of(inst), text_of(inst, "text"));
    case ir::Op::MetaNotMatch:
      return fmt::format("{} is missing or not {}", path_of(inst),
                         operand(inst.attribute("value")));
    case ir::Op::MetaContains:
      return fmt::format("{} contains `{}`", path_of(inst), text_of(inst, "text"));
    case ir::Op::MetaMatch:
      return match_in_words(inst);
    case ir::Op::HoursContain:
      return fmt::format("{}-{} at {}", time(inst, "start"), time(inst, "end"), path_of(inst));
    case ir::Op::TextAny:
      return fmt::format("a review matches `{}`", text_of(inst, "pattern"));
    case ir::Op::TextCircle:
      return fmt::format("a review{} matches `{}`", circle_in_words(inst),
                         text_of(inst, "pattern"));
    case ir::Op::TextCredible:
      return fmt::format("credible reviews by {} match `{}`", path_of(inst, "field"),
                         text_of(inst, "pattern"));
    case ir::Op::ReviewMeta:
      return review_meta_in_words(inst);
    case ir::Op::Sentiment:
      return sentiment_in_words(inst);
    case ir::Op::GroupRating:
      return group_rating_in_words(inst);
    case ir::Op::GroupSplit:
      return "reviewers who rate generously and harshly do not part";
    case ir::Op::CircleRating:
      return fmt::format("a review{} has {} stars or more", circle_in_words(inst),
                         number(inst.attribute("min_stars")));
    case ir::Op::Const:
      return "the same for every item";
    default:
      return "a tree of conditions";
  }
}

}  // namespace seedc
