// Searches suggestions with the conditions that are cheapest to read first, until no others could
// be better, and writes them as a program.
#include "engine/suggest.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>

#include "compiler/format/format.h"
#include "engine/offered_conditions.h"
#include "engine/report/requests.h"
#include "engine/report/suggest.h"
#include "engine/suggest/shapes.h"
#include "engine/suggest/tree.h"
#include "runtime/base/nearest.h"
#include "runtime/exec/parallel.h"

namespace seedc::engine {
namespace {

using suggest::Bits;
using suggest::Candidate;
using suggest::Kind;
using suggest::Tree;
using Part = OfferedConditions::Part;

/// Of every item the search has to be quick.
constexpr std::uint64_t kStepsPerItem = 4'000;
constexpr std::size_t kMostTwins = 10;

base::Result<OfferedConditions::Kinds> kinds_of(const SuggestOptions& options) {
  OfferedConditions::Kinds kinds;
  const std::vector<std::string> words = suggest::kind_words();
  for (const std::string& word : options.kinds.empty() ? words : options.kinds) {
    const auto kind = suggest::find_kind(word);
    if (!kind) {
      return base::fail(base::not_found("kind of conditions", word, words,
                                        fmt::format("say {}", fmt::join(words, ", "))));
    }
    kinds.insert(*kind);
  }
  return kinds;
}

/// A group of a benchmark: its shape, and the part and the kind of the conditions of which it has
/// one. Equal to engine/lint/benchmark/group_shape.h.
struct Group {
  std::string_view name;
  suggest::Shape shape = suggest::Shape::Plain;
  Part part = Part::Items;
  bool (*is_required)(const OfferedCondition&) = nullptr;
};

bool is_of_reviewers(const OfferedCondition& condition) {
  return condition.kind == Kind::Reviewers || condition.kind == Kind::Topics;
}
bool is_of_friends(const OfferedCondition& condition) { return condition.written.name == "1HOP"; }
bool is_of_circle(const OfferedCondition& condition) { return condition.written.name == "2HOP"; }

constexpr Group kBenchmarkGroups[] = {
    {"G01", suggest::Shape::Several},
    {"G02", suggest::Shape::Choice},
    {"G03", suggest::Shape::Choice},
    {"G04", suggest::Shape::Required, Part::Reviewers, is_of_reviewers},
    {"G05", suggest::Shape::Choices},
    {"G06", suggest::Shape::Pairs},
    {"G07", suggest::Shape::Chain},
    {"G08", suggest::Shape::Uneven},
    {"G09", suggest::Shape::Required, Part::Circles, is_of_friends},
    {"G10", suggest::Shape::Required, Part::Circles, is_of_circle}};

base::Result<Group> group_of(const SuggestOptions& options) {
  if (options.group.empty()) return Group{};
  const auto* const group = std::ranges::find(kBenchmarkGroups, options.group, &Group::name);
  if (group != std::end(kBenchmarkGroups)) return *group;
  return base::fail(base::not_found("group", options.group, {}, "say G01 to G10"));
}

/// What was found for an item. Trees refer to numbers of offered conditions.
struct Found {
  std::uint32_t item = 0;
  std::vector<Tree> trees;  ///< by cost
  std::uint32_t cost = 0;   ///< of the last
  bool is_complete = true;
  Bits twins;
};

class Suggester {
 public:
  Suggester(const SuggestOptions& options, const Group& group, OfferedConditions offered)
      : options_(options), group_(group), offered_(std::move(offered)) {}

  base::Result<void> go(const std::vector<std::uint32_t>& items) {
    count_ = options_.item ? options_.count : 1;
    steps_ = options_.item ? suggest::CoverTask::kSteps : kStepsPerItem;
    std::vector<std::uint32_t> open = items;
    for (const std::uint32_t item : items) found_[item].item = item;
    for (const Part part : parts()) {
      const auto least = offered_.least_cost(part);
      if (!least) continue;
      std::erase_if(open,
                    [&](std::uint32_t item) { return is_settled(found_[item], part, *least); });
      if (open.empty()) break;
      if (auto added = offered_.add(part, open); !added) return added;
      if (part == Part::Items && group_.part != Part::Items) continue;
      search(open);
    }
    return {};
  }

  const OfferedConditions& offered() const { return offered_; }
  const std::map<std::uint32_t, Found>& found() const { return found_; }

  Bits others(std::uint32_t item) const {
    Bits others = suggest::all_items(offered_.dataset().item_count());
    suggest::remove(others, item);
    return others;
  }

  /// Of all conditions, as trees number them.
  std::vector<Candidate> candidates() const {
    std::vector<Candidate> all;
    for (const OfferedCondition& condition : offered_.conditions())
      all.push_back({condition.cost, passes(condition)});
    return all;
  }

 private:
  suggest::BitsView passes(const OfferedCondition& condition) const {
    return options_.is_strict ? condition.not_no : condition.yes;
  }

  /// In the order in which they are read: after those of items, what the group cannot do without.
  std::vector<Part> parts() const {
    std::vector<Part> parts = {Part::Items};
    if (group_.part != Part::Items) parts.push_back(group_.part);
    for (const Part part : OfferedConditions::kParts) {
      if (std::ranges::find(parts, part) == parts.end()) parts.push_back(part);
    }
    return parts;
  }

  /// Whether conditions of the part, of which none costs less than `least`, could add nothing that
  /// is looked for. Reviewers and circles take long to read: unless they are asked for, they are
  /// tried only where nothing else does. Of a group, there is enough, or not.
  bool is_settled(const Found& found, Part part, std::uint32_t least) const {
    const bool is_asked_for = !options_.kinds.empty();
    if (part >= Part::Reviewers && !is_asked_for && group_.name.empty())
      return !found.trees.empty();
    if (found.trees.size() < count_) return false;
    return !group_.name.empty() || found.cost <= least;
  }

  void search(const std::vector<std::uint32_t>& items) {
    const auto progress = options_.evaluate.host->begin("searching requests");
    exec::PortionCounter done(items.size(), progress);
    const std::vector<Candidate> all = candidates();
    exec::for_each_portion(items.size(), options_.evaluate.threads, options_.evaluate.host->call(),
                           [&](std::uint64_t i) {
                             search(found_.at(items[i]), all);
                             done.end_portion();
                           });
  }

  void search(Found& found, const std::vector<Candidate>& all) const {
    const Bits rest = others(found.item);
    if (suggest::is_empty(rest)) return;
    suggest::ShapeTask task{.shape = group_.shape,
                            .candidates = all,
                            .others = rest,
                            .count = count_,
                            .depth = options_.depth,
                            .steps = steps_,
                            .call = options_.evaluate.host->call()};
    if (group_.shape == suggest::Shape::Plain) task.known = found.trees;
    add_conditions(found.item, task);
    std::vector<Candidate> mine;
    for (const std::size_t each : task.met) mine.push_back(all[each]);
    found.twins = suggest::inseparable(mine, rest);
    if (!suggest::is_empty(found.twins)) return;
    suggest::Shaped shaped = suggest::shaped_requests(task);
    found.is_complete = shaped.is_complete;
    found.trees = std::move(shaped.trees);
    if (!found.trees.empty()) found.cost = suggest::cost_of(found.trees.back(), all);
  }

  void add_conditions(std::uint32_t item, suggest::ShapeTask& task) const {
    const std::vector<OfferedCondition>& conditions = offered_.conditions();
    for (std::size_t i = 0; i < conditions.size(); ++i) {
      const bool is_met = suggest::has(conditions[i].yes, item);
      if (!is_met && group_.shape == suggest::Shape::Plain) continue;
      if (offered_.says_name(conditions[i], item)) continue;
      (is_met ? task.met : task.alternatives).push_back(i);
      if (is_met && group_.is_required != nullptr && group_.is_required(conditions[i]))
        task.required.push_back(i);
    }
  }

  const SuggestOptions& options_;
  const Group& group_;
  OfferedConditions offered_;
  std::map<std::uint32_t, Found> found_;
  std::size_t count_ = 1;
  std::uint64_t steps_ = 0;
};

/// Makes words of what was found.
class Writer {
 public:
  Writer(const SuggestOptions& options, const Suggester& suggester)
      : options_(options),
        suggester_(suggester),
        offered_(suggester.offered()),
        candidates_(suggester.candidates()) {}

  report::ItemSuggestions describe(const Found& found) {
    report::ItemSuggestions item{.item = name_of(found.item),
                                 .suggestions = {},
                                 .is_complete = found.is_complete,
                                 .twins = {}};
    for (const Tree& tree : found.trees) item.suggestions.push_back(describe(tree, found.item));
    suggest::for_each_item(found.twins, [&](std::uint32_t twin) {
      if (item.twins.size() < kMostTwins) item.twins.push_back(name_of(twin));
    });
    return item;
  }

  /// All requests that were described.
  std::string program() const { return format::to_shorthand(program_); }

 private:
  report::ItemAndName name_of(std::uint32_t item) const {
    return {std::string(offered_.dataset().item_id(item)),
            report::item_name(item, offered_.dataset())};
  }

  report::SuggestedRequest describe(const Tree& tree, std::uint32_t item) {
    report::SuggestedRequest described{
        .request = text_of(tree),
        .text = fmt::format("Looking for a place: {}.", phrase_of(tree)),
        .cost = suggest::cost_of(tree, candidates_),
        .conditions = {}};
    describe_conditions(tree, item, described);
    add_request(tree, item, described.text);
    return described;
  }

  void describe_conditions(const Tree& tree, std::uint32_t item,
                           report::SuggestedRequest& described) const {
    if (tree.op == Tree::Op::One)
      return add_conditions(tree, suggest::count(suggester_.others(item)), described);
    if (tree.op == Tree::Op::Or) return add_conditions(tree, {}, described);
    for (std::size_t i = 0; i < tree.args.size(); ++i) {
      Bits left = suggester_.others(item);
      for (std::size_t other = 0; other < tree.args.size(); ++other) {
        if (other != i) suggest::keep(left, suggest::passing(tree.args[other], candidates_));
      }
      const bool is_one = tree.args[i].op == Tree::Op::One;
      add_conditions(tree.args[i], is_one ? std::optional(suggest::count(left)) : std::nullopt,
                     described);
    }
  }

  void add_conditions(const Tree& tree, std::optional<std::size_t> without,
                      report::SuggestedRequest& described) const {
    for (const Tree& arg : tree.args) add_conditions(arg, {}, described);
    if (tree.op != Tree::Op::One) return;
    const OfferedCondition& condition = offered_.conditions()[tree.candidate];
    described.conditions.push_back({.name = condition.name,
                                    .kind = std::string(suggest::info(condition.kind).word),
                                    .meaning = condition.meaning,
                                    .items = suggest::count(condition.yes),
                                    .without = without});
  }

  ast::Expr written(const Tree& tree) const {
    if (tree.op == Tree::Op::One) return offered_.conditions()[tree.candidate].written;
    ast::Expr expr;
    expr.kind = tree.op == Tree::Op::And ? ast::Expr::Kind::And : ast::Expr::Kind::Or;
    for (const Tree& arg : tree.args) expr.args.push_back(written(arg));
    return expr;
  }

  std::string text_of(const Tree& tree) const {
    ast::Program program;
    program.requests.emplace_back().structure = written(tree);
    std::string text = format::to_shorthand(program);
    while (text.ends_with('\n')) text.pop_back();
    return text;
  }

  std::string phrase_of(const Tree& tree) const {
    if (tree.op == Tree::Op::One) return offered_.conditions()[tree.candidate].phrase;
    std::vector<std::string> parts;
    for (const Tree& arg : tree.args) {
      const bool is_inner = arg.op == Tree::Op::And && tree.op == Tree::Op::Or;
      parts.push_back(is_inner ? fmt::format("({})", phrase_of(arg)) : phrase_of(arg));
    }
    return fmt::format("{}", fmt::join(parts, tree.op == Tree::Op::And ? ", " : " or "));
  }

  void add_request(const Tree& tree, std::uint32_t item, const std::string& text) {
    ast::Request& request = program_.requests.emplace_back();
    request.id = ast::Field{fmt::format("S{}", program_.requests.size()), {}};
    if (!options_.group.empty()) request.group = ast::Field{options_.group, {}};
    request.text = ast::Field{text, {}};
    request.gold = ast::Field{std::string(offered_.dataset().item_id(item)), {}};
    request.structure = written(tree);
  }

  const SuggestOptions& options_;
  const Suggester& suggester_;
  const OfferedConditions& offered_;
  std::vector<Candidate> candidates_;
  ast::Program program_;
};

/// The items that suggestions are for.
base::Result<std::vector<std::uint32_t>> items_of(const SuggestOptions& options,
                                                  const data::Dataset& dataset) {
  if (options.item) {
    return find_item(dataset, *options.item).map([](std::uint32_t item) {
      return std::vector<std::uint32_t>{item};
    });
  }
  std::vector<std::uint32_t> items(dataset.item_count());
  std::iota(items.begin(), items.end(), 0U);
  return items;
}

}  // namespace

base::Result<Suggestions> suggest(const SuggestOptions& options) {
  auto kinds = kinds_of(options);
  if (!kinds) return tl::unexpected(kinds.error());
  const auto group = group_of(options);
  if (!group) return tl::unexpected(group.error());
  auto dataset = load_for({}, options.evaluate);
  if (!dataset) return tl::unexpected(dataset.error());
  const auto items = items_of(options, *dataset);
  if (!items) return tl::unexpected(items.error());
  Suggester suggester(options, *group,
                      OfferedConditions(options.evaluate, std::move(*kinds), std::move(*dataset)));
  if (auto done = suggester.go(*items); !done) return tl::unexpected(done.error());
  Writer writer(options, suggester);
  report::SuggestionReport report{.items = {},
                                  .item_count = suggester.offered().dataset().item_count(),
                                  .depth = options.depth,
                                  .group = options.group,
                                  .all_kinds = options.kinds.empty(),
                                  .is_of_one = options.item.has_value()};
  Suggestions suggestions;
  for (const auto& [item, found] : suggester.found()) {
    if (found.trees.empty()) ++suggestions.missing;
    report.items.push_back(writer.describe(found));
  }
  suggestions.report =
      options.is_json ? report::suggestions_json(report) : report::suggestions_text(report);
  suggestions.requests = writer.program();
  return suggestions;
}

}  // namespace seedc::engine
