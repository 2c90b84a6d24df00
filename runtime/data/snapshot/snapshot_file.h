// A snapshot file mapped into memory, or copied. Opening reads the header and the table of
// contents; each block of the sections is verified when it is first accessed, so that nothing is
// read needlessly and no flipped bit goes unnoticed.
//
// Thread-safe. A file that is replaced or extended while it is mapped stays as it was; one that is
// truncated in place raises SIGBUS (tools/seedc/main.cpp). A copy is what the file was when it was
// opened.
#pragma once

#include <atomic>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/base/call.h"
#include "runtime/base/damaged_data.h"
#include "runtime/base/result.h"
#include "runtime/data/model/flat_array.h"
#include "runtime/data/model/flat_texts.h"
#include "runtime/data/model/large_memory.h"
#include "runtime/data/model/offsets.h"
#include "runtime/data/snapshot/snapshot_format.h"
#include "runtime/data/source.h"

namespace seedc::data {

/// Whether the path is a regular file with the beginning of a snapshot, damaged or not.
bool is_snapshot(const std::string& path);

class SnapshotFile {
 public:
  /// A copy is charged to the call.
  static base::Result<std::shared_ptr<const SnapshotFile>> open(
      const std::string& path, SnapshotAccess access = SnapshotAccess::Mapped,
      const base::Call& call = {});
  /// A large file that is mapped will be unmapped by that many threads; 0: as many as the machine
  /// has. By one if this is not called.
  void unmap_by(unsigned threads) const { threads_ = threads; }
  SnapshotFile(const SnapshotFile&) = delete;
  SnapshotFile& operator=(const SnapshotFile&) = delete;
  ~SnapshotFile();

  /// A section without verification; empty if there is none.
  std::string_view unverified(Section section, std::uint32_t number = 0) const;
  /// Verifies the blocks that contain `bytes`, a part of the file. Throws DamagedData.
  void verify(std::string_view bytes, const base::Call& call = {}) const;
  std::uint64_t byte_count() const { return bytes_.size(); }
  /// The checksum of the header, from which those of all blocks follow, in hexadecimal.
  std::string digest() const;

  /// Verifies everything.
  void verify_all(const base::Call& call = {}) const;

  // For a file that extends this one:
  std::span<const SectionEntry> entries() const { return entries_; }
  /// The checksums of the complete blocks of the sections, verified; and what follows these blocks,
  /// of which the rest of the sections is verified.
  std::span<const std::uint64_t> complete_checksums() const;
  std::string_view after_complete_blocks() const;

  // These verify everything that they return.
  std::string_view bytes(Section section, std::uint32_t number = 0,
                         const base::Call& call = {}) const;
  template <class T>
  FlatArray<T> array(Section section, std::uint32_t number = 0, const base::Call& call = {}) const {
    return FlatArray<T>::view(elements<T>(bytes(section, number, call)));
  }
  FlatTexts texts(Section begins, Section bytes, std::uint32_t number = 0,
                  const base::Call& call = {}) const;

  /// Where texts of so many bytes in all begin. Unverified, but not empty.
  Offsets offsets(Section begins, std::uint64_t text_bytes, std::uint32_t number = 0) const;

  /// A section of Ts.
  template <class T>
  static std::span<const T> elements(std::string_view bytes) {
    if (bytes.size() % sizeof(T) != 0) throw base::DamagedData();
    return {reinterpret_cast<const T*>(bytes.data()), bytes.size() / sizeof(T)};
  }

 private:
  SnapshotFile(std::string path, const SnapshotHeader& header)
      : path_(std::move(path)), header_(header) {}
  base::Result<void> check_header(std::uint64_t file_bytes) const;
  base::Result<void> check_contents();
  /// Verifies the checksums of a group of blocks, unless they are verified already.
  void verify_group(std::uint64_t group) const;
  tl::unexpected<base::Error> refuse(const std::string& why) const;
  tl::unexpected<base::Error> misfit() const;
  /// All sections, and the gaps between them.
  std::string_view body() const;
  std::uint64_t complete_blocks() const;

  std::string path_;
  SnapshotHeader header_;                      ///< as it was when the file was opened
  std::string_view bytes_;                     ///< mapped or copied
  LargeMemory copy_;                           ///< null if they are mapped
  mutable std::atomic<unsigned> threads_ = 1;  ///< that unmap them
  std::span<const SectionEntry> entries_;
  std::span<const std::uint64_t> group_checksums_;
  std::span<const std::uint64_t> checksums_;  ///< one per block
  mutable std::vector<std::atomic<bool>> is_group_verified_, is_verified_;
};

/// Texts of a snapshot, verified one by one.
class SnapshotTexts {
 public:
  SnapshotTexts(const SnapshotFile& file, Section begins, Section bytes, std::uint32_t number = 0);
  std::size_t size() const { return begins_.size() - 1; }
  std::string_view operator[](std::size_t index) const;
  /// The total size of the texts [begin, end) in bytes.
  std::uint64_t byte_count(std::size_t begin, std::size_t end) const;

 private:
  std::uint64_t begin_of(std::size_t index) const;

  const SnapshotFile* file_;
  Offsets begins_;
  std::string_view bytes_;
};

}  // namespace seedc::data
