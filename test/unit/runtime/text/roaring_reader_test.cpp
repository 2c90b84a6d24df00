// Lists are read as Roaring wrote them, and damaged ones do no harm.
#include "runtime/text/roaring_reader.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "runtime/text/roaring_list.h"

namespace seedc::text {
namespace {

std::vector<std::uint64_t> numbers_in(std::string_view list) {
  std::vector<std::uint64_t> numbers;
  for_each_number(list, [&](std::uint64_t number) { numbers.push_back(number); });
  return numbers;
}

void expect_read(const std::vector<std::uint32_t>& numbers) {
  const RoaringList list = empty_list();
  roaring_bitmap_add_many(list.get(), numbers.size(), numbers.data());
  const std::string bytes = serialised(*list);
  EXPECT_EQ(numbers_in(bytes), std::vector<std::uint64_t>(numbers.begin(), numbers.end()));
  for (const std::size_t size : {bytes.size() / 3, bytes.size() - 1})
    EXPECT_THROW(numbers_in(std::string_view(bytes).substr(0, size)), base::DamagedData);
}

TEST(RoaringReader, ReadsEachKindOfContainer) {
  expect_read({});
  expect_read({0});
  expect_read({0, 1, 2, 3, 4, 5, 6, 7});              // a run
  expect_read({7, 65535, 65536, 70000, 0xffffffff});  // arrays
  std::vector<std::uint32_t> all, odd;
  for (std::uint32_t number = 0; number < 400'000; ++number) all.push_back(number);
  for (std::uint32_t number = 1; number < 200'000; number += 2) odd.push_back(number);
  expect_read(all);  // full runs, with offsets
  expect_read(odd);  // bits
}

TEST(RoaringReader, ReadsListsOfAnyDensity) {
  std::mt19937 random(5);
  for (int round = 0; round < 40; ++round) {
    const unsigned most_gap = 1 + random() % (round < 20 ? 10 : 3'000);
    std::vector<std::uint32_t> numbers;
    for (std::uint32_t number = random() % 100'000; number < 600'000;
         number += 1 + random() % most_gap) {
      for (unsigned run = random() % 8 == 0 ? random() % 500 : 1; run > 0; --run)
        numbers.push_back(number++);
    }
    expect_read(numbers);
  }
}

TEST(RoaringReader, WithstandsDamage) {
  using std::literals::string_literals::operator""s;
  EXPECT_EQ(numbers_in("\x3b\x30\0\0\1\0\0\0\0\0\0"s), std::vector<std::uint64_t>());  // no runs
  const std::string no_bits =
      "\x3a\x30\0\0\1\0\0\0\0\0\xff\xff\x10\0\0\0"s + std::string(8192, '\0');
  EXPECT_EQ(numbers_in(no_bits), std::vector<std::uint64_t>());
  EXPECT_THROW(numbers_in("no list"), base::DamagedData);
  EXPECT_THROW(numbers_in("\x3b\x30\0\0\1\0\0\0\0\2\0\0\0\1\0\1\0\1\0"s), base::DamagedData);
  EXPECT_THROW(numbers_in("\x3a\x30\0\0\xff\xff\xff\xff"s), base::DamagedData);
}

TEST(RoaringReader, RunsBeyondTheirContainerAreLargeNumbers) {
  using std::literals::string_literals::operator""s;
  const auto numbers = numbers_in("\x3b\x30\0\0\1\xff\xff\0\0\1\0\xff\xff\2\0"s);
  EXPECT_EQ(numbers, (std::vector<std::uint64_t>{0xffffffff, 0x100000000, 0x100000001}));
}

}  // namespace
}  // namespace seedc::text
