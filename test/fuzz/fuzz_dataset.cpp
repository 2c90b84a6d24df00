// The files of a dataset, and a bundle as a file and as a stream: whatever they contain, everything
// readable is read, and a snapshot gives the same answers.
#include <fcntl.h>
#include <unistd.h>

#include "runtime/data/jsonl/bundle_stream.h"
#include "runtime/data/source.h"
#include "test/differential/harness.h"
#include "test/fuzz/target.h"
#include "test/fuzz/tiny_dataset.h"
#include "test/support/snapshot_bytes.h"

namespace seedc::fuzz::dataset_target {
namespace {

namespace fs = std::filesystem;

const std::vector<std::string> kTopics = {"tea"};

/// The result of loading one path: all its answers, or the error.
std::string everything_at(const std::string& path) {
  const auto dataset = data::source_at(path)->load(tiny_needs(), {.threads = 1});
  return dataset ? support::everything_of(*dataset, tiny_needs(), kTopics) : "";
}

void check_place(const std::string& path, const std::string& snapshot) {
  const std::string everything = everything_at(path);
  const auto schema = data::source_at(path)->schema();
  if (schema)
    require(data::schema_of_json("schema", data::to_json(*schema)) == *schema,
            "a schema reads back");
  const auto saved = data::save_snapshot(*data::source_at(path), snapshot);
  require(saved.has_value() == !everything.empty(), "what loads has a snapshot");
  if (saved) require(everything_at(snapshot) == everything, "a snapshot answers the same");
  (void)data::source_at(path)->load({}, {.strict = true, .threads = 1});
}

void check_stream(const fs::path& bundle) {
  const int file = open(bundle.c_str(), O_RDONLY);
  require(file >= 0, "the bundle opens");
  data::BundleStream stream({.file = file, .read = {}, .name = "bundle"}, tiny_needs(),
                            {.threads = 1});
  while (true) {
    const auto piece = stream.next();
    if (!piece || !*piece) break;
    support::everything_of(**piece, tiny_needs(), kTopics);
  }
  close(file);
}

void run(std::string_view input) {
  static const differential::Folder folder;
  const fs::path data = folder.path() / "data";
  const fs::path bundle = data / "bundle.jsonl";
  const std::string snapshot = folder.path() / "all.snapshot";
  fs::remove(snapshot);
  write_files(input, data);
  if (fs::exists(bundle)) {
    check_stream(bundle);
    check_place(bundle, snapshot);
    fs::remove(bundle);
    fs::remove(snapshot);
  }
  check_place(data, snapshot);
}

std::vector<std::string> seeds() {
  return {std::string(kTinyDataset), R"(=== bundle.jsonl
{"business": {"business_id": "a", "attributes": {"HasTV": "False"}}, "reviews": [{"review_id": "r1", "text": "So cozy!", "stars": 4}]}
{"business": {"business_id": "b", "stars": 1e400}, "reviews": []}
{"item": {"item_id": "c"}, "reviews": [{"review_id": "r1"}, {"user": {"name": "\ud83d\ude00"}}, 7]}

{"business": {"business_id": "a"}}
broken
)",
          R"(=== yelp_academic_dataset_business.json
{"business_id": "a"}
=== yelp_academic_dataset_review.json
{"review_id": "r", "business_id": "a", "user_id": "u1", "text": "tea"}
{"review_id": "s", "business_id": "a", "user": {"name": "Eve"}}
=== yelp_academic_dataset_user.json
{"user_id": "u1", "name": "Dee", "friends": "u2, u9"}
{"user_id": "u2", "name": "Dee", "friends": ["u1", 7]}
)"};
}

const Registration kRegistration({"dataset", run, seeds, /*price=*/2});

}  // namespace
}  // namespace seedc::fuzz::dataset_target
