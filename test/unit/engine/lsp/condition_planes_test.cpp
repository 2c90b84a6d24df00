// Counts of expressions against the results of a run.
#include "engine/lsp/condition_planes.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "engine/program.h"
#include "engine/run.h"
#include "runtime/data/kept_source.h"
#include "test/unit/dataset_folder.h"

namespace seedc::lsp {
namespace {

/// 3,000 items, more than a block, with every combination of three attributes that are true, false
/// or missing.
void write_items(const unit::DatasetFolder& folder) {
  std::string items;
  for (int i = 0; i < 3'000; ++i) {
    std::string attributes;
    for (const auto& [name, digit] : {std::pair("A", i % 3), {"B", i / 3 % 3}, {"C", i / 9 % 3}}) {
      if (digit == 0) continue;
      attributes += fmt::format("{}\"{}\":\"{}\"", attributes.empty() ? "" : ",", name,
                                digit == 1 ? "True" : "False");
    }
    items += fmt::format("{{\"business_id\":\"i{}\",\"attributes\":{{{}}}}}\n", i, attributes);
  }
  folder.write("restaurants.jsonl", items);
  folder.write("review_1.jsonl", "");
}

TEST(ConditionPlanes, CountsAsARunDoes) {
  const unit::DatasetFolder folder;
  write_items(folder);
  const auto data = data::kept(data::source_at(folder.path()));
  const std::string a = "item_meta(attributes.A, true: \"True\")";
  const std::string b = "item_meta(attributes.B, true: \"True\")";
  const std::string c = "item_meta(attributes.C, true: \"True\")";
  std::string text;
  int id = 0;
  for (const char* form :
       {"{}", "NOT({})", "AND({}, {}, {})", "OR({}, {}, {})", "AT_LEAST(1, {}, {}, {})",
        "AT_LEAST(2, {}, {}, {})", "AT_LEAST(3, {}, {}, {})", "AND()", "OR()",
        "AT_LEAST(2, NOT({}), OR({}, {}), AND({}, {}))"}) {
    text += fmt::format("R{}: {}\n", ++id, fmt::format(fmt::runtime(form), a, b, c, c, a));
  }
  const auto compiled = engine::compile_text("test.req", text, {});
  ASSERT_TRUE(compiled);
  const engine::Compilation& compilation = **compiled;
  const auto run =
      engine::run_requests(compilation, engine::plan_of(compilation, /*keep_names=*/false),
                           engine::EvaluateOptions{.data = data});
  ASSERT_TRUE(run) << run.error().text;
  ConditionPlanes planes;
  for (int round = 0; round < 2; ++round) {  // the second finds all conditions decided
    const auto tallies = planes.count(compilation.module, data, engine::silent_host());
    ASSERT_TRUE(tallies);
    std::size_t compared = 0;
    for (std::size_t i = 0; i < compilation.requests.size(); ++i) {
      if (!compilation.requests[i].compiled) continue;
      const auto& request = compilation.module.requests[*compilation.requests[i].compiled];
      const engine::Tally& tally = (*tallies)[request.root];
      const auto& result = run->results[i];
      EXPECT_EQ(tally.yes, result.matches.size()) << result.id;
      EXPECT_EQ(tally.unknown, result.unknown) << result.id;
      EXPECT_EQ(tally.yes + tally.no + tally.unknown, 3'000) << result.id;
      ++compared;
    }
    EXPECT_GE(compared, 8);
  }
}

}  // namespace
}  // namespace seedc::lsp
