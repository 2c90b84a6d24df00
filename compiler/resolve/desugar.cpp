// Turns shorthand calls and hops into evidence objects.
#include <algorithm>
#include <charconv>

#include "compiler/resolve/comparing_call.h"
#include "compiler/resolve/resolve.h"
#include "runtime/language/conditions.h"

namespace seedc::resolve {
namespace {

ast::Json make_string(std::string text, source::Span span) {
  ast::Json json;
  json.kind = ast::Json::Kind::String;
  json.span = span;
  json.text = std::move(text);
  return json;
}

ast::Json make_object(source::Span span) {
  ast::Json json;
  json.kind = ast::Json::Kind::Object;
  json.span = span;
  return json;
}

void add_member(ast::Json& object, std::string key, source::Span key_span, ast::Json value) {
  object.members.push_back({std::move(key), key_span, std::move(value)});
}

/// Adds the arguments to `evidence`; positional ones get the names in `positional`, in order.
void add_arguments(ast::Json& evidence, const ast::Expr& call,
                   std::span<const std::string_view> positional, diag::Diagnostics& diagnostics) {
  const auto unnamed =
      static_cast<std::size_t>(std::count_if(call.arguments.begin(), call.arguments.end(),
                                             [](const ast::Argument& a) { return a.key.empty(); }));
  if (unnamed > positional.size()) {
    const std::string most =
        std::to_string(positional.size()) + (positional.size() == 1 ? " operand" : " operands");
    auto& report = diagnostics.report(diag::DiagCode::TooManyOperands, call.head_span, call.name,
                                      most, unnamed);
    report.help = "name the others: `option: value`";
  }
  std::size_t next = 0;
  for (const ast::Argument& argument : call.arguments) {
    if (argument.key.empty() && next >= positional.size()) continue;
    const std::string key = argument.key.empty() ? std::string(positional[next++]) : argument.key;
    const source::Span key_span = argument.key.empty() ? argument.value.span : argument.key_span;
    const auto first = std::ranges::find(evidence.members, key, &ast::Json::Member::key);
    if (first != evidence.members.end()) {
      diagnostics.report(diag::DiagCode::RepeatedOption, key_span, key)
          .note(first->key_span, "first given here");
    } else {
      add_member(evidence, key, key_span, argument.value);
    }
  }
}

/// The digits before `HOP`, as a number; there may be many.
ast::Json hops_of(const ast::Expr& hop) {
  ast::Json json;
  json.kind = ast::Json::Kind::Number;
  json.span = hop.head_span;
  json.text = hop.name.substr(0, hop.name.find("HOP"));
  return json;
}

/// Options that are implied by the hop itself.
bool is_given_by_hop(std::string_view key) {
  return key == "kind" || key == "hops" || key == "social_filter";
}

/// Moves `friends` and `hops` into a social_filter, as in evidence objects.
ast::Json hop_evidence(const ast::Expr& hop, diag::Diagnostics& diagnostics) {
  static constexpr std::string_view kWithPattern[] = {"friends", "pattern"};
  static constexpr std::string_view kStars[] = {"friends"};
  const bool stars = hop.name.ends_with("_STARS");
  ast::Json flat = make_object(hop.span);
  add_arguments(flat, hop, stars ? std::span<const std::string_view>(kStars) : kWithPattern,
                diagnostics);

  ast::Json filter = make_object(hop.head_span);
  ast::Json evidence = make_object(hop.span);
  add_member(evidence, "kind", hop.head_span,
             make_string(stars ? "social_rating" : "review_text", hop.head_span));
  for (ast::Json::Member& member : flat.members) {
    if (is_given_by_hop(member.key)) {
      diagnostics.report(diag::DiagCode::RepeatedOption, member.key_span, member.key)
          .note(hop.head_span, fmt::format("`{}` gives it", hop.name));
      continue;
    }
    ast::Json& target = member.key == "friends" ? filter : evidence;
    target.members.push_back(std::move(member));
  }
  if (filter.members.empty()) {
    diagnostics.report(diag::DiagCode::MissingOption, hop.head_span, hop.name, "friends").help =
        "write " + hop.name + (stars ? "(['Alice'])" : "(['Alice'], 'cozy')");
  }
  if (!stars && evidence.find("pattern") == nullptr) {
    diagnostics.report(diag::DiagCode::MissingOption, hop.head_span, hop.name, "pattern").help =
        "write " + hop.name + "(['Alice'], 'cozy')";
  }
  add_member(filter, "hops", hop.head_span, hops_of(hop));
  add_member(evidence, "social_filter", hop.head_span, std::move(filter));
  return evidence;
}

}  // namespace

ast::Json evidence_of(const ast::Expr& call, diag::Diagnostics& diagnostics) {
  if (call.kind == ast::Expr::Kind::Hop) return hop_evidence(call, diagnostics);
  ast::Json evidence = make_object(call.span);
  add_member(evidence, "kind", call.head_span, make_string(call.name, call.head_span));
  if (const auto kind = language::find_evidence_kind(call.name)) {
    const language::EvidenceInfo& info = language::info(*kind);
    if (info.comparisons != nullptr) {
      add_comparing_arguments(evidence, call, info, diagnostics);
    } else {
      add_arguments(evidence, call, info.leading, diagnostics);
    }
    return evidence;
  }
  for (const ast::Argument& argument : call.arguments) {
    if (!argument.key.empty())
      add_member(evidence, argument.key, argument.key_span, argument.value);
  }
  return evidence;
}

}  // namespace seedc::resolve
