// Arrow streams that were changed at random: they are read or rejected, whatever they say, and
// everything is released once. Sizes of buffers cannot be checked by anybody, so buffers are as
// long as what they say needs.
#include <algorithm>

#include "runtime/data/arrow/row_stream.h"
#include "runtime/data/snapshot/snapshot.h"
#include "test/differential/arrow_tables.h"
#include "test/fuzz/target.h"
#include "test/fuzz/tiny_dataset.h"
#include "test/support/snapshot_bytes.h"

namespace seedc::fuzz::arrow_target {
namespace {

using differential::Random;
using plain::Json;
using support::ArrowNode;

constexpr std::int64_t kMostHonest = 4096;

const std::vector<Json>& items() {
  static const std::vector<Json> records = {
      Json::parse(
          R"({"business_id":"a","stars":4.5,"n":3,"attributes":{"WiFi":"u'free'","TV":true},"tags":["x","y"],
        "reviews":[{"review_id":"r1","text":"so cozy","stars":5,"user":{"name":"Ann","elite":["2010"]}},{"review_id":"r2"}]})"),
      Json::parse(R"({"business_id":"b","n":-3,"attributes":{"WiFi":"no"},"reviews":[]})"),
      Json::parse(
          R"({"business_id":"c","stars":1.5,"attributes":{"a longer key":"a text that is longer"},"reviews":[{"review_id":"r1"}]})")};
  return records;
}

const std::vector<Json>& friends() {
  static const std::vector<Json> records = {
      Json::parse(R"({"name":"Ann","friends":["Bob","Cid"]})"),
      Json::parse(R"({"name":"Bob","friends":[]})")};
  return records;
}

ArrowNode& pick_node(ArrowNode& root, Random& random) {
  ArrowNode* node = &root;
  while (random.chance(75)) {
    if (!node->dictionary.empty()) {
      node = &node->dictionary.front();
    } else if (!node->children.empty()) {
      node = &node->children[random.below(node->children.size())];
    } else {
      break;
    }
  }
  return *node;
}

std::int64_t pick_number(Random& random, std::int64_t now) {
  const std::int64_t numbers[] = {
      -2, -1, 0, 1, now - 1, now + 1, now * 2, std::int64_t{1} << 31, INT64_MAX, INT64_MIN};
  return numbers[random.below(std::size(numbers))];
}

std::string pick_format(Random& random) {
  const char* formats[] = {"n",           "b",  "c",     "L",   "e",   "f",    "g",
                           "u",           "U",  "vu",    "+l",  "+L",  "+vl",  "+vL",
                           "+w:2",        "+m", "+s",    "tdD", "tdm", "tsu:", "d:5,2",
                           "d:76,-3,256", "z",  "+ud:0", "tts", "?"};
  return formats[random.below(std::size(formats))];
}

void change_buffer(ArrowNode& node, Random& random) {
  if (node.buffers.empty()) return;
  std::optional<std::string>& buffer = node.buffers[random.below(node.buffers.size())];
  if (random.chance(15)) {
    buffer.reset();
  } else if (buffer && !buffer->empty()) {
    (*buffer)[random.below(buffer->size())] = static_cast<char>(random.below(256));
  }
}

void change(ArrowNode& root, Random& random) {
  ArrowNode& node = pick_node(root, random);
  switch (random.below(9)) {
    case 0:
      node.length = pick_number(random, node.length);
      return;
    case 1:
      node.offset = pick_number(random, node.offset);
      return;
    case 2:
      node.null_count = pick_number(random, node.null_count);
      return;
    case 3:
      node.format = pick_format(random);
      return;
    case 4:
      if (!node.buffers.empty()) node.buffers.pop_back();
      return;
    case 5:
      if (!node.children.empty()) node.children.pop_back();
      return;
    case 6:
      node.dictionary.clear();
      return;
    default:
      return change_buffer(node, random);
  }
}

/// The stream has the types of its first batch.
void take_types(ArrowNode& node, const ArrowNode& first) {
  node.format = first.format;
  for (std::size_t c = 0; c < std::min(node.children.size(), first.children.size()); ++c)
    take_types(node.children[c], first.children[c]);
  if (!node.dictionary.empty() && !first.dictionary.empty())
    take_types(node.dictionary.front(), first.dictionary.front());
}

/// How many bytes a slot takes in the second buffer of the format.
std::size_t bytes_of_slot(const std::string& format) {
  if (format.starts_with("d:")) return 32;
  return format == "vu" ? 16 : 8;
}

/// Makes buffers as long as needed. False if that would be too long.
bool make_honest(ArrowNode& node) {
  const bool is_refused =
      node.length < 0 || node.offset < 0 || node.length >= INT32_MAX || node.offset >= INT32_MAX;
  if (!is_refused) {
    const std::int64_t slots = node.length + node.offset + 1;
    if (slots > kMostHonest) return false;
    const auto bytes = static_cast<std::size_t>(slots) * bytes_of_slot(node.format);
    for (std::optional<std::string>& buffer : node.buffers) {
      if (buffer && buffer->size() < bytes) buffer->resize(bytes);
    }
    if ((node.format == "u" || node.format == "U") && node.buffers.size() == 3 && node.buffers[1] &&
        node.buffers[2]) {
      // Any byte of an offset may have changed: only the last one's claim counts.
      std::int64_t last = 0;
      const std::size_t width = node.format == "u" ? 4 : 8;
      std::memcpy(&last, node.buffers[1]->data() + static_cast<std::size_t>(slots - 1) * width,
                  width);
      if (last > kMostHonest * 16) return false;
      if (last > 0 && node.buffers[2]->size() < static_cast<std::size_t>(last))
        node.buffers[2]->resize(static_cast<std::size_t>(last));
    }
    if (node.format == "vu" && node.buffers.size() >= 3 && node.buffers.back()) {
      std::string sizes;
      for (std::size_t b = 2; b + 1 < node.buffers.size(); ++b) {
        support::append_raw(
            sizes, static_cast<std::int64_t>(node.buffers[b] ? node.buffers[b]->size() : 0));
      }
      node.buffers.back() = sizes;
    }
  }
  return std::ranges::all_of(node.children, make_honest) &&
         std::ranges::all_of(node.dictionary, make_honest);
}

std::unique_ptr<support::ArrowStream> changed_stream(Random& random,
                                                     const std::vector<Json>& records) {
  std::vector<ArrowNode> batches = differential::arrow_batches(random, records);
  for (std::size_t changes = random.below(4); changes > 0; --changes)
    change(batches[random.below(batches.size())], random);
  for (ArrowNode& batch : batches) take_types(batch, batches.front());
  if (!std::ranges::all_of(batches, make_honest)) return nullptr;
  const std::size_t fails_before = random.chance(5) ? random.below(batches.size()) : SIZE_MAX;
  return std::make_unique<support::ArrowStream>(std::move(batches), fails_before);
}

std::shared_ptr<const data::arrow::Table> changed_table(Random& random,
                                                        const std::vector<Json>& records,
                                                        const std::string& name) {
  const auto stream = changed_stream(random, records);
  if (!stream) return nullptr;
  auto table = data::arrow::read_table(stream.get(), name);
  require(stream->release == nullptr, "a stream is released");
  return table ? *table : nullptr;
}

/// The same rows item by item.
void read_stream(Random& random) {
  const auto stream = changed_stream(random, items());
  if (!stream) return;
  const auto open = data::arrow::rows_of({.items = data::arrow::OwnedStream(stream.get()),
                                          .reviews = data::arrow::OwnedStream(nullptr),
                                          .users = nullptr,
                                          .friends = nullptr,
                                          .judgements = nullptr},
                                         {}, {.items = 2, .reviews = 3});
  if (!open) return;
  const auto pieces = open->open(tiny_needs(), {.threads = 1});
  if (!pieces) return;
  for (auto piece = (*pieces)->next(); piece && *piece; piece = (*pieces)->next())
    support::everything_of(**piece, tiny_needs(), {"tea"});
}

void read_all(Random& random) {
  const auto source = data::arrow::source_of(
      {.items = changed_table(random, items(), "items"),
       .reviews = nullptr,
       .users = nullptr,
       .friends = random.chance(50) ? changed_table(random, friends(), "friends") : nullptr,
       .judgements = nullptr});
  if (!source) return;
  data::DataNeeds needs = tiny_needs();
  needs.item_paths.insert(needs.item_paths.end(), {{"tags"}, {"attributes"}, {"n"}});
  const auto dataset = (*source)->load(needs, {.threads = 1});
  const auto schema = (*source)->schema();
  require(dataset.has_value() == schema.has_value(), "what loads has a schema");
  if (dataset) support::everything_of(*dataset, needs, {"tea"});
}

void run(std::string_view input) {
  Random random(input);
  read_all(random);
  read_stream(random);
  require(support::live_arrow_count() == 0, "all arrays are released");
}

std::vector<std::string> seeds() {
  std::vector<std::string> all;
  Random random(7);
  for (int seed = 0; seed < 20; ++seed) {
    std::string bytes;
    for (int i = 0; i < 200; ++i) bytes += static_cast<char>(random.below(256));
    all.push_back(bytes);
  }
  return all;
}

const Registration kRegistration({"arrow", run, seeds});

}  // namespace
}  // namespace seedc::fuzz::arrow_target
