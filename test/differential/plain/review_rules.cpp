// The conditions on reviews.
#include <algorithm>
#include <optional>

#include "test/differential/plain/circle.h"
#include "test/differential/plain/matching.h"
#include "test/differential/plain/numbers.h"
#include "test/differential/plain/pattern.h"
#include "test/differential/plain/reading.h"
#include "test/differential/plain/rules.h"
#include "test/differential/plain/text.h"

namespace seedc::plain {
namespace {

const Path kStars = {"stars"};
const Path kAverageStars = {"user", "average_stars"};

std::optional<double> number_at(const Json& review, const Path& path) {
  return number_of(value_at(review, path));
}

template <class Test>
long count_reviews(const std::vector<Json>& reviews, Test test) {
  return std::count_if(reviews.begin(), reviews.end(), test);
}

template <class Test>
std::vector<Json> reviews_where(const std::vector<Json>& reviews, Test test) {
  std::vector<Json> kept;
  std::copy_if(reviews.begin(), reviews.end(), std::back_inserter(kept), test);
  return kept;
}

/// The mean of the stars of the reviews that have a number there.
std::optional<double> mean_stars(const std::vector<Json>& reviews) {
  double sum = 0;
  int count = 0;
  for (const Json& review : reviews) {
    if (const auto stars = number_at(review, kStars)) {
      sum += *stars;
      ++count;
    }
  }
  return count == 0 ? std::nullopt : std::optional(sum / count);
}

bool text_matches(const Json& review, const std::string& pattern) {
  const Json& text = member(review, "text");
  return occurs(pattern, text.is_string() ? text.get<std::string>() : "");
}

language::Tri text_any(const Json& e, const std::string& pattern, const Item& item) {
  if (pattern.empty() || item.reviews.empty()) return language::Tri::Unknown;
  return language::tri_of(count_reviews(item.reviews, [&](const Json& review) {
                            return text_matches(review, pattern);
                          }) >= option_or(e, "min_matches", 1).get<long>());
}

language::Tri text_credible(const Json& e, const std::string& pattern, const Item& item) {
  if (item.reviews.empty()) return language::Tri::Unknown;
  if (pattern.empty()) return language::Tri::No;
  const Path field = path_of(e.at("weight_by").at("field"));
  const auto min_matches = option_or(e, "min_credible_matches", 2).get<std::size_t>();
  const auto percentile = option_or(e, "credibility_percentile", 50).get<double>();
  std::vector<double> n;
  for (const Json& review : item.reviews) {
    const double value = credibility_at(review, field).value_or(0);
    if (value > 0) n.push_back(value);
  }
  if (n.size() < min_matches) return language::Tri::No;
  std::sort(n.begin(), n.end());
  const auto at = static_cast<std::size_t>(static_cast<double>(n.size()) * percentile / 100);
  const double threshold = n[std::min(at, n.size() - 1)];
  const auto found = count_reviews(item.reviews, [&](const Json& review) {
    return credibility_at(review, field).value_or(0) >= threshold && text_matches(review, pattern);
  });
  return language::tri_of(static_cast<std::size_t>(found) >= min_matches);
}

language::Tri text_social(const Json& e, const std::string& pattern, const Item& item,
                          const World& world) {
  if (item.reviews.empty()) return language::Tri::No;
  const Json& filter = e.at("social_filter");
  const Json min_matches = option_or(filter, "min_matches", option_or(e, "min_matches", 1));
  return language::tri_of(count_reviews(item.reviews, [&](const Json& review) {
                            return is_written_by_circle(review, filter, world) &&
                                   (pattern.empty() || text_matches(review, pattern));
                          }) >= min_matches.get<long>());
}

bool is_not_empty(const Json& value) {
  if (value.is_array()) return entries_of(value) > 0;
  return !value.is_null() && value != "" && value != 0 && value != false;
}

bool passes(const Json& review, const Json& e) {
  const Path path = path_of(e.at("path"));
  const Json op = option_or(e, "op", "not_empty");
  if (op == "not_empty") return is_not_empty(value_at(review, path));
  const auto number = credibility_at(review, path);
  return number && compares(*number, op.get<std::string>(), e.at("value").get<double>());
}

enum class Judged { Positive, Negative, Otherwise };

Judged judgement_of(const Json& review, const std::string& topic, const World& world) {
  const std::string key = review.at("review_id").get<std::string>() + ":" + topic;
  const Json& judgement = member(member(world.judgements, key), "judgement");
  if (judgement == true) return Judged::Positive;
  const std::string word = judgement.is_string() ? lower(judgement.get<std::string>()) : "";
  for (const char* positive : {"positive", "pos", "true", "yes"}) {
    if (word == positive) return Judged::Positive;
  }
  for (const char* negative : {"negative", "neg", "false", "no"}) {
    if (word == negative) return Judged::Negative;
  }
  return Judged::Otherwise;
}

/// The value of a review that a condition of review_match is about; a name is not read.
Json matched_value(const Json& review, const Path& path) {
  if (path == Path{"user", "name"}) return member(member(review, "user"), "name");
  return value_at(review, path);
}

bool meets(const Json& review, const Json& condition) {
  const Path path = path_of(condition.at("path"));
  const auto op = condition.at("op").get<std::string>();
  const Json v = matched_value(review, path);
  if (op == "not_empty") return is_not_empty(v);
  if (v.is_null()) return false;
  const Json& value = condition.at("value");
  if (op == "equals") return is_one_of(v, value);
  if (op == "contains") return text(v).find(text(value)) != std::string::npos;
  if (value.is_string()) {
    return v.is_string() && compares(v.get<std::string>(), op, value.get<std::string>());
  }
  const auto number = credibility_of(v, path);
  return number && !v.is_boolean() && compares(*number, op, value.get<double>());
}

bool is_judged(const Json& review, const Json& judged, const World& world) {
  const bool wants_negative = option_or(judged, "sentiment", "positive") == "negative";
  return judgement_of(review, judged.at("topic").get<std::string>(), world) ==
         (wants_negative ? Judged::Negative : Judged::Positive);
}

/// Whether a review meets everything that a review_match asks for.
bool meets_all(const Json& review, const Json& e, const World& world) {
  const Json& pattern = member(e, "pattern");
  const Json& conditions = member(e, "conditions");
  const Json& filter = member(e, "social_filter");
  const Json& judged = member(e, "judged");
  return (pattern.is_null() || text_matches(review, pattern.get<std::string>())) &&
         (filter.is_null() || is_written_by_circle(review, filter, world)) &&
         (judged.is_null() || is_judged(review, judged, world)) &&
         std::all_of(conditions.begin(), conditions.end(),
                     [&](const Json& condition) { return meets(review, condition); });
}

bool is_of_group(const Json& review, const Json& filter) {
  const Json field = value_at(review, path_of(filter.at("field")));
  const Json& value = filter.at("value");
  const auto comparison = filter.at("operator").get<std::string>();
  if (field.is_string() && value.is_string() &&
      field.get<std::string>().find('-') != std::string::npos) {
    return compares(field.get<std::string>(), comparison, value.get<std::string>());
  }
  const auto left = number_of(field);
  const auto right = number_of(value);
  return left && right && compares(*left, comparison, *right);
}

}  // namespace

language::Tri review_text(const Json& e, const Item& item, const World& world) {
  const auto pattern = option_or(e, "pattern", "").get<std::string>();
  if (!member(e, "weight_by").is_null()) return text_credible(e, pattern, item);
  if (!member(e, "social_filter").is_null()) return text_social(e, pattern, item, world);
  return text_any(e, pattern, item);
}

language::Tri review_match(const Json& e, const Item& item, const World& world) {
  if (item.reviews.empty()) return missing_of(e);
  const long matching =
      count_reviews(item.reviews, [&](const Json& review) { return meets_all(review, e, world); });
  return language::tri_of(matching >= option_or(e, "min_matches", 1).get<long>());
}

language::Tri review_meta(const Json& e, const Item& item) {
  if (item.reviews.empty()) return missing_of(e);
  const Json& min_stars = member(e, "min_stars");
  const auto rest = reviews_where(item.reviews, [&](const Json& review) {
    const auto stars = number_at(review, kStars);
    return min_stars.is_null() || (stars && *stars >= min_stars.get<double>());
  });
  const long passing = count_reviews(rest, [&](const Json& review) { return passes(review, e); });
  const Json agg = option_or(e, "agg", "any");
  if (agg == "any") return language::tri_of(passing > 0);
  if (agg == "all")
    return language::tri_of(!rest.empty() && passing == static_cast<long>(rest.size()));
  return language::tri_of(passing >= option_or(e, "count", 1).get<long>());
}

language::Tri review_sentiment(const Json& e, const Item& item, const World& world) {
  const auto topic = option_or(e, "topic", "").get<std::string>();
  if (item.reviews.empty() || topic.empty()) return language::Tri::No;
  const Json& filter = member(e, "social_filter");
  const auto judged = [&](Judged judgement) {
    return count_reviews(item.reviews, [&](const Json& review) {
      if (!filter.is_null() && !is_written_by_circle(review, filter, world)) return false;
      return judgement_of(review, topic, world) == judgement;
    });
  };
  const long positives = judged(Judged::Positive);
  const long negatives = judged(Judged::Negative);
  if (option_or(e, "sentiment", "positive") == "negative") {
    return language::tri_of(negatives >= option_or(e, "min_negative", 1).get<long>());
  }
  return language::tri_of(positives >= option_or(e, "min_positive", 1).get<long>() &&
                          positives > negatives);
}

language::Tri review_group_rating(const Json& e, const Item& item) {
  if (item.reviews.empty()) return language::Tri::No;
  const auto kept = reviews_where(
      item.reviews, [&](const Json& review) { return is_of_group(review, e.at("group_filter")); });
  const auto metric =
      e.at("metric") == "count" ? std::optional<double>(kept.size()) : mean_stars(kept);
  if (!metric) return language::Tri::No;
  return language::tri_of(
      compares(*metric, e.at("operator").get<std::string>(), e.at("threshold").get<double>()));
}

language::Tri review_group_rating_negative(const Json& e, const Item& item) {
  if (item.reviews.empty()) return language::Tri::Yes;
  const auto mean_where = [&](const std::string& comparison, double bound) {
    return mean_stars(reviews_where(item.reviews, [&](const Json& review) {
      const auto average = number_at(review, kAverageStars);
      return average && compares(*average, comparison, bound);
    }));
  };
  const auto generous = mean_where("gte", 4.0);
  const auto harsh = mean_where("lt", 3.5);
  const Json& condition = member(e, "condition");
  const auto least = option_or(condition, "generous_avg_gte", 4.0).get<double>();
  const auto most = option_or(condition, "harsh_avg_lt", 2.0).get<double>();
  return language::tri_of(!(generous && harsh && *generous >= least && *harsh < most));
}

language::Tri social_rating(const Json& e, const Item& item, const World& world) {
  if (item.reviews.empty()) return language::Tri::No;
  const auto min_stars = option_or(e, "min_stars", 4).get<double>();
  return language::tri_of(count_reviews(item.reviews, [&](const Json& review) {
                            const auto stars = number_at(review, kStars);
                            return stars && *stars >= min_stars &&
                                   is_written_by_circle(review, e.at("social_filter"), world);
                          }) >= option_or(e, "min_matches", 1).get<long>());
}

}  // namespace seedc::plain
