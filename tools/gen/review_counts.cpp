// Distributes reviews over items and shuffles them.
#include "tools/gen/review_counts.h"

#include <numeric>
#include <utility>

#include "tools/gen/random.h"

namespace seedc::gen {
namespace {

constexpr int kNoReviewsPercent = 3;
constexpr std::uint64_t kMaxWeight = 65'536;

std::vector<std::uint64_t> make_weights(std::uint64_t seed, std::uint32_t items) {
  Random random(seed, Stream::ReviewCounts);
  std::vector<std::uint64_t> weights(items);
  for (std::uint64_t& weight : weights) {
    const std::uint64_t popular = kMaxWeight * 16 / (16 + random.below(4096));
    weight = random.chance(kNoReviewsPercent) ? 0 : popular;
  }
  if (weights[0] == 0) weights[0] = 1;  // some item must have the reviews
  return weights;
}

}  // namespace

std::vector<std::uint32_t> review_counts(std::uint64_t seed, std::uint32_t items,
                                         std::uint32_t reviews) {
  const std::vector<std::uint64_t> weights = make_weights(seed, items);
  const std::uint64_t total = std::reduce(weights.begin(), weights.end());
  std::vector<std::uint32_t> counts;
  counts.reserve(items);
  std::uint64_t weight_so_far = 0;
  std::uint64_t shared_out = 0;
  for (const std::uint64_t weight : weights) {
    weight_so_far += weight;
    const std::uint64_t share_so_far = weight_so_far * reviews / total;
    counts.push_back(static_cast<std::uint32_t>(share_so_far - shared_out));
    shared_out = share_so_far;
  }
  return counts;
}

std::vector<std::uint32_t> review_order(std::uint64_t seed,
                                        const std::vector<std::uint32_t>& counts) {
  std::vector<std::uint32_t> order;
  order.reserve(std::reduce(counts.begin(), counts.end()));
  for (std::uint32_t item = 0; item < counts.size(); ++item) {
    order.insert(order.end(), counts[item], item);
  }
  Random random(seed, Stream::ReviewOrder);
  for (std::size_t left = order.size(); left > 1; --left) {
    std::swap(order[left - 1], order[random.below(left)]);
  }
  return order;
}

}  // namespace seedc::gen
