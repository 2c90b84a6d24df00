// Implements the rules of item_meta and item_meta_hours, each prepared once for all values it
// decides.
#include "runtime/language/item_rules.h"

#include <algorithm>
#include <stdexcept>

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

/// Rules 4 to 9: an absent operand does not match any value.
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

bool is_no_hours(const Value& value) {
  return value.is_null() || value == Value("") || value == Value(Dict{}) || value == Value(List{});
}

auto rule_of(const HoursContain& c) {
  return [&c](const Seen& seen) -> ItemVerdict {
    if (is_no_hours(seen.value)) return {c.missing, ItemReason::NoHours};
    const auto* text = seen.value.as<std::string>();
    const auto hours = text == nullptr ? std::nullopt : read_hours(*text);
    if (!hours) return {Tri::No, ItemReason::UnreadableHours};
    const bool is_open = hours->start_minute <= c.start_minute && c.end_minute <= hours->end_minute;
    return {tri_of(is_open), ItemReason::Hours};
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

std::vector<std::uint8_t> decide(const Condition& condition, std::span<const Value> values,
                                 std::span<const std::string> texts) {
  std::vector<std::uint8_t> verdicts(values.size());
  std::visit(
      [&]<class T>(const T& c) {
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
