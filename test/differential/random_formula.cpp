// One function an operation.
#include "test/differential/random_formula.h"

#include <algorithm>
#include <string>
#include <vector>

#include "test/differential/random_expression.h"
#include "test/differential/random_filter.h"

namespace seedc::differential {
namespace {

using plain::Json;

const Json kKeywords = {"cozy", "COFFEE", "é", "work",       "Straße", "ΣΊΣΥΦΟΣ", "a[b",
                        "tea",  "K",      ".", "live music", "İ",      "ab",      "great"};
const Json kTableKeys = {"Thai",    "thai",  "Pizza",       "Café", "4", "4.0",
                         "True",    "mild",  "1",           "a",    "",  "0.5",
                         "STRASSE", "pizza", "Thai, Pizza", "None", "'",
                         "2019",    "2020",  "2022"};

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

  /// The last step always, of the others most.
  Json outputs() {
    const bool takes_all = random_.chance(75);
    Json outputs = Json::array();
    for (const NamedValue& step : steps_) {
      const bool is_last = step.name == steps_.back().name;
      if (takes_all || is_last || random_.chance(40)) outputs.push_back(step.name);
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
    switch (random_.below(18)) {
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
      default:
        return value_step(expression_step(sort), sort);
    }
  }

  std::string new_name() {
    const char* prefix = random_.pick(std::vector{"N_", "score", "_t", "é"});
    return prefix +
           std::to_string(steps_.size() + defined_.filters.size() + defined_.values.size());
  }

  Json with_name(const std::string& name, const Json& step) {
    Json named = {{"name", name}};
    named.update(step);
    return named;
  }

  Json value_step(const Json& step, Sort sort) {
    Json named = with_name(new_name(), step);
    steps_.push_back({named["name"].get<std::string>(), sort});
    return named;
  }

  /// A value of the item as it is.
  Json item_value_step() {
    const NamedValue value = item_value();
    Json named = value_step({{"op", "expr"}, {"expr", value.name}}, value.sort);
    steps_.back().is_known = false;
    return named;
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
      value = lookup_in(random_.pick(row_names()), sort);
    } else {
      value = case_over(row_names(), sort);
    }
    value["op"] = "define_value";
    Json named = with_name(new_name(), value);
    defined_.values.push_back({"$" + named["name"].get<std::string>(), sort});
    return named;
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
    if (random_.chance(75)) step["default"] = random_literal(random_, Sort::Number);
    if (random_.chance(5)) step["default"] = nullptr;
    return with_where(std::move(step));
  }

  Json lookup(Sort sort) {
    Json step = lookup_in(source(), sort);
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

  Json lookup_in(const NamedValue& source, Sort sort) {
    static const std::vector<const char*> modes = {"exact", "substring_first", "substring_max"};
    Json step = {{"source", source.name}, {"table", Json::object()}};
    for (std::size_t count = random_.between(0, 8); count > 0; --count) {
      step["table"][table_key(source)] = random_literal(random_, sort);
    }
    const char* mode = random_.pick(modes);
    const bool needs_numbers = mode == modes.back();
    if (!needs_numbers || sort == Sort::Number) step["match"] = mode;
    if (random_.chance(80)) step["default"] = random_literal(random_, sort);
    return step;
  }

  NamedValue item_value() { return random_.pick(with_prefix("context.", names_.context)); }

  NamedValue source() {
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
      source = random_.pick(names);
      step["source"] = source.name;
    }
    for (std::size_t count = random_.between(0, 3); count > 0; --count) {
      const Json when = has_source ? test_of_source(source, names)
                                   : ExpressionMaker(random_, names).make(Sort::Boolean, 2);
      step["rules"].push_back({{"when", when}, {"then", random_literal(random_, sort)}});
    }
    if (step["rules"].empty() || random_.chance(85))
      step["rules"].push_back({{"else", random_literal(random_, sort)}});
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
  std::vector<NamedValue> steps_;  ///< parameters among them
  RowNames defined_;
};

}  // namespace

Json random_formula(Random& random, const Json& fields) {
  return FormulaMaker(random, fields).make(fields);
}

}  // namespace seedc::differential
