// Adds up the buffers of arrays by the formats of their types.
#include "runtime/data/arrow/array_bytes.h"

#include <string_view>

namespace seedc::data::arrow {
namespace {

constexpr std::uint64_t kBitsPerByte = 8;

std::uint64_t bytes_of_bits(std::uint64_t bits) { return (bits + kBitsPerByte - 1) / kBitsPerByte; }

/// Of a fixed width; 0 for other types.
std::uint64_t bits_per_value(std::string_view format) {
  switch (format.empty() ? '\0' : format.front()) {
    case 'b':
      return 1;
    case 'c':
    case 'C':
      return 8;
    case 's':
    case 'S':
    case 'e':
      return 16;
    case 'i':
    case 'I':
    case 'f':
      return 32;
    case 'l':
    case 'L':
    case 'g':
    case 't':  // dates and times: most have this width, and none has more than twice as much
      return 64;
    case 'd':
      return 128;
    default:
      return 0;
  }
}

/// Of the offsets into texts or lists, and of the texts that they point into.
template <class Offset>
std::uint64_t bytes_by_offsets(const ArrowArray& array, std::uint64_t values, bool are_texts) {
  const auto* offsets =
      array.n_buffers > 1 ? static_cast<const Offset*>(array.buffers[1]) : nullptr;
  if (offsets == nullptr) return 0;
  const std::uint64_t bytes = (values + 1) * sizeof(Offset);
  return are_texts ? bytes + static_cast<std::uint64_t>(offsets[values]) : bytes;
}

}  // namespace

std::uint64_t bytes_of(const ArrowArray& array, const ArrowSchema& schema) {
  const std::string_view format = schema.format;
  const auto values = static_cast<std::uint64_t>(array.offset + array.length);
  std::uint64_t bytes = bytes_of_bits(values) + bytes_of_bits(values * bits_per_value(format));
  if (format == "u" || format == "z") bytes += bytes_by_offsets<std::int32_t>(array, values, true);
  if (format == "U" || format == "Z") bytes += bytes_by_offsets<std::int64_t>(array, values, true);
  if (format == "+l" || format == "+m")
    bytes += bytes_by_offsets<std::int32_t>(array, values, false);
  if (format == "+L") bytes += bytes_by_offsets<std::int64_t>(array, values, false);
  for (std::int64_t child = 0; child < array.n_children && child < schema.n_children; ++child)
    bytes += bytes_of(*array.children[child], *schema.children[child]);
  if (array.dictionary != nullptr && schema.dictionary != nullptr)
    bytes += bytes_of(*array.dictionary, *schema.dictionary);
  return bytes;
}

}  // namespace seedc::data::arrow
