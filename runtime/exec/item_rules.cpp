// The rules of item_meta and item_meta_hours.
#include "runtime/exec/item_rules.h"

#include <algorithm>
#include <stdexcept>

#include "runtime/contract/text.h"

namespace seedc {
namespace {

/// A value of the column with its text; null is missing.
struct Seen {
  const Value& value;
  const std::string& text;
  bool is_missing() const { return value.is_null(); }
  bool contains(const std::string& part) const { return text.find(part) != std::string::npos; }
};

Tri decide_one(const plan::MetaNotContains& c, const Seen& seen) {
  return tri_of(seen.is_missing() || !seen.contains(c.text));
}

Tri decide_one(const plan::MetaNotMatch& c, const Seen& seen) {
  return tri_of(seen.is_missing() || !matches(seen.value, c.value));
}

Tri decide_one(const plan::MetaContains& c, const Seen& seen) { return tri_of(seen.contains(c.text)); }

bool is_bool_dict(const Value& value) {
  const Dict* dict = value.as<Dict>();
  return dict != nullptr && !dict->empty() &&
         std::all_of(dict->begin(), dict->end(), [](const auto& entry) { return entry.second.template as<bool>(); });
}

bool any_true(const Dict& dict) {
  return std::any_of(dict.begin(), dict.end(), [](const auto& entry) { return entry.second == Value(true); });
}

Tri decide_one(const plan::MetaMatch& c, const Seen& seen) {
  if (seen.is_missing()) return c.missing;
  if (is_bool_dict(seen.value)) return tri_of(any_true(*seen.value.as<Dict>()));
  if (!c.yes && !c.no && !c.neutral) {
    const bool* boolean = seen.value.as<bool>();
    return boolean == nullptr ? Tri::Unknown : tri_of(*boolean);
  }
  const auto is = [&](const std::optional<Value>& operand) { return operand && matches(seen.value, *operand); };
  if (c.no && !c.yes && !c.neutral) return !tri_of(is(c.no));
  if (c.yes && !c.no && !c.neutral) return tri_of(is(c.yes));
  if (is(c.yes)) return Tri::Yes;
  return is(c.no) ? Tri::No : Tri::Unknown;
}

bool is_no_hours(const Value& value) {
  return value.is_null() || value == Value("") || value == Value(Dict{}) || value == Value(List{});
}

Tri decide_one(const plan::HoursContain& c, const Seen& seen) {
  if (is_no_hours(seen.value)) return c.missing;
  const auto* text = seen.value.as<std::string>();
  const auto hours = text == nullptr ? std::nullopt : read_hours(*text);
  return tri_of(hours && hours->start_minute <= c.start_minute && c.end_minute <= hours->end_minute);
}

template <class T>
concept ItemCondition = requires(const T& condition, const Seen& seen) { decide_one(condition, seen); };

[[noreturn]] void no_item_condition() { throw std::logic_error("not a condition on items"); }

}  // namespace

const Path& item_path(const plan::Condition& condition) {
  return std::visit(
      []<class T>(const T& c) -> const Path& {
        if constexpr (ItemCondition<T>) return c.path;
        no_item_condition();
      },
      condition);
}

std::vector<std::uint8_t> decide(const plan::Condition& condition, const Column& column,
                                 const std::vector<std::string>& texts) {
  std::vector<std::uint8_t> verdicts(column.values.size());
  std::visit(
      [&]<class T>(const T& c) {
        if constexpr (ItemCondition<T>) {
          for (std::size_t code = 0; code < verdicts.size(); ++code) {
            const Tri tri = decide_one(c, {column.values[code], texts[code]});
            verdicts[code] = static_cast<std::uint8_t>((tri == Tri::Yes ? 1 : 0) | (tri == Tri::No ? 2 : 0));
          }
        } else {
          no_item_condition();
        }
      },
      condition);
  return verdicts;
}

}  // namespace seedc
