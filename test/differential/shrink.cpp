// Greedy: the first smaller structure that still fails is taken, until none does.
#include "test/differential/shrink.h"

#include <algorithm>

namespace seedc::differential {
namespace {

using plain::Json;

constexpr int kMaxTries = 400;

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

}  // namespace

Json shrink(Json structure, const std::function<bool(const Json&)>& still_fails) {
  for (int tries = 0; tries < kMaxTries;) {
    const std::vector<Json> smaller = smaller_structures(structure);
    const auto failing = std::find_if(smaller.begin(), smaller.end(), [&](const Json& candidate) {
      return ++tries <= kMaxTries && still_fails(candidate);
    });
    if (failing == smaller.end()) break;
    structure = *failing;
  }
  return structure;
}

}  // namespace seedc::differential
