// Checks conditions against the data, one function per kind of finding, the more precise ones
// first.
#include "engine/lint/lint_conditions.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "engine/lint/bounds.h"
#include "engine/lint/operands.h"
#include "engine/lint/spelling.h"
#include "runtime/base/nearest.h"
#include "runtime/language/item_rules.h"
#include "runtime/language/json_string.h"
#include "runtime/language/text.h"

namespace seedc::lint {
namespace {

using ast::Json;

constexpr std::size_t kMostValuesShown = 8;

/// A path as a list of keys, which both notations read, or as a word if it was written as one.
std::string path_text(const language::Path& path, const ast::Json& written) {
  if (written.kind == ast::Json::Kind::Word) return language::to_string(path);
  std::string out;
  for (const std::string& key : path) out += (out.empty() ? "" : ", ") + language::json_string(key);
  return "[" + out + "]";
}

/// One condition and the reports about it.
class SiteLint {
 public:
  SiteLint(const ConditionSite& site, const LintRun& run, engine::SchemaSource& names,
           diag::Diagnostics& diagnostics)
      : site_(site),
        condition_(*run.module().insts[site.value].condition),
        pattern_(language::find_field<language::Pattern>(condition_).value),
        run_(run),
        dataset_(run.dataset()),
        names_(names),
        diagnostics_(diagnostics),
        evidence_(evidence_at(site)) {}

  /// Whether no item satisfies the condition, which is reported.
  bool check() {
    const bool is_found = language::stage_of(condition_) == language::Stage::Items
                              ? check_item(condition_)
                              : check_review();
    const LintRun::Counts counts = run_.count(site_.value);
    if (!is_found) check_constant(condition_, counts);
    return counts.yes == 0;
  }

 private:
  // Each returns whether it reported that the condition makes no sense.

  bool check_item(const language::Condition& condition) {
    const language::Path path = language::asked_path(condition);
    if (path.empty()) return true;  // reported by the checker
    const data::Column& column = dataset_.item_column(language::item_path(condition));
    if (!has_asked_values(condition, column)) return report_path("item", path, "path");
    if (is_never(condition)) return true;  // reported without data
    const ColumnTexts texts(column);
    if (const auto option = ignored_operand(condition, column))
      return report_ignored(*option, path, column);
    if (const auto number = number_in_text(condition, texts)) return report_number(*number);
    if (const auto unmet = unmet_operand(condition, texts))
      return is_by_convention() || report_unmet(*unmet, path, column);
    if (is_by_convention()) return false;
    for (const LooseMatch& loose : loose_matches(condition, texts)) report_loose(loose);
    return false;
  }

  /// Whether some item has a value at the path that the program names.
  static bool has_asked_values(const language::Condition& condition, const data::Column& column) {
    const auto* closed = std::get_if<language::HoursClosed>(&condition);
    if (closed == nullptr) return has_values(column);
    return std::ranges::any_of(column.values, [&](const language::Value& value) {
      return !language::hours_of_day(*closed, value).is_null();
    });
  }

  bool report_number(const NumberInText& number) {
    const ast::Json* place = written("is");
    diag::Diagnostic& report = this->report(
        diag::DiagCode::TextOrder, place_of(place), "`" + number.number + "`",
        fmt::format("is a number, and the data has texts such as {}, to which it is not equal",
                    language::json_string(number.actual)));
    report.help = with_requests("write " + language::json_string(number.number) +
                                ", or use `gte` and `lte`, which read texts as numbers");
    return true;
  }

  void report_loose(const LooseMatch& loose) {
    const ast::Json* place = written(loose.option);
    const std::string expected = language::python_str(loose.expected);
    if (loose.is_of_strings) {
      report(diag::DiagCode::EditionChange, place_of(place), "`" + expected + "`",
             fmt::format("the text of a value contains it, as that of `{}` does", loose.actual),
             "that a string is equal to it");
    }
    report(diag::DiagCode::LooseMatch, place_of(place), expected,
           "`" + loose.actual + "` too, whose text contains it")
        .help = with_requests("`is:` asks for equality, `contains:` for a part of the text");
  }

  /// Its operands are then values of the data, or the checker has warned of them.
  bool is_by_convention() const {
    return site_.expr != nullptr && site_.expr->kind == ast::Expr::Kind::Name;
  }

  bool check_review() {
    return is_without_operand() || check_review_path() || check_circle() || check_topic() ||
           check_pattern();
  }

  /// What the checker has warned of.
  bool is_without_operand() const {
    const auto* sentiment = std::get_if<language::Sentiment>(&condition_);
    return (pattern_ != nullptr && pattern_->source.empty()) ||
           (sentiment != nullptr && sentiment->topic.empty());
  }

  bool check_review_path() {
    const auto [option, path] = language::find_field<language::Path>(condition_);
    if (path == nullptr) return false;
    return !has_values(dataset_.review_column(*path)) && report_path("review", *path, option);
  }

  bool check_circle() {
    const language::Circle* circle = language::find_field<language::Circle>(condition_).value;
    if (circle == nullptr || circle->friends.empty()) return false;
    std::size_t unknown = 0;
    for (const std::string& person : circle->friends) {
      if (is_known(person)) continue;
      ++unknown;
      report_person(person);
    }
    return unknown == circle->friends.size();
  }

  bool check_topic() {
    const auto* sentiment = std::get_if<language::Sentiment>(&condition_);
    if (sentiment == nullptr) return false;
    const std::string& topic = sentiment->topic;
    const std::vector<data::Judgement> judgements = dataset_.judgements(topic);
    const bool is_judged =
        std::any_of(judgements.begin(), judgements.end(),
                    [](data::Judgement each) { return each != data::Judgement::NotMentioned; });
    if (is_judged) return false;
    const ast::Json* place = written("topic");
    diag::Diagnostic& report = this->report(diag::DiagCode::UnknownTopic, place_of(place), topic);
    report.help = with_requests("judgement_cache.json has what was judged of each topic");
    if (const std::string near = nearest_topic(topic); !near.empty()) {
      report.help = with_requests("did you mean `" + near + "`?");
      if (place && place->kind == ast::Json::Kind::String)
        report.fix = diag::FixIt{place->span, language::json_string(near)};
    }
    return true;
  }

  std::string nearest_topic(const std::string& topic) {
    if (!diagnostics_.is_worth_a_suggestion() || !names_.read({.items = true})) return {};
    std::vector<std::string> topics;
    for (const auto& [judged, count] : names_.schema().topics) topics.push_back(judged);
    return base::nearest(topic, topics);
  }

  bool check_pattern() {
    if (pattern_ == nullptr) return false;
    if (run_.count(run_.pattern_of(site_.value)).yes > 0) return false;
    report(diag::DiagCode::PatternNeverMet, place_of(written("pattern")), pattern_->source);
    return true;
  }

  void check_constant(const language::Condition& condition, const LintRun::Counts& counts) {
    const auto [yes, unknown, no] = counts;
    const std::uint32_t items = dataset_.item_count();
    if (items < 2 || std::max({yes, unknown, no}) != items) return;
    const std::string_view value = yes > 0  ? "+1, satisfied,"
                                   : no > 0 ? "-1, not satisfied,"
                                            : "0, unknown,";
    diag::Diagnostic& report =
        this->report(diag::DiagCode::ConstantCondition, site_.span, site_.name, value, items);
    const auto* match = std::get_if<language::MetaMatch>(&condition);
    const bool asks_for_true = match && !match->yes && !match->no && !match->neutral;
    std::string help = yes > 0 ? "an AND is the same without it" : "";
    if (unknown > 0 && asks_for_true) {
      help = "without `true` it asks for the boolean true, and " +
             values_of(language::item_path(condition), "true");
    }
    report.help = with_requests(help);
  }

  bool report_path(std::string_view owner, const language::Path& path, std::string_view option) {
    const ast::Json* place = written(option);
    diag::Diagnostic& report = this->report(diag::DiagCode::UnknownPath, place_of(place), owner,
                                            language::to_string(path));
    const auto near = nearest_path(owner, path);
    if (!near) return true;
    report.help = with_requests(fmt::format("did you mean `{}`?", language::to_string(*near)));
    if (place) report.fix = diag::FixIt{place->span, path_text(*near, *place)};
    return true;
  }

  /// By the whole path, or else by its last key.
  std::optional<language::Path> nearest_path(std::string_view owner, const language::Path& path) {
    const bool is_of_items = owner == "item";
    if (!diagnostics_.is_worth_a_suggestion() ||
        !names_.read({.items = is_of_items, .reviews = !is_of_items}))
      return std::nullopt;
    std::map<std::string, language::Path> whole, last;
    for (const language::SchemaPath& known :
         is_of_items ? names_.schema().item_paths : names_.schema().review_paths) {
      whole.emplace(language::to_string(known.path), known.path);
      last.emplace(known.path.back(), known.path);
    }
    for (const auto& [paths, text] :
         {std::pair(&whole, language::to_string(path)), {&last, path.back()}}) {
      std::vector<std::string> names;
      for (const auto& [name, known] : *paths) names.push_back(name);
      const auto near = paths->find(base::nearest(text, names));
      if (near != paths->end()) return near->second;
    }
    return std::nullopt;
  }

  bool report_ignored(std::string_view option, const language::Path& path,
                      const data::Column& column) {
    const ast::Json* place = written(option);
    diag::Diagnostic& report = this->report(diag::DiagCode::OperandIgnored, place_of(place), option,
                                            language::to_string(path));
    const std::string wanted = place && place->kind == ast::Json::Kind::String ? place->text : "";
    const std::string near =
        base::nearest("'" + wanted + "': True", possible_operands(column, "contains"));
    report.help = with_requests("ask for one key by " +
                                (near.empty() ? "`contains`" : "`contains: \"" + near + "\"`"));
    return true;
  }

  bool report_unmet(const UnmetOperand& unmet, const language::Path& path,
                    const data::Column& column) {
    const bool is_contained = unmet.option.ends_with("contains");
    const ast::Json* place = only_element(written(unmet.option));
    const std::string text = place && place->kind == ast::Json::Kind::String
                                 ? place->text
                                 : language::python_str(unmet.value);
    diag::Diagnostic& report =
        this->report(diag::DiagCode::ValueNeverMet, place_of(place), language::to_string(path),
                     is_contained ? "contains" : "is", text);
    if (const auto others = other_values_of_key(column, text); is_contained && !others.empty()) {
      report.help = with_requests(fmt::format("there is only `{}`", fmt::join(others, "` and `")));
      return true;
    }
    const std::string near = base::nearest(text, possible_operands(column, unmet.option));
    if (near.empty() ||
        language::text_of(language::Value(near)) == language::text_of(language::Value(text))) {
      report.help = with_requests(values_of(path, unmet.option));
    } else {
      report.help = with_requests("did you mean `" + near + "`?");
      if (place && place->kind == ast::Json::Kind::String)
        report.fix = diag::FixIt{place->span, language::json_string(near)};
    }
    return true;
  }

  /// "its values are `free`, `no`, `paid`"; empty if there are many.
  std::string values_of(const language::Path& path, std::string_view option) const {
    const auto values = possible_operands(dataset_.item_column(path), option);
    if (values.empty() || values.size() > kMostValuesShown) return {};
    return fmt::format("its values are `{}`", fmt::join(values, "`, `"));
  }

  bool is_known(std::string_view person) const {
    const auto& names = dataset_.reviewer_names().values;
    return dataset_.friend_graph().contains(person) ||
           std::find(names.begin(), names.end(), language::Value(std::string(person))) !=
               names.end();
  }

  void report_person(const std::string& person) {
    const ast::Json* place = friend_written(person);
    diag::Diagnostic& report = this->report(diag::DiagCode::UnknownPerson, place_of(place), person);
    std::set<std::string> people;
    for (const language::Value& name : dataset_.reviewer_names().values)
      if (const auto* text = name.as<std::string>()) people.insert(*text);
    const data::FriendGraph& graph = dataset_.friend_graph();
    for (std::uint32_t number = 0; number < graph.person_count(); ++number)
      people.emplace(graph.name(number));
    const std::vector<std::string> candidates(people.begin(), people.end());
    const std::string near = base::nearest(person, candidates);
    if (near.empty()) return;
    report.help = with_requests("did you mean `" + near + "`?");
    if (place && place->kind == ast::Json::Kind::String)
      report.fix = diag::FixIt{place->span, language::json_string(near)};
  }

  const ast::Json* friend_written(const std::string& person) const {
    const ast::Json* filter = written("social_filter");
    const ast::Json* friends = filter ? filter->find("friends") : nullptr;
    if (!friends) return nullptr;
    for (const ast::Json& element : friends->elements) {
      if (element.text == person) return &element;
    }
    return friends->text == person ? friends : nullptr;
  }

  /// The option as the program has it, in the evidence or an object of it; null pointer if its
  /// location is not known.
  const ast::Json* written(std::string_view option) const {
    if (!evidence_) return nullptr;
    if (const ast::Json* value = evidence_->find(option)) return value;
    if (option == "not_true") return evidence_->find("true_not");
    for (const std::string_view owner : {"weight_by", "group_filter"}) {
      const ast::Json* object = evidence_->find(owner);
      const ast::Json* value = object ? object->find(option) : nullptr;
      if (value) return value;
    }
    return nullptr;
  }

  static const ast::Json* only_element(const ast::Json* value) {
    const bool is_single =
        value && value->kind == ast::Json::Kind::Array && value->elements.size() == 1;
    return is_single ? &value->elements.front() : value;
  }

  source::Span place_of(const ast::Json* value) const { return value ? value->span : site_.span; }

  /// Adds the other requests that use the condition, which is reported at its first location only.
  std::string with_requests(std::string help) const {
    if (site_.request_count < 2) return help;
    const std::vector<std::string> others(site_.requests.begin() + 1, site_.requests.end());
    const std::size_t more = site_.request_count - site_.requests.size();
    const std::string also =
        fmt::format("also in {}{}", fmt::join(others, ", "),
                    more == 0 ? std::string() : fmt::format(" and {} more", more));
    return help.empty() ? also : help + "; " + also;
  }

  template <class... Args>
  diag::Diagnostic& report(diag::DiagCode code, source::Span span, const Args&... args) {
    diag::Diagnostic& made = diagnostics_.report(code, span, args...);
    made.help = with_requests({});
    return made;
  }

  const ConditionSite& site_;
  const language::Condition& condition_;
  const language::Pattern* pattern_;  ///< of a condition on texts; else null pointer
  const LintRun& run_;
  const data::Dataset& dataset_;
  engine::SchemaSource& names_;
  diag::Diagnostics& diagnostics_;
  std::optional<ast::Json> evidence_;
};

}  // namespace

std::unordered_set<ir::ValueId> lint_conditions(const std::vector<ConditionSite>& sites,
                                                const LintRun& run, engine::SchemaSource& names,
                                                diag::Diagnostics& diagnostics) {
  std::unordered_set<ir::ValueId> never;
  for (const ConditionSite& site : sites) {
    if (SiteLint(site, run, names, diagnostics).check()) never.insert(site.value);
  }
  return never;
}

}  // namespace seedc::lint
