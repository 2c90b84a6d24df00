// Converts the tree of each request to JSON, writing out names.
#include "compiler/format/to_json.h"

#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "compiler/resolve/resolve.h"
#include "runtime/language/conditions.h"

namespace seedc::format {
namespace {

using ast::Json;

ast::Json string_json(std::string text) {
  return {.kind = ast::Json::Kind::String, .text = std::move(text)};
}

void add(ast::Json& object, std::string key, ast::Json value) {
  object.members.push_back({std::move(key), {}, std::move(value)});
}

/// A value of the shorthand as JSON: words become the lists of keys or the strings that they mean.
void replace_words(ast::Json& json, std::string_view owner, std::string_view key) {
  if (json.kind == ast::Json::Kind::Word) {
    const bool is_path = language::is_option_of(language::OptionType::Path, owner, key);
    json.kind = is_path ? ast::Json::Kind::Array : ast::Json::Kind::String;
    if (is_path) {
      json.text.clear();
    } else {
      json.elements.clear();
    }
  }
  // The objects of a list are those of its option; other elements are plain values.
  for (ast::Json& element : json.elements) {
    const bool is_object = owner.empty() && element.kind == ast::Json::Kind::Object;
    is_object ? replace_words(element, {}, key) : replace_words(element, "[]", {});
  }
  const std::string_view inner_owner = owner.empty() ? key : "{}";
  for (ast::Json::Member& member : json.members)
    replace_words(member.value, inner_owner, member.key);
}

/// An upper bound on the number of tokens of the value itself: `"key": value,` or one more bracket.
constexpr std::size_t kTokensOfValue = 5;

std::size_t token_count(const ast::Json& json) {
  std::size_t count = kTokensOfValue;
  for (const ast::Json& element : json.elements) count += token_count(element);
  for (const ast::Json::Member& member : json.members) count += token_count(member.value);
  return count;
}

std::size_t depth_of(const ast::Json& json) {
  std::size_t depth = 0;
  for (const ast::Json& element : json.elements) depth = std::max(depth, depth_of(element));
  for (const ast::Json::Member& member : json.members)
    depth = std::max(depth, depth_of(member.value));
  const bool has_brackets =
      json.kind == ast::Json::Kind::Array || json.kind == ast::Json::Kind::Object;
  return depth + (has_brackets ? 1 : 0);
}

/// A library says of its conditions how many items of some data satisfy them, which would give
/// answers away in a benchmark.
void remove_remarks(ast::Json& evidence) {
  std::erase_if(evidence.members, [](const ast::Json::Member& member) {
    return member.key == "description" || member.key == "comment" || member.key == "note";
  });
}

class RequestWriter {
 public:
  RequestWriter(const ast::Program& program, const NameLookup& find_name,
                diag::Diagnostics& diagnostics, const parse::ParseLimits& limits)
      : file_(program.file),
        find_name_(find_name),
        diagnostics_(diagnostics),
        limits_(limits),
        tokens_left_(limits.max_tokens) {
    for (const ast::Let& let : program.lets) meaning_.emplace(&let.value, resolve(let.value));
  }

  /// std::nullopt if JSON cannot express it (reported).
  std::optional<ast::Json> object_of(const ast::Request& request) {
    if (!request.id) {
      if (request.rank) report_ranking(*request.rank);
      return tree_of(*request.structure, {}, 1);
    }
    ast::Json object{.kind = ast::Json::Kind::Object};
    add_field(object, "id", request.id);
    add_optional(object, "group", "group", request.group, request.nulls);
    add_optional(object, "scenario", "scenario", request.scenario, request.nulls);
    add_optional(object, "text", "text", request.text, request.nulls);
    add_optional(object, "shorthand", "shorthand", request.shorthand, request.nulls);
    auto structure = tree_of(*request.structure, {}, 2);
    if (!structure) return std::nullopt;
    add(object, "structure", std::move(*structure));
    add_optional(object, "gold_restaurant", "gold", request.gold, request.nulls);
    if (request.rank) add(object, "rank_by", rank_of(*request.rank));
    return object;
  }

  bool is_used(const ast::Let& let) const { return used_.contains(&let.value); }

 private:
  static void add_field(ast::Json& object, const char* key,
                        const std::optional<ast::Field>& field) {
    if (field) add(object, key, string_json(field->text));
  }

  static void add_optional(ast::Json& object, const char* key, std::string_view name,
                           const std::optional<ast::Field>& field,
                           const std::vector<ast::Field>& nulls) {
    const bool is_null = std::any_of(nulls.begin(), nulls.end(),
                                     [name](const ast::Field& null) { return null.text == name; });
    if (is_null && !field) add(object, key, {});
    add_field(object, key, field);
  }

  static ast::Json rank_of(const ast::Rank& rank) {
    ast::Json json{.kind = ast::Json::Kind::Object};
    add(json, "formula", string_json(rank.formula.text));
    add(json, "output", string_json(rank.output.text));
    if (rank.order_is_written) add(json, "order", string_json(rank.descending ? "desc" : "asc"));
    return json;
  }

  void report_ranking(const ast::Rank& rank) {
    diagnostics_
        .report(diag::DiagCode::NotConvertible, rank.span, "a ranking of a request without an id",
                "JSON")
        .help = "give the request an id: `R01: …`";
  }

  /// The definition that a name refers to, through other names.
  const ast::Expr* resolve(const ast::Expr& expr) {
    const ast::Expr* target = &expr;
    if (expr.kind == ast::Expr::Kind::Name) target = find_name_(expr);
    const auto known = target ? meaning_.find(target) : meaning_.end();
    return known == meaning_.end() ? target : known->second;
  }

  /// `name` is the node's name at its point of use, if it has one. `depth` brackets are open around
  /// it, including its own.
  std::optional<ast::Json> tree_of(const ast::Expr& expr, const std::optional<std::string>& name,
                                   std::size_t depth) {
    switch (expr.kind) {
      case ast::Expr::Kind::Name:
        return named_tree(expr, depth);
      case ast::Expr::Kind::And:
        return operation(expr, "AND", depth);
      case ast::Expr::Kind::Or:
        return operation(expr, "OR", depth);
      case ast::Expr::Kind::Not:
        return operation(expr, "NOT", depth);
      case ast::Expr::Kind::AtLeast:
        return operation(expr, "AT_LEAST", depth);
      case ast::Expr::Kind::Evidence:
      case ast::Expr::Kind::Call:
      case ast::Expr::Kind::Hop:
        break;
    }
    return evidence(expr, name, depth);
  }

  std::optional<ast::Json> named_tree(const ast::Expr& use, std::size_t depth) {
    mark_used(use);
    const ast::Expr* meaning = resolve(use);
    if (!meaning) {
      diagnostics_.report(diag::DiagCode::UnknownName, use.head_span, "condition", use.name);
      return std::nullopt;
    }
    use_ = use.span;
    return tree_of(*meaning, use.name, depth);
  }

  /// Follows a name that refers to a name, visiting each definition only once.
  void mark_used(const ast::Expr& use) {
    const ast::Expr* next = &use;
    while (next && next->kind == ast::Expr::Kind::Name) {
      next = find_name_(*next);
      if (!used_.insert(next).second) return;
    }
  }

  std::optional<ast::Json> operation(const ast::Expr& expr, const char* op, std::size_t depth) {
    if (!spend(3 * kTokensOfValue, depth + 1, expr)) return std::nullopt;
    ast::Json args{.kind = ast::Json::Kind::Array};
    for (const ast::Expr& arg : expr.args) {
      auto json = tree_of(arg, {}, depth + 2);
      if (!json) return std::nullopt;
      args.elements.push_back(std::move(*json));
    }
    ast::Json object{.kind = ast::Json::Kind::Object};
    add(object, "op", string_json(op));
    if (expr.k.kind != ast::Json::Kind::Null) add(object, "k", expr.k);
    add(object, "args", std::move(args));
    return object;
  }

  std::optional<ast::Json> evidence(const ast::Expr& expr, std::optional<std::string> name,
                                    std::size_t depth) {
    ast::Json json = expr.kind == ast::Expr::Kind::Evidence
                         ? expr.evidence
                         : resolve::evidence_of(expr, diagnostics_);
    replace_words(json, {}, {});
    if (expr.span.is_known() && expr.span.file != file_) remove_remarks(json);
    if (!spend(token_count(json) + 2 * kTokensOfValue, depth + depth_of(json), expr)) {
      return std::nullopt;
    }
    if (!name && expr.label) name = expr.label->text;
    ast::Json object{.kind = ast::Json::Kind::Object};
    if (name) add(object, "aspect", string_json(*name));
    add(object, "evidence", std::move(json));
    return object;
  }

  /// Counts tokens and depth, so that the output can be read back; false (reported) if it cannot.
  bool spend(std::size_t tokens, std::size_t depth, const ast::Expr& expr) {
    const source::Span place = use_.is_known() ? use_ : expr.span;
    if (depth > limits_.max_depth) {
      diagnostics_.report(diag::DiagCode::TooDeep, place, limits_.max_depth).help =
          "in JSON every operation is two brackets, and names are written out";
      return false;
    }
    if (tokens > tokens_left_) {
      diagnostics_.report(diag::DiagCode::TooManyTokens, place, limits_.max_tokens).help =
          "in JSON names are written out wherever they are used";
      return false;
    }
    tokens_left_ -= tokens;
    return true;
  }

  source::FileId file_;
  const NameLookup& find_name_;
  diag::Diagnostics& diagnostics_;
  const parse::ParseLimits& limits_;
  std::size_t tokens_left_;
  source::Span use_;  ///< of the name that is being written out
  std::unordered_map<const ast::Expr*, const ast::Expr*>
      meaning_;                                ///< of `let`s, whatever their names refer to
  std::unordered_set<const ast::Expr*> used_;  ///< definitions
};

}  // namespace

JsonRequests to_json(const ast::Program& program, const NameLookup& find_name,
                     diag::Diagnostics& diagnostics, const parse::ParseLimits& limits) {
  RequestWriter writer(program, find_name, diagnostics, limits);
  JsonRequests requests;
  for (const ast::Request& request : program.requests) {
    auto object = writer.object_of(request);
    if (!object) break;  // a program that is too large stays too large
    requests.objects.push_back(std::move(*object));
  }
  for (const ast::Let& let : program.lets) requests.unused_lets += !writer.is_used(let);
  return requests;
}

}  // namespace seedc::format
