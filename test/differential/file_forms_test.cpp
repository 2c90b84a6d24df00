// Random datasets as they may be stored: compressed in whatever frames, under the names of any
// convention. All have the same contents.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "runtime/data/source.h"
#include "test/differential/harness.h"
#include "test/differential/random_dataset.h"
#include "test/differential/vocabulary.h"
#include "test/support/compressed.h"
#include "test/support/content.h"
#include "test/support/snapshot_bytes.h"

namespace seedc::differential {
namespace {

namespace fs = std::filesystem;

using Compress = std::string (*)(std::string_view);

std::string as_it_is(std::string_view text) { return std::string(text); }
std::string as_zstd(std::string_view text) { return support::zstd_of(text); }

/// Cuts the text anywhere, and compresses the parts one by one.
std::string in_frames(Random& random, std::string_view text, Compress compress) {
  constexpr std::size_t kMostOfBlock = 60'000;  // of bgzip
  std::string all;
  do {
    const std::size_t size = std::min(text.size(), random.between(1, kMostOfBlock));
    all += compress(text.substr(0, size));
    text.remove_prefix(size);
  } while (!text.empty());
  return all;
}

std::string name_as_yelp(const std::string& name) {
  if (name == "restaurants.jsonl") return "yelp_academic_dataset_business.json";
  if (name == "reviews.jsonl") return "yelp_academic_dataset_review.json";
  if (name == "user.jsonl") return "yelp_academic_dataset_user.json";
  return name;
}

/// Stores each file of a dataset in another way.
void store_otherwise(Random& random, const fs::path& from, const fs::path& to) {
  const bool is_yelp = random.chance(50);
  for (const fs::directory_entry& file : fs::directory_iterator(from)) {
    const auto [compress, suffix] = random.pick(std::vector<std::pair<Compress, std::string>>{
        {as_it_is, ""}, {support::gzip_of, ".gz"}, {support::bgzip_of, ".gz"}, {as_zstd, ".zst"}});
    const std::string name = file.path().filename().string();
    const std::string stored =
        (is_yelp ? name_as_yelp(name) : name) + (random.chance(70) ? suffix : std::string());
    std::ofstream(to / stored, std::ios::binary)
        << in_frames(random, support::content_of(file.path()), compress);
  }
}

std::string answers_of(const fs::path& folder, const data::DataNeeds& needs) {
  std::vector<std::string> topics;
  for (const plain::Json& topic : vocabulary().topics) topics.push_back(topic.get<std::string>());
  const auto dataset = data::source_at(folder.string())->load(needs);
  return dataset ? support::answers_of(*dataset, needs, topics) : dataset.error().text;
}

TEST(FileForms, AllHaveTheSameContents) {
  const std::uint64_t first = setting("SEEDC_DIFF_SEED", 1);
  const std::uint64_t rounds = setting("SEEDC_DIFF_ROUNDS", 50);
  for (std::uint64_t seed = first; seed < first + rounds; ++seed) {
    Random random(seed);
    const Folder plain;
    write_dataset(random_records(random, random_size(random)), plain.path());
    const auto schema = data::source_at(plain.path().string())->schema();
    ASSERT_TRUE(schema);
    const data::DataNeeds needs = needs_of_schema(*schema);
    const std::string answers = answers_of(plain.path(), needs);
    for (int form = 0; form < 3; ++form) {
      const Folder other;
      store_otherwise(random, plain.path(), other.path());
      ASSERT_EQ(answers_of(other.path(), needs), answers) << "seed " << seed;
      EXPECT_EQ(*data::source_at(other.path().string())->schema(), *schema);
      count_evaluations(1);
    }
  }
}

}  // namespace
}  // namespace seedc::differential
