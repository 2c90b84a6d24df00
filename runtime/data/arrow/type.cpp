// Parses format strings, and refuses what has no meaning in the data.
#include "runtime/data/arrow/type.h"

#include <fmt/format.h>
#include <simdjson.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <optional>
#include <set>
#include <string_view>

#include "runtime/base/limits.h"

namespace seedc::data::arrow {
namespace {

using Kind = Type::Kind;
using Layout = Type::Layout;

/// A decimal of 256 bits has at most so many digits, and digits behind the point.
constexpr std::int32_t kMostDigits = 76;

struct Fixed {
  std::string_view format;
  Kind kind;
  unsigned bytes = 0;
  std::int64_t per_unit = 1;
};
constexpr Fixed kFixed[] = {
    {"n", Kind::Null},        {"b", Kind::Boolean},     {"c", Kind::Integer, 1},
    {"C", Kind::Unsigned, 1}, {"s", Kind::Integer, 2},  {"S", Kind::Unsigned, 2},
    {"i", Kind::Integer, 4},  {"I", Kind::Unsigned, 4}, {"l", Kind::Integer, 8},
    {"L", Kind::Unsigned, 8}, {"e", Kind::Real, 2},     {"f", Kind::Real, 4},
    {"g", Kind::Real, 8},     {"tdD", Kind::Date, 4},   {"tdm", Kind::Date, 8, 86'400'000},
};

struct Sized {
  std::string_view format;
  Kind kind;
  Layout layout;
  unsigned bytes;
};
constexpr Sized kSized[] = {
    {"u", Kind::Text, Layout::Offsets, 4},  {"U", Kind::Text, Layout::Offsets, 8},
    {"vu", Kind::Text, Layout::Views, 16},  {"+l", Kind::List, Layout::Offsets, 4},
    {"+L", Kind::List, Layout::Offsets, 8}, {"+vl", Kind::List, Layout::Views, 4},
    {"+vL", Kind::List, Layout::Views, 8},  {"+m", Kind::Map, Layout::Offsets, 4},
    {"+s", Kind::Struct, Layout::Fixed, 0},
};

/// What is meant by a type that is refused, by the beginning of its format.
struct Refused {
  std::string_view format, name, help;
};
constexpr std::string_view kCast = "cast it to a string (utf8), or leave the column out";
constexpr Refused kRefused[] = {
    {"z", "binary", "text is utf8: cast it, or leave the column out"},
    {"Z", "large binary", "text is utf8: cast it, or leave the column out"},
    {"vz", "binary view", "text is utf8: cast it, or leave the column out"},
    {"w:", "binary of a fixed size", "text is utf8: cast it, or leave the column out"},
    {"tt", "a time of day", kCast},
    {"tD", "a duration", "cast it to an integer, or leave the column out"},
    {"ti", "an interval", kCast},
    {"+u", "a union", "make it a column for each of its types, or leave it out"},
    {"+r", "run-end encoded", "decode it, or encode it as a dictionary"},
};

/// Takes a length and so many bytes from the metadata of a schema, whose numbers are as the machine
/// has them.
std::string_view take_bytes(const char*& metadata) {
  std::int32_t length = 0;
  std::memcpy(&length, metadata, sizeof(length));
  const std::string_view bytes(metadata + sizeof(length),
                               static_cast<std::size_t>(std::max(length, 0)));
  metadata = bytes.data() + bytes.size();
  return bytes;
}

/// The name of an extension type, whose values mean something else than what they are stored as;
/// empty if the type is Arrow's own.
std::string_view extension_of(const ArrowSchema& schema) {
  if (schema.metadata == nullptr) return {};
  const char* metadata = schema.metadata;
  std::int32_t count = 0;
  std::memcpy(&count, metadata, sizeof(count));
  metadata += sizeof(count);
  for (std::int32_t i = 0; i < count; ++i) {
    const std::string_view key = take_bytes(metadata), value = take_bytes(metadata);
    if (key == "ARROW:extension:name") return value;
  }
  return {};
}

template <class Number>
std::optional<Number> take_number(std::string_view& text) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{}) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

bool take(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

/// `d:precision,scale` or `d:precision,scale,bits`.
bool parse_decimal(std::string_view format, Type& type) {
  if (!take(format, "d:")) return false;
  const auto precision = take_number<std::int32_t>(format);
  if (!precision || !take(format, ",")) return false;
  const auto scale = take_number<std::int32_t>(format);
  std::optional<unsigned> bits = 128;
  if (take(format, ",")) bits = take_number<unsigned>(format);
  const bool is_width = bits == 32U || bits == 64U || bits == 128U || bits == 256U;
  if (!scale || !format.empty() || !is_width || *precision < 1 || *precision > kMostDigits ||
      *scale < -kMostDigits || *scale > kMostDigits)
    return false;
  type.kind = Kind::Decimal;
  type.bytes = *bits / 8;
  type.scale = *scale;
  return true;
}

/// `tsu:` and a time zone, which is how the instants are shown elsewhere.
bool parse_timestamp(std::string_view format, Type& type) {
  if (format.size() < 4 || !format.starts_with("ts") || format[3] != ':') return false;
  constexpr std::string_view kUnits = "smun";
  const std::size_t unit = kUnits.find(format[2]);
  if (unit == kUnits.npos) return false;
  type.kind = Kind::Timestamp;
  type.bytes = 8;
  for (std::size_t i = 0; i < unit; ++i) type.per_unit *= 1000;
  return true;
}

bool parse_fixed_list(std::string_view format, Type& type) {
  if (!take(format, "+w:")) return false;
  const auto size = take_number<std::int64_t>(format);
  if (!size || *size < 0 || *size > INT32_MAX || !format.empty()) return false;
  type.kind = Kind::List;
  type.layout = Layout::Fixed;
  type.fixed_size = *size;
  return true;
}

bool parse_format(std::string_view format, Type& type) {
  for (const Fixed& fixed : kFixed) {
    if (fixed.format != format) continue;
    type.kind = fixed.kind;
    type.bytes = fixed.bytes;
    type.per_unit = fixed.per_unit;
    return true;
  }
  for (const Sized& sized : kSized) {
    if (sized.format != format) continue;
    type.kind = sized.kind;
    type.layout = sized.layout;
    type.bytes = sized.bytes;
    return true;
  }
  return parse_decimal(format, type) || parse_timestamp(format, type) ||
         parse_fixed_list(format, type);
}

class TypeParser {
 public:
  explicit TypeParser(std::string table) : table_(std::move(table)) {}

  base::Result<Type> table(const ArrowSchema& schema) {
    if (schema.format == nullptr || std::string_view(schema.format) != "+s")
      return fail("is not a stream of rows", "its schema is a struct of columns (`+s`)");
    if (schema.dictionary != nullptr) return fail("has a dictionary around its rows");
    return parse(schema, "", 0);
  }

 private:
  // A result and not inlined, so that errors take no room in the frames of `parse`, which nest.
  [[gnu::noinline]] base::Result<Type> fail(std::string_view what,
                                            std::string_view help = {}) const {
    return base::fail_with_help<base::ErrorCode::InvalidArrow>(std::string(help), table_, what);
  }

  [[gnu::noinline]] base::Result<Type> fail_column(const Type& type, std::string_view what,
                                                   std::string_view help = {}) const {
    if (type.path.empty()) return fail(what, help);
    return base::fail_with_help<base::ErrorCode::InvalidArrowColumn>(std::string(help), type.path,
                                                                     table_, what);
  }

  base::Result<Type> parse(const ArrowSchema& schema, const std::string& parent,
                           std::uint64_t depth) {
    Type type;
    type.name = schema.name == nullptr ? "" : schema.name;
    if (!simdjson::validate_utf8(type.name.data(), type.name.size()))
      return fail("has a column whose name is not UTF-8");
    if (depth > 0) type.path = parent.empty() ? type.name : fmt::format("{}.{}", parent, type.name);
    if (depth >= base::limits::kJsonNesting)
      return fail("is nested too deeply",
                  fmt::format("{} levels are allowed", base::limits::kJsonNesting));
    if (schema.format == nullptr) return fail_column(type, "has a schema without a format");
    if (!parse_format(schema.format, type)) return refuse(type, schema.format);
    // What is stored as text, such as `arrow.json`, is that text.
    const std::string_view extension = extension_of(schema);
    if (!extension.empty() && !type.is_text() && schema.dictionary == nullptr)
      return refuse_extension(type, extension);
    if (schema.dictionary != nullptr) return parse_dictionary(std::move(type), schema, depth);
    return parse_children(std::move(type), schema, depth);
  }

  [[gnu::noinline]] base::Result<Type> refuse(const Type& type, std::string_view format) const {
    for (const Refused& refused : kRefused) {
      if (!format.starts_with(refused.format)) continue;
      return fail_column(
          type,
          fmt::format("is {} (Arrow format `{}`), which has no meaning here", refused.name, format),
          refused.help);
    }
    return fail_column(type, fmt::format("has the unknown Arrow format `{}`", format), kCast);
  }

  [[gnu::noinline]] base::Result<Type> refuse_extension(const Type& type,
                                                        std::string_view name) const {
    return fail_column(
        type, fmt::format("is of the extension type `{}`, which has no meaning here", name),
        "cast it to a type of Arrow's own, or leave the column out");
  }

  base::Result<Type> parse_dictionary(Type type, const ArrowSchema& schema, std::uint64_t depth) {
    if (type.kind != Kind::Integer && type.kind != Kind::Unsigned)
      return fail_column(type, "has a dictionary whose indices are not integers");
    type.is_signed = type.kind == Kind::Integer;
    type.kind = Kind::Dictionary;
    auto values = parse(*schema.dictionary, "", depth + 1);
    if (!values) return values;
    values->path = type.path;
    type.children.push_back(*std::move(values));
    return type;
  }

  base::Result<Type> parse_children(Type type, const ArrowSchema& schema, std::uint64_t depth) {
    const bool is_list = type.kind == Kind::List || type.kind == Kind::Map;
    const bool is_right =
        type.kind == Kind::Struct ? schema.n_children >= 0 : schema.n_children == (is_list ? 1 : 0);
    if (!is_right || (schema.n_children > 0 && schema.children == nullptr))
      return fail_column(type, fmt::format("has a schema with {} children, which its format `{}` "
                                           "does not have",
                                           schema.n_children, schema.format));
    std::set<std::string> names;
    for (std::int64_t c = 0; c < schema.n_children; ++c) {
      if (schema.children[c] == nullptr) return fail_column(type, "has a child without a schema");
      auto child = parse(*schema.children[c], type.path, depth + 1);
      if (!child) return child;
      if (type.kind == Kind::Struct && !names.insert(child->name).second)
        return fail_column(*child, "is there twice", "rename one of them, or leave it out");
      type.children.push_back(*std::move(child));
    }
    return type.kind == Kind::Map ? entries_of(std::move(type)) : base::Result<Type>(type);
  }

  /// A map is a list of structs of a key and a value.
  base::Result<Type> entries_of(Type map) const {
    Type entries = std::move(map.children.front());
    if (entries.kind != Kind::Struct || entries.children.size() != 2)
      return fail_column(map, "is a map whose entries are not keys and values");
    if (!entries.children.front().is_text())
      return fail_column(map, "is a map whose keys are not strings", "cast its keys to utf8");
    map.children = {std::move(entries)};
    return map;
  }

  std::string table_;
};

}  // namespace

std::int64_t Type::child(std::string_view field) const {
  const auto found = std::ranges::find(children, field, &Type::name);
  return found == children.end() ? -1 : found - children.begin();
}

base::Result<Type> type_of_table(const ArrowSchema& schema, const std::string& table) {
  return TypeParser(table).table(schema);
}

}  // namespace seedc::data::arrow
