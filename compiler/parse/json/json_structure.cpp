// Parses nodes with `op` and `args`, and nodes with `evidence`.
#include "compiler/parse/json/json_structure.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "compiler/ast/operator_words.h"
#include "compiler/parse/json/json_reader.h"
#include "compiler/parse/strings.h"
#include "compiler/parse/syntax_error.h"
#include "runtime/base/nearest.h"

namespace seedc::parse {
namespace {

using ast::Expr;

constexpr std::string_view kNode = "a node";
const std::vector<std::string> kKeys = {"op",       "args",  "k",          "aspect",
                                        "evidence", "group", "description"};

constexpr std::array<std::pair<std::string_view, Expr::Kind>, 4> kOperators = {
    {{"AND", Expr::Kind::And},
     {"OR", Expr::Kind::Or},
     {"NOT", Expr::Kind::Not},
     {"AT_LEAST", Expr::Kind::AtLeast}}};

/// The row of an operator; the end of the table if there is none.
auto find_operator(std::string_view name) {
  return std::ranges::find(kOperators, name, [](const auto& row) { return row.first; });
}

std::string nearest_operator(std::string_view word) {
  std::vector<std::string> names;
  for (const auto& row : kOperators) names.emplace_back(row.first);
  return base::nearest(word, names);
}

class StructureBuilder {
 public:
  explicit StructureBuilder(diag::Diagnostics& diagnostics) : diagnostics_(diagnostics) {}

  std::optional<ast::Expr> build(ast::Json& json) {
    if (json.kind != ast::Json::Kind::Object) {
      diagnostics_
          .report(diag::DiagCode::WrongType, json.span, kNode, "an object", ast::type_phrase(json))
          .help =
          json.kind == ast::Json::Kind::String
              ? "names and the shorthand belong in a .req file, which can be converted to JSON"
              : "a node is `{\"op\": …, \"args\": […]}` or `{\"evidence\": {…}}`";
      return std::nullopt;
    }
    const bool is_operation = find_given(json, "op") || find_given(json, "args");
    const bool is_evidence = find_given(json, "evidence");
    if (is_operation == is_evidence) {
      report_ambiguity(json, is_operation);
      return std::nullopt;
    }
    warn_of_unknown_keys(json, is_operation ? missing_key(json) : "");
    if (is_evidence) refuse_k(json, "evidence");
    return is_operation ? operation(json) : evidence(json);
  }

 private:
  std::optional<ast::Expr> operation(ast::Json& json) {
    const std::optional<ast::Expr::Kind> kind = operator_kind(json);
    std::optional<std::vector<ast::Expr>> args = arguments(json);
    if (kind && *kind != ast::Expr::Kind::AtLeast) refuse_k(json, json.find("op")->text);
    if (!kind || !args) return std::nullopt;
    ast::Expr expr{.kind = *kind,
                   .span = json.span,
                   .head_span = find_given(json, "op")->span,
                   .args = std::move(*args)};
    if (const ast::Json* k = find_given(json, "k")) expr.k = *k;
    return expr;
  }

  /// Reports `k` beside anything but AT_LEAST.
  void refuse_k(ast::Json& json, std::string_view other) {
    const ast::Json* k = find_given(json, "k");
    if (k == nullptr) return;
    diagnostics_.report(diag::DiagCode::ConflictingOptions, k->span, "k", other).help =
        "`k` belongs to `AT_LEAST`";
  }

  std::optional<ast::Expr::Kind> operator_kind(ast::Json& json) {
    const ast::Json* op = find_given(json, "op");
    if (!op) {
      report_missing(json, "op");
      return std::nullopt;
    }
    if (op->kind != ast::Json::Kind::String) {
      diagnostics_.report(diag::DiagCode::WrongType, op->span, "`op`", "a string",
                          ast::type_phrase(*op));
      return std::nullopt;
    }
    const auto* found = find_operator(op->text);
    if (found != kOperators.end()) return found->second;
    report_operator(*op);
    return std::nullopt;
  }

  void report_operator(const ast::Json& op) {
    diag::Diagnostic& diagnostic =
        diagnostics_.report(diag::DiagCode::UnknownOperator, op.span, op.text);
    if (const std::string foreign = ast::help_for_operator(op.text); !foreign.empty()) {
      diagnostic.help = foreign + ", as a tree of nodes";
      return;
    }
    const std::string name = nearest_operator(op.text);
    if (name.empty()) {
      diagnostic.help = "the operators are `AND`, `OR`, `NOT` and `AT_LEAST`";
      return;
    }
    const bool differs_in_case = upper_case(op.text) == name;
    diagnostic.help = differs_in_case ? "operators are upper case: `" + name + "`"
                                      : "did you mean `" + name + "`?";
    diagnostic.fix = diag::FixIt{op.span, "\"" + name + "\"", /*is_safe=*/differs_in_case};
  }

  /// std::nullopt if `args` is missing or invalid, or if none of several arguments is left: the
  /// node would mean something else.
  std::optional<std::vector<ast::Expr>> arguments(ast::Json& json) {
    ast::Json* args = find_given(json, "args");
    if (!args) {
      report_missing(json, "args");
      return std::nullopt;
    }
    if (args->kind != ast::Json::Kind::Array) {
      diagnostics_.report(diag::DiagCode::WrongType, args->span, "`args`", "a list",
                          ast::type_phrase(*args));
      return std::nullopt;
    }
    std::vector<ast::Expr> built;
    built.reserve(args->elements.size());
    for (ast::Json& element : args->elements) {
      if (auto expr = build(element)) built.push_back(std::move(*expr));
    }
    if (built.empty() && !args->elements.empty()) return std::nullopt;
    return built;
  }

  std::optional<ast::Expr> evidence(ast::Json& json) {
    ast::Json& evidence = *find_given(json, "evidence");
    if (evidence.kind != ast::Json::Kind::Object) {
      diagnostics_.report(diag::DiagCode::WrongType, evidence.span, "`evidence`", "an object",
                          ast::type_phrase(evidence));
      return std::nullopt;
    }
    ast::Expr expr{.kind = ast::Expr::Kind::Evidence, .span = json.span, .head_span = json.span};
    if (auto aspect = text_field(json, "aspect", diagnostics_)) {
      expr.name = aspect->text;
      expr.head_span = aspect->span;
      expr.label = std::move(*aspect);
    }
    expr.evidence = std::move(evidence);
    return expr;
  }

  void report_ambiguity(ast::Json& json, bool has_both) {
    if (has_both) {
      diagnostics_.report(diag::DiagCode::AmbiguousNode, json.find("evidence")->span, "both");
      return;
    }
    diagnostics_.report(diag::DiagCode::AmbiguousNode, opening_of(json), "neither").help =
        json.find("kind") ? "evidence belongs in a node: `{\"evidence\": {…}}`"
                          : misspelt_key(json);
  }

  /// The key that an operation lacks; empty if none.
  static std::string_view missing_key(ast::Json& json) {
    if (!find_given(json, "op")) return "op";
    return find_given(json, "args") ? "" : "args";
  }

  void report_missing(const ast::Json& json, std::string_view key) {
    diag::Diagnostic& diagnostic =
        diagnostics_.report(diag::DiagCode::MissingKey, opening_of(json), kNode, key);
    const auto found = std::find_if(
        json.members.begin(), json.members.end(),
        [key](const ast::Json::Member& member) { return is_meant_for(member.key, key); });
    if (found == json.members.end()) return;
    diagnostic.help = "it has " + quote(found->key) + "; did you mean " + quote(key) + "?";
  }

  /// The key that was most likely meant for `missing` is mentioned in the error about `missing`.
  void warn_of_unknown_keys(const ast::Json& json, std::string_view missing) {
    for (const ast::Json::Member& member : json.members) {
      if (is_known(member.key) || is_meant_for(member.key, missing)) continue;
      diagnostics_.report(diag::DiagCode::UnknownKey, member.key_span, kNode, member.key).help =
          base::did_you_mean(member.key, kKeys);
    }
  }

  /// Help for the first key that looks like one of a node.
  static std::string misspelt_key(const ast::Json& json) {
    for (const ast::Json::Member& member : json.members) {
      if (is_known(member.key)) continue;
      if (std::string help = help_for_key(member.key); !help.empty()) return help;
    }
    return {};
  }

  static bool is_known(std::string_view key) {
    return std::find(kKeys.begin(), kKeys.end(), key) != kKeys.end();
  }

  /// Whether an unknown key is most similar to `wanted`, if that is a key.
  static bool is_meant_for(std::string_view key, std::string_view wanted) {
    return !wanted.empty() && !is_known(key) && nearest_key(key) == wanted;
  }

  static std::string help_for_key(std::string_view key) {
    if (find_operator(key) != kOperators.end())
      return "write `{\"op\": \"" + std::string(key) + "\", \"args\": […]}`";
    const std::string near = nearest_key(key);
    return near.empty() ? std::string() : "did you mean `" + near + "`?";
  }

  /// The key that is meant by one; empty if none is near.
  static std::string nearest_key(std::string_view key) {
    static constexpr std::string_view kOps[] = {"operator", "type", "operation", "logic"};
    static constexpr std::string_view kArgs[] = {"conditions", "children", "operands",
                                                 "clauses",    "nodes",    "rules"};
    if (std::ranges::find(kOps, key) != std::end(kOps)) return "op";
    if (std::ranges::find(kArgs, key) != std::end(kArgs)) return "args";
    return base::nearest(key, kKeys);
  }

  /// The opening brace of an object: the location of errors about missing keys.
  static source::Span opening_of(const ast::Json& json) {
    return {json.span.file, json.span.begin, json.span.begin + 1};
  }

  diag::Diagnostics& diagnostics_;
};

}  // namespace

ast::Json* find_given(ast::Json& object, std::string_view key) {
  auto* value = const_cast<ast::Json*>(object.find(key));
  return value && value->kind != ast::Json::Kind::Null ? value : nullptr;
}

std::optional<ast::Field> text_field(ast::Json& object, std::string_view key,
                                     diag::Diagnostics& diagnostics) {
  ast::Json* value = find_given(object, key);
  if (!value) return std::nullopt;
  if (value->kind != ast::Json::Kind::String) {
    diagnostics.report(diag::DiagCode::WrongType, value->span, quote(key), "a string",
                       ast::type_phrase(*value));
    return std::nullopt;
  }
  return ast::Field{std::move(value->text), value->span};
}

std::optional<ast::Expr> build_structure(ast::Json& json, diag::Diagnostics& diagnostics) {
  return StructureBuilder(diagnostics).build(json);
}

}  // namespace seedc::parse
