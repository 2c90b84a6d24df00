// Snapshots of arbitrary bytes with valid checksums: reading everything works or throws
// DamagedData.
#include <fstream>
#include <iterator>

#include "runtime/base/damaged_data.h"
#include "test/differential/harness.h"
#include "test/fuzz/target.h"
#include "test/fuzz/tiny_dataset.h"
#include "test/support/content.h"
#include "test/support/snapshot_bytes.h"

namespace seedc::fuzz::snapshot_target {
namespace {

void read_all(const std::string& file) {
  const auto dataset = data::source_at(file)->load(tiny_needs());
  if (!dataset) return;
  support::everything_of(*dataset, tiny_needs(), {"tea"});
  const auto query =
      dataset->word_index()->query({.literals = {{"a"}, {"live music", true, true}}});
  if (query) dataset->word_index()->answer(*query);
}

void run(std::string_view input) {
  static const differential::Folder folder;
  const std::string file = folder.path() / "input.snapshot";
  std::string bytes(input);
  support::reseal(bytes);
  std::ofstream(file, std::ios::binary) << bytes;
  try {
    read_all(file);
    (void)data::source_at(file)->schema();
  } catch (const base::DamagedData&) {
    return;  // the expected outcome for hostile bytes
  }
}

std::vector<std::string> seeds() {
  const differential::Folder folder;
  const std::string file = folder.path() / "tiny.snapshot";
  write_files(kTinyDataset, folder.path() / "data");
  std::vector<std::string> all;
  for (const bool compressed : {false, true}) {
    const auto saved = data::save_snapshot(*data::source_at((folder.path() / "data").string()),
                                           file, {}, {.compressed_texts = compressed});
    require(saved.has_value(), "the tiny dataset loads");
    all.push_back(support::content_of(file));
  }
  // Of two segments: users in a file of their own would prevent it.
  std::filesystem::remove(folder.path() / "data" / "user.json");
  const std::string reviews = folder.path() / "data" / "reviews.jsonl";
  const auto source = data::source_at((folder.path() / "data").string());
  const bool is_saved = data::save_snapshot(*source, file).has_value();
  std::ofstream(reviews, std::ios::app)
      << R"({"review_id": "4", "business_id": "b", "user": {"name": "Bob"}, "text": "live music"})"
      << "\n";
  const auto updated = data::update_snapshot(*source, file);
  require(is_saved && updated && updated->is_continued, "the snapshot grows");
  all.push_back(support::content_of(file));
  return all;
}

const Registration kRegistration({"snapshot", run, seeds});

}  // namespace
}  // namespace seedc::fuzz::snapshot_target
