// The file system that programs and imported files are read from: the disk, or a replacement
// given by the caller.
#pragma once

#include <cstddef>
#include <cstdint>
#include <istream>
#include <optional>
#include <string>

#include "runtime/base/result.h"

namespace seedc::engine {

/// Names are paths with `/` between folders. Called from one thread at a time.
class FileSystem {
 public:
  enum class Kind : std::uint8_t { Missing, Regular, Other };

  virtual ~FileSystem() = default;
  /// A file's text: at most `max_bytes + 1` bytes, one more than is wanted, so that a file which is
  /// too long shows. Fails (Usage) if it cannot be read.
  virtual base::Result<std::string> read(const std::string& file, std::size_t max_bytes) = 0;
  virtual Kind kind_of(const std::string& file) = 0;
  /// The same for all spellings of a file's name, links followed; also of a file that is not there.
  virtual std::string identity(const std::string& file) = 0;
};

class DiskFiles : public FileSystem {
 public:
  base::Result<std::string> read(const std::string& file, std::size_t max_bytes) override;
  Kind kind_of(const std::string& file) override;
  std::string identity(const std::string& file) override;
};

/// The rest of a stream, at most `max_bytes + 1` bytes of it; std::nullopt if reading fails.
std::optional<std::string> read_bounded(std::istream& in, std::size_t max_bytes);

/// Files on disk.
FileSystem& disk_files();

}  // namespace seedc::engine
