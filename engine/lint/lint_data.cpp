// Looks up what a condition refers to in the columns, the friend graph and the judgements, and its
// pattern in the ledger of searches.
#include "engine/lint/lint_data.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string_view>
#include <utility>

#include "compiler/ir/walk.h"
#include "compiler/pattern/python_regex.h"
#include "engine/lint/bounds.h"
#include "engine/lint/lint_match.h"
#include "engine/lint/near_path.h"
#include "engine/lint/site_report.h"
#include "engine/report/text.h"
#include "engine/review_fault.h"
#include "runtime/base/nearest.h"
#include "runtime/data/model/used_codes.h"
#include "runtime/exec/needs.h"
#include "runtime/exec/paths.h"
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

/// Whether some review has a value at a path that the condition reads.
bool has_of_reviews(const language::Path& path, const language::Condition& condition,
                    const data::Dataset& dataset) {
  const auto* tests = language::find_field<std::vector<language::MatchCondition>>(condition).value;
  if (path == exec::name_path() && tests != nullptr)
    return data::has_values(dataset.reviewer_names());
  constexpr std::uint32_t kReviewsPerCheck = 4096;
  base::StepCounter reviews(dataset.call(), kReviewsPerCheck);
  const data::RowValues values = dataset.review_values(path);
  const bool is_only_missing = values.distinct_count() <= 1;
  for (std::uint32_t review = 0; !is_only_missing && review < dataset.review_count(); ++review) {
    reviews.step();
    if (!values[review].is_null()) return true;
  }
  return false;
}

/// Whether some item has a value at the path that the program names.
bool has_asked_values(const language::Condition& condition, const data::Column& column) {
  const auto* closed = std::get_if<language::HoursClosed>(&condition);
  if (closed == nullptr) return data::has_values(column);
  return std::ranges::any_of(data::used_codes(column), [&](std::uint32_t code) {
    return !language::hours_of_day(*closed, column.values[code]).is_null();
  });
}

/// What the data has of what conditions refer to: that of one dataset, or of all pieces of a stream
/// that were asked about. What was there once is there.
class DataFacts {
 public:
  /// The piece that is asked from now on; a null pointer if there are no more.
  void look_at(const data::Dataset* piece) { piece_ = piece; }

  bool has_asked(const language::Condition& condition) {
    return is_known("item " + language::to_string(language::asked_path(condition)), [&] {
      return has_asked_values(condition, piece_->item_column(language::item_path(condition)));
    });
  }
  bool has_reviews_with(const language::Path& path, const language::Condition& condition) {
    return is_known("review " + language::to_string(path),
                    [&] { return has_of_reviews(path, condition, *piece_); });
  }
  bool has_friends() {
    return is_known("friends", [&] { return piece_->friend_graph().person_count() > 0; });
  }
  bool has_person(const std::string& person) {
    return is_known("person " + person, [&] {
      const data::FriendGraph& graph = piece_->friend_graph();
      return graph.contains(person) || !graph.users_named(person, piece_->call()).empty() ||
             has_written(piece_->reviewers(), person);
    });
  }
  bool is_judged(const std::string& topic) {
    return is_known("topic " + topic, [&] {
      const data::TopicJudgements judgements = piece_->judgements(topic);
      return std::ranges::any_of(judgements.reviews(), [&](std::uint32_t review) {
        return judgements.of(review) != data::Judgement::NotMentioned;
      });
    });
  }

  /// All people of the piece, each once.
  std::vector<std::string> people() const {
    if (piece_ == nullptr) return {};
    constexpr std::uint32_t kPeoplePerCheck = 1024;
    base::StepCounter steps(piece_->call(), kPeoplePerCheck);
    std::set<std::string> people;
    const data::Column& names = piece_->reviewer_names();
    for (const std::uint32_t code : data::used_codes(names)) {
      steps.step();
      if (const auto* text = names.values[code].as<std::string>()) people.insert(*text);
    }
    const data::FriendGraph& graph = piece_->friend_graph();
    for (std::uint32_t number = 0; number < graph.person_count(); ++number) {
      steps.step();
      people.emplace(graph.is_of_users() ? graph.user_name(number) : graph.name(number));
    }
    return {people.begin(), people.end()};
  }

 private:
  static bool has_written(const data::Column& reviewers, const std::string& person) {
    return std::ranges::any_of(data::used_codes(reviewers), [&](std::uint32_t code) {
      const auto* name = reviewers.values[code].as<std::string>();
      return name != nullptr && *name == person;
    });
  }

  template <class Ask>
  bool is_known(const std::string& fact, const Ask& ask) {
    if (known_.contains(fact)) return true;
    if (piece_ != nullptr) piece_->call().check();
    const bool is_so = piece_ != nullptr && ask();
    if (is_so) known_.insert(fact);
    return is_so;
  }

  const data::Dataset* piece_ = nullptr;
  std::set<std::string> known_;
};

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
  SiteCheck(const ConditionSite& site, const language::Condition& condition, DataFacts& facts,
            engine::SchemaSource& names, diag::Diagnostics& diagnostics)
      : condition_(condition),
        facts_(facts),
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
      if (facts_.has_reviews_with(path, condition_)) return;
      report_path("review", path);
      is_unknown = true;
    });
    return is_unknown;
  }

  bool check_item_path() {
    const language::Path path = language::asked_path(condition_);
    if (path.empty()) return true;  // reported by the checker
    if (facts_.has_asked(condition_)) return false;
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
    const std::string meant = language::to_string(*near);
    const bool is_quoted = path.size() == 1 && path.front() == meant;
    report.help = report_.with_requests(
        fmt::format("did you mean `{}`?{}", meant, is_quoted ? " In quotes it is one key" : ""));
    if (place != nullptr) report.fix = diag::FixIt{place->span, path_text(*near, *place)};
  }

  std::optional<language::Path> nearest_path(std::string_view owner, const language::Path& path) {
    const bool is_of_items = owner == "item";
    if (path.empty() || !diagnostics_.is_worth_a_suggestion() ||
        !names_.read({.items = is_of_items, .reviews = !is_of_items}))
      return std::nullopt;
    const language::Schema& schema = names_.schema();
    return near_path(path, is_of_items ? schema.item_paths : schema.review_paths);
  }

  bool check_circle() {
    const language::Circle* circle = language::find_field<language::Circle>(condition_).value;
    if (circle == nullptr || circle->friends.empty()) return false;
    if (!facts_.has_friends()) report_no_graph(*circle);
    std::size_t unknown = 0;
    for (const std::string& person : circle->friends) {
      if (facts_.has_person(person)) continue;
      ++unknown;
      report_person(person);
    }
    return unknown == circle->friends.size();
  }

  void report_no_graph(const language::Circle& circle) {
    report_
        .add(diag::DiagCode::NoFriendGraph, report_.written("social_filter"),
             fmt::format("{}", fmt::join(circle.friends, ", ")))
        .help = report_.with_requests(
        "`friend_graph` of user_mapping.json says who is a friend; without that file `friends` of "
        "users do");
  }

  void report_person(const std::string& person) {
    const ast::Json* place = friend_written(person);
    diag::Diagnostic& report = report_.add(diag::DiagCode::UnknownPerson, place, person);
    if (!diagnostics_.is_worth_a_suggestion()) return;
    const std::string near = base::nearest(person, facts_.people());
    if (near != person) report_.suggest(report, place, near);
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
    if (facts_.is_judged(*topic)) return false;
    const ast::Json* place = report_.written("topic");
    diag::Diagnostic& report = report_.add(diag::DiagCode::UnknownTopic, place, *topic);
    report.help = report_.with_requests("judgement_cache.json has what was judged of each topic");
    report_.suggest(report, place, nearest_topic(*topic));
    return true;
  }

  /// Another one than itself, which may be judged of reviews that are not here.
  std::string nearest_topic(const std::string& topic) {
    if (!diagnostics_.is_worth_a_suggestion()) return {};
    const auto known = names_.topics();
    if (!known) return {};
    std::vector<std::string> topics;
    for (const auto& [judged, count] : *known) {
      if (judged == topic) return {};
      topics.push_back(judged);
    }
    return base::nearest(topic, topics);
  }

  const language::Condition& condition_;
  DataFacts& facts_;
  engine::SchemaSource& names_;
  diag::Diagnostics& diagnostics_;
  SiteReport report_;
};

/// The sites of a compilation's conditions, and the requests that depend on each.
class Sites {
 public:
  explicit Sites(const engine::Compilation& compilation)
      : requests_(compilation.module.requests),
        numbers_(number_values(compilation.module)),
        sites_(condition_sites({compilation.sources, compilation.programs, compilation.requests,
                                compilation.module, compilation.values},
                               numbers_)),
        has_error_(numbers_.module.insts.size()) {}

  const std::vector<ConditionSite>& all() const { return sites_; }
  const language::Condition& condition(const ConditionSite& site) const {
    return *numbers_.module.insts[site.value].condition;
  }

  /// How each value is used by the requests that `are_left_out` does not leave out.
  std::vector<Uses> uses_without(const std::vector<bool>& are_left_out) const {
    const std::vector<ir::Inst>& insts = numbers_.module.insts;
    std::vector<Uses> uses(insts.size(), Uses{.plain = false, .negated = false});
    for (std::size_t i = 0; i < requests_.size(); ++i) {
      if (!are_left_out[i]) uses[numbers_.canonical[requests_[i].root]].plain = true;
    }
    for (std::size_t id = insts.size(); id-- > 0;) {  // operands precede their uses
      const auto [plain, negated] = uses[id];
      const bool turns = insts[id].op == ir::Op::Not;
      for (const ir::ValueId operand : insts[id].operands) {
        uses[operand].plain = uses[operand].plain || (turns ? negated : plain);
        uses[operand].negated = uses[operand].negated || (turns ? plain : negated);
      }
    }
    return uses;
  }

  /// Remembers the site if `check`, which reports into `diagnostics`, reports an error.
  template <class Check>
  void try_on(const ConditionSite& site, diag::Diagnostics& diagnostics, const Check& check) {
    const std::size_t errors = diagnostics.error_count();
    check();
    if (diagnostics.error_count() > errors) has_error_[site.value] = true;
  }

  /// The numbers, in the module, of the requests that depend on a site with an error.
  std::vector<std::size_t> refused() {
    for (ir::ValueId id = 0; id < has_error_.size(); ++id) {  // operands precede their uses
      for (const ir::ValueId operand : numbers_.module.insts[id].operands)
        has_error_[id] = has_error_[id] || has_error_[operand];
    }
    std::vector<std::size_t> refused;
    for (std::size_t i = 0; i < requests_.size(); ++i) {
      if (has_error_[numbers_.canonical[requests_[i].root]]) refused.push_back(i);
    }
    return refused;
  }

 private:
  const std::vector<ir::Request>& requests_;
  ValueNumbers numbers_;
  std::vector<ConditionSite> sites_;
  std::vector<bool> has_error_;
};

/// Of the pattern of a condition; a null pointer if it has none or it was not searched.
const exec::TextLedger::Searches* searches_for(const language::Condition& condition,
                                               const exec::TextLedger& texts) {
  const language::Pattern* pattern = language::find_field<language::Pattern>(condition).value;
  if (pattern == nullptr || pattern->source.empty()) return nullptr;
  const auto found = texts.searches.find(pattern::translate_python_regex(pattern->source).pcre2);
  return found == texts.searches.end() ? nullptr : &found->second;
}

/// For each request, whether some item satisfies it.
std::vector<bool> have_matches(const std::vector<ir::Request>& requests, const exec::RunResult& run,
                               const data::Dataset& dataset) {
  std::vector<bool> have(requests.size());
  for (std::size_t request = 0; request < requests.size(); ++request) {
    dataset.call().check();
    have[request] = run.values(request).yes_count() > 0;
  }
  return have;
}

}  // namespace

bool DataLint::check(const ConditionSite& site, const language::Condition& condition, Uses uses) {
  DataFacts facts;
  facts.look_at(&dataset_);
  if (SiteCheck(site, condition, facts, names_, diagnostics_).check()) return true;
  if (language::stage_of(condition) == language::Stage::Items) {
    const data::Column& column = dataset_.item_column(language::item_path(condition));
    return !is_never(condition) && lint_operands(site, condition, column, uses, diagnostics_);
  }
  return lint_match(site, condition, &dataset_, uses, diagnostics_);
}

void lint_match_limit(const ConditionSite& site, const language::Condition& condition,
                      const exec::TextLedger& texts, diag::Diagnostics& diagnostics) {
  const exec::TextLedger::Searches* searches = searches_for(condition, texts);
  if (searches == nullptr || searches->undecided_reviews == 0) return;
  const std::size_t more = site.request_count - site.requests.size();
  const SiteReport report(site, diagnostics);
  report
      .add(diag::DiagCode::MatchLimit, report.written("pattern"),
           fmt::format("`{}`{}", fmt::join(site.requests, "`, `"),
                       more == 0 ? "" : fmt::format(" and {} more", more)),
           language::find_field<language::Pattern>(condition).value->source,
           report::counted(searches->undecided_reviews, "review"),
           report::counted(searches->undecided_items, "item"))
      .help =
      "these reviews count as unknown; do not repeat what is itself a repeat, as `(a+)+` does: "
      "`a+` finds the same";
}

bool lint_pattern(const ConditionSite& site, const language::Condition& condition,
                  const exec::TextLedger& texts, const data::Dataset& dataset,
                  diag::Diagnostics& diagnostics) {
  const exec::TextLedger::Searches* searches = searches_for(condition, texts);
  if (searches == nullptr || searches->has_match ||
      searches->complete_items < dataset.item_count() || !engine::has_texts(dataset))
    return false;
  const SiteReport report(site, diagnostics);
  report.add(diag::DiagCode::PatternNeverMet, report.written("pattern"),
             language::find_field<language::Pattern>(condition).value->source);
  return true;
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
                                   const data::Dataset& dataset, const exec::RunResult& run,
                                   diag::Diagnostics& diagnostics) {
  Sites sites(compilation);
  const std::vector<Uses> uses =
      sites.uses_without(have_matches(compilation.module.requests, run, dataset));
  DataLint lint(dataset, *compilation.names, diagnostics);
  for (const ConditionSite& site : sites.all()) {
    sites.try_on(site, diagnostics, [&] {
      const language::Condition& condition = sites.condition(site);
      const bool is_senseless = lint.check(site, condition, uses[site.value]);
      lint_match_limit(site, condition, run.texts(), diagnostics);
      if (!is_senseless && uses[site.value].plain)
        lint_pattern(site, condition, run.texts(), dataset, diagnostics);
    });
  }
  return sites.refused();
}

struct StreamLint::State {
  explicit State(const engine::Compilation& compilation)
      : compilation(compilation),
        sites(compilation),
        found(compilation.diagnostics.for_same_programs()) {
    for (const ConditionSite& site : sites.all()) open.push_back(&site);
  }
  /// Whether the pieces have all that the condition refers to; what they have not is reported.
  bool has_all(const ConditionSite& site, diag::Diagnostics& diagnostics) {
    const std::size_t reported = diagnostics.error_count() + diagnostics.warning_count();
    SiteCheck(site, sites.condition(site), facts, *compilation.names, diagnostics).check();
    return diagnostics.error_count() + diagnostics.warning_count() == reported;
  }

  const engine::Compilation& compilation;
  Sites sites;
  std::vector<const ConditionSite*> open;  ///< those that refer to what no piece had so far
  DataFacts facts;
  diag::Diagnostics found;
};

StreamLint::StreamLint(const engine::Compilation& compilation)
    : state_(std::make_unique<State>(compilation)) {}
StreamLint::~StreamLint() = default;

void StreamLint::add(const data::Dataset& piece) {
  if (state_->open.empty()) return;
  state_->facts.look_at(&piece);
  std::erase_if(state_->open, [&](const ConditionSite* site) {
    diag::Diagnostics ignored;
    return state_->has_all(*site, ignored);
  });
  state_->facts.look_at(nullptr);
}

std::vector<std::size_t> StreamLint::finish(const exec::TextLedger& texts) {
  for (const ConditionSite* site : state_->open)
    state_->sites.try_on(*site, state_->found, [&] { state_->has_all(*site, state_->found); });
  for (const ConditionSite& site : state_->sites.all()) {
    state_->sites.try_on(site, state_->found, [&] {
      lint_match_limit(site, state_->sites.condition(site), texts, state_->found);
    });
  }
  return state_->sites.refused();
}

const diag::Diagnostics& StreamLint::diagnostics() const { return state_->found; }

}  // namespace seedc::lint
