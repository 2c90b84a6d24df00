// Generates attributes from three tables, one for each form of attribute, and spells them as Yelp
// does.
#include "tools/gen/attributes.h"

#include <span>

namespace seedc::gen {
namespace {

// Percentages: how often the attribute is present, and how often it is true if present.
struct FlagRow {
  std::string_view name;
  int known;
  int yes;
};

// Each value has a probability of `weight` percent; unquoted ones are spelled as they are.
struct Choice {
  std::string_view value;
  int weight;
};
struct ChoiceRow {
  std::string_view name;
  int known;
  bool quoted;
  std::span<const Choice> choices;
};

struct Entry {
  std::string_view key;
  int yes;
};
struct DictRow {
  std::string_view name;
  int known;
  std::span<const Entry> entries;
};

constexpr FlagRow kFlags[] = {
    {"BusinessAcceptsCreditCards", 92, 88},
    {"BikeParking", 78, 66},
    {"HasTV", 74, 38},
    {"OutdoorSeating", 84, 52},
    {"GoodForKids", 80, 70},
    {"DogsAllowed", 55, 40},
    {"DriveThru", 40, 22},
    {"RestaurantsTakeOut", 86, 88},
    {"RestaurantsDelivery", 76, 55},
    {"RestaurantsReservations", 70, 30},
    {"RestaurantsGoodForGroups", 72, 64},
    {"RestaurantsTableService", 48, 45},
    {"WheelchairAccessible", 50, 76},
    {"HappyHour", 38, 46},
    {"Caters", 52, 50},
    {"CoatCheck", 22, 24},
    {"BYOB", 20, 28},
    {"ByAppointmentOnly", 14, 6},
};

constexpr Choice kWifi[] = {{"free", 66}, {"no", 29}, {"paid", 5}};
constexpr Choice kNoise[] = {{"quiet", 26}, {"average", 48}, {"loud", 18}, {"very_loud", 8}};
constexpr Choice kAlcohol[] = {{"none", 58}, {"beer_and_wine", 24}, {"full_bar", 18}};
constexpr Choice kAttire[] = {{"casual", 92}, {"dressy", 8}};
constexpr Choice kPrice[] = {{"1", 48}, {"2", 40}, {"3", 9}, {"4", 3}};
constexpr Choice kSmoking[] = {{"no", 62}, {"outdoor", 32}, {"yes", 6}};
constexpr ChoiceRow kChoices[] = {
    {"WiFi", 84, true, kWifi},
    {"NoiseLevel", 76, true, kNoise},
    {"Alcohol", 72, true, kAlcohol},
    {"RestaurantsAttire", 60, true, kAttire},
    {"RestaurantsPriceRange2", 88, false, kPrice},
    {"Smoking", 20, true, kSmoking},
};

constexpr Entry kAmbience[] = {{"touristy", 6}, {"hipster", 20},  {"romantic", 12},
                               {"divey", 8},    {"intimate", 14}, {"trendy", 22},
                               {"upscale", 6},  {"classy", 16},   {"casual", 62}};
constexpr Entry kMeals[] = {{"dessert", 26}, {"latenight", 12}, {"lunch", 46},
                            {"dinner", 22},  {"brunch", 38},    {"breakfast", 44}};
constexpr Entry kParking[] = {
    {"garage", 14}, {"street", 64}, {"validated", 4}, {"lot", 30}, {"valet", 4}};
constexpr Entry kMusic[] = {{"dj", 8},        {"background_music", 40},
                            {"no_music", 12}, {"jukebox", 6},
                            {"live", 22},     {"video", 5},
                            {"karaoke", 5}};
constexpr Entry kNights[] = {{"monday", 12},   {"tuesday", 12}, {"friday", 55},  {"wednesday", 20},
                             {"thursday", 28}, {"sunday", 30},  {"saturday", 58}};
constexpr DictRow kDicts[] = {
    {"BusinessParking", 82, kParking}, {"Ambience", 74, kAmbience},
    {"GoodForMeal", 60, kMeals},       {"Music", 26, kMusic},
    {"BestNights", 14, kNights},
};

constexpr int kNonePercent = 3;       // of the attributes that are present
constexpr int kEntryNonePercent = 4;  // of the entries of a dict
constexpr int kUnicodePrefixPercent = 60;

std::string flag_text(const FlagRow& row, Random& random) {
  return random.chance(row.yes) ? "True" : "False";
}

std::string_view weighted_pick(std::span<const Choice> choices, Random& random) {
  int left = static_cast<int>(random.below(100));
  for (const Choice& choice : choices) {
    left -= choice.weight;
    if (left < 0) return choice.value;
  }
  return choices.back().value;
}

std::string choice_text(const ChoiceRow& row, Random& random) {
  const std::string_view value = weighted_pick(row.choices, random);
  if (!row.quoted) return std::string(value);
  std::string text = random.chance(kUnicodePrefixPercent) ? "u'" : "'";
  return text.append(value).append("'");
}

std::string dict_text(const DictRow& row, Random& random) {
  std::string text = "{";
  for (const Entry& entry : row.entries) {
    if (text.size() > 1) text += ", ";
    text.append("'").append(entry.key).append("': ");
    const bool yes = random.chance(entry.yes);
    text += random.chance(kEntryNonePercent) ? "None" : yes ? "True" : "False";
  }
  return text + "}";
}

template <class Row>
void add_rows(std::span<const Row> rows, std::string (*text)(const Row&, Random&), Random& random,
              std::vector<Attribute>& attributes) {
  for (const Row& row : rows) {
    if (!random.chance(row.known)) continue;
    std::string value = random.chance(kNonePercent) ? "None" : text(row, random);
    attributes.push_back({row.name, std::move(value)});
  }
}

}  // namespace

std::vector<Attribute> make_attributes(Random& random) {
  std::vector<Attribute> attributes;
  add_rows<FlagRow>(kFlags, flag_text, random, attributes);
  add_rows<ChoiceRow>(kChoices, choice_text, random, attributes);
  add_rows<DictRow>(kDicts, dict_text, random, attributes);
  return attributes;
}

std::string_view attribute_value(const std::vector<Attribute>& attributes, std::string_view name) {
  for (const Attribute& attribute : attributes) {
    if (attribute.name == name) return attribute.value;
  }
  return "";
}

}  // namespace seedc::gen
