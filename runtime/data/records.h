// The records in a line of a dataset's file, with their ids checked: an item, a review, a user, or
// in a bundle an item and its reviews.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

#include "runtime/data/json.h"

namespace seedc {

enum class FileKind : std::uint8_t { Items, Reviews, Users, Bundle };

struct Record {
  enum class Kind : std::uint8_t { Item, Review, User, Broken };
  Kind kind = Kind::Broken;
  JsonElement element;
  std::string_view id;
  std::string_view owner;  ///< Review: the business_id
  std::string_view text;   ///< Review: "" where it is absent or no string
  /// Review without a `user`: whose line in the user file stands in for it.
  std::optional<std::string_view> user_id;
  std::string_view reason;  ///< Broken
};

/// Calls `visit` for each record of a line that is not blank. Views hold until the next line is
/// parsed.
void visit_records(FileKind kind, std::string_view line, JsonParser& parser,
                   const std::function<void(const Record&)>& visit);

}  // namespace seedc
