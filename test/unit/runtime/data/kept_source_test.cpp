// Kept sources load what is needed once, and otherwise behave as the source that they wrap.
#include "runtime/data/kept_source.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <thread>

#include "runtime/data/snapshot/snapshot.h"
#include "test/unit/dataset_folder.h"

namespace seedc::data {
namespace {

using unit::DatasetFolder;

/// Counts how often a source is read.
class CountingSource final : public Source {
 public:
  explicit CountingSource(std::shared_ptr<const Source> source) : source_(std::move(source)) {}

  const std::string& name() const override { return source_->name(); }
  base::Result<Dataset> load(const DataNeeds& needs, const LoadOptions& options) const override {
    ++loads;
    return source_->load(needs, options);
  }
  base::Result<language::Schema> schema(const ReadSchemaOptions& options) const override {
    ++schemas;
    return source_->schema(options);
  }
  bool has_word_index() const override { return source_->has_word_index(); }
  std::optional<std::uint64_t> bytes_to_read(bool with_reviews) const override {
    return source_->bytes_to_read(with_reviews);
  }
  const RecordSource* records() const override { return source_->records(); }

  mutable std::atomic<int> loads = 0, schemas = 0;

 private:
  std::shared_ptr<const Source> source_;
};

class KeptSourceTest : public ::testing::Test {
 protected:
  KeptSourceTest() {
    folder_.write("items.jsonl",
                  "{\"business_id\":\"a\",\"x\":1,\"y\":2}\n{\"business_id\":\"b\"}\n");
    folder_.write("reviews.jsonl",
                  "{\"review_id\":\"r\",\"business_id\":\"a\",\"text\":\"good\"}\n");
    counting_ = std::make_shared<CountingSource>(source_at(folder_.path()));
    kept_ = kept(counting_);
  }

  DatasetFolder folder_;
  std::shared_ptr<const CountingSource> counting_;
  std::shared_ptr<const Source> kept_;
};

TEST_F(KeptSourceTest, WhatIsNeededAgainIsNotLoadedAgain) {
  const DataNeeds x{.item_paths = {{"x"}}};
  EXPECT_TRUE(kept_->load(x));
  EXPECT_TRUE(kept_->load(x));
  EXPECT_TRUE(kept_->load({}));
  EXPECT_EQ(counting_->loads, 1);
  EXPECT_EQ(kept_->bytes_to_read(true), 0);
}

TEST_F(KeptSourceTest, NeedsAddUp) {
  EXPECT_TRUE(kept_->load({.item_paths = {{"x"}}}));
  EXPECT_TRUE(kept_->load({.item_paths = {{"y"}}}));
  EXPECT_TRUE(kept_->load({.texts = true}));
  EXPECT_EQ(counting_->loads, 3);
  const auto all = kept_->load({.item_paths = {{"x"}, {"y"}}, .texts = true}).value();
  EXPECT_EQ(counting_->loads, 3);
  EXPECT_EQ(all.item_column({"y"}).values.back(), language::Value(std::int64_t{2}));
  EXPECT_EQ(all.text(0), "good");
}

TEST_F(KeptSourceTest, TextsAreSearchedOnceAndKeptFromTheSecondTimeOn) {
  const auto searches = [](const std::string& word) {
    return DataNeeds{.texts = true, .searches = {{{.literals = {{word}}, .exact = true}}}};
  };
  EXPECT_THROW(kept_->load(searches("cozy")).value().text(0), std::logic_error);
  EXPECT_TRUE(kept_->load(searches("cozy")));
  EXPECT_EQ(counting_->loads, 1);
  EXPECT_EQ(kept_->load(searches("warm")).value().text(0), "good");
  EXPECT_EQ(kept_->load(searches("loud")).value().text(0), "good");
  EXPECT_EQ(kept_->load({.texts = true}).value().text(0), "good");
  EXPECT_EQ(counting_->loads, 2);
}

TEST_F(KeptSourceTest, ATextThatIsReadIsLoadedWhole) {
  EXPECT_TRUE(kept_->load({.texts = true, .searches = {{}}}));
  EXPECT_EQ(kept_->load({.texts = true}).value().text(0), "good");
}

TEST_F(KeptSourceTest, ADatasetOutlivesItsSource) {
  const Dataset dataset = kept_->load({.texts = true}).value();
  kept_.reset();
  counting_.reset();
  EXPECT_EQ(dataset.text(0), "good");
}

TEST_F(KeptSourceTest, ThreadsShareOneLoad) {
  std::vector<std::jthread> threads;
  for (int i = 0; i < 8; ++i)
    threads.emplace_back([&] { EXPECT_EQ(kept_->load({.texts = true})->text(0), "good"); });
  threads.clear();
  EXPECT_EQ(counting_->loads, 1);
}

TEST_F(KeptSourceTest, OptionsHoldForEachCall) {
  folder_.write("user_mapping.json", "{\"friend_graph\": 5}");
  EXPECT_EQ(kept_->load({})->item_count(), 2);
  EXPECT_EQ(kept_->load({}, {.max_records = 1}).error().kind(), base::ErrorKind::Limit);
  EXPECT_TRUE(kept_->load({}, {.strict = true}));
  EXPECT_TRUE(kept_->load({.names = true, .circles = true}));
  EXPECT_FALSE(kept_->load({.names = true, .circles = true}, {.strict = true}));
  EXPECT_TRUE(kept_->load({}, {.strict = true})) << "it does not read the broken file";
}

TEST_F(KeptSourceTest, ItIsOfOneStateOfItsFiles) {
  EXPECT_TRUE(kept_->load({.item_paths = {{"x"}}}));
  folder_.write("reviews.jsonl", "");
  EXPECT_TRUE(kept_->load({.item_paths = {{"x"}}})) << "it has these";
  const auto more = kept_->load({.texts = true});
  ASSERT_FALSE(more);
  EXPECT_EQ(more.error().kind(), base::ErrorKind::Data);
  EXPECT_THAT(more.error().text,
              testing::EndsWith("are not what they were when it was read first"));
}

TEST_F(KeptSourceTest, FaultsOfOtherNeedsAreNoErrors) {
  folder_.write("user_mapping.json", "{\"friend_graph\": 5}");
  EXPECT_TRUE(kept_->load({.item_paths = {{"x"}}}));
  EXPECT_FALSE(kept_->load({.names = true, .circles = true}, {.strict = true}));
  EXPECT_EQ(kept_->load({.item_paths = {{"x"}}})->report().skipped_count, 0);
}

TEST_F(KeptSourceTest, SchemasAreReadOnce) {
  folder_.write("items.jsonl", "{\"business_id\":\"a\"}\nbroken\n");
  for (int i = 0; i < 2; ++i) {
    std::uint64_t left_out = 0;
    const auto schema = kept_->schema(
        {.report = [&](const LoadReport& report) { left_out = report.skipped_count; }});
    EXPECT_EQ(schema->items, 1);
    EXPECT_EQ(schema->reviews, 1);
    EXPECT_EQ(left_out, 1);
    EXPECT_EQ(kept_->schema({.reviews = false})->reviews, 0);
  }
  EXPECT_EQ(counting_->schemas, 2);
}

TEST_F(KeptSourceTest, TopicsAreThoseOfASchemaThatIsKnown) {
  EXPECT_TRUE(kept_->schema({.reviews = false, .items = false}));
  EXPECT_EQ(counting_->schemas, 1);
  EXPECT_TRUE(kept_->schema({.reviews = false}));
  EXPECT_TRUE(kept_->schema({.reviews = false, .items = false}));
  EXPECT_EQ(counting_->schemas, 2);
}

TEST_F(KeptSourceTest, ErrorsAreNotKept) {
  const auto absent = kept(source_at(folder_.file("later.jsonl")));
  EXPECT_FALSE(absent->load({}));
  EXPECT_FALSE(absent->schema());
  folder_.write("later.jsonl", "{\"business\":{\"business_id\":\"a\"},\"reviews\":[]}\n");
  EXPECT_TRUE(absent->load({}));
  EXPECT_TRUE(absent->schema());
}

TEST_F(KeptSourceTest, SnapshotsAreOpenedInPlace) {
  const std::string file = folder_.file("a.snapshot");
  ASSERT_TRUE(save_snapshot(*kept_, file));
  const auto snapshot = source_at(file);
  EXPECT_EQ(kept(snapshot), snapshot);
  EXPECT_TRUE(snapshot->has_word_index());
  EXPECT_EQ(snapshot->bytes_to_read(true), 0);
  EXPECT_EQ(save_snapshot(*snapshot, folder_.file("b.snapshot")).error().kind(),
            base::ErrorKind::Usage);
}

}  // namespace
}  // namespace seedc::data
