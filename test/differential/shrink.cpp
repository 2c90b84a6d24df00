// Greedy: the first smaller structure that still fails is taken, until none does.
#include "test/differential/shrink.h"

#include <algorithm>

namespace seedc::differential {
namespace {

using plain::Json;

constexpr int kMaxTries = 400;
constexpr int kMaxFormulaTries = 4000;

/// The evidence with one option less, `kind` aside.
std::vector<Json> smaller_evidence(const Json& leaf) {
  std::vector<Json> smaller;
  for (const auto& [key, value] : leaf.at("evidence").items()) {
    if (key == "kind") continue;
    Json candidate = leaf;
    candidate["evidence"].erase(key);
    smaller.push_back(std::move(candidate));
  }
  return smaller;
}

/// Structures one step smaller, those that lose most first.
std::vector<Json> smaller_structures(const Json& node) {
  if (node.contains("evidence")) return smaller_evidence(node);
  const Json& args = node.at("args");
  std::vector<Json> smaller(args.begin(), args.end());
  for (std::size_t i = 0; i < args.size() && node.at("op") != "NOT"; ++i) {
    Json candidate = node;
    candidate["args"].erase(i);
    if (candidate.contains("k") && candidate["k"] > candidate["args"].size()) continue;
    smaller.push_back(std::move(candidate));
  }
  for (std::size_t i = 0; i < args.size(); ++i) {
    for (Json& arg : smaller_structures(args[i])) {
      Json candidate = node;
      candidate["args"][i] = std::move(arg);
      smaller.push_back(std::move(candidate));
    }
  }
  return smaller;
}

bool is_operation(const Json& value) { return value.contains("op") && value.contains("args"); }

/// An object or list with the value of one key, or at one index, replaced.
Json with_part(Json whole, const std::string& key, Json part) {
  (whole.is_array() ? whole[std::stoul(key)] : whole[key]) = std::move(part);
  return whole;
}

std::vector<Json> without_a_part(const Json& value) {
  std::vector<Json> smaller;
  for (const auto& [key, part] : value.items()) {
    smaller.push_back(value);
    if (value.is_array()) {
      smaller.back().erase(std::stoul(key));
    } else {
      smaller.back().erase(key);
    }
  }
  return smaller;
}

/// Values one step smaller, those that lose most first. An operation keeps the number of its
/// operands.
std::vector<Json> smaller_values(const Json& value) {
  if (!value.is_structured()) return {};
  if (is_operation(value)) {
    std::vector<Json> smaller(value["args"].begin(), value["args"].end());
    for (const auto& [index, arg] : value["args"].items()) {
      for (Json& less : smaller_values(arg)) {
        smaller.push_back(
            with_part(value, "args", with_part(value["args"], index, std::move(less))));
      }
    }
    return smaller;
  }
  std::vector<Json> smaller = without_a_part(value);
  for (const auto& [key, part] : value.items()) {
    for (Json& less : smaller_values(part)) {
      smaller.push_back(with_part(value, key, std::move(less)));
    }
  }
  return smaller;
}

Json shrink_by(const std::function<std::vector<Json>(const Json&)>& smaller_than, Json value,
               int max_tries, const std::function<bool(const Json&)>& still_fails) {
  for (int tries = 0; tries < max_tries;) {
    const std::vector<Json> smaller = smaller_than(value);
    const auto failing = std::find_if(smaller.begin(), smaller.end(), [&](const Json& candidate) {
      return ++tries <= max_tries && still_fails(candidate);
    });
    if (failing == smaller.end()) break;
    value = *failing;
  }
  return value;
}

}  // namespace

Json shrink(Json structure, const std::function<bool(const Json&)>& still_fails) {
  return shrink_by(smaller_structures, std::move(structure), kMaxTries, still_fails);
}

Json shrink_formula(Json formula, const std::function<bool(const Json&)>& still_fails) {
  return shrink_by(smaller_values, std::move(formula), kMaxFormulaTries, still_fails);
}

}  // namespace seedc::differential
