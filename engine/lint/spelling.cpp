// Spells expressions and conditions for messages.
#include "engine/lint/spelling.h"

#include <vector>

#include "runtime/language/describe.h"

namespace seedc::lint {
namespace {

using Kind = ast::Expr::Kind;

constexpr std::size_t kLongestMention = 60;

/// UTF-8 text of at most so many bytes, cut between code points.
std::string cut(std::string text, std::size_t most) {
  if (text.size() <= most) return text;
  while (most > 0 && (static_cast<unsigned char>(text[most]) & 0xC0) == 0x80) --most;
  return text.substr(0, most) + "…";
}

std::string spelling(const ast::Json& value) {
  switch (value.kind) {
    case ast::Json::Kind::Null:
      return "null";
    case ast::Json::Kind::Bool:
      return value.boolean ? "true" : "false";
    case ast::Json::Kind::String:
      return "'" + value.text + "'";
    case ast::Json::Kind::Object:
      return "{…}";
    case ast::Json::Kind::Array: {
      std::string text;
      for (const ast::Json& element : value.elements)
        text += (text.empty() ? "" : ", ") + spelling(element);
      return "[" + text + "]";
    }
    case ast::Json::Kind::Number:
    case ast::Json::Kind::Word:
      break;
  }
  return value.text;
}

std::string spelling_of_call(const ast::Expr& call) {
  std::string text;
  for (const ast::Argument& argument : call.arguments) {
    text += text.empty() ? "" : ", ";
    if (!argument.key.empty()) text += argument.key + ": ";
    text += spelling(argument.value);
    if (argument.comparison)
      text += " " + argument.comparison->sign.text + " " + spelling(argument.comparison->operand);
  }
  return call.name + "(" + text + ")";
}

std::string spelling_of_evidence(const ast::Expr& evidence) {
  if (!evidence.name.empty()) return evidence.name;
  const ast::Json* kind = evidence.evidence.find("kind");
  return (kind ? kind->text : "evidence") + "(…)";
}

class TreeSpelling {
 public:
  TreeSpelling(const Dropped& dropped, bool simplify) : dropped_(dropped), simplify_(simplify) {}

  std::string of(const ast::Expr& expr) {
    switch (expr.kind) {
      case Kind::And:
      case Kind::Or:
        return junction(expr);
      case Kind::Not:
        return negation(expr);
      case Kind::AtLeast:
        return at_least(expr);
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
  std::string junction(const ast::Expr& expr) {
    std::vector<const ast::Expr*> args;
    gather(expr, expr.kind, args);
    if (simplify_ && args.size() == 1) return of(*args.front());
    std::string text;
    for (const ast::Expr* arg : args) text += (text.empty() ? "" : ", ") + of(*arg);
    return (expr.kind == Kind::And ? "AND(" : "OR(") + text + ")";
  }

  /// Whose arguments all count.
  std::string at_least(const ast::Expr& expr) {
    std::string text = expr.k.text;
    for (const ast::Expr& arg : expr.args) text += (text.empty() ? "" : ", ") + of(arg);
    return "AT_LEAST(" + text + ")";
  }

  void gather(const ast::Expr& expr, Kind kind, std::vector<const ast::Expr*>& args) {
    for (const ast::Expr& arg : expr.args) {
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

  std::string negation(const ast::Expr& expr) {
    if (expr.args.size() != 1) return "NOT(…)";
    const ast::Expr& arg = expr.args.front();
    const bool is_double = arg.kind == Kind::Not && arg.args.size() == 1;
    if (simplify_ && is_double) return of(arg.args.front());
    return "NOT(" + of(arg) + ")";
  }

  const Dropped& dropped_;
  bool simplify_;
};

}  // namespace

std::string spelling(const ast::Expr& expr, const Dropped& dropped, bool simplify) {
  return TreeSpelling(dropped, simplify).of(expr);
}

std::string mention(const ast::Expr& expr) {
  return "`" + cut(spelling(expr), kLongestMention) + "`";
}

std::string in_words(const ir::Inst& inst) {
  if (inst.op == ir::Op::Condition) return language::describe(*inst.condition).sentence;
  return inst.op == ir::Op::Const ? "the same for every item" : "a tree of conditions";
}

}  // namespace seedc::lint
