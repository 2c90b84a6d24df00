// Compressed files, cut and damaged: they are decompressed or rejected, by several threads at once
// as piece by piece.
#include <algorithm>
#include <fstream>
#include <optional>
#include <vector>

#include "runtime/data/bytes/arriving_bytes.h"
#include "runtime/data/bytes/byte_source.h"
#include "test/differential/harness.h"
#include "test/fuzz/target.h"
#include "test/support/compressed.h"

namespace seedc::fuzz::compressed_target {
namespace {

std::optional<std::string> read_file(const std::string& path, unsigned threads) {
  const auto source = data::open_bytes(path, threads, {});
  if (!source) return std::nullopt;
  std::string text;
  std::vector<char> buffer(std::size_t{1} << 16);
  while (true) {
    const auto size = (*source)->read(buffer);
    if (!size) return std::nullopt;
    text.append(buffer.data(), *size);
    if (*size < buffer.size()) return text;
  }
}

std::optional<std::string> read_pieces(std::string_view bytes, std::size_t piece) {
  data::ArrivingBytes arriving("stream", {});
  std::string text;
  std::vector<char> buffer(std::size_t{1} << 16);
  for (bool is_more = true; is_more; bytes.remove_prefix(std::min(piece, bytes.size()))) {
    is_more = !bytes.empty();
    if (is_more) {
      arriving.give(bytes.substr(0, piece));
    } else {
      arriving.end();
    }
    while (true) {
      const auto size = arriving.take(buffer);
      if (!size) return std::nullopt;
      if (*size == 0) break;
      text.append(buffer.data(), *size);
    }
  }
  return text;
}

void run(std::string_view input) {
  static const differential::Folder folder;
  const std::string file = folder.path() / "file";
  const std::size_t piece = take_byte(input) + std::size_t{1};
  std::ofstream(file, std::ios::binary) << input;
  const auto whole = read_file(file, 1);
  require(read_file(file, 2) == whole, "several threads read the same");
  require(read_pieces(input, piece) == whole, "pieces are the same");
}

std::vector<std::string> seeds() {
  const std::string text = "{\"business_id\": \"a\"}\n{\"business_id\": \"b\"}\n";
  const std::string frames = support::zstd_of(text) + support::zstd_of(text);
  return {"\1" + text,
          "\1" + support::gzip_of(text),
          "\7" + support::gzip_of(text) + support::gzip_of(text),
          "\7" + support::bgzip_of(text) + support::bgzip_of(text),
          "\1" + frames,
          "\7" + support::skippable_frame("x") + frames,
          "\7" + support::gzip_of(std::string(100'000, '\n')),
          "\7" + support::zstd_of(std::string(100'000, '\n'))};
}

const Registration kRegistration({"compressed", run, seeds, /*price=*/2});

}  // namespace
}  // namespace seedc::fuzz::compressed_target
