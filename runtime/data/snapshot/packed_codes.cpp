// Packs codes, and copies them back. The compiler vectorizes only loops whose number of rounds it
// knows, so most codes are handled in blocks.
#include "runtime/data/snapshot/packed_codes.h"

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

#include "runtime/base/damaged_data.h"
#include "runtime/data/snapshot/snapshot_file.h"

namespace seedc::data {
namespace {

constexpr std::size_t kBlock = 64;

template <class From, class To>
void copy(std::span<const From> from, To* to) {
  std::size_t done = 0;
  for (; done + kBlock <= from.size(); done += kBlock) {
    for (std::size_t i = 0; i < kBlock; ++i) to[done + i] = static_cast<To>(from[done + i]);
  }
  for (; done < from.size(); ++done) to[done] = static_cast<To>(from[done]);
}

template <class T>
std::string bytes_as(std::span<const std::uint32_t> codes) {
  std::string bytes(codes.size() * sizeof(T), '\0');
  copy(codes, reinterpret_cast<T*>(bytes.data()));
  return bytes;
}

template <class T>
T largest(std::span<const T> codes) {
  std::array<T, kBlock> most{};
  std::size_t done = 0;
  for (; done + kBlock <= codes.size(); done += kBlock) {
    for (std::size_t i = 0; i < kBlock; ++i) most[i] = std::max(most[i], codes[done + i]);
  }
  for (; done < codes.size(); ++done) most[0] = std::max(most[0], codes[done]);
  return std::ranges::max(most);
}

}  // namespace

std::string packed(std::span<const std::uint32_t> codes) {
  const std::uint32_t most = largest(codes);
  if (most <= std::numeric_limits<std::uint8_t>::max()) return bytes_as<std::uint8_t>(codes);
  if (most <= std::numeric_limits<std::uint16_t>::max()) return bytes_as<std::uint16_t>(codes);
  return bytes_as<std::uint32_t>(codes);
}

PackedCodes::PackedCodes(std::string_view bytes, std::size_t count)
    : bytes_(bytes), count_(count), width_(count == 0 ? 1 : bytes.size() / count) {
  const bool is_width = width_ == 1 || width_ == 2 || width_ == 4;
  if (!is_width || width_ * count != bytes.size()) throw base::DamagedData();
}

/// Calls `use` with the codes in the bytes that they have.
template <class Use>
auto PackedCodes::with_codes(const Use& use) const {
  switch (width_) {
    case 1:
      return use(SnapshotFile::elements<std::uint8_t>(bytes_));
    case 2:
      return use(SnapshotFile::elements<std::uint16_t>(bytes_));
    default:
      return use(SnapshotFile::elements<std::uint32_t>(bytes_));
  }
}

std::uint32_t PackedCodes::operator[](std::size_t row) const {
  return with_codes([&](const auto codes) { return std::uint32_t{codes[row]}; });
}

void PackedCodes::require_below(std::size_t limit) const {
  const auto most = with_codes([](const auto codes) { return std::uint32_t{largest(codes)}; });
  if (count_ != 0 && most >= limit) throw base::DamagedData();
}

std::optional<std::span<const std::uint32_t>> PackedCodes::in_place() const {
  if (width_ != sizeof(std::uint32_t)) return std::nullopt;
  return SnapshotFile::elements<std::uint32_t>(bytes_);
}

void PackedCodes::copy_to(std::uint32_t* codes) const {
  with_codes([&](const auto packed) { copy(packed, codes); });
}

FlatArray<std::uint32_t> PackedCodes::array() const {
  if (const auto codes = in_place()) return FlatArray<std::uint32_t>::view(*codes);
  std::vector<std::uint32_t> codes(count_);
  copy_to(codes.data());
  return codes;
}

}  // namespace seedc::data
