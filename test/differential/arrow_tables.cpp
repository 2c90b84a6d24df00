// Chooses a type for each column that can hold its values, and lays them out.
#include "test/differential/arrow_tables.h"

#include <cmath>
#include <map>
#include <set>
#include <stdexcept>
#include <utility>

namespace seedc::differential {
namespace {

using plain::Json;
using support::ArrowNode;
using Values = std::vector<const Json*>;  ///< a null pointer: no value

enum class Kind { Boolean, Integer, Real, Text, List, Object };

Kind kind_of(const Json& value) {
  if (value.is_boolean()) return Kind::Boolean;
  if (value.is_string()) return Kind::Text;
  if (value.is_array()) return Kind::List;
  if (value.is_object()) return Kind::Object;
  return plain::is_real(value) ? Kind::Real : Kind::Integer;
}

/// The first kind at each path, and below it; lists have the path of their entries.
class KindFilter {
 public:
  /// Whether the value may stay; what is below it is filtered.
  bool filter(Json& value) {
    if (value.is_null()) return false;
    const Kind kind = kind_of(value);
    if (!kind_) kind_ = kind;
    if (*kind_ != kind) return false;
    if (kind == Kind::List) {
      Json kept = Json::array();
      for (Json& entry : value) {
        if (below_[""].filter(entry)) kept.push_back(entry);
      }
      value = kept;
    } else if (kind == Kind::Object) {
      value = filtered(value);
    }
    return true;
  }

 private:
  /// The members that may stay, in the order of their keys.
  Json filtered(const Json& object) {
    std::map<std::string, Json> members;
    for (const auto& [key, member] : object.items()) members[key] = member;
    Json kept = Json::object();
    for (auto& [key, member] : members) {
      if (below_[key].filter(member)) kept[key] = member;
    }
    return kept;
  }

  std::optional<Kind> kind_;
  std::map<std::string, KindFilter> below_;
};

class Encoder {
 public:
  explicit Encoder(Random& random) : random_(random) {}

  /// An array of the values behind some that are not part of its slice.
  ArrowNode encode(const std::string& name, Values values) {
    const std::size_t extra = random_.chance(40) ? random_.between(1, 3) : 0;
    const auto length = static_cast<std::int64_t>(values.size());
    Values padded;
    for (std::size_t i = 0; i < extra; ++i)
      padded.push_back(values.empty() || random_.chance(30) ? nullptr : random_.pick(values));
    padded.insert(padded.end(), values.begin(), values.end());
    ArrowNode node = encode_all(name, padded);
    node.offset = static_cast<std::int64_t>(extra);
    node.length = length;
    return node;
  }

  ArrowNode encode_rows(const Values& records) { return encode_struct("", records); }

 private:
  static std::optional<Kind> kind_of_all(const Values& values) {
    for (const Json* value : values) {
      if (value != nullptr) return kind_of(*value);
    }
    return std::nullopt;
  }

  ArrowNode encode_all(const std::string& name, const Values& values) {
    const auto kind = kind_of_all(values);
    if (!kind) {
      const auto count = static_cast<std::int64_t>(values.size());
      return {.format = "n", .name = name, .length = count};
    }
    ArrowNode node = encode_kind(*kind, name, values);
    if (random_.chance(30)) count_nulls(node, values);
    return node;
  }

  /// Of the slice without what is before it, as it is unknown here: none, or unknown.
  static void count_nulls(ArrowNode& node, const Values& values) {
    for (const Json* value : values) {
      if (value == nullptr) return;
    }
    node.null_count = 0;
  }

  ArrowNode encode_kind(Kind kind, const std::string& name, const Values& values) {
    if (kind != Kind::Object && random_.chance(20)) return encode_dictionary(name, values);
    switch (kind) {
      case Kind::Boolean:
        return support::booleans(name, all<bool>(values));
      case Kind::Integer:
        return encode_integers(name, all<std::int64_t>(values));
      case Kind::Real:
        return encode_reals(name, all<double>(values));
      case Kind::Text:
        return encode_texts(name, all<std::string>(values));
      case Kind::List:
        return encode_lists(name, values);
      case Kind::Object:
        return random_.chance(20) && is_map(values) ? encode_map(name, values)
                                                    : encode_struct(name, values);
    }
    return {};
  }

  template <class T>
  static std::vector<std::optional<T>> all(const Values& values) {
    std::vector<std::optional<T>> typed;
    for (const Json* value : values)
      typed.push_back(value == nullptr ? std::nullopt : std::optional(value->get<T>()));
    return typed;
  }

  template <class T>
  static bool fits(const std::vector<std::optional<std::int64_t>>& values) {
    for (const auto& value : values) {
      if (value && !std::in_range<T>(*value)) return false;
    }
    return true;
  }

  template <class T>
  static ArrowNode as(const char* format, const std::string& name,
                      const std::vector<std::optional<std::int64_t>>& values) {
    std::vector<std::optional<T>> typed;
    for (const auto& value : values)
      typed.push_back(value ? std::optional(static_cast<T>(*value)) : std::nullopt);
    return support::fixed<T>(format, name, typed);
  }

  struct Wide {
    std::int64_t low = 0, high = 0;
  };

  ArrowNode encode_integers(const std::string& name,
                            const std::vector<std::optional<std::int64_t>>& values) {
    switch (random_.below(10)) {
      case 0:
        if (fits<std::int8_t>(values)) return as<std::int8_t>("c", name, values);
        break;
      case 1:
        if (fits<std::uint8_t>(values)) return as<std::uint8_t>("C", name, values);
        break;
      case 2:
        if (fits<std::int16_t>(values)) return as<std::int16_t>("s", name, values);
        break;
      case 3:
        if (fits<std::uint16_t>(values)) return as<std::uint16_t>("S", name, values);
        break;
      case 4:
        if (fits<std::int32_t>(values)) return as<std::int32_t>("i", name, values);
        break;
      case 5:
        if (fits<std::uint32_t>(values)) return as<std::uint32_t>("I", name, values);
        break;
      case 6:
        if (fits<std::uint64_t>(values)) return as<std::uint64_t>("L", name, values);
        break;
      case 7:
        return as<std::int64_t>("d:18,0,64", name, values);
      case 8:
        return encode_wide(name, values);
      default:
        break;
    }
    return as<std::int64_t>("l", name, values);
  }

  static ArrowNode encode_wide(const std::string& name,
                               const std::vector<std::optional<std::int64_t>>& values) {
    std::vector<std::optional<Wide>> wide;
    for (const auto& value : values)
      wide.push_back(value ? std::optional(Wide{*value, *value < 0 ? -1 : 0}) : std::nullopt);
    return support::fixed<Wide>("d:38,0", name, wide);
  }

  ArrowNode encode_reals(const std::string& name,
                         const std::vector<std::optional<double>>& values) {
    std::vector<std::optional<float>> single;
    bool is_exact = random_.chance(40);
    for (const auto& value : values) {
      single.push_back(value ? std::optional(static_cast<float>(*value)) : std::nullopt);
      is_exact = is_exact && (!value || static_cast<double>(*single.back()) == *value);
    }
    if (is_exact) return support::fixed<float>("f", name, single);
    return support::fixed<double>("g", name, values);
  }

  ArrowNode encode_texts(const std::string& name, const support::Texts& values) {
    switch (random_.below(3)) {
      case 0:
        return support::texts(name, values);
      case 1:
        return support::texts<std::int64_t>(name, values);
      default:
        return support::text_views(name, values);
    }
  }

  /// An entry for each distinct value, some twice.
  ArrowNode encode_dictionary(const std::string& name, const Values& values) {
    std::map<std::string, std::int32_t> numbers;
    std::vector<std::optional<std::int32_t>> indices;
    Values entries;
    for (const Json* value : values) {
      indices.emplace_back();
      if (value == nullptr) continue;
      auto [known, is_new] =
          numbers.try_emplace(value->dump(), static_cast<std::int32_t>(entries.size()));
      if (is_new || random_.chance(5)) {
        known->second = static_cast<std::int32_t>(entries.size());
        entries.push_back(value);
      }
      indices.back() = known->second;
    }
    ArrowNode dictionary = encode("", entries);
    if (entries.size() < 100) {
      std::vector<std::optional<std::int8_t>> small;
      for (const auto& index : indices)
        small.push_back(index ? std::optional(static_cast<std::int8_t>(*index)) : std::nullopt);
      return support::dictionary<std::int8_t>("c", name, small, dictionary);
    }
    return support::dictionary<std::int32_t>("i", name, indices, dictionary);
  }

  ArrowNode encode_lists(const std::string& name, const Values& values) {
    support::Sizes sizes;
    Values entries;
    for (const Json* list : values) {
      sizes.push_back(list == nullptr ? std::nullopt
                                      : std::optional(static_cast<std::int64_t>(list->size())));
      if (list == nullptr) continue;
      for (const Json& entry : *list) entries.push_back(&entry);
    }
    ArrowNode items = encode("item", entries);
    switch (random_.below(4)) {
      case 0:
        return support::lists(name, sizes, items);
      case 1:
        return support::lists<std::int64_t>(name, sizes, items);
      case 2:
        return support::list_views(name, sizes, items);
      default:
        return support::list_views<std::int64_t>(name, sizes, items);
    }
  }

  /// Whether all members of all objects are of one kind that the values of a map can have.
  static bool is_map(const Values& values) {
    std::set<Kind> kinds;
    for (const Json* object : values) {
      if (object == nullptr) continue;
      for (const Json& member : *object) kinds.insert(kind_of(member));
    }
    return kinds.size() == 1 && *kinds.begin() != Kind::Object && *kinds.begin() != Kind::List;
  }

  ArrowNode encode_map(const std::string& name, const Values& values) {
    support::Sizes sizes;
    support::Texts keys;
    Values members;
    for (const Json* object : values) {
      sizes.push_back(object == nullptr ? std::nullopt
                                        : std::optional(static_cast<std::int64_t>(object->size())));
      if (object == nullptr) continue;
      for (const auto& [key, member] : object->items()) {
        keys.emplace_back(key);
        members.push_back(&member);
      }
    }
    return support::maps(name, sizes, support::texts("key", keys), encode("value", members));
  }

  /// Fields are in the order of their keys.
  ArrowNode encode_struct(const std::string& name, const Values& values) {
    std::vector<bool> valid;
    std::map<std::string, Values> columns;
    for (const Json* object : values) {
      valid.push_back(object != nullptr);
      if (object == nullptr) continue;
      for (const auto& [key, member] : object->items()) columns.try_emplace(key);
    }
    for (const Json* object : values) {
      for (auto& [key, column] : columns) {
        const Json& member = object == nullptr ? Json() : plain::member(*object, key);
        column.push_back(object != nullptr && object->contains(key) ? &object->at(key) : nullptr);
      }
    }
    std::vector<ArrowNode> fields;
    for (const auto& [key, column] : columns) fields.push_back(encode(key, column));
    return support::structs(name, valid, std::move(fields));
  }

  Random& random_;
};

std::shared_ptr<const data::arrow::Table> table_of(Random& random, const std::vector<Json>& records,
                                                   const std::string& name) {
  if (records.empty()) return nullptr;
  support::ArrowStream stream(arrow_batches(random, records));
  auto table = data::arrow::read_table(&stream, name);
  if (!table) throw std::runtime_error(table.error().text);
  return *table;
}

/// `friends` as rows.
std::vector<Json> friend_rows(const Json& user_mapping) {
  std::vector<Json> rows;
  for (const auto& [name, friends] : plain::member(user_mapping, "friend_graph").items())
    rows.push_back({{"name", name}, {"friends", friends}});
  return rows;
}

std::vector<Json> judgement_rows(const Json& cache) {
  std::vector<Json> rows;
  for (const auto& [key, entry] : cache.items()) {
    const std::size_t colon = key.find(':');
    Json row = {{"review_id", key.substr(0, colon)}, {"topic", key.substr(colon + 1)}};
    if (entry.contains("judgement")) row["judgement"] = entry.at("judgement");
    rows.push_back(row);
  }
  return rows;
}

}  // namespace

void keep_first_kinds(std::vector<Json>& records) {
  KindFilter filter;
  for (Json& record : records) filter.filter(record);
}

plain::Records as_columns(plain::Records records) {
  records.is_bundle = false;
  records.own.clear();
  keep_first_kinds(records.items);
  for (Json& review : records.reviews) {  // a column of other texts is an error
    const Json& text = plain::member(review, "text");
    if (!text.is_string() && !text.is_null()) review.erase("text");
  }
  keep_first_kinds(records.reviews);
  keep_first_kinds(records.users);
  if (records.user_mapping.is_object()) records.user_mapping.erase("review_assignments");
  if (records.judgement_cache.is_object()) {
    Json cache = Json::object();
    for (const auto& [key, entry] : records.judgement_cache.items()) {
      if (entry.is_object() && plain::member(entry, "judgement").is_string()) cache[key] = entry;
    }
    records.judgement_cache = cache;
  }
  return records;
}

/// All batches of a stream have one type, so they are slices of one array, cut at random.
std::vector<ArrowNode> arrow_batches(Random& random, const std::vector<Json>& records) {
  Values values;
  for (const Json& record : records) values.push_back(&record);
  const ArrowNode all = Encoder(random).encode_rows(values);
  std::vector<ArrowNode> batches;
  std::int64_t begin = 0;
  while (begin < all.length) {
    const std::int64_t left = all.length - begin;
    const auto size = static_cast<std::int64_t>(
        random.chance(50) ? random.between(0, static_cast<std::size_t>(left))
                          : static_cast<std::size_t>(left));
    ArrowNode batch = all;
    batch.offset = begin;
    batch.length = size;
    batches.push_back(std::move(batch));
    begin += size;
  }
  return batches;
}

data::arrow::Tables arrow_tables(Random& random, const plain::Records& records) {
  return {.items = table_of(random, records.items, "items"),
          .reviews = table_of(random, records.reviews, "reviews"),
          .users = table_of(random, records.users, "users"),
          .friends = table_of(random, friend_rows(records.user_mapping), "friends"),
          .judgements = table_of(random, judgement_rows(records.judgement_cache), "judgements")};
}

}  // namespace seedc::differential
