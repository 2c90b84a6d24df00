// Generates and writes reviewers.
#include "tools/gen/user.h"

#include <fmt/format.h>

#include "tools/gen/calendar.h"
#include "tools/gen/random.h"
#include "tools/gen/vocabulary.h"

namespace seedc::gen {
namespace {

constexpr int kNamelessPercent = 8;
constexpr int kHarshPercent = 12;
constexpr std::uint32_t kEliteReviews = 20;  // the minimum for a user to be elite

int make_average(Random& random) {
  if (random.chance(kHarshPercent)) return random.between(100, 260);
  const int below_best = random.between(0, 130);
  return 500 - below_best - random.between(0, 130);
}

std::string make_elite(const User& user, Random& random) {
  if (user.review_count < kEliteReviews || random.chance(40))
    return random.chance(30) ? "None" : "";
  const int first = year_of(user.since_day) + random.between(0, 3);
  const int last = std::min(first + random.between(0, 6), year_of(kDays - 1));
  std::string years;
  for (int year = first; year <= last; ++year) {
    if (!years.empty()) years += ',';
    years += fmt::format_int(year).str();
  }
  return years;
}

}  // namespace

User make_user(std::uint64_t seed, std::uint64_t index) {
  Random random(seed, Stream::User, index);
  User user;
  user.id = random.id();
  if (!random.chance(kNamelessPercent)) user.name = random.pick(kFirstNames);
  user.review_count = static_cast<std::uint32_t>(6 * random.heavy_tail(600));
  user.fans = static_cast<std::uint32_t>(random.heavy_tail(user.review_count) - 1);
  user.average_hundredths = make_average(random);
  user.since_day = random.between(0, kDays * 4 / 5);
  user.since = make_timestamp(user.since_day, random);
  user.elite = make_elite(user, random);
  return user;
}

void write_user(const User& user, JsonWriter& json) {
  json.begin_object();
  if (!user.name.empty()) {
    json.key("name");
    json.string(user.name);
  }
  json.key("review_count");
  json.integer(user.review_count);
  json.key("average_stars");
  json.fixed(user.average_hundredths, 2);
  json.key("yelping_since");
  json.string(user.since);
  json.key("fans");
  json.integer(user.fans);
  json.key("elite");
  json.string(user.elite);
  json.end_object();
}

}  // namespace seedc::gen
