// Reads what lines of a bundle have for their own items.
#include "runtime/data/jsonl/own_data.h"

#include <map>

#include "runtime/data/jsonl/user_mapping.h"

namespace seedc::data {

template <class Read>
void OwnData::read(std::string_view json, std::uint64_t line, LoadLog& log, const Read& read_root) {
  json_.clear();
  json_.reserve(json.size() + kJsonPadding);
  json_.append(json);
  const auto root = parser_.parse(json_);
  if (!root) return log.skip_value(line, std::string(root.error()));
  read_root(*root);
}

void OwnData::add(std::uint32_t item, std::string_view friend_graph, std::string_view judgements,
                  std::uint64_t line, LoadLog& log) {
  const auto skip = [&](std::string reason) { log.skip_value(line, std::move(reason)); };
  if (!friend_graph.empty()) {
    items_.push_back(item);
    const auto graph = static_cast<std::uint32_t>(items_.size());
    read(friend_graph, line, log, [&](JsonElement root) {
      read_friend_graph(root, skip, [&](std::string_view name, std::vector<std::string> friends) {
        for (std::string& each : friends) each = friend_key(graph, each);
        friends_.insert_or_assign(friend_key(graph, name), std::move(friends));
      });
    });
  }
  if (judgements.empty()) return;
  OwnJudgements& own = judgements_.emplace_back(OwnJudgements{.item = item, .cache = {}});
  read(judgements, line, log, [&](JsonElement root) {
    const auto object = object_of(root);
    if (!object) return skip("`judgements` is not an object");
    for (const auto field : *object) own.cache.set(field.key, judgement_of(field.value));
  });
}

std::vector<std::uint32_t> OwnData::separate_names(
    Column& names, std::span<const std::uint32_t> review_begins) const {
  if (items_.empty()) return {};
  std::vector<std::uint32_t>& codes = names.codes.own();
  std::vector<std::uint32_t> graphs(names.values.size());
  for (std::uint32_t number = 0; number < items_.size(); ++number) {
    std::map<std::uint32_t, std::uint32_t> separate;  // of this graph
    for (std::uint32_t review = review_begins[items_[number]];
         review < review_begins[items_[number] + 1]; ++review) {
      if (codes[review] == 0) continue;
      const auto [known, is_new] =
          separate.try_emplace(codes[review], static_cast<std::uint32_t>(names.values.size()));
      if (is_new) {
        names.values.push_back(language::Value(names.values[codes[review]]));
        graphs.push_back(number + 1);
      }
      codes[review] = known->second;
    }
  }
  return graphs;
}

}  // namespace seedc::data
