// One function an operator or a few; what would be null most of the time is made so that it is not.
#include "test/differential/random_expression.h"

namespace seedc::differential {
namespace {

using plain::Json;

const Json kSmallNumbers = {0, 1, 2, 3, 4, 5, 10, 0.5, 1.0, 1.5, 2.5, 0.1, 100, 1e-3};
const Json kAwkwardNumbers = {INT64_MAX,
                              INT64_MIN,
                              std::int64_t{1} << 62,
                              3037000500,
                              9007199254740993LL,
                              1e308,
                              -1.7976931348623157e308,
                              5e-324,
                              1e16,
                              9.3e18,
                              -0.0,
                              -1,
                              -2.5};
const Json kDateLiterals = {"2019-05-01", "2023-12-31 23:59:59", "2024-02-29", "2023-02-29",
                            "1900-02-29", "2000-02-29x",         "0001-01-01", "0000-12-31",
                            "9999-12-31", "2021-1-01",           "2021-13-01", "2021-06-301"};
const Json kStringLiterals = {"mild",       "Mild", "none", "Thai",        "it's",
                              "say \"x\"",  "é",    "",     "back\\slash", "4",
                              "two\nlines", "ß",    "🍕",   "zzz"};

Json operation(const char* op, Json args) { return {{"op", op}, {"args", std::move(args)}}; }

Json call_of(const char* function, Json args) {
  Json call = operation("call", std::move(args));
  call["function"] = function;
  return call;
}

std::string quoted(const std::string& text, char quote) {
  std::string out(1, quote);
  for (const char c : text) {
    if (c == '\\' || c == quote) out += '\\';
    out += c == '\n' ? "\\n" : std::string(1, c);
  }
  return out + quote;
}

bool is_negative(const Json& number) { return number.dump().starts_with('-'); }

}  // namespace

Json random_literal(Random& random, Sort sort) {
  if (sort == Sort::Boolean) return random.chance(50);
  if (sort == Sort::String) return random.pick(kStringLiterals);
  return random.pick(random.chance(8) ? kAwkwardNumbers : kSmallNumbers);
}

Json literal_leaf(Random& random, const Json& literal) {
  if (literal.is_boolean()) return literal.get<bool>() ? "True" : "False";
  if (literal.is_string()) {
    return quoted(literal.get<std::string>(), random.chance(50) ? '\'' : '"');
  }
  if (!is_negative(literal)) return literal.dump();
  return operation("neg", Json::array({literal.dump().substr(1)}));
}

Json ExpressionMaker::make(Sort sort, int depth) {
  if (depth == 0 || random_.chance(20)) return leaf(sort);
  if (random_.chance(8)) return fallback(sort, depth);
  if (sort == Sort::Number) return number(depth);
  if (sort == Sort::Boolean) return boolean(depth);
  return string(depth);
}

/// `default(x, y)`
Json ExpressionMaker::fallback(Sort sort, int depth) {
  Json value = make(sort, depth - 1);
  return call_of("default", Json::array({std::move(value), make(sort, depth - 1)}));
}

Json ExpressionMaker::string(int depth) {
  if (random_.chance(3)) return operation("+", Json::array({"context.essay", "context.essay"}));
  if (random_.chance(30)) return choice(Sort::String, depth);
  if (random_.chance(50)) {
    Json left = make(Sort::String, depth - 1);
    return operation("+", Json::array({std::move(left), make(Sort::String, depth - 1)}));
  }
  const Sort sort =
      random_.pick(std::vector{Sort::Number, Sort::Number, Sort::Boolean, Sort::String});
  return call_of("text", Json::array({make(sort, depth - 1)}));
}

/// `days(a, b)`, mostly of dates.
Json ExpressionMaker::span_of_days(int depth) {
  const auto date = [&] {  // not a literal, which would have to be a date
    Json text = random_.chance(60) ? literal_leaf(random_, random_.pick(kDateLiterals))
                                   : make(Sort::String, depth - 1);
    return operation("+", Json::array({std::move(text), "''"}));
  };
  Json from = date();
  const char* function = random_.chance(60) ? "days" : "years";
  return call_of(function, Json::array({std::move(from), date()}));
}

/// `round(x)` or `round(x, n)`
Json ExpressionMaker::rounding(int depth) {
  Json args = Json::array({make(Sort::Number, depth - 1)});
  if (random_.chance(75)) {
    const auto digits = static_cast<std::int64_t>(random_.between(0, 30)) - 15;
    args.push_back(literal_leaf(random_, random_.chance(60) ? Json(digits / 5) : Json(digits)));
  }
  return call_of("round", std::move(args));
}

Json ExpressionMaker::leaf(Sort sort) {
  const auto names = names_of(sort);
  if (!names.empty() && random_.chance(75)) return random_.pick(names)->name;
  return literal_leaf(random_, random_literal(random_, sort));
}

Json ExpressionMaker::number(int depth) {
  if (random_.chance(60)) return arithmetic(depth);
  if (random_.chance(15)) return rounding(depth);
  if (random_.chance(10)) return span_of_days(depth);
  if (random_.chance(65)) return call(depth);
  if (random_.chance(60)) return choice(Sort::Number, depth);
  return operation("neg", Json::array({make(Sort::Number, depth - 1)}));
}

Json ExpressionMaker::arithmetic(int depth) {
  const char* op = random_.pick(std::vector{"+", "-", "*", "+", "-", "*", "/"});
  Json left = make(Sort::Number, depth - 1);
  Json right = *op == '/' ? divisor(depth) : make(Sort::Number, depth - 1);
  return operation(op, Json::array({std::move(left), std::move(right)}));
}

Json ExpressionMaker::divisor(int depth) {
  if (random_.chance(35)) return make(Sort::Number, depth - 1);
  if (random_.chance(50)) return random_.pick(Json{"2", "3", "0.5", "10", "7"});
  Json divisor = make(Sort::Number, depth - 1);
  return call_of("max", Json::array({"1", std::move(divisor)}));
}

Json ExpressionMaker::call(int depth) {
  const char* function = random_.pick(
      std::vector{"max", "min", "max", "min", "abs", "log", "sqrt", "floor", "ceil", "int"});
  Json args = Json::array({make(Sort::Number, depth - 1)});
  const bool is_variadic = *function == 'm';
  for (std::size_t more = is_variadic ? random_.between(1, 3) : 0; more > 0; --more) {
    args.push_back(make(Sort::Number, depth - 1));
  }
  const bool takes_positive = function[0] == 'l' || function[0] == 's';
  if (!takes_positive || random_.chance(40)) return call_of(function, args);
  Json positive = operation("+", Json::array({call_of("abs", std::move(args)), "1"}));
  return call_of(function, Json::array({std::move(positive)}));
}

Json ExpressionMaker::boolean(int depth) {
  if (random_.chance(55)) return chain(depth);
  if (random_.chance(15)) return test_of_enum();
  if (random_.chance(20)) return membership(depth);
  if (random_.chance(60)) return junction(depth);
  if (random_.chance(50)) return choice(Sort::Boolean, depth);
  return operation("not", Json::array({make(Sort::Boolean, depth - 1)}));
}

Json ExpressionMaker::junction(int depth) {
  Json args = Json::array();
  for (std::size_t count = random_.between(2, 3); count > 0; --count) {
    args.push_back(make(Sort::Boolean, depth - 1));
  }
  return operation(random_.chance(50) ? "and" : "or", std::move(args));
}

Json ExpressionMaker::chain(int depth) {
  static const std::vector<const char*> orders = {"<", "<=", ">", ">=", "==", "!="};
  static const std::vector<const char*> equalities = {"==", "!="};
  const Sort sort = random_.pick(
      std::vector{Sort::Number, Sort::Number, Sort::Number, Sort::String, Sort::Boolean});
  Json chain = operation("chain", Json::array({make(sort, depth - 1)}));
  chain["ops"] = Json::array();
  for (std::size_t links = random_.chance(75) ? 1 : random_.between(2, 3); links > 0; --links) {
    chain["ops"].push_back(random_.pick(sort == Sort::Boolean ? equalities : orders));
    chain["args"].push_back(make(sort, depth - 1));
  }
  return chain;
}

/// `x in (a, b)`, with more literals and parameters of the sort or, of an enum, of its values.
Json ExpressionMaker::membership(int depth) {
  const Sort sort =
      random_.pick(std::vector{Sort::Number, Sort::Number, Sort::String, Sort::Boolean});
  Json test = operation("in", Json::array({make(sort, depth - 1)}));
  Json values;
  for (const NamedValue& name : names_) {
    if (!name.values.is_null() && sort == Sort::String && random_.chance(30)) {
      test["args"][0] = name.name;
      values = name.values;
    }
  }
  for (std::size_t count = random_.between(1, 4); count > 0; --count) {
    const Json literal = values.is_null() ? random_literal(random_, sort) : random_.pick(values);
    test["args"].push_back(literal_leaf(random_, literal));
  }
  for (const NamedValue& name : names_) {
    if (name.is_param && name.sort == sort && values.is_null() && random_.chance(30))
      test["args"].push_back(name.name);
  }
  test["negated"] = random_.chance(30);
  test["square"] = random_.chance(30);
  return test;
}

/// An enum's field against one of its values, if there is a field.
Json ExpressionMaker::test_of_enum() {
  std::vector<const NamedValue*> enums;
  for (const NamedValue& name : names_) {
    if (!name.values.is_null()) enums.push_back(&name);
  }
  if (enums.empty()) return leaf(Sort::Boolean);
  const NamedValue& field = *random_.pick(enums);
  Json value = literal_leaf(random_, random_.pick(field.values));
  Json test = operation("chain", Json::array({field.name, std::move(value)}));
  test["ops"] = Json::array({random_.pick(std::vector{"==", "!=", "==", "<", ">="})});
  return test;
}

Json ExpressionMaker::choice(Sort sort, int depth) {
  Json value = make(sort, depth - 1);
  Json condition = make(Sort::Boolean, depth - 1);
  Json otherwise = make(sort, depth - 1);
  return operation("if",
                   Json::array({std::move(value), std::move(condition), std::move(otherwise)}));
}

/// Names of the sort, now and then also what may turn out to be of another one. Enums are left out:
/// they are compared with their own values only.
std::vector<const NamedValue*> ExpressionMaker::names_of(Sort sort) {
  const bool takes_all = random_.chance(5);
  std::vector<const NamedValue*> names;
  for (const NamedValue& name : names_) {
    const bool fits = name.sort == sort || (takes_all && !name.is_known);
    if (fits && name.values.is_null()) names.push_back(&name);
  }
  return names;
}

}  // namespace seedc::differential
