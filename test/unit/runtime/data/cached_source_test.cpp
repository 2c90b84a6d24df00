// What is kept of a source is made once and equals it; several threads and processes may make it.
#include "runtime/data/cached_source.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <array>
#include <filesystem>
#include <thread>

#include "runtime/base/memory.h"
#include "runtime/data/kept_source.h"
#include "runtime/data/snapshot/snapshot.h"
#include "test/unit/dataset_folder.h"

namespace seedc::data {
namespace {

class CachedSourceTest : public ::testing::Test {
 protected:
  CachedSourceTest() {
    folder_.write("items.jsonl", "{\"business_id\":\"a\",\"x\":1}\n{\"business_id\":\"b\"}\n");
    folder_.write("reviews.jsonl",
                  "{\"review_id\":\"r\",\"business_id\":\"a\",\"text\":\"good\"}\n");
  }

  std::shared_ptr<const Source> open() const {
    return cached(kept(source_at(folder_.path())), cache_.file("new/folder"));
  }

  unit::DatasetFolder folder_, cache_;
};

TEST_F(CachedSourceTest, TheFirstLoadMakesItAndLaterSourcesOpenIt) {
  const auto first = open();
  EXPECT_FALSE(first->has_word_index());
  EXPECT_GT(first->bytes_to_read(true).value_or(0), 0);
  ASSERT_TRUE(first->load({}));
  EXPECT_TRUE(first->kept_as().starts_with("kept as a snapshot"));
  EXPECT_TRUE(first->has_word_index());

  const auto second = open();
  EXPECT_TRUE(second->has_word_index());
  EXPECT_EQ(second->bytes_to_read(true), 0);
  const auto dataset = second->load({.texts = true});
  ASSERT_TRUE(dataset);
  EXPECT_EQ(dataset->item_count(), 2);
  EXPECT_EQ(dataset->text(0), "good");
  EXPECT_TRUE(second->kept_as().starts_with("from the snapshot"));
}

TEST_F(CachedSourceTest, ASchemaMakesItToo) {
  const auto schema = open()->schema();
  ASSERT_TRUE(schema);
  EXPECT_EQ(schema->items, 2);
  EXPECT_EQ(open()->bytes_to_read(true), 0);
}

/// Sets the time of the last use, so many hours before now.
void set_last_use(const std::string& file, std::chrono::hours before) {
  const auto now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  const timespec used{.tv_sec = now - std::chrono::seconds(before).count(), .tv_nsec = 0};
  const std::array<timespec, 2> times = {used, timespec{.tv_sec = 0, .tv_nsec = UTIME_OMIT}};
  ASSERT_EQ(::utimensat(AT_FDCWD, file.c_str(), times.data(), 0), 0);
}

TEST_F(CachedSourceTest, MakingOneRemovesThoseThatNobodyUses) {
  const auto in_folder = [&](const std::string& name) { return cache_.file("new/folder/" + name); };
  std::filesystem::create_directories(cache_.file("new/folder"));
  for (const char* name : {"old.v4.snapshot", "used.v5.snapshot", "notes.txt"}) {
    cache_.write(std::string("new/folder/") + name, "");
    set_last_use(in_folder(name), kKeptUnused + std::chrono::hours(1));
  }
  set_last_use(in_folder("used.v5.snapshot"), kKeptUnused - std::chrono::hours(1));
  ASSERT_TRUE(open()->load({}));
  EXPECT_FALSE(std::filesystem::exists(in_folder("old.v4.snapshot")));
  EXPECT_TRUE(std::filesystem::exists(in_folder("used.v5.snapshot")));
  EXPECT_TRUE(std::filesystem::exists(in_folder("notes.txt")));
}

TEST_F(CachedSourceTest, OpeningOneIsUse) {
  ASSERT_TRUE(open()->load({}));
  std::string kept;
  for (const auto& file : std::filesystem::directory_iterator(cache_.file("new/folder")))
    kept = file.path();
  set_last_use(kept, kKeptUnused + std::chrono::hours(1));
  ASSERT_TRUE(open()->load({}));  // opens it
  const unit::DatasetFolder other;
  other.write("items.jsonl", "{\"business_id\":\"o\"}\n");
  other.write("reviews.jsonl", "");
  ASSERT_TRUE(cached(data::kept(source_at(other.path())), cache_.file("new/folder"))->load({}));
  EXPECT_TRUE(std::filesystem::exists(kept));
}

TEST_F(CachedSourceTest, SeveralMayMakeIt) {
  std::vector<std::jthread> threads;
  const auto shared = open();
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&, own = i % 2 == 0 ? shared : open()] {
      const auto dataset = own->load({.texts = true});
      ASSERT_TRUE(dataset);
      EXPECT_EQ(dataset->text(0), "good");
    });
  }
  threads.clear();
  EXPECT_TRUE(open()->has_word_index());
}

/// A call that may use so many bytes.
base::Call call_with(std::uint64_t bytes) {
  base::CallLimits limits;
  limits.memory = std::make_shared<base::MemoryBudget>(bytes);
  return base::Call(std::move(limits));
}

/// Whether loading in one thread, which always takes the same, takes no more than that.
bool fits(const Source& source, std::uint64_t bytes) {
  try {
    return source.load({}, {.threads = 1, .call = call_with(bytes)}).has_value();
  } catch (const base::OutOfBudget&) {
    return false;
  }
}

TEST_F(CachedSourceTest, AMemoryLimitThatItDoesNotFitInIsNoError) {
  std::string items;  // a run that reads none of their columns needs little
  for (int i = 0; i < 20'000; ++i)
    items += "{\"business_id\":\"" + std::to_string(i) +
             "\",\"x\":\"of its own: " + std::to_string(i) + "\"}\n";
  folder_.write("items.jsonl", items);
  std::uint64_t bytes = 1000;
  while (!fits(*source_at(folder_.path()), bytes)) bytes += bytes / 20;
  const auto source = open();
  EXPECT_TRUE(fits(*source, bytes + 10'000));
  EXPECT_EQ(source->kept_as(), "not kept: out of memory: a snapshot needs more");
}

TEST_F(CachedSourceTest, ASnapshotIsReturnedAsItIs) {
  ASSERT_TRUE(save_snapshot(*source_at(folder_.path()), cache_.file("s")));
  const auto snapshot = source_at(cache_.file("s"));
  EXPECT_EQ(cached(snapshot, cache_.path()), snapshot);
}

}  // namespace
}  // namespace seedc::data
