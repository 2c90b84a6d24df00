// Writes the fields of votes one after another, texts and lists after their sizes, so that
// different fields are different bytes.
#include "runtime/language/votes_key.h"

#include <tsl/robin_map.h>

#include <type_traits>

#include "runtime/base/text_hash.h"

namespace seedc::language {
namespace {

class KeyWriter {
 public:
  explicit KeyWriter(std::string& key) : key_(key) {}

  template <class T>
    requires std::is_arithmetic_v<T> || std::is_enum_v<T>
  void operator()(T field) {
    key_.append(reinterpret_cast<const char*>(&field), sizeof field);
  }
  void operator()(const std::string& text) {
    (*this)(text.size());
    key_ += text;
  }
  void operator()(const Value& value) { (*this)(to_json(value)); }
  /// All else follows from what is written.
  void operator()(const Pattern& pattern) { (*this)(pattern.source); }
  // These name all members: one that is added does not compile until it is here.
  void operator()(const Circle& circle) {
    const auto& [friends, hops] = circle;
    (*this)(friends);
    (*this)(hops);
  }
  void operator()(const MatchCondition& condition) {
    const auto& [path, test, value] = condition;
    (*this)(path);
    (*this)(test);
    (*this)(value);
  }
  template <class T>
  void operator()(const std::vector<T>& list) {
    (*this)(list.size());
    for (const T& each : list) (*this)(each);
  }
  template <class T>
  void operator()(const std::optional<T>& field) {
    (*this)(field.has_value());
    if (field) (*this)(*field);
  }

 private:
  std::string& key_;
};

}  // namespace

std::string votes_key(const Condition& condition) {
  std::string key;
  KeyWriter write(key);
  write(condition.index());
  std::visit([&](const auto& each) { for_each_vote_field(each, write); }, condition);
  return key;
}

std::vector<std::uint32_t> number_votes(std::span<const Condition* const> conditions,
                                        const base::Call& call) {
  tsl::robin_map<std::string, std::uint32_t, base::TextHash> known;
  std::vector<std::uint32_t> numbers;
  for (const Condition* condition : conditions) {
    call.check();
    const auto next = static_cast<std::uint32_t>(known.size());
    numbers.push_back(known.try_emplace(votes_key(*condition), next).first->second);
  }
  return numbers;
}

}  // namespace seedc::language
