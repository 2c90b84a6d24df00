// Extractions: values by their fields' types, rows by their reviews, and the report of faults.
#include "runtime/data/extractions/extractions.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "test/unit/dataset_folder.h"

namespace seedc::data {
namespace {

using Fault = ExtractionReport::Fault;
using contract::FieldType;
using Values = std::vector<language::Value>;

/// A dataset with the reviews r0 to r3, and a file of extractions for it.
class ExtractionsTest : public testing::Test {
 protected:
  ExtractionsTest() {
    folder_.write("items.jsonl", R"({"business_id": "i"})");
    std::string reviews;
    for (int review = 0; review < 4; ++review)
      reviews += fmt::format("{{\"review_id\":\"r{}\",\"business_id\":\"i\"}}\n", review);
    folder_.write("reviews.jsonl", reviews);
  }

  base::Result<Extractions> try_load(std::string_view lines, std::vector<contract::Field> fields,
                                     const std::set<std::string>& known_elsewhere = {},
                                     bool strict = false) {
    folder_.write("x.extractions", lines);
    dataset_.emplace(folder_.load().value());
    return load_extractions(file(), fields, known_elsewhere, *dataset_, {.strict = strict});
  }
  Extractions load(std::string_view lines, const std::vector<contract::Field>& fields,
                   const std::set<std::string>& known_elsewhere = {}) {
    return try_load(lines, fields, known_elsewhere).value();
  }

  /// The values of r0, r1, … for a field `f` of this type, r0 having the first of `jsons`.
  Values values_of(contract::FieldType type, const std::vector<std::string>& jsons) {
    std::string lines;
    for (std::size_t review = 0; review < jsons.size(); ++review)
      lines += fmt::format("{{\"review_id\":\"r{}\",\"f\":{}}}\n", review, jsons[review]);
    loaded_ = load(lines, {{"f", type, {"mild", "severe"}}});
    const Column& column = loaded_.field("f");
    Values values;
    for (std::size_t review = 0; review < jsons.size(); ++review)
      values.push_back(column.values[column.codes[review]]);
    return values;
  }

  std::uint64_t count(Fault fault) const {
    const auto& counts = loaded_.report().counts;
    return counts.contains(fault) ? counts.at(fault) : 0;
  }
  std::string file() const { return folder_.file("x.extractions"); }

  unit::DatasetFolder folder_;
  std::optional<Dataset> dataset_;
  Extractions loaded_;
};

TEST_F(ExtractionsTest, AnEnumTakesItsDeclaredValuesOnly) {
  EXPECT_EQ(values_of(contract::FieldType::Enum, {R"("mild")", R"("Mild")", "1", "null"}),
            (Values{"mild", {}, {}, {}}));
  EXPECT_EQ(count(Fault::Undeclared), 1U);
  EXPECT_EQ(count(Fault::WrongType), 1U);
  EXPECT_EQ(loaded_.report().notes[0].text,
            "`f` is \"Mild\", which is not among its declared values");
  EXPECT_EQ(loaded_.report().notes[1].text, "`f` is 1, not a string");
}

TEST_F(ExtractionsTest, RowsMadeHereCountAsTheirLinesDo) {
  const std::vector<contract::Field> fields = {
      {"f", FieldType::Int}, {"g", FieldType::Enum, {"mild"}}, {"h", FieldType::Float}};
  const std::vector<std::optional<language::Dict>> rows = {
      language::Dict{{"review_id", "r0"}, {"f", 1}, {"g", "mild"}, {"g.quote", "so"}, {"h", 2}},
      language::Dict{{"review_id", "r2"}, {"f", 1.5}, {"g", "harsh"}, {"h", "2"}, {"k", true}},
      language::Dict{
          {"review_id", "r1"}, {"f", {}}, {"g.ungrounded", "no"}, {"h", language::List()}},
      language::Dict{{"review_id", "r0"}, {"f", 2}},
      language::Dict{{"review_id", "r9"}},
      language::Dict{{"f", 2}},
  };
  std::string lines;
  for (const auto& row : rows) lines += language::to_json(*row) + "\n";
  const Extractions read = load(lines, fields);
  const Extractions made = extractions_of(file(), rows, fields, *dataset_, {}).value();
  EXPECT_EQ(made.report().rows, read.report().rows);
  EXPECT_EQ(made.report().used, read.report().used);
  EXPECT_EQ(made.report().counts, read.report().counts);
  for (std::size_t i = 0; i < read.report().notes.size(); ++i) {
    EXPECT_EQ(made.report().notes.at(i).text, read.report().notes[i].text);
    EXPECT_EQ(made.report().notes.at(i).line, read.report().notes[i].line);
  }
  for (const contract::Field& field : fields) {
    EXPECT_EQ(Codes(made.field(field.name).codes).own(), Codes(read.field(field.name).codes).own());
    EXPECT_EQ(made.field(field.name).values, read.field(field.name).values);
  }
}

TEST_F(ExtractionsTest, AValueBesideItsDoubtIsMissing) {
  const std::vector<contract::Field> fields = {{"f", FieldType::Int}, {"g", FieldType::Int}};
  const Extractions read =
      load(R"({"review_id":"r0","f.ungrounded":"no","f":1,"g":1,"g.disputed":null})"
           "\n"
           R"({"review_id":"r1","f":1,"g":1,"g.disputed":2})",
           fields);
  const auto& codes_of_f = read.field("f").codes;
  const auto& codes_of_g = read.field("g").codes;
  EXPECT_TRUE(read.field("f").values[codes_of_f[0]].is_null());
  EXPECT_FALSE(read.field("g").values[codes_of_g[0]].is_null());
  EXPECT_FALSE(read.field("f").values[codes_of_f[1]].is_null());
  EXPECT_TRUE(read.field("g").values[codes_of_g[1]].is_null());
  EXPECT_EQ(read.report().counts,
            (std::map<Fault, std::uint64_t>{{Fault::Ungrounded, 1}, {Fault::Disputed, 1}}));
}

TEST_F(ExtractionsTest, RowsOfATableMaySayThatTheyAreNotOpen) {
  const std::vector<contract::Field> fields = {{"f", FieldType::Int}};
  const Extractions read = load(R"({"review_id":"r0","f":1,"open":null})"
                                "\n"
                                R"({"review_id":null,"open":"r1"})"
                                "\n"
                                R"({"review_id":"r2","f":1,"open":"r2"})"
                                "\n",
                                fields);
  EXPECT_EQ(read.report().notes.size(), 1U);
  EXPECT_EQ(read.report().notes.at(0).text, "the field `open` is not declared");
  EXPECT_EQ(read.report().notes.at(0).line, 3U);
}

TEST_F(ExtractionsTest, AnIntTakesIntegersOf64Bits) {
  EXPECT_EQ(values_of(contract::FieldType::Int,
                      {"-9223372036854775808", "9223372036854775808", "3.0", "true"}),
            (Values{INT64_MIN, {}, {}, {}}));
  EXPECT_EQ(count(Fault::WrongType), 3U);
}

TEST_F(ExtractionsTest, AFloatTakesAnyNumberAsAReal) {
  EXPECT_EQ(values_of(contract::FieldType::Float, {"3", "0.5", "1e3", R"("3")"}),
            (Values{3.0, 0.5, 1000.0, {}}));
  EXPECT_EQ(count(Fault::WrongType), 1U);
}

TEST_F(ExtractionsTest, ABoolTakesBooleans) {
  EXPECT_EQ(values_of(contract::FieldType::Bool, {"true", "false", "1", R"("True")"}),
            (Values{true, false, {}, {}}));
  EXPECT_EQ(count(Fault::WrongType), 2U);
}

TEST_F(ExtractionsTest, AStringTakesStringsAsTheyAre) {
  EXPECT_EQ(values_of(contract::FieldType::String, {R"("True")", R"("")", R"(["a"])", "{}"}),
            (Values{"True", "", {}, {}}));
  EXPECT_EQ(count(Fault::WrongType), 2U);
  EXPECT_EQ(loaded_.report().notes[0].text, "`f` is a list, not a string");
}

TEST_F(ExtractionsTest, OfEqualKeysTheLastCounts) {
  const Extractions loaded = load(R"({"f": "x", "review_id": "no", "f": 7, "review_id": "r2"})",
                                  {{"f", contract::FieldType::Int}});
  EXPECT_EQ(loaded.field("f").values[loaded.field("f").codes[2]], language::Value(7));
  EXPECT_TRUE(loaded.report().counts.empty());
}

TEST_F(ExtractionsTest, AbsentIsMissing) {
  const Extractions loaded = load(R"({"review_id": "r1"})", {{"f", contract::FieldType::Int}});
  EXPECT_THAT(Codes(loaded.field("f").codes).own(), testing::ElementsAre(0, 0, 0, 0));
  EXPECT_EQ(loaded.state(0), ExtractionState::None);
  EXPECT_EQ(loaded.state(1), ExtractionState::Usable);
}

TEST_F(ExtractionsTest, ReviewsAreOpenUnlessTheyHaveARow) {
  const Extractions loaded = load(
      R"({"open": "r0"}
{"open": "r1"}
{"review_id": "r1", "f": 3}
{"review_id": "r2", "open": "r0"}
{"review_id": null, "open": "r2", "f": 4}
{"open": "zzz"}
{"open": 5})",
      {{"f", contract::FieldType::Int}});
  EXPECT_EQ(loaded.state(0), ExtractionState::Open);
  EXPECT_EQ(loaded.state(1), ExtractionState::Usable);
  EXPECT_EQ(loaded.state(2), ExtractionState::Usable);
  EXPECT_EQ(loaded.state(3), ExtractionState::None);
  const data::Column& column = loaded.field("f");
  EXPECT_EQ(column.values[column.codes[1]], language::Value(3));
  EXPECT_EQ(column.codes[2], 0U);
  EXPECT_EQ(loaded.report().rows, 7U);
  EXPECT_EQ(loaded.report().used, 2U);
  EXPECT_EQ(loaded.report().open, 3U);
  EXPECT_EQ(loaded.report().counts.at(Fault::UnknownReview), 1U);
  EXPECT_EQ(loaded.report().counts.at(Fault::BrokenLine), 1U);
  EXPECT_EQ(loaded.report().counts.at(Fault::UnknownField), 1U);
}

TEST_F(ExtractionsTest, TheReportBalances) {
  const Extractions loaded = load(
      "\xEF\xBB\xBF{\"review_id\": \"r1\", \"f\": 1}\n"
      "\n"
      "{\"review_id\": \"r1\", \"f\": 2, \"g\": 2}\n"
      "{\"review_id\": \"zzz\", \"f\": \"bad\", \"g\": 2}\n"
      "[1]\n"
      "nonsense\n"
      "{\"f\": 1}\n"
      "{\"review_id\": \"r0\", \"g\": 1, \"h\": 1}",
      {{"f", contract::FieldType::Int}}, {"h"});
  const ExtractionReport& report = loaded.report();
  EXPECT_EQ(report.rows, 7U);
  EXPECT_EQ(report.used, 2U);
  EXPECT_EQ(report.counts, (std::map<Fault, std::uint64_t>{{Fault::BrokenLine, 3},
                                                           {Fault::UnknownReview, 1},
                                                           {Fault::DuplicateReview, 1},
                                                           {Fault::UnknownField, 1}}));
  std::vector<std::string> notes;
  for (const ExtractionReport::Note& note : report.notes)
    notes.push_back(fmt::format("{}: {}", note.line, note.text));
  EXPECT_EQ(notes,
            (std::vector<std::string>{
                "3: review `r1` already has a row", "4: a row for the unknown review `zzz`",
                "5: not an object", "6: not valid JSON",
                "7: `review_id` is missing or not a string", "8: the field `g` is not declared"}));
  EXPECT_EQ(loaded.field("f").values[loaded.field("f").codes[1]], language::Value(1));
}

TEST_F(ExtractionsTest, OnlyTheFirstFaultsOfAKindAreNoted) {
  std::string lines;
  for (int line = 0; line < 30; ++line) lines += "nonsense\n";
  const Extractions loaded = load(lines, {});
  EXPECT_EQ(loaded.report().counts.at(Fault::BrokenLine), 30U);
  EXPECT_EQ(loaded.report().notes.size(), ExtractionReport::kMaxNotes);
}

TEST_F(ExtractionsTest, StrictFailsAtTheFirstFault) {
  const auto failed = try_load("{\"review_id\": \"r0\"}\n{\"review_id\": \"r1\", \"f\": \"x\"}\n{",
                               {{"f", contract::FieldType::Int}}, {}, /*strict=*/true);
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().kind(), base::ErrorKind::Data);
  EXPECT_EQ(failed.error().text, file() + ":2: `f` is \"x\", not an integer");
  EXPECT_TRUE(try_load("{\"review_id\": \"r0\"}\n", {}, {}, /*strict=*/true));
}

TEST_F(ExtractionsTest, AFileThatIsNotThereIsAnError) {
  const Dataset dataset = folder_.load().value();
  const auto failed = load_extractions(folder_.file("none"), {}, {}, dataset, {});
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().kind(), base::ErrorKind::Data);
}

/// Several blocks, rows out of order, all values distinct: codes are those of one thread.
TEST(LargeExtractions, AreTheSameOnAnyNumberOfThreads) {
  constexpr int kReviews = 40'000;
  unit::DatasetFolder folder;
  folder.write("items.jsonl", R"({"business_id": "i"})");
  std::string reviews;
  std::string rows;
  for (int review = 0; review < kReviews; ++review) {
    reviews += fmt::format("{{\"review_id\":\"r{}\",\"business_id\":\"i\"}}\n", review);
    rows += fmt::format("{{\"review_id\":\"r{}\",\"f\":\"value {}\",\"padding\":\"{:060}\"}}\n",
                        review * 7919L % kReviews, review, 0);
  }
  folder.write("reviews.jsonl", reviews);
  folder.write("x.extractions", rows);
  const Dataset dataset = folder.load().value();
  const std::vector<contract::Field> fields = {{"f", contract::FieldType::String}};
  const auto load = [&](unsigned threads) {
    return load_extractions(folder.file("x.extractions"), fields, {"padding"}, dataset,
                            {.threads = threads})
        .value();
  };
  const Extractions one = load(1);
  const Extractions many = load(4);
  EXPECT_EQ(one.report().used, std::uint64_t{kReviews});
  EXPECT_EQ(Codes(one.field("f").codes).own(), Codes(many.field("f").codes).own());
  EXPECT_EQ(one.field("f").values, many.field("f").values);
  EXPECT_EQ(one.field("f").values[one.field("f").codes[7919]], language::Value("value 1"));
}

TEST_F(ExtractionsTest, AJudgeLetsPassWhatIsNotBelowItsThreshold) {
  const std::string quality(contract::Judge::kQuality);
  Extractions loaded = load(
      R"({"review_id":"r0","evidence_quality":0.15}
{"review_id":"r1","evidence_quality":0.1499,"reasoning":"known","is_valid":false}
{"review_id":"r2"}
)",
      {{quality, contract::FieldType::Float, {}}});
  loaded.apply({.guidelines = "g", .threshold = 0.15});
  EXPECT_EQ(loaded.state(0), ExtractionState::Usable);
  EXPECT_EQ(loaded.state(1), ExtractionState::Inappropriate);
  EXPECT_EQ(loaded.state(2), ExtractionState::NotJudged);
  EXPECT_EQ(loaded.state(3), ExtractionState::None);
  EXPECT_TRUE(loaded.report().counts.empty());
}

TEST(NoExtractions, EveryReviewCountsAsHavingOne) {
  EXPECT_EQ(Extractions().state(7), ExtractionState::Usable);
}

}  // namespace
}  // namespace seedc::data
