// The C++ header: values in and out, and exceptions.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "include/seedc/seedc.hpp"
#include "test/unit/dataset_folder.h"

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
  EXPECT_THAT(results.statuses(), ElementsAre(Status::None));
  EXPECT_TRUE(std::ranges::equal(results.requests(false)[0].matches, requests[0].matches));
  EXPECT_TRUE(results.requests(false)[0].values.empty());
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
  EXPECT_THAT(from_file.ledger(Format::Json),
              HasSubstr("{\"formula\":\"hygiene risk\",\"ledger\":{"));
  EXPECT_THAT(program.emit(Stage::Ir), HasSubstr("RISK"));
  const SensitivityOptions wrong{.output = "VERDICT",
                                 .probability = 0.1,
                                 .extractions = options.extractions,
                                 .samples = 100,
                                 .sort = "RISK",
                                 .top = 3,
                                 .format = Format::Jsonl};
  EXPECT_THAT(program.sensitivity(data_, wrong), HasSubstr("\"rank\":3"));
}

TEST_F(SeedcHppTest, ResultsArePages) {
  const Results results = session_.compile("R1: cozy_reviews", data_).prepare().run(data_);
  const Text page = results.report(data_, {.title = "<cafes>"});
  EXPECT_THAT(std::string(page.view()), HasSubstr("<h1><bdi>&lt;cafes&gt;</bdi></h1>"));
  EXPECT_THAT(std::string(page.view()), HasSubstr("\"author\":\""));
  const Text less = results.report(data_, {.no_texts = true, .no_names = true});
  EXPECT_THAT(std::string(less.view()), testing::Not(HasSubstr("\"author\":\"")));
  EXPECT_THAT(std::string(less.view()), HasSubstr("\"options\":{\"texts\":false,\"names\":false}"));
  EXPECT_LE(results.report(data_, {.max_bytes = 200'000}).view().size(), 200'000u);
}

TEST_F(SeedcHppTest, PagesAreOfTheDataOfTheRun) {
  const Results results = session_.compile("R1: cozy_reviews", data_).prepare().run(data_);
  const auto folder = std::filesystem::temp_directory_path() / "seedc_page_of_other_data";
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "restaurants.jsonl") << R"({"business_id":"a"})" << '\n';
  std::ofstream(folder / "reviews.jsonl") << "";
  try {
    static_cast<void>(results.report(session_.open(folder.string())));
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::Data);
    EXPECT_EQ(error.message(), "the data: it has changed since the run");
  }
  std::filesystem::remove_all(folder);
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
  EXPECT_THROW(static_cast<void>(session_.explain_code("no-such-code")), Error);
}

TEST_F(SeedcHppTest, WhatACallbackThrowsComesOut) {
  const Call call{.progress = [](auto, auto, auto) -> bool { throw std::string("enough"); }};
  EXPECT_THROW(static_cast<void>(data_.names({}, call)), std::string);
  EXPECT_THAT(data_.names(), HasSubstr("wifi_free"));
}

TEST_F(SeedcHppTest, TheFirstThatIsThrownComesOut) {
  int calls = 0;
  const Call call{.log = [](bool, std::string_view) { throw 7; },
                  .timing =
                      [&](const Timing& stage) {
                        if (stage.name == "decide conditions") ++calls;
                      }};
  const Prepared prepared = session_.compile("R1: review_text(\"cozy\")", data_).prepare();
  EXPECT_THROW(prepared.run(session_.open(kCafes), {}, call), int);
  EXPECT_EQ(calls, 0);
  const Program formula = session_.compile({{kCafes + "/risk.json"}}, {.data = data_});
  const ModelOptions model{.url = "http://localhost:1/v1",
                           .name = "m",
                           .store = testing::TempDir() + "/thrown.sqlite",
                           .stop = []() -> bool { throw 8; }};
  EXPECT_THROW(formula.prepare().run(data_, {.model = model}), int);
  EXPECT_THROW(formula.extract(data_, model), int);
  const auto thrown_by_names = [] {
    return Session({.setting_name = [](auto) -> std::string { throw 9; }});
  };
  EXPECT_THROW(thrown_by_names(), int);
}

/// The code of the error that is thrown.
template <class Call>
std::string code_of(const Call& call) {
  try {
    call();
  } catch (const Error& error) {
    return error.code();
  }
  return "none";
}

TEST_F(SeedcHppTest, WhatIsMissingIsAnError) {
  const Prepared requests = session_.compile("R1: wifi_free", data_).prepare();
  EXPECT_EQ(code_of([&] { requests.run_stream({.read = [](auto, auto) { return 0; }}, {}); }),
            "null-pointer");
  EXPECT_EQ(code_of([&] { session_.lsp({}); }), "null-pointer");
  EXPECT_EQ(code_of([&] { session_.rewrite({"p.ir", ""}, Rewriting::OptimiseIr, {"inline"}); }),
            "not-found");
  EXPECT_EQ(code_of([&] { session_.fix_file("nowhere.req"); }), "unreadable-program");
  EXPECT_EQ(code_of([&] { session_.fix_file(kCafes); }), "unreadable-program");
  const std::string cut("a\0b", 3);
  EXPECT_EQ(code_of([&] { data_.save(cut); }), "nul-in-path");
  EXPECT_EQ(code_of([&] { session_.compile({Input{.name = cut}}, {.data = data_}); }),
            "nul-in-path");
  EXPECT_EQ(code_of([&] { Session({.duckdb = cut}); }), "nul-in-path");
  EXPECT_EQ(code_of([&] { requests.run(data_, {.sort = "RISK"}); }), "no-formula");
  EXPECT_EQ(code_of([&] { requests.run(data_, {.top = 1}); }), "no-formula");
  EXPECT_EQ(code_of([&] { requests.run(data_, {.extraction_lines = ""}); }), "no-formula");
  EXPECT_EQ(code_of([&] { requests.run(data_, {.require_extractions = true}); }), "no-formula");
}

TEST_F(SeedcHppTest, CodesOfErrorsAreNotThoseOfFindings) {
  try {
    static_cast<void>(session_.explain_code("no-items"));
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.help(), "it is the code of an error: `FILE` has no items");
  }
}

TEST_F(SeedcHppTest, FormulasWithErrorsAreNotExtracted) {
  const Program broken = session_.compile(
      {{"f.json", R"({"task_name": "x", "compute": [], "output": ["A"]})"}}, {.data = data_});
  EXPECT_TRUE(broken.has_errors());
  EXPECT_EQ(code_of([&] { broken.check_extract(); }), "program-has-errors");
  EXPECT_EQ(code_of([&] { static_cast<void>(broken.estimate(data_, {})); }), "program-has-errors");
}

TEST_F(SeedcHppTest, HandlesThatWereMovedFromAreNoOptions) {
  const Data empty(nullptr);  // as one is that was moved from
  EXPECT_THROW(static_cast<void>(session_.compile("R1: wifi_free", empty)), Error);
}

TEST_F(SeedcHppTest, RequestsWithErrorsAreNotCompared) {
  const Program good = session_.compile("R1: wifi_free\nR2: wifi_free", data_);
  const Program broken = session_.compile("R1: wifi_fre\nR2: wifi_free\nR3: wifi_fre", data_);
  const Verdicts verdicts = session_.compare(good, broken);
  EXPECT_EQ(verdicts.undecided, 1u);
  EXPECT_EQ(verdicts.proved, 1u);
  EXPECT_EQ(verdicts.refuted, 1u);  // which is added
  EXPECT_THAT(*verdicts.text, HasSubstr("it has errors in the newer program"));
  EXPECT_THAT(*session_.compare(broken, good).text,
              HasSubstr("it has errors in the older program"));
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

TEST_F(SeedcHppTest, WhatIsLeftOutIsPartOfData) {
  EXPECT_EQ(data_.left_out().substr(0, 48), R"({"items":72,"reviews":1600,"left_out":{"count":0)");
  const unit::DatasetFolder folder;
  folder.write("items.jsonl", "{\"business_id\":\"a\"}\n{\"business_id\":\"a\"}\n");
  folder.write("reviews.jsonl", "{\"review_id\":\"r\",\"business_id\":\"b\"}\n");
  const Data broken = session_.open(folder.path());
  const std::string left_out = broken.left_out();
  EXPECT_THAT(left_out, HasSubstr(R"("left_out":{"count":2,)"));
  EXPECT_THAT(left_out, HasSubstr(R"("line":2,"reason":"business_id `a` already exists")"));

  std::string warnings, notes;
  const Call call{.log = [&](bool is_warning, std::string_view text) {
    (is_warning ? warnings : notes) += text;
  }};
  const Results results =
      session_.compile("R1: review_text(\"cozy\")", broken).prepare().run(broken, {}, call);
  EXPECT_THAT(warnings, HasSubstr("a review of the unknown item `b`, left out"));
  EXPECT_THAT(notes, HasSubstr("data: 1 item, 0 reviews"));
  const std::string found = results.findings_text(Format::Json);
  EXPECT_THAT(found, HasSubstr(R"("code":"broken-record")"));
  EXPECT_THAT(found, HasSubstr(R"("errors":0,"warnings":2})"));
}

TEST_F(SeedcHppTest, CallsTellWhatTheirStagesTook) {
  struct Kept {
    std::string name;
    std::chrono::steady_clock::time_point begin, end;
    std::uint64_t count;
    std::string noun;
  };
  std::vector<Kept> stages;
  const Call call{.timing = [&](const Timing& stage) {
    stages.push_back({std::string(stage.name), stage.begin, stage.begin + stage.elapsed,
                      stage.count, std::string(stage.noun)});
  }};
  const auto before = std::chrono::steady_clock::now();
  const Program program = session_.compile("R1: review_text(\"cozy\")", data_, call);
  static_cast<void>(program.prepare({}, call).run(data_, {}, call).text(Format::Json, {}, call));
  const auto after = std::chrono::steady_clock::now();
  const auto find = [&](std::string_view name) {
    return *std::ranges::find(stages, name, &Kept::name);
  };
  for (const Kept& stage : stages) {
    EXPECT_LE(before, stage.begin) << stage.name;
    EXPECT_LE(stage.begin, stage.end) << stage.name;
    EXPECT_LE(stage.end, after) << stage.name;
  }
  EXPECT_EQ(find("load data").count, 1672u);
  EXPECT_EQ(find("load data").noun, "record");
  EXPECT_EQ(find("decide conditions").count, 1u);
  EXPECT_LE(find("load data").end, find("decide conditions").begin);
  const Call throwing{.timing = [](const Timing&) { throw std::string("enough"); }};
  EXPECT_THROW(static_cast<void>(session_.compile("R1: wifi_free", data_, throwing)), std::string);
}

TEST_F(SeedcHppTest, ResultsAreOneTableAsCsv) {
  const Program program =
      session_.compile({{"r.req", "R1: wifi_free"}, {kCafes + "/../first.json"}}, {.data = data_});
  const Prepared prepared = program.prepare();
  EXPECT_THAT(prepared.formula_names(), ElementsAre("dessert"));
  EXPECT_THAT(prepared.outputs(0), ElementsAre("N", "MEAN"));
  EXPECT_TRUE(prepared.outputs(1).empty());
  const Results results = prepared.run(data_);
  EXPECT_THROW(static_cast<void>(results.text(Format::Csv)), Error);
  EXPECT_TRUE(
      results.text(Format::Csv, {.table = 0}).starts_with("request,business_id,name,score\n"));
  EXPECT_TRUE(results.text(Format::Csv, {.columns = {"MEAN"}, .table = 1})
                  .starts_with("business_id,MEAN\n"));
  EXPECT_THROW(static_cast<void>(results.text(Format::Csv, {.table = 2})), Error);
  EXPECT_THROW(static_cast<void>(results.text(Format::Text, {.columns = {"MEEN"}})), Error);
  EXPECT_THAT(results.text(Format::Csv, {.long_rows = true, .table = 0}), HasSubstr(",-1,\n"));
}

TEST(SeedcHpp, TextsAreAsWideAsTheSessionSays) {
  const Session wide({.text_width = UINT32_MAX}), narrow({.text_width = 40, .message_width = 30});
  const auto longest = [](const std::string& text) {
    std::size_t most = 0;
    for (const std::string& line : detail::lines(text)) most = std::max(most, line.size());
    return most;
  };
  EXPECT_GT(longest(wide.open(kCafes).schema().text(Format::Text)), 120u);
  EXPECT_LE(longest(narrow.limits()), 60u);
  const Data cafes = narrow.open(kCafes);
  EXPECT_LE(longest(narrow.compile("wify_free", cafes).findings_text()), 40u);
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
  EXPECT_EQ(data_.update(file), std::filesystem::file_size(file));
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
    const Session session({.threads = 1, .memory_limit = limit});
    try {
      run(session, session.open(kCafes));
      fits = true;
    } catch (const Error& error) {
      ASSERT_EQ(error.kind(), ErrorKind::Limit);
    }
  }
  const Session session({.threads = 1, .memory_limit = limit});
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

TEST_F(SeedcHppTest, MessagesNameOptionsAsTheCallerDoes) {
  const auto message_of = [](const Session& session) {
    try {
      return static_cast<void>(session.parse_schema("{")), Error(ErrorKind::Usage, "no error");
    } catch (const Error& error) {
      return error;
    }
  };
  EXPECT_EQ(message_of(session_).help(), "write one (seedc_schema_text)");
  const Session silent({.setting_name = [](auto) { return std::string(); }});
  EXPECT_EQ(message_of(silent).help(), "write one");
  std::vector<std::string> options;
  const Session named({.setting_name = [&](std::string_view option) {
    options.emplace_back(option);
    return std::string(option == "seedc_schema_text" ? "Save as schema, of whatever there is" : "");
  }});
  EXPECT_EQ(message_of(named).help(), "write one (Save as schema, of whatever there is)");
  EXPECT_EQ(message_of(named).option(), "seedc_schema_text");
  EXPECT_THAT(options, testing::IsSupersetOf({"threads", "memory_limit", "top", "seedc_extract"}));
}

TEST_F(SeedcHppTest, SourcesAndOverlaysAreTexts) {
  const std::filesystem::path folder = testing::TempDir();
  std::ofstream(folder / "overlaid.json") << "{}";
  const Program program =
      session_.compile({{folder / "p.req", "import \"overlaid.json\"\nR1: cosy"}},
                       {.data = data_,
                        .overlays = {{folder / "overlaid.json",
                                      R"({"cosy": {"kind": "review_text", "pattern": "cosy"}})"}}});
  std::filesystem::remove(folder / "overlaid.json");
  EXPECT_FALSE(program.has_errors()) << program.findings_text();
  EXPECT_THAT(program.source(), HasSubstr("R1: cosy"));
  EXPECT_EQ(program.source(1), "");
  EXPECT_THROW(static_cast<void>(session_.compile({{"nowhere.req"}})), Error);
  const Program unreadable = session_.compile({{"nowhere.req"}}, {.report_unreadable = true});
  ASSERT_EQ(unreadable.error_count(), 1u);
  EXPECT_EQ(unreadable.findings()[0].code, "unreadable-file");
}

TEST_F(SeedcHppTest, InputsWithOneNameHaveOneText) {
  const auto compiled = [&](const std::vector<Input>& inputs) {
    return session_.compile(inputs, {.data = data_});
  };
  const Input cozy{"p.req", "R1: cozy_positive"};
  EXPECT_EQ(code_of([&] { compiled({cozy, {"./p.req", "R2: wifi_free"}}); }), "repeated-input");
  EXPECT_EQ(code_of([&] { compiled({cozy, {"p.req"}}); }), "repeated-input");
  EXPECT_EQ(compiled({cozy, cozy}).findings()[0].code, "duplicate-request");
  EXPECT_FALSE(compiled({cozy, {"q.req", "R2: wifi_free"}}).has_errors());
}

TEST_F(SeedcHppTest, OneRequestIsRun) {
  const std::vector<Input> both = {{"p.req", "R1: wifi_free\nR2: noise_loud"}};
  const Program second = session_.compile(both, {.data = data_, .request = "R2"});
  EXPECT_THAT(second.request_ids(), ElementsAre("R2"));
  EXPECT_EQ(second.prepare().run(data_).requests().size(), 1u);
  const Program none = session_.compile(both, {.data = data_, .request = "R3"});
  EXPECT_FALSE(none.has_errors());
  EXPECT_THROW(static_cast<void>(none.prepare()), Error);
}

TEST_F(SeedcHppTest, FormulasAreLeftOut) {
  const std::vector<Input> both = {{kCafes + "/risk.json"}, {"p.req", "R1: wifi_free"}};
  const Program all = session_.compile(both, {.data = data_});
  EXPECT_EQ(all.scoring_count(), 1u);
  EXPECT_GT(all.field_count(), 0u);
  const Program requests = session_.compile(both, {.data = data_, .requests_only = true});
  const Results results = requests.prepare().run(data_);
  EXPECT_EQ(results.formula_count(), 0u);
  EXPECT_EQ(results.requests().size(), 1u);
  EXPECT_EQ(results.whole_text().view(), results.text());
}

TEST_F(SeedcHppTest, DefaultsOfParametersAreForFormulasThatHaveThem) {
  const Input formula{"p.json",
                      R"({"params": {"K": 1, "L": 2}, "compute": [{"name": "N", "op": "count"}],
                          "output": ["K", "L"]})"};
  const auto row = [&](const CompileOptions& options) {
    const Program program = session_.compile({{formula}}, options);
    return program.prepare().run(data_, {.top = 1}).text(Format::Jsonl);
  };
  EXPECT_THAT(row({.data = data_, .default_parameters = {"K=5", "M=6"}}),
              HasSubstr(R"({"K":5,"L":2})"));
  EXPECT_THAT(
      row({.data = data_, .parameters = {"K=4"}, .default_parameters = {"K=5", "p.L=7", "L=8"}}),
      HasSubstr(R"({"K":4,"L":7})"));
  EXPECT_THROW(row({.data = data_, .default_parameters = {"K=text"}}), Error);
  EXPECT_EQ(code_of([&] { row({.data = data_, .default_parameters = {"K=5", "K=6"}}); }),
            "repeated-parameter");
}

TEST_F(SeedcHppTest, WarningsAreMadeErrorsByCode) {
  const std::vector<Input> twice = {{"p.req", "R1: review_text(\"a\", missing: 1)"}};
  EXPECT_FALSE(session_.compile(twice, {.as_errors = {"unknown-path"}}).has_errors());
  EXPECT_TRUE(session_.compile(twice, {.as_errors = {"no-effect"}}).has_errors());
  EXPECT_THROW(session_.compile(twice, {.as_errors = {"no-efect"}}), Error);
}

TEST_F(SeedcHppTest, FilesAreFixed) {
  const std::filesystem::path file = std::filesystem::path(testing::TempDir()) / "fixed.req";
  std::ofstream(file) << "R1: and(wifi_free, noise_loud)\n";
  EXPECT_EQ(session_.fix_file(file, {.data = data_}), 1u);
  EXPECT_EQ(session_.compile({{file}}, {.data = data_}).source(),
            "R1: AND(wifi_free, noise_loud)\n");
  EXPECT_EQ(session_.fix_file(file, {.data = data_}), 0u);
  std::filesystem::remove(file);
}

TEST_F(SeedcHppTest, NamesAndConditionsAreCounted) {
  EXPECT_EQ(data_.explain_name("wifi_free").readings, 1u);
  EXPECT_EQ(data_.explain_name("no_such_name").readings, 0u);
  const Conditions conditions = data_.conditions();
  EXPECT_THAT(conditions.library, HasSubstr("\"wifi_free\""));
  EXPECT_THAT(conditions.table, HasSubstr("wifi_free"));
}

TEST_F(SeedcHppTest, WordsAreOffered) {
  EXPECT_THAT(session_.candidates(Words::Outputs, {kCafes + "/risk.json"}),
              testing::Contains("RISK\thygiene risk"));
  EXPECT_THAT(session_.candidates(Words::Names, {}, data_),
              testing::Contains(testing::StartsWith("wifi_free\t")));
  EXPECT_THAT(session_.candidates(Words::RequestIds, {"nowhere.req"}), testing::IsEmpty());
}

TEST_F(SeedcHppTest, ModelsAreCheckedBeforeTheyAreAsked) {
  const auto message_of = [](const auto& check) -> std::string {
    try {
      check();
      return "";
    } catch (const Error& error) {
      return error.message();
    }
  };
  EXPECT_EQ(message_of([&] { session_.check_model({.url = "http://localhost:1/v1"}); }),
            "no language model named");
  EXPECT_EQ(message_of([&] {
              session_.check_model({.url = "http://localhost:1/v1", .name = "m", .max_usd = -1});
            }),
            "`max_usd` needs the prices of tokens");
  EXPECT_EQ(message_of([&] {
              session_.check_model({.url = "http://localhost:1/v1",
                                    .name = "m",
                                    .max_usd = -1,
                                    .usd_per_million_prompt = -1,
                                    .usd_per_million_completion = -1});
            }),
            "");
  const Program request = session_.compile("R1: wifi_free", data_);
  EXPECT_NE(message_of([&] { request.check_extract(); }), "");
  const Program formula = session_.compile({{kCafes + "/risk.json"}}, {.data = data_});
  EXPECT_EQ(message_of([&] { formula.check_extract(); }), "");
  const Estimate estimate = formula.estimate(data_, {});
  EXPECT_EQ(estimate.relevant, estimate.calls + estimate.repeated);
  EXPECT_THAT(estimate.text, HasSubstr("relevant"));
}

TEST_F(SeedcHppTest, TheFormOfRequestsIsChecked) {
  const Program program = session_.compile({{kCafes + "/risk.json"}}, {.data = data_});
  const ModelOptions model{.url = "http://localhost:1/v1", .name = "m", .store = "none.sqlite"};
  const auto message_with = [&](const auto& change) {
    ModelOptions changed = model;
    change(changed);
    try {
      program.extract(data_, changed);
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::Usage);
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_THAT(message_with([](ModelOptions& m) { m.params = {"top_p=0.5", "stream=true"}; }),
              HasSubstr("the parameter `stream` cannot be set"));
  EXPECT_THAT(message_with([](ModelOptions& m) { m.response_format = "xml"; }),
              HasSubstr("`xml` is not a form of answers"));
  EXPECT_THAT(message_with([](ModelOptions& m) { m.max_tokens_field = "a b"; }),
              HasSubstr("`a b` is not the name of a parameter"));
  EXPECT_THAT(message_with([](ModelOptions& m) { m.headers = {"x: sesame\ny"}; }),
              HasSubstr("the header `x` contains a line break"));
  EXPECT_THAT(message_with([](ModelOptions& m) {
                m.params = {"max_tokens="};
                m.max_tokens = 5;
              }),
              HasSubstr("needs a limit on the tokens of an answer"));
  EXPECT_FALSE(std::filesystem::exists("none.sqlite"));
}

/// With NaN nothing compares: a limit of it would be none.
TEST_F(SeedcHppTest, NumbersOfOptionsAreNumbers) {
  const double nan = std::nan("");
  for (double ModelOptions::* number :
       {&ModelOptions::requests_per_minute, &ModelOptions::tokens_per_minute,
        &ModelOptions::call_timeout, &ModelOptions::retry_delay, &ModelOptions::max_usd,
        &ModelOptions::usd_per_million_prompt, &ModelOptions::usd_per_million_completion,
        &ModelOptions::min_agreement}) {
    ModelOptions model{.url = "http://localhost:1/v1", .name = "m", .store = "none.sqlite"};
    model.usd_per_million_prompt = model.usd_per_million_completion = 1;
    session_.check_model(model);
    model.*number = nan;
    EXPECT_EQ(code_of([&] { session_.check_model(model); }), "out-of-range");
  }
  EXPECT_EQ(
      code_of([&] {
        session_.check_model({.url = "http://localhost:1/v1", .name = "m", .min_agreement = 1.5});
      }),
      "out-of-range");
  for (const double threshold : {nan, 1.5}) {
    EXPECT_EQ(code_of([&] { session_.check_judge({.batch_size = 1, .threshold = threshold}); }),
              "out-of-range");
  }
  for (const double seconds : {nan, -0.1}) {
    EXPECT_EQ(code_of([&] {
                session_.compile("R1: wifi_free", data_,
                                 {.time_limit = std::chrono::duration<double>(seconds)});
              }),
              "out-of-range");
  }
}

TEST_F(SeedcHppTest, ExplanationsRefuseWhatWouldChangeNothing) {
  const Program requests = session_.compile("R1: wifi_free", data_);
  EXPECT_EQ(code_of([&] { requests.explain(data_, {.item = "a", .step = "N"}); }), "no-formula");
  EXPECT_EQ(code_of([&] { requests.why(data_, {.item = "a", .extractions = {"none"}}); }),
            "no-formula");
  const std::vector<Input> one = {
      {"n.json", R"({"compute": [{"name": "N", "op": "count"}], "output": ["N"]})"}};
  const Program formula = session_.compile(one, {.data = data_});
  EXPECT_EQ(code_of([&] { formula.explain(data_, {.item = "a", .request = "R1"}); }), "no-request");
}

TEST_F(SeedcHppTest, EachVoterHasAWeightOrNone) {
  ModelOptions model{.url = "http://localhost:1/v1", .store = "none.sqlite"};
  model.voters = {"a", "b"};
  session_.check_model(model);
  model.voter_weights = {1, 2};
  session_.check_model(model);
  model.voter_weights = {1, 2, 3};
  EXPECT_THROW(session_.check_model(model), Error);
  model.voters = {};
  EXPECT_THROW(session_.check_model(model), Error);
}

TEST_F(SeedcHppTest, StreamsAreAnsweredItemByItem) {
  const Prepared prepared =
      session_.compile("R1: item_meta(stars, gte: 4)", data_).prepare({.backend = Backend::Interp});
  const std::string text = R"({"business": {"business_id": "a", "stars": 4.5}})"
                           "\n"
                           R"({"business": {"business_id": "b", "stars": 1}})";
  std::size_t at = 0;
  const auto first_bytes = [&](std::size_t end) {
    return StreamInput{.read = [&, end](char* buffer, std::size_t size) {
      const std::size_t count = std::min(size, end - at);
      text.copy(buffer, count, at);
      at += count;
      return count;
    }};
  };
  const StreamInput input = first_bytes(text.size());
  std::string lines;
  const auto add = [&](std::string_view more) { lines += more; };
  EXPECT_EQ(prepared.run_stream(input, {.write = add, .by_item = true}).errors, 0u);
  EXPECT_EQ(lines, R"({"business_id":"a","requests":{"R1":1}}
{"business_id":"b","requests":{"R1":-1}}
)");
  at = 0;
  const StreamFindings lost = prepared.run_stream(first_bytes(text.size() - 3),
                                                  {.write = add, .findings_format = Format::Json});
  EXPECT_THAT(lost.text, HasSubstr(R"("code":"broken-record")"));
  EXPECT_THAT(lost.text, HasSubstr(R"("errors":0,"warnings":1})"));
  at = 0;
  const auto refuse = [](std::string_view) { throw std::runtime_error("no more"); };
  EXPECT_THROW(prepared.run_stream(input, {.write = refuse}), std::runtime_error);
  const StreamInput fails{.read = [](char*, std::size_t) -> std::size_t { throw 7; }};
  EXPECT_THROW(prepared.run_stream(fails, {.write = add}), int);
  EXPECT_THROW(prepared.run_stream({}, {.write = add}), Error);
  EXPECT_THROW(prepared.pull_requests(input), Error);
}

TEST_F(SeedcHppTest, StreamsAreReleasedAfterAnError) {
  ArrowArrayStream items{};
  items.release = [](ArrowArrayStream* stream) { stream->release = nullptr; };
  const Prepared prepared = session_.compile("R1: wifi_free", data_).prepare();
  EXPECT_THROW(prepared.pull_requests({.tables = Tables{.items = &items}}, {},
                                      {.log = [](bool, std::string_view) {}}),
               Error);
  EXPECT_EQ(items.release, nullptr);
}

TEST_F(SeedcHppTest, StreamsArePulled) {
  const std::string path = testing::TempDir() + "/seedc_hpp_stream.jsonl";
  std::ofstream(path) << R"({"business": {"business_id": "a", "stars": 4.5}})";
  std::FILE* const file = std::fopen(path.c_str(), "rb");
  ASSERT_NE(file, nullptr);
  ArrowArrayStream stream =
      session_.compile("R1: item_meta(stars, gte: 4)", data_)
          .prepare({.backend = Backend::Interp})
          .pull_requests({.file = fileno(file)}, {}, {.memory_limit = std::uint64_t{1} << 30});
  ArrowArray batch{};
  ASSERT_EQ(stream.get_next(&stream, &batch), 0);
  ASSERT_EQ(batch.length, 1);
  EXPECT_EQ(static_cast<const std::int8_t*>(batch.children[1]->buffers[1])[0], 1);
  batch.release(&batch);
  stream.release(&stream);
  std::fclose(file);
  std::filesystem::remove(path);
}

TEST(SeedcHpp, TheLanguagesHaveTexts) {
  EXPECT_THAT(formula_schema(), HasSubstr("$schema"));
  EXPECT_THAT(formula_prompt(), HasSubstr("extract"));
  const Session session;
  EXPECT_THAT(session.limits(), HasSubstr("reviews"));
  EXPECT_THAT(session.limits(/*as_markdown=*/true), HasSubstr("| records"));
  EXPECT_THAT(session.explain_code("unknown-name"), HasSubstr("unknown-name"));
  EXPECT_THAT(finding_codes(), testing::IsSupersetOf(warning_codes()));
  EXPECT_THAT(warning_codes(), testing::Not(testing::Contains("unknown-name")));
  EXPECT_THAT(passes(), testing::Contains("flatten"));
  EXPECT_FALSE(version().empty());
  EXPECT_THAT(build_text(), HasSubstr("LLVM       19"));
}

}  // namespace
}  // namespace seedc
