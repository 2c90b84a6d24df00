// A file that is read, from a place or on.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "runtime/base/result.h"

namespace seedc::data {

class InputFile {
 public:
  /// Opens the file and reads its first bytes. Fails (Data) if it cannot be read.
  static base::Result<InputFile> open(const std::string& path);
  InputFile(InputFile&& other) noexcept;
  InputFile& operator=(InputFile&&) = delete;
  ~InputFile();

  const std::string& path() const { return path_; }
  /// Its first kMagicBytes, or all if it is shorter.
  std::string_view head() const { return head_; }
  /// Whether `read_at` may be used; not of a pipe.
  bool has_places() const { return has_places_; }

  /// What is read next begins at `offset`; only if it has places.
  base::Result<void> skip_to(std::uint64_t offset);
  /// What follows what was read, from the beginning: fills `to`, or returns less at the end.
  base::Result<std::size_t> read(std::span<char> to);
  /// What is there at `offset`: fills `to`, or returns less at the end. Thread-safe.
  base::Result<std::size_t> read_at(std::uint64_t offset, std::span<char> to) const;
  /// Waits a short while until there is something to read, and reads as `read` what is there;
  /// std::nullopt if nothing has come.
  base::Result<std::optional<std::size_t>> read_what_comes(std::span<char> to);

 private:
  InputFile(std::string path, int descriptor);
  std::size_t take_head(std::span<char> to);
  base::Result<std::size_t> read_on(std::span<char> to);
  base::Error unreadable() const;

  std::string path_;
  int descriptor_;
  bool has_places_ = false;
  std::string head_;
  std::size_t given_of_head_ = 0;
};

}  // namespace seedc::data
