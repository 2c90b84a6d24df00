// Reads files from disk through the standard library.
#include "engine/files.h"

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
  return base::fail(base::ErrorKind::Usage, "cannot read `" + file + "`: " + std::strerror(errno));
}

}  // namespace

base::Result<std::string> DiskFiles::read(const std::string& file, std::size_t max_bytes) {
  std::error_code error;
  if (fs::is_directory(file, error)) {
    return base::fail(base::ErrorKind::Usage, "cannot read `" + file + "`: it is a directory",
                      "name a program file");
  }
  std::ifstream in(file, std::ios::binary);
  if (!in) return cannot_read(file);
  std::string text;
  char buffer[1 << 16];
  while (text.size() <= max_bytes && (in.read(buffer, sizeof buffer) || in.gcount() > 0))
    text.append(buffer, static_cast<std::size_t>(in.gcount()));
  if (in.bad()) return cannot_read(file);
  return text;
}

FileSystem::Kind DiskFiles::kind_of(const std::string& file) {
  std::error_code error;
  if (fs::is_regular_file(file, error)) return Kind::Regular;
  return fs::exists(file, error) ? Kind::Other : Kind::Missing;
}

std::string DiskFiles::identity(const std::string& file) {
  std::error_code unknown;
  const fs::path canonical = fs::weakly_canonical(file, unknown);
  return unknown ? file : canonical.string();
}

FileSystem& disk_files() {
  static DiskFiles files;
  return files;
}

}  // namespace seedc::engine
