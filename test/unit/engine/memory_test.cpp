// Memory that a call's account refuses: each of its charges in turn. The call ends as an error
// value, what was charged is given back, and the same call afterwards gives what it gives alone.
#include "runtime/base/memory.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <functional>
#include <string>

#include "engine/datasets.h"
#include "engine/guarded.h"
#include "engine/run.h"
#include "test/unit/dataset_folder.h"

namespace seedc::engine {
namespace {

constexpr std::string_view kChargedItems =
    R"({"business_id": "a", "name": "A", "categories": "Tea", "stars": 4.5, "attributes": {"HasTV": "True"}}
{"business_id": "b", "name": "B", "categories": "Bakeries", "stars": 3.0}
)";
constexpr std::string_view kChargedReviews =
    R"({"review_id": "r1", "business_id": "b", "stars": 5, "useful": 3, "text": "so cozy and clean"}
{"review_id": "r2", "business_id": "a", "stars": 2, "useful": 0, "text": "loud, sticky tables"}
{"review_id": "r3", "business_id": "a", "stars": 4, "useful": 9, "text": "snug but loudly sticky"}
)";
constexpr std::string_view kChargedRequests = R"(
cozy: review_text("cozy|snug")
calm: AND(item_meta(attributes.HasTV, true: "True"), NOT(review_text("loudly")))
useful: review_meta(useful, op: gte, value: 3)
)";
constexpr std::string_view kChargedFormula = R"({
"filter": {"keywords": ["clean", "sticky"]}, "extract": {"fields": [{"name": "MOOD", "type": "string"}]},
"compute": [{"name": "N", "op": "count"},
            {"name": "TOTAL", "op": "sum", "expr": "meta.useful"},
            {"name": "MOODS", "op": "collect", "expr": "MOOD"}],
"output": ["N", "TOTAL", "MOODS"]})";
constexpr std::string_view kChargedExtractions = R"({"review_id": "r1", "MOOD": "calm"}
{"review_id": "r2", "MOOD": "cross"}
)";

/// Refuses one of the charges, and counts what is taken.
class RefusingAccount final : public base::MemoryAccount {
 public:
  /// Charges count from 1; 0: none is refused.
  explicit RefusingAccount(std::uint64_t refused) : refused_(refused) {}
  bool take(std::uint64_t bytes) noexcept override {
    if (++charges_ == refused_) return false;
    used_ += bytes;
    return true;
  }
  void give_back(std::uint64_t bytes) noexcept override { used_ -= bytes; }
  std::uint64_t limit() const noexcept override { return 1'000'000; }
  std::uint64_t charges() const { return charges_; }
  std::uint64_t used() const { return used_; }

 private:
  std::uint64_t refused_;
  std::atomic<std::uint64_t> charges_ = 0, used_ = 0;
};

class AccountHost final : public Host {
 public:
  explicit AccountHost(std::shared_ptr<base::MemoryAccount> account)
      : call_({.memory = std::move(account)}) {}
  base::Call call() const override { return call_; }

 private:
  base::Call call_;
};

class MemoryTest : public testing::Test {
 protected:
  MemoryTest() {
    folder_.write("restaurants.jsonl", kChargedItems);
    folder_.write("review_1.jsonl", kChargedReviews);
    folder_.write("requests.req", kChargedRequests);
    folder_.write("f.json", kChargedFormula);
    folder_.write("f.jsonl", kChargedExtractions);
    EXPECT_TRUE(write_snapshot({.data = data::source_at(folder_.path())}, snapshot()));
  }
  std::string snapshot() const { return folder_.file("all.snapshot"); }

  base::Result<std::string> run(const std::string& data, Backend backend, Host& host) const {
    const EvaluateOptions options{
        .data = data::source_at(data), .backend = backend, .threads = 1, .host = &host};
    const auto compilation =
        compile_files({folder_.file("requests.req"), folder_.file("f.json")}, {.host = &host});
    if (!compilation) return tl::unexpected(compilation.error());
    auto run = run_requests(**compilation, plan_of(**compilation, false), options);
    if (!run) return tl::unexpected(run.error());
    FormulaRunOptions formulas;
    formulas.extractions = {folder_.file("f.jsonl")};
    formulas.execute.threads = 1;
    if (auto done = run_formulas(*run, **compilation, formulas); !done)
      return tl::unexpected(done.error());
    return format_program_run(*run, report::Format::Json);
  }

  void refuse_each_charge(const std::string& data, Backend backend) const {
    const auto run_with = [&](const std::shared_ptr<RefusingAccount>& account) {
      AccountHost host(account);
      return guarded([&] { return run(data, backend, host); });
    };
    const auto free = std::make_shared<RefusingAccount>(0);
    const auto expected = run_with(free);
    ASSERT_TRUE(expected) << expected.error().text;
    EXPECT_GT(free->charges(), 5U);
    EXPECT_EQ(free->used(), 0U) << "all is given back";
    for (std::uint64_t charge = 1; charge <= free->charges(); ++charge) {
      const auto account = std::make_shared<RefusingAccount>(charge);
      const auto refused = run_with(account);
      ASSERT_FALSE(refused) << "charge " << charge;
      EXPECT_EQ(refused.error().kind(), base::ErrorKind::Limit) << refused.error().text;
      EXPECT_TRUE(refused.error().text.starts_with("out of memory: the call may use 1.0 MB"))
          << refused.error().text;
      EXPECT_EQ(account->used(), 0U) << "charge " << charge;
      const auto again = run_with(std::make_shared<RefusingAccount>(0));
      ASSERT_TRUE(again) << again.error().text;
      EXPECT_EQ(*again, *expected) << "after charge " << charge;
    }
  }

  unit::DatasetFolder folder_;
};

TEST_F(MemoryTest, RunsWithoutIt) { refuse_each_charge(folder_.path(), Backend::Interp); }

TEST_F(MemoryTest, RunsOfASnapshotWithoutIt) { refuse_each_charge(snapshot(), Backend::Interp); }

TEST_F(MemoryTest, NativeRunsWithoutIt) { refuse_each_charge(snapshot(), Backend::Jit); }

TEST_F(MemoryTest, LoadsOfSeveralBlocksInSeveralThreadsWithoutIt) {
  std::string items;  // with texts of their own
  for (int i = 0; i < 100'000; ++i)
    items += R"({"business_id": ")" + std::to_string(i) + R"(", "x": "its own: )" +
             std::to_string(i) + "\"}\n";
  folder_.write("restaurants.jsonl", items);
  const auto load_with = [&](const std::shared_ptr<RefusingAccount>& account) {
    return guarded([&] {
      return data::source_at(folder_.path())
          ->load({.item_paths = {{"x"}}}, {.threads = 4, .call = base::Call({.memory = account})})
          .map([](const data::Dataset& data) { return data.item_count(); });
    });
  };
  const auto free = std::make_shared<RefusingAccount>(0);
  ASSERT_EQ(load_with(free), 100'000U);
  EXPECT_EQ(free->used(), 0U);
  const std::uint64_t step = std::max<std::uint64_t>(1, free->charges() / 20);
  int reached = 0;
  for (std::uint64_t charge = 1; charge < free->charges(); charge += step) {
    const auto account = std::make_shared<RefusingAccount>(charge);
    const auto refused = load_with(account);
    // A load in which one thread takes most blocks has fewer charges than another.
    if (account->charges() < charge) {
      EXPECT_EQ(refused, 100'000U) << "charge " << charge;
      continue;
    }
    ++reached;
    ASSERT_FALSE(refused) << "charge " << charge;
    EXPECT_EQ(refused.error().kind(), base::ErrorKind::Limit);
    EXPECT_EQ(account->used(), 0U) << "charge " << charge;
  }
  EXPECT_GT(reached, 10);
}

TEST_F(MemoryTest, ADatasetThatOutlivesItsCallStaysCharged) {
  const auto session = std::make_shared<base::MemoryBudget>(1 << 30);
  std::optional<data::Dataset> kept;
  {
    const base::Call call({.memory = std::make_shared<base::MemoryBudget>(1 << 20, session)});
    const data::DataNeeds needs{.review_paths = {{"useful"}}, .texts = true};
    kept = data::source_at(folder_.path())->load(needs, {.threads = 1, .call = call})->for_call({});
  }
  EXPECT_GT(session->used(), 0U);
  const std::uint64_t before = session->used();
  kept->review_column({"useful"});
  EXPECT_EQ(session->used(), before);
  kept.reset();
  EXPECT_EQ(session->used(), 0U);
}

TEST_F(MemoryTest, ASnapshotsColumnsAreChargedToTheCallThatReadsThem) {
  const data::Dataset data =
      data::source_at(snapshot())->load({.item_paths = {{"name"}}}, {.threads = 1}).value();
  const auto budget = std::make_shared<base::MemoryBudget>(1 << 20);
  data.for_call(base::Call({.memory = budget})).item_column({"name"});
  EXPECT_GT(budget->used(), 0U);
  const auto none = std::make_shared<base::MemoryBudget>(1);
  data.for_call(base::Call({.memory = none})).item_column({"name"});  // it is there
  EXPECT_EQ(none->used(), 0U);
}

}  // namespace
}  // namespace seedc::engine
