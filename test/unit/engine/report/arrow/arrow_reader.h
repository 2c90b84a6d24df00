// Reads streams of Arrow as their specification says, without a library: schemas and rows as text.
#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "include/seedc/arrow_abi.h"
#include "runtime/language/value.h"

namespace seedc::unit {

/// A struct of the C interfaces that is released at the end.
template <class Struct>
class Owned {
 public:
  Owned() = default;
  explicit Owned(Struct made) : struct_(made) {}
  Owned(Owned&& other) noexcept : struct_(std::exchange(other.struct_, Struct{})) {}
  Owned& operator=(Owned&& other) noexcept {
    std::swap(struct_, other.struct_);
    return *this;
  }
  ~Owned() { release(); }

  void release() {
    if (struct_.release != nullptr) struct_.release(&struct_);
    EXPECT_EQ(struct_.release, nullptr);
  }
  bool is_released() const { return struct_.release == nullptr; }
  Struct* operator->() { return &struct_; }
  Struct& operator*() { return struct_; }

 private:
  Struct struct_{};
};

using Schema = Owned<ArrowSchema>;
using Array = Owned<ArrowArray>;
using Stream = Owned<ArrowArrayStream>;

inline Schema schema_of(Stream& stream) {
  Schema schema;
  EXPECT_EQ(stream->get_schema(&*stream, &*schema), 0);
  return schema;
}

/// The next batch; a released one at the end.
inline Array next_of(Stream& stream) {
  Array array;
  EXPECT_EQ(stream->get_next(&*stream, &*array), 0) << stream->get_last_error(&*stream);
  return array;
}

inline std::map<std::string, std::string> metadata_of(const ArrowSchema& schema) {
  std::map<std::string, std::string> metadata;
  const char* at = schema.metadata;
  if (at == nullptr) return metadata;
  const auto number = [&at] {
    std::int32_t value = 0;
    std::memcpy(&value, at, sizeof value);
    at += sizeof value;
    return value;
  };
  const auto text = [&] {
    const std::int32_t size = number();
    at += size;
    return std::string(at - size, static_cast<std::size_t>(size));
  };
  for (std::int32_t left = number(); left > 0; --left) {
    std::string key = text();
    metadata[key] = text();
  }
  return metadata;
}

/// `name: type kind`, where the type of a dictionary is in <>, of children in (); `?` if nullable.
inline std::string text_of(const ArrowSchema& schema) {
  std::string text = std::string(schema.name) + ": " + schema.format;
  if (schema.dictionary != nullptr) text += std::string("<") + schema.dictionary->format + ">";
  if ((schema.flags & ARROW_FLAG_NULLABLE) != 0) text += "?";
  const auto metadata = metadata_of(schema);
  if (metadata.contains("seedc.kind")) text += " " + metadata.at("seedc.kind");
  for (std::int64_t i = 0; i < schema.n_children; ++i)
    text += (i == 0 ? " (" : ", ") + text_of(*schema.children[i]);
  return schema.n_children > 0 ? text + ")" : text;
}

inline bool bit_of(const void* bits, std::int64_t row) {
  return (static_cast<const std::uint8_t*>(bits)[row / 8] >> (row % 8) & 1) != 0;
}

template <class T>
T element_of(const ArrowArray& array, std::size_t buffer, std::int64_t row) {
  return static_cast<const T*>(array.buffers[buffer])[row];
}

/// A value as text: `null`, `1`, `2.5`, `true`, a text as it is, `[a,b]`, `{c,d}`.
inline std::string value_of(const ArrowSchema& schema, const ArrowArray& array, std::int64_t row) {
  const std::string_view format = schema.format;
  if (array.buffers[0] != nullptr && !bit_of(array.buffers[0], row)) return "null";
  if (array.dictionary != nullptr)
    return value_of(*schema.dictionary, *array.dictionary, element_of<std::int32_t>(array, 1, row));
  if (format == "c") return std::to_string(element_of<std::int8_t>(array, 1, row));
  if (format == "l") return std::to_string(element_of<std::int64_t>(array, 1, row));
  if (format == "g") return language::shortest(element_of<double>(array, 1, row));
  if (format == "b") return bit_of(array.buffers[1], row) ? "true" : "false";
  std::string text;
  if (format == "+s") {
    for (std::int64_t i = 0; i < array.n_children; ++i)
      text += (i == 0 ? "" : ",") + value_of(*schema.children[i], *array.children[i], row);
    return "{" + text + "}";
  }
  const auto begin = element_of<std::int32_t>(array, 1, row);
  const auto end = element_of<std::int32_t>(array, 1, row + 1);
  if (format == "u")
    return {static_cast<const char*>(array.buffers[2]) + begin,
            static_cast<std::size_t>(end - begin)};
  EXPECT_EQ(format, "+l");
  for (std::int32_t i = begin; i < end; ++i)
    text += (i == begin ? "" : ",") + value_of(*schema.children[0], *array.children[0], i);
  return "[" + text + "]";
}

/// How many values are null, by the validity buffer, is what the array says, in all of its columns;
/// and children of structs are as long as these.
inline void expect_consistent(const ArrowArray& array, std::string_view format) {
  std::int64_t nulls = 0;
  for (std::int64_t row = 0; array.buffers[0] != nullptr && row < array.length; ++row)
    nulls += bit_of(array.buffers[0], row) ? 0 : 1;
  EXPECT_EQ(nulls, array.null_count);
  EXPECT_EQ(array.offset, 0);
  for (std::int64_t i = 0; format == "+s" && i < array.n_children; ++i)
    EXPECT_EQ(array.children[i]->length, array.length);
}

inline void expect_consistent(const ArrowSchema& schema, const ArrowArray& array) {
  expect_consistent(array, schema.format);
  ASSERT_EQ(schema.n_children, array.n_children);
  ASSERT_EQ(schema.dictionary == nullptr, array.dictionary == nullptr);
  if (schema.dictionary != nullptr) expect_consistent(*schema.dictionary, *array.dictionary);
  for (std::int64_t i = 0; i < schema.n_children; ++i)
    expect_consistent(*schema.children[i], *array.children[i]);
}

/// The rows of a batch: `{a,b}` each.
inline std::vector<std::string> rows_of(const ArrowSchema& schema, const ArrowArray& batch) {
  expect_consistent(schema, batch);
  std::vector<std::string> rows;
  for (std::int64_t row = 0; row < batch.length; ++row)
    rows.push_back(value_of(schema, batch, row));
  return rows;
}

/// The rows of all batches; `batches` counts them.
inline std::vector<std::string> rows_of(Stream& stream, std::size_t* batches = nullptr) {
  Schema schema = schema_of(stream);
  std::vector<std::string> rows;
  while (true) {
    Array batch = next_of(stream);
    if (batch.is_released()) return rows;
    for (std::string& row : rows_of(*schema, *batch)) rows.push_back(std::move(row));
    if (batches != nullptr) ++*batches;
  }
}

}  // namespace seedc::unit
