// Claims about random requests: whatever is proved holds at every random item, by the plain
// evaluator, which shares nothing with the proofs. What is refuted has been run already.
//
// SEEDC_PROVE_SEED (1) is the seed of the first round, and SEEDC_PROVE_ROUNDS (12) how many there
// are. The totals are printed at the end.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>

#include "engine/claims.h"
#include "test/differential/harness.h"
#include "test/differential/plain/evaluator.h"
#include "test/differential/random_dataset.h"
#include "test/differential/random_program.h"

namespace seedc::differential {
namespace {

using language::Tri;
using prove::Verdict;

constexpr std::size_t kConditions = 6;
constexpr std::size_t kItems = 200;

/// What the rounds came to.
struct Totals {
  std::uint64_t proved = 0, refuted = 0, undecided = 0;
  std::uint64_t items = 0;  ///< at which proved claims were looked at
  std::map<std::string, std::uint64_t> reasons;
};

/// The same condition, asking for somewhat more or less.
Json varied(Random& random, Json condition) {
  for (const char* number : {"min_matches", "min_stars", "gte", "lte", "gt", "lt", "threshold",
                             "min_positive", "count", "value", "hops"}) {
    if (!condition.contains(number) || !condition.at(number).is_number()) continue;
    const double value = condition.at(number).get<double>();
    if (std::string_view(number) == "hops") {
      condition[number] = 3 - static_cast<int>(value);
    } else if (value == std::floor(value)) {
      condition[number] = static_cast<std::int64_t>(value) + 1;
    }
  }
  for (const char* text : {"pattern", "contains", "not_contains"}) {
    if (!condition.contains(text) || !condition.at(text).is_string()) continue;
    const auto whole = condition.at(text).get<std::string>();
    if (std::ranges::all_of(whole, [](char c) { return std::isalnum(c) || c == ' '; }) &&
        whole.size() > 2)
      condition[text] = whole.substr(0, whole.size() - random.between(1, 2));
  }
  for (const char* inner : {"social_filter", "group_filter"}) {
    if (condition.contains(inner)) condition[inner] = varied(random, condition[inner]);
  }
  return condition;
}

class ProofRound {
 public:
  ProofRound(std::uint64_t seed, Totals& totals)
      : seed_(seed),
        totals_(totals),
        random_(seed),
        evaluator_(plain::world_of(random_records(random_, {kItems, 4}))) {}

  void run() {
    make_requests();
    const std::string file = (folder_.path() / "requests.jsonl").string();
    {
      std::ofstream out(file);
      for (std::size_t i = 0; i < requests_.size(); ++i)
        out << Json{{"id", name(i)}, {"structure", requests_[i]}}.dump() << '\n';
    }
    const std::vector<std::string> claims = make_claims();
    const auto decided = engine::decide_claims({file}, claims, {}, {});
    if (!decided) {
      ADD_FAILURE() << "seed " << seed_ << ": " << decided.error().text;
      return;
    }
    ASSERT_EQ(decided->claims.size(), claims.size());
    for (std::size_t i = 0; i < claims.size(); ++i) check(i, decided->claims[i]);
  }

 private:
  static std::string name(std::size_t request) { return fmt::format("R{}", request); }

  Json leaf(const Json& condition) {
    Json node;
    node["aspect"] = "x";
    node["evidence"] = condition;
    return node;
  }

  void make_requests() {
    std::vector<Json> conditions;
    for (std::size_t i = 0; i < kConditions; ++i) {
      conditions.push_back(random_condition(random_));
      conditions.push_back(varied(random_, conditions.back()));
    }
    for (const Json& condition : conditions) requests_.push_back(leaf(condition));
    for (std::size_t i = 0; i < kConditions; ++i)
      requests_.push_back(random_structure(random_, conditions));
    for (const Json& request : requests_) values_.push_back(evaluator_.evaluate(request));
  }

  struct Asked {
    std::string word;
    std::size_t left, right;
  };

  std::vector<std::string> make_claims() {
    std::vector<std::string> claims;
    const auto add = [&](const char* word, std::size_t left, std::size_t right) {
      asked_.push_back({word, left, right});
      claims.push_back(left == right ? fmt::format("{} {}", word, name(left))
                                     : fmt::format("{} {} {}", name(left), word, name(right)));
    };
    for (std::size_t i = 0; i < requests_.size(); ++i) {
      for (const char* word : {"never", "always", "decided"}) add(word, i, i);
      const std::size_t other = i ^ 1;
      for (const std::size_t j : {other, random_.below(requests_.size())}) {
        if (j == i) continue;
        for (const char* word : {"implies", "disjoint", "same"}) add(word, i, j);
      }
    }
    return claims;
  }

  static bool holds(const std::string& word, Tri left, Tri right) {
    if (word == "never") return left != Tri::Yes;
    if (word == "always") return left == Tri::Yes;
    if (word == "decided") return left != Tri::Unknown;
    if (word == "implies") return left != Tri::Yes || right == Tri::Yes;
    if (word == "disjoint") return left != Tri::Yes || right != Tri::Yes;
    return left == right;
  }

  void check(std::size_t number, const engine::DecidedClaim& claim) {
    const Asked& asked = asked_[number];
    if (claim.verdict.kind == Verdict::Kind::Refuted) ++totals_.refuted;
    if (claim.verdict.kind == Verdict::Kind::Undecided) {
      ++totals_.undecided;
      ++totals_.reasons[claim.verdict.reason.substr(0, 60)];
    }
    if (claim.verdict.kind != Verdict::Kind::Proved) return;
    ++totals_.proved;
    for (std::size_t item = 0; item < values_[asked.left].size(); ++item) {
      ++totals_.items;
      const bool is_right =
          holds(asked.word, values_[asked.left][item], values_[asked.right][item]);
      EXPECT_TRUE(is_right) << "seed " << seed_ << ": proved, but item " << item
                            << " refutes it: " << claim.claim << "\n"
                            << requests_[asked.left].dump() << "\n"
                            << requests_[asked.right].dump();
      if (!is_right) return;
    }
  }

  std::uint64_t seed_;
  Totals& totals_;
  Random random_;
  Folder folder_;
  plain::Evaluator evaluator_;
  std::vector<Json> requests_;
  std::vector<std::vector<Tri>> values_;
  std::vector<Asked> asked_;
};

TEST(Prove, RandomItemsRefuteNothingProved) {
  Totals totals;
  const std::uint64_t first = setting("SEEDC_PROVE_SEED", 1);
  for (std::uint64_t round = 0; round < setting("SEEDC_PROVE_ROUNDS", 12); ++round)
    ProofRound(first + round, totals).run();
  fmt::print(stderr, "claims: {} proved, {} refuted, {} undecided; {} items tried\n", totals.proved,
             totals.refuted, totals.undecided, totals.items);
  for (const auto& [reason, count] : totals.reasons)
    fmt::print(stderr, "  {} undecided: {}\n", count, reason);
  EXPECT_GT(totals.proved, 0U);
  EXPECT_GT(totals.refuted, 0U);
}

/// The published requests, if they are beside the project.
std::filesystem::path published() {
  return std::filesystem::path(SEEDC_SOURCE_DIR) / ".." / "shared" / "data" / "philly_cafes";
}

/// All pairs of the published requests: nearly all are decided within 50 ms each, and what is
/// proved holds at the published items.
TEST(Prove, PairsOfPublishedRequests) {
  if (!std::filesystem::exists(published() / "expected.json")) GTEST_SKIP();
  std::ifstream in(published() / "expected.json");
  const Json expected = Json::parse(in).at("requests");
  struct Pair {
    std::string left, right;
    bool is_implication;
  };
  std::vector<Pair> pairs;
  std::vector<std::string> claims;
  for (const auto& left : expected.items()) {
    for (const auto& right : expected.items()) {
      if (left.key() == right.key()) continue;
      pairs.push_back({left.key(), right.key(), true});
      claims.push_back(left.key() + " implies " + right.key());
      if (left.key() > right.key()) continue;
      pairs.push_back({left.key(), right.key(), false});
      claims.push_back(left.key() + " disjoint " + right.key());
    }
  }
  const auto begin = std::chrono::steady_clock::now();
  const auto decided = engine::decide_claims({(published() / "requests.jsonl").string()}, claims,
                                             {}, {.time_per_claim = std::chrono::milliseconds(50)});
  ASSERT_TRUE(decided.has_value());
  const std::chrono::duration<double, std::milli> elapsed =
      std::chrono::steady_clock::now() - begin;
  Totals totals;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const Verdict& verdict = decided->claims[i].verdict;
    if (verdict.kind == Verdict::Kind::Refuted) ++totals.refuted;
    if (verdict.kind == Verdict::Kind::Undecided) {
      ++totals.undecided;
      ++totals.reasons[verdict.reason];
    }
    if (verdict.kind != Verdict::Kind::Proved) continue;
    ++totals.proved;
    const Json& left = expected.at(pairs[i].left);
    const Json& right = expected.at(pairs[i].right);
    for (std::size_t item = 0; item < left.size(); ++item) {
      const bool is_right = left[item] != 1 || (right[item] == 1) == pairs[i].is_implication;
      EXPECT_TRUE(is_right) << claims[i] << " at item " << item;
    }
  }
  fmt::print(stderr, "pairs: {} proved, {} refuted, {} undecided within 50 ms; {:.2f} ms each\n",
             totals.proved, totals.refuted, totals.undecided,
             elapsed.count() / static_cast<double>(pairs.size()));
  for (const auto& [reason, count] : totals.reasons)
    fmt::print(stderr, "  {} undecided: {}\n", count, reason);
  EXPECT_LT(totals.undecided * 20, pairs.size());
}

}  // namespace
}  // namespace seedc::differential
