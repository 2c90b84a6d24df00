// The file system that programs and imported files are read from: the disk, or a replacement
// given by the caller.
#pragma once

#include <cstddef>
#include <cstdint>
#include <istream>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "runtime/base/result.h"

namespace seedc::engine {

/// Whether the operating system would take a path for a shorter one.
bool has_nul(std::string_view path);

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

/// Each file as it was when it was first read, or as it was put: programs can be changed and
/// compiled again without being written. Refers to the files below.
class KeptFiles : public FileSystem {
 public:
  explicit KeptFiles(FileSystem& below) : below_(&below) {}

  /// From now on the file has this text.
  void put(const std::string& file, std::string text) { texts_[identity(file)] = std::move(text); }

  base::Result<std::string> read(const std::string& file, std::size_t max_bytes) override;
  Kind kind_of(const std::string& file) override { return below_->kind_of(file); }
  std::string identity(const std::string& file) override { return below_->identity(file); }

 private:
  FileSystem* below_;
  std::map<std::string, std::string> texts_;  ///< by the file's identity
};

/// The rest of a stream, at most `max_bytes + 1` bytes of it; std::nullopt if reading fails.
std::optional<std::string> read_bounded(std::istream& in, std::size_t max_bytes);

/// Files on disk.
FileSystem& disk_files();

}  // namespace seedc::engine
