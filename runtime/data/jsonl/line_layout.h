// The layout of a line: the bytes around its values, which are its keys, their order and the white
// space. Nearly all lines of a file of reviews have the same one. A line of a known layout is
// checked and its values are located in one pass, without tokens; what it says is what walking its
// tokens says.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/data/jsonl/json_tokens.h"
#include "runtime/data/jsonl/path_tree.h"

namespace seedc::data {

class LineLayout {
 public:
  /// Takes over the layout of a line, which must be valid, and where in it these places are.
  void learn(JsonCursor json, std::string_view line, std::span<const Place> places);

  /// Whether the first of these lines is valid JSON and of this layout. They must be followed by a
  /// line end and kJsonPadding bytes in memory.
  bool matches(std::string_view lines);
  /// Of the line that matched last, without its line end.
  const char* end() const { return end_; }
  /// The learned places in the line that matched last. Valid until the next call.
  std::span<const Place> places();

 private:
  enum class Kind : std::uint8_t { String, Scalar, Nothing };
  /// Bytes that are the same in each line, and the value behind them. The quotes of a string are
  /// such bytes.
  struct Part {
    std::string bytes;
    Kind value = Kind::Nothing;
    // of the line that matched last
    const char* begin = nullptr;
    bool has_escapes = false;  ///< in the value
  };
  /// A location in a line.
  struct Spot {
    std::uint32_t part = 0;
    std::uint32_t offset = 0;  ///< behind the beginning of the part, at most in its bytes
  };
  struct KnownPlace {
    Spot begin, end;
    Place place;  ///< without its JSON
  };

  void learn_values(JsonCursor& json);
  void add_part(const char* value_begin, const char* value_end, Kind value);
  Spot spot_of(const char* at) const;
  const char* location_of(Spot spot) const { return parts_[spot.part].begin + spot.offset; }

  std::vector<Part> parts_;  ///< the last one has no value
  std::vector<KnownPlace> known_;
  std::vector<Place> places_;
  const char* end_ = nullptr;
};

/// The layouts of the lines before, for as long as lines have them. Not thread-safe.
class KnownLayouts {
 public:
  /// The layout of the first of these lines, matched, or nullptr if it has none that is known.
  LineLayout* match(std::string_view lines);
  /// Is given a valid line that has none. As LineLayout::learn.
  void learn(JsonCursor json, std::string_view line, std::span<const Place> places);

 private:
  /// The one that matched last is the first.
  std::vector<std::unique_ptr<LineLayout>> layouts_;
  std::uint64_t matches_ = 0, misses_ = 0, learned_ = 0;
};

}  // namespace seedc::data
