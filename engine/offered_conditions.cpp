// Lists conditions part by part, and runs them on the dataset.
#include "engine/offered_conditions.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string_view>

#include "compiler/check/evidence_check.h"
#include "compiler/format/spelling.h"
#include "compiler/resolve/words.h"
#include "engine/host_of_more.h"
#include "engine/names.h"
#include "engine/report/requests.h"
#include "engine/suggest/word_planes.h"
#include "runtime/exec/circle.h"
#include "runtime/language/text.h"

namespace seedc::engine {
namespace {

using resolve::Reading;
using suggest::Bits;
using suggest::Kind;

/// So many words of an item may be suggested, and all words together may take so many bytes.
constexpr std::size_t kMostWordsOfItem = 160;
constexpr std::uint64_t kMostWordBytes = std::uint64_t{256} << 20;
/// Of an item, so many people around whom circles are, and words of each circle.
constexpr std::size_t kMostAnchors = 24;
constexpr std::size_t kMostWordsOfCircle = 6;
constexpr std::size_t kMostCircleConditions = 4'000;

std::string with_blanks(std::string text) {
  std::ranges::replace(text, '_', ' ');
  return text;
}

ast::Expr name_expression(const std::string& name) {
  ast::Expr expr;
  expr.kind = ast::Expr::Kind::Name;
  expr.name = name;
  return expr;
}

Kind kind_of(const Reading& reading) {
  const std::string_view group = group_of(reading);
  if (group == "hours") return Kind::Hours;
  if (group == "categories") return Kind::Categories;
  if (group == "values") return Kind::Values;
  return group == kTopicNames ? Kind::Topics : Kind::Attributes;
}

std::string phrase_of(Kind kind, const std::string& name) {
  const std::string words = with_blanks(name);
  if (kind == Kind::Categories && words.starts_with("cat "))
    return "in the category " + words.substr(4);
  if (kind != Kind::Hours) return words;
  const bool says_so = words.starts_with("open ") || words.starts_with("closed ");
  return says_so ? words : "open " + words;
}

const language::List* path_of(const Reading& reading) {
  const auto* evidence = reading.evidence.as<language::Dict>();
  const language::Value* path = language::find(*evidence, "path");
  return path == nullptr ? nullptr : path->as<language::List>();
}

bool asks_name(const Reading& reading) {
  const language::List* path = path_of(reading);
  return path != nullptr && path->size() == 1 &&
         path->front() == language::Value(report::name_path().front());
}

/// Whether it asks for all categories of an item at once, as a value.
bool asks_all_categories(const Reading& reading) {
  return kind_of(reading) == Kind::Categories &&
         language::find(*reading.evidence.as<language::Dict>(), "is") != nullptr;
}

bool has_type(const language::SchemaPath& path, std::string_view type) {
  return std::ranges::find(path.types, type) != path.types.end();
}

/// Whether bounds of the path's numbers sort items: it has numbers, and they are neither flags nor
/// as good as ids, such as coordinates.
bool has_bounds(const language::SchemaPath& path, std::uint64_t items) {
  constexpr std::uint64_t kFewValues = 20;
  if (!has_type(path, "integer") && !has_type(path, "real")) return false;
  const bool is_flag = path.is_whole && path.distinct <= 2 && !has_type(path, "real");
  return !is_flag &&
         (!has_type(path, "real") || path.distinct <= kFewValues || 2 * path.distinct <= items);
}

/// Numbers that people would ask for: few values as they are, of others those that are round.
std::vector<std::string> bounds_of(const language::SchemaPath& path) {
  constexpr std::size_t kFewValues = 20;
  std::vector<std::string> bounds;
  if (path.is_whole && path.commonest.size() <= kFewValues) {
    for (const auto& [text, count] : path.commonest) bounds.push_back(text);
    std::ranges::sort(bounds);
    return bounds;
  }
  for (std::uint64_t power = 1; power <= 1'000'000; power *= 10) {
    for (const std::uint64_t digit : {1, 2, 5}) bounds.push_back(std::to_string(digit * power));
  }
  return bounds;
}

/// `1HOP(['Alice'], 'cozy')`, with its evidence.
ast::Expr hop_expression(const std::string& anchor, int hops, const std::string& word) {
  const auto argument = [](const language::Value& value) {
    return ast::Argument{
        .key = {}, .key_span = {}, .value = ast::json_of(value, {}), .comparison = std::nullopt};
  };
  ast::Expr expr;
  expr.kind = ast::Expr::Kind::Hop;
  expr.name = fmt::format("{}HOP", hops);
  expr.arguments = {argument(language::List{anchor}), argument(word)};
  return expr;
}

language::Value hop_evidence(const std::string& anchor, int hops, const std::string& word) {
  return language::Dict{
      {"kind", "review_text"},
      {"pattern", word},
      {"social_filter", language::Dict{{"friends", language::List{anchor}}, {"hops", hops}}}};
}

/// People in whose circles reviewers of the item are, with the hops to the nearest of these.
std::map<std::string, int> anchors_of(const data::Dataset& dataset, std::uint32_t item) {
  const data::FriendGraph& graph = dataset.friend_graph();
  const data::Codes& reviewers = dataset.reviewers().codes;
  const std::span<const std::uint32_t> people = dataset.people_of_reviewers();
  std::map<std::string, int> near, far;
  const auto add = [&](std::map<std::string, int>& anchors, std::uint32_t person, int hops) {
    if (anchors.size() < kMostAnchors) anchors.emplace(graph.name(person), hops);
  };
  for (std::uint32_t review = dataset.review_begin(item); review < dataset.review_begin(item + 1);
       ++review) {
    const std::uint32_t person = people[reviewers[review]];
    if (person == data::Dataset::kNobody) continue;
    for (const std::uint32_t friend_of_reviewer : graph.friends(person)) {
      add(near, friend_of_reviewer, 1);
      if (friend_of_reviewer >= graph.person_count()) continue;
      for (const std::uint32_t other : graph.friends(friend_of_reviewer)) add(far, other, 2);
    }
  }
  near.merge(far);
  return near;
}

/// Names for the reviewers of items: of whom they are, and how groups of them rate.
constexpr std::string_view kReviewerNames[] = {
    "review_meta_elite",         "review_meta_elite_love",
    "review_meta_elite_count_2", "review_meta_elite_count_3",
    "review_meta_elite_count_5", "review_meta_useful_gte_5",
    "review_meta_useful_gte_10", "review_meta_useful_gte_20",
    "review_meta_funny_gte_5",   "review_meta_cool_gte_5",
    "review_meta_fans_gte_10",   "review_meta_fans_gte_50",
    "review_meta_fans_gte_100",  "review_meta_useful_gte_5_love",
    "post_2020_avg_gte_4.0",     "post_2020_avg_gte_4.5",
    "post_2018_avg_gte_4.0",     "pre_2018_avg_gte_4.0",
    "harsh_avg_gte_3.0",         "harsh_avg_gte_4.0",
    "generous_avg_gte_4.5",      "generous_high_but_harsh_low"};

}  // namespace

OfferedConditions::OfferedConditions(const EvaluateOptions& options, Kinds kinds,
                                     data::Dataset dataset)
    : again_(std::make_unique<HostOfMore>(*options.host)),
      options_(options),
      kinds_(std::move(kinds)),
      source_(std::make_unique<SchemaSource>(options.data, "", disk_files(), *again_)),
      dataset_(std::move(dataset)),
      charge_(options.host->call(), "the conditions that are suggested") {
  options_.host = again_.get();
}

base::Result<void> OfferedConditions::load(const data::DataNeeds& needs) {
  auto dataset = load_for({}, options_, needs);
  if (!dataset) return tl::unexpected(dataset.error());
  dataset_ = std::move(*dataset);
  return {};
}

std::optional<std::uint32_t> OfferedConditions::least_cost(Part part) const {
  static constexpr Kind kFirst[] = {Kind::Attributes, Kind::Texts, Kind::Reviewers, Kind::Circles};
  const auto kind = kinds_.lower_bound(kFirst[static_cast<std::size_t>(part)]);
  return kind == kinds_.end() ? std::nullopt : std::optional(suggest::info(*kind).cost);
}

base::Result<void> OfferedConditions::add(Part part, const std::vector<std::uint32_t>& items) {
  if (auto read = source_->read({.items = true, .reviews = part == Part::Reviewers}); !read)
    return read;
  switch (part) {
    case Part::Items: {
      std::vector<Offered> offered = of_items();
      for (Offered& number : of_numbers()) offered.push_back(std::move(number));
      return run(std::move(offered));
    }
    case Part::Reviews:
      if (auto added = wants(Kind::Texts) ? add_words(items) : base::Result<void>(); !added)
        return added;
      return run(of_topics());
    case Part::Reviewers:
      return wants(Kind::Reviewers) ? run(of_reviewers()) : base::Result<void>();
    case Part::Circles:
      if (!wants(Kind::Circles)) return {};
      if (auto loaded = load({.texts = true, .circles = true}); !loaded) return loaded;
      return run(of_circles(items));
  }
  return {};
}

std::vector<OfferedConditions::Offered> OfferedConditions::of_items() const {
  std::vector<Offered> offered;
  for (Reading& reading : source_->convention()->all()) {
    const Kind kind = kind_of(reading);
    if (kind == Kind::Topics || !wants(kind)) continue;
    if (is_mere_id(reading) || asks_all_categories(reading)) continue;
    offered.push_back({{.kind = kind,
                        .name = reading.canonical,
                        .meaning = check::meaning_of(reading),
                        .phrase = phrase_of(kind, reading.canonical),
                        .written = name_expression(reading.canonical),
                        .is_name = asks_name(reading)},
                       std::move(reading)});
  }
  return offered;
}

std::optional<Reading> OfferedConditions::only_reading(const std::string& name) const {
  std::vector<Reading> readings = source_->convention()->readings(name);
  if (readings.size() != 1) return std::nullopt;
  return std::move(readings.front());
}

std::vector<OfferedConditions::Offered> OfferedConditions::of_numbers() const {
  std::vector<Offered> offered;
  if (!wants(Kind::Numbers)) return offered;
  for (const language::SchemaPath& path : source_->schema().item_paths) {
    if (!has_bounds(path, source_->schema().items)) continue;
    const std::string stem = resolve::snake(resolve::words_of(path.path.back()));
    for (const std::string& bound : bounds_of(path)) {
      for (const auto& [option, words] :
           {std::pair("gte", "at least"), std::pair("lte", "at most")}) {
        const std::string name = fmt::format("{}_{}_{}", stem, option, bound);
        auto reading = only_reading(name);
        if (!reading || path_of(*reading) == nullptr) continue;
        offered.push_back({{.kind = Kind::Numbers,
                            .name = name,
                            .meaning = check::meaning_of(*reading),
                            .phrase = fmt::format("{} {} {}", with_blanks(stem), words, bound),
                            .written = name_expression(name)},
                           std::move(*reading)});
      }
    }
  }
  return offered;
}

std::vector<OfferedConditions::Offered> OfferedConditions::of_topics() const {
  std::vector<Offered> offered;
  if (!wants(Kind::Topics)) return offered;
  for (Reading& reading : source_->convention()->all()) {
    if (kind_of(reading) != Kind::Topics) continue;
    offered.push_back({{.kind = Kind::Topics,
                        .name = reading.canonical,
                        .meaning = check::meaning_of(reading),
                        .phrase = "reviews " + with_blanks(reading.canonical),
                        .written = name_expression(reading.canonical)},
                       std::move(reading)});
  }
  return offered;
}

std::vector<OfferedConditions::Offered> OfferedConditions::of_reviewers() {
  std::vector<Offered> offered;
  for (const std::string_view name : kReviewerNames) {
    auto reading = only_reading(std::string(name));
    if (!reading) continue;
    offered.push_back({{.kind = Kind::Reviewers,
                        .name = std::string(name),
                        .meaning = check::meaning_of(*reading),
                        .phrase = with_blanks(std::string(name)),
                        .written = name_expression(std::string(name))},
                       std::move(*reading)});
  }
  return offered;
}

std::vector<OfferedConditions::Offered> OfferedConditions::of_circles(
    const std::vector<std::uint32_t>& items) const {
  std::map<std::string, Offered> offered;  // by what they are called
  for (const std::uint32_t item : items) {
    dataset_.call().check();
    if (offered.size() > kMostCircleConditions) break;
    const std::vector<suggest::ItemWord> words = suggest::words_of_item(dataset_, item);
    for (const auto& [anchor, hops] : anchors_of(dataset_, item)) {
      for (std::size_t i = 0; i < std::min(words.size(), kMostWordsOfCircle); ++i) {
        Offered hop = hop_condition(anchor, hops, words[i].word);
        offered.emplace(hop.condition.name, std::move(hop));
      }
    }
  }
  std::vector<Offered> all;
  for (auto& [name, each] : offered) all.push_back(std::move(each));
  return all;
}

OfferedConditions::Offered OfferedConditions::hop_condition(const std::string& anchor, int hops,
                                                            const std::string& word) {
  Reading reading;
  reading.evidence = hop_evidence(anchor, hops, word);
  reading.canonical =
      fmt::format("{}HOP([{}], {})", hops, format::hop_string(anchor), format::hop_string(word));
  return {{.kind = Kind::Circles,
           .name = reading.canonical,
           .meaning = check::meaning_of(reading),
           .phrase = fmt::format("someone {} {} says \"{}\"",
                                 hops == 1 ? "close to" : "in the circle of", anchor, word),
           .written = hop_expression(anchor, hops, word),
           .own = word},
          std::move(reading)};
}

/// Words that many items share are as good as those of few, so they are taken first.
base::Result<void> OfferedConditions::add_words(const std::vector<std::uint32_t>& items) {
  if (auto loaded = load({.texts = true}); !loaded) return loaded;
  std::map<std::string, std::size_t> wanted;  // by how many items
  for (const std::uint32_t item : items) {
    std::size_t taken = 0;
    for (const suggest::ItemWord& word : suggest::words_of_item(dataset_, item)) {
      if (++taken > kMostWordsOfItem) break;
      ++wanted[word.word];
    }
  }
  std::vector<std::pair<std::string, std::size_t>> sorted(wanted.begin(), wanted.end());
  std::ranges::stable_sort(sorted, std::greater(), &std::pair<std::string, std::size_t>::second);
  const std::uint64_t bytes = suggest::no_items(dataset_.item_count()).size() * 8;
  const std::size_t most =
      static_cast<std::size_t>(kMostWordBytes / std::max<std::uint64_t>(bytes, 1));
  if (sorted.size() > most) sorted.resize(most);
  std::vector<std::string> words;
  std::vector<Reading> readings;
  for (auto& [word, count] : sorted) {
    auto reading = only_reading(word + "_reviews");
    if (!reading) continue;
    words.push_back(word);
    readings.push_back(std::move(*reading));
  }
  Bits reviewed = suggest::no_items(dataset_.item_count());
  for (std::uint32_t item = 0; item < dataset_.item_count(); ++item) {
    if (dataset_.review_begin(item) < dataset_.review_begin(item + 1)) suggest::add(reviewed, item);
  }
  const Bits all = suggest::all_items(dataset_.item_count());
  std::vector<Bits> planes = suggest::items_with_words(words, dataset_, options_.threads);
  for (std::size_t i = 0; i < words.size(); ++i) {
    Bits not_no = planes[i];
    for (std::size_t at = 0; at < not_no.size(); ++at) not_no[at] |= all[at] & ~reviewed[at];
    keep({.kind = Kind::Texts,
          .name = readings[i].canonical,
          .meaning = check::meaning_of(readings[i]),
          .phrase = fmt::format("reviews that say \"{}\"", words[i]),
          .written = name_expression(readings[i].canonical),
          .yes = std::move(planes[i]),
          .not_no = std::move(not_no),
          .own = words[i]},
         1, /*is_negation=*/false);
  }
  return {};
}

base::Result<void> OfferedConditions::run(std::vector<Offered> offered) {
  if (offered.empty()) return {};
  std::vector<Reading> readings;
  for (Offered& each : offered) readings.push_back(std::move(each.reading));
  const auto values = run_readings(readings, options_);
  if (!values) return tl::unexpected(values.error());
  const exec::Planes& planes = values->run.planes();
  const Bits all = suggest::all_items(planes.item_count());
  for (std::size_t i = 0; i < offered.size(); ++i) {
    OfferedCondition& condition = offered[i].condition;
    const std::uint64_t* yes = planes.pointers()[2 * i];
    const std::uint64_t* no = planes.pointers()[2 * i + 1];
    condition.yes.assign(yes, yes + all.size());
    suggest::keep(condition.yes, all);
    condition.not_no = all;
    for (std::size_t at = 0; at < all.size(); ++at) condition.not_no[at] &= ~no[at];
    const resolve::Words words = resolve::words_of(condition.name);
    const bool is_negation =
        readings[i].is_negated || words.front() == "no" || words.front() == "not";
    const bool is_name = condition.kind != Kind::Circles;
    keep(std::move(condition), is_name ? words.size() : 1, is_negation);
  }
  return {};
}

/// Keeps it if some item meets it.
void OfferedConditions::keep(OfferedCondition condition, std::size_t words, bool is_negation) {
  const std::size_t items = suggest::count(condition.yes);
  if (items == 0) return;
  charge_.add(2 * condition.yes.size() * sizeof(std::uint64_t));
  condition.cost = suggest::cost_of(
      condition.kind,
      {.items = items, .of = dataset_.item_count(), .words = words, .is_negation = is_negation});
  conditions_.push_back(std::move(condition));
}

bool OfferedConditions::says_name(const OfferedCondition& condition, std::uint32_t item) const {
  if (condition.is_name) return true;
  if (condition.own.empty()) return false;
  const std::string name = language::lower(report::item_name(item, dataset_));
  if (name.find(condition.own) != std::string::npos) return true;
  return std::ranges::any_of(resolve::words_of(name), [&](const std::string& word) {
    return word.size() >= suggest::kShortestWord && condition.own.find(word) != std::string::npos;
  });
}

}  // namespace seedc::engine
