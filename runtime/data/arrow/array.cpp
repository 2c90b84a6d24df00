// Checks arrays, and finds values in their buffers.
#include "runtime/data/arrow/array.h"

#include <fmt/format.h>
#include <simdjson.h>

#include <algorithm>
#include <utility>

namespace seedc::data::arrow {

using Kind = Type::Kind;
using Layout = Type::Layout;

namespace {

constexpr std::int64_t kViewBytes = 16;
constexpr std::int32_t kMostInline = 12;

/// The fields of a text view: its size, and unless it is inline where its bytes are.
struct View {
  std::int32_t size = 0;
  std::int32_t buffer = 0, offset = 0;
};

View view_of(const char* at) {
  View view;
  std::memcpy(&view.size, at, sizeof view.size);
  std::memcpy(&view.buffer, at + 8, sizeof view.buffer);
  std::memcpy(&view.offset, at + 12, sizeof view.offset);
  return view;
}

/// IEEE 754 half precision.
double half_to_double(std::uint16_t half) {
  const int exponent = half >> 10 & 0x1F;
  const int fraction = half & 0x3FF;
  double value = 0;
  if (exponent == 0x1F) {
    value = fraction == 0 ? HUGE_VAL : NAN;
  } else if (exponent == 0) {
    value = std::ldexp(fraction, -24);
  } else {
    value = std::ldexp(fraction + 0x400, exponent - 25);
  }
  return (half >> 15) != 0 ? -value : value;
}

bool is_continuation(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) == 0x80; }

bool is_utf8(std::string_view text) { return simdjson::validate_utf8(text.data(), text.size()); }

/// The first fault of [begin, end), or nullptr.
const Fault* first_within(const std::vector<Fault>& faults, Array::Range range) {
  const auto first = std::ranges::lower_bound(faults, range.begin, {}, &Fault::slot);
  return first != faults.end() && first->slot < range.end ? &*first : nullptr;
}

/// Whether a number of days or seconds since 1970 has a date of the years 1 to 9999.
bool has_date(const Type& type, std::int64_t since_1970) {
  constexpr std::int64_t kFirstDay = -719'162;  // 0001-01-01
  constexpr std::int64_t kAfterLastDay = 2'932'897;
  constexpr std::int64_t kSecondsOfDay = 86'400;
  const std::int64_t units =
      type.kind == Kind::Date ? type.per_unit : kSecondsOfDay * type.per_unit;
  const std::int64_t day = since_1970 / units - (since_1970 % units < 0 ? 1 : 0);
  return day >= kFirstDay && day < kAfterLastDay;
}

}  // namespace

/// Checks one array and those below it.
class ArrayMaker {
 public:
  ArrayMaker(const std::string& table, std::vector<std::string>& reasons)
      : table_(table), reasons_(reasons) {}

  base::Result<Array> make(const Type& type, const ArrowArray& raw, Faults& faults) {
    Array array(type);
    return check_shape(type, raw)
        .and_then([&] {
          array.length_ = raw.length;
          array.offset_ = raw.offset;
          return take_buffers(array, raw);
        })
        .and_then([&] { return take_children(array, raw, faults); })
        .map([&] { return std::move(array); });
  }

 private:
  using Done = base::Result<void>;

  tl::unexpected<base::Error> fail(const Type& type, std::string_view what) const {
    if (type.path.empty()) return base::fail<base::ErrorCode::InvalidArrow>(table_, what);
    return base::fail<base::ErrorCode::InvalidArrowColumn>(type.path, table_, what);
  }

  tl::unexpected<base::Error> fail_size(const Type& type, std::string_view what) const {
    const auto error =
        type.path.empty()
            ? base::error<base::ErrorCode::ArrowBatchTooLarge>(table_, kMostRows, what)
            : base::error<base::ErrorCode::ArrowColumnTooLarge>(type.path, table_, kMostRows, what);
    return base::fail(base::Error(error).with_help("make the batches smaller"));
  }

  Done check_shape(const Type& type, const ArrowArray& raw) const {
    if (raw.length < 0 || raw.offset < 0)
      return fail(type, fmt::format("has the length {} and the offset {}", raw.length, raw.offset));
    if (raw.length > kMostRows || raw.offset > kMostRows - raw.length)
      return fail_size(type, "rows");
    if (raw.null_count < -1 || raw.null_count > raw.length)
      return fail(type, fmt::format("has {} nulls in {} rows", raw.null_count, raw.length));
    const std::int64_t buffers = buffer_count(type);
    const bool has_views = type.kind == Kind::Text && type.layout == Layout::Views;
    const bool has_any = type.kind == Kind::Null;  // some writers have one for its nulls
    if (!has_any && (has_views ? raw.n_buffers < buffers : raw.n_buffers != buffers))
      return fail(type,
                  fmt::format("has {} buffers where its type has {}", raw.n_buffers, buffers));
    if (raw.n_buffers > 0 && raw.buffers == nullptr) return fail(type, "has no buffers");
    const std::size_t children = type.kind == Kind::Dictionary ? 0 : type.children.size();
    if (raw.n_children != static_cast<std::int64_t>(children))
      return fail(type,
                  fmt::format("has {} children where its type has {}", raw.n_children, children));
    if (children > 0 && raw.children == nullptr) return fail(type, "has no children");
    if ((raw.dictionary != nullptr) != (type.kind == Kind::Dictionary))
      return fail(type, "has a dictionary where its type has none, or none where it has one");
    return {};
  }

  static std::int64_t buffer_count(const Type& type) {
    switch (type.kind) {
      case Kind::Null:
        return 0;
      case Kind::Struct:
        return 1;
      case Kind::List:
        if (type.layout == Layout::Fixed) return 1;
        return type.layout == Layout::Offsets ? 2 : 3;
      case Kind::Text:
        return 3;
      case Kind::Boolean:
      case Kind::Integer:
      case Kind::Unsigned:
      case Kind::Real:
      case Kind::Decimal:
      case Kind::Date:
      case Kind::Timestamp:
      case Kind::Map:
      case Kind::Dictionary:
        return 2;
    }
    return 0;
  }

  Done take_buffers(Array& array, const ArrowArray& raw) const {
    const Type& type = *array.type_;
    if (type.kind == Kind::Null) return {};
    array.validity_ = static_cast<const unsigned char*>(raw.buffers[0]);
    if (array.validity_ == nullptr && raw.null_count > 0)
      return fail(type, "has nulls and no validity buffer");
    const bool has_second = raw.n_buffers > 1 && raw.offset + raw.length > 0;
    if (has_second && raw.buffers[1] == nullptr) return fail(type, "has no buffer of values");
    if (!has_second) return {};
    const auto* second = static_cast<const char*>(raw.buffers[1]);
    const auto* third = raw.n_buffers > 2 ? static_cast<const char*>(raw.buffers[2]) : nullptr;
    if (type.kind == Kind::Text && type.layout == Layout::Views) {
      array.offsets_ = second;
      array.view_data_ = raw.buffers + 2;
      return check_views(array, raw);
    }
    if (type.kind == Kind::Text || type.kind == Kind::List || type.kind == Kind::Map) {
      array.offsets_ = second;
      array.data_ = third;
      return type.layout == Layout::Views ? check_list_views(array) : check_offsets(array);
    }
    array.data_ = second;
    return {};
  }

  Done check_offsets(const Array& array) const {
    const Type& type = *array.type_;
    std::int64_t last = offset_at(array, 0);
    if (last < 0) return fail(type, "has a negative offset");
    for (std::int64_t slot = 1; slot <= array.length_; ++slot) {
      const std::int64_t next = offset_at(array, slot);
      if (next < last)
        return fail(type, fmt::format("has decreasing offsets: {}, then {}", last, next));
      last = next;
    }
    if (type.kind == Kind::Text && last > offset_at(array, 0) && array.data_ == nullptr)
      return fail(type, "has no buffer of text");
    return {};
  }

  static std::int64_t offset_at(const Array& array, std::int64_t slot) {
    return array.load_integer(array.offsets_, array.offset_ + slot, array.type_->bytes);
  }

  Done check_list_views(const Array& array) const {
    const Type& type = *array.type_;
    if (array.data_ == nullptr) return fail(type, "has no buffer of sizes");
    std::int64_t sum = 0;
    for (std::int64_t slot = 0; slot < array.length_; ++slot) {
      if (!array.is_valid(slot)) continue;
      const std::int64_t begin = offset_at(array, slot);
      const std::int64_t size = array.load_integer(array.data_, array.offset_ + slot, type.bytes);
      if (begin < 0 || size < 0 || begin > kMostRows || size > kMostRows)
        return fail(type, fmt::format("has a list of {} values from {} on", size, begin));
      sum += size;
      if (sum > kMostRows) return fail_size(type, "values");
    }
    return {};
  }

  /// The last buffer has the sizes of those between.
  Done check_views(const Array& array, const ArrowArray& raw) const {
    const Type& type = *array.type_;
    const std::int64_t count = raw.n_buffers - 3;
    const auto* sizes = static_cast<const char*>(raw.buffers[raw.n_buffers - 1]);
    if (count > 0 && sizes == nullptr) return fail(type, "has no sizes of its buffers of text");
    for (std::int64_t slot = 0; slot < array.length_; ++slot) {
      if (!array.is_valid(slot)) continue;
      const View view = view_of(array.offsets_ + (array.offset_ + slot) * kViewBytes);
      if (0 <= view.size && view.size <= kMostInline) continue;
      const bool is_known =
          view.buffer >= 0 && view.buffer < count && raw.buffers[2 + view.buffer] != nullptr;
      if (view.size < 0 || !is_known || view.offset < 0 ||
          std::int64_t{view.offset} + view.size > array.load<std::int64_t>(sizes, view.buffer))
        return fail(type, "has a view of text outside its buffers");
    }
    return {};
  }

  Done take_children(Array& array, const ArrowArray& raw, Faults& faults) {
    const Type& type = *array.type_;
    switch (type.kind) {
      case Kind::Struct:
        return take_fields(array, raw, faults);
      case Kind::List:
      case Kind::Map:
        return take_entries(array, raw, faults);
      case Kind::Dictionary:
        return take_values(array, raw, faults);
      case Kind::Text:
        return note_text(array, faults), Done();
      case Kind::Real:
        return note_reals(array, faults), Done();
      case Kind::Date:
      case Kind::Timestamp:
        return note_values(array, faults, "is beyond the years 1 to 9999"), Done();
      case Kind::Null:
      case Kind::Boolean:
      case Kind::Integer:
      case Kind::Unsigned:
      case Kind::Decimal:
        return {};
    }
    return {};
  }

  Done take_child(Array& array, const Type& type, const ArrowArray* raw, std::int64_t least,
                  Faults& faults) {
    if (raw == nullptr) return fail(type, "is not there");
    auto child = make(type, *raw, faults);
    if (!child) return tl::unexpected(child.error());
    if (child->length_ < least)
      return fail(type, fmt::format("has {} values where {} are needed", child->length_, least));
    array.children_.push_back(*std::move(child));
    return {};
  }

  Done take_fields(Array& array, const ArrowArray& raw, Faults& faults) {
    const Type& type = *array.type_;
    for (std::size_t c = 0; c < type.children.size(); ++c) {
      Faults below;
      auto done = take_child(array, type.children[c], raw.children[c],
                             array.offset_ + array.length_, below);
      if (!done) return done;
      const auto raise = [&](const std::vector<Fault>& from, std::vector<Fault>& to) {
        for (const Fault& fault : from) {
          const std::int64_t slot = fault.slot - array.offset_;
          if (slot >= 0 && slot < array.length_ && array.is_valid(slot))
            to.push_back({slot, fault.reason});
        }
      };
      raise(below.values, faults.values);
      raise(below.records, faults.records);
    }
    std::ranges::stable_sort(faults.values, {}, &Fault::slot);
    std::ranges::stable_sort(faults.records, {}, &Fault::slot);
    return {};
  }

  /// Of each list the first fault is noted.
  Done take_entries(Array& array, const ArrowArray& raw, Faults& faults) {
    const Type& type = *array.type_;
    Faults below;
    auto done =
        take_child(array, type.children.front(), raw.children[0], most_needed(array), below);
    if (!done || (below.values.empty() && below.records.empty())) return done;
    for (std::int64_t slot = 0; slot < array.length_; ++slot) {
      if (!array.is_valid(slot)) continue;
      const Array::Range range = array.range(slot);
      if (const Fault* fault = first_within(below.values, range))
        faults.values.push_back({slot, fault->reason});
      if (const Fault* fault = first_within(below.records, range))
        faults.records.push_back({slot, fault->reason});
    }
    return {};
  }

  /// How many slots the lists of an array refer to.
  static std::int64_t most_needed(const Array& array) {
    const Type& type = *array.type_;
    const std::int64_t slots = array.offset_ + array.length_;
    if (type.layout == Layout::Fixed) return slots * type.fixed_size;
    if (slots == 0) return 0;
    if (type.layout == Layout::Offsets) return offset_at(array, array.length_);
    std::int64_t most = 0;
    for (std::int64_t slot = 0; slot < array.length_; ++slot) {
      if (array.is_valid(slot)) most = std::max(most, array.range(slot).end);
    }
    return most;
  }

  Done take_values(Array& array, const ArrowArray& raw, Faults& faults) {
    const Type& type = *array.type_;
    Faults below;
    auto done = take_child(array, type.children.front(), raw.dictionary, 0, below);
    if (!done) return done;
    const std::int64_t count = array.children_.front().length();
    for (std::int64_t slot = 0; slot < array.length_; ++slot) {
      if (!array.is_valid(slot)) continue;
      const std::int64_t entry = array.entry(slot);
      if (entry < 0 || entry >= count)
        return fail(type, fmt::format("has the index {} in a dictionary of {}", entry, count));
    }
    const auto raise = [&](const std::vector<Fault>& from, std::vector<Fault>& to) {
      for (std::int64_t slot = 0; !from.empty() && slot < array.length_; ++slot) {
        if (!array.is_valid(slot)) continue;
        const std::int64_t entry = array.entry(slot);
        if (const Fault* fault = first_within(from, {entry, entry + 1}))
          to.push_back({slot, fault->reason});
      }
    };
    raise(below.values, faults.values);
    raise(below.records, faults.records);
    return {};
  }

  /// Whether some slot, null or not, has all bits of the exponent set, as only values that are not
  /// finite have.
  template <class T>
  static bool has_full_exponent(const Array& array, T exponent) {
    bool is_found = false;
    for (std::int64_t slot = 0; slot < array.length_; ++slot)
      is_found |= (array.load<T>(array.data_, array.offset_ + slot) & exponent) == exponent;
    return is_found;
  }

  void note_reals(const Array& array, Faults& faults) {
    const bool may_be_at_fault =
        array.type_->bytes == 8   ? has_full_exponent<std::uint64_t>(array, 0x7FF0'0000'0000'0000)
        : array.type_->bytes == 4 ? has_full_exponent<std::uint32_t>(array, 0x7F80'0000)
                                  : true;
    if (may_be_at_fault) note_values(array, faults, "is not a finite number");
  }

  void note_values(const Array& array, Faults& faults, std::string_view what) {
    std::optional<std::uint32_t> reason;
    for (std::int64_t slot = 0; slot < array.length_; ++slot) {
      if (!array.is_at_fault(slot)) continue;
      if (!reason) reason = add_reason(fmt::format("`{}` {}", array.type_->path, what));
      faults.values.push_back({slot, *reason});
    }
  }

  /// Mostly all text is UTF-8, which is found at once: the bytes are, and no text begins within a
  /// character.
  void note_text(const Array& array, Faults& faults) {
    if (array.length_ == 0 || is_all_utf8(array)) return;
    std::optional<std::uint32_t> reason;
    for (std::int64_t slot = 0; slot < array.length_; ++slot) {
      if (!array.is_valid(slot) || is_utf8(array.text(slot))) continue;
      if (!reason) reason = add_reason(fmt::format("invalid UTF-8 in `{}`", array.type_->path));
      faults.records.push_back({slot, *reason});
    }
  }

  static bool is_all_utf8(const Array& array) {
    if (array.type_->layout == Layout::Views) return false;
    const std::int64_t begin = offset_at(array, 0);
    const std::int64_t end = offset_at(array, array.length_);
    if (begin == end) return true;
    if (!is_utf8({array.data_ + begin, static_cast<std::size_t>(end - begin)})) return false;
    for (std::int64_t slot = 0; slot < array.length_; ++slot) {
      const std::int64_t at = offset_at(array, slot);
      if (at < end && is_continuation(array.data_[at])) return false;
    }
    return true;
  }

  std::uint32_t add_reason(std::string reason) {
    reasons_.push_back(std::move(reason));
    return static_cast<std::uint32_t>(reasons_.size() - 1);
  }

  const std::string& table_;
  std::vector<std::string>& reasons_;
};

base::Result<Array> Array::make(const Type& type, const ArrowArray& array, const std::string& table,
                                Faults& faults, std::vector<std::string>& reasons) {
  return ArrayMaker(table, reasons).make(type, array, faults);
}

bool Array::has(std::int64_t slot) const {
  if (!is_valid(slot) || is_at_fault(slot)) return false;
  return type_->kind != Kind::Dictionary || children_.front().has(entry(slot));
}

bool Array::is_at_fault(std::int64_t slot) const {
  if (!is_valid(slot)) return false;
  switch (type_->kind) {
    case Kind::Real:
      return !std::isfinite(real(slot));
    case Kind::Date:
    case Kind::Timestamp:
      return !has_date(*type_, integer(slot));
    case Kind::Dictionary:
      return children_.front().is_at_fault(entry(slot));
    case Kind::Null:
    case Kind::Boolean:
    case Kind::Integer:
    case Kind::Unsigned:
    case Kind::Decimal:
    case Kind::Text:
    case Kind::List:
    case Kind::Map:
    case Kind::Struct:
      return false;
  }
  return false;
}

std::int64_t Array::load_integer(const char* values, std::int64_t index, unsigned bytes) const {
  switch (bytes) {
    case 1:
      return load<std::int8_t>(values, index);
    case 2:
      return load<std::int16_t>(values, index);
    case 4:
      return load<std::int32_t>(values, index);
    default:
      return load<std::int64_t>(values, index);
  }
}

std::int64_t Array::integer(std::int64_t slot) const {
  const std::int64_t index = offset_ + slot;
  if (type_->kind == Kind::Boolean)
    return bit(reinterpret_cast<const unsigned char*>(data_), index) ? 1 : 0;
  return load_integer(data_, index, type_->bytes);
}

std::uint64_t Array::unsigned_integer(std::int64_t slot) const {
  const auto value = static_cast<std::uint64_t>(load_integer(data_, offset_ + slot, type_->bytes));
  return type_->bytes == 8 ? value : value & ((std::uint64_t{1} << (8 * type_->bytes)) - 1);
}

double Array::real(std::int64_t slot) const {
  const std::int64_t index = offset_ + slot;
  if (type_->bytes == 8) return load<double>(data_, index);
  if (type_->bytes == 4) return load<float>(data_, index);
  return half_to_double(load<std::uint16_t>(data_, index));
}

std::uint64_t Array::bits(std::int64_t slot) const {
  if (type_->kind == Kind::Real) return std::bit_cast<std::uint64_t>(real(slot));
  return static_cast<std::uint64_t>(integer(slot));
}

std::string_view Array::text(std::int64_t slot) const {
  const std::int64_t index = offset_ + slot;
  if (type_->layout == Layout::Views) {
    const char* at = offsets_ + index * kViewBytes;
    const View view = view_of(at);
    const auto size = static_cast<std::size_t>(view.size);
    if (view.size <= kMostInline) return {at + sizeof view.size, size};
    return {static_cast<const char*>(view_data_[view.buffer]) + view.offset, size};
  }
  const std::int64_t begin = load_integer(offsets_, index, type_->bytes);
  const std::int64_t end = load_integer(offsets_, index + 1, type_->bytes);
  return begin == end ? std::string_view()
                      : std::string_view(data_ + begin, static_cast<std::size_t>(end - begin));
}

Array::Range Array::range(std::int64_t slot) const {
  const std::int64_t index = offset_ + slot;
  switch (type_->layout) {
    case Layout::Fixed:
      return {index * type_->fixed_size, (index + 1) * type_->fixed_size};
    case Layout::Offsets:
      return {load_integer(offsets_, index, type_->bytes),
              load_integer(offsets_, index + 1, type_->bytes)};
    case Layout::Views:
      break;
  }
  const std::int64_t begin = load_integer(offsets_, index, type_->bytes);
  return {begin, begin + load_integer(data_, index, type_->bytes)};
}

std::int64_t Array::entry(std::int64_t slot) const {
  const std::int64_t entry = load_integer(data_, offset_ + slot, type_->bytes);
  if (type_->is_signed || type_->bytes == 8) return entry;
  return entry & ((std::int64_t{1} << (8 * type_->bytes)) - 1);
}

const Array* Array::child(std::string_view field) const {
  const std::int64_t number = type_->child(field);
  return number < 0 || number == hidden_ ? nullptr : &children_[static_cast<std::size_t>(number)];
}

Array Array::without(std::string_view field) const {
  Array rest = *this;
  rest.hidden_ = type_->child(field);
  return rest;
}

Array Array::slice(std::int64_t begin, std::int64_t end) const {
  Array part = *this;
  part.offset_ += begin;
  part.length_ = end - begin;
  return part;
}

Place decoded(const Array* array, std::int64_t slot) {
  if (array == nullptr || !array->has(slot)) return {};
  if (array->type().kind != Kind::Dictionary) return {array, slot};
  return decoded(&array->children().front(), array->entry(slot));
}

std::optional<std::string_view> text_at(const Array& array, std::int64_t slot) {
  if (!array.is_valid(slot)) return std::nullopt;
  if (array.type().kind == Kind::Dictionary)
    return text_at(array.children().front(), array.entry(slot));
  return array.text(slot);
}

}  // namespace seedc::data::arrow
