// Values of requests as Arrow: a batch each, rankings, and memory that batches share.
#include "engine/report/arrow/request_stream.h"

#include <gmock/gmock.h>

#include <array>
#include <span>

#include "test/unit/engine/report/arrow/arrow_reader.h"
#include "test/unit/engine/report/arrow/arrow_run.h"

namespace seedc::report::arrow {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using unit::Array;
using unit::rows_of;
using unit::Stream;

constexpr std::string_view kRequests = R"(
well: item_meta(stars, gte: 3)
wrong: no_such_name_at_all
open: item_meta(open)
)";
constexpr std::string_view kFormula = R"json({"compute": [
{"name": "N", "op": "count"},
{"name": "STARS", "op": "expr", "expr": "context.stars * 1"},
{"name": "MIXED", "op": "expr", "expr": "default(context.mixed, context.open)"}],
"output": ["N", "STARS", "MIXED"]})json";

class RequestStream : public testing::Test {
 protected:
  /// A request that all items match, ranked.
  std::shared_ptr<const engine::ProgramRun> ranked(const std::vector<std::string>& rankings,
                                                   const engine::FormulaRunOptions& options = {}) {
    std::string requests = "plain: item_meta(open)\n";
    for (const std::string& ranking : rankings)
      requests +=
          "by" + ranking.substr(0, 1) +
          ": OR(item_meta(stars, gte: 1, missing: 1), item_meta(open)) rank by \"f.json\"." +
          ranking + "\n";
    return run_.of({{"r.req", requests}, {"f.json", kFormula}}, options);
  }
  static Stream stream_of(const std::shared_ptr<const engine::ProgramRun>& run,
                          bool matches_only = false) {
    return Stream(request_stream(run->results, *run->plan, run->dataset, run,
                                 {.matches_only = matches_only}));
  }

  unit::ArrowRun run_;
};

TEST_F(RequestStream, ABatchIsARequest) {
  Stream stream = stream_of(run_.of({{"r.req", kRequests}}));
  unit::Schema schema = schema_of(stream);
  EXPECT_EQ(unit::text_of(*schema),
            ": +s (request: i<u> request, business_id: i<u> item, value: c tri, rank: g? real)");
  EXPECT_EQ(unit::metadata_of(*schema).at("seedc.errors"), R"(["wrong"])");
  EXPECT_THAT(
      rows_of(*schema, *next_of(stream)),
      ElementsAre("{well,a,1,null}", "{well,b,-1,null}", "{well,ü,0,null}", "{well,d,0,null}"));
  EXPECT_THAT(rows_of(*schema, *next_of(stream)), IsEmpty());
  EXPECT_THAT(
      rows_of(*schema, *next_of(stream)),
      ElementsAre("{open,a,1,null}", "{open,b,0,null}", "{open,ü,-1,null}", "{open,d,0,null}"));
  EXPECT_TRUE(next_of(stream).is_released());
}

TEST_F(RequestStream, MatchesOnly) {
  Stream stream = stream_of(run_.of({{"r.req", kRequests}}), /*matches_only=*/true);
  std::size_t batches = 0;
  EXPECT_THAT(rows_of(stream, &batches), ElementsAre("{well,a,1,null}", "{open,a,1,null}"));
  EXPECT_EQ(batches, 3U);
}

TEST_F(RequestStream, MatchesOfARankingComeFirstAndInOrder) {
  const auto run = ranked({"N asc"});
  Stream stream = stream_of(run);
  unit::Schema schema = schema_of(stream);
  EXPECT_EQ(unit::text_of(*schema->children[3]), "rank: l? integer");
  next_of(stream);
  EXPECT_THAT(rows_of(*schema, *next_of(stream)),
              ElementsAre("{byN,b,1,1}", "{byN,ü,1,1}", "{byN,a,1,2}", "{byN,d,0,null}"));
}

TEST_F(RequestStream, TopCutsMatchesAlone) {
  const auto run = ranked({"N desc"}, {.top = 2});
  Stream all = stream_of(run);
  EXPECT_THAT(rows_of(all), ElementsAre("{plain,a,1,null}", "{plain,b,0,null}", "{plain,ü,-1,null}",
                                        "{plain,d,0,null}", "{byN,a,1,2}", "{byN,b,1,1}",
                                        "{byN,ü,1,1}", "{byN,d,0,null}"));
  Stream matches = stream_of(run, /*matches_only=*/true);
  EXPECT_THAT(rows_of(matches), ElementsAre("{plain,a,1,null}", "{byN,a,1,2}", "{byN,b,1,1}"));
}

TEST_F(RequestStream, TheTypeOfRanksIsThatOfAllRankings) {
  Stream numbers = stream_of(ranked({"N desc", "STARS desc"}), /*matches_only=*/true);
  EXPECT_EQ(unit::text_of(*schema_of(numbers)->children[3]), "rank: g? number");
  EXPECT_THAT(rows_of(numbers),
              ElementsAre("{plain,a,1,null}", "{byN,a,1,2.0}", "{byN,b,1,1.0}", "{byN,ü,1,1.0}",
                          "{byS,a,1,4.0}", "{byS,b,1,2.5}", "{byS,ü,1,null}"));
  Stream mixed = stream_of(ranked({"N desc", "MIXED desc"}));
  EXPECT_EQ(unit::text_of(*schema_of(mixed)->children[3]), "rank: u? json");
  EXPECT_THAT(
      rows_of(mixed),
      ElementsAre("{plain,a,1,null}", "{plain,b,0,null}", "{plain,ü,-1,null}", "{plain,d,0,null}",
                  "{byN,a,1,2}", "{byN,b,1,1}", "{byN,ü,1,1}", "{byN,d,0,null}", "{byM,ü,1,true}",
                  "{byM,a,1,\"x\"}", "{byM,b,1,7}", "{byM,d,0,null}"));
}

TEST_F(RequestStream, PartsAreSharedByAllBatches) {
  const auto run = run_.of({{"r.req", kRequests}});
  Stream all = stream_of(run);
  Array first = next_of(all);
  Array wrong = next_of(all);
  Array last = next_of(all);
  EXPECT_EQ(first->children[1]->buffers[1], last->children[1]->buffers[1]);
  EXPECT_EQ(first->children[3]->buffers[1], last->children[3]->buffers[1]);
  for (const std::size_t column : {0, 1}) {
    for (const std::size_t buffer : {1, 2}) {
      EXPECT_EQ(first->children[column]->dictionary->buffers[buffer],
                last->children[column]->dictionary->buffers[buffer]);
    }
  }
}

TEST_F(RequestStream, ArraysKeepTheResults) {
  static constexpr std::array<std::int8_t, 4> kBytes = {1, 0, -1, 0};
  auto run = run_.of({{"r.req", kRequests}});
  const std::weak_ptr<const engine::ProgramRun> watched = run;
  Stream stream(
      request_stream(run->results, *run->plan, run->dataset, run,
                     {.bytes_of = [](const RequestResult&) { return std::span(kBytes); }}));
  run.reset();
  unit::Schema schema = schema_of(stream);
  Array first = next_of(stream);
  next_of(stream);
  Array last = next_of(stream);
  stream.release();
  first.release();
  EXPECT_FALSE(watched.expired());
  Array values(std::exchange(*last->children[2], ArrowArray{}));
  Array items(std::exchange(*last->children[1], ArrowArray{}));
  last.release();
  EXPECT_EQ(unit::value_of(*schema->children[2], *values, 0), "1");
  EXPECT_FALSE(watched.expired());
  values.release();
  EXPECT_TRUE(watched.expired());
  EXPECT_EQ(unit::value_of(*schema->children[1], *items, 0), "a");
}

TEST_F(RequestStream, WithoutRequestsThereIsNoBatch) {
  Stream stream = stream_of(run_.of({{"f.json", kFormula}}));
  EXPECT_EQ(unit::metadata_of(*schema_of(stream)).at("seedc.errors"), "[]");
  EXPECT_THAT(rows_of(stream), IsEmpty());
}

}  // namespace
}  // namespace seedc::report::arrow
