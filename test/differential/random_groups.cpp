// Labels are awkward more often than not.
#include "test/differential/random_groups.h"

#include <algorithm>

#include "test/differential/plain/group_names.h"
#include "test/differential/random_expression.h"

namespace seedc::differential {
namespace {

using plain::Json;

const Json kLabels = {"mild",       "severe",      "very mild", "for",  "é",    "it's", "1st",
                      "Mild",       "back\\slash", "say \"x\"", "true", "None", "a.b",  "x'].N_0",
                      "extraction", "_",           "🍕",        " ",    "null", "in"};

/// One to four of them, no two alike.
std::vector<std::string> random_labels(Random& random) {
  std::vector<std::string> labels;
  for (std::size_t count = random.between(1, 4); count > 0; --count) {
    const auto label = random.pick(kLabels).get<std::string>();
    if (std::find(labels.begin(), labels.end(), label) == labels.end()) labels.push_back(label);
  }
  return labels;
}

/// A `where` with a key.
Json random_condition(Random& random, const FormulaNames& names,
                      const std::vector<NamedValue>& params, const RowNames& defined) {
  for (int tries = 0; tries < 4; ++tries) {
    const Json where = random_where(random, names, params, defined);
    if (!where.empty()) return where;
  }
  return {{"meta.stars", {{">=", 2}}}};
}

/// What a step over groups is where none counts: mostly a literal, else an expression over `names`
/// or an intended null.
Json random_default(Random& random, const std::vector<NamedValue>& names, Sort sort) {
  if (random.chance(75)) return random_literal(random, sort);
  if (random.chance(30)) return nullptr;
  return {{"expr", ExpressionMaker(random, names).make(sort, 1)}};
}

/// Mostly without brackets where the label allows it.
std::string random_spelling(Random& random, const std::string& group, const std::string& label,
                            const std::string& step) {
  if (random.chance(85)) return plain::name_in_group(group, label, step);
  return group + "[" + plain::in_quotes(label) + "]." + step;
}

}  // namespace

std::string step_named_in(const std::string& name) {
  return name.substr(0, name.find_first_of(".["));
}

void hide(std::vector<NamedValue>& names, const std::string& name) {
  std::erase_if(names, [&](const NamedValue& value) { return step_named_in(value.name) == name; });
}

Json random_by(Random& random, const FormulaNames& names, const std::vector<NamedValue>& params,
               const RowNames& defined) {
  std::vector<std::string> fields;
  for (const NamedValue& field : names.fields) {
    const bool has_labels = !field.values.is_null() || field.sort == Sort::Boolean;
    if (has_labels) fields.push_back(field.name);
  }
  if (!fields.empty() && random.chance(45)) return "extraction." + random.pick(fields);
  std::vector<std::string> values;
  for (const NamedValue& value : defined.values) {
    if (!value.labels.is_null()) values.push_back(value.name);
  }
  if (!values.empty() && random.chance(60)) return random.pick(values);
  Json by = Json::object();
  for (const std::string& label : random_labels(random)) {
    by[label] = random_condition(random, names, params, defined);
  }
  return by;
}

std::vector<std::string> labels_of(const Json& by, const FormulaNames& names,
                                   const RowNames& defined) {
  std::vector<std::string> labels;
  if (by.is_object()) {
    for (const auto& [label, where] : by.items()) labels.push_back(label);
    return labels;
  }
  for (const NamedValue& value : defined.values) {
    if (value.name == by.get<std::string>()) return value.labels;
  }
  const auto field =
      std::find_if(names.fields.begin(), names.fields.end(), [&](const NamedValue& candidate) {
        return "extraction." + candidate.name == by.get<std::string>();
      });
  if (field->values.is_null()) return {"true", "false"};
  for (const Json& value : field->values) labels.push_back(value.get<std::string>());
  return labels;
}

std::vector<NamedValue> random_values_of(Random& random, const RandomGroup& group) {
  constexpr std::size_t kHowMany = 5;  // about
  const std::size_t all = std::max<std::size_t>(1, group.labels.size() * group.steps.size());
  std::vector<NamedValue> values;
  for (const std::string& label : group.labels) {
    for (const NamedValue& step : group.steps) {
      if (!random.chance(static_cast<unsigned>(100 * kHowMany / all))) continue;
      values.push_back(step);
      values.back().name = random_spelling(random, group.name, label, step.name);
    }
  }
  return values;
}

std::vector<std::string> random_lists_of(Random& random, const RandomGroup& group) {
  std::vector<std::string> lists;
  for (const std::string& list : group.lists) {
    lists.push_back(random_spelling(random, group.name, random.pick(group.labels), list));
  }
  return lists;
}

Json random_over(Random& random, const RandomGroup& group, std::vector<NamedValue> names,
                 Sort sort) {
  const std::vector<NamedValue> outer = names;
  for (const NamedValue& step : group.steps) hide(names, step.name);
  for (const std::string& list : group.lists) hide(names, list);
  for (int weight = 0; weight < 3; ++weight) {
    names.insert(names.end(), group.steps.begin(), group.steps.end());
  }
  const std::string op =
      sort == Sort::String
          ? random.pick(std::vector{"argmax", "argmin"})
          : random.pick(std::vector{"count", "count", "sum", "sum", "max", "max", "min", "min"});
  Json step = {{"op", op}, {"over", group.name}};
  ExpressionMaker maker(random, names);
  if (op != "count") {
    step["expr"] = maker.make(Sort::Number, static_cast<int>(random.between(0, 3)));
  }
  if (random.chance(45)) {
    step["where"] = maker.make(Sort::Boolean, static_cast<int>(random.between(0, 2)));
  }
  const bool has_default = op != "count" && op != "sum" && random.chance(65);
  if (has_default) step["default"] = random_default(random, outer, sort);
  return step;
}

Json random_of(Random& random, const std::vector<NamedValue>& names) {
  ExpressionMaker maker(random, names);
  Json step = {{"op", random.chance(50) ? "argmax" : "argmin"}, {"of", Json::object()}};
  for (const std::string& label : random_labels(random)) {
    Json value = maker.make(Sort::Number, static_cast<int>(random.between(0, 2)));
    if (random.chance(40)) {
      step["of"][label]["expr"] = std::move(value);
      if (random.chance(85)) step["of"][label]["where"] = maker.make(Sort::Boolean, 2);
    } else {
      step["of"][label] = std::move(value);
    }
  }
  if (random.chance(50)) step["default"] = random_default(random, names, Sort::String);
  return step;
}

}  // namespace seedc::differential
