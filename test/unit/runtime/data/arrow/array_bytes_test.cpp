// Tests of the memory that Arrow arrays are charged with.
#include "runtime/data/arrow/array_bytes.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>

namespace seedc::data::arrow {
namespace {

ArrowSchema schema_of(const char* format) {
  ArrowSchema schema{};
  schema.format = format;
  return schema;
}

ArrowArray array_of(std::int64_t length, const void** buffers = nullptr, std::int64_t count = 0) {
  ArrowArray array{};
  array.length = length;
  array.buffers = buffers;
  array.n_buffers = count;
  return array;
}

TEST(ArrayBytesTest, FixedWidthsCountValuesAndValidity) {
  EXPECT_EQ(bytes_of(array_of(16), schema_of("l")), 2U + 16 * 8);
  EXPECT_EQ(bytes_of(array_of(16), schema_of("i")), 2U + 16 * 4);
  EXPECT_EQ(bytes_of(array_of(16), schema_of("b")), 2U + 2);
  EXPECT_EQ(bytes_of(array_of(16), schema_of("tdD")), 2U + 16 * 8);
  EXPECT_EQ(bytes_of(array_of(16), schema_of("n")), 2U);
}

TEST(ArrayBytesTest, TextsCountTheirBytes) {
  const std::array<std::int32_t, 3> offsets = {0, 5, 1000};
  std::array<const void*, 3> buffers = {nullptr, offsets.data(), nullptr};
  EXPECT_EQ(bytes_of(array_of(2, buffers.data(), 3), schema_of("u")), 1U + 3 * 4 + 1000);
}

TEST(ArrayBytesTest, ChildrenCountToo) {
  ArrowArray child = array_of(8);
  ArrowSchema child_schema = schema_of("g");
  std::array<ArrowArray*, 1> children = {&child};
  std::array<ArrowSchema*, 1> child_schemas = {&child_schema};
  ArrowArray array = array_of(8);
  array.n_children = 1;
  array.children = children.data();
  ArrowSchema schema = schema_of("+s");
  schema.n_children = 1;
  schema.children = child_schemas.data();
  EXPECT_EQ(bytes_of(array, schema), 1U + 1 + 8 * 8);
}

}  // namespace
}  // namespace seedc::data::arrow
