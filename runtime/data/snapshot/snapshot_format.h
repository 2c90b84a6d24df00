// The layout of snapshot files.
//
//     header     64 bytes; contains the offset of the table of contents
//     sections   each begins at a multiple of 64 bytes; between them may be bytes that are not used
//     contents   one SectionEntry per section, in order; then one checksum for each kSumsPerGroup
//                of the checksums that follow
//     checksums  one (XXH3, 64 bits) for each kChecksumBlockBytes of the sections, gaps included
//
// Numbers are little-endian. The header has a checksum of itself and one of the contents, so that
// opening verifies the small parts, and the rest is verified block by block as it is first read:
// first the group of checksums to which the block's belongs. Blocks are small, since a run that
// reads one text of a hundred would otherwise verify the others with it. A change of the layout or
// of the meaning of a section must increment kSnapshotVersion.
//
// A snapshot can be extended: new sections, contents and checksums are appended, and once they are
// on the disk, the header is overwritten by one that names them. Whoever has read the old header
// still finds all it says; the bytes after those that a header counts mean nothing. Records are
// never moved: those of an extension are a segment of their own.
#pragma once

#include <array>
#include <bit>
#include <compare>
#include <cstdint>

namespace seedc::data {

static_assert(std::endian::native == std::endian::little);

constexpr std::array<char, 8> kSnapshotMagic = {'S', 'E', 'E', 'D', 'C', 'S', 'N', '\n'};
constexpr std::uint32_t kSnapshotVersion = 10;
/// A page.
constexpr std::uint64_t kChecksumBlockBytes = 4096;
constexpr std::uint64_t kSumsPerGroup = 8192;
constexpr std::uint64_t kSectionAlignment = 64;

/// Texts are two sections: the offset of each and, as the last entry, the end of the last one
/// (Offsets); and their bytes. Codes are packed (PackedCodes). Row indices and values have 32 bits.
///
/// Sections of segments (is_of_segment) are there once for each; their numbers are
/// number_in_segment. A segment has records in the order that they would have without the others,
/// and keys and words of its own. Other sections are those of all records.
enum class Section : std::uint32_t {
  Counts = 1,  ///< SnapshotCounts
  Report,      ///< JSON: the report of loading; numbered by ReportPart
  Schema,      ///< JSON: 0 everything except reviews, 1 reviews

  ReviewBegins,  ///< one per item, and the end
  ItemIdBegins,
  ItemIds,
  ItemsById,  ///< items sorted by id
  ReviewIdBegins,
  ReviewIds,
  TextBegins,
  Texts,

  // Columns are numbered. Each has the codes of all rows, and the texts of its codes in the
  // encoding of written_value.h.
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
  NameGraphs,  ///< of each code the number of its friend graph; empty: all of graph 0

  ReviewerCodes,  ///< Dataset::reviewers, if FriendGraph is of users
  ReviewerBegins,
  Reviewers,
  ReviewerGraphs,  ///< as NameGraphs

  AssignedRows,  ///< reviews whose names user_mapping.json assigns, ascending; and those names
  AssignedNameBegins,
  AssignedNames,
  PersonBegins,  ///< keys of FriendGraph, and its lists
  Persons,
  FriendBegins,
  Friends,
  UserNameBegins,
  UserNames,
  TopicBegins,  ///< of Judgements: topics in order, and the reviews and judgements of each
  Topics,
  JudgedBegins,
  JudgedReviews,
  JudgedAs,

  Vocabulary,  ///< WordIndex::Parts, over reviews; absent if there is no index
  WordEnds,
  WordListBegins,
  WordLists,

  Sources,  ///< JSON: the files that the snapshot was made of; none if it was made of others

  /// JSON in a frame of zstd: SchemaCollector::take_part; of JSON lines only, which may be
  /// continued.
  SchemaPart,

  /// In place of Texts, if they are compressed: frames of zstd, each of whole texts; and the offset
  /// among all texts at which those of each frame end.
  TextFrameBegins,
  TextFrames,
  TextFrameEnds,

  /// If rows are not the segments' one after another: the number, in that order, of each review;
  /// and the inverse, the review of each number.
  ReviewNumbers,
  ReviewRows,
};

constexpr bool is_of_segment(Section section) {
  switch (section) {
    case Section::ItemIdBegins:
    case Section::ItemIds:
    case Section::ReviewIdBegins:
    case Section::ReviewIds:
    case Section::TextBegins:
    case Section::Texts:
    case Section::TextFrameBegins:
    case Section::TextFrames:
    case Section::TextFrameEnds:
    case Section::ItemPaths:
    case Section::ItemCodes:
    case Section::ItemKeyBegins:
    case Section::ItemKeys:
    case Section::ReviewPaths:
    case Section::ReviewCodes:
    case Section::ReviewKeyBegins:
    case Section::ReviewKeys:
    case Section::Vocabulary:
    case Section::WordEnds:
    case Section::WordListBegins:
    case Section::WordLists:
      return true;
    default:
      return false;
  }
}

/// Each costs a search of its words for every pattern.
constexpr std::uint32_t kMostSegments = 16;

constexpr std::uint32_t number_in_segment(std::uint32_t segment, std::uint32_t number = 0) {
  constexpr std::uint32_t kBitsOfNumber = 20;
  return segment << kBitsOfNumber | number;
}

struct SnapshotHeader {
  std::array<char, 8> magic = kSnapshotMagic;
  std::uint32_t version = kSnapshotVersion;
  std::uint32_t section_count = 0;
  std::uint64_t file_bytes = 0;
  std::uint64_t contents_offset = 0;
  std::uint64_t contents_checksum = 0;
  std::array<std::uint64_t, 2> reserved = {};
  std::uint64_t checksum = 0;  ///< of everything before it
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
  std::uint32_t segments = 0;
  std::uint32_t awaits_users = 0;  ///< whether some review has its user in the user file
  std::uint32_t has_own_data = 0;  ///< whether some line of a bundle has friends or judgements
  std::uint32_t reserved = 0;
};

/// The files whose records are counted together, since a run reads all of them or none.
enum class ReportPart : std::uint32_t { Records, Users, Mapping, Judgements };
constexpr std::uint32_t kReportParts = 4;

}  // namespace seedc::data
