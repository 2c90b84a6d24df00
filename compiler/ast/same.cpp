// Compares trees part by part, ignoring locations.
#include "compiler/ast/same.h"

#include <algorithm>

namespace seedc::ast {
namespace {

/// Whether two lists are equal by `same_parts`.
template <class T, class Same>
bool all_same(const std::vector<T>& left, const std::vector<T>& right, Same same_parts) {
  return std::equal(left.begin(), left.end(), right.begin(), right.end(), same_parts);
}

template <class T, class Same>
bool both_same(const std::optional<T>& left, const std::optional<T>& right, Same same_parts) {
  return left.has_value() == right.has_value() && (!left || same_parts(*left, *right));
}

bool same_scalars(const Json& left, const Json& right) {
  return left.kind == right.kind && left.boolean == right.boolean && left.text == right.text;
}

bool same_member(const Json::Member& left, const Json::Member& right) {
  return left.key == right.key && same(left.value, right.value);
}

bool same_field(const Field& left, const Field& right) { return left.text == right.text; }

bool same_comparison(const Comparison& left, const Comparison& right) {
  return same_field(left.sign, right.sign) && same(left.operand, right.operand);
}

bool same_argument(const Argument& left, const Argument& right) {
  return left.key == right.key && same(left.value, right.value) &&
         both_same(left.comparison, right.comparison, same_comparison);
}

bool same_expr(const Expr& left, const Expr& right) {
  return left.kind == right.kind && left.name == right.name &&
         both_same(left.label, right.label, same_field) && same(left.evidence, right.evidence) &&
         same(left.k, right.k) && all_same(left.arguments, right.arguments, same_argument) &&
         all_same(left.args, right.args, same_expr);
}

bool same_rank(const Rank& left, const Rank& right) {
  return same_field(left.formula, right.formula) && same_field(left.output, right.output) &&
         left.descending == right.descending && left.order_is_written == right.order_is_written;
}

bool same_nulls(const Request& left, const Request& right) {
  const auto by_text = [](const Field& a, const Field& b) { return a.text < b.text; };
  auto sorted_left = left.nulls;
  auto sorted_right = right.nulls;
  std::stable_sort(sorted_left.begin(), sorted_left.end(), by_text);
  std::stable_sort(sorted_right.begin(), sorted_right.end(), by_text);
  return all_same(sorted_left, sorted_right, same_field);
}

bool same_request(const Request& left, const Request& right) {
  const auto same_text = [&](std::optional<Field> Request::* field) {
    return both_same(left.*field, right.*field, same_field);
  };
  return same_text(&Request::id) && same_text(&Request::group) && same_text(&Request::scenario) &&
         same_text(&Request::text) && same_text(&Request::shorthand) && same_text(&Request::gold) &&
         same_nulls(left, right) && both_same(left.rank, right.rank, same_rank) &&
         both_same(left.structure, right.structure, same_expr);
}

}  // namespace

bool same(const Json& left, const Json& right) {
  return same_scalars(left, right) &&
         all_same(left.elements, right.elements,
                  [](const Json& a, const Json& b) { return same(a, b); }) &&
         all_same(left.members, right.members, same_member);
}

bool same_in_any_order(const Json& left, const Json& right) {
  const auto sorted_members = [](const Json& json) {
    std::vector<const Json::Member*> members;
    for (const Json::Member& member : json.members) members.push_back(&member);
    std::sort(members.begin(), members.end(),
              [](const auto* a, const auto* b) { return a->key < b->key; });
    return members;
  };
  return same_scalars(left, right) && all_same(left.elements, right.elements, same_in_any_order) &&
         all_same(sorted_members(left), sorted_members(right), [](const auto* a, const auto* b) {
           return a->key == b->key && same_in_any_order(a->value, b->value);
         });
}

bool same(const Program& left, const Program& right) {
  const auto same_import = [](const Import& a, const Import& b) {
    return same_field(a.path, b.path);
  };
  const auto same_let = [](const Let& a, const Let& b) {
    return same_field(a.name, b.name) && same_expr(a.value, b.value);
  };
  return all_same(left.imports, right.imports, same_import) &&
         all_same(left.lets, right.lets, same_let) &&
         all_same(left.requests, right.requests, same_request);
}

}  // namespace seedc::ast
