// Implements the rules of item_meta and item_meta_hours, each prepared once for all values it
// decides.
#include "runtime/language/item_rules.h"

#include <algorithm>
#include <stdexcept>

#include "runtime/language/compares.h"
#include "runtime/language/text.h"

namespace seedc::language {
namespace {

/// A value of the column with its text; null means missing.
struct Seen {
  const Value& value;
  const std::string& text;
  bool is_missing() const { return value.is_null(); }
  bool contains(const std::string& part) const { return text.find(part) != std::string::npos; }
};

// rule_of prepares a condition once; the rule then decides each value.

auto rule_of(const MetaNotContains& c) {
  return [&c](const Seen& seen) -> ItemVerdict {
    if (seen.is_missing()) return {Tri::Yes, ItemReason::Missing};
    if (seen.contains(c.text)) return {Tri::No, ItemReason::HasText};
    return {Tri::Yes, ItemReason::LacksText};
  };
}

auto rule_of(const MetaNotMatch& c) {
  return [unwanted = Matcher(c.value)](const Seen& seen) -> ItemVerdict {
    if (seen.is_missing()) return {Tri::Yes, ItemReason::Missing};
    if (unwanted.matches(seen.value, seen.text)) return {Tri::No, ItemReason::MatchesUnwanted};
    return {Tri::Yes, ItemReason::MatchesNone};
  };
}

auto rule_of(const MetaContains& c) {
  return [&c](const Seen& seen) -> ItemVerdict {
    if (seen.contains(c.text)) return {Tri::Yes, ItemReason::HasText};
    return {Tri::No, ItemReason::LacksText};
  };
}

bool is_bool_dict(const Value& value) {
  const Dict* dict = value.as<Dict>();
  return dict != nullptr && !dict->empty() &&
         std::all_of(dict->begin(), dict->end(),
                     [](const auto& entry) { return entry.second.template as<bool>(); });
}

bool any_true(const Dict& dict) {
  return std::any_of(dict.begin(), dict.end(),
                     [](const auto& entry) { return entry.second == Value(true); });
}

auto rule_of(const MetaNumber& c) {
  return [bounds = bounds_of(c), missing = c.missing](const Seen& seen) -> ItemVerdict {
    if (seen.is_missing()) return {missing, ItemReason::Missing};
    const auto number = numeric(seen.value);
    if (!number) return {Tri::Unknown, ItemReason::NotANumber};
    const bool all =
        std::ranges::all_of(bounds, [&](const Bound& bound) { return meets(*number, bound); });
    return {tri_of(all), ItemReason::Number};
  };
}

/// Rules 4 and 6 to 10: an absent operand does not match any value.
class MatchRule {
 public:
  explicit MatchRule(const MetaMatch& c)
      : missing_(c.missing),
        yes_(matcher(c.yes)),
        no_(matcher(c.no)),
        has_neutral_(c.neutral.has_value()) {}

  ItemVerdict operator()(const Seen& seen) const {
    if (seen.is_missing()) return {missing_, ItemReason::Missing};
    if (is_bool_dict(seen.value))
      return {tri_of(any_true(*seen.value.as<Dict>())), ItemReason::Entries};
    if (!yes_ && !no_ && !has_neutral_) {
      const bool* boolean = seen.value.as<bool>();
      return boolean == nullptr ? ItemVerdict{Tri::Unknown, ItemReason::NotBoolean}
                                : ItemVerdict{tri_of(*boolean), ItemReason::Boolean};
    }
    const auto is = [&](const std::optional<Matcher>& operand) {
      return operand && operand->matches(seen.value, seen.text);
    };
    if (is(yes_)) return {Tri::Yes, ItemReason::MatchesTrue};
    if (is(no_)) return {Tri::No, ItemReason::MatchesFalse};
    return {otherwise(), ItemReason::MatchesNone};
  }

 private:
  static std::optional<Matcher> matcher(const std::optional<Value>& operand) {
    return operand ? std::optional<Matcher>(*operand) : std::nullopt;
  }

  /// The result for a value that matches neither operand: if only one operand is given, its
  /// opposite.
  Tri otherwise() const {
    if (has_neutral_ || (yes_ && no_)) return Tri::Unknown;
    return yes_ ? Tri::No : Tri::Yes;
  }

  Tri missing_;
  std::optional<Matcher> yes_, no_;
  bool has_neutral_;  ///< values that match it are unknown, like unmatched values
};

MatchRule rule_of(const MetaMatch& c) { return MatchRule(c); }

/// Rule 9 with equality; rules 4 and 6 come before it.
auto rule_of(const MetaIs& c) {
  return [&c, wanted = Matcher(c.value)](const Seen& seen) -> ItemVerdict {
    if (seen.is_missing()) return {c.missing, ItemReason::Missing};
    if (is_bool_dict(seen.value))
      return {tri_of(any_true(*seen.value.as<Dict>())), ItemReason::Entries};
    return {tri_of(wanted.equals(seen.value, seen.text)), ItemReason::Equality};
  };
}

bool is_no_hours(const Value& value) {
  return value.is_null() || value == Value("") || value == Value(Dict{}) || value == Value(List{});
}

std::optional<Hours> hours_in(const Value& value) {
  const auto* text = value.as<std::string>();
  return text == nullptr ? std::nullopt : read_hours(*text);
}

auto rule_of(const HoursContain& c) {
  return [&c](const Seen& seen) -> ItemVerdict {
    if (is_no_hours(seen.value)) return {c.missing, ItemReason::NoHours};
    const auto hours = hours_in(seen.value);
    if (!hours) return {Tri::No, ItemReason::UnreadableHours};
    const bool is_open = hours->start_minute <= c.start_minute && c.end_minute <= hours->end_minute;
    return {tri_of(is_open), ItemReason::Hours};
  };
}

/// Whether the item's hours share a minute with [first, end), on the day or in the night after it.
ItemVerdict decide_overlap(const Value& value, std::int64_t first, std::int64_t end, Tri missing) {
  if (is_no_hours(value)) return {missing, ItemReason::NoHours};
  const auto hours = hours_in(value);
  if (!hours) return {Tri::No, ItemReason::UnreadableHours};
  if (is_empty(*hours)) return {missing, ItemReason::EqualEnds};
  const auto overlaps = [&](std::int64_t later) {
    return std::max(hours->start_minute, first + later) < std::min(hours->end_minute, end + later);
  };
  if (overlaps(0)) return {Tri::Yes, ItemReason::Hours};
  if (overlaps(kMinutesOfDay)) return {Tri::Yes, ItemReason::NightAfter};
  return {Tri::No, ItemReason::Hours};
}

auto rule_of(const HoursAt& c) {
  return [&c](const Seen& seen) {
    return decide_overlap(seen.value, c.minute, c.minute + 1, c.missing);
  };
}

auto rule_of(const HoursAny& c) {
  return [&c](const Seen& seen) {
    return decide_overlap(seen.value, c.start_minute, c.end_minute, c.missing);
  };
}

bool has_length(const Value& value) {
  const auto hours = hours_in(value);
  return hours && !is_empty(*hours);
}

auto rule_of(const HoursClosed& c) {
  return [&c](const Seen& seen) -> ItemVerdict {
    const Value hours = hours_of_day(c, seen.value);
    if (has_length(hours)) return {Tri::No, ItemReason::OpenThatDay};
    if (!is_no_hours(hours)) {
      return {c.missing, hours_in(hours) ? ItemReason::EqualEnds : ItemReason::UnreadableHours};
    }
    if (c.day && !other_days(seen.value, *c.day).empty())
      return {Tri::Yes, ItemReason::ClosedThatDay};
    return {c.missing, ItemReason::NoHours};
  };
}

template <class T>
concept ItemCondition = requires(const T& condition) { rule_of(condition); };

[[noreturn]] void no_item_condition() { throw std::logic_error("not a condition on items"); }

}  // namespace

const Path& item_path(const Condition& condition) {
  const Path* path = find_field<Path>(condition).value;
  if (path == nullptr || stage_of(condition) != Stage::Items) no_item_condition();
  return *path;
}

Path asked_path(const Condition& condition) {
  Path path = item_path(condition);
  const auto* closed = std::get_if<HoursClosed>(&condition);
  if (closed != nullptr && closed->day) path.push_back(*closed->day);
  return path;
}

std::vector<Bound> bounds_of(const MetaNumber& condition) {
  std::vector<Bound> bounds;
  const auto add = [&](Comparison sign, const std::optional<double>& value) {
    if (value) bounds.push_back({sign, *value});
  };
  add(Comparison::Gte, condition.gte);
  add(Comparison::Gt, condition.gt);
  add(Comparison::Lte, condition.lte);
  add(Comparison::Lt, condition.lt);
  return bounds;
}

bool meets(double number, const Bound& bound) { return compares(number, bound.sign, bound.value); }

Bound opposite(const Bound& bound) {
  switch (bound.sign) {
    case Comparison::Gte:
      return {Comparison::Lt, bound.value};
    case Comparison::Gt:
      return {Comparison::Lte, bound.value};
    case Comparison::Lte:
      return {Comparison::Gt, bound.value};
    case Comparison::Lt:
      return {Comparison::Gte, bound.value};
  }
  return bound;
}

std::vector<std::string> other_days(const Value& days, const std::string& day) {
  std::vector<std::string> others;
  const Dict* dict = days.as<Dict>();
  if (dict == nullptr) return others;
  for (const auto& [key, hours] : *dict) {
    if (key != day && has_length(value_at(days, {key}))) others.push_back(key);
  }
  return others;
}

Value hours_of_day(const HoursClosed& condition, const Value& value) {
  return condition.day ? value_at(value, {*condition.day}) : value;
}

std::vector<std::uint8_t> decide(const Condition& condition, std::span<const Value> values,
                                 std::span<const std::string> texts) {
  std::vector<std::uint8_t> verdicts(values.size());
  std::visit(
      [&]<class T>(const T& c) {
        static_assert(ItemCondition<T> == (kStageOf<T> == Stage::Items),
                      "a condition on items has a `rule_of`");
        if constexpr (ItemCondition<T>) {
          const auto rule = rule_of(c);
          for (std::size_t code = 0; code < verdicts.size(); ++code) {
            const Tri tri = rule({values[code], texts[code]}).value;
            verdicts[code] =
                static_cast<std::uint8_t>((tri == Tri::Yes ? 1 : 0) | (tri == Tri::No ? 2 : 0));
          }
        } else {
          no_item_condition();
        }
      },
      condition);
  return verdicts;
}

ItemVerdict decide_one(const Condition& condition, const Value& value) {
  const std::string text = text_of(value);
  return std::visit(
      [&]<class T>(const T& c) -> ItemVerdict {
        if constexpr (ItemCondition<T>) return rule_of(c)({value, text});
        no_item_condition();
      },
      condition);
}

}  // namespace seedc::language
