// The encoding of a value of the data before it is read: one byte for its type, followed by the
// value. Different values have different encodings, so dictionaries can be keyed by them; and
// nothing is lost, so snapshots can store them.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/data/jsonl/json.h"

namespace seedc::data {

/// Appends a value.
void append_written(std::string& out, JsonElement element);
/// Appends a string.
void append_written(std::string& out, std::string_view string);
/// Appends a number, which is that of a JSON element: of an integer, or of a real, which is finite.
void append_written(std::string& out, std::int64_t integer);
void append_written(std::string& out, double real);

/// Appends an object of which only the keys are stored, in order; the members are stored elsewhere.
void append_members(std::string& out, std::span<const std::string_view> keys);

/// Represents a string that is stored elsewhere.
constexpr std::string_view kKeptElsewhere = "x";

/// Decodes what the functions above wrote; throws DamagedData for anything else.
class WrittenReader {
 public:
  /// A complete value: not an object without its members, nor a string stored elsewhere.
  language::Value value(std::string_view written);
  /// The string; std::nullopt for any other value.
  static std::optional<std::string_view> string(std::string_view written) {
    return written.starts_with('s') ? std::optional(written.substr(1)) : std::nullopt;
  }
  /// Whether it is an object of which only the keys are stored.
  static bool has_members(std::string_view written) { return written.starts_with('o'); }
  /// Those keys, in their order.
  std::vector<std::string> members(std::string_view written);

 private:
  JsonElement parse(std::string_view json);

  JsonParser parser_;
  std::string padded_;
};

}  // namespace seedc::data
