// IR attributes to the typed conditions of the plan.
#include "compiler/plan/conditions.h"

#include <algorithm>
#include <stdexcept>

#include "compiler/pattern/python_regex.h"

namespace seedc {
namespace {

using ir::Inst;
using ir::Op;

/// Reads verified attributes by name.
class Attributes {
 public:
  explicit Attributes(const Inst& inst) : inst_(inst) {}

  bool has(std::string_view name) const { return !inst_.attribute(name).is_null(); }
  std::int64_t integer(std::string_view name) const {
    return *inst_.attribute(name).as<std::int64_t>();
  }
  double number(std::string_view name) const { return *number_of(inst_.attribute(name)); }
  Tri tri(std::string_view name) const { return static_cast<Tri>(integer(name)); }
  const std::string& text(std::string_view name) const {
    return *inst_.attribute(name).as<std::string>();
  }
  const Value& literal(std::string_view name) const { return inst_.attribute(name); }

  std::optional<Value> maybe_literal(std::string_view name) const {
    return has(name) ? std::optional(literal(name)) : std::nullopt;
  }

  std::vector<std::string> strings(std::string_view name) const {
    std::vector<std::string> out;
    for (const Value& value : *inst_.attribute(name).as<List>())
      out.push_back(*value.as<std::string>());
    return out;
  }

  plan::Pattern pattern() const {
    const std::string& source = text("pattern");
    if (source.empty()) return {};
    TranslatedPattern translated = translate_python_regex(source);
    return {.source = source,
            .pcre2 = std::move(translated.pcre2),
            .required = std::move(translated.required)};
  }

  plan::Circle circle() const {
    return {.friends = strings("friends"), .hops = static_cast<int>(integer("hops"))};
  }

  /// The place of the word among those of its type, which is the order of the plan's enumeration.
  template <class Enum>
  Enum word(std::string_view name, ir::AttrType type) const {
    const auto words = ir::words_of(type);
    return static_cast<Enum>(std::find(words.begin(), words.end(), text(name)) - words.begin());
  }

 private:
  const Inst& inst_;
};

plan::Condition review_meta(const Attributes& a) {
  plan::ReviewMeta condition;
  condition.path = a.strings("path");
  condition.test = a.word<plan::ReviewTest>("test", ir::AttrType::ReviewTest);
  if (a.has("value")) condition.value = a.number("value");
  if (a.has("min_stars")) condition.min_stars = a.number("min_stars");
  condition.aggregate = a.word<plan::Aggregate>("agg", ir::AttrType::Aggregate);
  if (a.has("count")) condition.count = a.integer("count");
  condition.missing = a.tri("missing");
  return condition;
}

plan::Condition sentiment(const Attributes& a) {
  plan::Sentiment condition;
  condition.topic = a.text("topic");
  condition.positive = a.text("sentiment") == "positive";
  condition.min_count = a.integer("min");
  if (a.has("friends")) condition.circle = a.circle();
  return condition;
}

plan::Condition group_rating(const Attributes& a) {
  plan::GroupRating condition;
  condition.field = a.strings("field");
  condition.field_test = a.word<plan::Comparison>("where", ir::AttrType::Comparison);
  condition.field_value = a.literal("value");
  condition.metric = a.word<plan::Metric>("metric", ir::AttrType::Metric);
  condition.test = a.word<plan::Comparison>("test", ir::AttrType::Comparison);
  condition.threshold = a.number("threshold");
  return condition;
}

}  // namespace

plan::Condition condition_of(const Inst& inst) {
  const Attributes a(inst);
  switch (inst.op) {
    case Op::MetaNotContains:
      return plan::MetaNotContains{a.strings("path"), a.text("text")};
    case Op::MetaNotMatch:
      return plan::MetaNotMatch{a.strings("path"), a.literal("value")};
    case Op::MetaContains:
      return plan::MetaContains{a.strings("path"), a.text("text")};
    case Op::MetaMatch:
      return plan::MetaMatch{a.strings("path"), a.maybe_literal("yes"), a.maybe_literal("no"),
                             a.maybe_literal("neutral"), a.tri("missing")};
    case Op::HoursContain:
      return plan::HoursContain{a.strings("path"), a.integer("start"), a.integer("end"),
                                a.tri("missing")};
    case Op::TextAny:
      return plan::TextAny{a.pattern()};
    case Op::TextCredible:
      return plan::TextCredible{a.pattern(), a.strings("field"), a.number("percentile"),
                                a.integer("min")};
    case Op::TextCircle:
      return plan::TextCircle{a.pattern(), a.circle(), a.integer("min")};
    case Op::ReviewMeta:
      return review_meta(a);
    case Op::Sentiment:
      return sentiment(a);
    case Op::GroupRating:
      return group_rating(a);
    case Op::GroupSplit:
      return plan::GroupSplit{a.number("generous_avg_gte"), a.number("harsh_avg_lt")};
    case Op::CircleRating:
      return plan::CircleRating{a.circle(), a.number("min_stars"), a.integer("min")};
    default:  // logic, and what formulas are made of
      break;
  }
  throw std::logic_error("no condition: " + std::string(ir::info(inst.op).mnemonic));
}

}  // namespace seedc
