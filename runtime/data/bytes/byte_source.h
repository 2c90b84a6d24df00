// The bytes of a file or a text, in order: decompressed if the file is compressed, which its first
// bytes tell and not its name.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "runtime/base/call.h"
#include "runtime/base/result.h"

namespace seedc::data {

/// Used by one thread at a time.
class ByteSource {
 public:
  ByteSource() = default;
  ByteSource(const ByteSource&) = delete;
  ByteSource& operator=(const ByteSource&) = delete;
  virtual ~ByteSource() = default;

  /// Fills `to`; writes fewer bytes only at the end, and returns how many. Fails (Data, Limit) if
  /// the file cannot be read or is damaged, and is not called again then.
  virtual base::Result<std::size_t> read(std::span<char> to) = 0;

  /// How many bytes of the file, as it is stored, were needed for what was read.
  virtual std::uint64_t stored_bytes_read() const = 0;
};

/// Opens a file. A compressed one is decompressed beside its reader, by at most that many threads
/// (0: as many as the machine has) if it has several frames; for a compressed file they begin now.
base::Result<std::unique_ptr<ByteSource>> open_bytes(const std::string& path, unsigned threads,
                                                     const base::Call& call);

/// What a file that is not compressed has from `offset` on.
base::Result<std::unique_ptr<ByteSource>> open_bytes_from(const std::string& path,
                                                          std::uint64_t offset);

/// A text, which must outlive the source.
std::unique_ptr<ByteSource> bytes_of(std::string_view text);

}  // namespace seedc::data
