// Converts the parse tree of an expression to the AST.
#pragma once

#include <string_view>
#include <vector>

#include "ExpressionParser.h"
#include "compiler/ast/formula.h"
#include "compiler/diag/diagnostics.h"
#include "compiler/parse/expression/expression_tokens.h"

namespace seedc::parse {

class ExpressionBuilder {
 public:
  ExpressionBuilder(const ExpressionTokens& tokens, diag::Diagnostics& diagnostics)
      : tokens_(tokens), diagnostics_(diagnostics) {}

  ast::FormulaExpr build(grammar::ExpressionParser::ExpressionContext& context);
  ast::FormulaExpr build(grammar::ExpressionParser::TestContext& context);

 private:
  using Parser = grammar::ExpressionParser;
  using Expr = ast::FormulaExpr;

  Expr build(Parser::DisjunctionContext& context);
  Expr build(Parser::ConjunctionContext& context);
  Expr build(Parser::InversionContext& context);
  Expr build(Parser::ComparisonContext& context);
  Expr build(Parser::SumContext& context);
  Expr build(Parser::ProductContext& context);
  Expr build(Parser::FactorContext& context);
  Expr build(Parser::AtomContext& context);
  Expr build(Parser::ReferenceContext& context);
  Expr build(Parser::BoundContext& context);
  Expr build(Parser::MemberContext& context);
  void add_parts(Expr& name, const std::vector<Parser::PartContext*>& parts);

  /// A node over operands, or the operand if it is the only one.
  template <class Operand>
  Expr chain(Expr::Kind kind, antlr4::ParserRuleContext& context,
             const std::vector<Operand*>& operands, const std::vector<antlr4::Token*>& operators);
  /// An operand under its signs, reduced to as many as have the same meaning.
  Expr signs(Expr::Kind kind, antlr4::ParserRuleContext& context, std::size_t count, Expr operand);
  Expr literal(const antlr4::Token& token);
  Expr name(const antlr4::Token& token);
  ast::FormulaExpr::Joint joint(const antlr4::Token& token) const;

  source::Span span_of(const antlr4::Token& token) const;
  source::Span span_of(const antlr4::ParserRuleContext& context) const;
  std::string_view spelling(const antlr4::Token& token) const;

  const ExpressionTokens& tokens_;
  diag::Diagnostics& diagnostics_;
};

}  // namespace seedc::parse
