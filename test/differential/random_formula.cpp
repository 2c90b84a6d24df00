// One function an operation.
#include "test/differential/random_formula.h"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "test/differential/random_expression.h"
#include "test/differential/random_filter.h"
#include "test/differential/random_groups.h"
#include "test/differential/random_lists.h"

namespace seedc::differential {
namespace {

using plain::Json;

const Json kKeywords = {"cozy", "COFFEE", "é", "work",       "Straße", "ΣΊΣΥΦΟΣ", "a[b",
                        "tea",  "K",      ".", "live music", "İ",      "ab",      "great"};
const Json kTableKeys = {"Thai",        "thai", "Pizza", "Café", "4",    "4.0",     "True",
                         "mild",        "1",    "a",     "",     "0.5",  "STRASSE", "pizza",
                         "Thai, Pizza", "None", "'",     "2019", "2020", "2022"};

void append(std::vector<NamedValue>& to, const std::vector<NamedValue>& names) {
  to.insert(to.end(), names.begin(), names.end());
}

class FormulaMaker {
 public:
  FormulaMaker(Random& random, const Json& fields)
      : random_(random),
        is_judged_(!fields.empty() && random.chance(30)),
        names_(fields, is_judged_) {}

  Json make(const Json& fields) {
    Json formula = {{"task_name", "random"}};
    if (random_.chance(40)) formula["params"] = params();
    if (random_.chance(60)) formula["filter"] = keywords();
    if (random_.chance(20)) formula["filter"]["where"] = random_where(random_, names_, params_, {});
    if (!fields.empty()) formula["extract"]["fields"] = fields;
    if (is_judged_) formula["judge"] = random_judge();
    formula["compute"] = Json::array();
    for (std::size_t count = random_.between(1, 9); count > 0; --count) {
      formula["compute"].push_back(step());
    }
    if (steps_.empty())
      formula["compute"].push_back(value_step(expression_step(Sort::Number), Sort::Number));
    formula["output"] = outputs();
    return formula;
  }

 private:
  Json random_judge() {
    Json judge = {{"guidelines", "only what is stated"}};
    const Json thresholds = {0, 0.0, 0.15, 0.4, 0.41, 1};
    if (random_.chance(70)) judge["threshold"] = random_.pick(thresholds);
    return judge;
  }

  /// Parameters, which are used as steps are.
  Json params() {
    Json params = Json::object();
    for (std::size_t count = random_.between(1, 3); count > 0; --count) {
      const NamedValue param{
          .name = "P" + std::to_string(count), .sort = random_sort(), .is_param = true};
      params[param.name] = random_literal(random_, param.sort);
      params_.push_back(param);
    }
    steps_ = params_;
    return params;
  }

  Json keywords() {
    Json filter = {{"keywords", Json::array()}};
    for (std::size_t count = random_.between(0, 4); count > 0; --count) {
      const Json keyword = random_.pick(kKeywords);
      Json& all = filter["keywords"];
      if (std::find(all.begin(), all.end(), keyword) == all.end()) all.push_back(keyword);
    }
    if (random_.chance(60)) filter["match"] = random_.chance(60) ? "word" : "substring";
    return filter;
  }

  /// The last step always, of the others most. Of a group all values or a few.
  Json outputs() {
    const bool takes_all = random_.chance(75);
    Json outputs = Json::array();
    std::set<std::string> whole;
    for (const RandomGroup& group : groups_) {
      if (!random_.chance(takes_all ? 70 : 40)) {
        for (const std::string& list : random_lists_of(random_, group)) outputs.push_back(list);
        continue;
      }
      whole.insert(group.name);
      outputs.push_back(group.name);
    }
    for (const std::string& list : lists_) {
      if (random_.chance(80)) outputs.push_back(list);
    }
    for (const NamedValue& step : steps_) {
      const bool is_given = whole.contains(step_named_in(step.name));
      const bool is_last = step.name == steps_.back().name;
      const bool is_output = takes_all || is_last || random_.chance(40);
      if (is_output && !is_given) outputs.push_back(step.name);
    }
    random_.shuffle(outputs);
    return outputs;
  }

  Sort random_sort() {
    return random_.pick(std::vector{Sort::Number, Sort::Number, Sort::Number, Sort::Number,
                                    Sort::Number, Sort::Boolean, Sort::Boolean, Sort::String});
  }

  Json step() {
    const Sort sort = random_sort();
    if (!groups_.empty() && random_.chance(25)) return over_step();
    switch (random_.below(24)) {
      case 0:
      case 1:
        return filter_step();
      case 2:
      case 3:
        return value_step(count(), Sort::Number);
      case 4:
      case 5:
      case 6:
        return value_step(sum(), Sort::Number);
      case 7:
      case 8:
        return value_step(extreme(), Sort::Number);
      case 9:
        return value_step(lookup(sort), sort);
      case 10:
      case 11:
        return value_step(case_of(sort), sort);
      case 12:
        return value_step({{"op", "const"}, {"value", random_literal(random_, sort)}}, sort);
      case 13:
        return item_value_step();
      case 14:
      case 15:
        return row_value_step(sort);
      case 16:
      case 17:
      case 18:
        return may_group() ? group_step() : value_step(count(), Sort::Number);
      case 19:
        return value_step(random_of(random_, item_names()), Sort::String);
      case 20:
      case 21:
        return list_step();
      default:
        return value_step(expression_step(sort), sort);
    }
  }

  Json list_step() {
    Json list = with_name(new_name(), with_where(random_list(random_, names_, defined_)));
    (inside_ != nullptr ? inside_->lists : lists_).push_back(list["name"].get<std::string>());
    return list;
  }

  /// Steps of a group may have the names of others outside it.
  std::string new_name() {
    std::set<std::string>& repeatable = inside_ != nullptr ? names_to_hide_ : names_inside_;
    if (!repeatable.empty() && random_.chance(inside_ != nullptr ? 25 : 10)) {
      const auto name = random_.pick(std::vector(repeatable.begin(), repeatable.end()));
      repeatable.erase(name);
      return name;
    }
    const char* prefix = random_.pick(std::vector{"N_", "score", "_t", "é"});
    return prefix + std::to_string(name_count_++);
  }

  /// The step hides those outside its group that have its name.
  Json with_name(const std::string& name, const Json& step) {
    hide(steps_, name);
    hide(params_, name);
    hide(defined_.values, "$" + name);
    std::erase(defined_.filters, name);
    std::erase_if(groups_, [&](const RandomGroup& group) { return group.name == name; });
    if (inside_ == nullptr) names_outside_.insert(name);
    Json named = {{"name", name}};
    named.update(step);
    return named;
  }

  Json value_step(const Json& step, Sort sort, bool is_known = true) {
    Json named = with_name(new_name(), step);
    steps_.push_back({named["name"].get<std::string>(), sort, nullptr, is_known});
    if (inside_ != nullptr) inside_->steps.push_back(steps_.back());
    return named;
  }

  /// Groups are few, since each has all its steps for every label.
  bool may_group() const { return inside_ == nullptr && groups_.size() < 2; }

  Json group_step() {
    Json group = {{"op", "group"}, {"by", random_by(random_, names_, params_, defined_)}};
    if (random_.chance(35)) group["where"] = random_where(random_, names_, params_, defined_);
    group = with_name(new_name(), group);
    RandomGroup made{
        group["name"].get<std::string>(), labels_of(group["by"], names_, defined_), {}};
    group["compute"] = steps_of(made);
    append(steps_, random_values_of(random_, made));
    groups_.push_back(std::move(made));
    return group;
  }

  /// The steps inside a group. What they define and hide ends with it.
  Json steps_of(RandomGroup& group) {
    const auto steps = steps_;
    const auto params = params_;
    const auto defined = defined_;
    const auto groups = groups_;
    names_to_hide_ = names_outside_;
    names_to_hide_.insert(names_inside_.begin(), names_inside_.end());
    inside_ = &group;
    Json compute = Json::array();
    for (std::size_t count = random_.between(1, 4); count > 0; --count) compute.push_back(step());
    if (group.steps.empty()) compute.push_back(value_step(count(), Sort::Number));
    inside_ = nullptr;
    steps_ = steps;
    params_ = params;
    defined_ = defined;
    groups_ = groups;
    for (const NamedValue& step : group.steps) {
      if (!names_outside_.contains(step.name)) names_inside_.insert(step.name);
    }
    return compute;
  }

  Json over_step() {
    const RandomGroup group = random_.pick(groups_);
    const Sort sort = random_.chance(35) ? Sort::String : Sort::Number;
    return value_step(random_over(random_, group, item_names(), sort), sort);
  }

  /// A value of the item as it is.
  Json item_value_step() {
    const NamedValue value = item_value();
    return value_step({{"op", "expr"}, {"expr", value.name}}, value.sort, /*is_known=*/false);
  }

  Json filter_step() {
    Json filter = with_name(new_name(), random_filter(random_, names_, params_, defined_));
    defined_.filters.push_back(filter["name"].get<std::string>());
    return filter;
  }

  Json with_where(Json step) {
    if (random_.chance(75)) step["where"] = random_where(random_, names_, params_, defined_);
    return step;
  }

  Json count() { return with_where({{"op", "count"}}); }

  Json sum() {
    const std::vector<NamedValue> names = row_names();
    ExpressionMaker maker(random_, names);
    Json step = {{"op", "sum"},
                 {"expr", maker.make(Sort::Number, static_cast<int>(random_.between(0, 3)))}};
    return with_where(std::move(step));
  }

  /// The names that a row expression may use.
  std::vector<NamedValue> row_names() {
    std::vector<NamedValue> names = item_names();
    for (int weight = 0; weight < 2; ++weight) {
      append(names, with_prefix("extraction.", names_.fields));
      append(names, with_prefix("meta.", names_.meta));
      append(names, defined_.values);
    }
    for (const std::string& filter : defined_.filters)
      names.push_back({"$" + filter, Sort::Boolean});
    return names;
  }

  Json row_value_step(Sort sort) {
    Json value;
    if (random_.chance(35)) {
      const std::vector<NamedValue> names = row_names();
      value["expr"] =
          ExpressionMaker(random_, names).make(sort, static_cast<int>(random_.between(0, 3)));
    } else if (random_.chance(50)) {
      value = lookup_in(random_.pick(row_names()), row_names(), sort);
    } else {
      value = case_over(row_names(), sort);
    }
    NamedValue made{.sort = sort};
    if (sort == Sort::String && !value.contains("expr") && random_.chance(50))
      made.labels = make_literal(value);
    value["op"] = "define_value";
    Json named = with_name(new_name(), value);
    made.name = "$" + named["name"].get<std::string>();
    defined_.values.push_back(std::move(made));
    return named;
  }

  /// Makes the texts that a table or rules choose from literals, and returns them in order; null
  /// if one of them is empty, as no label is, or has a line break, as no expression has.
  Json make_literal(Json& step) {
    Json texts = Json::array();
    bool are_labels = true;
    const auto add = [&](Json& branch) {
      if (branch.is_null()) return;
      if (branch.is_object()) branch = random_literal(random_, Sort::String);
      const auto& text = branch.get_ref<const std::string&>();
      are_labels = are_labels && !text.empty() && text.find('\n') == std::string::npos;
      if (std::find(texts.begin(), texts.end(), branch) == texts.end()) texts.push_back(branch);
    };
    if (step.contains("table")) {
      for (Json& value : step["table"]) add(value);
    } else {
      for (Json& rule : step["rules"]) add(rule.contains("then") ? rule["then"] : rule["else"]);
    }
    if (step.contains("default")) add(step["default"]);
    return are_labels ? texts : Json();
  }

  Json extreme() {
    std::vector<std::string> names;
    for (const NamedValue& field : names_.fields) {
      if (field.sort == Sort::Number) names.push_back("extraction." + field.name);
    }
    for (const NamedValue& value : names_.meta) names.push_back("meta." + value.name);
    for (const NamedValue& value : defined_.values) {
      if (value.sort == Sort::Number) names.insert(names.end(), 3, value.name);
    }
    Json step = {{"op", random_.chance(50) ? "max" : "min"}, {"field", random_.pick(names)}};
    if (random_.chance(88)) step["default"] = branch(item_names(), Sort::Number);
    return with_where(std::move(step));
  }

  Json lookup(Sort sort) {
    Json step = lookup_in(source(), item_names(), sort);
    step["op"] = "lookup";
    return step;
  }

  /// The keys of booleans known as such and of enums are their values.
  std::string table_key(const NamedValue& source) {
    if (!source.values.is_null()) return random_.pick(source.values).get<std::string>();
    const bool is_boolean = source.sort == Sort::Boolean && source.is_known;
    if (is_boolean) return random_.chance(50) ? "true" : "false";
    return random_.pick(kTableKeys).get<std::string>();
  }

  /// What a step chooses: mostly a literal, else an expression over names or an intended null.
  Json branch(const std::vector<NamedValue>& names, Sort sort) {
    if (random_.chance(80)) return random_literal(random_, sort);
    if (random_.chance(15)) return nullptr;
    return {{"expr",
             ExpressionMaker(random_, names).make(sort, static_cast<int>(random_.between(0, 2)))}};
  }

  /// Whether a branch is not null, as one must be.
  static bool has_value(const Json& step) {
    const auto is_value = [](const Json& json) { return !json.is_null(); };
    const Json& table = step["table"];
    return (step.contains("default") && is_value(step["default"])) ||
           std::any_of(table.begin(), table.end(), is_value);
  }

  Json lookup_in(const NamedValue& source, const std::vector<NamedValue>& names, Sort sort) {
    static const std::vector<const char*> modes = {"exact", "substring_first", "substring_max"};
    Json step = {{"source", source.name}, {"table", Json::object()}};
    const char* mode = sort == Sort::Number ? random_.pick(modes) : modes[random_.below(2)];
    const bool needs_numbers = mode == modes.back();
    for (std::size_t count = random_.between(0, 8); count > 0; --count) {
      step["table"][table_key(source)] =
          needs_numbers ? random_literal(random_, sort) : branch(names, sort);
    }
    if (!needs_numbers || random_.chance(90)) step["match"] = mode;
    if (random_.chance(80)) step["default"] = branch(names, sort);
    if (has_value(step)) return step;
    step["default"] = random_literal(random_, sort);
    return step;
  }

  NamedValue item_value() { return random_.pick(with_prefix("context.", names_.context)); }

  /// A literal, as a source writes it.
  NamedValue literal_source() {
    const Sort sort = random_sort();
    const Json leaf = literal_leaf(random_, random_literal(random_, sort));
    return {leaf.is_string() ? leaf.get<std::string>() : "-" + leaf["args"][0].get<std::string>(),
            sort};
  }

  NamedValue source() {
    if (random_.chance(4)) return literal_source();
    const bool takes_step = !steps_.empty() && random_.chance(75);
    return takes_step ? random_.pick(steps_) : item_value();
  }

  Json case_of(Sort sort) {
    std::vector<NamedValue> names = item_names();
    append(names, steps_);
    append(names, with_prefix("context.", names_.context));
    Json step = case_over(names, sort);
    step["op"] = "case";
    return step;
  }

  /// Rules over names: with one of them as the source, or conditions on them.
  Json case_over(const std::vector<NamedValue>& names, Sort sort) {
    Json step = {{"rules", Json::array()}};
    const bool has_source = random_.chance(50);
    NamedValue source;
    if (has_source) {
      source = random_.chance(4) ? literal_source() : random_.pick(names);
      step["source"] = source.name;
    }
    for (std::size_t count = random_.between(0, 3); count > 0; --count) {
      const Json when = has_source ? test_of_source(source, names)
                                   : ExpressionMaker(random_, names).make(Sort::Boolean, 2);
      step["rules"].push_back({{"when", when}, {"then", branch(names, sort)}});
    }
    const bool is_null = std::all_of(step["rules"].begin(), step["rules"].end(),
                                     [](const Json& rule) { return rule["then"].is_null(); });
    if (is_null || random_.chance(96))
      step["rules"].push_back(
          {{"else", is_null ? random_literal(random_, sort) : branch(names, sort)}});
    return step;
  }

  /// A value to be equal to, or an operator with a literal or a step behind it.
  Json test_of_source(const NamedValue& source, const std::vector<NamedValue>& names) {
    const Sort sort = source.sort;
    if (!source.values.is_null()) return random_.pick(source.values);
    if (random_.chance(30)) return random_literal(random_, sort);
    const char* op = sort == Sort::Boolean
                         ? random_.pick(std::vector{"==", "!="})
                         : random_.pick(std::vector{"<", "<=", ">", ">=", "==", "!="});
    const char* space = random_.chance(80) ? " " : "";
    return op + (space + operand_of_test(sort, names));
  }

  std::string operand_of_test(Sort sort, const std::vector<NamedValue>& known) {
    std::vector<std::string> names;
    for (const NamedValue& name : known) {
      if (name.sort == sort && name.values.is_null()) names.push_back(name.name);
    }
    if (!names.empty() && random_.chance(40)) return random_.pick(names);
    const Json leaf = literal_leaf(random_, random_literal(random_, sort));
    return leaf.is_string() ? leaf.get<std::string>() : "-" + leaf["args"][0].get<std::string>();
  }

  Json expression_step(Sort sort) {
    const std::vector<NamedValue> names = item_names();
    const Json tree =
        ExpressionMaker(random_, names).make(sort, static_cast<int>(random_.between(1, 4)));
    return {{"op", "expr"}, {"expr", tree}};
  }

  /// Steps, and now and then values of the item, which are null more often.
  std::vector<NamedValue> item_names() {
    std::vector<NamedValue> names = steps_;
    if (random_.chance(15)) append(names, with_prefix("context.", names_.context));
    return names;
  }

  Random& random_;
  bool is_judged_;
  FormulaNames names_;
  std::vector<NamedValue> params_;
  std::vector<NamedValue> steps_;  ///< parameters and values of groups among them
  RowNames defined_;
  std::vector<std::string> lists_;  ///< outside groups
  std::vector<RandomGroup> groups_;
  RandomGroup* inside_ = nullptr;  ///< whose steps are being made
  std::size_t name_count_ = 0;
  std::set<std::string> names_outside_;  ///< of steps, filters, row values and groups
  std::set<std::string> names_inside_;   ///< of steps of groups that no other step has
  std::set<std::string> names_to_hide_;  ///< those that steps of this group may have too
};

}  // namespace

Json random_formula(Random& random, const Json& fields) {
  return FormulaMaker(random, fields).make(fields);
}

}  // namespace seedc::differential
