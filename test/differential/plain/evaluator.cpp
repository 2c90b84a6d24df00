// Logic (semantics.md section 4), and the rule of each kind of evidence.
#include "test/differential/plain/evaluator.h"

#include <algorithm>
#include <stdexcept>

#include "test/differential/plain/rules.h"

namespace seedc::plain {
namespace {

bool has(const std::vector<language::Tri>& values, language::Tri value) {
  return std::find(values.begin(), values.end(), value) != values.end();
}

language::Tri conjunction(const std::vector<language::Tri>& args) {
  if (args.empty()) return language::Tri::Unknown;
  if (has(args, language::Tri::No)) return language::Tri::No;
  return has(args, language::Tri::Unknown) ? language::Tri::Unknown : language::Tri::Yes;
}

language::Tri disjunction(const std::vector<language::Tri>& args) {
  if (args.empty()) return language::Tri::Unknown;
  if (has(args, language::Tri::Yes)) return language::Tri::Yes;
  return has(args, language::Tri::Unknown) ? language::Tri::Unknown : language::Tri::No;
}

language::Tri at_least(long k, const std::vector<language::Tri>& args) {
  const auto yes = std::count(args.begin(), args.end(), language::Tri::Yes);
  const auto unknown = std::count(args.begin(), args.end(), language::Tri::Unknown);
  if (yes >= k) return language::Tri::Yes;
  return yes + unknown < k ? language::Tri::No : language::Tri::Unknown;
}

language::Tri join(const Json& node, const std::vector<language::Tri>& args) {
  const Json& op = node.at("op");
  if (op == "AND") return conjunction(args);
  if (op == "OR") return disjunction(args);
  if (op == "AT_LEAST") return at_least(node.at("k").get<long>(), args);
  return !args.at(0);
}

}  // namespace

std::vector<language::Tri> Evaluator::evaluate(const Json& node) {
  if (node.contains("evidence")) return condition(node.at("evidence"));
  std::vector<std::vector<language::Tri>> args;
  for (const Json& arg : node.at("args")) args.push_back(evaluate(arg));
  std::vector<language::Tri> values;
  for (std::size_t item = 0; item < world_.items.size(); ++item) {
    std::vector<language::Tri> at_item;
    for (const auto& arg : args) at_item.push_back(arg[item]);
    values.push_back(join(node, at_item));
  }
  return values;
}

const std::vector<language::Tri>& Evaluator::condition(const Json& evidence) {
  const auto [known, is_new] = conditions_.try_emplace(evidence.dump());
  if (is_new) {
    for (const Item& item : world_.items) known->second.push_back(condition_at(evidence, item));
  }
  return known->second;
}

language::Tri Evaluator::condition_at(const Json& evidence, const Item& item) const {
  const auto kind = evidence.at("kind").get<std::string>();
  if (kind == "item_meta") return item_meta(evidence, item);
  if (kind == "item_meta_hours") return item_meta_hours(evidence, item);
  const World& world = item.own ? *item.own : world_;
  if (kind == "review_text") return review_text(evidence, item, world);
  if (kind == "review_match") return review_match(evidence, item, world);
  if (kind == "review_meta") return review_meta(evidence, item);
  if (kind == "review_sentiment") return review_sentiment(evidence, item, world);
  if (kind == "review_group_rating") return review_group_rating(evidence, item);
  if (kind == "review_group_rating_negative") return review_group_rating_negative(evidence, item);
  if (kind == "social_rating") return social_rating(evidence, item, world);
  throw std::invalid_argument("unknown evidence kind " + kind);
}

}  // namespace seedc::plain
