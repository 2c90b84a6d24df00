// Prints JSON, expressions and formulas.
#include "compiler/ast/print_formula.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "runtime/language/json_string.h"
#include "runtime/language/value.h"

namespace seedc::ast {
namespace {

constexpr std::array<std::string_view, 10> kOperators = {"+",  "-", "*",  "/",  "<",
                                                         "<=", ">", ">=", "==", "!="};

bool is_bare(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '.' || c == '$';
}

std::string key_text(const std::string& key) {
  const bool stands_bare = !key.empty() && std::all_of(key.begin(), key.end(), is_bare);
  return stands_bare ? key : language::json_string(key);
}

std::string_view operator_at(const FormulaExpr& expr, std::size_t index) {
  return kOperators[static_cast<std::size_t>(expr.joints[index].op)];
}

/// Operands with the operators between them.
template <class Joint>
std::string joined(const std::vector<FormulaExpr>& args, Joint joint) {
  std::string out = text_of(args.front());
  for (std::size_t i = 1; i < args.size(); ++i) {
    out += joint(i - 1);
    out += text_of(args[i]);
  }
  return out;
}

std::string chain(const FormulaExpr& expr) {
  return joined(expr.args,
                [&expr](std::size_t i) { return " " + std::string(operator_at(expr, i)) + " "; });
}

std::string conditional(const FormulaExpr& expr) {
  return joined(expr.args, [](std::size_t i) { return i % 2 == 0 ? " if " : " else "; });
}

std::string comparison(const FormulaExpr& expr) {
  if (expr.args.size() > 1) return chain(expr);
  return std::string(operator_at(expr, 0)) + " " + text_of(expr.args.front());
}

std::string membership(const FormulaExpr& expr) {
  std::string members;
  for (std::size_t i = 1; i < expr.args.size(); ++i)
    members += (i == 1 ? "" : ", ") + text_of(expr.args[i]);
  return text_of(expr.args.front()) + (expr.boolean ? " not in [" : " in [") + members + "]";
}

std::string dotted(const std::vector<std::string>& keys) {
  std::string out;
  for (const std::string& key : keys) out += (out.empty() ? "" : ".") + key;
  return out;
}

std::string call(const FormulaExpr& expr) {
  if (expr.args.empty()) return expr.text + "()";
  return expr.text + "(" + joined(expr.args, [](std::size_t) { return ", "; }) + ")";
}

/// The expressions in the strings of a value, one per line.
void print_expressions(std::string& out, const Json& json, const Formula& formula) {
  if (json.kind == Json::Kind::String) {
    if (const FormulaExpr* expr = formula.expression(json)) out += "      " + text_of(*expr) + '\n';
  }
  for (const Json& element : json.elements) print_expressions(out, element, formula);
  for (const Json::Member& member : json.members) print_expressions(out, member.value, formula);
}

}  // namespace

std::string text_of(const Json& json) {
  switch (json.kind) {
    case Json::Kind::Null:
      return "null";
    case Json::Kind::Bool:
      return json.boolean ? "true" : "false";
    case Json::Kind::Number:
    case Json::Kind::Word:
      return json.text;
    case Json::Kind::String:
      return language::json_string(json.text);
    case Json::Kind::Array: {
      std::string out;
      for (const Json& element : json.elements) out += (out.empty() ? "" : ", ") + text_of(element);
      return "[" + out + "]";
    }
    case Json::Kind::Object: {
      std::string out;
      for (const Json::Member& member : json.members) {
        out += (out.empty() ? "" : ", ") + key_text(member.key) + ": " + text_of(member.value);
      }
      return "{" + out + "}";
    }
  }
  return "";
}

std::string text_of(const FormulaExpr& expr) {
  using Kind = FormulaExpr::Kind;
  switch (expr.kind) {
    case Kind::Number:
      return expr.text;
    case Kind::String:
      return language::json_string(expr.text);
    case Kind::Bool:
      return expr.boolean ? "True" : "False";
    case Kind::Name:
      return dotted(expr.keys);
    case Kind::Call:
      return call(expr);
    case Kind::Negate:
      return "(-" + text_of(expr.args.front()) + ")";
    case Kind::Not:
      return "(not " + text_of(expr.args.front()) + ")";
    case Kind::Sum:
    case Kind::Product:
      return "(" + chain(expr) + ")";
    case Kind::Comparison:
      return "(" + comparison(expr) + ")";
    case Kind::In:
      return "(" + membership(expr) + ")";
    case Kind::And:
      return "(" + joined(expr.args, [](std::size_t) { return " and "; }) + ")";
    case Kind::Or:
      return "(" + joined(expr.args, [](std::size_t) { return " or "; }) + ")";
    case Kind::If:
      return "(" + conditional(expr) + ")";
  }
  return "";
}

std::string print(const Formula& formula) {
  std::string out = "formula\n";
  for (const auto& [key, key_span, value] : formula.json.members) {
    const bool has_steps = key == "compute" && value.kind == Json::Kind::Array;
    out += "  " + key_text(key) + ":" + (has_steps ? "" : " " + text_of(value)) + '\n';
    if (!has_steps) continue;
    for (const Json& step : value.elements) {
      out += "    " + text_of(step) + '\n';
      print_expressions(out, step, formula);
    }
  }
  return out;
}

}  // namespace seedc::ast
