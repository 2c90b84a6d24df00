// Tells the client what each name is: what no grammar of colours can know, and all that is written
// inside the strings of formulas.
#include <algorithm>
#include <array>

#include "engine/lsp/features.h"
#include "engine/lsp/tree_search.h"

namespace seedc::lsp {
namespace {

/// By their places in the legend.
enum TokenType : std::uint8_t {
  kKeywordToken,
  kFunctionToken,
  kVariableToken,
  kParameterToken,
  kPropertyToken,
  kClassToken,
  kNumberToken,
  kStringToken,
  kOperatorToken,
};
constexpr std::array kTypes = {"keyword", "function", "variable", "parameter", "property",
                               "class",   "number",   "string",   "operator"};

/// Bits, in the order of the legend.
enum Modifier : std::uint8_t { kPlain = 0, kDeclaration = 1, kOfData = 2 };
constexpr std::array kModifiers = {"declaration", "defaultLibrary"};

struct SemanticToken {
  source::Span span;
  TokenType type;
  std::uint8_t modifiers = kPlain;
};

class TokenCollector {
 public:
  explicit TokenCollector(const Query& query) : query_(query) {
    for (const Definition& each : definitions(*query.analysis)) defined_.push_back(each.name);
  }

  void add_program(const ast::Program& program) {
    for (const ast::Let& let : program.lets) add(let.name.span, kVariableToken, kDeclaration);
    for (const ast::Request& request : program.requests) {
      if (request.id) add(request.id->span, kClassToken, kDeclaration);
    }
    for_each_expr(program, [&](const ast::Expr& expr) { add_expr(expr); });
    for (std::size_t i = 0; i < program.formulas.size(); ++i)
      add_formula(program.formulas[i], query_.analysis->compilation->formulas[i]);
  }

  /// The numbers of the protocol: five a token, each location relative to the one before.
  Json take(Extent extent) {
    std::ranges::sort(tokens_, {}, [](const SemanticToken& token) { return token.span.begin; });
    Json data = Json::array();
    Position last;
    std::size_t free_from = 0;
    for (const SemanticToken& token : tokens_) {
      if (token.span.begin < free_from || token.span.end < extent.begin ||
          token.span.begin > extent.end)
        continue;
      const Range range =
          query_.document.lines->range_of(token.span.begin, token.span.end, query_.encoding);
      if (range.begin.line != range.end.line) continue;
      const bool is_same_line = range.begin.line == last.line;
      data.push_back(range.begin.line - last.line);
      data.push_back(range.begin.character - (is_same_line ? last.character : 0));
      data.push_back(range.end.character - range.begin.character);
      data.push_back(static_cast<int>(token.type));
      data.push_back(token.modifiers);
      last = range.begin;
      free_from = token.span.end;
    }
    return data;
  }

 private:
  void add(source::Span span, TokenType type, std::uint8_t modifiers = kPlain) {
    const bool is_here = span.is_known() && span.file == query_.analysis->file();
    if (is_here && span.end > span.begin) tokens_.push_back({span, type, modifiers});
  }

  void add_expr(const ast::Expr& expr) {
    using enum ast::Expr::Kind;
    switch (expr.kind) {
      case And:
      case Or:
      case Not:
      case AtLeast:
        return add(expr.head_span, kKeywordToken);
      case Name: {
        const bool is_defined = std::ranges::find(defined_, expr.name) != defined_.end();
        return is_defined ? add(expr.head_span, kVariableToken)
                          : add(expr.head_span, kPropertyToken, kOfData);
      }
      case Evidence:
        return add(expr.head_span, kPropertyToken);
      case Call:
      case Hop:
        return add(expr.head_span, kFunctionToken);
    }
  }

  void add_formula(const ast::Formula& formula, const check::CheckedFormula& checked) {
    for_each_step(formula, [&](const ast::Json&, const ast::Json& name) {
      add(name.span, kVariableToken, kDeclaration);
    });
    for (const auto& [begin, expr] : formula.expressions) add_expression(expr, checked);
  }

  void add_expression(const ast::FormulaExpr& expr, const check::CheckedFormula& checked) {
    using enum ast::FormulaExpr::Kind;
    if (expr.kind == Number) add(expr.span, kNumberToken);
    if (expr.kind == String) add(expr.span, kStringToken);
    if (expr.kind == Bool) add(expr.span, kKeywordToken);
    if (expr.kind == Call) add(expr.head_span, kFunctionToken);
    if (expr.kind == Name) add(expr.span, type_of(expr, checked));
    for (const ast::FormulaExpr::Joint& joint : expr.joints) add(joint.span, kOperatorToken);
    for (const ast::FormulaExpr& arg : expr.args) add_expression(arg, checked);
  }

  static TokenType type_of(const ast::FormulaExpr& name, const check::CheckedFormula& checked) {
    if (name.keys.size() > 1) return kPropertyToken;
    const auto& params = checked.values.params;
    const bool is_param =
        !name.keys.empty() && std::ranges::find(params, name.keys.front(), [](const auto& param) {
                                return param.name;
                              }) != params.end();
    return is_param ? kParameterToken : kVariableToken;
  }

  const Query& query_;
  std::vector<std::string> defined_;
  std::vector<SemanticToken> tokens_;
};

}  // namespace

Json semantic_token_legend() { return {{"tokenTypes", kTypes}, {"tokenModifiers", kModifiers}}; }

/// Of the document, or of the range that is asked for.
Json semantic_tokens(const Query& query) {
  TokenCollector collector(query);
  if (const ast::Program* program = query.analysis->program()) collector.add_program(*program);
  return {{"data", collector.take(query.asked_extent())}};
}

}  // namespace seedc::lsp
