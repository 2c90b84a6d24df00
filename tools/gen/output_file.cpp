// Writes files under temporary names and renames them.
#include "tools/gen/output_file.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

namespace seedc::gen {

constexpr std::size_t kBufferBytes = std::size_t{1} << 20;

OutputFile::OutputFile(std::filesystem::path path)
    : path_(std::move(path)), partial_path_(path_.string() + ".partial") {
  file_.reset(std::fopen(partial_path_.c_str(), "wb"));
  if (!file_) fail("create");
  std::setvbuf(file_.get(), nullptr, _IOFBF, kBufferBytes);
}

OutputFile::~OutputFile() {
  if (!file_) return;
  file_.reset();
  std::remove(partial_path_.c_str());
}

void OutputFile::append(std::string_view bytes) {
  if (std::fwrite(bytes.data(), 1, bytes.size(), file_.get()) != bytes.size()) fail("write");
}

void OutputFile::commit() {
  if (std::fflush(file_.get()) != 0) fail("write");
  if (std::rename(partial_path_.c_str(), path_.c_str()) != 0) fail("put in place");
  file_.reset();
}

void OutputFile::fail(std::string_view what) const {
  throw OutputError(fmt::format("cannot {} {}: {}", what, path_.string(), std::strerror(errno)));
}

}  // namespace seedc::gen
