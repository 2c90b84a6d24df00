// A snapshot that is brought up to date as files grow says what one that is made of all says.
#include <gtest/gtest.h>

#include <fstream>
#include <future>
#include <iterator>
#include <random>

#include "runtime/base/damaged_data.h"
#include "runtime/data/schema.h"
#include "runtime/data/snapshot/snapshot.h"
#include "test/support/content.h"
#include "test/support/snapshot_bytes.h"
#include "test/unit/dataset_folder.h"

namespace seedc::data {
namespace {

void append(const std::string& file, std::string_view lines) {
  std::ofstream(file, std::ios::binary | std::ios::app) << lines;
}

/// Lines whose records have paths that earlier ones have not.
class Lines {
 public:
  /// With faults, some are no JSON, and ids are few: records repeat, and belong to items that come
  /// later, or never.
  Lines(unsigned seed, bool has_faults) : random_(seed), has_faults_(has_faults) {}

  std::string item() {
    const unsigned id = has_faults_ ? below(8) : items_++;
    return line("{\"business_id\": \"" + std::to_string(id) + "\"" + member("stars", value()) +
                member("attributes", object()) + member("none", "null") + "}");
  }
  std::string review() {
    const unsigned id = has_faults_ ? below(200) : reviews_++;
    return line("{\"review_id\": \"r" + std::to_string(id) + "\", \"business_id\": \"" +
                std::to_string(below(has_faults_ ? 9 : items_)) + "\"" + member("stars", value()) +
                member("text", text()) + member("user", user()) + member("date", value()) + "}");
  }
  std::string judgements() {
    std::string all = "{\"q:tea\": {\"judgement\": \"pos\"}";
    for (unsigned i = below(20); i > 0; --i)
      all += ", \"r" + std::to_string(below(200)) + ":tea\": {\"judgement\": \"neg\"}";
    return all + "}";
  }
  std::string mapping() {
    return R"({"friend_graph": {"Ann": ["Bob", "Cid"]}, "review_assignments": {")" +
           std::to_string(below(8)) + R"(": [{"review_idx": )" + std::to_string(below(4)) +
           R"(, "name": ")" + one_of({"Zoe", "Ann"}) + "\"}]}}";
  }
  unsigned below(unsigned end) { return random_() % end; }

 private:
  std::string line(std::string json) {
    if (has_faults_ && below(12) == 0) json.resize(below(static_cast<unsigned>(json.size())));
    return json + (below(9) == 0 ? "\n\n" : "\n");
  }
  std::string one_of(std::initializer_list<const char*> texts) {
    return std::data(texts)[below(static_cast<unsigned>(texts.size()))];
  }
  std::string member(const std::string& key, const std::string& json) {
    return below(3) == 0 ? "" : ", \"" + key + "\": " + json;
  }
  std::string value() {
    return one_of({"1", "1.0", "true", "null", "\"x\"", "\"u'x'\"", "[1, \"two\"]",
                   "\"2020-01-01\"", "99999999999999999999", "\"\\u212a\"", "{\"k\": 1}",
                   long_.c_str()});
  }
  std::string object() {
    return one_of({"{}", "{\"WiFi\": \"free\"}", "{\"WiFi\": null, \"x\": {\"y\": 1}}",
                   "\"{'x': 1}\"", "{\"new\": [2]}"});
  }
  std::string user() {
    return one_of(
        {"{\"name\": \"Ann\", \"fans\": 3}", "{\"name\": \"Bob\"}", "\"Cid\"", "null", "{}"});
  }
  std::string text() {
    if (has_faults_ && below(9) == 0) return "7";
    return "\"" + one_of({"live music", "Kiosk \\u212aase", "", "so quiet", "a happy hour"}) + " " +
           one_of({"tonight", "and tea", "!", "caf\u00e9"}) + "\"";
  }

  std::mt19937 random_;
  bool has_faults_;
  /// Longer than values that a schema shows.
  const std::string long_ = "\"" + std::string(250, 'l') + "\"";
  unsigned items_ = 0, reviews_ = 0;
};

class GrowingFolder {
 public:
  /// The form of its snapshot depends on the seed.
  GrowingFolder(unsigned seed, bool has_faults)
      : lines_(seed, has_faults),
        form_{.compressed_texts = seed % 2 == 1, .word_index = seed % 3 != 1} {
    folder_.write("items.jsonl", lines_.item());
    folder_.write("reviews.jsonl", "");
  }

  void grow() {
    for (unsigned i = lines_.below(3); i > 0; --i) append(file("items.jsonl"), lines_.item());
    for (unsigned i = lines_.below(30); i > 0; --i) append(file("reviews.jsonl"), lines_.review());
    if (lines_.below(3) == 0) folder_.write("judgement_cache.json", lines_.judgements());
    if (lines_.below(3) == 0) folder_.write("user_mapping.json", lines_.mapping());
  }

  void add_review() { append(file("reviews.jsonl"), lines_.review()); }

  base::Result<SavedSnapshot> update() const {
    if (!std::filesystem::exists(file("snapshot"))) return save_as("snapshot");
    return update_snapshot(*source_at(folder_.path()), file("snapshot"));
  }
  base::Result<SavedSnapshot> save() const { return save_as("anew"); }
  std::string file(const std::string& name) const { return folder_.file(name); }
  const unit::DatasetFolder& folder() const { return folder_; }

 private:
  base::Result<SavedSnapshot> save_as(const std::string& name) const {
    return save_snapshot(*source_at(folder_.path()), file(name), {}, form_);
  }

  unit::DatasetFolder folder_;
  Lines lines_;
  SnapshotForm form_;
};

/// The texts in which the index finds literals.
std::string found_by(const text::WordIndex* index, std::uint32_t texts) {
  if (index == nullptr) return "no index";
  std::string found;
  for (const char* literal : {"live music", "us", "so quiet", "kiosk", "e!", "quiet tonight"}) {
    const auto query = index->query({.literals = {{literal}}, .exact = true});
    if (!query) continue;
    const text::PossibleTexts answer = index->answer(*query);
    found += "\n" + std::string(literal) + (answer.is_exact ? ":" : " perhaps:");
    for (std::uint32_t text = 0; text < texts; ++text) {
      if (answer.may_match(text)) found += " " + std::to_string(text);
    }
  }
  return found;
}

const DataNeeds& every_need() {
  static const DataNeeds kNeeds = {.item_paths = {{"stars"},
                                                  {"attributes"},
                                                  {"attributes", "WiFi"},
                                                  {"attributes", "x", "y"},
                                                  {"stars", "k"}},
                                   .review_paths = {{"stars"},
                                                    {"stars", "k"},
                                                    {"user"},
                                                    {"user", "name"},
                                                    {"user", "fans"},
                                                    {"date"},
                                                    {"text"}},
                                   .texts = true,
                                   .names = true,
                                   .circles = true,
                                   .judgements = true};
  return kNeeds;
}

std::string everything_of(const Dataset& dataset) {
  return support::everything_of(dataset, every_need(), {"tea"}) +
         found_by(dataset.word_index(), dataset.review_count());
}

/// Of a snapshot that is valid as a whole.
std::string contents_at(const std::string& snapshot) {
  SnapshotFile::open(snapshot).value()->verify_all();
  const auto source = source_at(snapshot);
  return everything_of(source->load(every_need()).value()) + to_json(source->schema().value());
}

/// Has read nothing but the ids of a snapshot, if there is one.
class Reader {
 public:
  explicit Reader(const std::string& snapshot) {
    if (!std::filesystem::exists(snapshot)) return;
    expected_ = contents_at(snapshot);
    source_ = source_at(snapshot);
    dataset_.emplace(source_->load(every_need()).value());
  }
  bool reads_what_was_there() const {
    return !dataset_ || expected_.starts_with(everything_of(*dataset_));
  }

 private:
  std::string expected_;
  std::shared_ptr<const Source> source_;
  std::optional<Dataset> dataset_;
};

/// Whether snapshots say the same after each of some steps, and whoever read one before goes on to;
/// returns how many of them were continued.
unsigned grow_step_by_step(bool has_faults) {
  unsigned continued = 0;
  for (unsigned seed = 0; seed < 60; ++seed) {
    GrowingFolder growing(seed, has_faults);
    for (unsigned step = 0; step < 5; ++step) {
      const Reader reader(growing.file("snapshot"));
      growing.grow();
      const auto made = growing.save();
      const auto updated = growing.update();
      EXPECT_EQ(made.has_value(), updated.has_value()) << seed;
      EXPECT_TRUE(reader.reads_what_was_there()) << "seed " << seed << ", step " << step;
      if (!made || !updated) continue;
      EXPECT_EQ(contents_at(growing.file("snapshot")), contents_at(growing.file("anew")))
          << "seed " << seed << ", step " << step << ", " << updated->made_anew_as;
      EXPECT_EQ(updated->report.skipped_count, made->report.skipped_count);
      if (updated->made_anew_as.empty()) ++continued;
    }
  }
  return continued;
}

TEST(UpdateSnapshot, SaysWhatASnapshotSaysThatIsMadeOfAll) {
  EXPECT_GT(grow_step_by_step(/*has_faults=*/false), 200);
}

TEST(UpdateSnapshot, SaysTheSameWhereRecordsAreLeftOut) {
  EXPECT_GT(grow_step_by_step(/*has_faults=*/true), 60);
}

TEST(UpdateSnapshot, IsMadeAnewOnceItHasBeenContinuedOften) {
  GrowingFolder growing(1, /*has_faults=*/false);
  growing.add_review();
  ASSERT_TRUE(growing.update());
  for (std::uint32_t times = 1; times < kMostSegments; ++times) {
    growing.add_review();
    EXPECT_EQ(growing.update()->made_anew_as, "") << times;
  }
  growing.add_review();
  EXPECT_EQ(growing.update()->made_anew_as, "records have been added to it 15 times");
  growing.add_review();
  EXPECT_EQ(growing.update()->made_anew_as, "");
  ASSERT_TRUE(growing.save());
  EXPECT_EQ(contents_at(growing.file("snapshot")), contents_at(growing.file("anew")));
}

TEST(UpdateSnapshot, IsMadeAnewOnceMostOfItIsNotUsed) {
  GrowingFolder growing(1, /*has_faults=*/false);
  ASSERT_TRUE(growing.update());
  std::string reason;
  for (int times = 0; times < 40 && reason.empty(); ++times) {
    growing.folder().write("user_mapping.json", R"({"friend_graph": {"Ann": [")" +
                                                    std::string(400'000, 'x') +
                                                    std::to_string(times) + "\"]}}");
    reason = growing.update()->made_anew_as;
  }
  EXPECT_EQ(reason, "more than half of it is no longer used");
  EXPECT_LT(std::filesystem::file_size(growing.file("snapshot")), 500'000);
}

/// A snapshot with two segments, as bytes; the second has so many reviews.
std::string continued_bytes(GrowingFolder& growing, int added = 30) {
  growing.add_review();
  EXPECT_TRUE(growing.update());
  for (int reviews = 0; reviews < added; ++reviews) growing.add_review();
  EXPECT_EQ(growing.update()->made_anew_as, "");
  return support::content_of(growing.file("snapshot"));
}

TEST(UpdateSnapshot, SealsNoDamage) {
  GrowingFolder growing(2, /*has_faults=*/false);
  const std::string bytes = continued_bytes(growing, 400);
  growing.add_review();
  ASSERT_TRUE(growing.save());
  const std::string expected = contents_at(growing.file("anew"));
  unsigned found = 0;
  for (std::size_t at = 64; at < bytes.size(); at += 131) {
    std::string flipped = bytes;
    flipped[at] = static_cast<char>(flipped[at] ^ (1 << at % 8));
    growing.folder().write("snapshot", flipped);
    const auto updated = growing.update();
    ASSERT_TRUE(updated) << at;
    try {
      EXPECT_EQ(contents_at(growing.file("snapshot")), expected) << at;
    } catch (const base::DamagedData&) {
      EXPECT_EQ(updated->made_anew_as, "") << at;
      ++found;
    }
  }
  EXPECT_GT(found, 10);
}

TEST(UpdateSnapshot, HostileSegmentsWithGoodChecksumsDoNoHarm) {
  GrowingFolder growing(2, /*has_faults=*/false);
  const std::string bytes = continued_bytes(growing);
  std::mt19937 random(5);
  for (int round = 0; round < 1500; ++round) {
    std::string hostile = bytes;
    for (unsigned changes = 1 + random() % 4; changes > 0; --changes) {
      const char values[] = {'\0', '\1', '\x7f', '\xff', static_cast<char>(random())};
      hostile[random() % hostile.size()] = values[random() % std::size(values)];
    }
    support::reseal(hostile);
    growing.folder().write("hostile", hostile);
    try {
      const auto dataset = source_at(growing.file("hostile"))->load(every_need());
      if (dataset) everything_of(*dataset);
    } catch (const base::DamagedData&) {
      continue;  // the expected outcome
    }
  }
}

TEST(UpdateSnapshot, GoesOnWhereAnotherOneWasKilled) {
  GrowingFolder growing(2, /*has_faults=*/false);
  const std::string bytes = continued_bytes(growing);
  const std::string before = contents_at(growing.file("snapshot"));
  append(growing.file("snapshot"), std::string(100'000, 'x'));
  EXPECT_EQ(contents_at(growing.file("snapshot")), before);
  growing.add_review();
  EXPECT_EQ(growing.update()->made_anew_as, "");
  EXPECT_LT(std::filesystem::file_size(growing.file("snapshot")), bytes.size() + 100'000);
  ASSERT_TRUE(growing.save());
  EXPECT_EQ(contents_at(growing.file("snapshot")), contents_at(growing.file("anew")));
}

TEST(UpdateSnapshot, SeveralAtOnceTakeTurns) {
  GrowingFolder growing(2, /*has_faults=*/false);
  continued_bytes(growing);
  growing.add_review();
  std::vector<std::future<base::Result<SavedSnapshot>>> updates;
  for (int i = 0; i < 4; ++i)
    updates.push_back(std::async(std::launch::async, [&] { return growing.update(); }));
  int continued = 0, unchanged = 0;
  for (auto& update : updates) {
    const SavedSnapshot saved = update.get().value();
    continued += saved.is_continued ? 1 : 0;
    unchanged += saved.is_unchanged ? 1 : 0;
  }
  EXPECT_EQ(continued, 1);
  EXPECT_EQ(unchanged, 3);
  ASSERT_TRUE(growing.save());
  EXPECT_EQ(contents_at(growing.file("snapshot")), contents_at(growing.file("anew")));
}

class UpdateTest : public ::testing::Test {
 protected:
  UpdateTest() {
    folder_.write("items.jsonl", "{\"business_id\": \"a\"}\n");
    folder_.write("review_1.json", "{\"review_id\": \"1\", \"business_id\": \"a\"}\n");
    folder_.write("review_3.json", "{\"review_id\": \"3\", \"business_id\": \"a\"}\n");
    update();
  }
  SavedSnapshot update() const {
    auto saved = update_snapshot(*source_at(folder_.path()), folder_.file("snapshot"));
    EXPECT_TRUE(saved.has_value());
    return saved.value_or(SavedSnapshot{});
  }
  std::string reason_after(const std::string& file, std::string_view content) const {
    folder_.write(file, content);
    return update().made_anew_as;
  }

  unit::DatasetFolder folder_;
};

TEST_F(UpdateTest, ReadsOnInTheLastFileAndInThoseAfterIt) {
  append(folder_.file("review_3.json"), "{\"review_id\": \"4\", \"business_id\": \"a\"}\n");
  folder_.write("review_5.json", "{\"review_id\": \"5\", \"business_id\": \"a\"}\nbroken\n");
  const SavedSnapshot saved = update();
  EXPECT_EQ(saved.made_anew_as, "");
  EXPECT_EQ(saved.more_reviews, 2);
  EXPECT_EQ(saved.more_items, 0);
  ASSERT_EQ(saved.report.skipped.size(), 1);
  EXPECT_EQ(saved.report.skipped[0].line, 2);
}

TEST_F(UpdateTest, SaysTheLineOfAFaultInItsFile) {
  append(folder_.file("review_3.json"), "\n{\"review_id\": \"3\", \"business_id\": \"a\"}\n");
  const SavedSnapshot saved = update();
  ASSERT_EQ(saved.report.skipped.size(), 1);
  EXPECT_EQ(saved.report.skipped[0].line, 3);
  EXPECT_EQ(saved.report.skipped[0].reason, "review_id `3` already exists");
}

TEST_F(UpdateTest, LeavesASnapshotOfFilesThatAreAsTheyWere) {
  EXPECT_TRUE(update().is_unchanged);
  append(folder_.file("review_3.json"), "\n");
  EXPECT_FALSE(update().is_unchanged);
}

TEST_F(UpdateTest, IsMadeAnewWhereRowsWouldNotBeThose) {
  EXPECT_EQ(reason_after("review_2.json", ""),
            "there are more lines before those of `review_3.json`");
  EXPECT_EQ(reason_after("review_1.json", "{\"review_id\": \"9\", \"business_id\": \"a\"}\n"),
            "`review_1.json` has changed");
  EXPECT_EQ(reason_after("review_3.json", "{}"), "`review_3.json` has changed");
  EXPECT_EQ(reason_after("review_3.json", "{}{}"), "`review_3.json` goes on in its last line");
  EXPECT_EQ(reason_after("items.jsonl", "{\"business_id\": \"a\"}\n{\"business_id\": \"b\"}\n"),
            "there are more items, of which reviews may have been left out");
  EXPECT_EQ(reason_after("user.json", "{\"user_id\": \"u\"}\n"), "it has files of users");
  std::filesystem::remove(folder_.file("user.json"));
  EXPECT_EQ(update().made_anew_as, "`user.json` is gone");
  EXPECT_EQ(update().made_anew_as, "");
}

// A byte order mark, an array and an archive are what they are at the beginning of a file.
TEST_F(UpdateTest, IsMadeAnewWhereAFileBegins) {
  folder_.write("review_4.json", "");
  update();
  EXPECT_EQ(reason_after("review_4.json", " \n"), "`review_4.json` was empty");
  EXPECT_EQ(reason_after("review_4.json", " \n{\"review_id\": \"9\", \"business_id\": \"a\"}\n"),
            "`review_4.json` was empty");
}

TEST_F(UpdateTest, IsMadeAnewOfADamagedOne) {
  std::string bytes = support::content_of(folder_.file("snapshot"));
  bytes[100] ^= 1;
  EXPECT_EQ(reason_after("snapshot", bytes), "it was damaged");
}

TEST(UpdateSnapshot, ContinuesABundleUnlessItsLinesHaveFriendsOrJudgements) {
  const unit::DatasetFolder folder;
  const std::string bundle = folder.file("all.jsonl");
  const auto line = [](const std::string& id, const std::string& more) {
    return R"({"business": {"business_id": ")" + id + R"("}, "reviews": [{"review_id": "r)" + id +
           "\"}]" + more + "}\n";
  };
  folder.write("all.jsonl", line("a", ""));
  const auto update = [&] {
    return update_snapshot(*source_at(bundle), folder.file("snapshot")).value();
  };
  update();
  append(bundle, line("b", ""));
  const SavedSnapshot saved = update();
  EXPECT_EQ(saved.made_anew_as, "");
  EXPECT_EQ(saved.more_items, 1);
  append(bundle, line("c", R"(, "judgements": {"rc:tea": {"judgement": "pos"}})"));
  EXPECT_EQ(update().made_anew_as, "items have friends or judgements of their own");
  append(bundle, line("d", ""));
  EXPECT_EQ(update().made_anew_as, "items have friends or judgements of their own");
}

}  // namespace
}  // namespace seedc::data
