// Random requests over random datasets: every engine gives what the plain reading of semantics.md
// gives, at every item.
//
// Each round is one dataset and 200 requests. SEEDC_DIFF_SEED (1) is the seed of the first round,
// and SEEDC_DIFF_ROUNDS (50) how many there are; round n has the seed of the first plus n.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "test/differential/engines.h"
#include "test/differential/grown_snapshot.h"
#include "test/differential/harness.h"
#include "test/differential/plain/evaluator.h"
#include "test/differential/random_dataset.h"
#include "test/differential/random_program.h"
#include "test/differential/shrink.h"

namespace seedc::differential {
namespace {

constexpr std::size_t kConditionsPerRound = 120;
constexpr std::size_t kStructuresPerRound = 50;

int number(language::Tri value) { return static_cast<int>(value); }

/// The requests of a round: structures p, and from each of them what the second oracle asks for.
struct Program {
  std::vector<Json> requests;  ///< p, NOT p, AND(p, q), OR(p, q), where q is the next p

  explicit Program(const std::vector<Json>& structures) {
    for (std::size_t i = 0; i < structures.size(); ++i) {
      const Json& p = structures[i];
      const Json& q = structures[(i + 1) % structures.size()];
      requests.push_back(p);
      requests.push_back(logic_node("NOT", Json::array({p})));
      requests.push_back(logic_node("AND", Json::array({p, q})));
      requests.push_back(logic_node("OR", Json::array({p, q})));
    }
  }
};

class Round {
 public:
  explicit Round(std::uint64_t seed)
      : seed_(seed),
        random_(seed),
        records_(random_records(random_, random_size(random_))),
        evaluator_(plain::world_of(records_)) {
    write_dataset(records_, folder_.path());
    conditions_ = random_conditions(random_, kConditionsPerRound);
  }

  void run() {
    std::vector<Json> structures;
    for (std::size_t i = 0; i < kStructuresPerRound; ++i) {
      structures.push_back(random_structure(random_, conditions_));
    }
    const Program program(structures);
    const auto engines = run_engines(folder_.path(), program.requests);
    if (!engines) {
      ADD_FAILURE() << heading() << engines.error().text;
      return;
    }
    std::vector<EngineValues> all = *engines;
    all.insert(all.begin(), {"plain", plain_values(program)});
    compare(program, all);
    for (const EngineValues& values : all) check_partition(values);
  }

  /// Which values each kind of evidence took.
  void collect(std::map<std::string, std::set<int>>& seen) {
    for (const Json& condition : conditions_) {
      for (const language::Tri value : evaluator_.evaluate({{"evidence", condition}})) {
        seen[condition.at("kind")].insert(number(value));
      }
    }
  }

 private:
  std::vector<std::vector<language::Tri>> plain_values(const Program& program) {
    std::vector<std::vector<language::Tri>> values;
    for (const Json& request : program.requests) values.push_back(evaluator_.evaluate(request));
    return values;
  }

  /// Reports the first request on which the engines differ; the others often have the same cause.
  void compare(const Program& program, const std::vector<EngineValues>& all) {
    for (std::size_t request = 0; request < program.requests.size(); ++request) {
      for (std::size_t engine = 1; engine < all.size(); ++engine) {
        if (all[engine].values[request] != all[0].values[request])
          return report(program, request, all);
        count_evaluations(all[0].values[request].size());
      }
    }
  }

  /// Where a failure can be looked into; keeps the files.
  std::string heading() {
    folder_.keep();
    return fmt::format("seed {}, files in {}\n", seed_, folder_.path().string());
  }

  void report(const Program& program, std::size_t request, const std::vector<EngineValues>& all) {
    const Json& whole = program.requests[request];
    const std::string text = heading() + fmt::format("request R{}: {}\n", request, whole.dump()) +
                             describe_difference(request, all);
    if (!disagreement(whole)) {
      ADD_FAILURE() << text << "alone, the request gives no difference";
      return;
    }
    const auto still_fails = [this](const Json& structure) {
      return disagreement(structure).has_value();
    };
    const Json reduced = shrink(whole, still_fails);
    ADD_FAILURE() << text << "reduced: " << reduced.dump() << '\n' << *disagreement(reduced);
  }

  /// How the engines differ on a request alone, or std::nullopt if they agree or it does not
  /// compile.
  std::optional<std::string> disagreement(const Json& structure) {
    Folder folder;
    write_dataset(records_, folder.path());
    const auto engines = run_engines(folder.path(), {structure});
    if (!engines) return std::nullopt;
    std::vector<EngineValues> all = *engines;
    all.insert(all.begin(), {"plain", {evaluator_.evaluate(structure)}});
    const std::string difference = describe_difference(0, all);
    return difference.empty() ? std::nullopt : std::optional(difference);
  }

  /// The values of each engine at the first item where they differ, and the item.
  std::string describe_difference(std::size_t request, const std::vector<EngineValues>& all) const {
    for (std::size_t item = 0; item < evaluator_.world().items.size(); ++item) {
      std::string values;
      bool differ = false;
      for (const EngineValues& engine : all) {
        values += fmt::format("  {}: {}\n", engine.engine, number(engine.values[request][item]));
        differ = differ || engine.values[request][item] != all[0].values[request][item];
      }
      if (differ) return values + describe_item(item);
    }
    return "";
  }

  std::string describe_item(std::size_t number) const {
    const plain::Item& item = evaluator_.world().items[number];
    std::string text = fmt::format("item {}: {}\n", number, item.value.dump());
    for (const Json& review : item.reviews) text += fmt::format("  review: {}\n", review.dump());
    return text;
  }

  /// The second oracle: p, NOT p and the items where p is unknown make the whole; AND is the least,
  /// OR the greatest.
  void check_partition(const EngineValues& engine) {
    const auto& values = engine.values;
    for (std::size_t p = 0; p < values.size(); p += 4) {
      const std::size_t q = (p + 4) % values.size();
      for (std::size_t item = 0; item < values[p].size(); ++item) {
        const int at_p = number(values[p][item]);
        const int at_q = number(values[q][item]);
        const bool holds = number(values[p + 1][item]) == -at_p &&
                           number(values[p + 2][item]) == std::min(at_p, at_q) &&
                           number(values[p + 3][item]) == std::max(at_p, at_q);
        if (holds) continue;
        ADD_FAILURE() << heading()
                      << fmt::format("{}: NOT, AND or OR of R{} and R{} at item {}", engine.engine,
                                     p, q, item);
        return;
      }
    }
  }

  std::uint64_t seed_;
  Random random_;
  plain::Records records_;
  plain::Evaluator evaluator_;
  std::vector<Json> conditions_;
  Folder folder_;
};

TEST(Differential, EveryEngineAgreesWithThePlainReading) {
  constexpr int kMostReports = 3;
  const testing::TestResult& result =
      *testing::UnitTest::GetInstance()->current_test_info()->result();
  const std::uint64_t first = setting("SEEDC_DIFF_SEED", 1);
  const std::uint64_t rounds = setting("SEEDC_DIFF_ROUNDS", 50);
  for (std::uint64_t i = 0; i < rounds && result.total_part_count() < kMostReports; ++i) {
    Round(first + i).run();
  }
}

TEST(Differential, SnapshotsThatGrowAreOftenContinued) {
  unsigned continued = 0;
  for (unsigned seed = 1; seed <= 30; ++seed) {
    Random random(seed);
    const Folder folder;
    write_dataset(random_records(random, random_size(random)), folder.path());
    const auto times = save_growing_snapshot(folder.path(), folder.path() / "s", {}, seed);
    continued += times.value_or(0);
  }
  EXPECT_GE(continued, 8);
}

TEST(Differential, RandomConditionsTakeEveryValueTheyCan) {
  std::map<std::string, std::set<int>> seen;
  for (std::uint64_t seed = 1; seed <= 4; ++seed) Round(seed).collect(seen);
  const std::set<int> all = {-1, 0, 1};
  const std::set<int> without_unknown = {-1, 1};
  const std::map<std::string, std::set<int>> expected = {
      {"item_meta", all},
      {"item_meta_hours", all},
      {"review_text", all},
      {"review_match", all},
      {"review_meta", all},
      {"review_sentiment", without_unknown},
      {"review_group_rating", without_unknown},
      {"review_group_rating_negative", without_unknown},
      {"social_rating", without_unknown},
  };
  EXPECT_EQ(seen, expected);
}

}  // namespace
}  // namespace seedc::differential
