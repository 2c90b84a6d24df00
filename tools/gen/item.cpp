// Generates and writes items.
#include "tools/gen/item.h"

#include <fmt/format.h>

#include <algorithm>

#include "tools/gen/random.h"

namespace seedc::gen {
namespace {

struct SubjectRow {
  std::string_view attribute;
  std::string_view praised_if;
  std::string_view blamed_if;
};
constexpr SubjectRow kSubjects[] = {
#define SUBJECT(name, topic, attribute, praised_if, blamed_if) {attribute, praised_if, blamed_if},
#include "tools/gen/subjects.def"
#undef SUBJECT
};

// Hours of a day. Some cross midnight; `0:0-0:0` is how Yelp writes both "all day" and "not known".
using Word = std::string_view;
constexpr Word kEarlyHours[] = {"7:0-15:0",  "8:0-15:0", "6:30-14:30", "7:0-18:0",
                                "8:0-20:0",  "9:0-17:0", "6:0-19:0",   "10:0-21:0",
                                "5:30-13:0", "8:0-22:0", "0:0-0:0"};
constexpr Word kLateHours[] = {"10:0-22:0", "11:0-21:30", "11:0-23:0",   "12:0-0:0", "16:0-1:0",
                               "17:30-2:0", "18:0-23:30", "11:30-22:30", "0:0-0:0"};
constexpr int kNoHoursPercent = 8;
constexpr int kSpecialHoursPercent = 22;  // a day that differs from the usual
constexpr int kClosedPercent = 9;

constexpr int kWorst = 28;  // quality

bool contains(std::string_view text, std::string_view part) {
  return !part.empty() && text.find(part) != std::string_view::npos;
}

Standing standing_of(const SubjectRow& subject, const std::vector<Attribute>& attributes) {
  if (subject.attribute.empty()) return Standing::Opinion;
  const std::string_view value = attribute_value(attributes, subject.attribute);
  if (contains(value, subject.praised_if)) return Standing::Praised;
  if (contains(value, subject.blamed_if)) return Standing::Blamed;
  return Standing::Unmentioned;
}

std::array<Standing, kSubjectCount> standings_of(const std::vector<Attribute>& attributes) {
  std::array<Standing, kSubjectCount> standings{};
  std::ranges::transform(kSubjects, standings.begin(), [&](const SubjectRow& subject) {
    return standing_of(subject, attributes);
  });
  return standings;
}

Venue make_venue(Random& random) {
  Venue venue;
  venue.id = random.id();
  venue.kind = &random.pick(kVenueKinds);
  venue.city = &random.pick(kCities);
  venue.name = fmt::format("{} {}", random.pick(kVenueNames), venue.kind->noun);
  venue.quality = static_cast<std::uint8_t>(kWorst + random.between(0, 35));
  venue.quality += static_cast<std::uint8_t>(random.between(0, 35));
  return venue;
}

// The expected mean of its reviews' stars (see make_stars), in halves.
int half_stars_of(int quality) { return (47 + (quality - kWorst) * 77 / 100) / 10; }

std::string make_categories(const VenueKind& kind, Random& random) {
  std::string categories(kind.categories);
  for (const std::string_view extra : kind.extra_categories) {
    if (random.chance(30)) categories.append(", ").append(extra);
  }
  return categories;
}

std::vector<std::string> make_hours(const VenueKind& kind, Random& random) {
  if (random.chance(kNoHoursPercent)) return {};
  const Words choices = kind.is_open_late ? Words(kLateHours) : Words(kEarlyHours);
  const std::string_view usual = random.pick(choices);
  std::vector<std::string> hours(kWeekdays.size());
  for (std::string& day : hours) {
    if (random.chance(kClosedPercent)) continue;
    day = random.chance(kSpecialHoursPercent) ? random.pick(choices) : usual;
  }
  return hours;
}

void place(Item& item, Random& random) {
  const City& city = *item.venue.city;
  constexpr int kSpread = 90'000;
  const int house = random.between(1, 2999);
  item.address = fmt::format("{} {}", house, random.pick(kStreets));
  item.postal_code = fmt::format("{}{:02}", city.postal_prefix, random.between(1, 60));
  item.latitude = city.latitude + random.between(-kSpread, kSpread);
  item.longitude = city.longitude + random.between(-kSpread, kSpread);
}

void write_place(const Item& item, JsonWriter& json) {
  json.key("address");
  json.string(item.address);
  json.key("city");
  json.string(item.venue.city->name);
  json.key("state");
  json.string(item.venue.city->state);
  json.key("postal_code");
  json.string(item.postal_code);
  json.key("latitude");
  json.fixed(item.latitude, 6);
  json.key("longitude");
  json.fixed(item.longitude, 6);
}

void write_attributes(const std::vector<Attribute>& attributes, JsonWriter& json) {
  json.key("attributes");
  json.begin_object();
  for (const Attribute& attribute : attributes) {
    json.key(attribute.name);
    json.string(attribute.value);
  }
  json.end_object();
}

void write_hours(const std::vector<std::string>& hours, JsonWriter& json) {
  json.key("hours");
  if (hours.empty()) return json.literal("null");
  json.begin_object();
  for (std::size_t day = 0; day < hours.size(); ++day) {
    if (hours[day].empty()) continue;
    json.key(kWeekdays[day]);
    json.string(hours[day]);
  }
  json.end_object();
}

}  // namespace

Item make_item(std::uint64_t seed, std::uint32_t index, std::uint32_t review_count) {
  Random random(seed, Stream::Item, index);
  Item item;
  item.venue = make_venue(random);
  place(item, random);
  item.half_stars = half_stars_of(item.venue.quality);
  item.review_count = review_count;
  item.is_open = random.chance(85);
  item.attributes = make_attributes(random);
  item.venue.standings = standings_of(item.attributes);
  item.categories = make_categories(*item.venue.kind, random);
  item.hours = make_hours(*item.venue.kind, random);
  return item;
}

void write_item(const Item& item, JsonWriter& json) {
  json.begin_object();
  json.key("business_id");
  json.string(item.venue.id);
  json.key("name");
  json.string(item.venue.name);
  write_place(item, json);
  json.key("stars");
  json.fixed(std::int64_t{5} * item.half_stars, 1);
  json.key("review_count");
  json.integer(item.review_count);
  json.key("is_open");
  json.integer(item.is_open ? 1 : 0);
  write_attributes(item.attributes, json);
  json.key("categories");
  json.string(item.categories);
  write_hours(item.hours, json);
  json.end_object();
}

}  // namespace seedc::gen
