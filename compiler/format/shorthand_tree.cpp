// Builds layout nodes, with one function per part of the shorthand.
#include "compiler/format/shorthand_tree.h"

#include <algorithm>
#include <utility>

#include "compiler/format/spelling.h"

namespace seedc::format {
namespace {

/// How strings are spelled in a given context.
using Spelling = std::string (*)(std::string_view);

Node leaf(std::string text, source::Span span) {
  return {.text = std::move(text), .begin = span.begin, .head_end = span.begin, .end = span.end};
}

Node brackets(std::string text, std::string close, source::Span span, std::uint32_t head_end) {
  return {.text = std::move(text),
          .close = std::move(close),
          .begin = span.begin,
          .head_end = head_end,
          .end = span.end};
}

/// A key after a dot: one that begins with a digit would be read as part of the name before it.
std::string path_key(const std::string& text) {
  const bool begins_with_digit = !text.empty() && text.front() >= '0' && text.front() <= '9';
  return begins_with_digit ? string(text) : key(text);
}

std::string path(const ast::Json& word) {
  std::string out;
  for (const ast::Json& element : word.elements) {
    out += out.empty() ? element.text : "." + path_key(element.text);
  }
  return out;
}

std::string scalar(const ast::Json& json, Spelling spelling) {
  switch (json.kind) {
    case ast::Json::Kind::Bool:
      return json.boolean ? "true" : "false";
    case ast::Json::Kind::Number:
      return json.text;
    case ast::Json::Kind::String:
      return spelling(json.text);
    case ast::Json::Kind::Word:
      return path(json);
    default:
      return "null";
  }
}

Node value_node(const ast::Json& json, const std::string& prefix, Spelling spelling) {
  if (json.kind == ast::Json::Kind::Array) {
    Node node = brackets(prefix + "[", "]", json.span, json.span.begin);
    for (const ast::Json& element : json.elements) {
      node.items.push_back(value_node(element, {}, spelling));
    }
    return node;
  }
  if (json.kind != ast::Json::Kind::Object) return leaf(prefix + scalar(json, spelling), json.span);
  Node node = brackets(prefix + "{", "}", json.span, json.span.begin);
  for (const ast::Json::Member& member : json.members) {
    Node& item =
        node.items.emplace_back(value_node(member.value, key(member.key) + ": ", spelling));
    item.begin = member.key_span.begin;
  }
  return node;
}

/// The path of a comparison: words, a string, or a list of keys.
std::string tested_path(const ast::Json& path, Spelling spelling) {
  if (path.kind != ast::Json::Kind::Array) return scalar(path, spelling);
  std::string out;
  for (const ast::Json& key : path.elements)
    out += (out.empty() ? "" : ", ") + scalar(key, spelling);
  return "[" + out + "]";
}

Node argument_node(const ast::Argument& argument, Spelling spelling) {
  if (argument.comparison) {
    const auto& [sign, operand] = *argument.comparison;
    Node node = value_node(operand, tested_path(argument.value, spelling) + " " + sign.text + " ",
                           spelling);
    node.begin = argument.value.span.begin;
    return node;
  }
  if (argument.key.empty()) return value_node(argument.value, {}, spelling);
  Node node = value_node(argument.value, key(argument.key) + ": ", spelling);
  node.begin = argument.key_span.begin;
  return node;
}

Node call_node(const ast::Expr& call, const std::string& prefix) {
  const std::string label = call.label ? " as " + name(call.label->text) : std::string();
  Node node = brackets(prefix + call.name + "(", ")" + label, call.span, call.head_span.end);
  const Spelling spelling = call.kind == ast::Expr::Kind::Hop ? hop_string : string;
  for (const ast::Argument& argument : call.arguments) {
    node.items.push_back(argument_node(argument, spelling));
  }
  return node;
}

Node operation_node(const ast::Expr& operation, std::string_view op, const std::string& prefix) {
  Node node =
      brackets(prefix + std::string(op) + "(", ")", operation.span, operation.head_span.end);
  if (operation.k.kind != ast::Json::Kind::Null)
    node.items.push_back(value_node(operation.k, {}, string));
  for (const ast::Expr& arg : operation.args) node.items.push_back(expr_node(arg, {}));
  return node;
}

std::string score(const ast::Rank& rank) {
  const std::string order = rank.descending ? " desc" : " asc";
  return string(rank.formula.text) + "." + rank.output.text +
         (rank.order_is_written ? order : std::string());
}

/// The fields of a block in the order in which they are laid out.
std::vector<Node> field_nodes(const ast::Request& request) {
  std::vector<Node> fields;
  const auto add = [&](const char* field_name, const std::optional<ast::Field>& field,
                       Spelling spelling) {
    const std::string prefix = std::string(field_name) + ": ";
    if (field) fields.push_back(leaf(prefix + spelling(field->text), field->span));
    for (const ast::Field& null : request.nulls) {
      if (null.text == field_name) fields.push_back(leaf(prefix + "null", null.span));
    }
  };
  add("group", request.group, name_or_number);
  add("scenario", request.scenario, string);
  add("text", request.text, string);
  add("shorthand", request.shorthand, string);
  add("gold", request.gold, string);
  if (request.structure) fields.push_back(expr_node(*request.structure, "where: "));
  if (request.rank) fields.push_back(leaf("rank_by: " + score(*request.rank), request.rank->span));
  return fields;
}

Node block_node(const ast::Request& request) {
  Node node = brackets("request " + name_or_number(request.id->text) + " {", "}", request.span,
                       request.id->span.end);
  node.is_block = true;
  node.items = field_nodes(request);
  for (std::size_t i = 0; i < node.items.size(); ++i) node.items[i].order = i;
  std::stable_sort(node.items.begin(), node.items.end(),
                   [](const Node& left, const Node& right) { return left.begin < right.begin; });
  return node;
}

/// Whether it is written as `request R01 { … }`, not as `R01: …`.
bool is_block(const ast::Request& request) {
  return request.id &&
         (!request.id->span.is_known() || request.id->span.begin != request.span.begin);
}

}  // namespace

Node import_node(const ast::Import& import) {
  return leaf("import " + string(import.path.text), import.span);
}

Node expr_node(const ast::Expr& expr, const std::string& prefix) {
  switch (expr.kind) {
    case ast::Expr::Kind::And:
      return operation_node(expr, "AND", prefix);
    case ast::Expr::Kind::Or:
      return operation_node(expr, "OR", prefix);
    case ast::Expr::Kind::Not:
      return operation_node(expr, "NOT", prefix);
    case ast::Expr::Kind::AtLeast:
      return operation_node(expr, "AT_LEAST", prefix);
    case ast::Expr::Kind::Call:
    case ast::Expr::Kind::Hop:
      return call_node(expr, prefix);
    case ast::Expr::Kind::Name:
    case ast::Expr::Kind::Evidence:
      break;
  }
  return leaf(prefix + name(expr.name), expr.span);
}

Node request_node(const ast::Request& request) {
  if (is_block(request)) return block_node(request);
  const std::string prefix = request.id ? name_or_number(request.id->text) + ": " : std::string();
  Node node = expr_node(*request.structure, prefix);
  if (request.rank)
    (node.has_brackets() ? node.close : node.text) += " rank by " + score(*request.rank);
  return node;
}

}  // namespace seedc::format
