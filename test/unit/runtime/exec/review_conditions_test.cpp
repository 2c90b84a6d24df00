// Conditions on reviews: tests of their values and of their items', joined.
#include "runtime/exec/review_conditions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/unit/dataset_folder.h"

namespace seedc::exec {
namespace {

using Kind = contract::ReviewCondition::Part::Kind;
using Op = contract::ValueTest::Op;
using Source = contract::LoadSpec::Source;
using testing::ElementsAre;

contract::LoadSpec test_of(Source source, language::Path path, Op op, language::Value operand) {
  contract::LoadSpec load{.source = source, .path = std::move(path)};
  load.use = contract::LoadSpec::Use::Test;
  load.test = {op, std::move(operand)};
  return load;
}

class ReviewConditions : public testing::Test {
 protected:
  ReviewConditions() {
    folder_.write("items.jsonl", R"({"business_id": "a", "city": "X"}
{"business_id": "b"}
)");
    folder_.write("reviews.jsonl", R"({"review_id": "1", "business_id": "a", "stars": 5}
{"review_id": "2", "business_id": "a", "stars": 1}
{"review_id": "3", "business_id": "b", "stars": 5}
{"review_id": "4", "business_id": "b"}
)");
  }

  std::vector<std::uint8_t> chosen(std::vector<contract::ReviewCondition::Part> parts) {
    const contract::ReviewCondition condition{
        .tests = {test_of(Source::Review, {"stars"}, Op::Ge, 4),
                  test_of(Source::Item, {"city"}, Op::Eq, "X")},
        .parts = std::move(parts)};
    const auto dataset = folder_.load({.item_paths = {{"city"}}, .review_paths = {{"stars"}}});
    return PreparedCondition(condition).choose(*dataset, nullptr, {.threads = 1}).is_chosen;
  }

  unit::DatasetFolder folder_;
};

TEST_F(ReviewConditions, JoinTests) {
  EXPECT_THAT(chosen({{Kind::Test, 0}}), ElementsAre(1, 0, 1, 0));
  EXPECT_THAT(chosen({{Kind::Test, 1}}), ElementsAre(1, 1, 0, 0));
  EXPECT_THAT(chosen({{Kind::Test, 0}, {Kind::Not, 0}}), ElementsAre(0, 1, 0, 1));
  EXPECT_THAT(chosen({{Kind::Test, 0}, {Kind::Test, 1}, {Kind::And, 0, 1}}),
              ElementsAre(1, 0, 0, 0));
  EXPECT_THAT(chosen({{Kind::Test, 0}, {Kind::Test, 1}, {Kind::Or, 0, 1}}),
              ElementsAre(1, 1, 1, 0));
  EXPECT_THAT(chosen({{Kind::Constant, 1}}), ElementsAre(1, 1, 1, 1));
}

}  // namespace
}  // namespace seedc::exec
