// Columns and their types as the Arrow format lays them out in memory, before they are handed out
// through the C interfaces (c_interface.h).
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace seedc::report::arrow {

/// Memory that an array refers to. Copies share it; the last one releases it, on any thread.
struct Buffer {
  std::shared_ptr<const void> owner;
  const void* data = nullptr;

  /// The elements of a vector or a string, which is moved and not copied.
  template <class Elements>
  static Buffer of(Elements elements) {
    const auto kept = std::make_shared<const Elements>(std::move(elements));
    return {kept, kept->data()};
  }
};

/// A column of `length` values; a batch is a column of structs.
struct Column {
  std::int64_t length = 0;
  std::int64_t null_count = 0;
  /// As the format lays out the type. The first one of all types here is the validity of the
  /// values, one bit each, and has no data if none is null.
  std::vector<Buffer> buffers;
  std::vector<Column> children;
  std::shared_ptr<const Column> dictionary;  ///< of a dictionary's indices: what they refer to
};

/// The types of columns, as the C data interface writes them.
namespace format {
constexpr const char* kBool = "b";
constexpr const char* kInt8 = "c";
constexpr const char* kInt32 = "i";
constexpr const char* kInt64 = "l";
constexpr const char* kFloat64 = "g";
constexpr const char* kUtf8 = "u";
constexpr const char* kList = "+l";
constexpr const char* kStruct = "+s";
}  // namespace format

/// The name and the type of a column.
struct Field {
  std::string name;  ///< valid UTF-8
  std::string format;
  bool is_nullable = false;
  std::vector<std::pair<std::string, std::string>> metadata;
  std::vector<Field> children;
  std::shared_ptr<const Field> dictionary;  ///< the type of a dictionary's values
};

/// The key of fields' metadata under which they say what their values are (README.md).
constexpr const char* kKindKey = "seedc.kind";

}  // namespace seedc::report::arrow
