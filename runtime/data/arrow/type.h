// The types of Arrow columns that have a meaning here (semantics.md section 1), parsed from the
// format strings of the Arrow C Data Interface.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "include/seedc/arrow_abi.h"
#include "runtime/base/result.h"

namespace seedc::data::arrow {

struct Type {
  enum class Kind : std::uint8_t {
    Null,
    Boolean,
    Integer,     ///< signed, `bytes` wide
    Unsigned,    ///< `bytes` wide
    Real,        ///< `bytes` wide
    Decimal,     ///< `bytes` wide, times 10^-scale
    Date,        ///< since 1970, `per_unit` of them a day
    Timestamp,   ///< since 1970, `per_unit` of them a second
    Text,        ///< UTF-8
    List,        ///< of children[0]
    Map,         ///< a list of children[0], structs of a text and its value
    Struct,      ///< of the children, whose names are distinct
    Dictionary,  ///< integers of `bytes` bytes, indices of the values, which are children[0]
  };
  /// How texts and lists are found.
  enum class Layout : std::uint8_t {
    Offsets,  ///< offsets of `bytes` bytes
    Views,    ///< text: 16 bytes each; lists: offsets and sizes of `bytes` bytes
    Fixed,    ///< lists of `fixed_size`
  };

  Kind kind = Kind::Null;
  Layout layout = Layout::Offsets;
  unsigned bytes = 0;
  bool is_signed = true;  ///< Dictionary: the indices
  std::int32_t scale = 0;
  std::int64_t per_unit = 1;
  std::int64_t fixed_size = 0;
  std::string name;  ///< of the field
  std::string path;  ///< of the column, for messages: `attributes.WiFi`
  std::vector<Type> children;

  bool is_text() const {
    return kind == Kind::Text || (kind == Kind::Dictionary && children.front().is_text());
  }
  /// The number of the struct's field of that name, or -1.
  std::int64_t child(std::string_view field) const;
};

/// The type of a table, a struct whose children are its columns. Fails (Data) if a column has a
/// type without a meaning, or the schema is not one that the interface allows; `table` is its name
/// in messages.
base::Result<Type> type_of_table(const ArrowSchema& schema, const std::string& table);

}  // namespace seedc::data::arrow
