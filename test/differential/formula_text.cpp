// Operators by their precedence in Python.
#include "test/differential/formula_text.h"

#include <map>

namespace seedc::differential {
namespace {

using plain::Json;

constexpr int kLoosest = 0;
constexpr int kTightest = 8;

int precedence_of(const Json& node) {
  static const std::map<std::string, int> precedences = {
      {"if", kLoosest}, {"or", 1}, {"and", 2}, {"not", 3}, {"chain", 4}, {"in", 4},
      {"+", 5},         {"-", 5},  {"*", 6},   {"/", 6},   {"neg", 7},   {"call", kTightest}};
  if (node.is_string()) return kTightest;
  return precedences.at(node.at("op").get<std::string>());
}

class Writer {
 public:
  explicit Writer(Parentheses parentheses) : parentheses_(parentheses) {}

  std::string text_of(const Json& node) {
    if (node.is_string()) return node.get<std::string>();
    const auto op = node.at("op").get<std::string>();
    const Json& args = node.at("args");
    const int precedence = precedence_of(node);
    if (op == "if") return text_of_if(args);
    if (op == "call") return node.at("function").get<std::string>() + "(" + list(args) + ")";
    if (op == "in") return text_of_membership(node);
    if (op == "chain") return text_of_chain(args, node.at("ops"));
    if (op == "neg") return "-" + operand(args[0], precedence);
    if (op == "not") return "not " + operand(args[0], precedence);
    if (op == "and" || op == "or") return joined(args, " " + op + " ", precedence + 1);
    return operand(args[0], precedence) + " " + op + " " + operand(args[1], precedence + 1);
  }

 private:
  /// An operand that may be of `precedence` or tighter.
  std::string operand(const Json& node, int precedence) {
    const int own = precedence_of(node);
    const bool is_bare =
        own == kTightest || (parentheses_ == Parentheses::Needed && own >= precedence);
    return is_bare ? text_of(node) : "(" + text_of(node) + ")";
  }

  std::string joined(const Json& args, const std::string& separator, int precedence) {
    std::string text;
    for (const Json& arg : args) text += (text.empty() ? "" : separator) + operand(arg, precedence);
    return text;
  }

  std::string list(const Json& args) { return joined(args, ", ", kLoosest); }

  /// The right operand of `else` takes no parentheses: with them it would be an `if` of its own.
  std::string text_of_if(const Json& args) {
    return operand(args[0], 1) + " if " + operand(args[1], 1) + " else " + text_of(args[2]);
  }

  std::string text_of_membership(const Json& node) {
    const Json& args = node.at("args");
    std::string text = operand(args[0], 5) + (node.at("negated").get<bool>() ? " not in " : " in ");
    const bool is_square = node.at("square").get<bool>();
    text += is_square ? '[' : '(';
    for (std::size_t i = 1; i < args.size(); ++i) text += (i == 1 ? "" : ", ") + text_of(args[i]);
    return text + (is_square ? ']' : ')');
  }

  std::string text_of_chain(const Json& args, const Json& ops) {
    std::string text = operand(args[0], 5);
    for (std::size_t i = 0; i < ops.size(); ++i) {
      text += " " + ops[i].get<std::string>() + " " + operand(args[i + 1], 5);
    }
    return text;
  }

  Parentheses parentheses_;
};

void write_expression(Json& owner, const char* key, Writer& writer) {
  if (owner.is_object() && owner.contains(key) && owner[key].is_object())
    owner[key] = writer.text_of(owner[key]);
}

void write_rule(Json& rule, Writer& writer) {
  write_expression(rule, "when", writer);
  for (const char* key : {"then", "else"}) {
    if (rule.contains(key)) write_expression(rule[key], "expr", writer);
  }
}

void write_step(Json& step, Writer& writer) {
  write_expression(step, "expr", writer);
  if (step.contains("over")) write_expression(step, "where", writer);
  if (step.contains("default")) write_expression(step["default"], "expr", writer);
  if (step.contains("table")) {
    for (Json& value : step["table"]) write_expression(value, "expr", writer);
  }
  if (step.contains("rules")) {
    for (Json& rule : step["rules"]) write_rule(rule, writer);
  }
  if (step.contains("compute")) {
    for (Json& inner : step["compute"]) write_step(inner, writer);
  }
  if (!step.contains("of")) return;
  for (Json& value : step["of"]) {
    if (value.contains("args")) {
      value = writer.text_of(value);
    } else {
      write_expression(value, "expr", writer);
      write_expression(value, "where", writer);
    }
  }
}

}  // namespace

std::string formula_text(Json formula, Parentheses parentheses) {
  Writer writer(parentheses);
  for (Json& step : formula["compute"]) write_step(step, writer);
  return formula.dump();
}

}  // namespace seedc::differential
