// Snapshots of any bytes, with checksums that hold: opened and read from end to end. The corpus may
// begin with a real one, of a small dataset.
#include <unistd.h>

#include <fstream>

#include "runtime/contract/damaged_data.h"
#include "test/support/snapshot_bytes.h"

namespace {

const seedc::DataNeeds kNeeds = {.item_paths = {{"name"}, {"attributes"}, {"attributes", "WiFi"}},
                                 .review_paths = {{"stars"}, {"user"}, {"user", "fans"}, {"text"}},
                                 .texts = true,
                                 .names = true,
                                 .judgements = true};

void read_all(const std::string& file) {
  const auto dataset = seedc::load_dataset(file, kNeeds);
  if (!dataset) return;
  seedc::everything_of(*dataset, kNeeds, {"tea"});
  const auto query = dataset->word_index()->query({.literals = {"a", "live music"}});
  if (query) dataset->word_index()->answer(*query);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::string file = "/dev/shm/fuzz_snapshot." + std::to_string(::getpid());
  std::string bytes(reinterpret_cast<const char*>(data), size);
  seedc::reseal(bytes);
  std::ofstream(file, std::ios::binary) << bytes;
  try {
    read_all(file);
    (void)seedc::snapshot_schema(file, /*with_reviews=*/true);
  } catch (const seedc::DamagedData&) {  // what hostile bytes are to come to
  }
  return 0;
}
