// Names of categories and of opening hours.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "compiler/resolve/meaning.h"
#include "runtime/base/text_hash.h"

namespace seedc::resolve {

/// `cat_gelato`, `category_arts_entertainment`, `no_cat_bars`.
class CategoryNames {
 public:
  /// The schema must outlive it.
  explicit CategoryNames(const language::Schema& schema);

  void find(WordSpan words, Meanings& found) const;
  void add_all(Meanings& all) const;
  /// The names that a bare category may have been meant for.
  std::vector<std::string> meant_by(WordSpan words) const;

 private:
  void add(const language::TextCount& category, bool negated, Meanings& found) const;

  const language::Schema& schema_;
  std::unordered_map<std::string, std::vector<const language::TextCount*>, base::TextHash>
      by_squash_;
};

/// `friday_evening`, `hours_monday_18_to_21`, `open_sun_lunch`, `friday_at_23_30`, `closed_monday`.
class HoursNames {
 public:
  /// The schema must outlive it.
  explicit HoursNames(const language::Schema& schema);

  void find(WordSpan words, Meanings& found) const;
  void add_all(Meanings& all) const;
  /// That there are no hours on a day, whether or not the data has that day.
  Meaning closed_on(std::size_t day, Tier tier) const;
  /// The names of a day with an unknown time; empty if the words do not name a day.
  std::vector<std::string> meant_by(WordSpan words) const;

 private:
  /// A range in hours.
  struct Range {
    int first;
    int last;
  };
  /// Words that are followed by a time, and their day.
  struct DayWords {
    const language::SchemaPath* path;
    std::size_t day;
    WordSpan time;
  };

  std::vector<DayWords> day_in(WordSpan words) const;
  static bool read_range(WordSpan words, Range& range);
  static std::optional<std::string> read_time(WordSpan words);
  void find_closed(WordSpan words, Meanings& found) const;
  void add(const DayWords& words, Range range, Meanings& found) const;
  void add_at(const DayWords& words, const std::string& time, Meanings& found) const;
  language::Path path_of(std::size_t day) const;
  std::string origin_of(const language::SchemaPath& path) const;

  std::uint64_t items_;
  std::map<std::size_t, const language::SchemaPath*> days_;
};

}  // namespace seedc::resolve
