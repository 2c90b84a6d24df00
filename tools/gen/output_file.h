// A file that is written under a temporary name and renamed when it is complete.
#pragma once

#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string_view>

namespace seedc::gen {

/// The file could not be written: a full disk, no permission. The text names the file.
struct OutputError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class OutputFile {
 public:
  explicit OutputFile(std::filesystem::path path);
  /// Removes the temporary file unless it was committed.
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  void append(std::string_view bytes);
  /// Renames the file into place.
  void commit();

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  [[noreturn]] void fail(std::string_view what) const;

  std::filesystem::path path_;
  std::filesystem::path partial_path_;
  std::unique_ptr<std::FILE, Close> file_;
};

}  // namespace seedc::gen
