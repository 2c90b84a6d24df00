// Opening hours.
#include <gtest/gtest.h>

#include "runtime/language/text.h"

namespace seedc::language {
namespace {

TEST(Hours, AreMinutesSinceMidnight) {
  EXPECT_EQ(read_hours("8:0-15:30"), (Hours{480, 930}));
  EXPECT_EQ(read_hours("08:00-15:30"), (Hours{480, 930}));
}

TEST(Hours, BlanksAreAllowed) { EXPECT_EQ(read_hours(" 8 : 0 - 15:30\n"), (Hours{480, 930})); }

TEST(Hours, EndBeforeStartIsTheNextDay) {
  EXPECT_EQ(read_hours("18:0-2:0"), (Hours{1080, 1560}));
  EXPECT_EQ(read_hours("0:1-0:0"), (Hours{1, 1440}));
}

TEST(Hours, EqualEndsStayEqual) { EXPECT_EQ(read_hours("0:0-0:0"), (Hours{0, 0})); }

TEST(Hours, NumbersOfAnySizeAreRead) {
  EXPECT_EQ(read_hours("8:0-999999999999999999999:0")->start_minute, 480);
  EXPECT_GT(read_hours("8:0-999999999999999999999:0")->end_minute, std::int64_t{1} << 30);
  EXPECT_EQ(read_hours("5000000000:0-6000000000:1"), (Hours{300'000'000'000, 360'000'000'001}));
}

TEST(Hours, AllElseIsUnreadable) {
  for (const char* text :
       {"", "-", "8:00", "8-15", "8:0-15", "8:0-", ":-:", "8:0-15:x", "8:0--15:0", "8:0-15:0-16:0",
        "8:0:0-9:0", "+8:0-9:0", "8.5:0-9:0", "Closed", "٨:0-9:0"}) {
    EXPECT_EQ(read_hours(text), std::nullopt) << text;
  }
}

TEST(Hours, OfProgramsAreOfOneDay) {
  EXPECT_EQ(read_time("8:00"), 480);
  EXPECT_EQ(read_time(" 08:5\n"), 485);
  EXPECT_EQ(read_time("0:00"), 0);
  EXPECT_EQ(read_time("24:00"), 1440);
  for (const char* text : {"24:01", "25:00", "12:60", "12:75", "12", "12:", ":5", "8 : 0", "8:0:0",
                           "-1:00", "+8:00", "٨:0", ""}) {
    EXPECT_EQ(read_time(text), std::nullopt) << text;
  }
}

TEST(Hours, RangesOfProgramsAreOfTwoTimes) {
  EXPECT_EQ(read_time_range(" 8:00 - 15:30 "), (Hours{480, 930}));
  EXPECT_EQ(read_time_range("22:00-2:00"), (Hours{1320, 1560}));
  EXPECT_EQ(read_time_range("24:00-0:00"), (Hours{1440, 1440})) << "moved by a day they are equal";
  for (const char* text : {"8:00", "8:0-25:0", "8:60-9:0", "8 :0-9:0", "8:0-9:0-10:0"})
    EXPECT_EQ(read_time_range(text), std::nullopt) << text;
}

}  // namespace
}  // namespace seedc::language
