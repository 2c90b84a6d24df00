// The records in the lines of a dataset's file, with their ids checked: an item, a review, a user,
// or in a bundle an item and its reviews.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "runtime/data/jsonl/json.h"
#include "runtime/data/jsonl/path_tree.h"

namespace seedc {

enum class FileKind : std::uint8_t { Items, Reviews, Users, Bundle };

struct Record {
  enum class Kind : std::uint8_t { Item, Review, User, Broken };
  Kind kind = Kind::Broken;
  JsonText json;
  JsonText id;     ///< a string
  JsonText owner;  ///< Review: the business_id, a string, or nothing if the item has none
  JsonText text;   ///< Review: a string, or nothing where it is absent or no string
  /// Review without a `user`: whose line in the user file stands in for it.
  std::optional<JsonText> user_id;
  std::span<const Place> places;  ///< Item, Review: of the paths asked for
  std::string_view reason;        ///< Broken
};

/// The paths that are looked up in records, and with them the members that say what they are.
class RecordPaths {
 public:
  RecordPaths(std::vector<Path> item_paths, std::vector<Path> review_paths);

 private:
  friend class RecordReader;
  std::size_t item_path_count_, review_path_count_;
  PathTree items_, reviews_, users_, bundles_;
};

/// Reads lines by paths that outlive it. One thread at a time uses it.
class RecordReader {
 public:
  explicit RecordReader(const RecordPaths& paths);

  /// Calls `visit(record, line)` for each record of whole lines, of which blank ones have none;
  /// lines count from 0. kJsonPadding bytes follow the text in memory, the first of them a line end
  /// if the text has none. How many lines there are. Views hold until the next record.
  using Visit = std::function<void(const Record&, std::uint64_t line)>;
  std::uint64_t read(FileKind kind, std::string_view lines, const Visit& visit);

  /// The places of a review's paths within a User, as if that were the review's `user`.
  std::span<const Place> places_of_user(const Record& user);

  /// Of what was read last.
  const JsonTokens& tokens() const { return tokens_; }
  JsonParser& parser() { return parser_; }

 private:
  using VisitRecord = std::function<void(const Record&)>;
  std::uint64_t read_piece(FileKind kind, std::string_view lines, std::uint64_t number,
                           const Visit& visit);
  void read_line(FileKind kind, std::string_view line, const VisitRecord& visit);
  void read_bundle(const JsonText& business, const JsonText& reviews, const VisitRecord& visit);
  Record broken_line(std::string_view line);
  Record item(JsonCursor& json);
  Record user(JsonCursor& json);
  Record review(JsonCursor& json, const JsonText* owner);

  const RecordPaths& paths_;
  JsonTokens tokens_;
  JsonParser parser_;
  PathWalk items_, reviews_, users_, bundles_;
};

}  // namespace seedc
