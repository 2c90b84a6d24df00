// Builds the AST, with one function per rule of grammar/Shorthand.g4.
#include "compiler/parse/shorthand/shorthand_tree.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "compiler/parse/json/json_reader.h"
#include "compiler/parse/strings.h"
#include "compiler/parse/syntax_error.h"
#include "compiler/parse/tokens.h"
#include "runtime/base/nearest.h"

namespace seedc::parse {
namespace {

using antlr4::Token;
using ast::Expr;
using grammar::ShorthandParser;

constexpr std::string_view kEscapeHelp =
    "write `\\\\` for a backslash, or use '…', in which backslashes stand for themselves";

std::optional<ast::Field>* block_field(ast::Request& request, std::string_view name) {
  const std::array<std::pair<std::string_view, std::optional<ast::Field>*>, 5> fields = {
      {{"group", &request.group},
       {"scenario", &request.scenario},
       {"text", &request.text},
       {"shorthand", &request.shorthand},
       {"gold", &request.gold}}};
  const auto* found = std::find_if(fields.begin(), fields.end(),
                                   [name](const auto& row) { return row.first == name; });
  return found == fields.end() ? nullptr : found->second;
}

/// Whether a field's value is a string, a word or a number.
bool is_text(ShorthandParser::FieldValueContext& value) {
  if (value.NUMBER()) return true;
  auto* condition = value.expr() ? value.expr()->condition() : nullptr;
  return condition && !condition->arguments();
}

}  // namespace

void ShorthandBuilder::add(Parser::StatementContext& statement) {
  if (auto* import = statement.importStatement()) {
    program_.imports.push_back({span_of(*import), field(*import->stop)});
  } else if (auto* let = statement.letStatement()) {
    program_.lets.push_back({field(*let->name), expr(*let->expr())});
  } else if (auto* block = statement.requestBlock()) {
    add_block(*block);
  } else if (auto* request = statement.shortRequest()) {
    ast::Request added{.span = span_of(*request), .id = field(*request->requestId()->start)};
    if (auto* ranking = request->ranking()) added.rank = rank(*ranking, *ranking->score());
    added.structure = expr(*request->expr());
    program_.requests.push_back(std::move(added));
  } else {
    auto& bare = *statement.bareRequest();
    ast::Request added{.span = span_of(bare), .structure = expr(*bare.expr())};
    if (auto* ranking = bare.ranking()) added.rank = rank(*ranking, *ranking->score());
    program_.requests.push_back(std::move(added));
  }
}

void ShorthandBuilder::add_block(Parser::RequestBlockContext& block) {
  ast::Request request{.span = span_of(block), .id = field(*block.requestId()->start)};
  for (Parser::FieldContext* field : block.field()) add_block_field(*field, request);
  if (!request.structure && diagnostics_.errors_within(request.span) == 0) {
    diagnostics_.report(diag::DiagCode::MissingKey, request.id->span,
                        "request `" + request.id->text + "`", "where");
  }
  program_.requests.push_back(std::move(request));
}

void ShorthandBuilder::add_block_field(Parser::FieldContext& field, ast::Request& request) {
  if (field.RANK_BY()) return add_rank_field(field, request);
  const Token& name = *field.start;
  const bool is_where = field.WHERE();
  std::optional<ast::Field>* text = is_where ? nullptr : block_field(request, spelling(name));
  if (!is_where && !text) return report_unknown_field(name);
  if (is_where ? request.structure.has_value() : text->has_value()) {
    diagnostics_.report(diag::DiagCode::RepeatedField, span_of(name), spelling(name))
        .note(is_where ? request.structure->span : (*text)->span, "first given here");
  }
  Parser::FieldValueContext& value = *field.fieldValue();
  if (is_where && value.expr()) {
    request.structure = expr(*value.expr());
  } else if (is_where) {
    report_wrong_value(name, value, "a condition", quote(spelling(*value.start)));
  } else if (is_text(value)) {
    *text = this->field(*value.start);
  } else if (value.NULL_WORD()) {
    request.nulls.push_back({std::string(spelling(name)), span_of(value)});
  } else {
    report_wrong_value(name, value, "a text", "a condition");
  }
}

void ShorthandBuilder::add_rank_field(Parser::FieldContext& field, ast::Request& request) {
  const Token& name = *field.start;
  if (request.rank) {
    diagnostics_.report(diag::DiagCode::RepeatedField, span_of(name), spelling(name))
        .note(request.rank->span, "first given here");
  }
  request.rank = rank(field, *field.score());
}

ast::Rank ShorthandBuilder::rank(const antlr4::ParserRuleContext& context,
                                 Parser::ScoreContext& score) {
  return {.span = span_of(context),
          .formula = field(*score.formula),
          .output = field(*score.output->start),
          .descending = !score.ASC(),
          .order_is_written = score.ASC() || score.DESC()};
}

void ShorthandBuilder::report_unknown_field(const Token& name) {
  if (spelling(name) == "rank_by") {
    diagnostics_
        .report(diag::DiagCode::Syntax, span_of(name), "`rank_by` names an output of a formula")
        .help = "write `rank_by: \"risk.json\".SCORE desc`";
    return;
  }
  static const std::vector<std::string> kNames = {"group", "scenario",  "text",   "gold",
                                                  "where", "shorthand", "rank_by"};
  const auto text = "a request has no field " + quote(spelling(name));
  const std::string near = base::nearest(spelling(name), kNames);
  diagnostics_.report(diag::DiagCode::Syntax, span_of(name), text).help =
      near.empty()
          ? "the fields are `group`, `scenario`, `text`, `shorthand`, `gold`, `rank_by` and `where`"
          : "did you mean `" + near + "`?";
}

void ShorthandBuilder::report_wrong_value(const Token& name, Parser::FieldValueContext& value,
                                          std::string_view wanted, std::string_view found) {
  diagnostics_.report(diag::DiagCode::WrongType, span_of(value), quote(spelling(name)), wanted,
                      found);
}

ast::Expr ShorthandBuilder::expr(Parser::ExprContext& context) {
  ast::Expr expr = context.operation() ? operation(*context.operation())
                   : context.atLeast() ? at_least(*context.atLeast())
                   : context.hop()     ? hop(*context.hop())
                                       : condition(*context.condition());
  if (auto* label = context.label()) add_label(*label, expr);
  return expr;
}

void ShorthandBuilder::add_label(Parser::LabelContext& label, ast::Expr& expr) {
  ast::Field name = field(*label.name);
  if (expr.kind != ast::Expr::Kind::Call && expr.kind != ast::Expr::Kind::Hop) {
    diagnostics_
        .report(diag::DiagCode::Syntax, span_of(*label.start),
                "`as` names a call of a kind of evidence, not an operation")
        .help =
        "a `let` names any condition: let " + std::string(spelling(*label.name)) + " = AND(…)";
  }
  expr.span = source::join(expr.span, name.span);
  expr.label = std::move(name);
}

ast::Expr ShorthandBuilder::operation(Parser::OperationContext& context) {
  upper_case_operator(*context.op);
  ast::Expr expr{.span = span_of(context), .head_span = span_of(*context.op)};
  const std::size_t type = context.op->getType();
  expr.kind = type == Parser::AND  ? ast::Expr::Kind::And
              : type == Parser::OR ? ast::Expr::Kind::Or
                                   : ast::Expr::Kind::Not;
  for (Parser::ExprContext* arg : context.expr()) expr.args.push_back(this->expr(*arg));
  return expr;
}

ast::Expr ShorthandBuilder::at_least(Parser::AtLeastContext& context) {
  upper_case_operator(*context.start);
  ast::Expr expr{.kind = ast::Expr::Kind::AtLeast,
                 .span = span_of(context),
                 .head_span = span_of(*context.start)};
  if (auto* least = context.least()) {
    if (auto* first = least->expr()) {
      expr.args.push_back(this->expr(*first));
    } else {
      expr.k = scalar(*least->start);
    }
  }
  for (Parser::ExprContext* arg : context.expr()) expr.args.push_back(this->expr(*arg));
  return expr;
}

ast::Expr ShorthandBuilder::hop(Parser::HopContext& context) {
  return {.kind = ast::Expr::Kind::Hop,
          .span = span_of(context),
          .head_span = span_of(*context.start),
          .name = upper_case_operator(*context.start),
          .arguments = arguments(*context.arguments())};
}

ast::Expr ShorthandBuilder::condition(Parser::ConditionContext& context) {
  ast::Field name = field(*context.start);
  ast::Expr expr{.kind = ast::Expr::Kind::Name,
                 .span = span_of(context),
                 .head_span = name.span,
                 .name = std::move(name.text)};
  if (auto* arguments = context.arguments()) {
    expr.kind = ast::Expr::Kind::Call;
    expr.arguments = this->arguments(*arguments);
  }
  return expr;
}

std::vector<ast::Argument> ShorthandBuilder::arguments(Parser::ArgumentsContext& context) {
  std::vector<ast::Argument> arguments;
  for (Parser::ArgumentContext* argument : context.argument()) {
    ast::Argument& added = arguments.emplace_back();
    if (auto* key = argument->key()) {
      ast::Field name = field(*key->start);
      added.key = std::move(name.text);
      added.key_span = name.span;
    }
    added.value = value(*argument->value(0));
    if (auto* sign = argument->comparison())
      add_comparison(*sign, value(*argument->value(1)), added);
  }
  return arguments;
}

void ShorthandBuilder::add_comparison(Parser::ComparisonContext& sign, ast::Json operand,
                                      ast::Argument& argument) {
  using Row = std::pair<std::string_view, std::string_view>;
  static constexpr std::array<Row, 8> kMeant = {{{"==", "="},
                                                 {"=>", ">="},
                                                 {"=<", "<="},
                                                 {"≥", ">="},
                                                 {"≤", "<="},
                                                 {"!=", ""},
                                                 {"<>", ""},
                                                 {"≠", ""}}};
  ast::Field written = field(*sign.start);
  if (!argument.key.empty()) {
    diagnostics_
        .report(diag::DiagCode::Syntax, written.span,
                "expected `,` or `)`, found " + quote(written.text))
        .help = "an option is `option: value`, a comparison `path >= value`";
  } else if (sign.FOREIGN_COMPARISON()) {
    const auto* meant = std::find_if(kMeant.begin(), kMeant.end(),
                                     [&](const Row& row) { return row.first == written.text; });
    diag::Diagnostic& report = diagnostics_.report(
        diag::DiagCode::Syntax, written.span, "no comparison is written " + quote(written.text));
    report.help = meant->second.empty()
                      ? "for reviews that differ, write `>` or `<`; for items without such a "
                        "review, `NOT(…)`"
                      : "write `" + std::string(meant->second) + "`";
    if (!meant->second.empty())
      report.fix = diag::FixIt{written.span, std::string(meant->second), /*is_safe=*/true};
  }
  argument.comparison = ast::Comparison{std::move(written), std::move(operand)};
}

ast::Json ShorthandBuilder::value(Parser::ValueContext& context) {
  if (auto* node = context.list()) return list(*node);
  if (auto* node = context.object()) return object(*node);
  if (auto* node = context.path()) return path(*node);
  return scalar(*context.start);
}

ast::Json ShorthandBuilder::scalar(const Token& token) {
  ast::Json json{.span = span_of(token)};
  switch (token.getType()) {
    case Parser::STRING:
      json.kind = ast::Json::Kind::String;
      json.text = field(token).text;
      break;
    case Parser::NUMBER:
      json.kind = ast::Json::Kind::Number;
      json.text = spelling(token);
      break;
    case Parser::TRUE_WORD:
    case Parser::FALSE_WORD:
      json.kind = ast::Json::Kind::Bool;
      json.boolean = token.getType() == Parser::TRUE_WORD;
      break;
    default:
      break;
  }
  return json;
}

ast::Json ShorthandBuilder::list(Parser::ListContext& context) {
  ast::Json json{.kind = ast::Json::Kind::Array, .span = span_of(context)};
  for (Parser::ValueContext* element : context.value()) json.elements.push_back(value(*element));
  return json;
}

ast::Json ShorthandBuilder::object(Parser::ObjectContext& context) {
  ast::Json json{.kind = ast::Json::Kind::Object, .span = span_of(context)};
  for (Parser::MemberContext* member : context.member()) {
    ast::Field key = field(*member->start);
    json.members.push_back({std::move(key.text), key.span, value(*member->value())});
  }
  report_repeated_keys(json, diag::DiagCode::DuplicateKey, diagnostics_);
  return json;
}

ast::Json ShorthandBuilder::path(Parser::PathContext& context) {
  ast::Json json{.kind = ast::Json::Kind::Word, .span = span_of(context)};
  const auto add_key = [this, &json](const Token& token) {
    ast::Field key = field(token);
    json.text += (json.elements.empty() ? "" : ".") + key.text;
    json.elements.push_back(
        {.kind = ast::Json::Kind::String, .span = key.span, .text = std::move(key.text)});
  };
  add_key(*context.start);
  for (Parser::KeyContext* key : context.key()) add_key(*key->start);
  return json;
}

ast::Field ShorthandBuilder::field(const Token& token) {
  const std::string_view written = spelling(token);
  const source::Span span = span_of(token);
  if (token.getType() != Parser::STRING) return {std::string(written), span};
  if (written.front() == '\'') return {decode_raw(written), span};
  return {decode_escaped(written, span, kEscapeHelp, diagnostics_), span};
}

std::string ShorthandBuilder::upper_case_operator(const Token& token) {
  const std::string upper = upper_case(spelling(token));
  if (upper != spelling(token)) {
    diag::Diagnostic& diagnostic =
        diagnostics_.report(diag::DiagCode::UnknownOperator, span_of(token), spelling(token));
    diagnostic.help = "operators are upper case: `" + upper + "`";
    diagnostic.fix = diag::FixIt{span_of(token), upper, /*is_safe=*/true};
  }
  return upper;
}

source::Span ShorthandBuilder::span_of(const Token& token) const {
  return seedc::parse::span_of(program_.file, token);
}

source::Span ShorthandBuilder::span_of(const antlr4::ParserRuleContext& context) const {
  return source::join(span_of(*context.start), span_of(*context.stop));
}

std::string_view ShorthandBuilder::spelling(const Token& token) const {
  return text_.substr(token.getStartIndex(), token.getStopIndex() + 1 - token.getStartIndex());
}

}  // namespace seedc::parse
