// The layout of a line: the bytes around its values, which are its keys, their order and the white
// space. Nearly all lines of a file of reviews have the same one. A line of a known layout is
// checked and its values are located in one pass, without tokens; what it says is what walking its
// tokens says.
#pragma once

#include <algorithm>
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
  /// Of the line that matched, without its line end; of one that did not, how far it was the same.
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
    bool is_nothing = true;
    Spot begin, end;  ///< of its JSON
    std::uint32_t depth = Place::kNowhere;
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

/// The layouts of the lines before. They are looked for where that has paid: a line that has one
/// lets others be compared in vain for as many bytes, as does one of sixteen bytes of lines that
/// have none. Not thread-safe.
class KnownLayouts {
 public:
  /// The layout of the first of these lines, matched, or nullptr if it has none that is known.
  LineLayout* match(std::string_view lines);
  /// Is given each valid line that did not match. As LineLayout::learn.
  void learn(JsonCursor json, std::string_view line, std::span<const Place> places);

 private:
  static constexpr std::int64_t kFirstBudget = std::int64_t{64} << 10;
  static constexpr std::int64_t kMostBudget = std::int64_t{1} << 20;

  void earn(std::int64_t bytes) { budget_ = std::min(budget_ + bytes, kMostBudget); }

  /// The one that matched last is the first.
  std::vector<std::unique_ptr<LineLayout>> layouts_;
  std::int64_t budget_ = kFirstBudget;  ///< bytes that may be compared in vain
};

}  // namespace seedc::data
