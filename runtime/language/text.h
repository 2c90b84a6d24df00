// The texts of values: lower case, Python's str(), reading of Yelp's attribute strings, hours, and
// the equality of conditions (semantics.md sections 2 and 3). Compiler and runtime share these, so
// that a condition's operand and the data follow the same rules. All functions are pure and
// thread-safe.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/language/value.h"

namespace seedc::language {

/// Lower case of UTF-8 text by Unicode's full mapping, as Python's str.lower(): `İ` becomes two
/// code points, a final `Σ` becomes `ς`.
std::string lower(std::string_view text);

/// Python's str() of a value: `True`, `None`, `4`, `4.0`, `['a', "it's"]`, `{'lot': True}`. Not
/// lower-cased.
std::string python_str(const Value& value);

/// The *text* of a value: python_str, lower-cased.
std::string text_of(const Value& value);

/// Whether it is `None` in any case, which Yelp writes for a missing value.
bool is_none(std::string_view text);

/// Reads a string as Yelp writes attributes: `True`, `u'free'`, `{'lot': True}`, …; any other
/// string is itself. Null means missing.
Value read(std::string_view text);

/// The value at `path`, walking objects; every string on the way is read, including the last.
/// A path into an item or review whose JSON is `root`. Null means missing.
Value value_at(const Value& root, const Path& path);

/// An operand of a condition, prepared once to be matched with many values (semantics.md section 2,
/// `match`).
class Matcher {
 public:
  explicit Matcher(const Value& expected);
  /// `actual` has been read and is not null, `text` is its text.
  bool matches(const Value& actual, const std::string& text) const;
  /// Whether `actual` is equal to an operand, not only contains its text.
  bool equals(const Value& actual, const std::string& text) const;

 private:
  void add(const Value& expected);

  /// One operand; a list has one per element.
  struct Wanted {
    Value value;            ///< as read
    std::string text;       ///< of the value
    bool is_plain_boolean;  ///< a JSON boolean, which matches only booleans and the numbers 1 and 0
  };
  std::vector<Wanted> wanted_;
};

/// The number of a value where a condition needs one: numbers, numeric strings.
std::optional<double> numeric(const Value& value);

/// A reviewer's credibility: lists count their entries, a string at `user.elite` counts its years,
/// booleans are 1 or 0, numeric strings their number; std::nullopt if it is missing or unreadable.
/// `is_elite` says that the value is the one at `user.elite`.
std::optional<double> credibility(const Value& value, bool is_elite);

/// The same where the number is compared: booleans have none.
std::optional<double> countable(const Value& value, bool is_elite);

/// Whether a review_meta `not_empty` holds: for lists, if there is an entry other than null, "" and
/// `None`; otherwise if the value is not missing, "", 0 or false.
bool not_empty(const Value& value);

constexpr std::int64_t kMinutesOfDay = 24 * 60;

/// Minutes since midnight. A range that crosses midnight ends beyond 1440.
struct Hours {
  std::int64_t start_minute = 0;
  std::int64_t end_minute = 0;
  friend bool operator==(const Hours&, const Hours&) = default;
};

/// Reads the `H:M-H:M` of an item; std::nullopt if it is malformed. The end is moved to the next
/// day if it is before the start.
std::optional<Hours> read_hours(std::string_view text);

/// Reads the `H:M` of a program, from 0:00 to 24:00, as minutes since midnight; std::nullopt if it
/// is malformed.
std::optional<std::int64_t> read_time(std::string_view text);
/// Reads the `H:M-H:M` of a program: two such times, the end moved as for an item.
std::optional<Hours> read_time_range(std::string_view text);

/// Whether a range is one without a length.
inline bool is_empty(const Hours& hours) { return hours.start_minute == hours.end_minute; }

}  // namespace seedc::language
