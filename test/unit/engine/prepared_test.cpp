// One prepared program on many batches: by several threads, over data of other kinds, piece by
// piece of a stream. Whatever is shared, each batch gets what it gets alone.
#include "engine/prepared.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <string>
#include <thread>
#include <vector>

#include "engine/evaluate.h"
#include "engine/formulas.h"
#include "engine/program.h"
#include "runtime/data/jsonl/bundle_stream.h"
#include "runtime/data/source.h"
#include "test/unit/dataset_folder.h"

namespace seedc::engine {
namespace {

constexpr std::string_view kPreparedRequests = R"(
cozy: review_text("cozy|snug")
calm: AND(item_meta(attributes.HasTV, true: "True"), NOT(review_text("loud(ly)?")))
useful: review_meta(useful, op: gte, value: 3)
)";
constexpr std::string_view kPreparedFormula = R"({
"filter": {"keywords": ["clean", "sticky"]}, "extract": {"fields": []},
"compute": [{"name": "N", "op": "count"},
            {"name": "TOTAL", "op": "sum", "expr": "meta.useful"},
            {"name": "NAME", "op": "lookup", "source": "context.categories",
             "table": {"tea": "leaf", "bakery": "bread"}, "match": "substring_first", "default": "none"},
            {"name": "MEAN", "op": "expr", "expr": "TOTAL / N if N > 0 else 0"}],
"output": ["N", "TOTAL", "NAME", "MEAN"]})";

/// A bundle's line. `useful` is JSON; the number decides on the rest.
std::string line_of(int number, std::string_view useful) {
  constexpr std::array<std::string_view, 4> kTexts = {"so cozy and clean", "loud, sticky tables",
                                                      "fine", "snug but loudly sticky"};
  return fmt::format(
      R"({{"business": {{"business_id": "b{0}", "name": "B", "categories": "{1}",)"
      R"( "attributes": {{"HasTV": "{2}"}}}}, "reviews": [{{"review_id": "r{0}", "useful": {3},)"
      R"( "text": "{4}"}}]}})"
      "\n",
      number, number % 3 == 0 ? "Tea" : "Bakery", number % 2 == 0 ? "True" : "False", useful,
      kTexts[static_cast<std::size_t>(number) % kTexts.size()]);
}

class PreparedTest : public testing::Test {
 protected:
  PreparedTest() {
    folder_.write("requests.req", kPreparedRequests);
    folder_.write("f.json", kPreparedFormula);
    auto compilation =
        compile_files({folder_.file("requests.req"), folder_.file("f.json")}, CompileOptions());
    EXPECT_TRUE(compilation);
    plan_ = plan_of(**compilation, /*keep_names=*/false);
    EXPECT_EQ(plan_.requests.size(), 3U);
    EXPECT_EQ(plan_.formulas.size(), 1U);
  }

  std::shared_ptr<const Prepared> prepared(Backend backend = Backend::Auto) const {
    return Prepared::make(plan_, backend, 1000).value();
  }

  data::Dataset load(std::string_view lines) const {
    const unit::DatasetFolder folder;
    folder.write("b.jsonl", lines);
    return data::source_at(folder.file("b.jsonl"))->load(needs_for(plan_), {}).value();
  }

  /// An entry an item: its values of all requests and outputs.
  std::vector<std::string> answers(const Prepared& prepared, const data::Dataset& dataset) const {
    const auto run = exec::execute(prepared.requests(), dataset, {.threads = 1});
    const auto scored = score_formulas(prepared, dataset, FormulaRunOptions());
    std::vector<std::string> answers;
    for (std::uint32_t item = 0; item < dataset.item_count(); ++item) {
      std::string& answer = answers.emplace_back(dataset.item_id(item));
      for (std::size_t request = 0; request < plan_.requests.size(); ++request)
        answer += fmt::format(" {}", static_cast<int>(run->value(request, item)));
      for (const auto& output : scored->front().result.outputs)
        answer += ' ' + text_of(output[item]);
    }
    return answers;
  }
  static std::string text_of(const language::Cell& cell) {
    if (cell.is_null()) return fmt::format("null {}", cell.null);
    if (cell.kind == language::Kind::Str) return cell.string();
    return fmt::format("{}:{:x}", static_cast<int>(cell.kind), cell.payload);
  }
  /// As the batch's answers are with a program of its own.
  std::vector<std::string> answers_alone(const data::Dataset& dataset) const {
    return answers(*prepared(), dataset);
  }

  unit::DatasetFolder folder_;
  contract::Plan plan_;
};

TEST_F(PreparedTest, ThreadsShareOneOnBatchesOfTheirOwn) {
  constexpr int kThreads = 4;
  constexpr int kBatches = 20;
  const auto shared = prepared();
  std::vector<std::vector<std::string>> got(kThreads);
  std::vector<std::vector<std::string>> expected(kThreads);
  std::vector<std::vector<data::Dataset>> batches(kThreads);
  for (int thread = 0; thread < kThreads; ++thread) {
    for (int batch = 0; batch < kBatches; ++batch) {
      const int number = thread * kBatches + batch;
      const data::Dataset& data = batches[thread].emplace_back(
          load(line_of(number, number % 5 == 0 ? "2.5" : "4") + line_of(number + 1000, "null")));
      for (std::string& answer : answers_alone(data)) expected[thread].push_back(std::move(answer));
    }
  }
  std::vector<std::thread> threads;
  for (int thread = 0; thread < kThreads; ++thread) {
    threads.emplace_back([&, thread] {
      for (const data::Dataset& data : batches[thread]) {
        for (std::string& answer : answers(*shared, data)) got[thread].push_back(std::move(answer));
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(got, expected);
}

TEST_F(PreparedTest, BatchesMayHaveOtherKinds) {
  for (const Backend backend : {Backend::Auto, Backend::Interp, Backend::Jit}) {
    const auto shared = prepared(backend);
    for (const std::string_view useful :
         {"1", "null", "2.5", "\"many\"", "true", "[1]", "7", "9223372036854775807", "0.1"}) {
      const data::Dataset data = load(line_of(0, useful) + line_of(1, useful) + line_of(3, "3"));
      EXPECT_EQ(answers(*shared, data), answers_alone(data)) << useful;
    }
  }
}

TEST_F(PreparedTest, KernelsAreMadeOnceForStableKinds) {
  const auto shared = prepared();
  const auto kernels_of = [&](std::string_view useful) {
    const data::Dataset data = load(line_of(0, useful));
    const auto scored = score_formulas(*shared, data, FormulaRunOptions());
    return scored->front().kernels;
  };
  const auto first = kernels_of("1");
  EXPECT_EQ(kernels_of("5"), first);
  const auto wider = kernels_of("2.5");
  EXPECT_NE(wider, first);
  EXPECT_EQ(kernels_of("0.5"), wider);
  EXPECT_EQ(kernels_of("1"), first);
}

TEST_F(PreparedTest, PiecesOfAStreamGiveWhatTheWholeGives) {
  std::vector<std::string> lines;
  constexpr std::array<std::string_view, 4> kUseful = {"1", "null", "2.5", "4"};
  for (int number = 0; number < 40; ++number)
    lines.push_back(line_of(number, kUseful[static_cast<std::size_t>(number) % kUseful.size()]));
  std::string all;
  for (const std::string& line : lines) all += line;

  std::array<int, 2> ends{};
  ASSERT_EQ(pipe(ends.data()), 0);
  const auto shared = prepared();
  std::vector<std::string> got;
  {
    data::BundleStream stream({.file = ends[0], .read = {}, .name = "<stdin>"}, needs_for(plan_),
                              {});
    for (const std::string& line : lines) {
      ASSERT_EQ(write(ends[1], line.data(), line.size()), static_cast<ssize_t>(line.size()));
      const auto piece = stream.next();
      ASSERT_TRUE(piece && *piece);
      for (std::string& answer : answers(*shared, **piece)) got.push_back(std::move(answer));
    }
    close(ends[1]);
  }
  close(ends[0]);
  EXPECT_EQ(got, answers_alone(load(all)));
}

}  // namespace
}  // namespace seedc::engine
