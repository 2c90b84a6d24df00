// Writes the first lines of a dataset's files into another folder, more of them each time.
#include "test/differential/grown_snapshot.h"

#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "test/differential/harness.h"
#include "test/differential/random.h"
#include "test/differential/random_dataset.h"
#include "test/support/content.h"

namespace seedc::differential {
namespace {

namespace fs = std::filesystem;

/// The first lines, which have about that part of the bytes.
std::string beginning_of(const std::string& content, double part) {
  const auto bytes = static_cast<std::size_t>(part * static_cast<double>(content.size()));
  const std::size_t end = bytes >= content.size() ? content.npos : content.find('\n', bytes);
  return end == content.npos ? content : content.substr(0, end + 1);
}

}  // namespace

base::Result<unsigned> save_growing_snapshot(const fs::path& folder, const fs::path& snapshot,
                                             const data::SnapshotForm& form, unsigned seed) {
  Random random(seed);
  const Folder growing;
  const bool has_all_items = random.chance(60);
  unsigned continued = 0;
  fs::remove(snapshot);
  for (const double part : {0.3, 0.3 + 0.1 * static_cast<double>(random.below(5)), 1.0}) {
    for (const auto& entry : fs::directory_iterator(folder)) {
      const std::string name = entry.path().filename().string();
      const bool is_whole =
          !name.ends_with(".jsonl") || (has_all_items && name == "restaurants.jsonl");
      if (!entry.is_regular_file() || entry.path() == snapshot) continue;
      std::ofstream(growing.path() / name, std::ios::binary)
          << (is_whole ? support::content_of(entry.path())
                       : beginning_of(support::content_of(entry.path()), part));
    }
    const fs::path from = part < 1 ? dataset_in(growing.path()) : dataset_in(folder);
    const auto source = data::source_at(from.string());
    const bool is_first = !fs::exists(snapshot);
    const auto saved = is_first ? data::save_snapshot(*source, snapshot.string(), {}, form)
                                : data::update_snapshot(*source, snapshot.string());
    if (!saved && part == 1) return tl::unexpected(saved.error());
    if (saved && saved->is_continued) ++continued;
  }
  return continued;
}

base::Result<void> save_snapshot_of(const fs::path& folder, const fs::path& snapshot,
                                    const data::SnapshotForm& form, unsigned round) {
  if (round % 4 < 2) return save_growing_snapshot(folder, snapshot, form, round).map([](auto) {});
  return data::save_snapshot(*data::source_at(dataset_in(folder).string()), snapshot.string(), {},
                             form)
      .map([](const auto&) {});
}

}  // namespace seedc::differential
