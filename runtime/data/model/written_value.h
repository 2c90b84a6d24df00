// What stands at a place of the data, before it is read, in one byte for its type and its value
// behind it. Different values have different texts, so that dictionaries are keyed by them; and
// nothing is lost, so that snapshots keep them.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/data/jsonl/json.h"

namespace seedc {

/// Appends a value.
void append_written(std::string& out, JsonElement element);
/// Appends a string.
void append_written(std::string& out, std::string_view string);

/// Appends an object of which only the keys are kept, in their order; the members are kept
/// elsewhere.
void append_members(std::string& out, std::span<const std::string_view> keys);

/// Stands for a string that is kept elsewhere.
constexpr std::string_view kKeptElsewhere = "x";

/// Takes apart what was written. What it cannot take apart was not written by the above: it throws
/// DamagedData.
class WrittenReader {
 public:
  /// A value by itself: not an object without its members, nor a string kept elsewhere.
  Value value(std::string_view written);
  /// What a string says; nothing if it is another value.
  static std::optional<std::string_view> string(std::string_view written) {
    return written.starts_with('s') ? std::optional(written.substr(1)) : std::nullopt;
  }
  /// Whether it is an object of which only the keys are kept.
  static bool has_members(std::string_view written) { return written.starts_with('o'); }
  /// Those keys, in their order.
  std::vector<std::string> members(std::string_view written);

 private:
  JsonElement parse(std::string_view json);

  JsonParser parser_;
  std::string padded_;
};

}  // namespace seedc
