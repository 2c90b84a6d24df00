// Checks branches one by one, and joins their kinds.
#include "compiler/check/formula_branches.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "compiler/check/formula_object.h"

namespace seedc::check {
namespace {

using JsonKind = ast::Json::Kind;

}  // namespace

std::optional<Branch> BranchChecker::check(const ast::Json& json, std::string_view what,
                                           Place place) {
  if (json.kind == JsonKind::Null) return Branch{&json, {}, {}};
  if (json.kind != JsonKind::Object) {
    auto value = literal(json, what, "a number, a string, a boolean, null or {\"expr\": …}");
    if (!value) return std::nullopt;
    return Branch{&json, std::move(value), {}};
  }
  static constexpr std::array<std::string_view, 1> kKeys = {"expr"};
  FormulaObject object(json, fmt::format("the object at `{}`", what), diagnostics_);
  object.set_known(kKeys);
  const ast::Json* text = object.require("expr", "a value is a literal, null or {\"expr\": \"…\"}")
                              ? object.text("expr")
                              : nullptr;
  object.report_unknown();
  const ast::FormulaExpr* expr = text == nullptr ? nullptr : formula_.expression(*text);
  auto value = expr == nullptr ? std::nullopt : expressions_.check(*expr, place);
  if (!value) return std::nullopt;
  return Branch{&json, {}, std::move(value)};
}

std::optional<language::Value> BranchChecker::literal(const ast::Json& json, std::string_view what,
                                                      std::string_view expected) {
  auto value = scalar_of(json);
  if (!value) {
    diagnostics_.report(diag::DiagCode::WrongType, json.span, fmt::format("`{}`", what), expected,
                        ast::type_phrase(json));
    return std::nullopt;
  }
  const auto number = language::number_of(*value);
  if (!number || std::isfinite(*number)) return value;
  diagnostics_.report(diag::DiagCode::BadValue, json.span, what, "within a double's range",
                      "infinite");
  return std::nullopt;
}

std::optional<language::Kind> BranchChecker::kind_of(std::span<const Branch> branches,
                                                     std::string_view what) {
  const Branch* first = nullptr;
  language::Kind known = language::Kind::Any;
  for (const Branch& branch : branches) {
    if (branch.is_null()) continue;
    const language::Kind kind = branch.kind();
    if (!is_same_family(known, kind)) {
      diagnostics_
          .report(diag::DiagCode::MixedKinds, branch.json->span, kind_phrase(known),
                  kind_phrase(kind), what)
          .note(first->json->span, fmt::format("{} here", kind_phrase(known)));
      return std::nullopt;
    }
    if (kind == language::Kind::Any) continue;
    if (first == nullptr) first = &branch;
    known = known == language::Kind::Any ? kind : *::seedc::language::join(known, kind);
  }
  if (branches.empty() || !std::ranges::all_of(branches, &Branch::is_null)) return known;
  diagnostics_.report(diag::DiagCode::AllNull, branches.front().json->span, what).help =
      "one of them must have a value; leave the step out if it has none";
  return std::nullopt;
}

Typed BranchChecker::convert(const Branch& branch, language::Kind kind, source::Span span) {
  if (branch.is_null()) return null_of_kind(builder_, kind, "intended", span);
  if (!branch.literal) return builder_.to_kind(*branch.computed, kind, span);
  return builder_.to_kind(builder_.scalar(*branch.literal, branch.json->span), kind, span);
}

Typed null_of_kind(TypedBuilder& builder, language::Kind kind, std::string_view cause,
                   source::Span span) {
  // Where only the data decides the kind, that of the null does not matter.
  const language::Kind known = kind == language::Kind::Any ? language::Kind::Int : kind;
  return builder.add(ir::Op::Nothing, {},
                     {std::string(language::name_of(known)), std::string(cause)}, span);
}

}  // namespace seedc::check
