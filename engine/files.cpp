// Reads files from disk through the standard library.
#include "engine/files.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <new>

namespace seedc::engine {
namespace {

namespace fs = std::filesystem;

/// With the system's last error. Memory that ran out says nothing about the file.
tl::unexpected<base::Error> cannot_read(const std::string& file) {
  if (errno == ENOMEM) throw std::bad_alloc();
  return base::fail(base::error<base::ErrorCode::UnreadableProgram>(file, std::strerror(errno)));
}

}  // namespace

bool has_nul(std::string_view path) { return path.find('\0') != std::string_view::npos; }

std::optional<std::string> read_bounded(std::istream& in, std::size_t max_bytes) {
  std::string text;
  std::array<char, 1 << 16> buffer;
  for (std::size_t left = max_bytes + 1; left > 0 && in;) {
    in.read(buffer.data(), static_cast<std::streamsize>(std::min(left, buffer.size())));
    const auto count = static_cast<std::size_t>(in.gcount());
    text.append(buffer.data(), count);
    left -= count;
  }
  if (in.bad()) return std::nullopt;
  return text;
}

base::Result<std::string> DiskFiles::read(const std::string& file, std::size_t max_bytes) {
  if (has_nul(file)) return base::fail<base::ErrorCode::NulInPath>(file);
  std::error_code error;
  if (fs::is_directory(file, error)) {
    return base::fail(
        base::error<base::ErrorCode::ProgramIsFolder>(file).with_help("name a file in it"));
  }
  std::ifstream in(file, std::ios::binary);
  if (!in) return cannot_read(file);
  auto text = read_bounded(in, max_bytes);
  if (!text) return cannot_read(file);
  return *std::move(text);
}

FileSystem::Kind DiskFiles::kind_of(const std::string& file) {
  if (has_nul(file)) return Kind::Missing;
  std::error_code error;
  if (fs::is_regular_file(file, error)) return Kind::Regular;
  return fs::exists(file, error) ? Kind::Other : Kind::Missing;
}

std::string DiskFiles::identity(const std::string& file) {
  std::error_code unknown;
  // Of a relative path that leads nowhere, the C++ library would keep what is written.
  const fs::path absolute = fs::absolute(file, unknown);
  if (unknown) return file;
  const fs::path canonical = fs::weakly_canonical(absolute, unknown);
  return unknown ? file : canonical.string();
}

base::Result<std::string> KeptFiles::read(const std::string& file, std::size_t max_bytes) {
  const std::string id = identity(file);
  const auto kept = texts_.find(id);
  if (kept != texts_.end()) return kept->second.substr(0, max_bytes + 1);
  auto text = below_->read(file, max_bytes);
  if (text) texts_.emplace(id, *text);
  return text;
}

FileSystem& disk_files() {
  static DiskFiles files;
  return files;
}

}  // namespace seedc::engine
