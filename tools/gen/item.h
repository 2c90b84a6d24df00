// An item: its line in restaurants.jsonl, and what its reviews need to know.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tools/gen/attributes.h"
#include "tools/gen/json_writer.h"
#include "tools/gen/vocabulary.h"

namespace seedc::gen {

/// subjects.def
enum class Subject : std::uint8_t {
#define SUBJECT(name, topic, attribute, praised_if, blamed_if) name,
#include "tools/gen/subjects.def"
#undef SUBJECT
};

constexpr std::size_t kSubjectCount = 0
#define SUBJECT(name, topic, attribute, praised_if, blamed_if) +1
#include "tools/gen/subjects.def"
#undef SUBJECT
    ;

/// How reviews speak of a subject of an item.
enum class Standing : std::uint8_t { Unmentioned, Opinion, Praised, Blamed };

/// The part of an item that is kept in memory while its reviews are made.
struct Venue {
  std::string id;
  std::string name;
  const VenueKind* kind = nullptr;
  const City* city = nullptr;
  std::uint8_t quality = 0;  ///< 28 to 98; determines its stars
  std::array<Standing, kSubjectCount> standings{};
};

struct Item {
  Venue venue;
  std::string address;
  std::string postal_code;
  std::int64_t latitude = 0;  ///< in millionths of a degree
  std::int64_t longitude = 0;
  int half_stars = 0;
  std::uint32_t review_count = 0;
  bool is_open = true;
  std::vector<Attribute> attributes;
  std::string categories;
  /// Monday first, "" on days without hours; empty if the item has none at all.
  std::vector<std::string> hours;
};

/// Item `index` of the dataset of `seed`.
Item make_item(std::uint64_t seed, std::uint32_t index, std::uint32_t review_count);

void write_item(const Item& item, JsonWriter& json);

}  // namespace seedc::gen
