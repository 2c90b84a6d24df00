// A file without a name, for data that would take too much memory: nothing of it is left when its
// process ends, however that happens.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "runtime/base/result.h"

namespace seedc::base {

class ScratchFile {
 public:
  /// On the disk of `path`, a file that is or will be there; errors name it.
  static Result<ScratchFile> beside(const std::string& path);

  ScratchFile(ScratchFile&& other) noexcept;
  ScratchFile& operator=(ScratchFile&&) = delete;
  ~ScratchFile();

  /// Adds bytes to the end. Returns where they begin.
  Result<std::uint64_t> append(std::string_view bytes);
  /// Fills `to` with what is there from `offset` on. Thread-safe, also beside `append`.
  Result<void> read(std::uint64_t offset, std::span<char> to) const;
  /// Gives up what is there, which need not go to the disk then. Thread-safe like `read`.
  void release(std::uint64_t offset, std::uint64_t bytes) const;

 private:
  ScratchFile(std::string path, int file) : path_(std::move(path)), file_(file) {}
  Error unusable() const;

  std::string path_;
  int file_;
  std::uint64_t size_ = 0;
};

}  // namespace seedc::base
