// Items, reviews, users, friends and judgements, each field drawn from its pool or left out.
#include "test/differential/random_dataset.h"

#include <fstream>
#include <set>

#include "test/differential/vocabulary.h"

namespace seedc::differential {
namespace {

constexpr const char* kBundle = "bundle.jsonl";

class DatasetMaker {
 public:
  explicit DatasetMaker(Random& random) : random_(random), pools_(vocabulary()) {}

  plain::Records make(DatasetSize size) {
    for (std::size_t i = 0; i < size.items; ++i) {
      records_.items.push_back(item(i));
      const std::size_t review_count =
          random_.chance(10) ? 0 : random_.between(0, size.most_reviews);
      for (std::size_t r = 0; r < review_count; ++r) records_.reviews.push_back(review(i));
    }
    random_.shuffle(records_.reviews);
    add_rejected_records();
    if (!lists_friends_ || random_.chance(30)) {
      if (random_.chance(90)) records_.user_mapping = user_mapping(size.items);
    }
    if (random_.chance(90)) records_.judgement_cache = judgements();
    if (random_.chance(35)) make_bundle();
    return std::move(records_);
  }

 private:
  /// Draws a value from the pool, or leaves the key out.
  void put(Json& object, const char* key, const Json& pool, unsigned percent = 85) {
    if (random_.chance(percent)) object[key] = random_.pick(pool);
  }

  Json item(std::size_t number) {
    Json item = {{"business_id", "b" + std::to_string(number)}};
    put(item, "name", pools_.words);
    put(item, "stars", pools_.numbers);
    put(item, "is_open", pools_.flags);
    put(item, "categories", pools_.words);
    put(item, "review_count", pools_.numbers);
    if (random_.chance(92)) item["attributes"] = attributes();
    if (random_.chance(92)) item["hours"] = hours();
    return item;
  }

  Json attributes() {
    if (random_.chance(5)) return random_.pick(pools_.dicts);
    Json attributes = Json::object();
    put(attributes, "DriveThru", pools_.flags);
    put(attributes, "HasTV", pools_.flags);
    put(attributes, "WiFi", pools_.words);
    put(attributes, "Alcohol", pools_.words);
    put(attributes, "Price", pools_.numbers);
    put(attributes, "Ambience", pools_.dicts);
    put(attributes, "Parking", pools_.dicts);
    put(attributes, "", pools_.words, 10);
    return attributes;
  }

  Json hours() {
    if (random_.chance(3)) return nullptr;
    if (random_.chance(5)) return "{'Monday': '8:0-22:0', 'Friday': \"u'18:0-2:0'\"}";
    Json hours = Json::object();
    for (const char* day : {"Monday", "Friday", "Sunday"}) put(hours, day, pools_.hours);
    return hours;
  }

  Json review(std::size_t item) {
    const std::string number = std::to_string(records_.reviews.size());
    Json review = {{"review_id", "r" + number}, {"business_id", "b" + std::to_string(item)}};
    if (random_.chance(90)) review["text"] = text();
    put(review, "stars", pools_.stars);
    put(review, "useful", pools_.counts);
    put(review, "funny", pools_.counts);
    put(review, "date", pools_.dates);
    if (random_.chance(5)) {
      review["user"] = random_.pick(pools_.odd_users);
    } else if (random_.chance(70)) {
      review["user"] = user();
      if (lists_friends_ && random_.chance(20)) review["user_id"] = random_id();
    } else if (has_users_in_file_ && random_.chance(80)) {
      review["user_id"] = "u" + number;
      if (random_.chance(80)) records_.users.push_back(user_record("u" + number));
      if (lists_friends_ && random_.chance(30)) review["user_id"] = random_id();
    }
    return review;
  }

  Json text() {
    if (random_.chance(3)) return 5;
    if (random_.chance(3)) return nullptr;
    std::string text;
    for (std::size_t words = random_.between(0, 12); words > 0; --words) {
      text += random_.pick(pools_.text_words).get<std::string>();
      if (random_.chance(85)) text += ' ';
    }
    return text;
  }

  Json user() {
    Json user = Json::object();
    if (random_.chance(90)) user["name"] = random_.pick(pools_.names);
    if (random_.chance(3)) user["name"] = 7;
    put(user, "elite", pools_.elites);
    put(user, "fans", pools_.counts);
    put(user, "review_count", pools_.counts);
    put(user, "average_stars", pools_.averages);
    return user;
  }

  Json user_record(const std::string& id) {
    Json user = {{"user_id", id}};
    user.update(this->user());
    if (lists_friends_ && random_.chance(80)) user["friends"] = friend_ids();
    return user;
  }

  std::string random_id() {
    return "u" + std::to_string(random_.below(records_.reviews.size() + 3));
  }

  /// As a list, or as Yelp writes it.
  Json friend_ids() {
    if (random_.chance(10)) return "None";
    Json ids = Json::array();
    std::string text;
    for (std::size_t count = random_.below(4); count > 0; --count) {
      ids.push_back(random_id());
      text += (text.empty() ? "" : ", ") + ids.back().get<std::string>();
    }
    if (random_.chance(5)) text += text.empty() ? "NONE" : ", None";
    return are_friends_text_ ? Json(text) : ids;
  }

  /// Later records with an existing id, and a review of an unknown item: none of them counts.
  void add_rejected_records() {
    if (random_.chance(50)) records_.items.push_back(item(0));
    if (random_.chance(50)) records_.reviews.push_back(review(1'000'000));
    if (records_.reviews.empty() || random_.chance(50)) return;
    Json again = review(0);
    again["review_id"] = records_.reviews.front()["review_id"];
    records_.reviews.push_back(again);
  }

  Json user_mapping(std::size_t item_count) {
    Json mapping = {{"friend_graph", friend_graph()}, {"note", 1}};
    if (random_.chance(70)) mapping["review_assignments"] = assignments(item_count);
    return mapping;
  }

  Json friend_graph() {
    Json graph = Json::object();
    for (const Json& name : pools_.names) {
      if (random_.chance(70)) graph[name.get<std::string>()] = friends();
    }
    return graph;
  }

  Json friends() {
    Json friends = Json::array();
    for (std::size_t count = random_.below(4); count > 0; --count)
      friends.push_back(random_.pick(pools_.names));
    return friends;
  }

  /// Some are beyond the items, some beyond an item's reviews.
  Json assignments(std::size_t item_count) {
    Json assignments = Json::object();
    for (std::size_t item = 0; item < item_count + 2; ++item) {
      if (random_.chance(60)) continue;
      Json& entries = assignments[std::to_string(item)] = Json::array();
      for (std::size_t review = 0; review < 32; ++review) {
        if (random_.chance(85)) continue;
        entries.push_back(
            {{"review_idx", review}, {"name", random_.pick(pools_.names)}, {"friends", friends()}});
      }
    }
    return assignments;
  }

  /// Reviews are then in the order of the items' first lines, and those of no item are not there.
  void make_bundle() {
    records_.is_bundle = true;
    std::vector<Json> reviews;
    std::set<std::string> seen;
    for (const Json& item : records_.items) {
      const Json& id = plain::member(item, "business_id");
      if (!id.is_string() || !seen.insert(id.get<std::string>()).second) continue;
      for (const Json& review : records_.reviews) {
        if (plain::member(review, "business_id") == id) reviews.push_back(review);
      }
    }
    records_.reviews = std::move(reviews);
    for (const std::string& id : seen) {
      if (random_.chance(40)) continue;
      plain::Own& own = records_.own[id];
      if (random_.chance(60)) own.friend_graph = friend_graph();
      if (random_.chance(60)) own.judgements = judgements(id);
    }
  }

  /// Of all reviews, or of those of an item and of few others, which it does not hold for.
  Json judgements(const std::string& item = "") {
    Json judgements = Json::object();
    for (const Json& review : records_.reviews) {
      if (!item.empty() && plain::member(review, "business_id") != item && !random_.chance(1))
        continue;
      for (const Json& topic : pools_.topics) {
        if (random_.chance(50)) continue;
        const std::string key =
            review["review_id"].get<std::string>() + ":" + topic.get<std::string>();
        judgements[key] = random_.pick(pools_.judgements);
      }
    }
    return judgements;
  }

  Random& random_;
  const Vocabulary& pools_;
  plain::Records records_;
  bool lists_friends_ = random_.chance(50);  ///< whether users list their friends
  bool are_friends_text_ = random_.chance(50);
  bool has_users_in_file_ = random_.chance(70);
};

void write_lines(const std::filesystem::path& file, const std::vector<Json>& records) {
  std::ofstream out(file);
  for (const Json& record : records) out << record.dump() << '\n';
}

/// No file if there are none: snapshots of datasets with such a file are never continued.
void write_users(const std::filesystem::path& file, const std::vector<Json>& users) {
  if (!users.empty()) write_lines(file, users);
}

/// The first line of an item has all that belongs to it.
std::vector<Json> bundle_lines(const plain::Records& records) {
  std::vector<Json> lines;
  std::set<std::string> seen;
  for (const Json& item : records.items) {
    Json line = {{"business", item}, {"reviews", Json::array()}};
    const Json& id = plain::member(item, "business_id");
    if (id.is_string() && seen.insert(id.get<std::string>()).second) {
      for (const Json& review : records.reviews) {
        if (plain::member(review, "business_id") == id) line["reviews"].push_back(review);
      }
      const auto own = records.own.find(id.get<std::string>());
      if (own != records.own.end()) {
        line["friend_graph"] = own->second.friend_graph;
        line["judgements"] = own->second.judgements;
      }
    } else {
      line["friend_graph"] = Json::object();
      line["judgements"] = Json::object();
    }
    lines.push_back(std::move(line));
  }
  return lines;
}

void write_json(const std::filesystem::path& file, const Json& value) {
  if (!value.is_null()) std::ofstream(file) << value.dump();
}

}  // namespace

DatasetSize random_size(Random& random) {
  if (random.chance(8)) return {.items = random.between(500, 600), .most_reviews = 3};
  const std::size_t items = random.between(10, 200);
  return {.items = items, .most_reviews = random.pick(std::vector<std::size_t>{2, 8, 30})};
}

plain::Records random_records(Random& random, DatasetSize size) {
  return DatasetMaker(random).make(size);
}

std::filesystem::path dataset_in(const std::filesystem::path& folder) {
  const std::filesystem::path bundle = folder / kBundle;
  return std::filesystem::exists(bundle) ? bundle : folder;
}

void write_dataset(const plain::Records& records, const std::filesystem::path& folder) {
  if (records.is_bundle) {
    write_lines(folder / kBundle, bundle_lines(records));
    write_users(folder / "user.json", records.users);
  } else {
    write_lines(folder / "restaurants.jsonl", records.items);
    write_lines(folder / "reviews.jsonl", records.reviews);
    write_users(folder / "user.jsonl", records.users);
  }
  write_json(folder / "user_mapping.json", records.user_mapping);
  write_json(folder / "judgement_cache.json", records.judgement_cache);
}

data::DataNeeds needs_of_schema(const language::Schema& schema) {
  data::DataNeeds needs{.texts = true, .names = true, .circles = true, .judgements = true};
  for (const language::SchemaPath& path : schema.item_paths) needs.item_paths.push_back(path.path);
  for (const language::SchemaPath& path : schema.review_paths)
    needs.review_paths.push_back(path.path);
  return needs;
}

}  // namespace seedc::differential
