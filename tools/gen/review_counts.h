// The number of reviews of each item, and their order in the file.
#pragma once

#include <cstdint>
#include <vector>

namespace seedc::gen {

/// The maximum that review_counts can distribute without overflow.
constexpr std::uint32_t kMaxItems = 1'000'000;
constexpr std::uint32_t kMaxReviews = 100'000'000;

/// Distributes `reviews` over `items`, with a long tail: a few items have many, some have none.
std::vector<std::uint32_t> review_counts(std::uint64_t seed, std::uint32_t items,
                                         std::uint32_t reviews);

/// The item of every review, in mixed order as in a file that grew over the years.
std::vector<std::uint32_t> review_order(std::uint64_t seed,
                                        const std::vector<std::uint32_t>& counts);

}  // namespace seedc::gen
