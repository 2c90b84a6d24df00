// Compiled objects, kept on disk between runs. A cache is a folder with a file for each object; it
// may be removed at any time, and several processes may share it. Whatever goes wrong with it costs
// speed only: what cannot be read, is damaged, or could have been written by somebody else is
// compiled anew.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace seedc {

class ObjectCache {
 public:
  /// At most about `max_bytes` are kept, the latest used; without a folder nothing is.
  explicit ObjectCache(std::filesystem::path folder, std::uint64_t max_bytes = kMaxBytes);

  /// Whether there is a file for the key, which `find` would look at.
  bool has(std::string_view key) const;
  /// The object that was kept for the key (object_key.h).
  std::optional<std::string> find(std::string_view key) const;
  /// In place of what may be there for the key (file_replacement.h).
  void keep(std::string_view key, std::string_view object) const;

 private:
  static constexpr std::uint64_t kMaxBytes = std::uint64_t{64} << 20;

  std::filesystem::path file_of(std::string_view key) const;
  bool prepare_folder() const;
  void remove_oldest() const;

  std::filesystem::path folder_;  ///< empty: nothing is kept
  std::uint64_t max_bytes_;
};

}  // namespace seedc
