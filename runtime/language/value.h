// Values of items, reviews and programs: JSON, with integers and reals distinct and the keys of an
// object in order (semantics.md section 2). The compiler puts them into conditions as operands; the
// runtime reads them from the data. Plain data; functions are pure, and do not fail.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace seedc::language {

struct Value;
using List = std::vector<Value>;
/// Keys are unique; a repeated key keeps its first position and its last value (`dict_of`).
using Dict = std::vector<std::pair<std::string, Value>>;

struct Value {
  /// The first alternative is null.
  std::variant<std::monostate, bool, std::int64_t, double, std::string, List, Dict> data;

  Value() = default;
  Value(bool value) : data(value) {}
  Value(std::int64_t value) : data(value) {}
  Value(int value) : data(std::int64_t{value}) {}
  Value(double value) : data(value) {}
  Value(std::string value) : data(std::move(value)) {}
  Value(const char* value) : data(std::string(value)) {}
  Value(List value) : data(std::move(value)) {}
  Value(Dict value) : data(std::move(value)) {}

  bool is_null() const { return data.index() == 0; }
  template <class T>
  const T* as() const {
    return std::get_if<T>(&data);
  }

  /// Structural: 4 and 4.0 differ, as their texts do. Use `match` for the language's own equality.
  friend bool operator==(const Value&, const Value&) = default;
};

/// A path into an item or a review: the keys to walk, outermost first.
using Path = std::vector<std::string>;

/// The value under `key`, or nullptr.
const Value* find(const Dict& dict, std::string_view key);
/// Sets the value of `key`: an existing key keeps its position.
void insert_or_assign(Dict& dict, std::string key, Value value);
/// A dict of entries whose keys may repeat, in linear time.
Dict dict_of(Dict entries);

/// The number of an integer or a real; std::nullopt for any other kind.
std::optional<double> number_of(const Value& value);

/// The value as JSON on one line: strings escaped, non-ASCII unescaped, reals in their shortest
/// form with a point.
std::string to_json(const Value& value);
/// Appends `text` to `out` as a JSON string, with its quotes.
void append_json_string(std::string& out, std::string_view text);
/// The shortest decimal that reads back equal, as Python's repr writes it: `4.0`, `1e-05`, `1e+16`.
std::string shortest(double value);

/// A path in dotted form: `attributes.HasTV`; keys that are not plain words are quoted.
std::string to_string(const Path& path);

}  // namespace seedc::language
