// Walks a formula's JSON and its expressions to all paths they name, and what these are compared
// with.
#include "engine/lint/lint_formula_paths.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/check/formula_object.h"
#include "compiler/check/suggest.h"
#include "engine/lint/dates.h"
#include "engine/lint/known_fields.h"
#include "engine/lint/near_path.h"
#include "runtime/base/nearest.h"
#include "runtime/language/decimal.h"
#include "runtime/language/json_string.h"
#include "runtime/language/text.h"

namespace seedc::lint {
namespace {

using JsonKind = ast::Json::Kind;

constexpr std::string_view kMeta = "meta", kContext = "context";

/// `meta.user.fans` as keys; empty if the text names no path of the data. A text that need not be a
/// name is none if it has signs that prose has.
language::Path keys_of(std::string_view text, bool is_name) {
  language::Path keys;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find('.', at), text.size());
    keys.emplace_back(text.substr(at, end - at));
    at = end + 1;
  }
  const bool is_path =
      keys.size() > 1 && (keys.front() == kMeta || keys.front() == kContext) &&
      std::ranges::none_of(keys, [&](const std::string& key) {
        return key.empty() || (!is_name && key.find_first_of(" \t\n,;:()") != key.npos);
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

bool is_like_expression(const language::Path& path) {
  return std::ranges::any_of(path, [](const std::string& key) {
    return std::ranges::any_of(std::array{" + ", " - ", " * ", " / "}, [&](const char* sign) {
      return key.find(sign) != std::string::npos;
    });
  });
}

/// How literals are written.
enum class Notation : std::uint8_t { Json, Python };

/// What is known of the values at a path.
struct Values {
  ValueKind kind = ValueKind::Unknown;
  bool are_dates = false;                                       ///< they begin with a day
  bool have_times = false;                                      ///< some have more behind it
  const std::vector<language::TextCount>* commonest = nullptr;  ///< texts, one at least
  /// All values as texts, if they are known and of one kind; else a null pointer.
  const std::vector<language::TextCount>* all = nullptr;

  /// Whether all are of a kind, and a literal is of another.
  bool is_other_kind(ValueKind literal) const {
    return kind != ValueKind::Unknown && literal != ValueKind::Unknown && kind != literal;
  }

  bool has(std::string_view text) const {
    return commonest != nullptr &&
           std::ranges::find(*commonest, text, &language::TextCount::first) != commonest->end();
  }

  bool may_be(std::string_view text) const {
    return all == nullptr ||
           std::ranges::find(*all, text, &language::TextCount::first) != all->end();
  }

  bool may_be_number(double number) const {
    return all == nullptr || std::ranges::any_of(*all, [&](const language::TextCount& value) {
             return language::parse_decimal(value.first) == number;
           });
  }
};

Values values_of(const language::SchemaPath& path) {
  Values values = {.kind = kind_of(path)};
  const auto& texts = path.commonest;
  if (values.kind != ValueKind::Texts || texts.empty()) return values;
  values.commonest = &texts;
  values.are_dates = std::ranges::all_of(
      texts, [](const language::TextCount& text) { return begins_with_day(text.first); });
  values.have_times = std::ranges::any_of(
      texts, [](const language::TextCount& text) { return text.first.size() > kDay; });
  return values;
}

Values values_everywhere(const language::Path& path) {
  return {.kind = kind_of_review_field(path), .are_dates = path == language::Path{"date"}};
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
    look_up(json);
    compare_rules(json);
    if (json.kind != JsonKind::String) return;
    if (const ast::FormulaExpr* expr = formula_.expression(json)) return visit(*expr);
    find(keys_of(without_direction(json.text), /*is_name=*/false), json.span);
  }

  void visit(const ast::FormulaExpr& expr) {
    if (is_path(expr)) find(expr.keys, expr.span);
    for (const ast::FormulaExpr& arg : expr.args) visit(arg);
    if (expr.kind == ast::FormulaExpr::Kind::In) compare_members(expr);
    if (expr.kind != ast::FormulaExpr::Kind::Comparison) return;
    for (std::size_t i = 0; i + 1 < expr.args.size() && i < expr.joints.size(); ++i)
      compare(expr.args[i], sign_of(expr.joints[i].op), expr.args[i + 1]);
  }

  /// Of `in`, and of `not in`: that one of several is not met says little.
  void compare_members(const ast::FormulaExpr& membership) {
    const ast::FormulaExpr& name = membership.args.front();
    if (!is_path(name)) return;
    const Values values = find(name.keys, name.span);
    const std::string path = fmt::format("{}", fmt::join(name.keys, "."));
    const std::span<const ast::FormulaExpr> members = std::span(membership.args).subspan(1);
    for (const ast::FormulaExpr& member : members) compare(values, path, "in", member);
    const auto is_unmet = [&](const ast::FormulaExpr& member) {
      return member.kind == ast::FormulaExpr::Kind::String &&
             is_unmet_text(values, path, member.text);
    };
    if (!members.empty() && std::ranges::all_of(members, is_unmet))
      report_unmet(values, path, members.front().text, members.front().span);
  }

  static bool is_path(const ast::FormulaExpr& expr) {
    return expr.kind == ast::FormulaExpr::Kind::Name && expr.keys.size() > 1 &&
           (expr.keys.front() == kMeta || expr.keys.front() == kContext);
  }

  /// The literal is on the right, as one is written.
  void compare(const ast::FormulaExpr& name, std::string_view sign,
               const ast::FormulaExpr& literal) {
    if (is_path(name))
      compare(find(name.keys, name.span), fmt::format("{}", fmt::join(name.keys, ".")), sign,
              literal);
  }

  void compare(const Values& values, const std::string& path, std::string_view sign,
               const ast::FormulaExpr& literal) {
    const ast::Json* param = param_of(literal);
    const ValueKind kind = param ? kind_of_json(param->kind) : kind_of_literal(literal.kind);
    if (kind == ValueKind::Unknown) return;
    if (param != nullptr) {
      compare_param(values, path, sign, *param, literal.span);
    } else if (values.is_other_kind(kind)) {
      report_kind(values, kind, path, sign, literal.text, literal.span, Notation::Python)
          .fix.reset();
    } else if (kind == ValueKind::Texts && values.are_dates && is_impossible_date(literal.text)) {
      report_impossible(literal.text, literal.span);
    } else if (kind == ValueKind::Texts) {
      compare_text(values, path, sign, literal.text, literal.span, Notation::Python);
    } else if (sign == "==" && is_unmet_number(values, literal.text)) {
      report_unmet(values, path, literal.text, literal.span);
    }
  }

  /// Bounds are not looked at: small data need not have what lies beyond a threshold.
  static bool is_unmet_number(const Values& values, std::string_view written) {
    const auto number = language::parse_decimal(written);
    return number && values.kind == ValueKind::Numbers && !values.may_be_number(*number);
  }

  /// Not what is rarely a whole text, of which more is said.
  static bool is_unmet_text(const Values& values, std::string_view name, std::string_view text) {
    return values.kind == ValueKind::Texts && longer_text(name, text).empty() &&
           !values.may_be(text);
  }

  /// With a text, where others are as well.
  void compare_text(const Values& values, const std::string& name, std::string_view sign,
                    const std::string& text, source::Span span, Notation notation) {
    const bool is_equality = sign == "==" || sign == "in";
    if (is_equality && warn_of_part(name, text, span, notation)) return;
    const bool is_equal_or_not = sign == "==" || sign == "!=";
    if (is_equal_or_not && !values.may_be(text)) return report_unmet(values, name, text, span);
    compare_date(values, name, sign, text, span);
  }

  /// Warns of a text that the path's values have among others; returns false if they have not.
  bool warn_of_part(std::string_view name, std::string_view text, source::Span span,
                    Notation notation) {
    const std::string_view longer = longer_text(name, text);
    if (longer.empty()) return false;
    std::string_view help = R"(in a `where`, {"contains": "…"} finds it anywhere in the text)";
    if (notation == Notation::Json) help = "`contains` finds it anywhere in the text, in any case";
    if (notation != Notation::Json && name.starts_with(kContext))
      help = R"(a `lookup` with "match": "substring_first" finds it in longer texts)";
    diagnostics_.report(diag::DiagCode::TextEquality, span, name, longer, text).help = help;
    return true;
  }

  /// What a path that commonly has longer texts holds; empty for other paths.
  static std::string_view longer_text(std::string_view name, std::string_view text) {
    if (text.empty()) return {};
    if (name == "meta.text") return "free text";
    const bool is_one = text.find(", ") == std::string_view::npos;
    return name == "context.categories" && is_one ? "a list in one text" : std::string_view();
  }

  /// The value that a parameter has unless the run sets it, to one of the same kind; else a null
  /// pointer.
  const ast::Json* param_of(std::string_view name) const {
    const ast::Json* params = formula_.json.find("params");
    return params == nullptr ? nullptr : params->find(name);
  }
  const ast::Json* param_of(const ast::FormulaExpr& expr) const {
    const bool is_name = expr.kind == ast::FormulaExpr::Kind::Name && expr.keys.size() == 1;
    return is_name ? param_of(expr.keys.front()) : nullptr;
  }
  const ast::Json* param_of(const ast::Json& operand) const {
    const ast::Json* name = operand.members.size() == 1 ? operand.find("param") : nullptr;
    return name == nullptr ? nullptr : param_of(name->text);
  }

  /// Only kinds: its value may be another at a run.
  void compare_param(const Values& values, const std::string& name, std::string_view sign,
                     const ast::Json& param, source::Span span) {
    const ValueKind kind = kind_of_json(param.kind);
    if (values.is_other_kind(kind))
      report_kind(values, kind, name, sign, param.text, span).fix.reset();
  }

  static ValueKind kind_of_literal(ast::FormulaExpr::Kind kind) {
    switch (kind) {
      case ast::FormulaExpr::Kind::Number:
        return ValueKind::Numbers;
      case ast::FormulaExpr::Kind::String:
        return ValueKind::Texts;
      case ast::FormulaExpr::Kind::Bool:
        return ValueKind::Booleans;
      default:
        return ValueKind::Unknown;
    }
  }

  static std::string_view sign_of(ast::FormulaExpr::Operator op) {
    switch (op) {
      case ast::FormulaExpr::Operator::Lt:
        return "<";
      case ast::FormulaExpr::Operator::Le:
        return "<=";
      case ast::FormulaExpr::Operator::Gt:
        return ">";
      case ast::FormulaExpr::Operator::Ge:
        return ">=";
      case ast::FormulaExpr::Operator::Eq:
        return "==";
      case ast::FormulaExpr::Operator::Ne:
        return "!=";
      default:
        return "";
    }
  }

  void visit(const ast::Json::Member& member) {
    if (const language::Path keys = keys_of(member.key, /*is_name=*/true); !keys.empty()) {
      compare(find(keys, member.key_span), member.key, member.value);
    } else if (member.key == kMeta && member.value.kind == JsonKind::Object) {  // of define_filter
      for (const ast::Json::Member& entry : member.value.members) {
        const std::string name = fmt::format("{}.{}", kMeta, entry.key);
        compare(find(keys_of(name, /*is_name=*/true), entry.key_span), name, entry.value);
      }
      return;
    }
    // These are paths, whatever characters they have; other strings may be words.
    if (member.value.kind == JsonKind::String && (member.key == "field" || member.key == "source"))
      find(keys_of(member.value.text, /*is_name=*/true), member.value.span);
    visit(member.value);
  }

  /// Reports a path that no record has, once; returns what its values are.
  Values find(const language::Path& keys, source::Span span) {
    if (keys.empty()) return {};
    const bool is_meta = keys.front() == kMeta;
    const language::Path path(keys.begin() + 1, keys.end());
    if (is_meta && path == language::Path{"year"}) return {.kind = ValueKind::Numbers};
    const Values everywhere = is_meta ? values_everywhere(path) : Values();
    if (!names_.read({.items = !is_meta, .reviews = is_meta})) return everywhere;
    const auto& known = is_meta ? names_.schema().review_paths : names_.schema().item_paths;
    if (known.empty()) return everywhere;
    const auto found = std::ranges::find(known, path, &language::SchemaPath::path);
    if (found != known.end()) {
      Values values = values_of(*found);
      if (values.kind != ValueKind::Unknown && found->is_whole) values.all = &found->commonest;
      return values;
    }
    if (reported_.insert(keys).second) report_unknown(keys, path, known, span);
    return {};
  }

  void report_unknown(const language::Path& keys, const language::Path& path,
                      const std::vector<language::SchemaPath>& known, source::Span span) {
    diag::Diagnostic& report =
        diagnostics_.report(diag::DiagCode::UnknownPath, span,
                            keys.front() == kMeta ? "review" : "item", language::to_string(keys));
    if (!diagnostics_.is_worth_a_suggestion()) return;
    const auto near = near_path(path, known);
    if (near) {
      report.help = fmt::format("did you mean `{}.{}`?", keys.front(), language::to_string(*near));
    } else if (is_like_expression(path)) {
      report.help =
          keys.front() == kMeta
              ? "a path is not computed: `define_value` has an `expr` for each row, read by `$NAME`"
              : "a path is not computed: an `expr` is";
    }
  }

  /// Looks through the operands of a condition; `sign` is the operator that they are under.
  void compare(const Values& values, const std::string& name, const ast::Json& condition,
               std::string_view sign = "==") {
    constexpr std::string_view kComparisons[] = {"==", "!=", "<", "<=", ">", ">=", "in"};
    for (const ast::Json::Member& operand : condition.members) {
      if (std::ranges::find(kComparisons, operand.key) != std::end(kComparisons))
        compare(values, name, operand.value, operand.key);
    }
    for (const ast::Json& element : condition.elements) compare(values, name, element, "in");
    const auto is_unmet = [&](const ast::Json& element) {
      if (element.kind == JsonKind::Number) return is_unmet_number(values, element.text);
      return element.kind == JsonKind::String && is_unmet_text(values, name, element.text);
    };
    if (!condition.elements.empty() && std::ranges::all_of(condition.elements, is_unmet))
      report_unmet(values, name, condition.elements.front().text, condition.span);
    if (const ast::Json* param = param_of(condition))
      return compare_param(values, name, sign, *param, condition.span);
    const ValueKind kind = kind_of_json(condition.kind);
    const bool is_text = kind == ValueKind::Texts;
    if (is_text && values.kind != ValueKind::Numbers && is_impossible_date(condition.text)) {
      report_impossible(condition.text, condition.span);
    } else if (values.is_other_kind(kind)) {
      report_kind(values, kind, name, sign, condition.text, condition.span);
    } else if (is_text) {
      compare_text(values, name, sign, condition.text, condition.span, Notation::Json);
    } else if (sign == "==" && is_unmet_number(values, condition.text)) {
      report_unmet(values, name, condition.text, condition.span);
    }
  }

  static ValueKind kind_of_json(JsonKind kind) {
    switch (kind) {
      case JsonKind::Number:
        return ValueKind::Numbers;
      case JsonKind::String:
        return ValueKind::Texts;
      case JsonKind::Bool:
        return ValueKind::Booleans;
      default:
        return ValueKind::Unknown;
    }
  }

  /// Of a `case` with a path as its source.
  void compare_rules(const ast::Json& step) {
    const ast::Json* source = step.find("source");
    const ast::Json* rules = step.find("rules");
    if (source == nullptr || rules == nullptr || source->kind != JsonKind::String) return;
    const language::Path keys = keys_of(source->text, /*is_name=*/true);
    if (keys.empty()) return;
    const Values values = find(keys, source->span);
    for (const ast::Json& rule : rules->elements) {
      const ast::Json* when = rule.find("when");
      if (when == nullptr) continue;
      const ast::FormulaExpr* test = formula_.expression(*when);
      const bool is_text = test == nullptr && when->kind == JsonKind::String;
      if (is_text && warn_of_part(source->text, when->text, when->span, Notation::Python)) continue;
      if (test == nullptr) {
        compare(values, source->text, *when);
      } else if (!test->args.empty() && !test->joints.empty()) {
        compare(values, source->text, sign_of(test->joints.front().op), test->args.front());
      }
    }
  }

  /// Warns of an exact lookup that finds nothing at any item.
  void look_up(const ast::Json& step) {
    const ast::Json* source = step.find("source");
    const ast::Json* table = step.find("table");
    const ast::Json* match = step.find("match");
    const bool is_exact = match == nullptr || match->text == "exact";
    if (source == nullptr || table == nullptr || !is_exact || table->members.empty()) return;
    const language::Path keys = keys_of(source->text, /*is_name=*/true);
    if (source->kind != JsonKind::String || keys.empty() || keys.front() != kContext) return;
    const ast::Json::Member& first = table->members.front();
    if (warn_of_part(source->text, first.key, first.key_span, Notation::Python)) return;
    const Values values = find(keys, source->span);
    if (std::ranges::any_of(table->members,
                            [&](const auto& row) { return values.may_be(row.key); }))
      return;
    report_unmet(values, source->text, first.key, first.key_span);
  }

  void report_unmet(const Values& values, const std::string& name, const std::string& text,
                    source::Span span) {
    diag::Diagnostic& report = diagnostics_.report(diag::DiagCode::ValueNeverMet, span,
                                                   name.starts_with(kMeta) ? "review" : "item",
                                                   name.substr(name.find('.') + 1), "is", text);
    report.help = values.kind == ValueKind::Numbers
                      ? shown(values)
                      : base::did_you_mean(text, texts_of(*values.all), shown(values));
  }

  static std::vector<std::string> texts_of(const std::vector<language::TextCount>& values) {
    std::vector<std::string> texts;
    for (const language::TextCount& value : values) texts.push_back(value.first);
    return texts;
  }

  /// All values, if they are few.
  static std::string shown(const Values& values) {
    constexpr std::size_t kMostShown = 8;
    if (values.all == nullptr || values.all->size() > kMostShown) return {};
    std::vector<std::string> texts = texts_of(*values.all);
    if (values.kind == ValueKind::Numbers)
      std::ranges::sort(texts, {},
                        [](const std::string& text) { return language::parse_decimal(text); });
    return fmt::format("its values are `{}`", fmt::join(texts, "`, `"));
  }

  /// Warns of a year, month or day whose texts are partly beyond it, and of what is no date.
  void compare_date(const Values& values, const std::string& name, std::string_view sign,
                    const std::string& text, source::Span span) {
    if (!values.are_dates) return;
    const bool is_order = sign == "<" || sign == "<=" || sign == ">" || sign == ">=";
    if (!is_order) return compare_whole(values, name, sign, text, span);
    if (!begins_date(text) && !begins_with_day(text)) {
      diagnostics_
          .report(diag::DiagCode::TextOrder, span, fmt::format("`{} {} \"{}\"`", name, sign, text),
                  fmt::format("compares texts character by character, and {}",
                              values.commonest == nullptr ? "dates have another form"
                                                          : "the data's are dates"))
          .help = help_with_date(values, text);
      return;
    }
    const bool cuts = (sign == "<=" || sign == ">") && is_date(text);
    if (!cuts || (text.size() == kDay && !values.have_times)) return;
    diag::Diagnostic& report = diagnostics_.report(diag::DiagCode::DatePrefix, span,
                                                   fmt::format("{} {} \"{}\"", name, sign, text),
                                                   sign == "<=" ? "leaves out" : "includes", text);
    report.help = instead_of(sign, text);
  }

  /// What is written for a comparison with a year, month or day that is only the beginning of the
  /// data's dates; empty if there is no later one.
  static std::string instead_of(std::string_view sign, const std::string& date) {
    const std::vector<DateBound> bounds = bounds_meant_by(sign, date);
    if (bounds.size() == 1)
      return fmt::format("write `{}` and \"{}\"", bounds[0].sign, bounds[0].date);
    if (bounds.empty()) return {};
    return fmt::format("write `{}` \"{}\" {} `{}` \"{}\"", bounds[0].sign, bounds[0].date,
                       sign == "!=" ? "or" : "and", bounds[1].sign, bounds[1].date);
  }

  /// For a literal that is no date: the date that it means, or else one of the data's.
  static std::string help_with_date(const Values& values, const std::string& written) {
    if (const std::string date = date_meant_by(written); !date.empty())
      return (date == written ? "write it as a text: " : "write the date as ") +
             language::json_string(date);
    return values.commonest == nullptr ? "write a date, such as \"2020-03-31\""
                                       : "write a date as the data does: " +
                                             language::json_string(values.commonest->front().first);
  }

  /// Warns of a year, month or day to which no text is equal, as they go on behind it.
  void compare_whole(const Values& values, const std::string& name, std::string_view sign,
                     const std::string& text, source::Span span) {
    if (!is_date(text) || (text.size() == kDay && !values.have_times) || values.has(text)) return;
    const bool is_not = sign == "!=";
    diag::Diagnostic& report = diagnostics_.report(diag::DiagCode::DatePrefix, span,
                                                   fmt::format("{} {} \"{}\"", name, sign, text),
                                                   is_not ? "includes" : "leaves out", text);
    report.help = instead_of(sign, text);
  }

  void report_impossible(const std::string& text, source::Span span) {
    diagnostics_
        .report(diag::DiagCode::TextOrder, span, "`" + text + "`", "is a date that does not exist")
        .help = "months are 01 to 12, days 01 to the month's last";
  }

  /// Of a literal, as it is written without quotes.
  diag::Diagnostic& report_kind(const Values& values, ValueKind kind, const std::string& name,
                                std::string_view sign, const std::string& written,
                                source::Span span, Notation notation = Notation::Json) {
    constexpr std::string_view kKinds[] = {"", "numbers", "texts", "booleans"};
    constexpr std::string_view kLiterals[] = {"", "a number", "a text", "a boolean"};
    diag::Diagnostic& report =
        diagnostics_.report(diag::DiagCode::ConstantTest, span, "never",
                            fmt::format("the values of `{}` are {}, and this is {}", name,
                                        kKinds[static_cast<std::size_t>(values.kind)],
                                        kLiterals[static_cast<std::size_t>(kind)]));
    help_with_kind(values, kind, sign, written, notation, report);
    return report;
  }

  /// `>= 3` as an object of JSON; empty if the text is not an operator and a number.
  static std::string test_in(std::string_view written) {
    for (const std::string_view sign : {">=", "<=", "==", "!=", ">", "<"}) {
      if (!written.starts_with(sign)) continue;
      written.remove_prefix(std::min(written.find_first_not_of(' ', sign.size()), written.size()));
      if (!language::parse_decimal(written)) return {};
      return fmt::format("{{\"{}\": {}}}", sign, written);
    }
    return {};
  }

  static void help_with_kind(const Values& values, ValueKind kind, std::string_view sign,
                             const std::string& written, Notation notation,
                             diag::Diagnostic& report) {
    std::string other;
    if (const std::string test = test_in(written); !test.empty() && notation == Notation::Json) {
      report.help = "an operator is a key: " + test;
      return;
    }
    if (values.kind == ValueKind::Numbers) {
      check::suggest_unquoted(report, report.span, language::Value(written));
      if (report.fix) report.fix->is_safe = false;
      if (!report.help.empty()) return;
      const std::string values_shown = shown(values);
      report.help = values_shown.empty() ? "write a number" : "write a number: " + values_shown;
    } else if (values.kind == ValueKind::Booleans) {
      const std::string lower = language::lower(written);
      const bool is_python = notation == Notation::Python;
      const bool is_order = sign != "==" && sign != "!=" && sign != "in";
      report.help = is_python ? "write True or False" : "write true or false";
      if (is_order) report.help = "booleans have no order: compare them with `==`";
      if (lower == "true") other = is_python ? "True" : lower;
      if (lower == "false") other = is_python ? "False" : lower;
      if (!other.empty()) report.help = "write it without quotes: " + other;
    } else if (values.are_dates) {
      const std::string date = date_meant_by(written);
      const bool stays = sign == ">=" || sign == "<" || date.empty() ||
                         (date.size() == kDay && !values.have_times);
      report.help = stays ? help_with_date(values, written) : instead_of(sign, date);
    } else if (kind == ValueKind::Numbers) {
      report.help = shown(values).empty() ? "write a text" : "write a text: " + shown(values);
      if (!values.has(written)) return;
      other = notation == Notation::Python ? check::python_string(written)
                                           : language::json_string(written);
      report.help = "write it as a text: " + other;
    } else {
      report.help = "write a text";
    }
    if (!other.empty()) report.fix = diag::FixIt{report.span, other};
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
