// What the tests of this folder share: settings from the environment, folders for their data, and
// how much they have compared.
#pragma once

#include <cstdint>
#include <filesystem>

namespace seedc::differential {

/// The number in an environment variable, if it is there.
std::uint64_t setting(const char* name, std::uint64_t otherwise);

/// Counts values of one program at one item in one engine that were compared with the plain
/// evaluator. The total is printed to standard error when the process ends: `evaluations: N`.
void count_evaluations(std::uint64_t values);

/// A temporary folder, gone at the end unless it is to be looked at.
class Folder {
 public:
  Folder();
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder();
  const std::filesystem::path& path() const { return path_; }
  void keep() { is_kept_ = true; }

 private:
  std::filesystem::path path_;
  bool is_kept_ = false;
};

}  // namespace seedc::differential
