// Arrow arrays, checked once, and then read in place: offsets of slices and of their parents are
// dealt with here.
//
// Nothing that an array says is trusted as far as it can be checked: lengths, counts, buffers,
// offsets, indices and UTF-8. The sizes of buffers are not part of the interface: that a buffer is
// as long as the lengths and offsets say must be believed.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "include/seedc/arrow_abi.h"
#include "runtime/base/result.h"
#include "runtime/data/arrow/type.h"

namespace seedc::data::arrow {

/// The most rows of a batch, and values of a list column in it.
constexpr std::int64_t kMostRows = INT32_MAX;

/// What is wrong with a value. It is missing then, unless the text is not UTF-8: that breaks the
/// record.
struct Fault {
  std::int64_t slot = 0;
  std::uint32_t reason = 0;  ///< an index of Faults::reasons
};

struct Faults {
  std::vector<Fault> values, records;  ///< each in the order of the slots
};

/// A view of an array that somebody else owns, and of its children. Slots count from the beginning
/// of the array's own slice. Copies are views of the same.
class Array {
 public:
  /// Checks an array of the type, which outlives it. Fails (Data) if the array contradicts the type
  /// or itself, and (Limit) beyond kMostRows. What is wrong with single values is added to `faults`
  /// by slot, and its text to `reasons`.
  static base::Result<Array> make(const Type& type, const ArrowArray& array,
                                  const std::string& table, Faults& faults,
                                  std::vector<std::string>& reasons);

  const Type& type() const { return *type_; }
  std::int64_t length() const { return length_; }

  /// Whether a slot has a value: it is not null, nor at fault.
  bool has(std::int64_t slot) const;
  /// Whether it has a value that has no meaning: a real that is not finite, a date beyond the
  /// years.
  bool is_at_fault(std::int64_t slot) const;
  /// Whether it is not null.
  bool is_valid(std::int64_t slot) const {
    if (type_->kind == Type::Kind::Null) return false;
    return validity_ == nullptr || bit(validity_, offset_ + slot);
  }

  // Each for the kinds that it names, at slots that are valid.

  /// Boolean, Integer, Date, Timestamp.
  std::int64_t integer(std::int64_t slot) const;
  /// Unsigned.
  std::uint64_t unsigned_integer(std::int64_t slot) const;
  /// Real.
  double real(std::int64_t slot) const;
  /// Boolean to Timestamp but Decimal: different values have different bits. Of a real they are a
  /// double's, of the others an integer's.
  std::uint64_t bits(std::int64_t slot) const;
  /// Calls `visit(i, bits(slots[i]))` for each slot that has a value; negative ones have none.
  template <class Visit>
  void for_each_bits(std::span<const std::int64_t> slots, const Visit& visit) const;
  /// Decimal: the integer, lowest byte first.
  std::string_view bytes(std::int64_t slot) const {
    return {data_ + (offset_ + slot) * type_->bytes, type_->bytes};
  }
  /// Text.
  std::string_view text(std::int64_t slot) const;
  /// List and Map: the slots of children()[0].
  struct Range {
    std::int64_t begin = 0, end = 0;
  };
  Range range(std::int64_t slot) const;
  /// Struct: the slot of its children.
  std::int64_t child_slot(std::int64_t slot) const { return offset_ + slot; }
  /// Dictionary: the slot of the values, which are children()[0].
  std::int64_t entry(std::int64_t slot) const;

  const std::vector<Array>& children() const { return children_; }
  /// Struct: the field of that name, or nullptr.
  const Array* child(std::string_view field) const;
  /// Struct: whether it has a value in the field of that number.
  bool has_field(std::size_t field, std::int64_t slot) const {
    return static_cast<std::int64_t>(field) != hidden_ && children_[field].has(child_slot(slot));
  }
  /// Struct: without the field of that name.
  Array without(std::string_view field) const;
  /// The slots [begin, end), counted from `begin`.
  Array slice(std::int64_t begin, std::int64_t end) const;

 private:
  friend class ArrayMaker;
  explicit Array(const Type& type) : type_(&type) {}

  static bool bit(const unsigned char* bits, std::int64_t index) {
    return (bits[index >> 3] >> (index & 7) & 1) != 0;
  }
  template <class T>
  T load(const char* values, std::int64_t index) const {
    T value;
    std::memcpy(&value, values + index * static_cast<std::int64_t>(sizeof(T)), sizeof value);
    return value;
  }
  /// `for_each_bits` of values that are stored as Ts, whatever they mean.
  template <class T, class Visit>
  void for_each_stored(std::span<const std::int64_t> slots, const Visit& visit) const;
  /// An integer of `bytes` bytes.
  std::int64_t load_integer(const char* values, std::int64_t index, unsigned bytes) const;

  const Type* type_;
  std::int64_t length_ = 0, offset_ = 0;
  std::int64_t hidden_ = -1;  ///< the number of the field that is left out
  const unsigned char* validity_ = nullptr;
  const char* offsets_ = nullptr;  ///< of texts and lists; of views the views
  const char* data_ = nullptr;     ///< values, bytes of texts; of list views the sizes
  const void* const* view_data_ = nullptr;
  std::vector<Array> children_;
};

/// The slot itself, or of a Dictionary the one of its values; no array if there is no value.
struct Place {
  const Array* array = nullptr;
  std::int64_t slot = 0;

  bool has(Type::Kind kind) const { return array != nullptr && array->type().kind == kind; }
};
Place decoded(const Array* array, std::int64_t slot);

/// The text at a slot of a Text, or of a Dictionary of texts; std::nullopt if it is null.
std::optional<std::string_view> text_at(const Array& array, std::int64_t slot);

template <class T, class Visit>
void Array::for_each_stored(std::span<const std::int64_t> slots, const Visit& visit) const {
  for (std::size_t i = 0; i < slots.size(); ++i) {
    if (slots[i] < 0 || (validity_ != nullptr && !bit(validity_, offset_ + slots[i]))) continue;
    const T value = load<T>(data_, offset_ + slots[i]);
    if constexpr (std::is_floating_point_v<T>) {
      if (std::isfinite(value)) visit(i, std::bit_cast<std::uint64_t>(static_cast<double>(value)));
    } else {
      visit(i, static_cast<std::uint64_t>(static_cast<std::int64_t>(value)));
    }
  }
}

template <class Visit>
void Array::for_each_bits(std::span<const std::int64_t> slots, const Visit& visit) const {
  const bool is_real = type_->kind == Type::Kind::Real;
  if (is_real && type_->bytes == 8) return for_each_stored<double>(slots, visit);
  if (is_real && type_->bytes == 4) return for_each_stored<float>(slots, visit);
  if (type_->kind == Type::Kind::Integer && type_->bytes == 8)
    return for_each_stored<std::int64_t>(slots, visit);
  if (type_->kind == Type::Kind::Integer && type_->bytes == 4)
    return for_each_stored<std::int32_t>(slots, visit);
  for (std::size_t i = 0; i < slots.size(); ++i) {
    if (slots[i] >= 0 && has(slots[i])) visit(i, bits(slots[i]));
  }
}

}  // namespace seedc::data::arrow
