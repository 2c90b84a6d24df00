// Numbers that are read without the parser are those that the parser reads.
#include "runtime/data/jsonl/json.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <bit>
#include <random>
#include <string>

#include "test/support/json_lines.h"

namespace seedc::data {
namespace {

auto bits_of(double real) { return std::bit_cast<std::uint64_t>(real); }

/// Whether the number is read, and as the parser reads it, bit by bit.
bool is_read(const std::string& json) {
  const test::PaddedLine padded(json);
  JsonParser parser;
  const language::Value expected = to_value(parser.parse(padded.text()).value());
  const auto number = number_of(padded.text());
  if (!number) return false;
  if (const auto* integer = std::get_if<std::int64_t>(&*number)) {
    const auto* wanted = expected.as<std::int64_t>();
    EXPECT_TRUE(wanted != nullptr && *wanted == *integer) << json;
  } else {
    const auto* wanted = expected.as<double>();
    EXPECT_TRUE(wanted != nullptr && bits_of(*wanted) == bits_of(std::get<double>(*number)))
        << json;
  }
  return true;
}

TEST(JsonNumber, IsWhatTheParserReads) {
  for (const char* json :
       {"0", "-0", "7", "-12", "4.0", "-0.0", "3.87", "0.1", "1e5", "1E+3", "2.5e-3", "1e308",
        "1.7976931348623157e308", "2.2250738585072014e-308", "123456.789012345678901234567890",
        "9223372036854775807", "-9223372036854775808", "100000000000000000000.0"})
    EXPECT_TRUE(is_read(json)) << json;
}

TEST(JsonNumber, IsLeftToTheParserBeyondItsRange) {
  for (const char* json : {"9223372036854775808", "18446744073709551616", "-9223372036854775809",
                           "123456789012345678901234567890", "1e-400"})
    EXPECT_FALSE(is_read(json)) << json;
}

TEST(JsonNumber, IsNoOtherValue) {
  for (const char* json : {"", "null", "true", "\"1\"", "[1]", "{}"})
    EXPECT_FALSE(number_of(json)) << json;
}

TEST(JsonNumber, OfRandomDigitsIsWhatTheParserReads) {
  std::mt19937_64 random(3);
  for (int round = 0; round < 50'000; ++round) {
    const auto at_most = [&](int most) { return std::uniform_int_distribution(0, most)(random); };
    std::string json = fmt::format("{}{}", at_most(1) == 0 ? "-" : "", random() >> at_most(63));
    if (at_most(1) == 0) json += fmt::format(".{:0{}}", random() >> at_most(63), at_most(22));
    if (at_most(3) == 0) json += fmt::format("e{}", at_most(600) - 320);
    const test::PaddedLine padded(json);
    if (JsonParser parser; parser.parse(padded.text())) is_read(json);
  }
}

}  // namespace
}  // namespace seedc::data
