// A file is a header, the key, and the object. The key is there whole, as equal names do not make
// equal keys; the checksum covers both.
#include "compiler/native/jit/object_cache.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <fstream>
#include <vector>

#include "runtime/base/file_replacement.h"

namespace seedc {
namespace {

namespace fs = std::filesystem;

struct Header {
  std::array<char, 8> magic;
  std::uint64_t key_size;
  std::uint64_t checksum;  ///< XXH3 of what follows
};
constexpr std::array<char, 8> kMagic = {'s', 'e', 'e', 'd', 'c', 'o', '1', '\n'};

/// Code that others could have written is not to be run.
bool is_ours_alone(const struct stat& status) {
  return status.st_uid == geteuid() && (status.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

/// The file's bytes, if it is a plain file of ours.
std::optional<std::string> read(const fs::path& path) {
  struct stat status{};
  if (lstat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode) || !is_ours_alone(status))
    return std::nullopt;
  std::ifstream in(path, std::ios::binary);
  std::string bytes(static_cast<std::size_t>(status.st_size), '\0');
  if (!in.read(bytes.data(), static_cast<std::streamsize>(bytes.size()))) return std::nullopt;
  return bytes;
}

/// The object of a whole file that is of the key.
std::optional<std::string> object_in(std::string_view file, std::string_view key) {
  Header header{};
  if (file.size() < sizeof header) return std::nullopt;
  std::memcpy(&header, file.data(), sizeof header);
  const std::string_view rest = file.substr(sizeof header);
  const bool is_whole = header.magic == kMagic && header.key_size == key.size() &&
                        XXH3_64bits(rest.data(), rest.size()) == header.checksum &&
                        rest.starts_with(key);
  if (!is_whole) return std::nullopt;
  return std::string(rest.substr(key.size()));
}

}  // namespace

ObjectCache::ObjectCache(fs::path folder, std::uint64_t max_bytes)
    : folder_(std::move(folder)), max_bytes_(max_bytes) {}

fs::path ObjectCache::file_of(std::string_view key) const {
  const XXH128_hash_t hash = XXH3_128bits(key.data(), key.size());
  return folder_ / fmt::format("{:016x}{:016x}.o", hash.high64, hash.low64);
}

bool ObjectCache::has(std::string_view key) const {
  std::error_code failed;
  return !folder_.empty() && fs::exists(file_of(key), failed);
}

std::optional<std::string> ObjectCache::find(std::string_view key) const {
  if (folder_.empty()) return std::nullopt;
  const fs::path path = file_of(key);
  const auto file = read(path);
  if (!file) return std::nullopt;
  auto object = object_in(*file, key);
  std::error_code failed;
  if (object) fs::last_write_time(path, fs::file_time_type::clock::now(), failed);
  return object;
}

void ObjectCache::keep(std::string_view key, std::string_view object) const {
  if (folder_.empty() || !prepare_folder()) return;
  const std::string content = std::string(key).append(object);
  const Header header{kMagic, key.size(), XXH3_64bits(content.data(), content.size())};
  const fs::path path = file_of(key);
  std::error_code failed;
  fs::remove(path, failed);  // whose link or permissions a replacement would keep
  auto file = FileReplacement::begin(path);
  const std::string_view head(reinterpret_cast<const char*>(&header), sizeof header);
  if (file && file->append(head) && file->append(content)) static_cast<void>(file->put_in_place());
  constexpr std::uint64_t kLookEvery = 16;  // the bound is not worth a look at every file each time
  if (header.checksum % kLookEvery == 0) remove_oldest();
}

bool ObjectCache::prepare_folder() const {
  std::error_code failed;
  fs::create_directories(folder_.parent_path(), failed);
  mkdir(folder_.c_str(), S_IRWXU);
  struct stat status{};
  return stat(folder_.c_str(), &status) == 0 && is_ours_alone(status);
}

/// Down to half of the bound, so that this is seldom.
void ObjectCache::remove_oldest() const {
  struct File {
    fs::file_time_type used;
    std::uint64_t size;
    fs::path path;
  };
  std::error_code failed;
  std::vector<File> files;
  std::uint64_t total = 0;
  for (fs::directory_iterator at(folder_, failed), end; !failed && at != end;
       at.increment(failed)) {
    std::error_code gone;
    const auto size = at->file_size(gone);
    const auto used = at->last_write_time(gone);
    if (!gone) files.push_back({used, size, at->path()});
    if (!gone) total += size;
  }
  if (total <= max_bytes_) return;
  std::ranges::sort(files, {}, &File::used);
  for (const File& file : files) {
    if (total <= max_bytes_ / 2) break;
    fs::remove(file.path, failed);
    total -= file.size;
  }
}

}  // namespace seedc
