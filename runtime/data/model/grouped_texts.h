// Texts of reviews that arrive in any order and are read in the order of their items, in bounded
// memory: texts of neighbouring items are collected together, and written to a scratch file where
// they are too many. They are read in parts of some megabytes, each of which is put in order alone.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/base/call.h"
#include "runtime/base/result.h"
#include "runtime/base/scratch_file.h"
#include "runtime/data/model/arena.h"
#include "runtime/data/model/large_memory.h"

namespace seedc::data {

/// The texts of consecutive reviews. Its memory is reused where it is read into again.
struct TextPart {
  std::uint32_t first = 0;  ///< the review of the first text
  std::vector<std::string_view> texts;
  /// What their bytes consist of: one piece, if they follow each other in memory.
  std::span<const std::string_view> pieces() const {
    return bytes.empty() ? std::span<const std::string_view>(texts) : std::span(&bytes, 1);
  }

  std::string_view bytes;  ///< of all of them; empty if they do not follow each other
  LargeMemory arrived, ordered;
  std::size_t arrived_bytes = 0, ordered_bytes = 0;  ///< their capacities
};

class GroupedTexts {
 public:
  struct Limits {
    std::uint64_t memory = std::uint64_t{1} << 30;  ///< of texts that are not in the file
    std::size_t part_bytes = std::size_t{4} << 20;  ///< at least, unless fewer are left
  };

  /// Its memory is charged to the call. `beside`: the path of a file on whose disk there is room
  /// for the texts.
  GroupedTexts(std::string beside, Limits limits, const base::Call& call);

  /// That there are so many items so far, of which texts will come: groups become more equal.
  void expect_items(std::size_t count);
  /// Adds the next text of an item. Fails if the scratch file cannot be written.
  base::Result<void> add(std::uint32_t item, std::string_view text);

  /// Once all texts are there: puts the parts into order. `review_begins`: of the items, and
  /// `text_begins` of the reviews, each with an end; both must outlive it.
  void order(std::span<const std::uint32_t> review_begins,
             std::span<const std::uint64_t> text_begins);
  std::size_t part_count() const { return parts_.size(); }
  /// Once for each part. Thread-safe.
  base::Result<void> read(std::size_t part, TextPart& to) const;

 private:
  /// Bytes in memory or, if `memory` is a null pointer, in the file.
  struct Piece {
    const char* memory = nullptr;
    std::uint64_t offset = 0;
    std::size_t bytes = 0;
  };
  /// The texts of `width_` items in order of arrival, each after a Head.
  struct Group {
    std::vector<Piece> full;
    char* open = nullptr;
    std::size_t open_bytes = 0;
  };
  struct Head {
    std::uint32_t item = 0, bytes = 0;
  };
  /// Groups, from the first to before the end.
  struct Part {
    std::size_t first = 0, end = 0;
    std::size_t bytes = 0;
  };
  static constexpr std::size_t kPieceBytes = std::size_t{64} << 10;
  static constexpr std::size_t kMostGroups = 1024;

  Group& group_of(std::uint32_t item);
  void double_width();
  base::Result<void> append(Group& group, std::string_view bytes);
  base::Result<void> close(Group& group);
  char* new_piece();
  base::Result<void> read_arrived(const Part& part, TextPart& to) const;
  void put_in_order(const Part& part, TextPart& to) const;

  std::string beside_;
  Limits limits_;
  std::shared_ptr<base::MemoryAccount> account_;
  Arena memory_;
  std::uint64_t memory_bytes_ = 0;
  std::optional<base::ScratchFile> file_;
  std::size_t width_ = 1;
  std::vector<Group> groups_;
  std::vector<Part> parts_;
  std::span<const std::uint32_t> review_begins_;
  std::span<const std::uint64_t> text_begins_;
};

}  // namespace seedc::data
