// Distributes texts to groups of items, and puts each group in order as a counting sort does.
#include "runtime/data/model/grouped_texts.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace seedc::data {

GroupedTexts::GroupedTexts(std::string beside, Limits limits, const base::Call& call)
    : beside_(std::move(beside)), limits_(limits), account_(call.memory()), memory_(call) {}

void GroupedTexts::expect_items(std::size_t count) {
  if (groups_.empty()) width_ = std::max<std::size_t>(1, 2 * count / kMostGroups);
}

base::Result<void> GroupedTexts::add(std::uint32_t item, std::string_view text) {
  const Head head{item, static_cast<std::uint32_t>(text.size())};
  Group& group = group_of(item);
  return append(group, {reinterpret_cast<const char*>(&head), sizeof head}).and_then([&] {
    return append(group, text);
  });
}

GroupedTexts::Group& GroupedTexts::group_of(std::uint32_t item) {
  while (item / width_ >= kMostGroups) double_width();
  const std::size_t number = item / width_;
  if (number >= groups_.size()) groups_.resize(number + 1);
  return groups_[number];
}

/// Joins each two neighbours. Texts of one item keep their order.
void GroupedTexts::double_width() {
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    Group group = std::exchange(groups_[g], {});
    Group& joined = groups_[g / 2];
    if (joined.open != nullptr) joined.full.push_back({joined.open, 0, joined.open_bytes});
    joined.full.insert(joined.full.end(), group.full.begin(), group.full.end());
    joined.open = group.open;
    joined.open_bytes = group.open_bytes;
  }
  groups_.resize((groups_.size() + 1) / 2);
  width_ *= 2;
}

base::Result<void> GroupedTexts::append(Group& group, std::string_view bytes) {
  while (!bytes.empty()) {
    if (group.open == nullptr) group.open = new_piece();
    const std::size_t size =
        bytes.copy(group.open + group.open_bytes, kPieceBytes - group.open_bytes);
    bytes.remove_prefix(size);
    group.open_bytes += size;
    if (group.open_bytes < kPieceBytes) continue;
    if (auto closed = close(group); !closed) return closed;
  }
  return {};
}

char* GroupedTexts::new_piece() {
  char* const piece = memory_.reserve(kPieceBytes);
  memory_.commit(piece + kPieceBytes);
  memory_bytes_ += kPieceBytes;
  return piece;
}

/// Of a full one.
base::Result<void> GroupedTexts::close(Group& group) {
  const std::size_t size = std::exchange(group.open_bytes, 0);
  if (memory_bytes_ < limits_.memory) {
    group.full.push_back({std::exchange(group.open, nullptr), 0, size});
    return {};
  }
  if (!file_) {
    auto file = base::ScratchFile::beside(beside_);
    if (!file) return tl::unexpected(file.error());
    file_.emplace(*std::move(file));
  }
  return file_->append({group.open, size}).map([&](std::uint64_t offset) {
    group.full.push_back({nullptr, offset, size});
  });
}

void GroupedTexts::order(std::span<const std::uint32_t> review_begins,
                         std::span<const std::uint64_t> text_begins) {
  review_begins_ = review_begins;
  text_begins_ = text_begins;
  groups_.resize((review_begins.size() - 1 + width_ - 1) / width_);
  Part part;
  for (; part.end < groups_.size();) {
    Group& group = groups_[part.end++];
    if (group.open != nullptr) group.full.push_back({group.open, 0, group.open_bytes});
    for (const Piece& piece : group.full) part.bytes += piece.bytes;
    if (part.bytes < limits_.part_bytes && part.end < groups_.size()) continue;
    parts_.push_back(part);
    part = {.first = part.end, .end = part.end};
  }
}

namespace {

void make_room(LargeMemory& memory, std::size_t& capacity, std::size_t bytes,
               const std::shared_ptr<base::MemoryAccount>& account) {
  if (memory && bytes <= capacity) return;
  capacity = bytes + bytes / 4 + 1;
  memory = {};  // before there is more
  memory = allocate_large(capacity, account, "texts");
}

}  // namespace

base::Result<void> GroupedTexts::read(std::size_t number, TextPart& to) const {
  const Part& part = parts_[number];
  return read_arrived(part, to).map([&] { put_in_order(part, to); });
}

base::Result<void> GroupedTexts::read_arrived(const Part& part, TextPart& to) const {
  make_room(to.arrived, to.arrived_bytes, part.bytes, account_);
  char* at = to.arrived.get();
  for (std::size_t g = part.first; g < part.end; ++g) {
    for (const Piece& piece : groups_[g].full) {
      if (piece.memory != nullptr) {
        std::memcpy(at, piece.memory, piece.bytes);
      } else if (auto read = file_->read(piece.offset, {at, piece.bytes}); !read) {
        return read;
      } else {
        file_->release(piece.offset, piece.bytes);
      }
      at += piece.bytes;
    }
  }
  return {};
}

void GroupedTexts::put_in_order(const Part& part, TextPart& to) const {
  const std::size_t first_item = part.first * width_;
  const std::size_t end_item = std::min(part.end * width_, review_begins_.size() - 1);
  const auto begins = review_begins_.subspan(first_item, end_item - first_item);
  std::vector<std::uint32_t> next(begins.begin(), begins.end());
  to.first = begins.front();
  const std::uint32_t end = review_begins_[end_item];
  const std::uint64_t begin_byte = text_begins_[to.first];
  const std::size_t bytes = text_begins_[end] - begin_byte;
  make_room(to.ordered, to.ordered_bytes, bytes, account_);
  char* const ordered = to.ordered.get();
  for (const char *at = to.arrived.get(), *const last = at + part.bytes; at < last;) {
    Head head;
    std::memcpy(&head, at, sizeof head);
    at += sizeof head;
    const std::uint32_t review = next[head.item - first_item]++;
    std::memcpy(ordered + (text_begins_[review] - begin_byte), at, head.bytes);
    at += head.bytes;
  }
  to.bytes = {ordered, bytes};
  to.texts.clear();
  for (std::uint32_t review = to.first; review < end; ++review)
    to.texts.push_back(to.bytes.substr(text_begins_[review] - begin_byte,
                                       text_begins_[review + 1] - text_begins_[review]));
}

}  // namespace seedc::data
