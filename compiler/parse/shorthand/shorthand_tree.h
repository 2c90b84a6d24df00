// Converts the parse tree of shorthand statements to the AST.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ShorthandParser.h"
#include "compiler/ast/ast.h"
#include "compiler/diag/diagnostics.h"
#include "compiler/source/source.h"

namespace seedc::parse {

class ShorthandBuilder {
 public:
  ShorthandBuilder(std::string_view text, diag::Diagnostics& diagnostics, ast::Program& program)
      : text_(text), diagnostics_(diagnostics), program_(program) {}

  /// Adds a complete statement to the program.
  void add(grammar::ShorthandParser::StatementContext& statement);
  /// The text of a token where a name or a string may be.
  ast::Field field(const antlr4::Token& token);

 private:
  using Parser = grammar::ShorthandParser;

  void add_block(Parser::RequestBlockContext& block);
  void add_block_field(Parser::FieldContext& field, ast::Request& request);
  void add_rank_field(Parser::FieldContext& field, ast::Request& request);
  ast::Rank rank(const antlr4::ParserRuleContext& context, Parser::ScoreContext& score);
  void report_unknown_field(const antlr4::Token& name);
  void report_wrong_value(const antlr4::Token& name, Parser::FieldValueContext& value,
                          std::string_view wanted, std::string_view found);

  ast::Expr expr(Parser::ExprContext& context);
  void add_label(Parser::LabelContext& label, ast::Expr& expr);
  ast::Expr operation(Parser::OperationContext& context);
  ast::Expr at_least(Parser::AtLeastContext& context);
  ast::Expr hop(Parser::HopContext& context);
  ast::Expr condition(Parser::ConditionContext& context);
  std::vector<ast::Argument> arguments(Parser::ArgumentsContext& context);
  void add_comparison(Parser::ComparisonContext& sign, ast::Json operand, ast::Argument& argument);

  ast::Json value(Parser::ValueContext& context);
  ast::Json scalar(const antlr4::Token& token);
  ast::Json list(Parser::ListContext& context);
  ast::Json object(Parser::ObjectContext& context);
  ast::Json path(Parser::PathContext& context);

  /// The spelling of an operator in upper case; any other spelling is reported.
  std::string upper_case_operator(const antlr4::Token& token);
  source::Span span_of(const antlr4::Token& token) const;
  source::Span span_of(const antlr4::ParserRuleContext& context) const;
  std::string_view spelling(const antlr4::Token& token) const;

  std::string_view text_;
  diag::Diagnostics& diagnostics_;
  ast::Program& program_;
};

}  // namespace seedc::parse
