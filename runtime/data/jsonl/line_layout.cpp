// Learns layouts by walking a line's tokens, and compares lines with them.
#include "runtime/data/jsonl/line_layout.h"

#include <algorithm>
#include <cstring>
#include <experimental/simd>

namespace seedc::data {
namespace {

using Window = std::experimental::native_simd<unsigned char>;
static_assert(Window::size() <= simdjson::SIMDJSON_PADDING);

constexpr unsigned char kQuote = '"', kBackslash = '\\', kLeastInString = ' ';
constexpr unsigned char kLastOfAscii = 0x7f;

bool is_same(const char* a, std::string_view b) {
  constexpr std::size_t kWord = sizeof(std::uint64_t);
  if (b.size() < kWord) return std::memcmp(a, b.data(), b.size()) == 0;
  const auto differ = [&](std::size_t at) {
    std::uint64_t word_a = 0, word_b = 0;
    std::memcpy(&word_a, a + at, kWord);
    std::memcpy(&word_b, b.data() + at, kWord);
    return word_a ^ word_b;
  };
  std::uint64_t difference = differ(b.size() - kWord);
  for (std::size_t at = 0; at + kWord < b.size(); at += kWord) difference |= differ(at);
  return difference == 0;
}

/// The end of what is inside a string, or nullptr if that is invalid. A line end is invalid inside
/// a string, so nothing is read more than the padding behind it.
const char* behind_string(const char* const begin, bool& has_escapes) {
  has_escapes = false;
  Window all = 0;
  for (const char* at = begin;;) {
    const Window bytes(reinterpret_cast<const unsigned char*>(at),
                       std::experimental::element_aligned);
    all |= bytes;
    const auto ends = bytes == kQuote || bytes == kBackslash || bytes < kLeastInString;
    if (none_of(ends)) {
      at += Window::size();
      continue;
    }
    at += find_first_set(ends);
    if (*at == '\\') {
      has_escapes = true;
      at = behind_escape(at);
      if (at == nullptr) return nullptr;
      continue;
    }
    if (*at != '"') return nullptr;
    const bool is_ascii = none_of(all > kLastOfAscii);
    return is_ascii || simdjson::validate_utf8(begin, static_cast<std::size_t>(at - begin))
               ? at
               : nullptr;
  }
}

}  // namespace

void LineLayout::learn(JsonCursor json, std::string_view line, std::span<const Place> places) {
  parts_.clear();
  end_ = line.data();
  learn_values(json);
  const char* const end = line.data() + line.size();
  add_part(end, end, Kind::Nothing);
  known_.clear();
  for (const Place& place : places) {
    const std::string_view text = place.json.text();
    KnownPlace known{.is_nothing = place.json.is_nothing(), .depth = place.depth};
    if (!known.is_nothing) {
      known.begin = spot_of(text.data());
      known.end = spot_of(text.data() + text.size());
    }
    known_.push_back(known);
  }
}

void LineLayout::learn_values(JsonCursor& json) {
  if (json.next() == '{') {
    json.object([&](const JsonText&) { learn_values(json); });
  } else if (json.next() == '[') {
    json.array([&] { learn_values(json); });
  } else {
    const JsonText value = json.value();
    const std::string_view text = value.is_string() ? value.inside() : value.text();
    add_part(text.data(), text.data() + text.size(),
             value.is_string() ? Kind::String : Kind::Scalar);
  }
}

void LineLayout::add_part(const char* value_begin, const char* value_end, Kind value) {
  parts_.push_back({.bytes = {end_, value_begin}, .value = value, .begin = end_});
  end_ = value_end;
}

/// The last part that begins there or before.
LineLayout::Spot LineLayout::spot_of(const char* at) const {
  const auto after = std::ranges::upper_bound(parts_, at, {}, &Part::begin);
  const auto part = static_cast<std::size_t>(after - parts_.begin()) - 1;
  return {static_cast<std::uint32_t>(part), static_cast<std::uint32_t>(at - parts_[part].begin)};
}

bool LineLayout::matches(std::string_view lines) {
  const char* at = lines.data();
  const char* const end = at + lines.size();
  for (Part& part : parts_) {
    part.begin = end_ = at;
    if (part.bytes.size() > static_cast<std::size_t>(end - at) || !is_same(at, part.bytes))
      return false;
    at += part.bytes.size();
    if (part.value == Kind::String) {
      at = behind_string(at, part.has_escapes);
    } else if (part.value == Kind::Scalar) {
      at = behind_scalar(at);
    }
    if (at == nullptr) return false;
  }
  end_ = at;
  return *at == '\n';
}

std::span<const Place> LineLayout::places() {
  places_.clear();
  for (const KnownPlace& known : known_) {
    Place& place = places_.emplace_back(Place{{}, known.depth});
    if (known.is_nothing) continue;
    const char* const begin = location_of(known.begin);
    const bool has_escapes = *begin == '"' && parts_[known.begin.part].has_escapes;
    place.json = {begin, location_of(known.end), has_escapes};
  }
  return places_;
}

LineLayout* KnownLayouts::match(std::string_view lines) {
  if (budget_ <= 0) return nullptr;
  for (std::size_t number = 0; number < layouts_.size(); ++number) {
    const bool is_match = layouts_[number]->matches(lines);
    const std::int64_t size = layouts_[number]->end() - lines.data();
    if (!is_match) {
      budget_ -= size;
      continue;
    }
    earn(size);
    const auto found = layouts_.begin() + static_cast<std::ptrdiff_t>(number);
    std::rotate(layouts_.begin(), found, found + 1);
    return layouts_.front().get();
  }
  if (budget_ <= 0) layouts_.clear();  // others are learned when there is a budget again
  return nullptr;
}

void KnownLayouts::learn(JsonCursor json, std::string_view line, std::span<const Place> places) {
  constexpr std::int64_t kMostBytes = std::int64_t{64} << 10;
  constexpr std::size_t kMostLayouts = 4;
  constexpr std::int64_t kTimesCompared = 4, kShareOfUnknown = 16;
  const auto size = static_cast<std::int64_t>(line.size());
  const std::int64_t cost = kTimesCompared * size;
  earn(size / kShareOfUnknown);
  if (size > kMostBytes || budget_ <= cost) return;  // what is left lets the next line be compared
  budget_ -= cost;
  if (layouts_.size() < kMostLayouts) layouts_.push_back(std::make_unique<LineLayout>());
  layouts_.back()->learn(json, line, places);
}

}  // namespace seedc::data
