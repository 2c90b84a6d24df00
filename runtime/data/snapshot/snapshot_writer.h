// Writing a snapshot file, or extending one, section by section.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "runtime/base/call.h"
#include "runtime/base/file_extension.h"
#include "runtime/base/file_replacement.h"
#include "runtime/data/model/flat_texts.h"
#include "runtime/data/snapshot/snapshot_file.h"

namespace seedc::data {

/// The first error is kept and returned by finish; everything written after it is dropped. Checks
/// the call, which outlives it, as bytes are written.
class SnapshotWriter {
 public:
  SnapshotWriter(base::FileReplacement file, const base::Call& call);
  /// Extends `before`, which is that file: of its sections those of its first segments are kept.
  SnapshotWriter(base::FileExtension& file, const SnapshotFile& before, std::uint32_t segments,
                 const base::Call& call);

  /// Begins a section; its bytes follow.
  void begin(Section section, std::uint32_t number = 0);
  void append(std::string_view bytes);

  void add(Section section, std::string_view bytes, std::uint32_t number = 0);
  template <class T>
  void add(Section section, std::span<const T> values, std::uint32_t number = 0) {
    add(section,
        std::string_view(reinterpret_cast<const char*>(values.data()), values.size_bytes()),
        number);
  }
  void add(Section begins, Section bytes, const FlatTexts& texts, std::uint32_t number = 0);

  /// Puts the file, or its new beginning, into place. Returns its size.
  base::Result<std::uint64_t> finish();

 private:
  void align();
  void write(std::string_view bytes);
  void flush();
  base::Result<void> append_to_file(std::string_view bytes);
  base::Result<void> commit(std::string_view header);
  /// After all sections.
  std::string contents();

  std::variant<base::FileReplacement, base::FileExtension*> file_;
  const base::Call& call_;
  base::Result<void> result_;
  std::string buffer_;        ///< begins with a block
  std::uint64_t offset_ = 0;  ///< in the file, of what is written next
  std::vector<SectionEntry> entries_;
  std::vector<std::uint64_t> checksums_;  ///< of the blocks before the buffer
};

}  // namespace seedc::data
