// Translates conditions of other languages as far as their meaning is sure.
#include "compiler/check/where_mistakes.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <set>

#include "compiler/ast/json_text.h"
#include "compiler/check/formula_object.h"
#include "runtime/language/decimal.h"
#include "runtime/language/text.h"

namespace seedc::check {
namespace {

using JsonKind = ast::Json::Kind;
using Translation = std::pair<std::string_view, std::string_view>;

constexpr std::array kSigns = {
#define SEEDC_VALUE_TEST(id, name, sign, operand) std::string_view(sign),
#include "runtime/language/formula_words.def"
};

/// How other languages write `any`, `all` and `not`, lower-cased.
constexpr Translation kJunctions[] = {
    {"or", "any"},       {"$or", "any"},  {"any_of", "any"}, {"anyof", "any"},  {"some", "any"},
    {"||", "any"},       {"and", "all"},  {"$and", "all"},   {"all_of", "all"}, {"allof", "all"},
    {"every", "all"},    {"must", "all"}, {"&&", "all"},     {"$not", "not"},   {"!", "not"},
    {"must_not", "not"}, {"none", "not"}, {"not", "not"},    {"any", "any"},    {"all", "all"}};

/// Those of a list of which no condition may hold.
constexpr std::string_view kNoneOf[] = {"must_not", "none"};

/// Operators, lower-cased.
constexpr Translation kForeignTests[] = {{"=", "=="},
                                         {"eq", "=="},
                                         {"$eq", "=="},
                                         {"is", "=="},
                                         {"equals", "=="},
                                         {"equal", "=="},
                                         {"equal_to", "=="},
                                         {"===", "=="},
                                         {"value", "=="},
                                         {"ne", "!="},
                                         {"$ne", "!="},
                                         {"<>", "!="},
                                         {"neq", "!="},
                                         {"not_equals", "!="},
                                         {"is_not", "!="},
                                         {"not", "!="},
                                         {"gt", ">"},
                                         {"$gt", ">"},
                                         {"gte", ">="},
                                         {"$gte", ">="},
                                         {"ge", ">="},
                                         {"=>", ">="},
                                         {"min", ">="},
                                         {"lt", "<"},
                                         {"$lt", "<"},
                                         {"lte", "<="},
                                         {"$lte", "<="},
                                         {"le", "<="},
                                         {"=<", "<="},
                                         {"max", "<="},
                                         {"$in", "in"},
                                         {"in", "in"},
                                         {"any", "in"},
                                         {"one_of", "in"},
                                         {"any_of", "in"},
                                         {"is_in", "in"},
                                         {"includes", "contains"},
                                         {"like", "contains"},
                                         {"ilike", "contains"},
                                         {"icontains", "contains"},
                                         {"$regex", "matches"},
                                         {"regex", "matches"},
                                         {"match", "matches"},
                                         {"word", "contains_word"}};

/// Operators that are the `not` of ours.
constexpr Translation kNegatedTests[] = {{"not_in", "in"},
                                         {"not in", "in"},
                                         {"nin", "in"},
                                         {"$nin", "in"},
                                         {"notin", "in"},
                                         {"none_of", "in"},
                                         {"not_contains", "contains"},
                                         {"not contains", "contains"},
                                         {"not_matches", "matches"}};

/// Tests of one end of a text, and what a pattern has before and behind the text.
struct EndTest {
  std::string_view word, before, behind;
};
constexpr EndTest kEndTests[] = {{"startswith", "^", ""}, {"starts_with", "^", ""},
                                 {"prefix", "^", ""},     {"endswith", "", "$"},
                                 {"ends_with", "", "$"},  {"suffix", "", "$"}};

/// Tests of whether there is a value, and whether they hold then.
constexpr std::pair<std::string_view, bool> kPresence[] = {
    {"exists", true},      {"$exists", true},  {"is_not_null", true}, {"not_null", true},
    {"present", true},     {"is_null", false}, {"isnull", false},     {"missing", false},
    {"is_missing", false}, {"empty", false},   {"null", false}};

constexpr std::string_view kSubjectKeys[] = {"field", "column",   "path",    "attribute",
                                             "key",   "property", "variable"};
constexpr std::string_view kOperatorKeys[] = {"op",         "operator", "comparison",
                                              "comparator", "cmp",      "test"};
constexpr std::string_view kValueKeys[] = {"value", "values", "target", "operand"};

/// Whether no sign of the text means anything in patterns.
bool is_plain_in_patterns(std::string_view text) {
  return text.find_first_of(R"(\^$.|?*+()[]{}#)") == text.npos;
}

template <std::size_t kCount>
std::string_view translated(const Translation (&table)[kCount], std::string_view word) {
  const auto* found =
      std::ranges::find(table, language::lower(std::string(word)), &Translation::first);
  return found == std::end(table) ? std::string_view() : found->second;
}

bool is_sign(std::string_view word) { return std::ranges::find(kSigns, word) != kSigns.end(); }

/// Our operator for a word; empty if there is none.
std::string_view sign_of(std::string_view word) {
  return is_sign(word) ? word : translated(kForeignTests, word);
}

/// A member with one of these keys; a null pointer if there is none.
template <std::size_t kCount>
const ast::Json* find_any(const ast::Json& object, const std::string_view (&keys)[kCount]) {
  for (const std::string_view key : keys) {
    if (const ast::Json* found = object.find(key)) return found;
  }
  return nullptr;
}

std::string member(std::string_view key, std::string_view json) {
  return fmt::format("{}: {}", language::to_json(std::string(key)), json);
}

std::string in_braces(std::string_view members) { return fmt::format("{{{}}}", members); }

/// A name as `where` has it.
std::string key_of(const std::string& name, const FormulaScope& scope) {
  return scope.is_field(name) ? "extraction." + name : name;
}

/// Two members for the bounds of a range, as JSON; empty if the meaning is not sure: texts may be
/// dates, of which the last one has times that are greater than its text.
std::string bounds_of(std::string_view low, std::string_view high) {
  const auto first = language::parse_decimal(low), last = language::parse_decimal(high);
  if (!first || !last || *first > *last) return "";
  return member(">=", low) + ", " + member("<=", high);
}

/// The same of `between`.
std::string bounds_of(const ast::Json& range) {
  if (range.kind != JsonKind::Array || range.elements.size() != 2) return "";
  return bounds_of(ast::json_text(range.elements[0]), ast::json_text(range.elements[1]));
}

bool is_like(std::string_view op) {
  const std::string word = language::lower(std::string(op));
  return word == "like" || word == "ilike";
}

/// The test for SQL's LIKE, whose `%` at an end is any text; empty if the meaning is not sure.
std::string like_test(const ast::Json& value) {
  if (value.kind != JsonKind::String) return "";
  std::string_view text = value.text;
  const bool any_before = text.starts_with('%'), any_behind = text.ends_with('%');
  if (any_before) text.remove_prefix(1);
  if (any_behind && !text.empty()) text.remove_suffix(1);
  if (text.empty() || text.find_first_of("%_") != text.npos) return "";
  if (any_before == any_behind) return member("contains", language::to_json(std::string(text)));
  if (!is_plain_in_patterns(text)) return "";
  return member("matches",
                language::to_json(any_before ? std::string(text) + '$' : '^' + std::string(text)));
}

/// The member of a `where` that compares `name` by a foreign or own operator; empty if the meaning
/// is not sure.
std::string condition_of(const std::string& name, std::string_view op, const ast::Json& value) {
  if (value.kind == JsonKind::Null || value.kind == JsonKind::Object) return "";
  const std::string json = ast::json_text(value);
  const bool is_list = value.kind == JsonKind::Array;
  if (const std::string_view sign = translated(kNegatedTests, op); !sign.empty())
    return member("not", in_braces(member(name, in_braces(member(sign, json)))));
  if (language::lower(std::string(op)) == "between") {
    const std::string bounds = bounds_of(value);
    return bounds.empty() ? "" : member(name, in_braces(bounds));
  }
  if (is_like(op)) {
    const std::string test = like_test(value);
    return test.empty() ? "" : member(name, in_braces(test));
  }
  const std::string_view sign = sign_of(op);
  if (sign.empty() || (is_list && sign != "==" && sign != "in" && sign != "contains")) return "";
  if (sign == "==") return member(name, is_list ? in_braces(member("in", json)) : json);
  return member(name, in_braces(member(sign, json)));
}

/// A member of a `where`, as JSON.
struct Condition {
  std::string key, value;
};

std::string member(const Condition& condition) { return member(condition.key, condition.value); }

/// Conditions that must all hold, as members of one object, or of one each where keys repeat.
std::string all_of(const std::vector<Condition>& conditions) {
  std::set<std::string_view> keys;
  std::vector<std::string> members, objects;
  for (const Condition& condition : conditions) {
    keys.insert(condition.key);
    members.push_back(member(condition));
    objects.push_back(in_braces(members.back()));
  }
  if (keys.size() == conditions.size()) return fmt::format("{}", fmt::join(members, ", "));
  return member("all", fmt::format("[{}]", fmt::join(objects, ", ")));
}

/// Reads simple comparisons joined by `and` and `or`, in the words of Python or SQL, as
/// `extraction.mood == 'calm' and meta.stars IN (4, 5)`.
class SimpleExpression {
 public:
  SimpleExpression(std::string_view text, const FormulaScope& scope) : rest_(text), scope_(scope) {}

  /// The members of a `where`; empty if the text is anything else.
  std::string members() {
    std::vector<std::string> any;
    do {
      const std::string one = conjunction();
      if (one.empty()) return "";
      any.push_back(one);
    } while (skip_word("or") || skip("||"));
    if (!rest_.empty()) return "";
    if (any.size() == 1) return any.front();
    for (std::string& one : any) one = in_braces(one);
    return member("any", fmt::format("[{}]", fmt::join(any, ", ")));
  }

 private:
  /// Empty after an error.
  std::string conjunction() {
    std::vector<Condition> all;
    do {
      const auto one = comparison();
      if (!one) return "";
      all.push_back(*one);
    } while (skip_word("and") || skip("&&"));
    return all_of(all);
  }

  void skip_blanks() { rest_.remove_prefix(std::min(rest_.find_first_not_of(' '), rest_.size())); }

  bool skip(std::string_view sign) {
    skip_blanks();
    if (!rest_.starts_with(sign)) return false;
    rest_.remove_prefix(sign.size());
    skip_blanks();
    return true;
  }

  /// A word in any case, which ends there.
  bool skip_word(std::string_view word) {
    skip_blanks();
    const std::string_view behind = rest_.substr(std::min(word.size(), rest_.size()));
    const bool ends = behind.starts_with(' ') || behind.starts_with('(');
    return ends && language::lower(std::string(rest_.substr(0, word.size()))) == word &&
           skip(rest_.substr(0, word.size()));
  }

  std::string_view take(std::size_t length) {
    const std::string_view taken = rest_.substr(0, length);
    rest_.remove_prefix(taken.size());
    return taken;
  }

  std::optional<Condition> comparison() {
    skip_blanks();
    const std::string_view name = take(rest_.find_first_of(" =!<>("));
    const std::string key = key_of(std::string(name), scope_);
    if (name.empty()) return std::nullopt;
    if (skip_word("between")) return between(key);
    if (skip_word("in")) return in_list(key);
    if (skip_word("not")) {
      const auto inner = skip_word("in") ? in_list(key) : std::nullopt;
      if (!inner) return std::nullopt;
      return Condition{"not", in_braces(member(*inner))};
    }
    const std::string_view ours = sign_of(take(rest_.find_first_not_of("=!<>")));
    skip_blanks();
    const std::string value = literal();
    if (ours.empty() || value.empty()) return std::nullopt;
    return Condition{key, ours == "==" ? value : in_braces(member(ours, value))};
  }

  std::optional<Condition> between(const std::string& key) {
    const std::string low = literal();
    const std::string high = skip_word("and") ? literal() : "";
    const std::string bounds = bounds_of(low, high);
    if (bounds.empty()) return std::nullopt;
    return Condition{key, in_braces(bounds)};
  }

  std::optional<Condition> in_list(const std::string& key) {
    const bool is_round = skip("(");
    if (!is_round && !skip("[")) return std::nullopt;
    std::vector<std::string> values;
    do {
      values.push_back(literal());
      if (values.back().empty()) return std::nullopt;
    } while (skip(","));
    if (!skip(is_round ? ")" : "]")) return std::nullopt;
    return Condition{key, in_braces(member("in", fmt::format("[{}]", fmt::join(values, ", "))))};
  }

  /// A literal as JSON; empty if there is none.
  std::string literal() {
    if (rest_.starts_with('\'') || rest_.starts_with('"')) {
      const std::size_t end = rest_.find(rest_.front(), 1);
      if (end == std::string_view::npos) return "";
      const std::string_view quoted = take(end + 1);
      const std::string_view text = quoted.substr(1, quoted.size() - 2);
      return text.find('\\') == std::string_view::npos ? language::to_json(std::string(text)) : "";
    }
    const std::string_view word = take(rest_.find_first_of(" ,)]"));
    if (word == "True" || word == "true" || word == "TRUE") return "true";
    if (word == "False" || word == "false" || word == "FALSE") return "false";
    return language::parse_decimal(word) ? std::string(word) : "";
  }

  std::string_view rest_;
  const FormulaScope& scope_;
};

/// The condition of {"field": F, "op": O, "value": V} or {"field": F, O: V}; empty if the object is
/// neither.
std::string of_field_member(const ast::Json& object, const FormulaScope& scope) {
  const ast::Json* subject = find_any(object, kSubjectKeys);
  if (subject == nullptr || subject->kind != JsonKind::String) return "";
  const std::string name = key_of(subject->text, scope);
  const ast::Json* op = find_any(object, kOperatorKeys);
  const ast::Json* value = find_any(object, kValueKeys);
  if (value != nullptr && (op == nullptr || op->kind == JsonKind::String)) {
    const std::size_t members = op == nullptr ? 2 : 3;
    return object.members.size() == members
               ? condition_of(name, op == nullptr ? "==" : std::string_view(op->text), *value)
               : "";
  }
  if (object.members.size() != 2) return "";
  const ast::Json::Member& other =
      &object.members.front().value == subject ? object.members.back() : object.members.front();
  return condition_of(name, other.key, other.value);
}

/// What a condition of another form says, as members of a `where`; empty if that is not sure.
std::string meant_members(const ast::Json& json, const FormulaScope& scope) {
  const bool is_filter = json.kind == JsonKind::String && json.text.starts_with('$') &&
                         !name_refusal(json.text.substr(1));
  if (is_filter) return member(json.text, "true");
  if (json.kind == JsonKind::String) return SimpleExpression(json.text, scope).members();
  if (json.kind == JsonKind::Object) {
    if (find_any(json, kSubjectKeys) != nullptr) return of_field_member(json, scope);
    const std::string text = ast::json_text(json);
    return text.substr(1, text.size() - 2);
  }
  if (json.kind != JsonKind::Array || json.elements.empty()) return "";
  const std::vector<ast::Json>& parts = json.elements;
  const bool is_triple = parts.size() == 3 && parts[0].kind == JsonKind::String &&
                         parts[1].kind == JsonKind::String && !sign_of(parts[1].text).empty();
  if (is_triple) return condition_of(key_of(parts[0].text, scope), parts[1].text, parts[2]);
  std::vector<std::string> all;
  for (const ast::Json& part : parts) {
    const std::string one = meant_members(part, scope);
    if (one.empty()) return "";
    all.push_back(in_braces(one));
  }
  if (all.size() == 1) return all.front().substr(1, all.front().size() - 2);
  return member("all", fmt::format("[{}]", fmt::join(all, ", ")));
}

/// Fixes a report by JSON text.
void fix_with(diag::Diagnostic& report, source::Span span, std::string text) {
  report.help = "write " + text;
  report.fix = diag::FixIt{span, std::move(text), /*is_safe=*/true};
}

source::Span span_of(const ast::Json::Member& member) {
  return ::seedc::source::join(member.key_span, member.value.span);
}

/// Whether an entry of a `where` is a `not`, or its fix makes one of it.
bool becomes_not(const ast::Json::Member& entry) {
  if (translated(kJunctions, entry.key) == "not") return true;
  return std::ranges::any_of(entry.value.members, [](const ast::Json::Member& test) {
    const std::string word = language::lower(test.key);
    return word == "not" || !translated(kNegatedTests, word).empty() ||
           std::ranges::find(kPresence, word, &std::pair<std::string_view, bool>::first) !=
               std::end(kPresence);
  });
}

/// Our operators for a member of a condition; empty for one that is not known.
std::vector<std::string_view> signs_for(const ast::Json::Member& test) {
  const std::string word = language::lower(test.key);
  if (word == "between") return {">=", "<="};
  if (std::ranges::find(kEndTests, word, &EndTest::word) != std::end(kEndTests)) return {"matches"};
  const std::string_view sign = sign_of(test.key);  // which may be the key itself
  return sign.empty() ? std::vector<std::string_view>() : std::vector{sign};
}

/// Whether another member of the condition has, or gets, an operator that the fix of `test` writes.
bool is_taken(const ast::Json& operators, const ast::Json::Member& test) {
  const auto own = signs_for(test);
  return std::ranges::any_of(operators.members, [&](const ast::Json::Member& other) {
    return &other != &test && std::ranges::any_of(signs_for(other), [&](std::string_view sign) {
      return std::ranges::find(own, sign) != own.end();
    });
  });
}

/// Writes the condition as a `not` if there is room for one.
void fix_as_not(diag::Diagnostic& report, const ConditionPlace& place, const ast::Json& operators,
                std::string_view sign, const std::string& operand) {
  report.help = fmt::format(
      "write \"not\": {{…: {{\"{}\": {}}}}}, which also holds for a missing value", sign, operand);
  const bool has_room = place.where != nullptr && operators.members.size() == 1 &&
                        std::ranges::none_of(place.where->members, [&](const auto& entry) {
                          return &entry != place.entry && becomes_not(entry);
                        });
  if (!has_room) return;
  const std::string inner = in_braces(member(sign, operand));
  report.fix =
      diag::FixIt{span_of(*place.entry), member("not", in_braces(member(place.entry->key, inner))),
                  /*is_safe=*/true};
}

/// The member that holds wherever there is a value; empty if no single one does.
std::string presence_of(const WhereSubject& subject) {
  if (subject.field && subject.field->type == contract::FieldType::Enum) {
    language::List values(subject.field->values.begin(), subject.field->values.end());
    return member("in", language::to_json(values));
  }
  if (subject.value.type.kind == language::Kind::Bool) return member("in", "[true, false]");
  return subject.value.type.kind == language::Kind::Str ? member(">=", "\"\"") : "";
}

/// `exists` and the like.
void help_with_presence(const WhereSubject& subject, const ConditionPlace& place,
                        const ast::Json& operators, const ast::Json::Member& test, bool is_present,
                        diag::Diagnostic& report) {
  const std::string presence = presence_of(subject);
  report.help =
      "a comparison holds only where there is a value: {\">=\": 0}; its `not` holds "
      "where there is none, too";
  if (presence.empty() || test.value.kind != JsonKind::Bool) return;
  if (test.value.boolean == is_present) return fix_with(report, span_of(test), presence);
  const std::size_t colon = presence.find(": ");
  fix_as_not(report, place, operators, presence.substr(1, colon - 2), presence.substr(colon + 2));
}

/// `startswith` and the like, of a text without signs that patterns know. Returns false for any
/// other operator.
bool help_with_end(const ast::Json::Member& test, diag::Diagnostic& report) {
  const auto* end = std::ranges::find(kEndTests, language::lower(test.key), &EndTest::word);
  if (end == std::end(kEndTests)) return false;
  report.help = fmt::format("write \"matches\": \"{}…{}\"", end->before, end->behind);
  const bool is_plain = test.value.kind == JsonKind::String && !test.value.text.empty() &&
                        is_plain_in_patterns(test.value.text);
  if (!is_plain) return true;
  const std::string pattern = std::string(end->before) + test.value.text + std::string(end->behind);
  fix_with(report, span_of(test), member("matches", language::to_json(pattern)));
  return true;
}

/// A word that is no operator of ours, and perhaps another language's.
void help_with_test(const WhereSubject& subject, const ConditionPlace& place,
                    const ast::Json& operators, const ast::Json::Member& test,
                    diag::Diagnostic& report) {
  const std::string word = language::lower(test.key);
  const bool is_object = test.value.kind == JsonKind::Object;
  const bool is_list = test.value.kind == JsonKind::Array;
  if (help_with_end(test, report)) return;
  const auto* presence =
      std::ranges::find(kPresence, word, &std::pair<std::string_view, bool>::first);
  if (presence != std::end(kPresence)) {
    help_with_presence(subject, place, operators, test, presence->second, report);
  } else if (const std::string_view sign = translated(kNegatedTests, word); !sign.empty()) {
    fix_as_not(report, place, operators, sign, ast::json_text(test.value));
  } else if (translated(kJunctions, word) == "not" && is_object && test.value.members.size() == 1) {
    const ast::Json::Member& inner = test.value.members.front();
    fix_as_not(report, place, operators, inner.key, ast::json_text(inner.value));
  } else if (word == "between") {
    const std::string bounds = bounds_of(test.value);
    if (!bounds.empty()) return fix_with(report, span_of(test), bounds);
    report.help =
        "write \">=\": the first value, \"<=\": the last; of dates \"<\": the day, month or year "
        "after the last";
  } else if (is_like(word)) {
    const std::string like = like_test(test.value);
    if (!like.empty()) return fix_with(report, span_of(test), like);
    report.help = "write \"contains\", or \"matches\" with a pattern: `.*` is any text";
  } else if (const std::string_view ours = sign_of(word); is_list && ours == "!=") {
    fix_as_not(report, place, operators, "in", ast::json_text(test.value));
  } else if (!ours.empty() && !is_object) {
    const std::string_view fitting = is_list && ours == "==" ? "in" : ours;
    report.help = fmt::format("write `{}`", fitting);
    report.fix = diag::FixIt{test.key_span, fmt::format("\"{}\"", fitting), /*is_safe=*/true};
  } else if (const std::string_view junction = translated(kJunctions, word); !junction.empty()) {
    report.help = fmt::format("`{}` joins whole conditions: {{\"{}\": [{{\"{}\": …}}, …]}}",
                              junction, junction, subject.name);
  } else {
    report.help = fmt::format("the operators are {}", fmt::join(kSigns, ", "));
  }
}

constexpr std::string_view kNotOfList =
    "write \"not\": {\"any\": […]} if none of them may hold, \"not\": {\"all\": […]} if not all "
    "may";

/// A word of another language that joins conditions.
void fix_junction(diag::Diagnostic& report, const ast::Json::Member& entry, std::string_view ours) {
  const bool is_none = std::ranges::find(kNoneOf, language::lower(entry.key)) != std::end(kNoneOf);
  const bool is_list = entry.value.kind == JsonKind::Array;
  const std::size_t count = is_list ? entry.value.elements.size() : entry.value.members.size();
  if (ours == "not" && is_list && is_none) {
    return fix_with(report, span_of(entry),
                    member("not", in_braces(member("any", ast::json_text(entry.value)))));
  }
  if (ours == "not" && count > 1 && (is_list || is_none)) {
    report.help = kNotOfList;
    return;
  }
  report.help = fmt::format("write `{}`", ours);
  report.fix = diag::FixIt{entry.key_span, fmt::format("\"{}\"", ours), /*is_safe=*/true};
}

}  // namespace

bool is_review_value(std::string_view name) {
  constexpr std::string_view kValues[] = {"stars", "useful", "funny", "cool",
                                          "text",  "date",   "year"};
  return std::ranges::find(kValues, name) != std::end(kValues);
}

void report_not_an_object(const ast::Json& where, std::string_view what, const FormulaScope& scope,
                          diag::Diagnostics& diagnostics) {
  auto& report = diagnostics.report(diag::DiagCode::WrongType, where.span, what, "an object",
                                    ast::type_phrase(where));
  const std::string meant = meant_members(where, scope);
  if (!meant.empty()) return fix_with(report, where.span, in_braces(meant));
  report.help = where.kind == JsonKind::Array ? "all conditions go into one object"
                                              : "a condition is a key and a value: "
                                                "{\"extraction.FIELD\": value}";
}

bool report_field_member(const ast::Json& where, const FormulaScope& scope,
                         diag::Diagnostics& diagnostics) {
  const ast::Json* subject = find_any(where, kSubjectKeys);
  if (subject == nullptr || subject->kind != JsonKind::String) return false;
  const auto written = std::ranges::find_if(
      where.members, [&](const ast::Json::Member& entry) { return &entry.value == subject; });
  if (scope.is_field(written->key)) return false;
  auto& report =
      diagnostics.report(diag::DiagCode::UnknownName, written->key_span, "field", written->key);
  const std::string meant = of_field_member(where, scope);
  if (!meant.empty()) {
    fix_with(report, where.span, in_braces(meant));
  } else {
    report.help = fmt::format("a condition is a key and a value: {{\"{}\": value}}",
                              key_of(subject->text, scope));
  }
  return true;
}

bool report_negated_list(const ast::Json::Member& entry, diag::Diagnostics& diagnostics) {
  if (entry.value.kind != JsonKind::Array || entry.value.elements.size() < 2) return false;
  diagnostics
      .report(diag::DiagCode::WrongType, entry.value.span, "a condition of `not`", "an object",
              ast::type_phrase(entry.value))
      .help = kNotOfList;
  return true;
}

bool report_foreign_entry(const ast::Json& where, const ast::Json::Member& entry,
                          const FormulaScope& scope, diag::Diagnostics& diagnostics) {
  if (scope.is_field(entry.key)) return false;
  if (const std::string_view ours = translated(kJunctions, entry.key); !ours.empty()) {
    auto& report = diagnostics.report(diag::DiagCode::UnknownOperator, entry.key_span, entry.key);
    fix_junction(report, entry, ours);
    const bool is_repeated = std::ranges::any_of(where.members, [&](const auto& other) {
      return &other != &entry &&
             (translated(kJunctions, other.key) == ours || (ours == "not" && becomes_not(other)));
    });
    if (is_repeated) report.fix.reset();
    return true;
  }
  const bool is_expression = entry.key == "expr" || entry.key == "expression";
  if (is_expression && entry.value.kind == JsonKind::String) {
    auto& report = diagnostics.report(diag::DiagCode::MisplacedName, entry.key_span, entry.key,
                                      "conditions on rows are keys and values, not expressions");
    const std::string meant = SimpleExpression(entry.value.text, scope).members();
    report.help = "a `sum` adds up an expression over rows: 1 if … else 0";
    if (!meant.empty()) fix_with(report, span_of(entry), meant);
    return true;
  }
  const bool is_namespace =
      entry.key == "extraction" || entry.key == "meta" || entry.key == "context";
  if (!is_namespace || entry.value.kind != JsonKind::Object || entry.value.members.empty())
    return false;
  std::vector<std::string> members;
  for (const ast::Json::Member& inner : entry.value.members)
    members.push_back(member(entry.key + '.' + inner.key, ast::json_text(inner.value)));
  auto& report = diagnostics.report(diag::DiagCode::MisplacedName, entry.key_span, entry.key,
                                    "a `where` names values with their prefix");
  fix_with(report, span_of(entry), fmt::format("{}", fmt::join(members, ", ")));
  return true;
}

bool report_unjoined(const ast::Json::Member& entry, std::string_view part,
                     diag::Diagnostics& diagnostics) {
  const auto is_of_names = [](const ast::Json& json) {
    return json.kind == JsonKind::Object && std::ranges::all_of(json.members, [](const auto& one) {
             return sign_of(one.key).empty();
           });
  };
  const bool is_list =
      entry.value.kind == JsonKind::Array && std::ranges::all_of(entry.value.elements, is_of_names);
  const std::string_view junction = translated(kJunctions, entry.key);
  if (junction.empty() || !(is_list || is_of_names(entry.value))) return false;
  const std::string one = fmt::format("{{\"{}.…\": …}}", part);
  diagnostics
      .report(diag::DiagCode::MisplacedName, entry.key_span, entry.key,
              fmt::format("`{}` has a condition for each name", part))
      .help = fmt::format("`where` joins conditions: {{\"where\": {{\"{}\": {}}}}}", junction,
                          junction == "not" ? one : fmt::format("[{0}, {0}]", one));
  return true;
}

void report_unknown_test(const WhereSubject& subject, const ConditionPlace& place,
                         const ast::Json& operators, const ast::Json::Member& test,
                         diag::Diagnostics& diagnostics) {
  auto& report = diagnostics.report(diag::DiagCode::UnknownOperator, test.key_span, test.key);
  help_with_test(subject, place, operators, test, report);
  if (is_taken(operators, test)) report.fix.reset();
}

}  // namespace seedc::check
