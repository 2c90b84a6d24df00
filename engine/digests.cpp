// Hashes files and texts.
#include "engine/digests.h"

#include <fmt/format.h>

#include "runtime/base/file_digest.h"
#include "runtime/base/sha256.h"
#include "runtime/data/record_source.h"
#include "runtime/data/snapshot/snapshot_file.h"
#include "runtime/language/json_string.h"

namespace seedc::engine {
namespace {

std::string line_of(const std::string& name, std::uint64_t bytes, std::string_view algorithm,
                    std::string_view digest) {
  return fmt::format("{{\"name\":{},\"bytes\":{},\"digest\":{{\"{}\":\"{}\"}}}}\n",
                     language::json_string(name), bytes, algorithm, digest);
}

base::Result<std::string> line_of_file(const std::string& path, const base::Call& call) {
  return base::digest_of_file(path, call).map([&](const base::FileDigest& digest) {
    return line_of(path, digest.bytes, "sha256", digest.sha256);
  });
}

}  // namespace

base::Result<std::string> file_digests(const std::vector<std::string>& files,
                                       const base::Call& call) {
  std::string lines;
  for (const std::string& file : files) {
    auto line = line_of_file(file, call);
    if (!line) return line;
    lines += *line;
  }
  return lines;
}

base::Result<std::string> data_digests(const data::Source& source, const base::Call& call) {
  if (const data::RecordSource* records = source.records()) {
    return records->files().and_then(
        [&](const std::vector<std::string>& files) { return file_digests(files, call); });
  }
  return data::SnapshotFile::open(source.name()).map([&](const auto& snapshot) {
    return line_of(source.name(), snapshot->byte_count(), "seedc-snapshot", snapshot->digest());
  });
}

std::string program_digests(const source::SourceManager& sources) {
  std::string lines;
  for (std::size_t i = 0; i < sources.count(); ++i) {
    const source::SourceFile& file = sources.file(static_cast<source::FileId>(i));
    lines += line_of(file.name(), file.text().size(), "sha256", base::sha256_hex(file.text()));
  }
  return lines;
}

}  // namespace seedc::engine
