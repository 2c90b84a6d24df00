// Which misspelt names have a suggestion: slips, and nothing that means the opposite.
#include "runtime/base/nearest.h"

#include <gtest/gtest.h>

namespace seedc::base {
namespace {

std::string near(std::string_view word, const std::vector<std::string>& names) {
  return nearest(word, names);
}

TEST(Nearest, FindsSlips) {
  EXPECT_EQ(near("drive_tru", {"drive_thru", "drive_in"}), "drive_thru");
  EXPECT_EQ(near("min_matchs", {"min_matches", "max_matches"}), "min_matches");
  EXPECT_EQ(near("LEAST", {"LEATS"}), "LEATS");
  EXPECT_EQ(near("not_drive_tru", {"no_drive_thru"}), "no_drive_thru");
  EXPECT_EQ(near("clsed_friday", {"closed_friday"}), "closed_friday");
  EXPECT_EQ(near("Free", {"free"}), "free");
  EXPECT_EQ(near("attributes.good_for_kids", {"attributes.GoodForKids"}), "attributes.GoodForKids");
  EXPECT_EQ(near("no_noise_lod", {"noise_loud", "no_noise_loud"}), "no_noise_loud");
}

TEST(Nearest, OffersNoOpposite) {
  EXPECT_EQ(near("wifi_not_free", {"wifi_free"}), "");
  EXPECT_EQ(near("max_matches", {"min_matches"}), "");
  EXPECT_EQ(near("unfree", {"free", "paid"}), "");
  EXPECT_EQ(near("non_negative", {"negative", "positive"}), "");
  EXPECT_EQ(near("bad_for_kids", {"good_for_kids"}), "");
  EXPECT_EQ(near("recommended", {"unrecommended"}), "");
  EXPECT_EQ(near("drive_thru_open", {"drive_thru_not_open"}), "");
  EXPECT_EQ(near("nowifi", {"wifi"}), "");
  EXPECT_EQ(near("closed_friday_evening", {"friday_evening", "open_friday"}), "");
}

TEST(Nearest, OffersNothingThatIsFar) {
  EXPECT_EQ(near("sommelier", {"cozy", "calm"}), "");
  EXPECT_EQ(near("x", {"y"}), "");
}

}  // namespace
}  // namespace seedc::base
