// Generates programs, with one function per kind of evidence, and one for trees.
#include "test/differential/random_program.h"

#include <algorithm>

namespace seedc::differential {
namespace {

const std::vector<const char*> kComparisons = {"gte", "gt", "lte", "lt"};
const Json kAggregates = {"any", "all", "count"};
const Json kPolarities = {"positive", "negative"};
const Json kPercentiles = {0, 10, 25, 33.3, 50, 75, 90, 99.9, 100};

class ConditionMaker {
 public:
  explicit ConditionMaker(Random& random) : random_(random), pools_(vocabulary()) {}

  Json make() {
    switch (random_.below(12)) {
      case 0:
      case 1:
      case 2:
        return item_meta();
      case 3:
        return item_meta_hours();
      case 4:
      case 5:
        return review_text();
      case 6:
        return review_meta();
      case 7:
        return review_sentiment();
      case 8:
        return random_.chance(60) ? review_group_rating() : review_group_rating_negative();
      case 9:
        return social_rating();
      default:
        return review_match();
    }
  }

  /// The same evidence, which asks for other numbers.
  Json with_other_numbers(Json e) {
    const auto change = [&](const char* key, const auto& number) {
      if (e.contains(key) && random_.chance(60)) e[key] = number();
    };
    for (const char* key :
         {"min_matches", "min_credible_matches", "min_positive", "min_negative", "count"})
      change(key, [&] { return integer(1, 4); });
    for (const char* key : {"threshold", "min_stars"}) change(key, [&] { return half_stars(); });
    change("missing", [&] { return integer(-1, 1); });
    change("hops", [&] { return integer(1, 2); });
    change("agg", [&] { return random_.pick(kAggregates); });
    change("operator", [&] { return Json(random_.pick(kComparisons)); });
    change("credibility_percentile", [&] { return random_.pick(kPercentiles); });
    change("sentiment", [&] { return random_.pick(kPolarities); });
    for (const char* key : {"generous_avg_gte", "harsh_avg_lt"})
      change(key, [&] { return half_stars(); });
    for (const char* inner : {"social_filter", "condition", "judged"}) {
      if (e.contains(inner)) e[inner] = with_other_numbers(e[inner]);
    }
    return e;
  }

 private:
  Json of_kind(const char* kind) { return {{"kind", kind}}; }

  /// Gives an option in some of the cases; null, which is the same as absent, in a few.
  void maybe(Json& e, const char* key, unsigned percent, const Json& value) {
    if (random_.chance(percent)) e[key] = random_.chance(5) ? Json() : value;
  }

  Json integer(int low, int high) {
    return low + static_cast<int>(random_.below(static_cast<std::size_t>(high - low + 1)));
  }
  Json half_stars() { return static_cast<double>(random_.between(0, 12)) / 2; }

  /// Operands to compare a value with: values of the data, and lists of them.
  Json operand() {
    const Json* pools[] = {&pools_.flags, &pools_.words, &pools_.numbers, &pools_.dicts,
                           &pools_.lists};
    return random_.pick(*pools[random_.below(std::size(pools))]);
  }

  Json item_meta() {
    if (random_.chance(25)) return item_meta_number();
    Json e = of_kind("item_meta");
    maybe(e, "path", 98, random_.pick(pools_.item_paths));
    maybe(e, "missing", 40, integer(-1, 1));
    maybe(e, "not_contains", 10, random_.pick(pools_.substrings));
    maybe(e, "not_true", 10, operand());
    maybe(e, "true_not", 6, operand());
    maybe(e, "contains", 12, random_.pick(pools_.substrings));
    if (random_.chance(30)) {
      e["is"] = random_.chance(50) ? random_.pick(pools_.equals) : operand();
    } else {
      maybe(e, "true", 50, operand());
      maybe(e, "false", 25, operand());
      maybe(e, "neutral", 15, operand());
    }
    maybe(e, "op", 3, "eq");
    maybe(e, "description", 3, "without effect");
    return e;
  }

  Json item_meta_number() {
    Json e = of_kind("item_meta");
    e["path"] = random_.pick(random_.chance(70) ? pools_.number_paths : pools_.item_paths);
    maybe(e, "missing", 40, integer(-1, 1));
    e[random_.pick(kComparisons)] = random_.pick(pools_.bounds);
    if (random_.chance(40)) e[random_.pick(kComparisons)] = random_.pick(pools_.bounds);
    return e;
  }

  Json item_meta_hours() {
    Json e = of_kind("item_meta_hours");
    e["path"] = random_.pick(pools_.hours_paths);
    switch (random_.below(4)) {
      case 0:
        e["at"] = random_.pick(pools_.times);
        break;
      case 1:
        e["any"] = random_.pick(pools_.asked_hours);
        break;
      case 2:
        e["closed"] = true;
        break;
      default:
        e["true"] = random_.pick(pools_.required_hours);
    }
    maybe(e, "missing", 50, integer(-1, 1));
    return e;
  }

  Json review_text() {
    Json e = of_kind("review_text");
    maybe(e, "pattern", 98, random_.pick(pools_.patterns));
    switch (random_.below(3)) {
      case 0:
        maybe(e, "min_matches", 40, integer(1, 3));
        break;
      case 1:
        e["weight_by"] = Json{{"field", random_.pick(pools_.credibility_fields)}};
        maybe(e, "credibility_percentile", 70, random_.pick(kPercentiles));
        maybe(e, "min_credible_matches", 70, integer(1, 4));
        break;
      default:
        e["social_filter"] = social_filter(/*takes_min_matches=*/true);
        maybe(e, "min_matches", 40, integer(1, 3));
    }
    return e;
  }

  Json social_filter(bool takes_min_matches) {
    Json filter = Json::object();
    Json friends = Json::array();
    for (std::size_t count = random_.below(4); count > 0; --count)
      friends.push_back(random_.pick(pools_.names));
    maybe(filter, "friends", 95, friends);
    maybe(filter, "hops", 70, integer(1, 2));
    if (takes_min_matches) maybe(filter, "min_matches", 40, integer(1, 3));
    return filter;
  }

  Json review_meta() {
    Json e = of_kind("review_meta");
    e["path"] = random_.pick(pools_.review_paths);
    if (random_.chance(60)) {
      e["op"] = random_.chance(50) ? "gte" : "lte";
      e["value"] = random_.pick(Json{0, 1, 2, 3.5, 5, 10, 100, -3, 1.5});
    } else {
      maybe(e, "op", 50, "not_empty");
      maybe(e, "value", 20, 3);
    }
    maybe(e, "min_stars", 40, half_stars());
    maybe(e, "agg", 70, random_.pick(kAggregates));
    maybe(e, "count", 60, integer(1, 4));
    maybe(e, "missing", 40, integer(-1, 1));
    return e;
  }

  Json review_sentiment() {
    Json e = of_kind("review_sentiment");
    maybe(e, "topic", 97, random_.pick(pools_.topics));
    maybe(e, "sentiment", 70, random_.pick(kPolarities));
    maybe(e, "min_positive", 50, integer(1, 3));
    maybe(e, "min_negative", 50, integer(1, 3));
    maybe(e, "social_filter", 30, social_filter(/*takes_min_matches=*/false));
    return e;
  }

  Json review_group_rating() {
    Json e = of_kind("review_group_rating");
    e["group_filter"] = random_.pick(pools_.group_filters);
    e["group_filter"]["operator"] = random_.pick(kComparisons);
    const bool counts = random_.chance(50);
    e["metric"] = counts ? "count" : "avg_stars";
    e["operator"] = random_.pick(kComparisons);
    e["threshold"] = counts ? integer(-1, 6) : half_stars();
    return e;
  }

  Json review_group_rating_negative() {
    Json e = of_kind("review_group_rating_negative");
    Json condition = Json::object();
    maybe(condition, "generous_avg_gte", 70, half_stars());
    maybe(condition, "harsh_avg_lt", 70, half_stars());
    maybe(e, "condition", 80, condition);
    return e;
  }

  Json social_rating() {
    Json e = of_kind("social_rating");
    e["social_filter"] = social_filter(/*takes_min_matches=*/false);
    maybe(e, "min_stars", 60, half_stars());
    maybe(e, "min_matches", 60, integer(1, 3));
    return e;
  }

  /// A review_match takes no empty pattern, topic, path or list.
  Json not_empty(const Json& pool) {
    Json value = random_.pick(pool);
    while (value.empty() || value == Json("")) value = random_.pick(pool);
    return value;
  }

  Json review_match() {
    Json e = of_kind("review_match");
    if (random_.chance(50)) e["pattern"] = not_empty(pools_.patterns);
    if (random_.chance(25)) {
      e["social_filter"]["friends"] = Json::array({random_.pick(pools_.names)});
      if (random_.chance(40)) e["social_filter"]["friends"].push_back(random_.pick(pools_.names));
      if (random_.chance(70)) e["social_filter"]["hops"] = integer(1, 2);
    }
    if (random_.chance(25)) {
      e["judged"]["topic"] = not_empty(pools_.topics);
      if (random_.chance(60)) e["judged"]["sentiment"] = random_.pick(kPolarities);
    }
    std::size_t count = random_.below(4);
    if (e.size() == 1) count = std::max<std::size_t>(count, 1);
    for (; count > 0; --count) e["conditions"].push_back(match_condition());
    maybe(e, "min_matches", 40, integer(1, 3));
    maybe(e, "missing", 40, integer(-1, 1));
    return e;
  }

  Json match_condition() {
    Json condition = {{"path", not_empty(pools_.match_paths)}};
    switch (random_.below(5)) {
      case 0:
        condition["op"] = "not_empty";
        break;
      case 1:
        condition["op"] = "equals";
        condition["value"] = random_.pick(pools_.equals);
        while (condition["value"] == Json::array())
          condition["value"] = random_.pick(pools_.equals);
        break;
      case 2:
        condition["op"] = "contains";
        condition["value"] = random_.pick(pools_.contained);
        break;
      default:
        condition["op"] = random_.pick(kComparisons);
        condition["value"] = random_.pick(random_.chance(50) ? pools_.bounds : pools_.text_bounds);
    }
    return condition;
  }

  Random& random_;
  const Vocabulary& pools_;
};

/// Subtrees larger than this do not come again: trees would grow without bound.
constexpr std::size_t kLargestReused = 12;

std::size_t leaf_count(const Json& node) {
  if (!node.contains("args")) return 1;
  std::size_t count = 0;
  for (const Json& arg : node.at("args")) count += leaf_count(arg);
  return count;
}

class TreeMaker {
 public:
  TreeMaker(Random& random, const std::vector<Json>& conditions)
      : random_(random), conditions_(conditions) {}

  Json make(int depth) {
    Json node = depth == 0 || random_.chance(25) ? leaf() : branch(depth);
    if (leaf_count(node) <= kLargestReused) made_.push_back(node);
    return node;
  }

  /// A hundred leaves and more under one operator.
  Json make_wide() {
    Json args = Json::array();
    for (std::size_t count = random_.between(100, 150); count > 0; --count) {
      args.push_back(random_.chance(10) ? logic_node("NOT", Json::array({leaf()})) : leaf());
    }
    return junction(std::move(args));
  }

 private:
  /// An operator that takes any number of arguments.
  Json junction(Json args) {
    if (args.empty() || random_.chance(70))
      return logic_node(random_.chance(50) ? "AND" : "OR", std::move(args));
    const std::size_t k = random_.between(1, args.size());
    Json node = logic_node("AT_LEAST", std::move(args));
    node["k"] = k;
    return node;
  }

  Json leaf() {
    const std::size_t number = random_.below(conditions_.size());
    return {{"aspect", "c" + std::to_string(number)}, {"evidence", conditions_[number]}};
  }

  Json child(int depth) {
    return !made_.empty() && random_.chance(30) ? random_.pick(made_) : make(depth - 1);
  }

  Json branch(int depth) {
    if (random_.chance(15)) return logic_node("NOT", Json::array({child(depth)}));
    Json args = Json::array();
    for (std::size_t count = arg_count(); count > 0; --count) args.push_back(child(depth));
    return junction(std::move(args));
  }

  std::size_t arg_count() {
    if (random_.chance(3)) return 0;
    return random_.chance(10) ? 1 : random_.between(2, 4);
  }

  Random& random_;
  const std::vector<Json>& conditions_;
  std::vector<Json> made_;  ///< subtrees of this request, to be used again
};

}  // namespace

Json random_condition(Random& random) { return ConditionMaker(random).make(); }

std::vector<Json> random_conditions(Random& random, std::size_t count) {
  ConditionMaker maker(random);
  std::vector<Json> conditions;
  while (conditions.size() < count) {
    const bool is_new = conditions.empty() || random.chance(70);
    conditions.push_back(is_new ? maker.make() : maker.with_other_numbers(random.pick(conditions)));
  }
  return conditions;
}

Json random_structure(Random& random, const std::vector<Json>& conditions) {
  TreeMaker maker(random, conditions);
  return random.chance(2) ? maker.make_wide() : maker.make(static_cast<int>(random.between(0, 4)));
}

Json logic_node(const char* op, Json args) { return {{"op", op}, {"args", std::move(args)}}; }

}  // namespace seedc::differential
