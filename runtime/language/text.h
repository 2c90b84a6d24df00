// The texts of values: lower case, Python's str(), reading of Yelp's attribute strings, hours, and
// the equality of conditions (semantics.md sections 2 and 3). Compiler and runtime share these, so
// that a condition's operand and the data are read by the same rules.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/language/value.h"

namespace seedc {

/// Lower case of UTF-8 text by Unicode's full mapping, as Python's str.lower(): `İ` becomes two
/// code points, a final `Σ` becomes `ς`.
std::string lower(std::string_view text);

/// Python's str() of a value: `True`, `None`, `4`, `4.0`, `['a', "it's"]`, `{'lot': True}`. Not
/// lower-cased.
std::string python_str(const Value& value);

/// The *text* of a value: python_str, lower-cased.
std::string text_of(const Value& value);

/// Whether it is `None` in any case, which Yelp writes for "nothing".
bool is_none(std::string_view text);

/// Reads a string as Yelp writes attributes: `True`, `u'free'`, `{'lot': True}`, …; all else is
/// itself. Null is missing.
Value read(std::string_view text);

/// The value at `path`, walking objects, every string met on the way being read, the last included.
/// A path into an item or review of which `root` is the JSON. Null is missing.
Value value_at(const Value& root, const Path& path);

/// An operand of a condition, prepared once to be matched with many values (semantics.md section 2,
/// `match`).
class Matcher {
 public:
  explicit Matcher(const Value& expected);
  /// `actual` is as read and not null, `text` its text.
  bool matches(const Value& actual, const std::string& text) const;

 private:
  void add(const Value& expected);

  /// One operand; a list has one for each of its elements.
  struct Wanted {
    Value value;            ///< as read
    std::string text;       ///< of the value
    bool is_plain_boolean;  ///< a JSON boolean, which only booleans and the numbers 1 and 0 match
  };
  std::vector<Wanted> wanted_;
};

/// The number of a value where a condition asks for one: numbers, numeric strings.
std::optional<double> numeric(const Value& value);

/// A reviewer's credibility: lists count their entries, a string at `user.elite` the years in it,
/// booleans are 1 or 0, numeric strings their number; nothing if it is missing or unreadable.
/// `is_elite` says that the value stands at `user.elite`.
std::optional<double> credibility(const Value& value, bool is_elite);

/// Whether a review_meta `not_empty` holds: lists with an entry other than null, "" and `None`;
/// else neither missing, "", 0 nor false.
bool not_empty(const Value& value);

/// Minutes since midnight. A range over midnight ends beyond 1440.
struct Hours {
  std::int64_t start_minute = 0;
  std::int64_t end_minute = 0;
  friend bool operator==(const Hours&, const Hours&) = default;
};

/// Reads `H:M-H:M`; nothing if it is unreadable. The end is moved a day on where it is before the
/// start.
std::optional<Hours> read_hours(std::string_view text);

}  // namespace seedc
