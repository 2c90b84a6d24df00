// What random datasets and programs are made of: values that are awkward to read, to compare and to
// search.
#pragma once

#include "test/differential/plain/json.h"

namespace seedc::differential {

using plain::Json;

/// Pools of values: JSON lists.
struct Vocabulary {
  // Items.
  Json flags, words, numbers, dicts, hours;
  // Reviews and users.
  Json text_words, stars, counts, elites, dates, averages, names, odd_users, judgements, topics;
  // Programs.
  Json item_paths, hours_paths, required_hours, lists, substrings, equals, number_paths, bounds,
      text_bounds, match_paths, contained, times, asked_hours, patterns, credibility_fields,
      review_paths, group_filters;
};

const Vocabulary& vocabulary();

}  // namespace seedc::differential
