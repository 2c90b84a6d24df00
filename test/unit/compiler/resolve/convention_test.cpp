// Names resolved by the schema of a small dataset.
#include "compiler/resolve/convention.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "compiler/resolve/words.h"

namespace seedc::resolve {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

language::SchemaPath flag(const std::string& key, std::uint64_t yes, std::uint64_t no) {
  return {.path = {"attributes", key},
          .types = {"boolean"},
          .present = yes + no,
          .distinct = 2,
          .commonest = {{"False", no}, {"True", yes}}};
}

language::SchemaPath values(language::Path path, const std::vector<std::string>& texts,
                            std::string type = "string") {
  language::SchemaPath schema{.path = std::move(path),
                              .types = {std::move(type)},
                              .present = texts.size(),
                              .distinct = texts.size()};
  for (const std::string& text : texts) schema.commonest.emplace_back(text, 1);
  return schema;
}

void add_dict(language::Schema& schema, const std::string& key,
              const std::vector<std::string>& entries) {
  schema.item_paths.push_back(
      {.path = {"attributes", key}, .types = {"object"}, .present = 20, .distinct = 0});
  for (const std::string& entry : entries) {
    language::SchemaPath path = flag(entry, 5, 15);
    path.path = {"attributes", key, entry};
    schema.item_paths.push_back(std::move(path));
  }
}

language::Schema small_schema() {
  language::Schema schema{.items = 50, .reviews = 100};
  schema.item_paths = {values({"city"}, {"Vellmont", "Port Ellery"}),
                       values({"is_open"}, {"0", "1"}, "integer"),
                       {.path = {"attributes"}, .types = {"object"}, .present = 50},
                       flag("DriveThru", 1, 3),
                       flag("HasTV", 16, 30),
                       flag("GoodForKids", 43, 5),
                       flag("DogsAllowed", 9, 22),
                       flag("BikeParking", 42, 5),
                       flag("OutdoorSeating", 38, 6),
                       flag("RestaurantsTakeOut", 48, 1),
                       flag("BusinessAcceptsCreditCards", 48, 2),
                       flag("BYOB", 6, 4),
                       values({"attributes", "BYOBCorkage"}, {"no", "yes_free"}),
                       values({"attributes", "WiFi"}, {"free", "no", "paid"}),
                       values({"attributes", "Alcohol"}, {"none", "full_bar", "beer_and_wine"}),
                       values({"attributes", "NoiseLevel"}, {"quiet", "average", "loud"}),
                       values({"attributes", "RestaurantsAttire"}, {"casual", "dressy"}),
                       values({"attributes", "RestaurantsPriceRange2"}, {"1", "2", "3"})};
  add_dict(schema, "Ambience", {"hipster", "casual"});
  add_dict(schema, "GoodForMeal", {"latenight", "brunch"});
  add_dict(schema, "Music", {"live", "no_music"});
  schema.item_paths.push_back({.path = {"hours"}, .types = {"object"}, .present = 50});
  schema.item_paths.push_back(values({"hours", "Monday"}, {"8:0-15:0"}));
  schema.item_paths.push_back(values({"hours", "Fri"}, {"8:0-15:0"}));
  schema.review_paths = {values({"date"}, {"2020"}), values({"useful"}, {"1"}, "integer"),
                         values({"user", "useful"}, {"1"}, "integer"),
                         values({"user", "elite"}, {"2019"}),
                         values({"user", "review_count"}, {"3"}, "integer")};
  schema.categories = {{"Bars", 9},
                       {"Arts & Entertainment", 4},
                       {"Wine Bars", 3},
                       {"American (Traditional)", 2},
                       {"Women's Clothing", 1}};
  schema.topics = {{"espresso", 12}, {"dog friendly", 3}};
  return schema;
}

/// The evidence of a name with one reading; otherwise a description of the result.
std::string evidence(std::string_view name) {
  static const language::Schema schema = small_schema();
  static const Convention convention(schema);
  const std::vector<Reading> readings = convention.readings(name);
  if (readings.empty()) return "unknown";
  if (readings.size() > 1) return "ambiguous";
  return language::to_json(structure_of(readings.front()));
}

std::string meta(const std::string& key, const std::string& operands) {
  return R"({"kind":"item_meta","path":["attributes",")" + key + "\"]" + operands + "}";
}

TEST(Words, AreSplitAtSignsAndCamelCase) {
  EXPECT_THAT(words_of("DriveThru"), ElementsAre("drive", "thru"));
  EXPECT_THAT(words_of("cat_arts__&__entertainment"), ElementsAre("cat", "arts", "entertainment"));
  EXPECT_THAT(words_of("beer_and_wine"), ElementsAre("beer", "wine"));
  EXPECT_THAT(words_of("wifi_'free'"), ElementsAre("wifi", "free"));
  EXPECT_THAT(words_of("WiFi"), ElementsAre("wifi"));
  EXPECT_THAT(words_of("BYOBCorkage"), ElementsAre("byob", "corkage"));
  EXPECT_THAT(words_of("avg_gte_4.0"), ElementsAre("avg", "gte", "4.0"));
  EXPECT_THAT(words_of("Crêperie’s"), ElementsAre("crêperie", "s"));
  EXPECT_THAT(words_of("_&_ and"), IsEmpty());
}

TEST(Convention, ReadsBooleansInAnySpelling) {
  const std::string drive_thru = meta("DriveThru", R"(,"true":"True")");
  for (const char* name : {"DriveThru", "drive_thru", "drivethru", "drive-thru"})
    EXPECT_EQ(evidence(name), drive_thru) << name;
  EXPECT_EQ(evidence("has_tv"), meta("HasTV", R"(,"true":"True")"));
  EXPECT_EQ(evidence("tv"), meta("HasTV", R"(,"true":"True")"));
  EXPECT_EQ(evidence("takeout"), meta("RestaurantsTakeOut", R"(,"true":"True")"));
  EXPECT_EQ(evidence("credit_cards"), meta("BusinessAcceptsCreditCards", R"(,"true":"True")"));
  EXPECT_EQ(evidence("byob"), meta("BYOB", R"(,"true":"True")"));
  EXPECT_EQ(evidence("is_open"), R"({"kind":"item_meta","path":["is_open"],"true":"True"})");
}

TEST(Convention, ReadsNegations) {
  const std::string no_kids = meta("GoodForKids", R"(,"true":"False")");
  for (const char* name :
       {"no_kids", "kids_no", "not_for_kids", "no_GoodForKids", "not_kid_friendly"})
    EXPECT_EQ(evidence(name), no_kids) << name;
  EXPECT_EQ(evidence("no_wifi"), meta("WiFi", R"(,"is":"no")"));
  EXPECT_EQ(evidence("wifi_none"), evidence("no_wifi"));
  EXPECT_EQ(evidence("no_alcohol"), meta("Alcohol", R"(,"is":"'none'")"));
  EXPECT_EQ(evidence("not_quiet"), R"({"op":"NOT","args":[{"evidence":)" +
                                       meta("NoiseLevel", R"(,"is":"quiet","missing":-1)") + "}]}");
  EXPECT_EQ(evidence("no_ambience_hipster"),
            meta("Ambience", R"(,"not_contains":"'hipster': True")"));
  EXPECT_EQ(evidence("no_cat_bars"),
            R"({"kind":"item_meta","path":["categories"],"not_contains":"Bars"})");
  EXPECT_EQ(evidence("indoor"), meta("OutdoorSeating", R"(,"true":"False")"));
}

TEST(Convention, ReadsValuesInEitherOrderAndAlone) {
  const std::string quiet = meta("NoiseLevel", R"(,"is":"quiet")");
  for (const char* name : {"noiselevel_quiet", "noise_quiet", "quiet_noise", "quiet"})
    EXPECT_EQ(evidence(name), quiet) << name;
  EXPECT_EQ(evidence("city_port_ellery"),
            R"({"kind":"item_meta","path":["city"],"is":"Port Ellery"})");
  EXPECT_EQ(evidence("port_ellery"), "unknown");
  EXPECT_EQ(evidence("none"), "unknown");
}

TEST(Convention, WhoDoesNotListAnOfferingDoesNotHaveIt) {
  EXPECT_EQ(evidence("wifi_'free'"), meta("WiFi", R"(,"is":"free","missing":-1)"));
  EXPECT_EQ(evidence("full_bar"), meta("Alcohol", R"(,"is":"full_bar","missing":-1)"));
  EXPECT_EQ(evidence("alcohol_beer_wine"),
            meta("Alcohol", R"(,"is":"beer_and_wine","missing":-1)"));
}

TEST(Convention, ReadsEntriesOfDicts) {
  EXPECT_EQ(evidence("ambience_hipster"), meta("Ambience", R"(,"contains":"'hipster': True")"));
  EXPECT_EQ(evidence("hipster_vibe"), evidence("ambience_hipster"));
  EXPECT_EQ(evidence("goodformeal_latenight"),
            meta("GoodForMeal", R"(,"contains":"'latenight': True")"));
  EXPECT_EQ(evidence("late_night"), evidence("goodformeal_latenight"));
  EXPECT_EQ(evidence("live_music"), meta("Music", R"(,"contains":"'live': True")"));
  EXPECT_EQ(evidence("no_music"), meta("Music", R"(,"contains":"'no_music': True")"));
  EXPECT_EQ(evidence("Ambience"), meta("Ambience", ""));
}

TEST(Convention, ReadsCategoriesOnlyAsSuch) {
  const auto category = [](const std::string& text) {
    return R"({"kind":"item_meta","path":["categories"],"contains":")" + text + "\"}";
  };
  EXPECT_EQ(evidence("cat_arts__&__entertainment"), category("Arts & Entertainment"));
  EXPECT_EQ(evidence("cat_american_(traditional)"), category("American (Traditional)"));
  EXPECT_EQ(evidence("category_womens_clothing"), category("Women's Clothing"));
  EXPECT_EQ(evidence("bars"), "unknown");
  const language::Schema schema = small_schema();
  const Convention convention(schema);
  EXPECT_THAT(convention.readings("cat_bars").front().notes,
              ElementsAre("it finds Wine Bars, too"));
  EXPECT_EQ(convention.nearest("bars").front(), "cat_bars");
}

TEST(Convention, SuggestsNamesThatContinueTheWord) {
  const language::Schema schema = small_schema();
  const Convention convention(schema);
  EXPECT_EQ(convention.nearest("cat_wine").front(), "cat_wine_bars");
  EXPECT_EQ(convention.nearest("wine").front(), "cat_wine_bars");
}

TEST(Convention, NeverSuggestsTheOpposite) {
  const language::Schema schema = small_schema();
  const Convention convention(schema);
  EXPECT_EQ(convention.nearest("no_bars").front(), "no_cat_bars");
  for (const char* name : {"no_bars", "no_wify", "no_tvv", "not_drive_thr"}) {
    for (const std::string& near : convention.nearest(name))
      EXPECT_TRUE(near.starts_with("no")) << name << ": " << near;
  }
  for (const char* name : {"tvv", "bar", "drive_thr"}) {
    for (const std::string& near : convention.nearest(name))
      EXPECT_FALSE(near.starts_with("no_")) << name << ": " << near;
  }
}

TEST(Convention, ReadsPrices) {
  const auto price = [](const std::string& value) {
    return meta("RestaurantsPriceRange2", ",\"is\":" + value);
  };
  for (const char* name : {"price_cheap", "budget", "price_1", "cheap_price"})
    EXPECT_EQ(evidence(name), price("\"1\"")) << name;
  EXPECT_EQ(evidence("mid"), price("\"2\""));
  EXPECT_EQ(evidence("pricey"), price(R"(["3","4"])"));
}

TEST(Convention, ReadsBoundsOfNumbers) {
  language::Schema schema = small_schema();
  schema.item_paths.push_back(values({"stars"}, {"4.5"}, "real"));
  schema.item_paths.push_back(values({"attributes", "Stars_gte_3"}, {"yes"}));
  schema.item_paths.push_back(flag("Seats_gte_5", 1, 1));
  schema.item_paths.push_back(values({"attributes", "Seats"}, {"12"}, "integer"));
  schema.item_paths.push_back(values({"attributes", "Rooms"}, {"2"}, "integer"));
  schema.item_paths.push_back(values({"Rooms"}, {"2"}, "integer"));
  const Convention convention(schema);
  const auto read = [&](std::string_view name) -> std::string {
    const std::vector<Reading> readings = convention.readings(name);
    if (readings.size() != 1) return readings.empty() ? "unknown" : "ambiguous";
    return language::to_json(readings.front().evidence);
  };
  EXPECT_EQ(read("stars_gte_4.5"), R"({"kind":"item_meta","path":["stars"],"gte":4.5})");
  EXPECT_EQ(read("Stars_lt_-4"), R"({"kind":"item_meta","path":["stars"],"lt":-4})");
  EXPECT_EQ(read("price_lte_2"), meta("RestaurantsPriceRange2", R"(,"lte":2)"));
  EXPECT_EQ(read("seats_gt_4"), meta("Seats", R"(,"gt":4)"));
  EXPECT_EQ(read("seats_gte_5"), meta("Seats_gte_5", R"(,"true":"True")"))
      << "an attribute that is so spelt wins";
  EXPECT_EQ(read("rooms_gte_2"), "ambiguous");
  EXPECT_EQ(read("rooms_gte_2.0"), "ambiguous");
  for (const char* name :
       {"wifi_gte_1", "stars_gte_", "stars_gte_4.", "stars_gte_.5", "stars_gte_x", "stars_gte_1e3",
        "stars_eq_4", "_gte_4", "ambience_hipster_gte_1"})
    EXPECT_EQ(read(name), "unknown") << name;
}

TEST(Convention, ReadsTimesAndDaysWithoutHours) {
  const auto hours = [](const std::string& day, const std::string& asked) {
    return R"({"kind":"item_meta_hours","path":["hours",")" + day + R"("],)" + asked + "}";
  };
  EXPECT_EQ(evidence("friday_at_23"), hours("Fri", R"("at":"23:00")"));
  EXPECT_EQ(evidence("open_Friday_at_23_30"), hours("Fri", R"("at":"23:30")"));
  EXPECT_EQ(evidence("monday_at_24"), hours("Monday", R"("at":"24:00")"));
  EXPECT_EQ(evidence("monday_at_24_30"), "unknown");
  EXPECT_EQ(evidence("monday_at_12_75"), "unknown");
  const std::string closed = hours("Monday", R"("closed":true)");
  for (const char* name : {"closed_monday", "no_monday", "not_Monday", "Closed_Mon"})
    EXPECT_EQ(evidence(name), closed) << name;
  EXPECT_EQ(evidence("open_monday"), R"({"op":"NOT","args":[{"evidence":)" + closed + "}]}");
  EXPECT_EQ(evidence("monday"), "unknown");
  EXPECT_EQ(evidence("closed_tuesday"), hours("Tuesday", R"("closed":true)"))
      << "a day on which no item has hours";
}

TEST(Convention, WordsForDaysMeanHours) {
  language::Schema schema = small_schema();
  add_dict(schema, "BestNights", {"monday", "sunday"});
  const Convention convention(schema);
  const auto names = [&](std::string_view name) {
    std::vector<std::string> found;
    for (const Reading& reading : convention.readings(name)) found.push_back(reading.canonical);
    return found;
  };
  EXPECT_THAT(names("monday"), ElementsAre("best_nights_monday", "closed_monday"));
  EXPECT_THAT(names("sunday"), ElementsAre("best_nights_sunday", "closed_sunday"))
      << "a day on which no item has hours";
  EXPECT_THAT(names("best_nights_monday"), ElementsAre("best_nights_monday"));
  EXPECT_THAT(names("no_monday"), ElementsAre("closed_monday"));
  EXPECT_EQ(convention.readings("no_monday").front().earlier, "what `no_best_nights_monday` means");
  EXPECT_EQ(convention.readings("closed_monday").front().earlier, "");
  EXPECT_THAT(names("monday_reviews"), ElementsAre("monday_reviews"));
}

TEST(Convention, NamesOfValuesThatMatchedMoreSayWhat) {
  language::Schema schema = small_schema();
  schema.item_paths.push_back(values({"attributes", "Volume"}, {"loud", "very_loud"}));
  const Convention convention(schema);
  EXPECT_EQ(convention.readings("volume_loud").front().earlier,
            "that the text of attributes.Volume contains `loud`, as `very_loud` does");
  EXPECT_EQ(convention.readings("volume_very_loud").front().earlier, "");
}

TEST(Convention, ReadsHours) {
  const auto hours = [](const std::string& day, const std::string& range) {
    return R"({"kind":"item_meta_hours","path":["hours",")" + day + R"("],"true":")" + range +
           "\"}";
  };
  EXPECT_EQ(evidence("monday_afternoon"), hours("Monday", "12:0-17:0"));
  EXPECT_EQ(evidence("hours_mon_late"), hours("Monday", "21:0-23:0"));
  EXPECT_EQ(evidence("open_friday_18_to_1"), hours("Fri", "18:0-1:0"));
  EXPECT_EQ(evidence("monday_25_to_26"), "unknown");
  const language::Schema schema = small_schema();
  EXPECT_THAT(Convention(schema).help_for_unknown("friday_early"), HasSubstr("friday_lunch"));
}

TEST(Convention, ReadsReviews) {
  EXPECT_EQ(evidence("mac_and_cheese_reviews"),
            R"({"kind":"review_text","pattern":"mac and cheese"})");
  EXPECT_EQ(evidence("c++_reviews"), R"({"kind":"review_text","pattern":"c\\+\\+"})");
  EXPECT_EQ(
      evidence("matcha_by_experts"),
      R"({"kind":"review_text","pattern":"matcha","weight_by":{"field":["user","review_count"]}})");
  EXPECT_EQ(evidence("dog_friendly_negative"),
            R"({"kind":"review_sentiment","topic":"dog friendly","sentiment":"negative"})");
  EXPECT_EQ(evidence("staff_positive"), "unknown");
  EXPECT_EQ(evidence("cozy"), "unknown");
}

TEST(Convention, ReadsReviewers) {
  EXPECT_EQ(evidence("review_meta_elite_status"),
            R"({"kind":"review_meta","path":["user","elite"],"op":"not_empty"})");
  EXPECT_EQ(evidence("review_meta_user_review_count_gte_100_count_3_love"),
            R"({"kind":"review_meta","path":["user","review_count"],"op":"gte","value":100,)"
            R"("min_stars":4,"agg":"count","count":3})");
  EXPECT_EQ(evidence("review_meta_useful_lte_2_all"),
            R"({"kind":"review_meta","path":["useful"],"op":"lte","value":2,"agg":"all"})");
}

TEST(Convention, ReadsGroupRatings) {
  const auto group = [](const std::string& filter, const std::string& rest) {
    return R"({"kind":"review_group_rating","group_filter":)" + filter + R"(,"metric":)" + rest +
           "}";
  };
  EXPECT_EQ(evidence("post_2020_avg_gte_4.0"),
            group(R"({"field":"date","operator":"gte","value":"2020-01-01"})",
                  R"("avg_stars","threshold":4.0,"operator":"gte")"));
  EXPECT_EQ(evidence("harsh_avg_gte_2.7"),
            group(R"({"field":["user","average_stars"],"operator":"lt","value":3.5})",
                  R"("avg_stars","threshold":2.7,"operator":"gte")"));
  EXPECT_EQ(evidence("useful_gte_3_count_lt_4"),
            group(R"({"field":"useful","operator":"gte","value":3})",
                  R"("count","threshold":4,"operator":"lt")"));
  EXPECT_THAT(evidence("generous_high_but_harsh_low"), HasSubstr("review_group_rating_negative"));
}

TEST(Convention, OnlyNamesOfReviewFieldsNeedReviews) {
  const language::Schema schema = small_schema();
  language::Schema items = schema;
  items.review_paths.clear();
  for (const std::string_view name :
       {"post_2020_avg_gte_4.0", "harsh_count_lt_3", "espresso_positive", "drive_thru"}) {
    EXPECT_FALSE(Convention::needs_reviews(name)) << name;
    EXPECT_EQ(Convention(items).readings(name).size(), Convention(schema).readings(name).size());
  }
  for (const std::string_view name :
       {"review_meta_elite", "review_meta_useful_gte_2_count_3", "useful_gte_3_count_lt_4"}) {
    EXPECT_TRUE(Convention::needs_reviews(name)) << name;
    EXPECT_TRUE(Convention(items).readings(name).empty());
    EXPECT_EQ(Convention(schema).readings(name).size(), 1U);
  }
}

TEST(Convention, OneTierWithTwoMeaningsIsAmbiguous) {
  const language::Schema schema = small_schema();
  const std::vector<Reading> readings = Convention(schema).readings("casual");
  ASSERT_EQ(readings.size(), 2U);
  EXPECT_EQ(readings[0].canonical, "attire_casual");
  EXPECT_EQ(readings[1].canonical, "ambience_casual");
}

TEST(Convention, AttributesWithoutBooleansAreNeverTrue) {
  const language::Schema schema = small_schema();
  const Reading reading = Convention(schema).readings("Alcohol").front();
  EXPECT_EQ(language::to_json(reading.evidence), meta("Alcohol", R"(,"true":"True")"));
  EXPECT_EQ(reading.never_true,
            "the values of attributes.Alcohol are none, full_bar, beer_and_wine");
  EXPECT_EQ(reading.likely, "alcohol_full_bar");
}

TEST(Convention, ListedNamesReadBack) {
  const language::Schema schema = small_schema();
  const Convention convention(schema);
  std::vector<std::string> names;
  for (const Reading& reading : convention.all()) {
    const std::vector<Reading> found = convention.readings(reading.canonical);
    ASSERT_EQ(found.size(), 1U) << reading.canonical;
    EXPECT_EQ(found.front().evidence, reading.evidence) << reading.canonical;
    EXPECT_EQ(found.front().canonical, reading.canonical);
    names.push_back(reading.canonical);
  }
  for (const char* name : {"drive_thru", "no_tv", "no_wifi", "wifi_free", "price_cheap",
                           "price_expensive", "noise_quiet", "good_for_meal_brunch",
                           "cat_wine_bars", "monday_lunch", "closed_monday", "espresso_negative"})
    EXPECT_THAT(names, Contains(name));
  EXPECT_THAT(names, Not(Contains("alcohol")));
}

TEST(Convention, HostileNamesCostNothing) {
  EXPECT_EQ(evidence(""), "unknown");
  EXPECT_EQ(evidence("___"), "unknown");
  EXPECT_EQ(evidence("_reviews"), "unknown");
  EXPECT_EQ(evidence(std::string(100'000, '_')), "unknown");
  EXPECT_EQ(evidence(std::string(290, 'a')), "unknown");
  std::string no;
  for (int i = 0; i < 90; ++i) no += "no_";
  EXPECT_EQ(evidence(no + "tv"), "unknown");
}

}  // namespace
}  // namespace seedc::resolve
