// Conditions are made so that a good part of the rows passes.
#include "test/differential/random_filter.h"

#include "test/differential/random_expression.h"

namespace seedc::differential {
namespace {

using plain::Json;

const Json kTexts = {"a", "pizza", "THAI", "é", "ß", "'", "mild", "20", "4", "&", "Ann", "K"};
const Json kMatchedPatterns = {"^p", "thai|mild", "\\bth", "\\d+", "s$", "é", "(a", "x*", "[^a-z]"};

class FilterMaker {
 public:
  FilterMaker(Random& random, const FormulaNames& names, const std::vector<NamedValue>& params,
              const RowNames& defined)
      : random_(random), names_(names), params_(params), defined_(defined) {}

  Json where() { return where(kMostNesting); }

  Json where(int depth) {
    Json where = Json::object();
    if (depth > 0 && random_.chance(20)) where["any"] = list_of_wheres(depth);
    if (depth > 0 && random_.chance(10)) where["all"] = list_of_wheres(depth);
    if (depth > 0 && random_.chance(20)) where["not"] = inner_where(depth);
    if (random_.chance(50)) where.update(tests_of(with_prefix("extraction.", names_.fields)));
    if (random_.chance(10)) where.update(tests_of(bare_fields()));
    if (random_.chance(25)) where.update(tests_of(with_prefix("meta.", names_.meta)));
    if (random_.chance(7)) where.update(tests_of(with_prefix("context.", names_.context)));
    if (!defined_.filters.empty() && random_.chance(50))
      where["$" + random_.pick(defined_.filters)] = random_.chance(60);
    if (random_.chance(40)) where.update(tests_of(defined_.values));
    return where;
  }

  Json filter() {
    Json filter = {{"op", "define_filter"}};
    if (!names_.fields.empty()) filter["extraction"] = tests_of(names_.fields);
    if (names_.fields.empty() || random_.chance(25)) filter["meta"] = tests_of(names_.meta);
    if (random_.chance(30)) filter["where"] = where();
    return filter;
  }

 private:
  static constexpr int kMostNesting = 3;

  /// One that is not empty.
  Json inner_where(int depth) {
    Json inner = where(depth - 1);
    if (inner.empty()) inner = tests_of(with_prefix("meta.", names_.meta));
    return inner;
  }

  Json list_of_wheres(int depth) {
    Json list = Json::array();
    for (std::size_t count = random_.between(1, 3); count > 0; --count)
      list.push_back(inner_where(depth));
    return list;
  }

  /// Those that may be written without a prefix.
  std::vector<NamedValue> bare_fields() const {
    std::vector<NamedValue> fields = names_.fields;
    std::erase_if(
        fields, [](const NamedValue& field) { return field.name.find('.') != std::string::npos; });
    return fields;
  }

  /// A condition of one of the names, now and then of two.
  Json tests_of(const std::vector<NamedValue>& names) {
    Json tests = Json::object();
    for (int count = random_.chance(85) ? 1 : 2; count > 0 && !names.empty(); --count) {
      const NamedValue& name = names[random_.below(names.size())];
      tests[name.name] = test_of(name);
    }
    return tests;
  }

  Json test_of(const NamedValue& name) {
    if (random_.chance(15)) return operand_of(name);
    if (random_.chance(10)) return list_of_operands(name);
    if (name.sort == Sort::String && random_.chance(30)) return text_test();
    Json test = Json::object();
    for (int count = random_.chance(85) ? 1 : 2; count > 0; --count) {
      const std::string op = operator_for(name.sort);
      test[op] = op == "in" ? list_of_operands(name) : operand_of(name);
    }
    return test;
  }

  Json text_test() {
    if (random_.chance(25)) return {{"matches", random_.pick(kMatchedPatterns)}};
    const char* op = random_.chance(50) ? "contains" : "contains_word";
    if (random_.chance(60)) return {{op, random_.pick(kTexts)}};
    Json list = Json::array();
    for (std::size_t count = random_.between(1, 3); count > 0; --count)
      list.push_back(random_.pick(kTexts));
    return {{op, list}};
  }

  std::string operator_for(Sort sort) {
    if (sort == Sort::Boolean) return random_.pick(std::vector{"==", "!=", "in"});
    return random_.pick(std::vector{"<", "<=", ">", ">=", "==", "!=", "!=", "in"});
  }

  /// For values of unknown kind, occasionally a literal of another kind; now and then a parameter.
  Json operand_of(const NamedValue& name) {
    if (!name.values.is_null()) return random_.pick(name.values);
    for (const NamedValue& param : params_) {
      if (param.sort == name.sort && random_.chance(10)) return {{"param", param.name}};
    }
    const bool is_other = !name.is_known && name.sort != Sort::Boolean && random_.chance(8);
    const Sort other = name.sort == Sort::Number ? Sort::String : Sort::Number;
    return random_literal(random_, is_other ? other : name.sort);
  }

  Json list_of_operands(const NamedValue& name) {
    Json list = Json::array();
    for (std::size_t count = random_.between(1, 6); count > 0; --count) {
      list.push_back(operand_of(name));
    }
    return list;
  }

  Random& random_;
  const FormulaNames& names_;
  const std::vector<NamedValue>& params_;
  const RowNames& defined_;
};

}  // namespace

Json random_where(Random& random, const FormulaNames& names, const std::vector<NamedValue>& params,
                  const RowNames& defined) {
  return FilterMaker(random, names, params, defined).where();
}

Json random_filter(Random& random, const FormulaNames& names, const std::vector<NamedValue>& params,
                   const RowNames& defined) {
  return FilterMaker(random, names, params, defined).filter();
}

}  // namespace seedc::differential
