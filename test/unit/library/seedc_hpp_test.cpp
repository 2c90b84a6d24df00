// The C++ header: values in and out, and exceptions.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "include/seedc/seedc.hpp"

namespace seedc {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const std::string kCafes = SEEDC_EXAMPLES "/cafes";

class SeedcHppTest : public testing::Test {
 protected:
  Session session_;
  Data data_ = session_.open(kCafes);
};

TEST_F(SeedcHppTest, RunsRequests) {
  const Program program = session_.compile("R1: AND(wifi_free, NOT(noise_loud))", data_);
  EXPECT_FALSE(program.has_errors()) << program.findings_text();
  EXPECT_THAT(program.request_ids(), ElementsAre("R1"));
  const Results results = program.prepare({.backend = Backend::Interp}).run(data_);
  const std::vector<RequestResult> requests = results.requests();
  ASSERT_EQ(requests.size(), 1u);
  EXPECT_EQ(requests[0].status, Status::None);
  EXPECT_EQ(requests[0].values.size(), results.item_count());
  EXPECT_EQ(results.text(), program.prepare({.backend = Backend::Jit}).run(data_).text());
  EXPECT_THAT(program.explain(data_, {.item = std::string(results.item_id(0))}),
              HasSubstr("wifi_free"));
  EXPECT_THAT(program.why(data_), HasSubstr("R1"));
  EXPECT_THAT(results.matrix(), HasSubstr("\"R1\":["));
}

TEST_F(SeedcHppTest, RunsFormulas) {
  const Program program = session_.compile({{kCafes + "/risk.json"}}, {.data = data_});
  EXPECT_FALSE(program.has_errors()) << program.findings_text();
  const RunOptions options{
      .extractions = {kCafes + "/risk.extractions.jsonl"}, .sort = "RISK", .top = 3};
  const Results from_file = program.prepare().run(data_, options);
  EXPECT_EQ(from_file.formula_count(), 1u);
  std::ifstream file(kCafes + "/risk.extractions.jsonl");
  const std::string lines{std::istreambuf_iterator<char>(file), {}};
  const Results from_lines =
      program.prepare().run(data_, {.extraction_lines = lines, .sort = "RISK", .top = 3});
  EXPECT_EQ(from_lines.text(Format::Jsonl), from_file.text(Format::Jsonl));
  EXPECT_FALSE(from_file.ledger().empty());
  EXPECT_THAT(program.emit(Stage::Ir), HasSubstr("RISK"));
}

TEST_F(SeedcHppTest, ProgramsCompileAgainstASchema) {
  const Schema schema = session_.parse_schema(data_.schema().text());
  const Program program = session_.compile({{"p.req", "R1: wifi_free"}}, {.schema = schema});
  EXPECT_FALSE(program.has_errors()) << program.findings_text();
  EXPECT_EQ(program.prepare().run(data_).text(),
            session_.compile("R1: wifi_free", data_).prepare().run(data_).text());
}

TEST_F(SeedcHppTest, ErrorsAreThrown) {
  const Data nowhere = session_.open("nowhere");
  try {
    static_cast<void>(nowhere.schema());
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::Data);
    EXPECT_THAT(error.message(), HasSubstr("there is no `nowhere`"));
    EXPECT_THAT(error.help(), HasSubstr("a dataset is a folder"));
  }
  EXPECT_THROW(static_cast<void>(session_.parse_schema("{")), Error);
  EXPECT_THROW(static_cast<void>(explain_code("no-such-code")), Error);
}

TEST_F(SeedcHppTest, WhatACallbackThrowsComesOut) {
  const Call call{.progress = [](auto, auto, auto) -> bool { throw std::string("enough"); }};
  EXPECT_THROW(static_cast<void>(data_.names({}, call)), std::string);
  EXPECT_THAT(data_.names(), HasSubstr("wifi_free"));
}

TEST_F(SeedcHppTest, CallsTell) {
  std::string log;
  std::vector<std::string> steps;
  const Call call{.progress =
                      [&](std::string_view step, auto, auto) {
                        if (steps.empty() || steps.back() != step) steps.emplace_back(step);
                        return true;
                      },
                  .log = [&](bool, std::string_view text) { log += text; }};
  const Program program = session_.compile("R1: review_text(\"cozy\")", data_);
  static_cast<void>(program.prepare().run(session_.open(kCafes), {}, call));
  EXPECT_THAT(log, HasSubstr("72 items"));
  EXPECT_THAT(steps, testing::Contains("reading data"));
}

TEST_F(SeedcHppTest, ProgramsAreRewrittenAndFixed) {
  const Rewritten tidy =
      session_.rewrite({"p.req", "R1:AND( wifi_free,cat_friendly )"}, Rewriting::LayOut);
  ASSERT_TRUE(tidy.text);
  EXPECT_EQ(*tidy.text, "R1: AND(wifi_free, cat_friendly)\n");
  const Rewritten broken = session_.rewrite({"p.req", "R1: AND("}, Rewriting::LayOut);
  EXPECT_FALSE(broken.text);
  EXPECT_TRUE(broken.program.has_errors());
  const FixedProgram fixed =
      session_.apply_fixes({"p.req", "R1: and(wifi_free, noise_loud)"}, {.data = data_});
  EXPECT_EQ(fixed.count, 1u);
  EXPECT_EQ(fixed.text, "R1: AND(wifi_free, noise_loud)");
}

TEST_F(SeedcHppTest, SnapshotsAreData) {
  const std::filesystem::path file = std::filesystem::path(testing::TempDir()) / "cafes.snapshot";
  EXPECT_GT(data_.save(file), 1000u);
  session_.verify_snapshot(file);
  const Data snapshot = session_.open(file);
  EXPECT_EQ(snapshot.names(), data_.names());
  const Program program = session_.compile("R1: review_text(\"cozy\")", snapshot);
  EXPECT_EQ(program.prepare().run(snapshot).text(), program.prepare().run(data_).text());
  std::filesystem::remove(file);
}

TEST_F(SeedcHppTest, ACopiedSnapshotMayBeCut) {
  const std::filesystem::path file = std::filesystem::path(testing::TempDir()) / "cut.snapshot";
  data_.save(file);
  const Data snapshot = session_.open(file, {.copy_snapshot = true});
  const Program program = session_.compile("R1: AND(wifi_free, review_text(\"cozy\"))", snapshot);
  std::filesystem::resize_file(file, 100);
  EXPECT_EQ(program.prepare().run(snapshot).text(), program.prepare().run(data_).text());
  EXPECT_EQ(snapshot.names(), data_.names());
  EXPECT_THROW(static_cast<void>(session_.open(file, {.copy_snapshot = true}).names()), Error);
  std::filesystem::remove(file);
}

TEST_F(SeedcHppTest, CopiesOfSnapshotsAreCharged) {
  const std::filesystem::path file = std::filesystem::path(testing::TempDir()) / "large.snapshot";
  const std::uint64_t bytes = data_.save(file);
  const Call call{.memory_limit = bytes / 2};
  static_cast<void>(session_.open(file).schema(call));
  try {
    static_cast<void>(session_.open(file, {.copy_snapshot = true}).schema(call));
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::Limit);
    EXPECT_THAT(error.message(), HasSubstr("a snapshot"));
  }
  std::filesystem::remove(file);
}

TEST(SeedcHpp, TheMemoryOfASessionIsThatOfItsCalls) {
  const auto run = [](const Session& session, const Data& data) {
    return session.compile("R1: review_text(\"cozy\")", data).prepare().run(data);
  };
  const Session small({.memory_limit = 10'000});
  EXPECT_THROW(run(small, small.open(kCafes)), Error);

  // Data stay charged as long as they are kept: of what holds one dataset, two are too much.
  constexpr std::uint64_t kStep = 1 << 20;
  std::uint64_t limit = kStep;
  for (bool fits = false; !fits; limit += kStep) {
    const Session session({.memory_limit = limit});
    try {
      run(session, session.open(kCafes));
      fits = true;
    } catch (const Error& error) {
      ASSERT_EQ(error.kind(), ErrorKind::Limit);
    }
  }
  const Session session({.memory_limit = limit});
  std::vector<Data> kept;
  const auto keep_one = [&] {
    kept.push_back(session.open(kCafes));
    run(session, kept.back());
  };
  EXPECT_THROW(
      {
        for (int i = 0; i < 1000; ++i) keep_one();
      },
      Error);
  const std::size_t count = kept.size();
  kept.clear();
  for (std::size_t i = 1; i < count; ++i) keep_one();  // what was given back is there again
}

TEST(SeedcHpp, TheLanguagesHaveTexts) {
  EXPECT_THAT(formula_schema(), HasSubstr("$schema"));
  EXPECT_THAT(formula_prompt(), HasSubstr("extract"));
  EXPECT_THAT(limits(), HasSubstr("reviews"));
  EXPECT_THAT(explain_code("unknown-name"), HasSubstr("unknown-name"));
  EXPECT_FALSE(version().empty());
}

}  // namespace
}  // namespace seedc
