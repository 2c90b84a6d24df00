// Compressed files as their contents: frames in a row, cut, damaged, and beyond the limits.
#include "runtime/data/bytes/byte_source.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <functional>
#include <random>
#include <thread>

#include "runtime/data/bytes/arriving_bytes.h"
#include "runtime/data/bytes/unpacked_file.h"
#include "test/support/compressed.h"

namespace seedc::data {
namespace {

using support::bgzip_of;
using support::gzip_of;
using support::skippable_frame;
using support::zstd_of;

/// Lines that do not compress well.
std::string lines_of(std::size_t bytes, unsigned seed = 1) {
  std::mt19937_64 random(seed);
  std::string text;
  while (text.size() < bytes) text += fmt::format("{{\"line\": {}}}\n", random());
  return text;
}

base::Result<std::string> all_of(ByteSource& source, std::size_t step) {
  std::string text;
  std::vector<char> buffer(step);
  while (true) {
    const auto size = source.read(buffer);
    if (!size) return tl::unexpected(size.error());
    text.append(buffer.data(), *size);
    if (*size < step) return text;
  }
}

/// A file with some bytes.
class ByteSourceTest : public testing::Test {
 protected:
  ByteSourceTest() {
    std::string path = std::filesystem::temp_directory_path() / "seedc-bytes-XXXXXX";
    folder_ = mkdtemp(path.data());
  }
  ~ByteSourceTest() override { std::filesystem::remove_all(folder_); }

  std::string file(std::string_view bytes, const std::string& name = "file") const {
    std::string path = folder_ / name;
    std::ofstream(path, std::ios::binary) << bytes;
    return path;
  }
  base::Result<std::string> read(std::string_view bytes, unsigned threads = 2,
                                 const base::Call& call = {}) const {
    constexpr std::size_t kStep = 100'000;
    auto source = open_bytes(file(bytes), threads, call);
    return source ? all_of(**source, kStep) : tl::unexpected(source.error());
  }
  std::string error_of(std::string_view bytes) const {
    const auto text = read(bytes);
    return text ? "none" : text.error().text.substr(text.error().text.find('`', 1) + 1);
  }
  base::Result<std::string> read_within(std::string_view bytes, Compression compression,
                                        UnpackLimits limits) const {
    auto opened = InputFile::open(file(bytes));
    return all_of(*unpacked_file(std::move(*opened), compression, limits, 2, {}), 1000);
  }

 private:
  std::filesystem::path folder_;
};

base::Result<std::string> arrived(std::string_view bytes, std::size_t piece) {
  ArrivingBytes arriving("<stdin>", {});
  std::string text;
  std::array<char, 4096> buffer;
  for (std::size_t begin = 0;; begin += piece) {
    if (begin >= bytes.size()) {
      arriving.end();
    } else {
      arriving.give(bytes.substr(begin, piece));
    }
    while (true) {
      const auto size = arriving.take(buffer);
      if (!size) return tl::unexpected(size.error());
      if (*size == 0) break;
      text.append(buffer.data(), *size);
    }
    if (begin >= bytes.size()) return text;
  }
}

TEST_F(ByteSourceTest, ReadsWhatItIs) {
  const std::string text = lines_of(3'000'000);
  for (const std::string& stored : {text, gzip_of(text), zstd_of(text)}) {
    EXPECT_EQ(read(stored).value(), text);
    EXPECT_EQ(arrived(stored, 5'000).value(), text);
  }
  EXPECT_EQ(read("").value(), "");
  EXPECT_EQ(read("{").value(), "{");
  EXPECT_EQ(arrived("{", 1).value(), "{");
  EXPECT_EQ(arrived("P", 1).value(), "P");
  EXPECT_EQ(read(gzip_of("")).value(), "");
  EXPECT_EQ(read(zstd_of("")).value(), "");
}

TEST_F(ByteSourceTest, MembersAndFramesFollowOneAnother) {
  std::string text, gzip, bgzip, zstd;
  for (unsigned i = 0; i < 200; ++i) {
    const std::string part = lines_of(50'000, i);
    text += part;
    gzip += gzip_of(part);
    bgzip += bgzip_of(part);
    zstd += skippable_frame("12") + zstd_of(part);
  }
  for (const std::string& stored : {gzip, bgzip, zstd}) {
    for (const unsigned threads : {1U, 2U, 8U}) EXPECT_EQ(read(stored, threads).value(), text);
    EXPECT_EQ(arrived(stored, 999).value(), text);
    const auto budget = std::make_shared<base::MemoryBudget>(std::uint64_t{10} << 20);
    EXPECT_EQ(read(stored, 2, base::Call({.memory = budget})).value(), text);
    EXPECT_EQ(budget->used(), 0U);
  }
  EXPECT_EQ(read(gzip + std::string(600, '\0')).value(), text);
}

TEST_F(ByteSourceTest, ALargeFrameIsReadByOneThread) {
  const std::string text = lines_of(60'000'000);
  EXPECT_EQ(read(zstd_of(text) + zstd_of("end")).value(), text + "end");
}

TEST_F(ByteSourceTest, WhatIsCutOffIsAnError) {
  const std::string text = lines_of(1000);
  const std::string two_frames = zstd_of(text) + zstd_of(text);
  for (const std::string& stored : {gzip_of(text), zstd_of(text), gzip_of(text) + gzip_of(text)}) {
    for (std::size_t size = 4; size < stored.size(); ++size) {
      const bool is_between = size == gzip_of(text).size();
      EXPECT_EQ(read(stored.substr(0, size)).has_value(), is_between) << size;
      EXPECT_EQ(arrived(stored.substr(0, size), 7).has_value(), is_between) << size;
    }
  }
  EXPECT_EQ(
      error_of(two_frames.substr(0, two_frames.size() - 1)),
      fmt::format(" ends at byte {}, in the middle of its compressed data", two_frames.size() - 1));
  for (const std::string_view head : {"", "\x1F", "\x28\xB5\x2F"}) {
    EXPECT_FALSE(open_bytes(file(head, "a.gz"), 1, {}).has_value());
    EXPECT_FALSE(open_bytes(file(head, "a.zst"), 1, {}).has_value());
    EXPECT_TRUE(open_bytes(file(head, "a"), 1, {}).has_value());
  }
  EXPECT_TRUE(open_bytes(file("{}", "a.gz"), 1, {}).has_value());
}

TEST_F(ByteSourceTest, DamageIsAnErrorWithItsLocation) {
  const std::string text = lines_of(1000);
  std::string gzip = gzip_of(text);
  gzip[gzip.size() - 6] ^= 1;
  EXPECT_EQ(error_of(gzip),
            fmt::format(" is damaged at byte {}: incorrect data check", gzip.size() - 4));
  std::string zstd = zstd_of(text);
  zstd[zstd.size() - 2] ^= 1;
  EXPECT_EQ(error_of(zstd_of(text) + zstd).substr(0, 20), " is damaged at byte ");
  EXPECT_EQ(error_of(gzip_of(text) + "rest"),
            fmt::format(" is damaged at byte {}: incorrect header check", gzip.size() + 2));
  EXPECT_NE(error_of(zstd_of(text) + "rest"), "none");
  EXPECT_EQ(error_of("BZh91AY"), " is compressed by bzip2, which is not read");
  EXPECT_FALSE(arrived("PK\x03\x04", 1).has_value());
}

// limit: unpacked-size
TEST_F(ByteSourceTest, HoldsNoMoreThanTheLimit) {
  const std::string text = lines_of(1'000'000);
  for (const auto& [compression, stored] :
       {std::pair(Compression::Gzip, gzip_of(text)),
        std::pair(Compression::Zstd,
                  zstd_of(text.substr(0, 500'000)) + zstd_of(text.substr(500'000)))}) {
    EXPECT_EQ(read_within(stored, compression, {.bytes = text.size()}).value(), text);
    const auto refused = read_within(stored, compression, {.bytes = text.size() - 1});
    ASSERT_FALSE(refused.has_value());
    EXPECT_EQ(refused.error().kind(), base::ErrorKind::Limit);
  }
}

TEST_F(ByteSourceTest, BombsAreErrors) {
  const std::string zeros(std::size_t{80} << 20, '\n');
  for (const std::string& stored : {gzip_of(zeros), zstd_of(zeros)}) {
    const auto refused = read(stored);
    ASSERT_FALSE(refused.has_value());
    EXPECT_EQ(refused.error().kind(), base::ErrorKind::Limit);
    EXPECT_NE(refused.error().text.find("more than 500 bytes per compressed byte"),
              std::string::npos);
    EXPECT_FALSE(arrived(stored, 4096).has_value());
  }
  EXPECT_TRUE(read(gzip_of(zeros.substr(0, std::size_t{16} << 20))).has_value());
}

// limit: unpack-window
TEST_F(ByteSourceTest, LargeWindowsAreErrors) {
  const std::string text = lines_of(1000);
  EXPECT_EQ(read(zstd_of(text, 27)).value(), text);
  const auto refused = read(zstd_of(text, 28));
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().kind(), base::ErrorKind::Limit);
  EXPECT_EQ(refused.error().help, "compress it with a smaller window");
}

TEST_F(ByteSourceTest, APipeIsReadToo) {
  const std::string path = file("", "pipe");
  std::filesystem::remove(path);
  ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
  const std::string text = lines_of(500'000);
  for (const std::string& stored : {text, gzip_of(text), zstd_of(text)}) {
    std::thread writer([&] { std::ofstream(path, std::ios::binary) << stored; });
    auto source = open_bytes(path, 2, {});
    ASSERT_TRUE(source.has_value());
    EXPECT_EQ(all_of(**source, 1000).value(), text);
    writer.join();
  }
}

TEST_F(ByteSourceTest, AReaderMayStopAnywhere) {
  std::string stored;
  for (unsigned i = 0; i < 40; ++i) stored += zstd_of(lines_of(1'000'000, i));
  std::vector<char> buffer(1000);
  for (const unsigned threads : {1U, 2U, 4U}) {
    auto source = open_bytes(file(stored), threads, {});
    ASSERT_TRUE(source.has_value());
    EXPECT_EQ((*source)->read(buffer).value(), buffer.size());
  }
  auto stop = std::make_shared<base::StopToken>();
  auto source = open_bytes(file(stored), 2, base::Call({.stop = stop}));
  stop->request();
  EXPECT_THROW((void)all_of(**source, 1000), base::Stopped);
}

}  // namespace
}  // namespace seedc::data
