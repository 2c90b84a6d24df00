// Builds the AST, with one function per rule of grammar/Expression.g4.
#include "compiler/parse/expression/expression_tree.h"

#include <algorithm>
#include <string>
#include <utility>

#include "compiler/parse/expression/python_string.h"

namespace seedc::parse {

using antlr4::Token;
using grammar::ExpressionParser;

namespace {

ast::FormulaExpr::Operator operator_of(std::size_t type) {
  using Operator = ast::FormulaExpr::Operator;
  static constexpr std::pair<std::size_t, Operator> kOperators[] = {
      {ExpressionParser::PLUS, Operator::Add},       {ExpressionParser::MINUS, Operator::Subtract},
      {ExpressionParser::TIMES, Operator::Multiply}, {ExpressionParser::DIVIDE, Operator::Divide},
      {ExpressionParser::LT, Operator::Lt},          {ExpressionParser::LE, Operator::Le},
      {ExpressionParser::GT, Operator::Gt},          {ExpressionParser::GE, Operator::Ge},
      {ExpressionParser::EQ, Operator::Eq},          {ExpressionParser::NE, Operator::Ne},
  };
  return std::find_if(std::begin(kOperators), std::end(kOperators),
                      [type](const auto& row) { return row.first == type; })
      ->second;
}

}  // namespace

ast::FormulaExpr ExpressionBuilder::build(Parser::ExpressionContext& context) {
  return chain(Expr::Kind::If, context, context.disjunction(), {});
}

ast::FormulaExpr ExpressionBuilder::build(Parser::DisjunctionContext& context) {
  return chain(Expr::Kind::Or, context, context.conjunction(), {});
}

ast::FormulaExpr ExpressionBuilder::build(Parser::ConjunctionContext& context) {
  return chain(Expr::Kind::And, context, context.inversion(), {});
}

ast::FormulaExpr ExpressionBuilder::build(Parser::InversionContext& context) {
  return signs(Expr::Kind::Not, context, context.NOT().size(), build(*context.comparison()));
}

ast::FormulaExpr ExpressionBuilder::build(Parser::ComparisonContext& context) {
  Parser::MembersContext* members = context.members();
  if (members == nullptr) return chain(Expr::Kind::Comparison, context, context.sum(), context.op);
  ast::FormulaExpr expr{.kind = Expr::Kind::In,
                        .span = span_of(context),
                        .head_span = span_of(*context.IN()->getSymbol())};
  expr.boolean = context.NOT() != nullptr;
  expr.args.push_back(build(*context.sum().front()));
  for (Parser::MemberContext* member : members->member()) expr.args.push_back(build(*member));
  return expr;
}

ast::FormulaExpr ExpressionBuilder::build(Parser::MemberContext& context) {
  const Token& last = *context.stop;
  ast::FormulaExpr operand = last.getType() == Parser::NAME ? name(last) : literal(last);
  return signs(Expr::Kind::Negate, context, context.MINUS() ? 1 : 0, std::move(operand));
}

ast::FormulaExpr ExpressionBuilder::build(Parser::SumContext& context) {
  return chain(Expr::Kind::Sum, context, context.product(), context.op);
}

ast::FormulaExpr ExpressionBuilder::build(Parser::ProductContext& context) {
  return chain(Expr::Kind::Product, context, context.factor(), context.op);
}

ast::FormulaExpr ExpressionBuilder::build(Parser::FactorContext& context) {
  return signs(Expr::Kind::Negate, context, context.MINUS().size(), build(*context.atom()));
}

ast::FormulaExpr ExpressionBuilder::build(Parser::AtomContext& context) {
  if (auto* inner = context.expression()) return build(*inner);
  if (auto* reference = context.reference()) return build(*reference);
  const Token& token = *context.start;
  return token.getType() == Parser::ROW_NAME ? name(token) : literal(token);
}

ast::FormulaExpr ExpressionBuilder::build(Parser::ReferenceContext& context) {
  ast::FormulaExpr expr = name(*context.start);
  expr.span = span_of(context);
  expr.head_span = expr.span;
  add_parts(expr, context.part());
  if (auto* arguments = context.arguments()) {
    expr.kind = Expr::Kind::Call;
    expr.head_span = span_of(*context.start);
    expr.text = std::move(expr.keys.front());
    expr.keys.clear();
    for (Parser::ExpressionContext* arg : arguments->expression()) {
      expr.args.push_back(build(*arg));
    }
  }
  return expr;
}

/// Adds the keys behind a name: `.key`, or `['key']`.
void ExpressionBuilder::add_parts(Expr& name, const std::vector<Parser::PartContext*>& parts) {
  for (Parser::PartContext* part : parts) {
    if (part->key() != nullptr) {
      name.keys.emplace_back(spelling(*part->key()->start));
      continue;
    }
    name.keys.push_back(literal(*part->STRING()->getSymbol()).text);
    const source::Span brackets = span_of(*part);
    name.head_span = name.boolean ? source::join(name.head_span, brackets) : brackets;
    name.boolean = true;
  }
}

ast::FormulaExpr ExpressionBuilder::build(Parser::TestContext& context) {
  ast::FormulaExpr expr{.kind = Expr::Kind::Comparison};
  expr.args.push_back(build(*context.bound()));
  expr.joints.push_back(joint(*context.op));
  expr.span = expr.head_span = source::join(span_of(*context.op), expr.args.front().span);
  return expr;
}

ast::FormulaExpr ExpressionBuilder::build(Parser::BoundContext& context) {
  if (context.NAME() != nullptr || context.ROW_NAME() != nullptr) {
    ast::FormulaExpr expr = name(*context.start);
    expr.span = expr.head_span = span_of(context);
    add_parts(expr, context.part());
    return expr;
  }
  return signs(Expr::Kind::Negate, context, context.MINUS() ? 1 : 0, literal(*context.stop));
}

template <class Operand>
ast::FormulaExpr ExpressionBuilder::chain(Expr::Kind kind, antlr4::ParserRuleContext& context,
                                          const std::vector<Operand*>& operands,
                                          const std::vector<Token*>& operators) {
  if (operands.size() == 1) return build(*operands.front());
  ast::FormulaExpr expr{.kind = kind, .span = span_of(context), .head_span = span_of(context)};
  expr.args.reserve(operands.size());
  for (Operand* operand : operands) expr.args.push_back(build(*operand));
  for (const Token* sign : operators) expr.joints.push_back(joint(*sign));
  return expr;
}

ast::FormulaExpr ExpressionBuilder::signs(Expr::Kind kind, antlr4::ParserRuleContext& context,
                                          std::size_t count, ast::FormulaExpr operand) {
  // Two signs do not cancel: `- -x` and `not not x` require a number or a boolean. Nor are three
  // equal to one: the least integer has no opposite.
  const std::size_t nodes = count < 4 ? count : 2 + count % 2;
  for (std::size_t i = 0; i < nodes; ++i) {
    ast::FormulaExpr expr{.kind = kind, .span = span_of(context), .head_span = span_of(context)};
    expr.args.push_back(std::move(operand));
    operand = std::move(expr);
  }
  return operand;
}

ast::FormulaExpr ExpressionBuilder::literal(const Token& token) {
  ast::FormulaExpr expr{
      .kind = Expr::Kind::Number, .span = span_of(token), .head_span = span_of(token)};
  switch (token.getType()) {
    case Parser::STRING:
      expr.kind = Expr::Kind::String;
      expr.text = decode_python_string(spelling(token), tokens_.text(), diagnostics_);
      break;
    case Parser::NUMBER:
      expr.text = spelling(token);
      break;
    default:
      expr.kind = Expr::Kind::Bool;
      expr.boolean = token.getType() == Parser::TRUE_WORD;
      break;
  }
  return expr;
}

ast::FormulaExpr ExpressionBuilder::name(const Token& token) {
  ast::FormulaExpr expr{
      .kind = Expr::Kind::Name, .span = span_of(token), .head_span = span_of(token)};
  expr.keys.emplace_back(spelling(token));
  return expr;
}

ast::FormulaExpr::Joint ExpressionBuilder::joint(const Token& token) const {
  return {operator_of(token.getType()), span_of(token)};
}

source::Span ExpressionBuilder::span_of(const Token& token) const {
  return tokens_.place(token.getTokenIndex());
}

source::Span ExpressionBuilder::span_of(const antlr4::ParserRuleContext& context) const {
  return tokens_.place(context.start->getTokenIndex(), context.stop->getTokenIndex() + 1);
}

std::string_view ExpressionBuilder::spelling(const Token& token) const {
  return tokens_.spelling(token.getTokenIndex());
}

}  // namespace seedc::parse
