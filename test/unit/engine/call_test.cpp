// Each kind of call, stopped at each of its checks in turn: it ends as an error value, leaves no
// file, and the same call afterwards gives what it gives alone.
#include "runtime/base/call.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <functional>
#include <set>
#include <stdexcept>
#include <string>
#include <system_error>

#include "engine/datasets.h"
#include "engine/explain_program.h"
#include "engine/guarded.h"
#include "engine/lint/lint_program.h"
#include "engine/names.h"
#include "engine/run.h"
#include "engine/why.h"
#include "runtime/base/damaged_data.h"
#include "test/unit/dataset_folder.h"

namespace seedc::engine {
namespace {

constexpr std::string_view kItems =
    R"({"business_id": "a", "name": "A", "categories": "Tea, Cafes", "stars": 4.5, "attributes": {"HasTV": "True"}, "hours": {"Monday": "8:0-17:0"}}
{"business_id": "b", "name": "B", "categories": "Bakeries", "stars": 3.0, "attributes": {"HasTV": "False"}}
{"business_id": "c", "name": "C", "categories": "Tea"}
)";
constexpr std::string_view kReviews =
    R"({"review_id": "r1", "business_id": "b", "stars": 5, "useful": 3, "date": "2020-05-06", "text": "so cozy and clean", "user": {"name": "Ann"}}
{"review_id": "r2", "business_id": "a", "stars": 2, "useful": 0, "date": "2021-01-02", "text": "loud, sticky tables", "user_id": "u1"}
{"review_id": "r3", "business_id": "a", "stars": 4, "useful": 9, "date": "2019-03-04", "text": "snug but loudly sticky", "user_id": "u2"}
)";
constexpr std::string_view kUsers =
    R"({"user_id": "u1", "name": "Bob", "average_stars": 4.5, "review_count": 12}
{"user_id": "u2", "name": "Cem", "average_stars": 3.0, "review_count": 40}
)";
constexpr std::string_view kMapping = R"({"friend_graph": {"Ann": ["Bob"], "Bob": ["Cem"]},
"review_assignments": {"1": [{"review_idx": 0, "name": "Ann"}]}})";
constexpr std::string_view kJudgements = R"({"r1:clean": {"judgement": "positive"}})";
constexpr std::string_view kRequests = R"(
cozy: review_text("cozy|snug")
calm: AND(item_meta(attributes.HasTV, true: "True"), NOT(review_text("loud(ly)?")), open_monday)
useful: review_meta(useful, op: gte, value: 3)
often: review_match("sticky", stars >= 4, date >= "2019-01-01")
)";
constexpr std::string_view kFormula = R"({
"filter": {"keywords": ["clean", "sticky"]}, "extract": {"fields": [{"name": "MOOD", "type": "string"}]},
"compute": [{"name": "N", "op": "count"},
            {"name": "TOTAL", "op": "sum", "expr": "meta.useful"},
            {"name": "MOODS", "op": "collect", "expr": "MOOD"},
            {"name": "MEAN", "op": "expr", "expr": "TOTAL / N if N > 0 else 0"}],
"output": ["N", "TOTAL", "MOODS", "MEAN"]})";
constexpr std::string_view kExtractions = R"({"review_id": "r1", "MOOD": "calm"}
{"review_id": "r2", "MOOD": "cross"}
)";

/// A call that is cancelled at one of its checks.
class CountingHost final : public Host {
 public:
  /// Checks count from 1; 0: never.
  explicit CountingHost(std::uint64_t stops_at)
      : call_({.is_cancelled = [this, stops_at] { return ++checks_ == stops_at; }}) {}
  base::Call call() const override { return call_; }
  std::uint64_t checks() const { return checks_; }

 private:
  std::atomic<std::uint64_t> checks_ = 0;
  base::Call call_;
};

class CallTest : public testing::TestWithParam<unsigned> {
 protected:
  CallTest() {
    folder_.write("restaurants.jsonl", kItems);
    folder_.write("review_1.jsonl", kReviews);
    folder_.write("user_1.jsonl", kUsers);
    folder_.write("user_mapping.json", kMapping);
    folder_.write("judgement_cache.json", kJudgements);
    folder_.write("requests.req", kRequests);
    folder_.write("f.json", kFormula);
    folder_.write("f.jsonl", kExtractions);
    EXPECT_TRUE(write_snapshot(options(silent_host()), snapshot()));
  }

  std::string snapshot() const { return folder_.file("all.snapshot"); }
  EvaluateOptions options(Host& host) const { return of_data(folder_.path(), host); }
  EvaluateOptions of_data(const std::string& data, Host& host) const {
    return {.data = data::source_at(data), .threads = GetParam(), .host = &host};
  }

  std::set<std::string> files() const {
    std::set<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder_.path()))
      names.insert(entry.path().filename());
    return names;
  }

  using Text = base::Result<std::string>;

  /// Runs `body` with a host once for each check that it makes.
  void stop_at_each_check(const std::function<Text(Host&)>& body) const {
    CountingHost never(0);
    const Text expected = guarded([&] { return body(never); });
    ASSERT_TRUE(expected) << expected.error().text;
    ASSERT_GT(never.checks(), 0U);
    const std::set<std::string> before = files();
    for (std::uint64_t check = 1; check <= never.checks(); ++check) {
      CountingHost host(check);
      const Text stopped = guarded([&] { return body(host); });
      // Threads do not always check equally often: then the last checks may not be reached.
      if (stopped && GetParam() != 1) continue;
      ASSERT_FALSE(stopped) << "check " << check << " of " << never.checks();
      EXPECT_EQ(stopped.error().kind(), base::ErrorKind::Cancelled) << stopped.error().text;
      EXPECT_EQ(files(), before);
      const Text again = guarded([&] { return body(silent_host()); });
      ASSERT_TRUE(again) << again.error().text;
      EXPECT_EQ(*again, *expected) << "after check " << check;
    }
  }

  base::Result<std::unique_ptr<Compilation>> compile(const std::string& data, Host& host) const {
    return compile_files({folder_.file("requests.req"), folder_.file("f.json")},
                         {.data = data::source_at(data), .host = &host});
  }

  Text run(const std::string& data, Host& host) const {
    const auto compilation = compile(data, host);
    if (!compilation) return tl::unexpected(compilation.error());
    contract::Plan plan = plan_of(**compilation, /*keep_names=*/false, host.call());
    auto run = run_requests(**compilation, std::move(plan), of_data(data, host));
    if (!run) return tl::unexpected(run.error());
    FormulaRunOptions formulas;
    formulas.extractions = {folder_.file("f.jsonl")};
    formulas.execute.threads = formulas.load.threads = GetParam();
    if (auto done = run_formulas(*run, **compilation, formulas); !done)
      return tl::unexpected(done.error());
    return format_program_run(*run, report::Format::Json);
  }

  unit::DatasetFolder folder_;
};

TEST_P(CallTest, Runs) {
  stop_at_each_check([&](Host& host) { return run(folder_.path(), host); });
}

TEST_P(CallTest, RunsOfASnapshot) {
  stop_at_each_check([&](Host& host) { return run(snapshot(), host); });
}

TEST_P(CallTest, SnapshotsWritten) {
  stop_at_each_check([&](Host& host) -> Text {
    const std::string file = folder_.file("new.snapshot");
    auto bytes = write_snapshot(options(host), file);
    if (!bytes) return tl::unexpected(bytes.error());
    if (auto verified = verify_snapshot(file, host.call()); !verified)
      return tl::unexpected(verified.error());
    std::filesystem::remove(file);
    return std::to_string(*bytes);
  });
}

TEST_P(CallTest, Schemas) {
  for (const std::string& data : {folder_.path(), snapshot()}) {
    stop_at_each_check([&](Host& host) {
      return read_schema(*data::source_at(data), host).map([](const auto& schema) {
        return data::to_json(schema);
      });
    });
  }
}

TEST_P(CallTest, Explanations) {
  for (const std::string& data : {folder_.path(), snapshot()}) {
    stop_at_each_check([&](Host& host) -> Text {
      const auto compilation = compile(data, host);
      if (!compilation) return tl::unexpected(compilation.error());
      return explain_program(
          **compilation,
          {.evaluate = of_data(data, host), .item = "a", .extractions = {folder_.file("f.jsonl")}});
    });
  }
}

TEST_P(CallTest, WhyAtOneItemAndAtAll) {
  for (const std::optional<std::string>& item :
       {std::optional<std::string>("a"), std::optional<std::string>()}) {
    stop_at_each_check([&](Host& host) -> Text {
      const auto compilation = compile(snapshot(), host);
      if (!compilation) return tl::unexpected(compilation.error());
      return explain_why(**compilation, {.evaluate = of_data(snapshot(), host), .item = item});
    });
  }
}

TEST_P(CallTest, Names) {
  stop_at_each_check([&](Host& host) {
    const auto is_wanted = [](const resolve::Reading&) { return true; };
    return all_names(options(host), is_wanted).map([](const auto& names) {
      std::string text;
      for (const CountedName& name : names)
        text += fmt::format("{} {} {}\n", name.reading.canonical, name.tally.yes, name.tally.no);
      return text;
    });
  });
}

TEST_P(CallTest, Lints) {
  stop_at_each_check([&](Host& host) -> Text {
    const auto compilation = compile(folder_.path(), host);
    if (!compilation) return tl::unexpected(compilation.error());
    const auto done =
        lint::lint(**compilation,
                   {.data = data::source_at(folder_.path()), .threads = GetParam(), .host = &host});
    if (!done) return tl::unexpected(done.error());
    return std::to_string((*compilation)->diagnostics.warning_count());
  });
}

INSTANTIATE_TEST_SUITE_P(Threads, CallTest, testing::Values(1U, 2U));

TEST(Guarded, TurnsWhatIsThrownIntoErrors) {
  const auto kind_of = [](const auto& exception) {
    return guarded([&]() -> base::Result<int> { throw exception; }).error().kind();
  };
  using Reason = base::Stopped::Reason;
  EXPECT_EQ(kind_of(base::Stopped(Reason::Cancelled)), base::ErrorKind::Cancelled);
  EXPECT_EQ(kind_of(base::Stopped(Reason::Time)), base::ErrorKind::Time);
  EXPECT_EQ(kind_of(base::DamagedData("x.snapshot")), base::ErrorKind::Data);
  EXPECT_EQ(kind_of(std::bad_alloc()), base::ErrorKind::Limit);
  EXPECT_EQ(kind_of(std::system_error(EAGAIN, std::generic_category())), base::ErrorKind::Limit);
  EXPECT_EQ(kind_of(std::logic_error("a bug")), base::ErrorKind::Internal);
  EXPECT_EQ(kind_of(1), base::ErrorKind::Internal);
  EXPECT_EQ(guarded([]() -> base::Result<int> { return 7; }).value(), 7);
}

}  // namespace
}  // namespace seedc::engine
