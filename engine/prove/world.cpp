// Divides demands into those on one path of the item and those on its reviews, which do not depend
// on each other, and puts the parts together.
#include "engine/prove/world.h"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <set>

#include "engine/prove/bundle_line.h"
#include "engine/prove/item_value.h"
#include "engine/prove/review_counts.h"
#include "runtime/language/item_rules.h"

namespace seedc::prove {
namespace {

using language::Dict;
using language::Path;
using language::Value;
using Numbers = std::vector<std::size_t>;

bool is_on_item(const Demand& demand) {
  return language::stage_of(*demand.condition) == language::Stage::Items;
}

std::vector<Demand> demands_of(const std::vector<Demand>& all, const Numbers& numbers) {
  std::vector<Demand> demands;
  for (const std::size_t number : numbers) demands.push_back(all[number]);
  return demands;
}

/// Fewer of the numbers that are impossible as well, by leaving out one after the other.
Numbers least_core(Numbers numbers, Budget& budget,
                   const std::function<bool(const Numbers&)>& is_impossible) {
  for (std::size_t i = numbers.size(); i-- > 0 && numbers.size() > 1 && !budget.is_over();) {
    Numbers fewer = numbers;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
    if (is_impossible(fewer)) numbers = std::move(fewer);
  }
  return numbers;
}

/// The part of a world that is the item.
class ItemSearch {
 public:
  ItemSearch(const std::vector<Demand>& demands, Budget& budget)
      : demands_(demands), budget_(budget) {
    for (std::size_t number = 0; number < demands.size(); ++number) {
      if (!is_on_item(demands[number])) continue;
      const Path path = language::asked_path(*demands[number].condition);
      paths_[path].push_back(number);
      if (!path.empty()) keys_.insert(path.back());
    }
  }

  /// Whether every path has a value by itself; sets `answer` otherwise.
  void look_at_paths(FoundWorld& answer) {
    for (const auto& [path, numbers] : paths_) {
      FoundValue found = look_at(path, numbers);
      values_[path] = found.value;
      if (found.answer == Answer::Impossible) {
        const auto is_impossible = [&, &at = path](const Numbers& fewer) {
          return look_at(at, fewer).answer == Answer::Impossible;
        };
        answer = {.answer = Answer::Impossible,
                  .core = least_core(numbers, budget_, is_impossible)};
        return;
      }
      if (found.answer == Answer::GaveUp)
        answer = {.answer = Answer::GaveUp, .core = numbers, .reason = std::move(found.reason)};
    }
  }

  /// Puts the values together, the innermost first. False if one does not fit around another.
  bool build(Dict& business) {
    std::vector<Path> order;
    for (const auto& [path, value] : values_) {
      if (!path.empty()) order.push_back(path);
    }
    std::ranges::stable_sort(order, std::greater(), &Path::size);
    for (const Path& path : order) {
      if (!place(path, business)) return false;
    }
    return true;
  }

 private:
  FoundValue look_at(const Path& path, const Numbers& numbers) {
    const std::vector<Demand> demands = demands_of(demands_, numbers);
    if (!path.empty()) return find_item_value(demands, {}, budget_);
    const bool fits = std::ranges::all_of(demands, [](const Demand& demand) {
      return demand.allowed.has(decide_item(*demand.condition, {}));
    });
    return {.answer = fits ? Answer::Found : Answer::Impossible};
  }

  bool place(const Path& path, Dict& business) {
    ItemValue value = values_.at(path);
    const Value* inside = find_at(business, path);
    const Dict* entries = inside == nullptr ? nullptr : inside->as<Dict>();
    if (entries != nullptr && !entries->empty()) {
      FoundValue found = find_item_value(demands_of(demands_, paths_.at(path)), *entries, budget_);
      if (found.answer != Answer::Found) return false;
      value = found.value;
    }
    if (!value.value.is_null()) set_at(business, path, written_for_item(value.value));
    if (value.has_other_days && asks_for_other_days(path)) add_day(path, business);
    return true;
  }

  bool asks_for_other_days(const Path& path) const {
    return std::ranges::any_of(paths_.at(path), [&](std::size_t number) {
      const auto* closed = std::get_if<language::HoursClosed>(demands_[number].condition);
      return closed != nullptr && closed->day;
    });
  }

  /// A day of which no condition asks.
  void add_day(Path path, Dict& business) const {
    static constexpr std::array kDays = {"Sunday",    "Saturday", "Friday", "Thursday",
                                         "Wednesday", "Tuesday",  "Monday", "Every day"};
    const auto* const day =
        std::ranges::find_if(kDays, [&](const char* each) { return !keys_.contains(each); });
    if (day == kDays.end()) return;
    path.back() = *day;
    set_at(business, path, "9:0-17:0");
  }

  const std::vector<Demand>& demands_;
  Budget& budget_;
  std::map<Path, Numbers> paths_;
  std::map<Path, ItemValue> values_;
  std::set<std::string> keys_;
};

Numbers all_of_reviews(const std::vector<Demand>& demands) {
  Numbers numbers;
  for (std::size_t number = 0; number < demands.size(); ++number) {
    if (!is_on_item(demands[number])) numbers.push_back(number);
  }
  return numbers;
}

}  // namespace

FoundWorld WorldSearch::find(const std::vector<Demand>& demands, Budget& budget) {
  FoundWorld answer{.answer = Answer::Found};
  ItemSearch item(demands, budget);
  item.look_at_paths(answer);
  if (answer.answer == Answer::Impossible) return answer;
  const Numbers numbers = all_of_reviews(demands);
  const auto find_some = [&](const Numbers& some) {
    return find_reviews(demands_of(demands, some), reviews_, budget);
  };
  FoundReviews found = find_some(numbers);
  if (found.answer == Answer::Impossible) {
    return {.answer = Answer::Impossible,
            .core = least_core(numbers, budget, [&](const Numbers& fewer) {
              return find_some(fewer).answer == Answer::Impossible;
            })};
  }
  if (answer.answer == Answer::GaveUp) return answer;
  if (found.answer == Answer::GaveUp)
    return {.answer = Answer::GaveUp, .core = numbers, .reason = std::move(found.reason)};
  Dict business;
  if (!item.build(business))
    return {.answer = Answer::GaveUp, .reason = "one path leads on from the value of another"};
  answer.line = bundle_line(business, found.reviews);
  return answer;
}

}  // namespace seedc::prove
