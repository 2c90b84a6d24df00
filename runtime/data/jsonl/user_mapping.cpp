// Reads user_mapping.json.
#include "runtime/data/jsonl/user_mapping.h"

#include <fmt/format.h>

#include <charconv>

#include "runtime/data/jsonl/json_file.h"

namespace seedc::data {
namespace {

std::optional<std::uint64_t> index_of(std::string_view digits) {
  std::uint64_t index = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), index);
  const bool is_whole = error == std::errc{} && end == digits.data() + digits.size();
  return is_whole ? std::optional(index) : std::nullopt;
}

class MappingReader {
 public:
  MappingReader(LoadLog& log, const base::Call& call)
      : log_(log), entries_(call, kEntriesPerCheck) {}

  void read(JsonObject root) {
    const auto graph = member(root, "friend_graph");
    if (graph && !graph->is_null()) {
      read_friend_graph(
          *graph, [this](std::string reason) { skip(std::move(reason)); },
          [this](std::string_view name, std::vector<std::string> friends) {
            entries_.step();
            mapping_.friends.insert_or_assign(std::string(name), std::move(friends));
            log_.accept();
          });
    }
    const auto assignments = member(root, "review_assignments");
    if (assignments && !assignments->is_null()) read_assignments(*assignments);
  }

  UserMapping take() { return std::move(mapping_); }

 private:
  void skip(std::string reason) { log_.skip(0, std::move(reason)); }

  void read_assignments(JsonElement assignments) {
    const auto object = object_of(assignments);
    if (!object) return skip("`review_assignments` is not an object");
    std::map<std::string_view, JsonElement> entries;  // of equal keys the last counts
    for (const auto field : *object) entries.insert_or_assign(field.key, field.value);
    for (const auto& [item, entry] : entries) read_assignments_of(item, entry);
  }

  void read_assignments_of(std::string_view item, JsonElement entries) {
    entries_.step();
    const auto index = index_of(item);
    const auto list = array_of(entries);
    if (!index || !list) {
      return skip(
          fmt::format("`review_assignments` of `{}` are not a list of an item's index", item));
    }
    for (const JsonElement entry : *list) read_assignment(*index, entry);
  }

  void read_assignment(std::uint64_t item, JsonElement entry) {
    const auto review = member(entry, "review_idx");
    const auto name = member(entry, "name");
    std::uint64_t index = 0;
    const bool has_index =
        review && review->is_uint64() && review->get_uint64().get(index) == simdjson::SUCCESS;
    const auto text = name ? string_of(*name) : std::nullopt;
    if (!has_index || !text) {
      return skip(fmt::format(
          "an entry of `review_assignments` of `{}` has no `name` or no index as `review_idx`",
          item));
    }
    mapping_.assignments.push_back({item, index, std::string(*text)});
    log_.accept();
  }

  static constexpr std::uint32_t kEntriesPerCheck = 256;

  LoadLog& log_;
  base::StepCounter entries_;
  UserMapping mapping_;
};

}  // namespace

void read_friend_graph(
    JsonElement graph, const std::function<void(std::string reason)>& skip,
    const std::function<void(std::string_view name, std::vector<std::string> friends)>& visit) {
  const auto object = object_of(graph);
  if (!object) return skip("`friend_graph` is not an object");
  for (const auto field : *object) {
    const auto list = array_of(field.value);
    if (!list) {
      skip(fmt::format("the friends of `{}` are not a list", std::string_view(field.key)));
      continue;
    }
    std::vector<std::string> friends;
    for (const JsonElement entry : *list) {
      if (const auto text = string_of(entry)) {
        friends.emplace_back(*text);
      } else {
        skip(fmt::format("a friend of `{}` is not a string", std::string_view(field.key)));
      }
    }
    visit(field.key, std::move(friends));
  }
}

base::Result<UserMapping> read_user_mapping(const std::string& file, LoadLog& log,
                                            const base::Call& call) {
  MappingReader reader(log, call);
  const auto done = read_json_file(file, log, call, [&](JsonObject root) { reader.read(root); });
  if (!done) return tl::unexpected(done.error());
  return reader.take();
}

}  // namespace seedc::data
