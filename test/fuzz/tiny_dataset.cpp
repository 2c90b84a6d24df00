// The records, and the splitting of one text into several files.
#include "test/fuzz/tiny_dataset.h"

#include <algorithm>
#include <fstream>

namespace seedc::fuzz {

const std::string_view kTinyDataset = R"(=== restaurants.jsonl
{"business_id": "b", "name": "Bo", "stars": 4, "attributes": {"WiFi": "u'free'", "Ambience": "{'casual': True}"}}
{"business_id": "a", "name": "Al", "stars": 4.5, "attributes": {"WiFi": "None", "x": null}, "hours": {"Monday": "8:0-9:0"}}
{"business_id": "b", "stars": 9}
no JSON
=== reviews.jsonl
{"review_id": "1", "business_id": "a", "user_id": "u1", "text": "Live music, tea", "stars": 5, "date": "2020-01-01"}
{"review_id": "2", "business_id": "b", "user": {"name": "Ann", "fans": 3, "elite": ["2010", ""]}, "text": "", "stars": "4"}
{"review_id": "3", "business_id": "zz", "text": "of nowhere"}
=== user.json
{"user_id": "u1", "name": "Dee", "fans": 7, "friends": "x, y"}
=== user_mapping.json
{"friend_graph": {"Ann": ["Zed", "Bob"], "Bob": []}, "review_assignments": {"0": [{"review_idx": 0, "name": "Zoe"}]}}
=== judgement_cache.json
{"1:tea": {"judgement": "pos"}, "2:tea": {"judgement": "neg"}, "q:tea": {}}
)";

const data::DataNeeds& tiny_needs() {
  static const data::DataNeeds needs = {
      .item_paths = {{"name"}, {"stars"}, {"attributes"}, {"attributes", "WiFi"}, {"hours"}, {}},
      .review_paths =
          {{"stars"}, {"user"}, {"user", "fans"}, {"user", "elite"}, {"text"}, {"date"}},
      .texts = true,
      .names = true,
      .circles = true,
      .judgements = true};
  return needs;
}

namespace {

constexpr std::string_view kMark = "=== ";

bool is_known(std::string_view name) {
  static constexpr std::string_view kNames[] = {"restaurants.jsonl",
                                                "items.jsonl",
                                                "reviews.jsonl",
                                                "review_1.jsonl",
                                                "review_2.jsonl",
                                                "user.json",
                                                "users.jsonl",
                                                "user_mapping.json",
                                                "judgement_cache.json",
                                                "bundle.jsonl",
                                                "reviews.jsonl.gz",
                                                "user.json.zst",
                                                "yelp_academic_dataset_business.json",
                                                "yelp_academic_dataset_review.json",
                                                "yelp_academic_dataset_user.json"};
  return std::ranges::find(kNames, name) != std::end(kNames);
}

}  // namespace

void write_files(std::string_view text, const std::filesystem::path& folder) {
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  while (text.starts_with(kMark)) {
    const std::size_t line_end = std::min(text.find('\n'), text.size() - 1);
    const std::string name(text.substr(kMark.size(), line_end - std::min(line_end, kMark.size())));
    text.remove_prefix(line_end + 1);
    const std::size_t next = text.find("\n=== ");
    const std::size_t size = next == std::string_view::npos ? text.size() : next + 1;
    if (is_known(name)) std::ofstream(folder / name, std::ios::binary) << text.substr(0, size);
    text.remove_prefix(size);
  }
}

}  // namespace seedc::fuzz
