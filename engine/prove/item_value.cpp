// Tries the values that stand for their kinds, and rules out the kinds that have none.
#include "engine/prove/item_value.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <set>
#include <string_view>

#include "engine/prove/infinity.h"
#include "runtime/language/item_rules.h"
#include "runtime/language/text.h"

namespace seedc::prove {
namespace {

using language::Condition;
using language::Dict;
using language::Tri;
using language::Value;

/// What an option of item_meta is matched with.
struct Operand {
  Value value;           ///< as read
  std::string text;      ///< of the value
  bool has_text = true;  ///< a JSON boolean matches by value alone
};

void add_operands(const Value& expected, std::vector<Operand>& operands) {
  if (const auto* list = expected.as<language::List>()) {
    for (const Value& element : *list) add_operands(element, operands);
  } else if (!expected.is_null()) {
    const auto* text = expected.as<std::string>();
    Value value = text != nullptr ? language::read(*text) : expected;
    std::string value_text = language::text_of(value);
    operands.push_back({std::move(value), std::move(value_text), expected.as<bool>() == nullptr});
  }
}

std::vector<Operand> operands_of(const Value& expected) {
  std::vector<Operand> operands;
  add_operands(expected, operands);
  return operands;
}
std::vector<Operand> operands_of(const std::optional<Value>& expected) {
  return expected ? operands_of(*expected) : std::vector<Operand>();
}

/// All operands of a condition.
std::vector<Operand> operands_of(const Condition& condition) {
  std::vector<Operand> operands;
  const auto look_at = [&]<class T>(std::string_view, const T& field) {
    if constexpr (std::is_same_v<T, Value>) {
      add_operands(field, operands);
    } else if constexpr (std::is_same_v<T, std::optional<Value>>) {
      if (field) add_operands(*field, operands);
    }
  };
  std::visit([&](const auto& each) { language::for_each_field(each, look_at); }, condition);
  return operands;
}

// The kinds of values that are not tried one by one.
enum class ValueKind : std::uint8_t { Text, NumberText, Number, DictWithTrue, DictOfFalse };

bool is_dict(ValueKind kind) {
  return kind == ValueKind::DictWithTrue || kind == ValueKind::DictOfFalse;
}

/// One way in which conditions can have the values asked for: texts that occur in the value's, and
/// texts that do not.
struct TextNeeds {
  std::vector<std::string> has, lacks;
};
using Ways = std::vector<TextNeeds>;

Ways always() { return {TextNeeds()}; }
Ways joined(Ways a, const Ways& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}
Ways both(const Ways& a, const Ways& b) {
  Ways out;
  for (const TextNeeds& left : a) {
    for (const TextNeeds& right : b) {
      TextNeeds needs = left;
      needs.has.insert(needs.has.end(), right.has.begin(), right.has.end());
      needs.lacks.insert(needs.lacks.end(), right.lacks.begin(), right.lacks.end());
      out.push_back(std::move(needs));
    }
  }
  return out;
}

/// Values that are equal to an operand are tried one by one: here only texts count.
Ways matches(const std::vector<Operand>& operands) {
  Ways ways;
  for (const Operand& operand : operands) {
    if (operand.has_text) ways.push_back({.has = {operand.text}});
  }
  return ways;
}
Ways matches_none(const std::vector<Operand>& operands) {
  TextNeeds needs;
  for (const Operand& operand : operands) {
    if (operand.has_text) needs.lacks.push_back(operand.text);
  }
  return {needs};
}

/// How a condition can have one of the allowed values at a value of a kind. A way may ask for less
/// than the rules do, never for more.
class WaysOf {
 public:
  WaysOf(TriSet allowed, ValueKind kind) : allowed_(allowed), kind_(kind) {}

  Ways operator()(const language::MetaContains& c) const {
    return joined(if_allowed(Tri::Yes, {{.has = {c.text}}}),
                  if_allowed(Tri::No, {{.lacks = {c.text}}}));
  }
  Ways operator()(const language::MetaNotContains& c) const {
    return joined(if_allowed(Tri::Yes, {{.lacks = {c.text}}}),
                  if_allowed(Tri::No, {{.has = {c.text}}}));
  }
  Ways operator()(const language::MetaNotMatch& c) const {
    const std::vector<Operand> operands = operands_of(c.value);
    return joined(if_allowed(Tri::Yes, matches_none(operands)),
                  if_allowed(Tri::No, matches(operands)));
  }
  Ways operator()(const language::MetaMatch& c) const {
    if (is_dict(kind_)) return of_dict();
    if (!c.yes && !c.no && !c.neutral) return constant(Tri::Unknown);
    const std::vector<Operand> yes = operands_of(c.yes), no = operands_of(c.no);
    const Ways not_yes = matches_none(yes);
    Tri otherwise = Tri::Unknown;
    if (!c.neutral && !(c.yes && c.no)) otherwise = c.yes ? Tri::No : Tri::Yes;
    return joined(
        joined(if_allowed(Tri::Yes, matches(yes)), if_allowed(Tri::No, both(not_yes, matches(no)))),
        if_allowed(otherwise, both(not_yes, matches_none(no))));
  }
  Ways operator()(const language::MetaIs&) const {
    return is_dict(kind_) ? of_dict() : constant(Tri::No);
  }
  Ways operator()(const language::MetaNumber&) const {
    if (kind_ == ValueKind::Number || kind_ == ValueKind::NumberText) return always();
    return constant(Tri::Unknown);
  }
  Ways operator()(const language::HoursContain&) const { return constant(Tri::No); }
  Ways operator()(const language::HoursAt&) const { return constant(Tri::No); }
  Ways operator()(const language::HoursAny&) const { return constant(Tri::No); }
  Ways operator()(const language::HoursClosed& c) const { return constant(c.missing); }
  template <class T>
  Ways operator()(const T&) const {
    return always();
  }

 private:
  Ways if_allowed(Tri value, Ways ways) const {
    return allowed_.has(value) ? std::move(ways) : Ways();
  }
  Ways constant(Tri value) const { return if_allowed(value, always()); }
  Ways of_dict() const { return constant(language::tri_of(kind_ == ValueKind::DictWithTrue)); }

  TriSet allowed_;
  ValueKind kind_;
};

/// Texts that occur in every value of the kind.
std::vector<std::string> certain_texts(ValueKind kind) {
  if (kind == ValueKind::DictWithTrue) return {"{", "}", "'", ": true"};
  if (kind == ValueKind::DictOfFalse) return {"{", "}", "'", ": false"};
  return {""};
}

bool can_occur(const std::string& text, ValueKind kind) {
  const bool is_number = kind == ValueKind::Number || kind == ValueKind::NumberText;
  return !is_number || text.find_first_not_of("0123456789.+-e") == std::string::npos;
}

bool occurs_in_one(const std::string& part, const std::vector<std::string>& texts) {
  return std::ranges::any_of(
      texts, [&](const std::string& text) { return text.find(part) != std::string::npos; });
}

/// `'key': true`, as it occurs in the text of a dict.
std::optional<std::pair<std::string, bool>> entry_in(const std::string& text) {
  constexpr std::string_view kTrue = "': true", kFalse = "': false";
  const bool is_true = text.ends_with(kTrue);
  if (!text.starts_with('\'') || (!is_true && !text.ends_with(kFalse))) return std::nullopt;
  const std::size_t end = text.size() - (is_true ? kTrue : kFalse).size();
  if (end <= 1) return std::nullopt;
  const std::string key = text.substr(1, end - 1);
  if (key.find_first_of("'\"\\{},:") != std::string::npos) return std::nullopt;
  return std::pair(key, is_true);
}

class ValueSearch {
 public:
  ValueSearch(const std::vector<Demand>& demands, const Dict& entries, Budget& budget)
      : demands_(demands), entries_(entries), budget_(budget) {
    for (const Demand& demand : demands) {
      has_hours_ = has_hours_ ||
                   language::kind_of(*demand.condition) == language::EvidenceKind::ItemMetaHours;
      has_bounds_ = has_bounds_ || std::holds_alternative<language::MetaNumber>(*demand.condition);
      for (Operand& operand : language_operands(demand)) operands_.push_back(std::move(operand));
    }
  }

  FoundValue run() {
    if (!entries_.empty()) return try_entries();
    if (try_first()) return found_;
    if (has_hours_) try_hours();
    if (!is_found() && !budget_.is_over()) try_numbers();
    for (const ValueKind kind : kinds()) {
      if (is_found()) break;
      gave_up_ = gave_up_ || budget_.is_over();
      look_at_kind(kind);
    }
    if (is_found()) return found_;
    if (!gave_up_) return {.answer = Answer::Impossible};
    return {.reason = "no value of the item was found that its conditions ask for"};
  }

 private:
  static std::vector<Operand> language_operands(const Demand& demand) {
    return operands_of(*demand.condition);
  }

  bool is_found() const { return found_.answer == Answer::Found; }

  bool fits(const ItemValue& value) const {
    return std::ranges::all_of(demands_, [&](const Demand& demand) {
      return demand.allowed.has(decide_item(*demand.condition, value));
    });
  }

  bool attempt(const Value& value) {
    for (const bool has_other_days : {true, false}) {
      const ItemValue candidate{value, has_other_days};
      if (!fits(candidate)) continue;
      found_ = {.answer = Answer::Found, .value = candidate};
      return true;
    }
    return false;
  }

  /// Values that occur in the conditions, and those that are the only ones of their kind.
  bool try_first() {
    bool has_booleans = false;
    if (has_hours_ && attempt("9:0-17:0")) return true;
    for (const Operand& operand : operands_) {
      has_booleans = has_booleans || operand.value.as<bool>() != nullptr;
      if (attempt(operand.value) || attempt(operand.text)) return true;
    }
    std::vector<Value> values = {Value(), "", language::List(), Dict()};
    values.insert(has_booleans ? values.begin() : values.begin() + 1, {Value(true), Value(false)});
    return std::ranges::any_of(values, [&](const Value& value) { return attempt(value); });
  }

  // Hours: what begins and ends between the same minutes of the conditions is alike.

  std::vector<std::int64_t> minutes() const {
    std::set<std::int64_t> ends = {0, language::kMinutesOfDay};
    const auto add = [&](std::int64_t minute) {
      ends.insert({minute, minute + language::kMinutesOfDay});
    };
    for (const Demand& demand : demands_) {
      if (const auto* c = std::get_if<language::HoursContain>(demand.condition)) {
        add(c->start_minute);
        add(c->end_minute);
      } else if (const auto* at = std::get_if<language::HoursAt>(demand.condition)) {
        add(at->minute);
        add(at->minute + 1);
      } else if (const auto* any = std::get_if<language::HoursAny>(demand.condition)) {
        add(any->start_minute);
        add(any->end_minute);
      }
    }
    std::set<std::int64_t> all;
    for (const std::int64_t end : ends) {
      for (const std::int64_t minute : {end - 1, end, end + 1}) {
        if (minute >= 0) all.insert(minute);
      }
    }
    all.insert(*all.rbegin() + language::kMinutesOfDay);
    return {all.begin(), all.end()};
  }

  static std::string clock(std::int64_t minute) {
    return fmt::format("{}:{}", minute / 60, minute % 60);
  }

  /// Hours that are read with these ends; std::nullopt if there are none.
  static std::optional<std::string> hours(std::int64_t start, std::int64_t end) {
    const std::int64_t earlier = end - language::kMinutesOfDay;
    if (earlier >= 0 && earlier < start) return clock(start) + "-" + clock(earlier);
    if (end < start) return std::nullopt;
    return clock(start) + "-" + clock(end);
  }

  void try_hours() {
    const std::vector<std::int64_t> all = minutes();
    bool is_possible = false;
    for (const std::int64_t start : all) {
      for (const std::int64_t end : all) {
        if (budget_.is_over()) gave_up_ = true;
        if (gave_up_) return;
        const auto text = hours(start, end);
        if (!text) continue;
        if (attempt(*text)) return;
        is_possible = is_possible || (has_others() && fits_hours(*text));
      }
    }
    gave_up_ = gave_up_ || is_possible;
  }

  static bool is_on_hours(const Demand& demand) {
    return language::kind_of(*demand.condition) == language::EvidenceKind::ItemMetaHours;
  }
  bool has_others() const { return !std::ranges::all_of(demands_, is_on_hours); }
  bool fits_hours(const std::string& text) const {
    return std::ranges::all_of(demands_, [&](const Demand& demand) {
      return !is_on_hours(demand) || demand.allowed.has(decide_item(*demand.condition, {text}));
    });
  }

  // Numbers: those that the conditions name, and some from between.

  /// In order, a few from each interval between the bounds, its ends included.
  std::vector<double> numbers_between_bounds() const {
    std::set<double> bounds;
    for (const Demand& demand : demands_) {
      if (const auto* c = std::get_if<language::MetaNumber>(demand.condition)) {
        for (const language::Bound& bound : language::bounds_of(*c)) bounds.insert(bound.value);
      }
    }
    std::vector<double> numbers;
    double previous = -kInfinity;
    for (const double bound : bounds) {
      const double between =
          std::isfinite(previous) ? std::floor(previous / 2 + bound / 2) : std::floor(bound) - 1;
      numbers.insert(numbers.end(),
                     {bound, between, previous / 2 + bound / 2, std::nextafter(bound, -kInfinity),
                      std::nextafter(bound, kInfinity)});
      previous = bound;
    }
    if (std::isfinite(previous)) numbers.push_back(std::ceil(previous) + 1);
    std::erase_if(numbers, [](double number) { return !std::isfinite(number); });
    return numbers;
  }

  bool attempt_number(double number) {
    constexpr double kExact = 9.2e18;  // integers of 64 bits
    if (number == std::floor(number) && std::abs(number) < kExact &&
        attempt(Value(static_cast<std::int64_t>(number))))
      return true;
    return attempt(Value(number));
  }

  bool fits_bounds(double number) const {
    return std::ranges::all_of(demands_, [&](const Demand& demand) {
      return !std::holds_alternative<language::MetaNumber>(*demand.condition) ||
             demand.allowed.has(decide_item(*demand.condition, {number}));
    });
  }

  void try_numbers() {
    std::vector<double> numbers = numbers_between_bounds();
    has_number_in_bounds_ = !has_bounds_ || std::ranges::any_of(numbers, [&](double number) {
      return fits_bounds(number);
    });
    for (const Operand& operand : operands_) {
      if (const bool* boolean = operand.value.as<bool>()) numbers.push_back(*boolean ? 1 : 0);
      if (const auto number = language::numeric(operand.value)) numbers.push_back(*number);
    }
    for (const double number : numbers) {
      if (attempt_number(number) || (number == 0 && attempt(Value(-0.0)))) return;
      if (has_bounds_ && attempt(language::text_of(Value(number)))) return;
    }
    for (std::int64_t digit = 0; digit < 10; ++digit) {
      if (attempt(Value(digit)) || attempt(Value(11 * digit))) return;
    }
  }

  // Kinds of which texts are all that is looked at.

  std::vector<ValueKind> kinds() const {
    const bool is_of_entries = std::ranges::any_of(demands_, [](const Demand& demand) {
      const auto* contains = std::get_if<language::MetaContains>(demand.condition);
      return contains != nullptr && entry_in(contains->text);
    });
    std::vector<ValueKind> kinds = {ValueKind::Text, ValueKind::DictWithTrue,
                                    ValueKind::DictOfFalse};
    if (is_of_entries) std::ranges::rotate(kinds, kinds.begin() + 1);
    if (has_number_in_bounds_) kinds.push_back(ValueKind::Number);
    if (has_number_in_bounds_ && has_bounds_) kinds.push_back(ValueKind::NumberText);
    return kinds;
  }

  void look_at_kind(ValueKind kind) {
    std::vector<Ways> ways;
    for (const Demand& demand : demands_) {
      ways.push_back(std::visit(WaysOf(demand.allowed, kind), *demand.condition));
      if (ways.back().empty()) return;
    }
    std::ranges::stable_sort(ways, {}, &Ways::size);
    choose(kind, ways, 0, {});
  }

  /// Takes one way of each condition. A text that must not occur, in one that must, rules it out.
  void choose(ValueKind kind, const std::vector<Ways>& ways, std::size_t next,
              const TextNeeds& needs) {
    if (is_found() || budget_.is_over()) {
      gave_up_ = true;
      return;
    }
    if (next == ways.size()) return build(kind, needs);
    for (const TextNeeds& way : ways[next]) {
      TextNeeds both = needs;
      both.has.insert(both.has.end(), way.has.begin(), way.has.end());
      both.lacks.insert(both.lacks.end(), way.lacks.begin(), way.lacks.end());
      if (is_possible(kind, both)) choose(kind, ways, next + 1, both);
      if (is_found()) return;
    }
  }

  static bool is_possible(ValueKind kind, const TextNeeds& needs) {
    const std::vector<std::string> certain = certain_texts(kind);
    return std::ranges::none_of(needs.lacks,
                                [&](const std::string& part) {
                                  return occurs_in_one(part, needs.has) ||
                                         occurs_in_one(part, certain);
                                }) &&
           std::ranges::all_of(needs.has,
                               [&](const std::string& part) { return can_occur(part, kind); });
  }

  void build(ValueKind kind, const TextNeeds& needs) {
    bool is_built = false;
    if (kind == ValueKind::Text) {
      is_built = build_text(needs);
    } else if (is_dict(kind)) {
      is_built = attempt(dict_of(kind, needs));
    }
    gave_up_ = gave_up_ || !is_built;
  }

  /// The texts that must occur, without those that are in others, apart from each other.
  bool build_text(const TextNeeds& needs) {
    std::vector<std::string> parts;
    for (const std::string& part : needs.has) {
      if (!occurs_in_one(part, parts)) parts.push_back(part);
    }
    for (const std::string& separator : separators(needs)) {
      std::string text;
      for (const std::string& part : parts) text += (text.empty() ? "" : separator) + part;
      for (const std::string& whole : {text, text.empty() ? "other" : text + separator + "other",
                                       std::string(separator).append(text).append(separator)})
        if (!whole.empty() && attempt(whole)) return true;
    }
    return false;
  }

  /// What can be between texts without making others occur; the last always can.
  std::vector<std::string> separators(const TextNeeds& needs) const {
    std::vector<std::string> all = {", ", " ", "|"};
    std::string every;
    for (const std::string& text : needs.lacks) every += text;
    for (const Operand& operand : operands_) every += operand.text;
    for (char candidate = '!'; candidate < '~'; ++candidate) {
      if (every.find(candidate) == std::string::npos) {
        all.push_back(std::string(1, candidate));
        all.push_back(std::string(2, candidate));
        break;
      }
    }
    all.emplace_back("\u00b7");
    return all;
  }

  Dict dict_of(ValueKind kind, const TextNeeds& needs) const {
    Dict dict = entries_;
    const bool is_true = kind == ValueKind::DictWithTrue;
    for (const std::string& part : needs.has) {
      const auto entry = entry_in(part);
      if (entry && (is_true || !entry->second)) {
        language::insert_or_assign(dict, entry->first, entry->second);
      } else {
        language::insert_or_assign(dict, part, is_true);
      }
    }
    const bool has_it = std::ranges::any_of(
        dict, [&](const auto& entry) { return entry.second == Value(is_true); });
    if (!has_it) language::insert_or_assign(dict, "other", is_true);
    return dict;
  }

  /// Dicts that have the entries which other paths lead to.
  FoundValue try_entries() {
    TextNeeds needs;
    for (const Demand& demand : demands_) {
      const auto* contains = std::get_if<language::MetaContains>(demand.condition);
      if (contains != nullptr && demand.allowed == TriSet::of(Tri::Yes))
        needs.has.push_back(contains->text);
    }
    if (!attempt(entries_) && !attempt(dict_of(ValueKind::DictWithTrue, needs)))
      attempt(dict_of(ValueKind::DictOfFalse, needs));
    if (is_found()) return found_;
    return {.reason = "one path leads on from the value of another"};
  }

  const std::vector<Demand>& demands_;
  const Dict& entries_;
  Budget& budget_;
  std::vector<Operand> operands_;
  bool has_hours_ = false;   ///< whether a condition is on hours
  bool has_bounds_ = false;  ///< whether one is on numbers
  bool has_number_in_bounds_ = true;
  bool gave_up_ = false;
  FoundValue found_;
};

}  // namespace

FoundValue find_item_value(const std::vector<Demand>& demands, const Dict& entries,
                           Budget& budget) {
  return ValueSearch(demands, entries, budget).run();
}

Tri decide_item(const Condition& condition, const ItemValue& value) {
  const auto* closed = std::get_if<language::HoursClosed>(&condition);
  if (closed == nullptr || !closed->day) return language::decide_one(condition, value.value).value;
  Dict days;
  if (!value.value.is_null()) days.emplace_back(*closed->day, written_for_item(value.value));
  if (value.has_other_days) days.emplace_back(*closed->day + " after", Value("9:0-17:0"));
  return language::decide_one(condition, days.empty() ? Value() : Value(std::move(days))).value;
}

Value written_for_item(const Value& value) {
  const auto* text = value.as<std::string>();
  if (text == nullptr || language::read(*text) == value) return value;
  return "'" + *text + "'";
}

}  // namespace seedc::prove
