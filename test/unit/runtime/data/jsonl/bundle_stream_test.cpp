// Bundles that arrive in pieces.
#include "runtime/data/jsonl/bundle_stream.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <array>
#include <string>
#include <thread>
#include <vector>

namespace seedc::data {
namespace {

std::string line_of(int item, int reviews = 1) {
  std::string text;
  for (int review = 0; review < reviews; ++review) {
    text += fmt::format(R"({}{{"review_id": "r{}.{}", "text": "cozy"}})", review > 0 ? ", " : "",
                        item, review);
  }
  return fmt::format(R"({{"business": {{"business_id": "b{}"}}, "reviews": [{}]}})"
                     "\n",
                     item, text);
}

/// Both ends of a pipe; the stream reads one.
class Streamed : public testing::Test {
 protected:
  Streamed() { EXPECT_EQ(pipe(ends_.data()), 0); }
  ~Streamed() override {
    end();
    close(ends_[0]);
  }

  void send(std::string_view bytes) const {
    while (!bytes.empty()) {
      const auto written = write(ends_[1], bytes.data(), bytes.size());
      ASSERT_GT(written, 0);
      bytes.remove_prefix(static_cast<std::size_t>(written));
    }
  }
  void end() {
    if (!has_ended_) close(ends_[1]);
    has_ended_ = true;
  }
  BundleStream stream(const DataNeeds& needs = {.texts = true}) const {
    return {{.file = ends_[0], .read = {}, .name = "<stdin>"}, needs, {}};
  }

 private:
  std::array<int, 2> ends_{};
  bool has_ended_ = false;
};

TEST_F(Streamed, WithoutAFileDescriptorToSpareItFails) {
  // A sanitizer needs a descriptor to look at a class for the first time.
  (void)this->stream();
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &before), 0);
  const rlimit none{0, before.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &none), 0);
  BundleStream stream = this->stream();
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &before), 0);
  send(line_of(0));
  const auto piece = stream.next();
  ASSERT_FALSE(piece.has_value());
  EXPECT_EQ(piece.error().text, "cannot read `<stdin>`: Too many open files");
}

TEST_F(Streamed, EachLineIsGivenAwayAsItComes) {
  BundleStream stream = this->stream();
  for (int item = 0; item < 3; ++item) {
    send(line_of(item, 2));
    const auto piece = stream.next();
    ASSERT_TRUE(piece && *piece);
    ASSERT_EQ((*piece)->item_count(), 1U);
    EXPECT_EQ((*piece)->item_id(0), fmt::format("b{}", item));
    EXPECT_EQ((*piece)->review_count(), 2U);
    EXPECT_EQ((*piece)->text(1), "cozy");
  }
  end();
  EXPECT_FALSE(*stream.next());
}

TEST_F(Streamed, HalfALineWaitsForTheRest) {
  BundleStream stream = this->stream();
  const std::string line = line_of(0);
  send(line.substr(0, 20));
  std::thread later([&] { send(line.substr(20)); });
  const auto piece = stream.next();
  later.join();
  EXPECT_EQ((*piece)->item_id(0), "b0");
}

TEST_F(Streamed, TheLastLineNeedsNoEnd) {
  BundleStream stream = this->stream();
  const std::string line = line_of(0);
  send(line.substr(0, line.size() - 1));
  end();
  EXPECT_EQ((*stream.next())->item_count(), 1U);
  EXPECT_FALSE(*stream.next());
}

TEST_F(Streamed, RecordsThatWereThereInAnEarlierPieceAreSkipped) {
  BundleStream stream = this->stream();
  send(line_of(0));
  ASSERT_TRUE(*stream.next());
  send(R"({"business": {"business_id": "b1"}, "reviews": [{"review_id": "r0.0", "text": ""}]})"
       "\n" +
       line_of(0) + "rubbish\n");
  end();
  std::uint32_t items = 0, reviews = 0;
  std::vector<LoadReport::Skipped> skipped;
  while (const auto piece = *stream.next()) {
    items += piece->item_count();
    reviews += piece->review_count();
    skipped.insert(skipped.end(), piece->report().skipped.begin(), piece->report().skipped.end());
  }
  EXPECT_EQ(items, 1U);
  EXPECT_EQ(reviews, 0U);
  ASSERT_EQ(skipped.size(), 4U);
  EXPECT_EQ(skipped[0].line, 2U);
  EXPECT_EQ(skipped[3].line, 4U);
}

TEST_F(Streamed, WhatWasLearnedOfEarlierLinesIsNotAssumedOfLaterOnes) {
  const language::Path stars{"stars"};
  BundleStream stream = this->stream({.item_paths = {stars}, .texts = true});
  const auto stars_of = [&](const std::string& line) {
    send(line + "\n");
    const Dataset piece = **stream.next();
    const Column& column = piece.item_column(stars);
    return column.values[column.codes[0]];
  };
  for (int item = 0; item < 4; ++item) {
    EXPECT_EQ(stars_of(fmt::format(R"({{"business": {{"business_id": "a{}", "stars": {}}}}})", item,
                                   item + 1)),
              language::Value(std::int64_t{item} + 1));
    EXPECT_EQ(stars_of(fmt::format(R"({{"business": {{"stars": "{}", "business_id": "b{}"}}}})",
                                   item, item)),
              language::Value(std::to_string(item)));
    EXPECT_EQ(stars_of(fmt::format(R"({{"business": {{"business_id": "c{}"}}}})", item)),
              language::Value());
  }
}

TEST_F(Streamed, MuchAtOnceComesInOrder) {
  constexpr int kItems = 20'000;
  std::thread writer([&] {
    for (int item = 0; item < kItems; ++item) send(line_of(item, 3));
    end();
  });
  BundleStream stream = this->stream();
  std::uint32_t seen = 0;
  while (const auto piece = *stream.next()) {
    for (std::uint32_t item = 0; item < piece->item_count(); ++item)
      ASSERT_EQ(piece->item_id(item), fmt::format("b{}", seen++));
  }
  writer.join();
  EXPECT_EQ(seen, kItems);
}

TEST_F(Streamed, MayBeLeftBeforeItsEnd) {
  send(line_of(0));
  stream();  // ends, although nobody closes the pipe
}

}  // namespace
}  // namespace seedc::data
