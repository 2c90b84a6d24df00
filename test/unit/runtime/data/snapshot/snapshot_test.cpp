// A snapshot gives the same answers as the folder, and no damage of a snapshot goes unnoticed.
#include "runtime/data/snapshot/snapshot.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <random>
#include <thread>

#include "runtime/base/damaged_data.h"
#include "runtime/data/snapshot/compressed_texts.h"
#include "test/support/content.h"
#include "test/support/snapshot_bytes.h"
#include "test/unit/dataset_folder.h"

namespace seedc::data {
namespace {

const std::vector<std::string> kTopics = {"tea", "b:tea", "none"};

/// Values of every type at every depth, objects where other records have strings, equal keys, a
/// user file, assigned names, broken lines.
void write_odd_dataset(const unit::DatasetFolder& folder) {
  folder.write(
      "items.jsonl",
      R"({"business_id": "b", "stars": 4, "attributes": {"WiFi": "u'free'", "Ambience": "{'casual': True}"}}
{"business_id": "a", "stars": 4.0, "attributes": {"Ambience": {"casual": "True", "x": null}, "WiFi": "None"}, "hours": {}}
{"business_id": "b", "stars": 9}
{"business_id": "c", "stars": 9223372036854775808, "attributes": "{'WiFi': 'paid'}", "hours": {"Monday": "8:0-9:0"}, "hours": {"Tuesday": "1:0-2:0", "Tuesday": [1, {"k": -0.0}]}}
no JSON
{"business_id": "d", "stars": 99999999999999999999, "attributes": [1, "two"], "": {"": 1}, "none": null, "quote\"d": "a\nb"}
)");
  folder.write(
      "reviews.jsonl",
      R"({"review_id": "1", "business_id": "a", "user_id": "u1", "text": "Kiosk \u212aäse", "stars": 5, "date": "2020-01-01"}
{"review_id": "2", "business_id": "b", "user": {"name": "Ann", "fans": 3, "elite": ["2010", ""]}, "text": "", "stars": "4"}
{"review_id": "3", "business_id": "a", "user": {"name": "u'Bob'"}, "text": {"a": 1}, "stars": 4.5}
{"review_id": "4", "business_id": "zz", "text": "of nowhere"}
{"review_id": "a:b", "business_id": "d", "user": "Cid", "stars": true}
{"review_id": "6", "business_id": "d", "user": null, "user_id": "u2", "text": "['x', 1]"}
{"review_id": "7", "business_id": "d", "user": {}, "user_id": "u2", "text": "None"}
)");
  folder.write(
      "user.json",
      R"({"user_id": "u1", "name": "Dee", "fans": 7, "friends": "x, y", "deep": {"er": {"est": [1]}}}
{"user_id": "u2", "name": 5}
broken
)");
  folder.write("user_mapping.json",
               R"({"friend_graph": {"Ann": ["Zed", "Bob"], "Bob": [], "Al": ["Ann"]},
      "review_assignments": {"0": [{"review_idx": 0, "name": "Zoe"}], "3": [{"review_idx": 0, "name": "Yan"}], "x": 1}})");
  folder.write(
      "judgement_cache.json",
      R"({"1:tea": {"judgement": "pos"}, "a:b:tea": {"judgement": "neg"}, "q:tea": {"judgement": "pos"},
      "2:tea": {"judgement": "neutral"}, "6:none": {}})");
}

DataNeeds all_needs() {
  return {.item_paths = {{"business_id"},
                         {"stars"},
                         {"attributes"},
                         {"attributes", "WiFi"},
                         {"attributes", "Ambience"},
                         {"attributes", "Ambience", "casual"},
                         {"attributes", "Ambience", "x"},
                         {"hours"},
                         {"hours", "Monday"},
                         {"hours", "Tuesday"},
                         {""},
                         {"", ""},
                         {"none"},
                         {"nowhere", "at all"},
                         {"quote\"d"},
                         {}},
          .review_paths = {{"review_id"},
                           {"business_id"},
                           {"user_id"},
                           {"stars"},
                           {"date"},
                           {"text"},
                           {"text", "a"},
                           {"user"},
                           {"user", "name"},
                           {"user", "fans"},
                           {"user", "elite"},
                           {"user", "friends"},
                           {"user", "deep"},
                           {"user", "deep", "er"},
                           {"user", "deep", "er", "est"},
                           {"user", "name", "more"},
                           {"useful"}},
          .texts = true,
          .names = true,
          .circles = true,
          .judgements = true};
}

std::string saved(const unit::DatasetFolder& folder, const SnapshotForm& form = {}) {
  const std::string file = folder.file("all.snapshot");
  const auto done = save_snapshot(*source_at(folder.path()), file, {}, form);
  EXPECT_TRUE(done.has_value()) << done.error().text;
  return file;
}

std::string everything_at(const std::string& path) {
  const auto dataset = source_at(path)->load(all_needs());
  return dataset ? support::everything_of(*dataset, all_needs(), kTopics) : dataset.error().text;
}

TEST(Snapshot, AnswersAsTheFolder) {
  unit::DatasetFolder folder;
  write_odd_dataset(folder);
  const std::string of_folder = everything_at(folder.path());
  for (const bool compressed : {false, true}) {
    for (const bool indexed : {false, true}) {
      const std::string file =
          saved(folder, {.compressed_texts = compressed, .word_index = indexed});
      EXPECT_EQ(everything_at(file), of_folder);
      EXPECT_EQ(source_at(file)->has_word_index(), indexed);
    }
  }
}

/// Texts of several frames, some of them empty, and one larger than a frame.
class CompressedTexts : public ::testing::Test {
 protected:
  CompressedTexts() {
    folder_.write("items.jsonl", "{\"business_id\": \"a\"}\n");
    std::string lines;
    for (std::uint32_t i = 0; i < kReviews; ++i) {
      std::string text(i % 7 == 0 ? 0 : 100 + i % 300, static_cast<char>('a' + i % 26));
      if (i == 500) text.assign(3 * kFrameBytes, 'x');
      lines.append(R"({"business_id": "a", "review_id": "r)").append(std::to_string(i));
      lines.append(R"(", "text": ")").append(text).append("\"}\n");
      texts_.push_back(std::move(text));
    }
    folder_.write("reviews.jsonl", lines);
    file_ = saved(folder_, {.compressed_texts = true});
  }
  Dataset load(const LoadOptions& options = {}) const {
    return source_at(file_)->load({.texts = true}, options).value();
  }

  static constexpr std::uint32_t kReviews = 1000;
  unit::DatasetFolder folder_;
  std::vector<std::string> texts_;
  std::string file_;
};

TEST_F(CompressedTexts, AreReadInAnyOrderByManyThreadsAndStay) {
  const Dataset dataset = load();
  std::vector<std::string_view> views(kReviews);
  std::vector<std::thread> threads;
  for (std::uint32_t thread = 0; thread < 4; ++thread) {
    threads.emplace_back([&, thread] {
      for (std::uint32_t i = 0; i < kReviews; ++i) {
        const std::uint32_t review = (thread + 1) * 613 * i % kReviews;
        EXPECT_EQ(dataset.text(review), texts_[review]);
        if (review % 4 == thread) views[review] = dataset.text(review);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (std::uint32_t review = 0; review < kReviews; ++review) {
    if (!views[review].empty()) {
      EXPECT_EQ(views[review], texts_[review]);
    }
  }
}

TEST_F(CompressedTexts, AreChargedWhenTheyAreUnpacked) {
  base::CallLimits limits;
  limits.memory = std::make_shared<base::MemoryBudget>(2 * kFrameBytes);
  const base::Call call(std::move(limits));
  const Dataset dataset = load({.call = call});
  EXPECT_EQ(dataset.text(1), texts_[1]);
  EXPECT_THROW(dataset.text(500), base::OutOfBudget);
}

TEST_F(CompressedTexts, AFrameThatIsNoneIsDamage) {
  std::string bytes = support::content_of(file_);
  const auto file = SnapshotFile::open(file_).value();
  bytes[bytes.find(file->unverified(Section::TextFrames))] = 0;
  support::reseal(bytes);
  folder_.write("all.snapshot", bytes);
  const Dataset dataset = load();
  EXPECT_EQ(dataset.text(999), texts_[999]);
  EXPECT_THROW(dataset.text(1), base::DamagedData);
}

/// The schema that the snapshot of a folder has, and that of the folder.
void expect_same_schema(const unit::DatasetFolder& folder) {
  const auto of_file = source_at(saved(folder))->schema();
  const auto of_folder = source_at(folder.path())->schema();
  ASSERT_TRUE(of_file && of_folder);
  EXPECT_EQ(to_json(*of_file), to_json(*of_folder));
}

TEST(Snapshot, HasTheSchemaOfTheFolder) {
  const std::string review = R"({"review_id": "1", "business_id": "a", "stars": 5, "none": null, )";
  const std::vector<std::string> members = {
      R"("date": "2020-01-01", "x": "1.0", "text": "Kiosk")",
      R"("text": 3)",
      R"("s": "{'a': 1}")",
      R"("o": {"b": {}, "a": [1, "x"], "b": {"c": 18446744073709551615}}, "i": "7")",
      R"("user_id": "u1", "text": "")",
      R"("user_id": "u1", "user": null, "text": null)",
      R"("user": {"fans": 1}, "long": ")" + std::string(300, 'y') + '"',
      R"("business_id": "no")"};
  for (const std::string& rest : members) {
    unit::DatasetFolder folder;
    folder.write("items.jsonl", R"({"business_id": "a", "hours": {"Monday": "8:0-9:0"}})");
    folder.write("reviews.jsonl", review + rest + "}\n" +
                                      R"({"review_id": "2", "business_id": "a",)" +
                                      R"("stars": "5.0", "x": 1.0, "text": "", "user_id": "u2"})");
    folder.write("user.json", R"({"user_id": "u0", "odd": 1}
{"user_id": "u2", "name": "Bo", "deep": {"er": {"est": [1]}}}
{"user_id": "u1", "name": "Al", "none": null})");
    SCOPED_TRACE(rest);
    expect_same_schema(folder);
  }
}

/// Rare members beyond the reviews that are sampled, and more values than are counted.
TEST(Snapshot, HasTheSchemaOfTheFolderWhereTheFirstReviewsDoNotTell) {
  unit::DatasetFolder folder;
  folder.write("items.jsonl", R"({"business_id": "a"})");
  std::string reviews;
  const std::string text(400, 'x');
  for (int r = 0; r < 40'000; ++r)
    reviews += fmt::format(R"({{"review_id": "r{}", "business_id": "a", "text": "{}", "d": "{}"}})"
                           "\n",
                           r, text, r % 30'000);
  folder.write("reviews.jsonl", reviews);
  expect_same_schema(folder);
  reviews += R"({"review_id": "rare", "business_id": "a", "rare": {"member": 1}})";
  folder.write("reviews.jsonl", reviews);
  expect_same_schema(folder);
  EXPECT_EQ(everything_at(saved(folder)), everything_at(folder.path()));
}

TEST(Snapshot, ReportsWhatTheFilesOfARunWouldBeReportedFor) {
  unit::DatasetFolder folder;
  write_odd_dataset(folder);
  const std::string file = saved(folder);
  for (const DataNeeds& needs :
       {DataNeeds{}, DataNeeds{.names = true, .circles = true}, DataNeeds{.judgements = true},
        DataNeeds{.review_paths = {{"user", "fans"}}}}) {
    const auto of_folder = folder.load(needs).value();
    const auto of_file = source_at(file)->load(needs).value();
    EXPECT_EQ(of_folder.report().skipped_count, of_file.report().skipped_count);
    EXPECT_EQ(of_folder.report().files.size(), of_file.report().files.size());
  }
  const auto strict_folder = folder.load({}, {.strict = true});
  const auto strict_file = source_at(file)->load({}, {.strict = true});
  EXPECT_EQ(strict_folder.error().text, strict_file.error().text);
  EXPECT_EQ(source_at(folder.path())->schema().value(), source_at(file)->schema().value());
  EXPECT_EQ(source_at(folder.path())->schema({.reviews = false}).value(),
            source_at(file)->schema({.reviews = false}).value());
}

TEST(Snapshot, NullMembersOfObjectsAreKept) {
  unit::DatasetFolder folder;
  folder.write("items.jsonl",
               "{\"business_id\": \"1\", \"inner\": {\"a\": null, \"b\": 1}}\n"
               "{\"business_id\": \"2\", \"inner\": {\"a\": 2, \"b\": null}}\n");
  folder.write("reviews.jsonl", R"({"review_id": "1", "business_id": "1"})");
  const DataNeeds needs{.item_paths = {{"inner"}}, .texts = true, .names = true, .circles = true};
  EXPECT_EQ(support::everything_of(source_at(saved(folder))->load(needs).value(), needs, {}),
            support::everything_of(folder.load(needs).value(), needs, {}));
}

/// Most objects have the keys of the one before, and are coded as that.
TEST(Snapshot, ObjectsHaveTheirOwnKeysInTheirOrder) {
  unit::DatasetFolder folder;
  folder.write("items.jsonl", R"({"business_id": "1"})");
  std::string reviews;
  for (const char* user :
       {R"({"name": "A", "fans": 1})", R"({"name": "B", "fans": 2})", R"({"fans": 3, "name": "C"})",
        R"({"na\u006de": "D", "fans": 4})", R"({"na\u006de": "E", "fans": 5})",
        R"({"name": "F", "fans": 6, "name": "G"})", R"({"name": "H", "fans": 7, "name": "I"})",
        "{}", "{}", "\"{'name': 'J'}\"", R"({"name": "K", "fans": null})", "null", "[]"}) {
    reviews += "{\"review_id\": \"" + std::to_string(reviews.size()) +
               R"(", "business_id": "1", "user": )" + user + "}\n";
  }
  folder.write("reviews.jsonl", reviews);
  const DataNeeds needs{.review_paths = {{"user"}, {"user", "name"}, {"user", "fans"}},
                        .texts = true,
                        .names = true,
                        .circles = true};
  EXPECT_EQ(support::everything_of(source_at(saved(folder))->load(needs).value(), needs, {}),
            support::everything_of(folder.load(needs).value(), needs, {}));
}

TEST(Snapshot, RecordsOfVeryManyPathsAreKeptWhole) {
  unit::DatasetFolder folder;
  std::string items;
  for (int item = 0; item < 40; ++item) {
    items += R"({"business_id": ")" + std::to_string(item) +
             R"(", "common": 1, "inner": {"also": "True")";
    for (int key = 0; key < 30; ++key)
      items +=
          ", \"k" + std::to_string(item * 30 + key) + "\": {\"v\": " + std::to_string(key) + "}";
    items += "}, \"only" + std::to_string(item) + "\": \"{'x': 1}\"}\n";
  }
  folder.write("items.jsonl", items);
  folder.write("reviews.jsonl", R"({"review_id": "1", "business_id": "7"})");
  DataNeeds needs{.item_paths = {{"common"},
                                 {"inner"},
                                 {"inner", "also"},
                                 {"inner", "k7"},
                                 {"inner", "k900", "v"},
                                 {"inner", "k1199", "v"},
                                 {"only39"},
                                 {"only39", "x"},
                                 {"only3", "x"}},
                  .texts = true,
                  .names = true,
                  .circles = true};
  const std::string file = saved(folder);
  EXPECT_EQ(support::everything_of(source_at(file)->load(needs).value(), needs, {}),
            support::everything_of(folder.load(needs).value(), needs, {}));
}

/// The outcome of opening a snapshot with these bytes: an error, damage, or everything.
std::string outcome(const unit::DatasetFolder& folder, const std::string& bytes) {
  folder.write("other.snapshot", bytes);
  try {
    return everything_at(folder.file("other.snapshot"));
  } catch (const base::DamagedData& damage) {
    return damage.what();
  }
}

/// Whether checking all of the last outcome's bytes finds damage: runs do not read every part.
bool is_found_by_verifying(const unit::DatasetFolder& folder) {
  try {
    const auto file = SnapshotFile::open(folder.file("other.snapshot"));
    if (file) (*file)->verify_all();
    return !file;
  } catch (const base::DamagedData&) {
    return true;
  }
}

TEST(Snapshot, NoFlippedBitIsReadOver) {
  unit::DatasetFolder folder;
  write_odd_dataset(folder);
  const std::string bytes = support::content_of(saved(folder));
  const std::string right = outcome(folder, bytes);
  std::size_t noticed = 0;
  for (std::size_t at = 8; at < bytes.size(); at += 5) {
    std::string flipped = bytes;
    flipped[at] = static_cast<char>(flipped[at] ^ (1 << at % 8));
    const std::string met = outcome(folder, flipped);
    EXPECT_TRUE(met.find("snapshot") != met.npos || is_found_by_verifying(folder))
        << "byte " << at << ": " << met;
    noticed += met != right ? 1 : 0;
  }
  EXPECT_GT(noticed, bytes.size() / 10);
}

TEST(Snapshot, CutShortItIsRefused) {
  unit::DatasetFolder folder;
  write_odd_dataset(folder);
  const std::string bytes = support::content_of(saved(folder));
  for (const std::size_t size :
       {std::size_t{8}, std::size_t{63}, std::size_t{64}, bytes.size() / 2, bytes.size() - 1})
    EXPECT_NE(outcome(folder, bytes.substr(0, size)).find("is cut short"), std::string::npos);
  EXPECT_EQ(outcome(folder, bytes + "x"), outcome(folder, bytes));
}

TEST(Snapshot, HostileOnesWithGoodChecksumsDoNoHarm) {
  unit::DatasetFolder folder;
  write_odd_dataset(folder);
  const std::string bytes = support::content_of(saved(folder));
  std::mt19937 random(1);
  for (int round = 0; round < 3000; ++round) {
    std::string hostile = bytes;
    for (unsigned changes = 1 + random() % 4; changes > 0; --changes) {
      const char values[] = {'\0', '\1', '\x7f', '\xff', static_cast<char>(random())};
      hostile[random() % hostile.size()] = values[random() % std::size(values)];
    }
    support::reseal(hostile);
    outcome(folder, hostile);
  }
}

TEST(Snapshot, TakesNoOtherFilesPlace) {
  unit::DatasetFolder folder;
  write_odd_dataset(folder);
  const std::string file = saved(folder);
  EXPECT_TRUE(save_snapshot(*source_at(folder.path()), file).has_value());
  EXPECT_EQ(save_snapshot(*source_at(folder.path()), folder.file("items.jsonl")).error().kind(),
            base::ErrorKind::Usage);
  EXPECT_EQ(save_snapshot(*source_at(file), folder.file("new.snapshot")).error().kind(),
            base::ErrorKind::Usage);
  EXPECT_FALSE(std::filesystem::exists(folder.file("new.snapshot")));
}

}  // namespace
}  // namespace seedc::data
