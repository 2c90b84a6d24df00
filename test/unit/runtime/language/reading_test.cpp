// Reading of Yelp's attribute strings, Python literals, and values at paths.
#include <gtest/gtest.h>

#include "runtime/language/text.h"

namespace seedc::language {
namespace {

/// A string that is not a literal is itself.
void expect_text(const std::string& text) { EXPECT_EQ(read(text), Value(text)) << text; }

TEST(Read, BooleansAreSpelledSo) {
  EXPECT_EQ(read("True"), Value(true));
  EXPECT_EQ(read("False"), Value(false));
  for (const char* text : {"true", "TRUE", "false", " True", "True "}) expect_text(text);
}

TEST(Read, NoneInAnyCaseIsMissing) {
  for (const char* text : {"None", "none", "NONE", "nOnE"})
    EXPECT_TRUE(read(text).is_null()) << text;
  for (const char* text : {"None ", "nones", "null", ""}) expect_text(text);
}

TEST(Read, QuotedIsWhatLiesBetween) {
  EXPECT_EQ(read("'free'"), Value("free"));
  EXPECT_EQ(read("u'free'"), Value("free"));
  EXPECT_EQ(read("\"free\""), Value("free"));
  EXPECT_EQ(read("u\"free\""), Value("free"));
  EXPECT_EQ(read("''"), Value(""));
  EXPECT_EQ(read("u''"), Value(""));
  EXPECT_EQ(read("'a'b'"), Value("a'b"));
  EXPECT_EQ(read("'\\n'"), Value("\\n"));
}

TEST(Read, QuotedIsNotReadAgain) {
  EXPECT_EQ(read("u'none'"), Value("none"));
  EXPECT_EQ(read("'None'"), Value("None"));
  EXPECT_EQ(read("'True'"), Value("True"));
  EXPECT_EQ(read("'{}'"), Value("{}"));
}

TEST(Read, UnquotedIsItself) {
  for (const char* text :
       {"'", "u'", "u", "\"", "'a\"", "U'a'", "b'a'", " 'a'", "'a' ", "free", "4", "4.0"}) {
    expect_text(text);
  }
}

TEST(Literal, DictsAndLists) {
  EXPECT_EQ(read("{}"), Value(Dict{}));
  EXPECT_EQ(read("[]"), Value(List{}));
  EXPECT_EQ(read("{'lot': True, 'valet': False, 'x': None}"),
            Value(Dict{{"lot", true}, {"valet", false}, {"x", Value()}}));
  EXPECT_EQ(read("[ 'a' , u\"b\",{ 'c' :[1,],},\n]\t"),
            Value(List{"a", "b", Dict{{"c", List{1}}}}));
}

TEST(Literal, StringsInsideAreNotRead) {
  EXPECT_EQ(read("{'a': 'True', 'b': 'None', 'c': '[]'}"),
            Value(Dict{{"a", "True"}, {"b", "None"}, {"c", "[]"}}));
}

TEST(Literal, EqualKeysKeepFirstPlaceAndLastValue) {
  EXPECT_EQ(read("{'a': 1, 'b': 2, 'a': 3}"), Value(Dict{{"a", 3}, {"b", 2}}));
}

TEST(Literal, Escapes) {
  EXPECT_EQ(read(R"(['\\ \' \" \n \r \t \x41 \xe9 \u20ac'])"),
            Value(List{"\\ ' \" \n \r \t A é €"}));
  EXPECT_EQ(read(R"(['\ud800'])"), Value(List{"\uFFFD"}));
  EXPECT_EQ(read(R"(['\x00'])"), Value(List{std::string(1, '\0')}));
}

TEST(Literal, Numbers) {
  EXPECT_EQ(read("[0, 00, -1, +2, - 3]"), Value(List{0, 0, -1, 2, -3}));
  EXPECT_EQ(read("[4.0, .5, 5., 1e3, 1E-2, -0.0, 007.5]"),
            Value(List{4.0, 0.5, 5.0, 1000.0, 0.01, -0.0, 7.5}));
  EXPECT_EQ(read("[9223372036854775807, -9223372036854775808]"), Value(List{INT64_MAX, INT64_MIN}));
  EXPECT_EQ(read("[9223372036854775808, -99999999999999999999]"),
            Value(List{9223372036854775808.0, -1e20}));
}

TEST(Literal, MalformedStaysText) {
  for (const char* text :
       {"{",         "[",          "[}",       "{'a'}",     "{'a':}",    "{a: 1}", "{1: 2}",
        "{None: 1}", "[,]",        "[1,,]",    "[1 2]",     "{,}",       "[] x",   "[]]",
        "['a]",      "['a' 'b']",  "[true]",   "[null]",    "[Truex]",   "[r'a']", "[U'a']",
        "[(1,)]",    "{'a', 'b'}", "[1] # no", "[0x1]",     "[1_0]",     "[1j]",   "[--1]",
        "[-True]",   "[007]",      "[.]",      "[1e]",      "[1e999]",   "[nan]",  "[1.2.3]",
        "[+]",       "['\\q']",    "['\\x4']", "['\\u12']", "['\\xg0']", "['\\",   "['\\\n']",
        "['a\nb']",  "['a\rb']",   "['\\q1]",  "['a\n1]"}) {
    expect_text(text);
  }
}

// limit: literal-nesting
TEST(Literal, NestingIsLimitedToAHundred) {
  const auto nested = [](std::size_t depth) {
    return std::string(depth, '[') + std::string(depth, ']');
  };
  EXPECT_NE(read(nested(100)).as<List>(), nullptr);
  expect_text(nested(101));
  expect_text(std::string(1'000'000, '['));
  std::string dicts;
  for (int i = 0; i < 200'000; ++i) dicts += "{'a':";
  expect_text(dicts);
}

const Value& sample_item() {
  static const Value item = Dict{
      {"name", "None"},
      {"stars", 4.5},
      {"gone", Value()},
      {"attributes", Dict{{"WiFi", "u'free'"},
                          {"Ambience", "{'romantic': True, 'style': 'True', 'deep': {'x': 1}}"},
                          {"List", "['a']"},
                          {"Quoted", "'{}'"}}},
      {"raw", "{'a': \"{'b': 1}\"}"},
      {"list", List{Dict{{"a", 1}}}},
  };
  return item;
}

TEST(ValueAt, WalksObjectsAndReadsStrings) {
  EXPECT_EQ(value_at(sample_item(), {"stars"}), Value(4.5));
  EXPECT_EQ(value_at(sample_item(), {"attributes", "WiFi"}), Value("free"));
  EXPECT_EQ(value_at(sample_item(), {"attributes", "Ambience", "romantic"}), Value(true));
  EXPECT_EQ(value_at(sample_item(), {"attributes", "Ambience", "deep", "x"}), Value(1));
  EXPECT_EQ(value_at(sample_item(), {"list"}), Value(List{Dict{{"a", 1}}}));
}

TEST(ValueAt, EveryStringMetOnTheWayIsRead) {
  EXPECT_EQ(value_at(sample_item(), {"raw", "a", "b"}), Value(1));
  EXPECT_EQ(value_at(sample_item(), {"attributes", "Ambience", "style"}), Value(true));
}

TEST(ValueAt, StringsInsideAValueAreNotRead) {
  EXPECT_EQ(value_at(sample_item(), {"attributes"}).as<Dict>()->front().second, Value("u'free'"));
  EXPECT_EQ(value_at(sample_item(), {"raw"}), Value(Dict{{"a", "{'b': 1}"}}));
}

TEST(ValueAt, LeadsNowhere) {
  for (const Path& path :
       {Path{}, Path{"no"}, Path{"name"}, Path{"gone"}, Path{"gone", "a"}, Path{"stars", "a"},
        Path{"list", "a"}, Path{"list", "0"}, Path{"attributes", "WiFi", "a"},
        Path{"attributes", "List", "0"}, Path{"attributes", "Ambience", "no"}, Path{""}}) {
    EXPECT_TRUE(value_at(sample_item(), path).is_null()) << to_string(path);
  }
}

}  // namespace
}  // namespace seedc::language
