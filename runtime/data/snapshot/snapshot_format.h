// The layout of snapshot files.
//
//     header     64 bytes; says where the table of contents is
//     sections   each begins at a multiple of 64 bytes
//     contents   one SectionEntry a section, in order; then one checksum (XXH3, 64 bits) for each
//                kBlockBytes of the sections, gaps included
//
// Numbers are little-endian. The header has a checksum of itself and one of the contents, so that
// opening verifies what is small, and the rest is verified block by block as it is first read.
// Whoever changes the layout or the meaning of a section counts kSnapshotVersion up.
#pragma once

#include <array>
#include <bit>
#include <compare>
#include <cstdint>

namespace seedc {

static_assert(std::endian::native == std::endian::little);

constexpr std::array<char, 8> kSnapshotMagic = {'S', 'E', 'E', 'D', 'C', 'S', 'N', '\n'};
constexpr std::uint32_t kSnapshotVersion = 1;
/// As many as the kernel maps at a time where a page is missing.
constexpr std::uint64_t kBlockBytes = 65536;
constexpr std::uint64_t kSectionAlignment = 64;

/// Texts are two sections: where each begins and, as the last entry, where the last one ends
/// (64 bits each); and their bytes. Numbers of rows, values and codes have 32 bits.
enum class Section : std::uint32_t {
  Counts = 1,  ///< SnapshotCounts
  Report,      ///< JSON: what loading left out; numbered by ReportPart
  Schema,      ///< JSON: 0 all but what is of reviews, 1 that

  ReviewBegins,  ///< of each item, and the end
  ItemIdBegins,
  ItemIds,
  ItemsById,  ///< items in the order of their ids
  ReviewIdBegins,
  ReviewIds,
  TextBegins,
  Texts,

  // Columns are numbered. Of each, the codes of all rows, and the texts of its codes as
  // written_value.h has them.
  ItemPaths,  ///< JSON: the paths of all columns
  ItemCodes,
  ItemKeyBegins,
  ItemKeys,
  ReviewPaths,
  ReviewCodes,
  ReviewKeyBegins,
  ReviewKeys,
  /// Reviewers' names, assigned ones in place.
  NameCodes,
  NameBegins,
  Names,

  AssignedRows,  ///< reviews whose names user_mapping.json assigns, rising; and those names
  AssignedNameBegins,
  AssignedNames,
  PersonBegins,  ///< names of FriendGraph, and its lists
  Persons,
  FriendBegins,
  Friends,
  TopicBegins,  ///< of Judgements: topics in order, and who judged how of each
  Topics,
  JudgedBegins,
  JudgedReviews,
  JudgedAs,

  Vocabulary,  ///< WordIndex::Parts, over reviews
  WordEnds,
  WordListBegins,
  WordLists,
};

struct SnapshotHeader {
  std::array<char, 8> magic = kSnapshotMagic;
  std::uint32_t version = kSnapshotVersion;
  std::uint32_t section_count = 0;
  std::uint64_t file_bytes = 0;
  std::uint64_t contents_offset = 0;
  std::uint64_t contents_checksum = 0;
  std::array<std::uint64_t, 2> reserved = {};
  std::uint64_t checksum = 0;  ///< of all before
};
static_assert(sizeof(SnapshotHeader) == kSectionAlignment);

struct SectionEntry {
  Section section = {};
  std::uint32_t number = 0;
  std::uint64_t offset = 0;  ///< in the file
  std::uint64_t bytes = 0;
};
static_assert(sizeof(SectionEntry) == 24);

struct SnapshotCounts {
  std::uint32_t items = 0;
  std::uint32_t reviews = 0;
  std::uint32_t item_columns = 0;
  std::uint32_t review_columns = 0;
  std::uint64_t awaits_users = 0;  ///< whether some review has its user in the user file
};

/// The files whose records are counted together, since a run reads all of them or none.
enum class ReportPart : std::uint32_t { Records, Users, Mapping, Judgements };
constexpr std::uint32_t kReportParts = 4;

}  // namespace seedc
