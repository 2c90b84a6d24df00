// Packs codes, and copies them back. The compiler vectorizes only loops whose number of rounds it
// knows, so most codes are handled in blocks.
#include "runtime/data/model/packed_codes.h"

#include <algorithm>
#include <array>
#include <limits>

#include "runtime/base/damaged_data.h"

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
    : codes_(bytes.data()), count_(count), width_(count == 0 ? 1 : bytes.size() / count) {
  const bool is_width = width_ == 1 || width_ == 2 || width_ == 4;
  if (!is_width || width_ * count != bytes.size()) throw base::DamagedData();
}

void PackedCodes::require_below(std::size_t limit) const {
  const auto most = with_codes([](const auto codes) { return std::uint32_t{largest(codes)}; });
  if (count_ != 0 && most >= limit) throw base::DamagedData();
}

void PackedCodes::copy_to(std::uint32_t* codes) const {
  with_codes([&](const auto packed) { copy(packed, codes); });
}

std::vector<std::uint32_t>& Codes::own() {
  if (owned_.empty()) {
    owned_.resize(viewed_.size());
    viewed_.copy_to(owned_.data());
    viewed_ = {};
  }
  return owned_;
}

}  // namespace seedc::data
