// Writes values as JSON, each by its type.
#include "runtime/data/arrow/json_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>

#include "runtime/language/json_string.h"
#include "runtime/language/value.h"

namespace seedc::data::arrow {
namespace {

using Kind = Type::Kind;

/// `bytes` is an integer in two's complement, lowest byte first. Digits are found by dividing by
/// 10^9 what is left, four bytes at a time.
std::string decimal_digits(std::string_view bytes, bool& is_negative) {
  constexpr std::size_t kMostParts = 8;
  constexpr std::uint32_t kPart = 1'000'000'000;
  std::array<std::uint32_t, kMostParts> parts{};
  const std::size_t count = bytes.size() / sizeof(std::uint32_t);
  std::memcpy(parts.data(), bytes.data(), bytes.size());
  is_negative = (parts[count - 1] >> 31) != 0;
  std::uint64_t carry = 1;
  for (std::size_t p = 0; is_negative && p < count; ++p) {
    carry += static_cast<std::uint32_t>(~parts[p]);
    parts[p] = static_cast<std::uint32_t>(carry);
    carry >>= 32;
  }
  std::string digits;  // the last first
  while (std::ranges::any_of(parts, [](std::uint32_t part) { return part != 0; })) {
    std::uint64_t rest = 0;
    for (std::size_t p = count; p-- > 0;) {
      rest = rest << 32 | parts[p];
      parts[p] = static_cast<std::uint32_t>(rest / kPart);
      rest %= kPart;
    }
    for (int d = 0; d < 9; ++d, rest /= 10) digits += static_cast<char>('0' + rest % 10);
  }
  while (!digits.empty() && digits.back() == '0') digits.pop_back();
  if (digits.empty()) digits = "0";
  std::ranges::reverse(digits);
  return digits;
}

/// Of scale 0 an integer, else a real.
void append_decimal(std::string& out, const Array& array, std::int64_t slot) {
  bool is_negative = false;
  std::string digits = decimal_digits(array.bytes(slot), is_negative);
  const std::int32_t scale = array.type().scale;
  if (is_negative) out += '-';
  if (scale > 0) {
    const auto behind = static_cast<std::size_t>(scale);
    if (digits.size() <= behind) digits.insert(0, behind + 1 - digits.size(), '0');
    digits.insert(digits.size() - behind, 1, '.');
  } else if (scale < 0) {
    if (digits != "0") digits.append(static_cast<std::size_t>(-scale), '0');
    digits += ".0";
  }
  out += digits;
}

/// The date of a day since 1970-01-01, by Howard Hinnant's algorithm over eras of 400 years that
/// begin on March 1.
void append_day(std::string& out, std::int64_t day) {
  constexpr std::int64_t kDaysOfEra = 146'097;
  const std::int64_t from_era_0 = day + 719'468;
  const std::int64_t era =
      (from_era_0 >= 0 ? from_era_0 : from_era_0 - kDaysOfEra + 1) / kDaysOfEra;
  const std::int64_t of_era = from_era_0 - era * kDaysOfEra;
  const std::int64_t year_of_era =
      (of_era - of_era / 1460 + of_era / 36'524 - of_era / 146'096) / 365;
  const std::int64_t of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  const std::int64_t month_from_march = (5 * of_year + 2) / 153;
  const std::int64_t day_of_month = of_year - (153 * month_from_march + 2) / 5 + 1;
  const std::int64_t month = month_from_march < 10 ? month_from_march + 3 : month_from_march - 9;
  const std::int64_t year = year_of_era + era * 400 + (month <= 2 ? 1 : 0);
  fmt::format_to(std::back_inserter(out), "{:04}-{:02}-{:02}", year, month, day_of_month);
}

std::int64_t floor_quotient(std::int64_t value, std::int64_t divisor) {
  return value / divisor - (value % divisor < 0 ? 1 : 0);
}

void append_time(std::string& out, const Array& array, std::int64_t slot) {
  constexpr std::int64_t kSecondsOfDay = 86'400;
  const std::int64_t whole = floor_quotient(array.integer(slot), array.type().per_unit);
  out += '"';
  if (array.type().kind == Kind::Date) {
    append_day(out, whole);
  } else {
    const std::int64_t day = floor_quotient(whole, kSecondsOfDay);
    const std::int64_t second = whole - day * kSecondsOfDay;
    append_day(out, day);
    fmt::format_to(std::back_inserter(out), " {:02}:{:02}:{:02}", second / 3600, second / 60 % 60,
                   second % 60);
  }
  out += '"';
}

class Writer {
 public:
  Writer(std::string& out, bool with_faults) : out_(out), with_faults_(with_faults) {}

  void write(const Array& array, std::int64_t slot) {
    if (array.has(slot)) return write_value(array, slot);
    out_ += is_reported(array, slot) ? R"(["invalid"])" : "null";
  }

 private:
  void write_value(const Array& array, std::int64_t slot) {
    switch (array.type().kind) {
      case Kind::Null:
        out_ += "null";
        return;
      case Kind::Boolean:
        out_ += array.integer(slot) != 0 ? "true" : "false";
        return;
      case Kind::Integer:
        fmt::format_to(std::back_inserter(out_), "{}", array.integer(slot));
        return;
      case Kind::Unsigned:
        fmt::format_to(std::back_inserter(out_), "{}", array.unsigned_integer(slot));
        return;
      case Kind::Real:
        out_ += language::to_json(language::Value(array.real(slot)));
        return;
      case Kind::Decimal:
        return append_decimal(out_, array, slot);
      case Kind::Date:
      case Kind::Timestamp:
        return append_time(out_, array, slot);
      case Kind::Text:
        return language::append_json_string(out_, array.text(slot));
      case Kind::List:
        return write_list(array, slot);
      case Kind::Map:
        return write_map(array, slot);
      case Kind::Struct:
        return write_struct(array, slot);
      case Kind::Dictionary:
        return write(array.children().front(), array.entry(slot));
    }
  }

  void write_list(const Array& array, std::int64_t slot) {
    const Array::Range range = array.range(slot);
    out_ += '[';
    for (std::int64_t at = range.begin; at < range.end; ++at) {
      if (at > range.begin) out_ += ',';
      write(array.children().front(), at);
    }
    out_ += ']';
  }

  void write_map(const Array& array, std::int64_t slot) {
    const Array::Range range = array.range(slot);
    const Array& entries = array.children().front();
    bool is_first = true;
    out_ += '{';
    for (std::int64_t at = range.begin; at < range.end; ++at) {
      const std::int64_t entry = entries.child_slot(at);
      const auto key = entries.is_valid(at) ? text_at(entries.children()[0], entry) : std::nullopt;
      if (!key || !is_written(entries.children()[1], entry)) continue;
      write_member(is_first, *key, entries.children()[1], entry);
    }
    out_ += '}';
  }

  void write_struct(const Array& array, std::int64_t slot) {
    bool is_first = true;
    out_ += '{';
    for (std::size_t c = 0; c < array.children().size(); ++c) {
      const Array& field = array.children()[c];
      const bool has_one = array.has_field(c, slot) || is_reported(field, array.child_slot(slot));
      if (has_one) write_member(is_first, field.type().name, field, array.child_slot(slot));
    }
    out_ += '}';
  }

  void write_member(bool& is_first, std::string_view key, const Array& values, std::int64_t slot) {
    if (!std::exchange(is_first, false)) out_ += ',';
    language::append_json_string(out_, key);
    out_ += ':';
    write(values, slot);
  }

  bool is_written(const Array& array, std::int64_t slot) const {
    return array.has(slot) || is_reported(array, slot);
  }
  bool is_reported(const Array& array, std::int64_t slot) const {
    return with_faults_ && array.is_at_fault(slot);
  }

  std::string& out_;
  bool with_faults_;
};

}  // namespace

void append_json(std::string& out, const Array& array, std::int64_t slot) {
  Writer(out, /*with_faults=*/false).write(array, slot);
}

void append_json_with_faults(std::string& out, const Array& array, std::int64_t slot) {
  Writer(out, /*with_faults=*/true).write(array, slot);
}

}  // namespace seedc::data::arrow
