// Values: printed forms, the text of a value, matching, numbers taken from values.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "runtime/language/conditions.h"
#include "runtime/language/json_string.h"
#include "runtime/language/text.h"

namespace seedc::language {
namespace {

/// Each character in turn, at each place among others, of which some are special too.
TEST(JsonString, EscapesWhatIsSpecialWhereverItIs) {
  for (int code = 0; code < 256; ++code) {
    const char c = static_cast<char>(code);
    const std::string alone = json_string(std::string(1, c));
    const std::string written = alone.substr(1, alone.size() - 2);
    const bool is_special = code < 0x20 || c == '"' || c == '\\';
    EXPECT_EQ(written.front() == '\\', is_special) << code;
    EXPECT_EQ(is_special || written == std::string(1, c), true) << code;
    for (std::size_t size = 0; size < 20; ++size) {
      const std::string before(size, 'b');
      EXPECT_EQ(json_string(fmt::format("{}{}\xFF after it all\x01", before, c)),
                fmt::format("\"{}{}\xFF after it all\\u0001\"", before, written))
          << code << " behind " << size;
    }
  }
}

bool matches(const Value& actual, const Value& expected) {
  return Matcher(expected).matches(actual, text_of(actual));
}

TEST(Dict, RepeatedKeyKeepsFirstPlaceAndLastValue) {
  EXPECT_EQ(dict_of({{"a", 1}, {"b", 2}, {"a", 3}}), (Dict{{"a", 3}, {"b", 2}}));
}

TEST(Dict, ManyRepeatedKeys) {
  Dict entries;
  for (int i = 0; i < 1000; ++i) entries.emplace_back("key" + std::to_string(i % 500), i);
  const Dict dict = dict_of(entries);
  ASSERT_EQ(dict.size(), 500u);
  EXPECT_EQ(dict[7], (std::pair<std::string, Value>("key7", 507)));
}

TEST(Dict, InsertOrAssignKeepsThePlace) {
  Dict dict{{"a", 1}, {"b", 2}};
  insert_or_assign(dict, "a", 9);
  insert_or_assign(dict, "c", 3);
  EXPECT_EQ(dict, (Dict{{"a", 9}, {"b", 2}, {"c", 3}}));
}

TEST(Shortest, IsPythonsRepr) {
  EXPECT_EQ(shortest(4), "4.0");
  EXPECT_EQ(shortest(-0.0), "-0.0");
  EXPECT_EQ(shortest(0.1), "0.1");
  EXPECT_EQ(shortest(0.0001), "0.0001");
  EXPECT_EQ(shortest(0.00001), "1e-05");
  EXPECT_EQ(shortest(1e15), "1000000000000000.0");
  EXPECT_EQ(shortest(1e16), "1e+16");
  EXPECT_EQ(shortest(1.5e300), "1.5e+300");
  EXPECT_EQ(shortest(5e-324), "5e-324");
  EXPECT_EQ(shortest(123456789012345680.0), "1.2345678901234568e+17");
}

TEST(Json, IsOneLine) {
  const Value value = Dict{{"a\"\n", List{Value(), true, 4, 4.0, "é\x01"}}, {"b", Dict{}}};
  EXPECT_EQ(to_json(value), "{\"a\\\"\\n\":[null,true,4,4.0,\"é\\u0001\"],\"b\":{}}");
}

TEST(Path, KeysThatAreNoPlainWordsAreQuoted) {
  EXPECT_EQ(to_string({"attributes", "Has TV", ""}), "attributes.\"Has TV\".\"\"");
}

TEST(Lower, FollowsUnicode) {
  EXPECT_EQ(lower("ABC xyz 1"), "abc xyz 1");
  EXPECT_EQ(lower("ÀÉ"), "àé");
  EXPECT_EQ(lower("İ"), "i̇");
  EXPECT_EQ(lower("ΟΔΟΣ ΟΔΟΣ."), "οδος οδος.");
  EXPECT_EQ(lower("Σ"), "σ");
  EXPECT_EQ(lower("ẞ"), "ß");
  EXPECT_EQ(lower(std::string(10000, 'A') + "Ⱥ"), std::string(10000, 'a') + "ⱥ");
}

TEST(PythonStr, Scalars) {
  EXPECT_EQ(python_str(Value()), "None");
  EXPECT_EQ(python_str(true), "True");
  EXPECT_EQ(python_str(4), "4");
  EXPECT_EQ(python_str(4.0), "4.0");
  // Of Unicode 14, and of 15, which Python 3.11 does not have.
  EXPECT_EQ(python_str(List{Value("\U0001f9e6")}), "['\U0001f9e6']");
  EXPECT_EQ(python_str(List{Value("\U0001fa75")}), "['\\U0001fa75']");
  EXPECT_EQ(python_str("it's"), "it's");
}

TEST(PythonStr, QuotesInsideContainers) {
  EXPECT_EQ(python_str(List{"a"}), "['a']");
  EXPECT_EQ(python_str(List{"it's"}), "[\"it's\"]");
  EXPECT_EQ(python_str(List{"\""}), "['\"']");
  EXPECT_EQ(python_str(List{"'\""}), "['\\'\"']");
  EXPECT_EQ(python_str(Dict{{"lot", true}, {"a'", Dict{}}}), "{'lot': True, \"a'\": {}}");
  EXPECT_EQ(python_str(List{1, List{}, Value()}), "[1, [], None]");
}

TEST(PythonStr, EscapesInsideContainers) {
  EXPECT_EQ(python_str(List{"\n\t\r\\"}), "['\\n\\t\\r\\\\']");
  EXPECT_EQ(python_str(List{std::string("\0\x7f", 2)}), "['\\x00\\x7f']");
  EXPECT_EQ(python_str(List{"é\u00a0\u00ad"}), "['é\\xa0\\xad']");
  EXPECT_EQ(python_str(List{"\u200b\u2028"}), "['\\u200b\\u2028']");
  EXPECT_EQ(python_str(List{"😀\U000e0001"}), "['😀\\U000e0001']");
}

TEST(TextOf, IsLowerCased) {
  EXPECT_EQ(text_of(true), "true");
  EXPECT_EQ(text_of(Value()), "none");
  EXPECT_EQ(text_of(1e16), "1e+16");
  EXPECT_EQ(text_of(Dict{{"Lot", true}}), "{'lot': true}");
}

TEST(Matches, JsonBoolean) {
  EXPECT_TRUE(matches(true, true));
  EXPECT_TRUE(matches(1, true));
  EXPECT_TRUE(matches(1.0, true));
  EXPECT_TRUE(matches(0, false));
  EXPECT_FALSE(matches(2, true));
  EXPECT_FALSE(matches("true", true));
  EXPECT_FALSE(matches("1", true));
  EXPECT_FALSE(matches("", false));
}

TEST(Matches, ExpectedStringIsRead) {
  EXPECT_TRUE(matches(true, "True"));
  EXPECT_TRUE(matches(1, "True"));
  EXPECT_FALSE(matches(true, "False"));
  EXPECT_TRUE(matches("free", "u'Free'"));
  EXPECT_TRUE(matches("true", "True"));  // by text
  EXPECT_TRUE(matches(true, "true"));    // by text
}

TEST(Matches, NumbersByValue) {
  EXPECT_TRUE(matches(4, 4.0));
  EXPECT_TRUE(matches(true, 1));
  EXPECT_TRUE(matches(false, 0.0));
  EXPECT_FALSE(matches(4.5, 6));
  EXPECT_TRUE(matches(4.5, 4));  // by text
  EXPECT_FALSE(matches(std::int64_t{9007199254740993}, 9007199254740992.0));
}

TEST(Matches, NumericStringsAreStrings) {
  EXPECT_FALSE(matches("4", "4.0"));
  EXPECT_TRUE(matches("4", "4"));
  EXPECT_TRUE(matches("4.5", 4));  // by text
  EXPECT_TRUE(matches(4.5, "4"));  // by text
  EXPECT_FALSE(matches("14", 4.0));
}

TEST(Matches, StringsWithoutRegardToCase) {
  EXPECT_TRUE(matches("FREE", "free"));
  EXPECT_TRUE(matches("ΟΔΟΣ", "οδος"));
}

TEST(Matches, TextInText) {
  EXPECT_TRUE(matches("free wifi", "free"));
  EXPECT_TRUE(matches("Steakhouses, Italian, Restaurants", "Italian"));
  EXPECT_FALSE(matches("free", "free wifi"));
  EXPECT_TRUE(matches("anything", ""));
  EXPECT_TRUE(matches(4, ""));
}

TEST(Matches, TheRestByText) {
  const Value parking = Dict{{"garage", false}, {"lot", true}};
  EXPECT_TRUE(matches(parking, "lot"));
  EXPECT_TRUE(matches(parking, "'LOT': True"));
  EXPECT_FALSE(matches(parking, "valet"));
  EXPECT_TRUE(matches(parking, "{'garage': False, 'lot': True}"));
  EXPECT_TRUE(matches(List{"a", "b"}, "b"));
  EXPECT_TRUE(matches("none at all", "None"));
  EXPECT_TRUE(matches("none", "None"));
  EXPECT_FALSE(matches("free", "None"));
}

TEST(Matches, SomeElementOfAList) {
  EXPECT_TRUE(matches("beer", List{"full_bar", "beer"}));
  EXPECT_TRUE(matches(true, List{Value(), true}));
  EXPECT_FALSE(matches("none", List{Value()}));
  EXPECT_FALSE(matches("x", List{}));
  EXPECT_TRUE(matches("x", List{List{"x"}}));
}

TEST(Equals, ByKind) {
  const auto equals = [](const Value& actual, const Value& expected) {
    return Matcher(expected).equals(actual, text_of(actual));
  };
  EXPECT_TRUE(equals(4, 4.0));
  EXPECT_TRUE(equals(true, 1));
  EXPECT_TRUE(equals(true, "True")) << "an expected string is read";
  EXPECT_FALSE(equals(4, "4")) << "a numeric string is a string";
  EXPECT_FALSE(equals("4", 4));
  EXPECT_FALSE(equals(4.5, 4));
  EXPECT_TRUE(equals("LOUD", "loud"));
  EXPECT_FALSE(equals("very_loud", "loud"));
  EXPECT_TRUE(equals("none", "None")) << "what reads as missing is its text";
  EXPECT_TRUE(equals(List{"a", 1}, "['a', 1]"));
  EXPECT_TRUE(equals(Dict{{"a", 1}}, Dict{{"a", 1}}));
  EXPECT_TRUE(equals("b", List{"a", "b", Value()}));
  EXPECT_FALSE(equals("b", List{}));
}

TEST(AtLeast, IsTheKthGreatest) {
  EXPECT_EQ(at_least(1, {Tri::No, Tri::Unknown, Tri::Yes}), Tri::Yes);
  EXPECT_EQ(at_least(2, {Tri::No, Tri::Unknown, Tri::Yes}), Tri::Unknown);
  EXPECT_EQ(at_least(3, {Tri::No, Tri::Unknown, Tri::Yes}), Tri::No);
}

struct WordOps {
  static std::uint32_t both(std::uint32_t a, std::uint32_t b) { return a & b; }
  static std::uint32_t either(std::uint32_t a, std::uint32_t b) { return a | b; }
  static std::uint32_t without(std::uint32_t a, std::uint32_t b) { return a & ~b; }
};

TEST(AtLeast, OfBitsIsThatOfEachBit) {
  std::uint32_t random = 1;
  for (std::size_t size = 1; size <= 21; ++size) {
    std::vector<TriBits<std::uint32_t>> values;
    for (std::size_t i = 0; i < size; ++i) {
      random = random * 1664525 + 1013904223;
      const std::uint32_t yes = random ^ random >> 13;
      random = random * 1664525 + 1013904223;
      values.push_back({yes, ~yes & (random ^ random >> 11)});
    }
    for (std::size_t k = 1; k <= size; ++k) {
      const TriBits<std::uint32_t> result = at_least(WordOps(), k, values);
      for (int bit = 0; bit < 32; ++bit) {
        std::vector<Tri> tris;
        for (const auto& [yes, no] : values)
          tris.push_back((yes >> bit & 1) != 0  ? Tri::Yes
                         : (no >> bit & 1) != 0 ? Tri::No
                                                : Tri::Unknown);
        const Tri expected = at_least(k, tris);
        EXPECT_EQ((result.yes >> bit & 1) != 0, expected == Tri::Yes) << size << ' ' << k;
        EXPECT_EQ((result.no >> bit & 1) != 0, expected == Tri::No) << size << ' ' << k;
      }
    }
  }
}

TEST(Numeric, NumbersAndNumericStrings) {
  EXPECT_EQ(numeric(4), 4.0);
  EXPECT_EQ(numeric(4.5), 4.5);
  for (const char* text : {"4", "+4", "4.", "4.0", ".4e1", "40E-1"})
    EXPECT_EQ(numeric(text), 4.0) << text;
  EXPECT_EQ(numeric("-.5"), -0.5);
  for (const char* text : {"1e-400", "1e-5000", "0.1e-99999999999999999999"})
    EXPECT_EQ(numeric(text), 0.0) << text;
}

TEST(Numeric, AllElseIsNone) {
  for (const char* text : {"", " ", " 4", "4\n", "nan", "inf", "-Infinity", "0x10", "1_000", "1e",
                           ".", "e5", "+-4", "4 4", "1e400", "1e5000"}) {
    EXPECT_EQ(numeric(text), std::nullopt) << text;
  }
  EXPECT_EQ(numeric(true), std::nullopt);
  EXPECT_EQ(numeric(Value()), std::nullopt);
  EXPECT_EQ(numeric(List{1}), std::nullopt);
}

TEST(Credibility, OfEachKind) {
  EXPECT_EQ(credibility(List{"2010", "", "none", Value(), 2011}, false), 2.0);
  EXPECT_EQ(credibility(true, false), 1.0);
  EXPECT_EQ(credibility(false, false), 0.0);
  EXPECT_EQ(credibility("12", false), 12.0);
  EXPECT_EQ(credibility(3, true), 3.0);
  EXPECT_EQ(credibility("many", false), std::nullopt);
  EXPECT_EQ(credibility(Dict{}, false), std::nullopt);
  EXPECT_EQ(credibility(Value(), true), std::nullopt);
}

TEST(Credibility, EliteStringIsAListOfYears) {
  EXPECT_EQ(credibility("2010,2011, 2012", true), 3.0);
  EXPECT_EQ(credibility("2010", true), 1.0);
  EXPECT_EQ(credibility("", true), 0.0);
  EXPECT_EQ(credibility("2010,,NONE", true), 1.0);
}

TEST(NotEmpty, OfEachKind) {
  EXPECT_TRUE(not_empty(List{"", "2010"}));
  EXPECT_FALSE(not_empty(List{"", "None", Value()}));
  EXPECT_TRUE(not_empty(List{"NONE"}));
  EXPECT_FALSE(not_empty(List{}));
  EXPECT_TRUE(not_empty("x"));
  EXPECT_FALSE(not_empty(""));
  EXPECT_FALSE(not_empty(0));
  EXPECT_FALSE(not_empty(0.0));
  EXPECT_TRUE(not_empty(-1));
  EXPECT_FALSE(not_empty(false));
  EXPECT_TRUE(not_empty(true));
  EXPECT_FALSE(not_empty(Value()));
  EXPECT_TRUE(not_empty(Dict{}));
}

TEST(Stage, IsWhatAConditionLooksAt) {
  EXPECT_EQ(stage_of(HoursContain{}), Stage::Items);
  EXPECT_EQ(stage_of(MetaMatch{}), Stage::Items);
  EXPECT_EQ(stage_of(TextCircle{}), Stage::Texts);
  EXPECT_EQ(stage_of(GroupSplit{}), Stage::Reviews);
}

}  // namespace
}  // namespace seedc::language
