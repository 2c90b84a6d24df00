// Walks a formula's JSON and its expressions to all paths they name.
#include "engine/lint/lint_formula_paths.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>
#include <string_view>

#include "engine/lint/dates.h"
#include "engine/lint/known_fields.h"
#include "engine/lint/near_path.h"
#include "runtime/language/json_string.h"
#include "runtime/language/text.h"

namespace seedc::lint {
namespace {

using JsonKind = ast::Json::Kind;

constexpr std::string_view kMeta = "meta", kContext = "context";

/// `meta.user.fans` as keys; empty if the text names no path of the data.
language::Path keys_of(std::string_view text) {
  language::Path keys;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find('.', at), text.size());
    keys.emplace_back(text.substr(at, end - at));
    at = end + 1;
  }
  const bool is_path = keys.size() > 1 && (keys.front() == kMeta || keys.front() == kContext) &&
                       std::ranges::none_of(keys, [](const std::string& key) {
                         return key.empty() || key.find_first_of(" \t\n,;:()") != key.npos;
                       });
  return is_path ? keys : language::Path();
}

/// `meta.date` of `meta.date desc`.
std::string_view without_direction(std::string_view text) {
  for (const std::string_view direction : {" asc", " desc"}) {
    if (text.ends_with(direction)) text.remove_suffix(direction.size());
  }
  return text;
}

class PathLint {
 public:
  PathLint(const ast::Formula& formula, engine::SchemaSource& names, diag::Diagnostics& diagnostics)
      : formula_(formula), names_(names), diagnostics_(diagnostics) {}

  void check() { visit(formula_.json); }

 private:
  void visit(const ast::Json& json) {
    for (const ast::Json& element : json.elements) visit(element);
    for (const ast::Json::Member& member : json.members) visit(member);
    if (json.kind != JsonKind::String) return;
    if (const ast::FormulaExpr* expr = formula_.expression(json)) return visit(*expr);
    find(keys_of(without_direction(json.text)), json.span);
  }

  void visit(const ast::FormulaExpr& expr) {
    if (expr.kind == ast::FormulaExpr::Kind::Name && expr.keys.size() > 1 &&
        (expr.keys.front() == kMeta || expr.keys.front() == kContext))
      find(expr.keys, expr.span);
    for (const ast::FormulaExpr& arg : expr.args) visit(arg);
  }

  void visit(const ast::Json::Member& member) {
    if (const language::Path keys = keys_of(member.key); !keys.empty()) {
      compare(find(keys, member.key_span), member.key, member.value);
    } else if (member.key == kMeta && member.value.kind == JsonKind::Object) {  // of define_filter
      for (const ast::Json::Member& entry : member.value.members) {
        const std::string name = fmt::format("{}.{}", kMeta, entry.key);
        compare(find(keys_of(name), entry.key_span), name, entry.value);
      }
      return;
    }
    visit(member.value);
  }

  /// Reports a path that no record has, once; returns of which kind its values are.
  ValueKind find(const language::Path& keys, source::Span span) {
    if (keys.empty()) return ValueKind::Unknown;
    const bool is_meta = keys.front() == kMeta;
    const language::Path path(keys.begin() + 1, keys.end());
    if (is_meta && path == language::Path{"year"}) return ValueKind::Numbers;
    const ValueKind everywhere = is_meta ? kind_of_review_field(path) : ValueKind::Unknown;
    if (!names_.read({.items = !is_meta, .reviews = is_meta})) return everywhere;
    const auto& known = is_meta ? names_.schema().review_paths : names_.schema().item_paths;
    if (known.empty()) return everywhere;
    const auto found = std::ranges::find(known, path, &language::SchemaPath::path);
    if (found != known.end()) return kind_of(*found);
    if (reported_.insert(keys).second) report_unknown(keys, path, known, span);
    return ValueKind::Unknown;
  }

  void report_unknown(const language::Path& keys, const language::Path& path,
                      const std::vector<language::SchemaPath>& known, source::Span span) {
    diag::Diagnostic& report =
        diagnostics_.report(diag::DiagCode::UnknownPath, span,
                            keys.front() == kMeta ? "review" : "item", language::to_string(keys));
    if (!diagnostics_.is_worth_a_suggestion()) return;
    const auto near = near_path(path, known);
    if (near)
      report.help = fmt::format("did you mean `{}.{}`?", keys.front(), language::to_string(*near));
  }

  /// Looks through the operands of a condition.
  void compare(ValueKind kind, const std::string& name, const ast::Json& condition) {
    constexpr std::string_view kComparisons[] = {"==", "!=", "<", "<=", ">", ">=", "in"};
    for (const ast::Json::Member& operand : condition.members) {
      if (std::ranges::find(kComparisons, operand.key) != std::end(kComparisons))
        compare(kind, name, operand.value);
    }
    for (const ast::Json& element : condition.elements) compare(kind, name, element);
    const bool is_text = condition.kind == JsonKind::String;
    if (is_text && kind != ValueKind::Numbers && is_impossible_date(condition.text)) {
      diagnostics_
          .report(diag::DiagCode::TextOrder, condition.span, "`" + condition.text + "`",
                  "is a date that does not exist")
          .help = "months are 01 to 12, days 01 to the month's last";
    } else if (is_text && kind == ValueKind::Numbers) {
      report_kind(condition, name, "numbers", "a text", condition.text,
                  "the number without quotes");
    } else if (condition.kind == JsonKind::Number && kind == ValueKind::Texts) {
      report_kind(condition, name, "texts", "a number", language::json_string(condition.text),
                  "it as a text");
    }
  }

  void report_kind(const ast::Json& operand, const std::string& name, std::string_view have,
                   std::string_view written, const std::string& other, std::string_view advice) {
    diag::Diagnostic& report = diagnostics_.report(
        diag::DiagCode::ConstantTest, operand.span, "never",
        fmt::format("the values of `{}` are {}, and this is {}", name, have, written));
    const bool is_number = have == "texts" || language::numeric(language::Value(other)).has_value();
    report.help = is_number ? fmt::format("write {}: {}", advice, other) : "write a number";
    if (is_number) report.fix = diag::FixIt{operand.span, other};
  }

  const ast::Formula& formula_;
  engine::SchemaSource& names_;
  diag::Diagnostics& diagnostics_;
  std::set<language::Path> reported_;
};

}  // namespace

void lint_formula_paths(const ast::Formula& formula, engine::SchemaSource& names,
                        diag::Diagnostics& diagnostics) {
  PathLint(formula, names, diagnostics).check();
}

}  // namespace seedc::lint
