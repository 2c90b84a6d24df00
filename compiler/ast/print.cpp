// Prints the AST as an indented tree.
#include "compiler/ast/print.h"

#include "compiler/ast/print_formula.h"
#include "runtime/language/json_string.h"
#include "runtime/language/value.h"

namespace seedc::ast {
namespace {

std::string text_of(const std::vector<Argument>& arguments) {
  std::string out;
  for (const Argument& argument : arguments) {
    out += (out.empty() ? "" : ", ") + (argument.key.empty() ? "" : argument.key + ": ") +
           text_of(argument.value);
    if (argument.comparison)
      out += " " + argument.comparison->sign.text + " " + text_of(argument.comparison->operand);
  }
  return "(" + out + ")";
}

void print_expr(std::string& out, const Expr& expr, std::size_t indent) {
  out += std::string(indent, ' ');
  switch (expr.kind) {
    case Expr::Kind::And:
      out += "and";
      break;
    case Expr::Kind::Or:
      out += "or";
      break;
    case Expr::Kind::Not:
      out += "not";
      break;
    case Expr::Kind::AtLeast:
      out += "at_least " + text_of(expr.k);
      break;
    case Expr::Kind::Name:
      out += "name " + expr.name;
      break;
    case Expr::Kind::Evidence:
      out += "evidence " + expr.name + " " + text_of(expr.evidence);
      break;
    case Expr::Kind::Call:
      out += "call " + expr.name + text_of(expr.arguments);
      break;
    case Expr::Kind::Hop:
      out += "hop " + expr.name + text_of(expr.arguments);
      break;
  }
  if (expr.label && expr.kind != Expr::Kind::Evidence) out += " as " + expr.label->text;
  out += '\n';
  for (const Expr& arg : expr.args) print_expr(out, arg, indent + 2);
}

void print_field(std::string& out, const char* name, const std::optional<Field>& field) {
  if (field) out += std::string("  ") + name + " " + language::json_string(field->text) + '\n';
}

void print_rank(std::string& out, const Rank& rank) {
  out += "  rank " + language::json_string(rank.formula.text) + "." + rank.output.text +
         (rank.descending ? " desc" : " asc") + '\n';
}

void print_request(std::string& out, const Request& request) {
  out += "request" + (request.id ? " " + request.id->text : std::string()) + '\n';
  print_field(out, "group", request.group);
  print_field(out, "scenario", request.scenario);
  print_field(out, "text", request.text);
  print_field(out, "shorthand", request.shorthand);
  print_field(out, "gold", request.gold);
  if (request.rank) print_rank(out, *request.rank);
  if (request.structure) print_expr(out, *request.structure, 2);
}

}  // namespace

std::string print(const Program& program) {
  std::string out;
  for (const Import& import : program.imports)
    out += "import " + language::json_string(import.path.text) + '\n';
  for (const Let& let : program.lets) {
    out += "let " + let.name.text + '\n';
    print_expr(out, let.value, 2);
  }
  for (const Request& request : program.requests) print_request(out, request);
  for (const Formula& formula : program.formulas) out += print(formula);
  return out;
}

}  // namespace seedc::ast
