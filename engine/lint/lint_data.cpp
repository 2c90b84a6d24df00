// Looks up what a condition refers to in the columns, the friend graph and the judgements.
#include "engine/lint/lint_data.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "compiler/ir/walk.h"
#include "engine/lint/operands.h"
#include "engine/lint/site_report.h"
#include "runtime/base/nearest.h"
#include "runtime/exec/needs.h"
#include "runtime/exec/review_match.h"
#include "runtime/language/item_rules.h"
#include "runtime/language/json_string.h"

namespace seedc::lint {
namespace {

/// A path as a list of keys, which both notations read, or as a word where one stood.
std::string path_text(const language::Path& path, const ast::Json& written) {
  if (written.kind == ast::Json::Kind::Word) return language::to_string(path);
  std::string out;
  for (const std::string& key : path) out += (out.empty() ? "" : ", ") + language::json_string(key);
  return "[" + out + "]";
}

bool is_path(const ast::Json& written, const language::Path& path) {
  if (written.kind == ast::Json::Kind::String) return path == language::Path{written.text};
  return std::equal(
      written.elements.begin(), written.elements.end(), path.begin(), path.end(),
      [](const ast::Json& key, const std::string& other) { return key.text == other; });
}

/// The path where the evidence, or an object in it, has it; a null pointer if it has not.
const ast::Json* find_path(const ast::Json& json, const language::Path& path) {
  for (const ast::Json::Member& member : json.members) {
    const bool is_here =
        (member.key == "path" || member.key == "field") && is_path(member.value, path);
    const ast::Json* found = is_here ? &member.value : find_path(member.value, path);
    if (found != nullptr) return found;
  }
  for (const ast::Json& element : json.elements) {
    if (const ast::Json* found = find_path(element, path)) return found;
  }
  return nullptr;
}

/// The values of the reviews at a path that a condition reads.
const data::Column& column_at(const language::Path& path, const language::Condition& condition,
                              const data::Dataset& dataset) {
  return std::holds_alternative<language::ReviewMatch>(condition)
             ? exec::tested_column(path, dataset)
             : dataset.review_column(path);
}

/// Whether some item has a value at the path that the program names.
bool has_asked_values(const language::Condition& condition, const data::Column& column) {
  const auto* closed = std::get_if<language::HoursClosed>(&condition);
  if (closed == nullptr) return has_values(column);
  return std::ranges::any_of(column.values, [&](const language::Value& value) {
    return !language::hours_of_day(*closed, value).is_null();
  });
}

/// The topic of judgements that a condition asks for, or a null pointer.
const std::string* topic_of(const language::Condition& condition) {
  const std::string* topic = nullptr;
  const auto look_at = [&]<class Field>(std::string_view name, const Field& field) {
    if (name != "topic") return;
    if constexpr (std::is_same_v<Field, std::string>) topic = &field;
    if constexpr (std::is_same_v<Field, std::optional<std::string>>)
      topic = field ? &*field : nullptr;
  };
  std::visit([&](const auto& each) { language::for_each_field(each, look_at); }, condition);
  return topic;
}

/// One condition and the reports about it.
class SiteCheck {
 public:
  SiteCheck(const ConditionSite& site, const language::Condition& condition,
            const data::Dataset& dataset, engine::SchemaSource& names,
            diag::Diagnostics& diagnostics)
      : condition_(condition),
        dataset_(dataset),
        names_(names),
        diagnostics_(diagnostics),
        report_(site, diagnostics) {}

  bool check() {
    const bool has_paths = !check_paths(), has_circle = !check_circle(), has_topic = !check_topic();
    return !has_paths || !has_circle || !has_topic;
  }

 private:
  // Each returns whether it reported that the condition makes no sense.

  bool check_paths() {
    if (language::stage_of(condition_) == language::Stage::Items) return check_item_path();
    bool is_unknown = false;
    language::for_each_path(condition_, [&](const language::Path& path) {
      if (has_values(column_at(path, condition_, dataset_))) return;
      report_path("review", path);
      is_unknown = true;
    });
    return is_unknown;
  }

  bool check_item_path() {
    const language::Path path = language::asked_path(condition_);
    if (path.empty()) return true;  // reported by the checker
    if (has_asked_values(condition_, dataset_.item_column(language::item_path(condition_))))
      return false;
    report_path("item", path);
    return true;
  }

  void report_path(std::string_view owner, const language::Path& path) {
    const std::optional<ast::Json>& evidence = report_.evidence();
    const ast::Json* place = evidence ? find_path(*evidence, path) : nullptr;
    diag::Diagnostic& report =
        report_.add(diag::DiagCode::UnknownPath, place, owner, language::to_string(path));
    const auto near = nearest_path(owner, path);
    if (!near) return;
    report.help =
        report_.with_requests(fmt::format("did you mean `{}`?", language::to_string(*near)));
    if (place != nullptr) report.fix = diag::FixIt{place->span, path_text(*near, *place)};
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

  bool check_circle() {
    const language::Circle* circle = language::find_field<language::Circle>(condition_).value;
    if (circle == nullptr || circle->friends.empty()) return false;
    if (dataset_.friend_graph().person_count() == 0) report_no_graph(*circle);
    std::size_t unknown = 0;
    for (const std::string& person : circle->friends) {
      if (is_known(person)) continue;
      ++unknown;
      report_person(person);
    }
    return unknown == circle->friends.size();
  }

  void report_no_graph(const language::Circle& circle) {
    report_
        .add(diag::DiagCode::NoFriendGraph, report_.written("social_filter"),
             fmt::format("{}", fmt::join(circle.friends, ", ")))
        .help = report_.with_requests("`friend_graph` of user_mapping.json says who is a friend");
  }

  bool is_known(std::string_view person) const {
    const auto& names = dataset_.reviewer_names().values;
    return dataset_.friend_graph().contains(person) ||
           std::find(names.begin(), names.end(), language::Value(std::string(person))) !=
               names.end();
  }

  void report_person(const std::string& person) {
    const ast::Json* place = friend_written(person);
    diag::Diagnostic& report = report_.add(diag::DiagCode::UnknownPerson, place, person);
    if (!diagnostics_.is_worth_a_suggestion()) return;
    std::set<std::string> people;
    for (const language::Value& name : dataset_.reviewer_names().values)
      if (const auto* text = name.as<std::string>()) people.insert(*text);
    const data::FriendGraph& graph = dataset_.friend_graph();
    for (std::uint32_t number = 0; number < graph.person_count(); ++number)
      people.emplace(graph.name(number));
    const std::vector<std::string> candidates(people.begin(), people.end());
    report_.suggest(report, place, base::nearest(person, candidates));
  }

  const ast::Json* friend_written(const std::string& person) const {
    const ast::Json* filter = report_.written("social_filter");
    const ast::Json* friends = filter ? filter->find("friends") : nullptr;
    if (!friends) return nullptr;
    for (const ast::Json& element : friends->elements) {
      if (element.text == person) return &element;
    }
    return friends->text == person ? friends : nullptr;
  }

  bool check_topic() {
    const std::string* topic = topic_of(condition_);
    if (topic == nullptr || topic->empty()) return false;
    const std::vector<data::Judgement> judgements = dataset_.judgements(*topic);
    const bool is_judged =
        std::any_of(judgements.begin(), judgements.end(),
                    [](data::Judgement each) { return each != data::Judgement::NotMentioned; });
    if (is_judged) return false;
    const ast::Json* place = report_.written("topic");
    diag::Diagnostic& report = report_.add(diag::DiagCode::UnknownTopic, place, *topic);
    report.help = report_.with_requests("judgement_cache.json has what was judged of each topic");
    report_.suggest(report, place, nearest_topic(*topic));
    return true;
  }

  std::string nearest_topic(const std::string& topic) {
    if (!diagnostics_.is_worth_a_suggestion() || !names_.read({.items = true})) return {};
    std::vector<std::string> topics;
    for (const auto& [judged, count] : names_.schema().topics) topics.push_back(judged);
    return base::nearest(topic, topics);
  }

  const language::Condition& condition_;
  const data::Dataset& dataset_;
  engine::SchemaSource& names_;
  diag::Diagnostics& diagnostics_;
  SiteReport report_;
};

}  // namespace

bool DataLint::check(const ConditionSite& site, const language::Condition& condition) {
  return SiteCheck(site, condition, dataset_, names_, diagnostics_).check();
}

data::DataNeeds needs_of_lint(const ir::Module& module) {
  std::vector<ir::ValueId> roots;
  for (const ir::Request& request : module.requests) roots.push_back(request.root);
  const std::vector<bool> live = ir::live(module.insts, roots);
  data::DataNeeds needs;
  for (ir::ValueId id = 0; id < live.size(); ++id) {
    const ir::Inst& inst = module.insts[id];
    if (live[id] && inst.op == ir::Op::Condition) exec::add_needs(*inst.condition, needs);
  }
  needs.texts = false;
  return needs;
}

std::vector<std::size_t> lint_data(const engine::Compilation& compilation,
                                   const data::Dataset& dataset, diag::Diagnostics& diagnostics) {
  const LintInput input{compilation.sources, compilation.programs, compilation.requests,
                        compilation.module, compilation.values};
  const ValueNumbers numbers = number_values(compilation.module);
  DataLint lint(dataset, *compilation.names, diagnostics);
  std::vector<bool> has_error(numbers.module.insts.size());
  for (const ConditionSite& site : condition_sites(input, numbers)) {
    const std::size_t errors = diagnostics.error_count();
    lint.check(site, *numbers.module.insts[site.value].condition);
    has_error[site.value] = diagnostics.error_count() > errors;
  }
  for (ir::ValueId id = 0; id < has_error.size(); ++id) {  // operands precede their uses
    for (const ir::ValueId operand : numbers.module.insts[id].operands)
      has_error[id] = has_error[id] || has_error[operand];
  }
  std::vector<std::size_t> refused;
  for (std::size_t i = 0; i < compilation.module.requests.size(); ++i) {
    if (has_error[numbers.canonical[compilation.module.requests[i].root]]) refused.push_back(i);
  }
  return refused;
}

}  // namespace seedc::lint
