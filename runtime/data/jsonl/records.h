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
#include "runtime/data/jsonl/line_layout.h"
#include "runtime/data/jsonl/path_tree.h"

namespace seedc::data {

/// Why a text is left out.
constexpr std::string_view kOddText = "`text` is not a string";

enum class FileKind : std::uint8_t { Items, Reviews, Users, Bundle };

struct Record {
  enum class Kind : std::uint8_t { Item, Review, User, Broken };
  Kind kind = Kind::Broken;
  JsonText json;
  JsonText id;                ///< a string
  JsonText owner;             ///< Review: the business_id, a string, or empty if the item has none
  JsonText text;              ///< Review: a string, or empty if it is absent or not a string
  bool has_odd_text = false;  ///< Review: there is a `text` that is neither a string nor null
  /// Review without a `user`: the id of the user in the user file.
  std::optional<JsonText> user_id;
  JsonText name;                  ///< User: a string, or empty if it has none
  JsonText friends;               ///< User: whatever is there, or empty
  std::span<const Place> places;  ///< Item, Review: of the requested paths
  /// Item of a bundle: what its line says of itself; empty if it says nothing, or null.
  JsonText friend_graph, judgements;
  std::string_view reason;  ///< Broken
};

/// The paths that are looked up in records, and the members that identify them.
class RecordPaths {
 public:
  RecordPaths(std::vector<language::Path> item_paths, std::vector<language::Path> review_paths);

 private:
  friend class RecordReader;
  std::size_t item_path_count_, review_path_count_;
  std::vector<std::size_t> text_paths_;  ///< those of reviews that begin with `text`
  PathTree items_, reviews_, users_, bundles_;
};

/// Reads lines by paths, which must outlive it. Not thread-safe.
class RecordReader {
 public:
  explicit RecordReader(const RecordPaths& paths);

  /// Calls `visit(record, line)` for each record of complete lines; blank lines have none; lines
  /// count from 0. The text must be followed by kJsonPadding bytes in memory, the first of them a
  /// line end if the text has none. Returns the number of lines. Views are valid until the next
  /// record.
  using Visit = std::function<void(const Record&, std::uint64_t line)>;
  std::uint64_t read(FileKind kind, std::string_view lines, const Visit& visit);

  /// The places of a review's paths within a User, as if it were the review's `user`.
  std::span<const Place> places_of_user(const Record& user);

  /// Of the last record read.
  JsonTokens& tokens() { return tokens_; }
  JsonParser& parser() { return parser_; }

 private:
  using VisitRecord = std::function<void(const Record&)>;
  /// How the lines of a kind are read, or its records within lines.
  struct Lines {
    explicit Lines(const PathTree& paths) : walk(paths) {}
    PathWalk walk;
    KnownLayouts layouts;
  };
  std::uint64_t read_piece(FileKind kind, std::string_view lines, std::uint64_t number,
                           const Visit& visit);
  void read_line(FileKind kind, std::string_view line, const VisitRecord& visit);
  void read_bundle(std::span<const Place> line, const VisitRecord& visit);
  Lines& lines_of(FileKind kind);
  Record broken_line(std::string_view line);
  void visit_line(FileKind kind, std::span<const Place> places, const VisitRecord& visit);
  Record item(std::span<const Place> places);
  Record user(std::span<const Place> members);
  Record review(std::span<const Place> places, const JsonText* owner);
  std::span<const Place> without_text(std::span<const Place> places);

  const RecordPaths& paths_;
  JsonTokens tokens_;
  JsonParser parser_;
  Lines items_, reviews_, users_, bundles_;
  std::vector<Place> places_without_text_;
};

}  // namespace seedc::data
