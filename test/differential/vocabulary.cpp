// The pools, as JSON. Characters that fold in odd ways (ß ſ K Σ ς İ) stand among words and patterns
// alike.
#include "test/differential/vocabulary.h"

namespace seedc::differential {
namespace {

constexpr const char* kFlags = R"json([
  "True", "False", "True", "False", "None", "none", "NONE", "true", "false", "TRUE", true, false, null, "1", "0", 1, 0,
  1.0, "u'True'", "'False'", "yes"
])json";

constexpr const char* kWords = R"json([
  "u'free'", "'free'", "\"free\"", "free", "Free", "u'FREE'", "u'no'", "'no'", "paid", "u'none'", "None", "u'", "'",
  "''", "u''", "u'it\\'s'", "u\"it's\"", "'mixed\"", "Straße", "STRASSE", "strasse", "straẞe", "ΣΊΣΥΦΟΣ", "σίσυφος",
  "ΑΣ", "ας", "ασ", "İstanbul", "i̇stanbul", "istanbul", "K", "k", "ſofa", "SOFA", "CAFÉ", "café", "🍕 pizza", "", " ",
  " free", "free wifi", "Food, Coffee & Tea", "U'free'", "u'None'", "uu'x'", "true story", "None ", "nonesuch"
])json";

constexpr const char* kNumbers = R"json([
  "1", "2", "u'2'", 1, 2, 2.0, "2.0", 4, 4.0, 4.5, "4.5", -1, 0, -0.0, 0.1, 1e16, 1e15, 1e22, 0.00001, 0.0001,
  123456789.125, 9223372036854775807, 9223372036854775808, 12345678901234567890123, 10, 14, "10", "", "two",
  "nan", "inf", " 4 ", "1e400", "1_000", "0x10", "4.", ".5", "+4", "-.5e1", "1e2", "u'4.5'", "u' 4'", "True", "[4]", "4e"
])json";

constexpr const char* kDicts = R"json([
  "{'touristy': False, 'hipster': True, 'casual': True}", "{'touristy': False, 'hipster': False}", "{'hipster': None}",
  "{u'hipster': True, u'lot': False,}", "{ 'hipster' : True , 'lot' : False }", "{'hipster': 'True'}",
  "{'hipster': u'no', 'lot': 'u\\'x\\''}", "{}", "{ }", "[]", "None", "{'hipster': True", "{'hipster': true}",
  "{hipster: True}", "{'hipster'}", "{'a': True, 'a': False, 'b': False}", "{'it': \"it's\", 'q': 'say \"x\"'}",
  "{'x': {'y': 'z', 'n': -1.5}, 'l': [1, 2.50, 'three', None]}", "['a', 'b', 1, 2.0]", "['free', ['no']]", "[,]",
  "{'caf\\xe9': True, '\\u00df': False}", "{'n': 12345678901234567890}", "['\\q']", "['a' 'b']", "{'é': 'İ', 'Σ': 1}",
  "{'tab': 'a\\tb\\n', 'back': '\\\\'}", "[1, +2, -3.25, 1e3]", "(1, 2)", "[True]", "{'k': ['a', {'b': False}]} ", "{1: True}",
  {"hipster": true}, {"hipster": false, "lot": false}, {"hipster": "True", "lot": "u'x'"}, {}, [], ["a", "b"], [null, ""],
  {"deep": {"hipster": "{'x': 'u\\'y\\''}"}}, {"it": "it's", "n": null}, ["\u0007", "\u00a0", "a\\b", "\ud83c\udf55"]
])json";

constexpr const char* kHours = R"json([
  "8:0-22:0", "9:00-17:00", "7:30-12:15", "18:0-2:0", "22:0-6:0", "0:0-0:0", "12:0-12:0", "0:0-24:0", " 8:00-17:00 ", "24:0-0:0", "20:0-20:0", "17:0-0:0",
  "22:30-21:0", "24:30-0:0", "30:0-4:0", "26:0-27:0",
  "11:0 - 14:0", "", "closed", "8-17", "8:0", "8:0-", "8:0-22:0-23:0", "a:b-c:d", "-1:0-5:0", null, {}, [], "[]", "{}", 5, false,
  "None", "u'9:0-17:0'", "u''", "12:00-17:00", "12:01-17:00", "12:00-16:59", "17:0-12:0"
])json";

constexpr const char* kTextWords = R"json([
  "cozy", "Cozy", "quiet", "work", "working", "coffee", "COFFEE", "tea", "great", "very", "good", "café", "CAFÉ", "straße", "STRASSE",
  "ſofa", "K", "kelvin", "ΣΊΣΥΦΟΣ", "σ", "ς", "İ", "i̇", "é", "🍕", "book", "2019", "aab", "end", "the", ".", "\n", "!", "live music",
  "drive-thru", "a[b", "ab", "x", "wi-fi", "\t", "date", "romantic"
])json";

constexpr const char* kStars =
    R"json([1, 2, 3, 4, 5, 5.0, 4.5, 3.5, "4", "5.0", "x", "", null, "u'4'", "None", [5], 0, -2,
      "nan", "4.5 ", ["a", [1, 2]], true])json";

constexpr const char* kCounts = R"json([
  0, 1, 2, 3, 5, 10, 50, 100, 1.5, "7", "12", "0", "", "many", "None", null, -3, true, false, "True", [1, 2], [], [null, ""],
  "[1, 2, 3]", "-4", "1e2", 1e3, " 7", "12 "
])json";

constexpr const char* kElites = R"json([
  "2018,2019", "2018", "2017,2018,2019,20,20", "", "None", "none", null, [2018, 2019], [], ["None", ""], ["none", "2019"], [null],
  "2018,,2020", ",", " ", "2018, ,2019", "2018, None", "None,2019", "[2018, 2019]", "u'2018,2019'", 3, 0, true, false, {"a": 1}, {},
  [[2018, 2019]], [["None"], ""], "{'a': 1}", "nan"
])json";

constexpr const char* kDates = R"json([
  "2018-05-01 10:00:00", "2019-12-31 23:59:59", "2020-01-01", "2020-01-01 00:00:00", "2021-07-04", "2022", "2019", "", null, 2020,
  "u'2020-06-01'", "soon", "-", "é-1",
  ["2020-01-01"], "2020-01-01T00:00:00", "🍕", "\uffee"
])json";

constexpr const char* kAverages =
    R"json([1.0, 2.5, 3.49, 3.5, 3.99, 4.0, 4.2, 5, 4, 3, "4.0", "3.4", "x", null])json";

constexpr const char* kNames = R"json([
  "Alice", "Bob", "Carol", "David", "Emma", "Frank", "alice", "Zoë", "None", "u'Bob'", "İlker", ""
])json";

/// Users that are no object, or none that a name can be found in.
constexpr const char* kOddUsers = R"json([
  null, "Bob", 7, ["Bob"], "{'name': 'Bob', 'fans': 5, 'elite': '2018,2019'}", {"name": ["Bob", "Alice"]}, {"name": "{'x': 'Bob'}"}, {}
])json";

constexpr const char* kJudgements = R"json([
  {"judgement": "positive"}, {"judgement": "POS"}, {"judgement": "True"}, {"judgement": "yes"}, {"judgement": true},
  {"judgement": "negative"}, {"judgement": "Neg"}, {"judgement": "FALSE"}, {"judgement": "no"}, {"judgement": false},
  {"judgement": "neutral"}, {"judgement": "mixed"}, {"judgement": "not_mentioned"}, {"judgement": "maybe"},
  {"judgement": null}, {"judgement": 1}, {"note": "x"}, "positive", null, true, {"judgement": "positive "},
  {"judgement": "negative", "note": "y"}, {"judgement": "Positive"}
])json";

constexpr const char* kTopics = R"json(["coffee", "music", "a:b", "Coffee", "", "é"])json";

constexpr const char* kItemPaths = R"json([
  ["attributes", "DriveThru"], ["attributes", "HasTV"], ["attributes", "WiFi"], ["attributes", "Alcohol"],
  ["attributes", "Price"], ["attributes", "Ambience"], ["attributes", "Ambience", "hipster"], ["attributes", "Parking"],
  ["attributes", "Parking", "lot"], ["attributes", "Parking", "x", "y"], ["attributes", "Parking", "deep", "hipster", "x"],
  ["attributes", "Nope"], ["attributes"], ["attributes", "WiFi", "free"], ["hours"], ["hours", "Monday"], ["name"], "name", "categories",
  ["categories"], ["stars"], ["is_open"], "attributes.WiFi", [], [""], "", ["attributes", ""], ["review_count", "x"]
])json";

constexpr const char* kHoursPaths = R"json([
  ["hours", "Monday"], ["hours", "Friday"], ["hours", "Sunday"], ["hours", "Nope"], ["hours"], ["attributes", "Price"], [], "name"
])json";

constexpr const char* kRequiredHours = R"json([
  "12:00-17:00", "7:0-12:0", "21:00-23:00", "23:0-1:0", "0:0-0:0", "12:0-12:0", "22:0-6:0", "18:0-2:0", " 9:00-17:00 ", "8:0-22:0",
  "17:0-12:0", "0:0-24:0"
])json";

constexpr const char* kLists = R"json([
  ["free", "paid"], [null, "no"], [["free"], "x"], [], [null], [true], [1, "two"], ["u'free'", "None"], [false, "STRASSE"], [["no", [4]]]
])json";

constexpr const char* kSubstrings = R"json([
  "free", "'hipster': True", "true", "TRUE", "none", "None", "", "é", "fre", 4, 4.0, true, false, 1, ["a"], ["a", "b"], "'",
  "{'hipster'", "wi", "ß", "ss", "i̇", "İ", "σ", "Σ", "ς", "\"it's\"", "coffee", "u'free'", "k", "\\", {"hipster": true}, 1e16, "e+", ".0",
  "\\x07", "\\xa0", "🍕", "\\t", "false, 'casual'", null
])json";

constexpr const char* kEquals = R"json([
  "1", "2", "4", "4.5", 2, 4, 4.5, 9223372036854775807, 9223372036854775808, "None", "none", "NONE", "u'none'", "True", "true",
  ["4", 4], [[1, 2.0]], [["a", "b"]], [{"hipster": true}], ["None"], "[1, 2]", "{'hipster': True}", "Free", "u'free'", [null, "free"],
  "ß", "STRASSE", "İstanbul", "", [""], 5, 5.0, "5", "2018,2019", [2018, 2019], [[2018, 2019]], "2020-01-01", "u'Bob'", "Alice", 7, "7"
])json";

constexpr const char* kNumberPaths = R"json([
  ["attributes", "Price"], ["stars"], "stars", ["review_count"], ["is_open"], ["attributes", "Parking", "n"]
])json";

constexpr const char* kBounds = R"json([
  0, 1, 2, 2.0, 3.5, 4, 4.5, 5, 10, 14, -1, -0.0, 0.1, 1e16, 9223372036854775807, 9223372036854775808, 9007199254740993, 100, 1e300, 0.00001
])json";

constexpr const char* kTextBounds = R"json([
  "2020-01-01", "2020", "2019-12-31 23:59:59", "", "4", "é", "a", "Z", "bob", "Bob", "🍕", "\uffee", "2018,2019", "u'2020-06-01'", "None"
])json";

constexpr const char* kMatchPaths = R"json([
  ["user", "elite"], ["user", "fans"], ["user", "review_count"], ["useful"], "useful", "stars", ["stars"], ["date"], "date",
  ["user", "name"], ["user", "name"], ["user", "name", "x"], ["user"], ["user", "average_stars"], ["text"], ["nope"], ["user", "nope", "x"],
  ["user", "elite", "a"], ["review_id"], []
])json";

constexpr const char* kContained = R"json([
  "cozy", "", "2018", "None", "none", "bo", "BO", "ß", "u'b", "'", "[", "a", "4", ".0", "é", "İ", "true", "2020-", "🍕"
])json";

constexpr const char* kTimes = R"json([
  "0:00", "0:0", "24:00", "23:59", "12:00", "11:59", "8:0", " 9:00 ", "22:00", "1:30", "2:0", "17:00", "20:0", "5:59", "21:15"
])json";

constexpr const char* kAskedHours = R"json([
  "12:00-17:00", "21:00-2:00", "0:0-1:0", "23:0-1:0", "22:0-6:0", " 9:00 - 17:00 ", "24:0-1:0", "0:0-24:0", "2:0-8:0", "17:0-12:0", "12:0-12:1"
])json";

constexpr const char* kPatterns = R"json([
  "cozy", "cozy|quiet", "\\bwork\\b", "(?<=very )good", "coff(ee)+", "straße", "STRASSE", "ſ", "s", "k", "\\w+é", "^the", "end$", "(o)\\1",
  "", "[", "(", "\\p{L}", "(?i)COZY", "a{,2}b", "[[:alpha:]]", "\\d{4}", ".", "\\Z", "x*", "🍕", "caf.", "(?P<n>a)(?P=n)b", "[^a-z ]", "σ",
  "Σ", "ς", "i̇", "great (coffee|tea)", "^$", "(?s)the.*end", "(?m)^cozy", "romantic|date", "(?!cozy)quiet", "tea\\s+x", "a\\[b", "\\.",
  "live music", "\\u00e9", "(?:good|great)\\W+coffee", "zzz", "K", "wi-?fi", "\\S\\s\\S", "(?a)\\bé", "é\\b", "İ", "coffee", "book|work|tea",
  "K", "sofa", "kelvin"
])json";

constexpr const char* kCredibilityFields = R"json([
  ["user", "fans"], ["user", "elite"], ["user", "review_count"], ["useful"], ["funny"], "useful", ["stars"], ["user", "name"], ["nope"],
  ["user", "nope", "x"], ["date"], ["user", "average_stars"], []
])json";

constexpr const char* kReviewPaths = R"json([
  ["user", "elite"], ["user", "fans"], ["user", "review_count"], ["useful"], ["funny"], "stars", ["date"], ["user", "name"], ["text"],
  ["nope"], ["user", "average_stars"], ["user", "elite", "a"], ["review_id"]
])json";

constexpr const char* kGroupFilters = R"json([
  {"field": "date", "value": "2020-01-01"}, {"field": "date", "value": "2020"}, {"field": ["date"], "value": "2019-12-31 23:59:59"},
  {"field": "date", "value": 2019}, {"field": ["user", "fans"], "value": 5}, {"field": ["user", "fans"], "value": "5"},
  {"field": ["useful"], "value": 1.5}, {"field": "useful", "value": "-4"}, {"field": "stars", "value": 4}, {"field": "nope", "value": 1},
  {"field": ["user", "average_stars"], "value": 3.5}, {"field": "funny", "value": "many"}, {"field": "date", "value": "é"}
])json";

}  // namespace

const Vocabulary& vocabulary() {
  const auto pool = [](const char* text) { return Json::parse(text); };
  static const Vocabulary all = {
      .flags = pool(kFlags),
      .words = pool(kWords),
      .numbers = pool(kNumbers),
      .dicts = pool(kDicts),
      .hours = pool(kHours),
      .text_words = pool(kTextWords),
      .stars = pool(kStars),
      .counts = pool(kCounts),
      .elites = pool(kElites),
      .dates = pool(kDates),
      .averages = pool(kAverages),
      .names = pool(kNames),
      .odd_users = pool(kOddUsers),
      .judgements = pool(kJudgements),
      .topics = pool(kTopics),
      .item_paths = pool(kItemPaths),
      .hours_paths = pool(kHoursPaths),
      .required_hours = pool(kRequiredHours),
      .lists = pool(kLists),
      .substrings = pool(kSubstrings),
      .equals = pool(kEquals),
      .number_paths = pool(kNumberPaths),
      .bounds = pool(kBounds),
      .text_bounds = pool(kTextBounds),
      .match_paths = pool(kMatchPaths),
      .contained = pool(kContained),
      .times = pool(kTimes),
      .asked_hours = pool(kAskedHours),
      .patterns = pool(kPatterns),
      .credibility_fields = pool(kCredibilityFields),
      .review_paths = pool(kReviewPaths),
      .group_filters = pool(kGroupFilters),
  };
  return all;
}

}  // namespace seedc::differential
