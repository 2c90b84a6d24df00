// Writes items and reviews that were found, with what a reader expects of them besides.
#include "engine/prove/bundle_line.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/prove/item_value.h"
#include "runtime/exec/paths.h"

namespace seedc::prove {
namespace {

using language::Dict;
using language::List;
using language::Path;
using language::Value;

/// The friend graph and the judgements of a line.
struct LineParts {
  Dict friend_graph, judgements;

  void add_friend(const std::string& name, const std::string& of) {
    const Value* known = language::find(friend_graph, name);
    List friends = known == nullptr ? List() : *known->as<List>();
    friends.emplace_back(of);
    language::insert_or_assign(friend_graph, name, friends);
  }
};

/// What the author is called: as a test asks, or as the anchor of a circle without hops.
std::string name_of(const Review& review, std::size_t number) {
  for (const auto& [path, value] : review.values) {
    const auto* name = value.as<std::string>();
    if (path == exec::name_path() && name != nullptr) return *name;
  }
  for (const auto& [anchor, hops] : review.near) {
    if (hops < 1) return anchor;
  }
  return fmt::format("Reviewer {}", number);
}

/// Members of reviews that are read as strings only: a record with another id is broken.
bool is_string_only(const Path& path) {
  return path == Path{"review_id"} || path == Path{"business_id"} || path == Path{"text"};
}

std::string id_of(const Review& review, std::size_t number) {
  for (const auto& [path, value] : review.values) {
    const auto* id = value.as<std::string>();
    if (path == Path{"review_id"} && id != nullptr) return *id;
  }
  return fmt::format("review{}", number);
}

void add_friends(const Review& review, const std::string& name, LineParts& parts) {
  for (const auto& [anchor, hops] : review.near) {
    if (hops == 1) parts.add_friend(name, anchor);
    if (hops < 2) continue;
    const std::string between = fmt::format("Friend {} of {}", parts.friend_graph.size() + 1, name);
    parts.add_friend(name, between);
    parts.add_friend(between, anchor);
  }
}

Dict dict_of(const Review& review, std::size_t number, LineParts& parts) {
  const std::string id = id_of(review, number);
  const std::string name = name_of(review, number);
  Dict dict = {{"review_id", id},
               {"stars", 4},
               {"date", "2024-01-01 12:00:00"},
               {"text", review.text},
               {"user", Dict{{"name", name}}}};
  for (const auto& [path, value] : review.values) {
    const bool is_string = value.as<std::string>() != nullptr;
    if ((path == exec::name_path() && is_string) || (is_string_only(path) && !is_string)) continue;
    set_at(dict, path, written_for_item(value));
  }
  add_friends(review, name, parts);
  for (const auto& [topic, polarity] : review.judgements) {
    language::insert_or_assign(parts.judgements, std::string(id).append(":").append(topic),
                               Dict{{"judgement", std::string(language::word_of(polarity))}});
  }
  return dict;
}

}  // namespace

void set_at(Dict& root, const Path& path, Value value) {
  if (path.empty()) return;
  Dict* dict = &root;
  for (std::size_t i = 0; i + 1 < path.size(); ++i) {
    const Value* known = language::find(*dict, path[i]);
    if (known == nullptr || known->as<Dict>() == nullptr)
      language::insert_or_assign(*dict, path[i], Dict());
    dict = std::get_if<Dict>(
        &std::ranges::find(*dict, path[i], &Dict::value_type::first)->second.data);
  }
  if (value.is_null()) {
    std::erase_if(*dict, [&](const auto& entry) { return entry.first == path.back(); });
  } else {
    language::insert_or_assign(*dict, path.back(), std::move(value));
  }
}

const Value* find_at(const Dict& root, const Path& path) {
  const Dict* dict = &root;
  const Value* value = nullptr;
  for (const std::string& key : path) {
    value = dict == nullptr ? nullptr : language::find(*dict, key);
    if (value == nullptr) return nullptr;
    dict = value->as<Dict>();
  }
  return value;
}

std::string bundle_line(const Dict& business, const std::vector<Review>& reviews) {
  Dict item = {{"business_id", "counterexample"}};
  for (const auto& [key, value] : business) {
    if (key != "business_id" || value.as<std::string>() != nullptr)
      language::insert_or_assign(item, key, value);
  }
  LineParts parts;
  List list;
  for (const Review& review : reviews) list.emplace_back(dict_of(review, list.size() + 1, parts));
  Dict line = {{"business", std::move(item)}, {"reviews", std::move(list)}};
  if (!parts.friend_graph.empty()) line.emplace_back("friend_graph", parts.friend_graph);
  if (!parts.judgements.empty()) line.emplace_back("judgements", parts.judgements);
  return language::to_json(Value(std::move(line)));
}

}  // namespace seedc::prove
