// Names by convention: what a condition name means for a dataset, resolved by its schema.
//
//   drive_thru, DriveThru, takeout, no_tv       attributes, in any spelling
//   wifi_free, quiet, ambience_hipster, brunch  their values and entries
//   cat_gelato, price_mid, stars_gte_4.5        categories, prices, numbers
//   friday_evening, friday_at_23, closed_monday hours
// dog_friendly_reviews, espresso_positive     what reviews say
//   review_meta_elite, post_2020_avg_gte_4.0    who wrote them, and how groups rate
//
// Nothing here contains a dataset's names: attributes, values and categories come from the schema,
// the few English words from lexicon.def. The most direct reading of a name counts: its full
// spelling, then a short form, then a value alone, then a synonym; several readings of equal
// directness make it ambiguous.
//
// Not thread-safe: parts of it are built when they are first asked for.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/base/setting.h"
#include "runtime/language/schema.h"
#include "runtime/language/value.h"

namespace seedc::resolve {

/// One reading of a name.
struct Reading {
  language::Value evidence;        ///< an evidence object, a Dict with `kind`
  bool is_negated = false;         ///< it means NOT of the evidence
  std::string canonical;           ///< the name by which `Convention::all` lists this meaning
  std::string origin;              ///< the data behind it: "boolean, 4 of 50 items have it, 1 true"
  std::vector<std::string> notes;  ///< e.g. that `cat_bars` also finds Wine Bars
  /// Why no item can satisfy it, and the name that was probably meant; empty otherwise.
  std::string never_true;
  std::string likely;
  /// What the name meant in the language's first edition, where that differs on this data.
  std::string earlier = {};
};

/// The reading as JSON: its evidence object, or a node with `op` NOT.
language::Value structure_of(const Reading& reading);

class Convention {
 public:
  /// The schema must outlive it. Its review paths may be added later, before the first name that
  /// needs them.
  explicit Convention(const language::Schema& schema);
  ~Convention();
  Convention(Convention&&) noexcept;
  Convention& operator=(Convention&&) noexcept;

  /// Whether the name has the form of one that names a field of reviews: `review_meta_elite`.
  /// Without the schema's review paths such a name has no reading.
  static bool needs_reviews(std::string_view name);

  std::vector<Reading> readings(
      std::string_view name) const;  ///< empty: unknown; several: ambiguous
  /// The less direct readings, which lose against `readings`.
  std::vector<Reading> other_readings(std::string_view name) const;
  std::vector<std::string> nearest(
      std::string_view name) const;  ///< a few valid names, nearest first
  /// Help for a name that has no reading.
  std::string help_for_unknown(std::string_view name,
                               base::SettingNames names = base::no_setting_names) const;
  /// All names of this dataset: attributes, values, categories, hours and judged
  /// topics; at most kMostListed. Forms with free words or numbers are not included.
  std::vector<Reading> all() const;
  static constexpr std::size_t kMostListed = 20'000;

 private:
  struct Vocabulary;
  std::unique_ptr<Vocabulary> vocabulary_;
};

}  // namespace seedc::resolve
