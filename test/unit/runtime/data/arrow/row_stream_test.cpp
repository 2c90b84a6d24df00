// Streams of rows: items are complete whatever batches they come in, ids that come back are errors,
// and memory is that of a piece.
#include "runtime/data/arrow/row_stream.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <functional>
#include <numeric>

#include "runtime/base/memory.h"
#include "runtime/data/schema_collector.h"
#include "test/support/arrow_arrays.h"

namespace seedc::data::arrow {
namespace {

using namespace support;

/// Rows of items, or of reviews `ID OWNER`, in batches of so many.
struct Review {
  std::string id, owner;
};

std::vector<ArrowNode> in_batches(std::size_t count, std::size_t size,
                                  const std::function<ArrowNode(std::size_t, std::size_t)>& make) {
  std::vector<ArrowNode> batches;
  for (std::size_t begin = 0; begin < count; begin += size)
    batches.push_back(make(begin, std::min(count, begin + size)));
  if (batches.empty()) batches.push_back(make(0, 0));
  return batches;
}

using Made = std::unique_ptr<ArrowStream>;

Made items_of(const Texts& ids, std::size_t size = 100) {
  return std::make_unique<ArrowStream>(
      in_batches(ids.size(), size, [&](std::size_t begin, std::size_t end) {
        return rows({texts("business_id", Texts(ids.begin() + static_cast<std::ptrdiff_t>(begin),
                                                ids.begin() + static_cast<std::ptrdiff_t>(end)))});
      }));
}

Made reviews_of(const std::vector<Review>& reviews, std::size_t size = 100) {
  return std::make_unique<ArrowStream>(
      in_batches(reviews.size(), size, [&](std::size_t begin, std::size_t end) {
        Texts ids, owners;
        for (std::size_t i = begin; i < end; ++i) {
          ids.emplace_back(reviews[i].id);
          owners.push_back(reviews[i].owner.empty() ? std::nullopt
                                                    : std::optional(reviews[i].owner));
        }
        return rows({texts("review_id", ids), texts("business_id", owners)});
      }));
}

struct Seen {
  std::string items;     ///< `a(r1 r2) b()`
  std::string left_out;  ///< reasons, by lines
  std::string error;
  std::size_t pieces = 0;
};

Seen seen(RowStreams streams, PieceSize size = {}, const LoadOptions& options = {}) {
  Seen all;
  const auto open = rows_of(std::move(streams), options.call, size);
  if (!open) return {.error = open.error().text + "; " + open.error().help};
  const auto pieces = open->open({}, options);
  if (!pieces) return {.error = pieces.error().text};
  while (true) {
    const auto piece = (*pieces)->next();
    if (!piece) {
      all.error = piece.error().text + "; " + piece.error().help;
      return all;
    }
    if (!*piece) return all;
    ++all.pieces;
    for (std::uint32_t item = 0; item < (*piece)->item_count(); ++item) {
      all.items += fmt::format("{}{}(", all.items.empty() ? "" : " ", (*piece)->item_id(item));
      for (std::uint32_t r = (*piece)->review_begin(item); r < (*piece)->review_begin(item + 1);
           ++r)
        all.items +=
            fmt::format("{}{}", all.items.ends_with('(') ? "" : " ", (*piece)->review_id(r));
      all.items += ")";
    }
    for (const LoadReport::Skipped& skipped : (*piece)->report().skipped)
      all.left_out += fmt::format("{}:{}: {}\n", skipped.file, skipped.line, skipped.reason);
  }
}

/// Of streams that are made by hand.
Seen seen(const Made& items, const Made& reviews, PieceSize size = {},
          const LoadOptions& options = {}) {
  return seen({OwnedStream(items.get()), OwnedStream(reviews.get()), {}, {}, {}}, size, options);
}

const Texts kItemIds = {"a", "b", "c", "e"};
const std::vector<Review> kReviewsOfItems = {{"r1", "a"}, {"r2", "a"}, {"r3", "b"},
                                             {"r4", "d"}, {"r5", "e"}, {"r6", "f"}};

TEST(RowStream, ItemsAreCompleteInBatchesOfEverySize) {
  const std::int64_t before = live_arrow_count();
  for (const std::size_t items : {1, 2, 3, 100}) {
    for (const std::size_t reviews : {1, 2, 3, 100}) {
      for (const PieceSize size : {PieceSize{}, PieceSize{.items = 1}, PieceSize{.reviews = 1}}) {
        const Seen all =
            seen(items_of(kItemIds, items), reviews_of(kReviewsOfItems, reviews), size);
        EXPECT_EQ(all.error, "");
        EXPECT_EQ(all.items, "a(r1 r2) b(r3) c() e(r5)") << items << ' ' << reviews;
        EXPECT_EQ(all.left_out,
                  "reviews:4: a review of the unknown item `d`\n"
                  "reviews:6: a review of the unknown item `f`\n");
      }
    }
  }
  EXPECT_EQ(live_arrow_count(), before);
}

TEST(RowStream, RowsWithoutIdsAreLeftOutWhereTheyAre) {
  const std::vector<Review> reviews = {{"r1", ""}, {"r2", "a"}, {"r3", ""}, {"r4", "b"}};
  for (const std::size_t size : {1, 2, 100}) {
    const Seen all = seen(items_of({{}, "a", {}, "b"}, size), reviews_of(reviews, size));
    EXPECT_EQ(all.items, "a(r2) b(r4)");
    EXPECT_EQ(all.error, "");
    EXPECT_NE(all.left_out.find("items:3: `business_id` is missing or not a string"),
              std::string::npos);
    EXPECT_NE(all.left_out.find("reviews:3: `business_id` is missing or not a string"),
              std::string::npos);
  }
}

TEST(RowStream, AnIdThatComesBackIsAnError) {
  constexpr const char* kRule =
      "; rows of a stream are sorted by `business_id`, by bytes, and an id does not come back; "
      "sort "
      "them, or give them as tables";
  for (const std::size_t size : {1, 2, 100}) {
    EXPECT_EQ(
        seen(items_of({"a", "b", "b", "c"}, size), nullptr).error,
        "row 3 of `items`: the item `b` came already; an item has one row, and rows of a stream "
        "are sorted by `business_id`");
    EXPECT_EQ(seen(items_of({"a", "b", "a"}, size), nullptr).error,
              std::string("row 3 of `items`: `business_id` `a` comes after `b`") + kRule);
    EXPECT_EQ(
        seen(items_of({"a", "b"}, size), reviews_of({{"1", "a"}, {"2", "b"}, {"3", "a"}}, size))
            .error,
        std::string("row 3 of `reviews`: `business_id` `a` comes after `b`") + kRule);
    EXPECT_EQ(
        seen(items_of({"a"}, size), reviews_of({{"1", "b"}, {"2", "c"}, {"3", "b"}}, size)).error,
        std::string("row 3 of `reviews`: `business_id` `b` comes after `c`") + kRule);
  }
}

TEST(RowStream, AReviewIdIsComparedWithinItsItem) {
  const std::vector<Review> reviews = {{"r1", "a"}, {"r1", "a"}, {"r1", "b"}, {"r2", "c"}};
  for (const std::size_t size : {1, 2, 100}) {
    const Seen all = seen(items_of({"a", "b", "c"}, size), reviews_of(reviews, size));
    EXPECT_EQ(all.items, "a(r1) b(r1) c(r2)");
    EXPECT_EQ(all.left_out, "reviews:2: review_id `r1` already exists\n");
    EXPECT_EQ(seen(items_of({"a", "b", "c"}, size),
                   reviews_of({reviews.begin() + 1, reviews.end()}, size), {}, {.strict = true})
                  .error,
              "");
  }
}

TEST(RowStream, NestedReviews) {
  const auto nested = [](const Texts& items, const Sizes& sizes, const Texts& ids) {
    return rows(
        {texts("business_id", items),
         lists("reviews", sizes,
               structs("item", std::vector<bool>(ids.size(), true), {texts("review_id", ids)}))});
  };
  std::vector<ArrowNode> batches = {nested({"a", "b"}, {2, std::nullopt}, {"r1", "r2"}),
                                    nested({"c"}, {1}, {"r1"}), nested({}, {}, {})};
  for (const PieceSize size : {PieceSize{}, PieceSize{.items = 1}, PieceSize{.reviews = 1}})
    EXPECT_EQ(seen(std::make_unique<ArrowStream>(batches), nullptr, size).items,
              "a(r1 r2) b() c(r1)");
  EXPECT_EQ(seen(std::make_unique<ArrowStream>(batches), nullptr, {.items = 1}).pieces, 3u);
}

TEST(RowStream, AStreamThatFailsGivesTheItemsBefore) {
  const std::int64_t before = live_arrow_count();
  {
    const Made whole = items_of({"a", "b"}, 1);
    ArrowStream reviews({rows({texts("review_id", {"r1"}), texts("business_id", {"a"})}),
                         rows({texts("review_id", {"r2"}), texts("business_id", {"b"})})},
                        1);
    const Seen all = seen({OwnedStream(whole.get()), OwnedStream(&reviews), {}, {}, {}});
    EXPECT_EQ(all.items, "");
    EXPECT_EQ(all.error, "the Arrow stream `reviews` failed: the disk is on fire; ");
  }
  EXPECT_EQ(live_arrow_count(), before);
  EXPECT_EQ(seen(RowStreams{OwnedStream(nullptr), OwnedStream(nullptr), {}, {}, {}}).error,
            "the Arrow stream `items` is null or released already; a stream can be read once");
}

TEST(RowStream, TypesAreCheckedBeforeTheFirstRow) {
  ArrowStream items({rows({texts("busines_id", {"a"})})});
  EXPECT_EQ(seen({OwnedStream(&items), OwnedStream(nullptr), {}, {}, {}}).error,
            "Arrow data `items` has no column `business_id`; did you mean `busines_id`?");
  EXPECT_EQ(items.release, nullptr);
}

TEST(RowStream, UsersAndJudgementsAreLookedUpByEachPiece) {
  const Made items = items_of({"a", "b", "c"}, 1);
  ArrowStream reviews(
      {rows({texts("review_id", {"r1", "r2", "r3"}), texts("business_id", {"a", "b", "c"}),
             texts("user_id", {"u2", "u1", "u9"})})});
  ArrowStream users(
      {rows({texts("user_id", {"u1", "u2", "u1"}), texts("name", {"Ann", "Bob", "Eve"})})});
  ArrowStream judgements({rows({texts("review_id", {"r2", "r2"}), texts("topic", {"tea", "tea"}),
                                texts("judgement", {"negative", "positive"})})});
  const auto open = rows_of({OwnedStream(items.get()),
                             OwnedStream(&reviews),
                             *read_table(&users, "users"),
                             {},
                             *read_table(&judgements, "judgements")},
                            {}, {.items = 1});
  ASSERT_TRUE(open) << open.error().text;
  const auto pieces = open->open({.names = true, .circles = true, .judgements = true}, {});
  std::string names, judged;
  std::uint64_t left_out = 0;
  while (const auto piece = *(*pieces)->next()) {
    const Column& column = piece->reviewer_names();
    names += language::to_json(column.values[column.codes[0]]) + " ";
    judged += std::to_string(static_cast<int>(piece->judgements("tea").of(0)));
    left_out += piece->report().skipped_count;
  }
  EXPECT_EQ(names, "\"Bob\" \"Ann\" null ");
  EXPECT_EQ(judged, "010");
  EXPECT_EQ(left_out, 1u) << "users are reported once";
}

TEST(RowStream, RowsMayHaveFriendsAndJudgementsOfTheirOwn) {
  const ArrowNode reviews =
      structs("item", {true, true},
              {texts("review_id", {"r1", "r2"}),
               structs("user", {true, true}, {texts("name", {"Ann", "Ann"})})});
  const ArrowNode batch =
      rows({structs("business", {true, true}, {texts("business_id", {"a", "b"})}),
            lists("reviews", {1, 1}, reviews),
            maps("friend_graph", {{}, 1}, texts("key", {"Ann"}),
                 lists("value", {1}, texts("item", {"Bob"}))),
            maps("judgements", {1, {}}, texts("key", {"r1:tea"}),
                 structs("value", {true}, {texts("judgement", {"positive"})}))});
  for (const std::int64_t items : {1, 10}) {
    ArrowStream stream({batch});
    const auto open =
        rows_of({OwnedStream(&stream), OwnedStream(nullptr), {}, {}, {}}, {}, {.items = items});
    ASSERT_TRUE(open) << open.error().text;
    const auto pieces = open->open({.names = true, .circles = true, .judgements = true}, {});
    std::string seen;
    while (const auto piece = *(*pieces)->next()) {
      const auto judged = piece->judgements("tea");
      for (std::uint32_t review = 0; review < piece->review_count(); ++review) {
        const std::uint32_t code = piece->reviewer_names().codes[review];
        const auto person = piece->friend_graph().find(piece->graph_of_reviewer(code), "Ann");
        seen += fmt::format("{} {} {}\n", piece->review_id(review), person.has_value(),
                            judged.of(review) == Judgement::Positive);
      }
    }
    EXPECT_EQ(seen, "r1 false true\nr2 true false\n");
  }
}

/// What the budget lent at most.
class Peak final : public base::MemoryAccount {
 public:
  bool take(std::uint64_t bytes) noexcept override {
    most_ = std::max<std::uint64_t>(most_, used_ += bytes);
    return true;
  }
  void give_back(std::uint64_t bytes) noexcept override { used_ -= bytes; }
  std::uint64_t limit() const noexcept override { return UINT64_MAX; }
  std::uint64_t most() const { return most_; }
  std::uint64_t used() const { return used_; }

 private:
  std::atomic<std::uint64_t> used_ = 0, most_ = 0;
};

/// A row of a stream of all kinds: an item `ID`, a review `ID OWNER`, an extraction of a review.
struct AnyRow {
  char kind;
  std::string id, owner;
};

ArrowNode merged(const std::vector<AnyRow>& all) {
  Texts items, ids, owners, extracted;
  std::vector<bool> are_items, are_reviews, are_extractions;
  const auto text = [](const std::string& id) {
    return id.empty() ? std::nullopt : std::optional(id);
  };
  for (const AnyRow& row : all) {
    are_items.push_back(row.kind == 'i');
    are_reviews.push_back(row.kind == 'r');
    are_extractions.push_back(row.kind == 'x');
    items.push_back(row.kind == 'i' ? text(row.id) : std::nullopt);
    ids.push_back(row.kind == 'r' ? text(row.id) : std::nullopt);
    owners.push_back(row.kind == 'r' ? text(row.owner) : std::nullopt);
    extracted.push_back(row.kind == 'x' ? text(row.id) : std::nullopt);
  }
  return rows(
      {structs("item", are_items, {texts("business_id", items)}),
       structs("review", are_reviews, {texts("review_id", ids), texts("business_id", owners)}),
       structs("extraction", are_extractions, {texts("review_id", extracted)})});
}

Made merged_in(const std::vector<AnyRow>& all, std::size_t size) {
  return std::make_unique<ArrowStream>(
      in_batches(all.size(), size, [&](std::size_t begin, std::size_t end) {
        return merged({all.begin() + static_cast<std::ptrdiff_t>(begin),
                       all.begin() + static_cast<std::ptrdiff_t>(end)});
      }));
}

Seen seen_merged(const std::vector<AnyRow>& all, std::size_t batch = 100, PieceSize size = {}) {
  const Made stream = merged_in(all, batch);
  return seen({OwnedStream(nullptr), OwnedStream(nullptr), {}, {}, {}, OwnedStream(stream.get())},
              size);
}

TEST(MergedRows, ItemsAreCompleteInBatchesOfEverySize) {
  const std::vector<AnyRow> all = {
      {'i', "", ""},    {'r', "r0", ""}, {'i', "a", ""},   {'r', "r1", "a"}, {'r', "r2", "a"},
      {'i', "b", ""},   {'x', "r3", ""}, {'r', "r3", "b"}, {'i', "c", ""},   {'r', "r4", "d"},
      {'r', "r5", "d"}, {'i', "e", ""},  {'i', "e", ""},   {'r', "r6", "e"}, {'r', "r7", "f"}};
  for (const std::size_t batch : {1, 2, 3, 100}) {
    for (const PieceSize size : {PieceSize{}, PieceSize{.items = 1}, PieceSize{.reviews = 1}}) {
      const Seen seen = seen_merged(all, batch, size);
      EXPECT_EQ(seen.error, "");
      EXPECT_EQ(seen.items, "a(r1 r2) b(r3) c() e(r6)") << batch;
      for (const char* reason : {"items:1: `business_id` is missing or not a string",
                                 "items:13: business_id `e` already exists",
                                 "reviews:2: `business_id` is missing or not a string",
                                 "reviews:10: a review of the unknown item `d`",
                                 "reviews:11: a review of the unknown item `d`",
                                 "reviews:15: a review of the unknown item `f`"})
        EXPECT_NE(seen.left_out.find(reason), std::string::npos) << reason << seen.left_out;
      EXPECT_EQ(std::ranges::count(seen.left_out, '\n'), 6);
    }
  }
}

TEST(MergedRows, RowsOutOfOrderAreAnError) {
  for (const std::size_t batch : {1, 2, 100}) {
    const auto error = [&](const std::vector<AnyRow>& all) {
      const std::string text = seen_merged(all, batch).error;
      return text.substr(0, text.find(';'));
    };
    EXPECT_EQ(error({{'i', "b", ""}, {'i', "a", ""}}),
              "row 2 of `rows`: `business_id` `a` comes after `b`");
    EXPECT_EQ(error({{'i', "b", ""}, {'r', "r1", "c"}, {'r', "r2", "b"}}),
              "row 3 of `rows`: `business_id` `b` comes after `c`");
    EXPECT_EQ(error({{'i', "a", ""}, {'r', "r1", "b"}, {'i', "b", ""}}),
              "row 3 of `rows`: the item `b` came already");
    EXPECT_EQ(error({{'i', "a", ""}, {'?', "", ""}}), "Arrow data `rows` has nothing in row 2");
  }
}

TEST(MergedRows, AReviewIdIsComparedWithinItsItem) {
  const std::vector<AnyRow> all = {{'i', "a", ""}, {'r', "r1", "a"}, {'r', "r1", "a"},
                                   {'i', "a", ""}, {'i', "b", ""},   {'r', "r1", "b"}};
  for (const std::size_t batch : {1, 100}) {
    const Seen seen = seen_merged(all, batch);
    EXPECT_EQ(seen.error, "");
    EXPECT_EQ(seen.items, "a(r1) b(r1)");
    EXPECT_EQ(seen.left_out,
              "items:4: business_id `a` already exists\n"
              "reviews:3: review_id `r1` already exists\n");
  }
}

TEST(MergedRows, ExtractionsComeWithTheItems) {
  const Made stream = merged_in({{'x', "r0", ""},
                                 {'i', "a", ""},
                                 {'x', "r1", ""},
                                 {'r', "r1", "a"},
                                 {'i', "b", ""},
                                 {'x', "r2", ""}},
                                100);
  const auto opened =
      rows_of({OwnedStream(nullptr), OwnedStream(nullptr), {}, {}, {}, OwnedStream(stream.get())},
              {}, {.items = 1});
  ASSERT_TRUE(opened);
  EXPECT_TRUE(opened->have_extractions);
  const auto pieces = opened->open({}, {});
  std::string lines;
  while (*(*pieces)->next()) lines += (*pieces)->take_extractions()->value_or("nothing\n") + "|";
  EXPECT_EQ(lines, "{\"review_id\":\"r0\"}\n{\"review_id\":\"r1\"}\n|{\"review_id\":\"r2\"}\n|");
}

TEST(MergedRows, TypesAreCheckedBeforeTheFirstRow) {
  const auto refused = [](std::vector<ArrowNode> columns) {
    ArrowStream stream({rows(std::move(columns))});
    return seen({OwnedStream(nullptr), OwnedStream(nullptr), {}, {}, {}, OwnedStream(&stream)})
        .error;
  };
  EXPECT_EQ(refused({texts("business_id", {"a"})}).substr(0, 37),
            "Arrow data `rows` has no struct `item");
  EXPECT_EQ(refused({structs("item", {true}, {texts("business_ids", {"a"})})}),
            "Arrow data `items` has no column `item.business_id`; did you mean `business_ids`?");
  EXPECT_EQ(refused({structs("item", {true}, {texts("business_id", {"a"})}),
                     structs("extraction", {false}, {texts("review", {{}})})})
                .substr(0, 54),
            "Arrow data `extractions` has no column `extraction.rev");
}

/// Items that have many reviews, and items that have none.
std::uint64_t peak_of_merged(int count, int reviews) {
  std::vector<AnyRow> all;
  for (int i = 0; i < count; ++i) {
    const std::string id = fmt::format("b{:06}", i);
    all.push_back({'i', id, ""});
    for (int r = 0; r < reviews; ++r) all.push_back({'r', fmt::format("r{}.{}", i, r), id});
  }
  const auto account = std::make_shared<Peak>();
  const Made stream = merged_in(all, 64);
  const Seen seen_all = seen(
      {OwnedStream(nullptr), OwnedStream(nullptr), {}, {}, {}, OwnedStream(stream.get())},
      {.items = 32},
      {.call = base::Call({.stop = {}, .deadline = {}, .is_cancelled = {}, .memory = account})});
  EXPECT_EQ(seen_all.error, "");
  return account->most();
}

TEST(MergedRows, MemoryDoesNotGrowWithTheStream) {
  for (const int reviews : {0, 10}) {
    const std::uint64_t small = peak_of_merged(100, reviews);
    EXPECT_LE(peak_of_merged(2000, reviews), small + small / 10) << reviews;
  }
}

TEST(MergedRows, PartsOfASchemaAreJoinedToThatOfAll) {
  const auto part = [](const std::vector<AnyRow>& all) {
    const Made stream = merged_in(all, 2);
    return schema_part_of_rows(
        {OwnedStream(nullptr), OwnedStream(nullptr), {}, {}, {}, OwnedStream(stream.get())}, {});
  };
  const std::vector<AnyRow> first = {{'i', "a", ""}, {'r', "r1", "a"}, {'i', "b", ""}};
  const std::vector<AnyRow> second = {{'i', "c", ""}, {'r', "r2", "c"}, {'r', "r3", "x"}};
  std::vector<AnyRow> both = first;
  both.insert(both.end(), second.begin(), second.end());
  SchemaCollector joined, whole;
  joined.add_part(*part(second));
  joined.add_part(*part({}));
  joined.add_part(*part(first));
  whole.add_part(*part(both));
  const language::Schema schema = joined.take();
  EXPECT_EQ(schema, whole.take());
  EXPECT_EQ(schema.items, 3u);
  EXPECT_EQ(schema.reviews, 2u);
}

TEST(RowStream, ABatchOfTooManyRowsIsAnError) {
  ArrowNode batch = rows({texts("business_id", {"a"})});
  const ArrowNode right = batch;
  batch.length = std::int64_t{1} << 31;
  batch.children.front().length = batch.length;
  EXPECT_EQ(
      seen(std::make_unique<ArrowStream>(std::vector{right, batch}), nullptr).error,
      "Arrow data `items` has more than 2147483647 rows in a batch; make the batches smaller");
}

std::uint64_t peak_of(int count) {
  Texts ids;
  std::vector<Review> reviews;
  for (int i = 0; i < count; ++i) {
    ids.emplace_back(fmt::format("b{:06}", i));
    for (int r = 0; r < 10; ++r) reviews.push_back({fmt::format("r{}.{}", i, r), *ids.back()});
  }
  const auto account = std::make_shared<Peak>();
  const Seen all = seen(
      items_of(ids, 64), reviews_of(reviews, 64), {.items = 32},
      {.call = base::Call({.stop = {}, .deadline = {}, .is_cancelled = {}, .memory = account})});
  EXPECT_EQ(all.error, "");
  EXPECT_EQ(account->used(), 0u);
  return account->most();
}

TEST(RowStream, MemoryDoesNotGrowWithTheStream) {
  const std::uint64_t small = peak_of(100);
  EXPECT_LE(peak_of(2000), small + small / 10);
}

}  // namespace
}  // namespace seedc::data::arrow
