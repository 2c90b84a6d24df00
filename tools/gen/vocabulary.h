// The words of which items, users and reviews are composed. All places and businesses are invented.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace seedc::gen {

using Words = std::span<const std::string_view>;

/// A type of venue, and what it serves.
struct VenueKind {
  std::string_view noun;        ///< the end of its name
  std::string_view categories;  ///< always given, in Yelp's form
  Words extra_categories;       ///< of which some are added
  bool is_open_late;            ///< rather than from the early morning
  Words dishes;
  Words drinks;
};

extern const std::span<const VenueKind> kVenueKinds;

struct City {
  std::string_view name;
  std::string_view state;
  std::string_view postal_prefix;  ///< three digits
  std::int64_t latitude;           ///< of its centre, in millionths of a degree
  std::int64_t longitude;
};

extern const std::span<const City> kCities;

extern const Words kVenueNames;  ///< the beginning of a venue's name
extern const Words kStreets;
extern const Words kFirstNames;  ///< of users, and of the people in the friend graph

extern const Words kCompanions;  ///< {person} in a sentence: "my sister"
extern const Words kWeekdays;    ///< {day}; also the keys of `hours`, Monday first
extern const Words kEmoji;

}  // namespace seedc::gen
