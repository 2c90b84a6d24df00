// The C ABI: what callers may do wrong is an error value, structs grow, and handles may be released
// in any order.
#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <thread>

#include "include/seedc/seedc.h"
#include "test/unit/dataset_folder.h"

namespace seedc::library {
namespace {

using unit::DatasetFolder;

std::string string_of(seedc_str text) { return {text.data, text.size}; }

std::string message_of(seedc_error* error) {
  std::string message = error == nullptr ? "" : string_of(seedc_error_message(error));
  seedc_error_release(error);
  return message;
}

std::string taken(seedc_text* text) {
  std::string taken = string_of(seedc_text_str(text));
  seedc_text_release(text);
  return taken;
}

/// A session with a small dataset.
class AbiTest : public testing::Test {
 protected:
  AbiTest() {
    folder_.write("restaurants.jsonl",
                  R"({"business_id":"a","name":"Ann's","wifi":true,"stars":4.5}
{"business_id":"b","name":"Bob's","wifi":false,"stars":3.0}
{"business_id":"c","name":"Cat's","stars":5.0}
)");
    folder_.write("reviews.jsonl", R"({"review_id":"r1","business_id":"a","text":"cozy","stars":5}
)");
    EXPECT_EQ(seedc_session_new(nullptr, &session_), nullptr);
    EXPECT_EQ(seedc_data_open(session_, nullptr, str(folder_.path()), nullptr, &data_), nullptr);
  }
  ~AbiTest() override {
    seedc_data_release(data_);
    seedc_session_release(session_);
  }

  static seedc_str str(const std::string& text) { return {text.data(), text.size()}; }

  seedc_program* compiled(const std::string& text) {
    const seedc_input input{seedc_str_of("test.req"), str(text)};
    seedc_compile_options options = SEEDC_STRUCT(seedc_compile_options);
    options.data = data_;
    seedc_program* program = nullptr;
    EXPECT_EQ(message_of(seedc_compile(session_, nullptr, &input, 1, &options, &program)), "");
    return program;
  }
  seedc_results* run(const std::string& text) {
    seedc_program* program = compiled(text);
    seedc_prepared* prepared = nullptr;
    EXPECT_EQ(message_of(seedc_prepare(program, nullptr, nullptr, &prepared)), "");
    seedc_results* results = nullptr;
    EXPECT_EQ(message_of(seedc_run(prepared, nullptr, data_, nullptr, &results)), "");
    seedc_program_release(program);  // before what was made of it
    seedc_prepared_release(prepared);
    return results;
  }

  DatasetFolder folder_;
  seedc_session* session_ = nullptr;
  seedc_data* data_ = nullptr;
};

TEST_F(AbiTest, RequestsGiveMatchesAndValues) {
  seedc_results* results = run("R1: wifi");
  ASSERT_EQ(seedc_results_item_count(results), 3u);
  ASSERT_EQ(seedc_results_request_count(results), 1u);
  seedc_request_result request = SEEDC_STRUCT(seedc_request_result);
  ASSERT_EQ(seedc_results_request(results, 0, &request), nullptr);
  EXPECT_EQ(string_of(request.id), "R1");
  EXPECT_EQ(request.status, SEEDC_STATUS_NONE);
  ASSERT_EQ(request.match_count, 1u);
  EXPECT_EQ(string_of(seedc_results_item_id(results, request.matches[0])), "a");
  ASSERT_EQ(request.value_count, 3u);
  EXPECT_EQ(std::vector<int>(request.values, request.values + 3), (std::vector<int>{1, -1, 0}));
  EXPECT_EQ(request.unknown, 1u);
  seedc_results_release(results);
}

TEST_F(AbiTest, MistakesInProgramsAreFindings) {
  seedc_program* program = compiled("R1: and(wifi, wifi)\nR2: wifi\n");
  EXPECT_EQ(seedc_program_error_count(program), 1u);
  seedc_finding finding = SEEDC_STRUCT(seedc_finding);
  ASSERT_EQ(seedc_program_finding(program, 0, &finding), nullptr);
  EXPECT_EQ(finding.severity, SEEDC_ERROR);
  EXPECT_EQ(string_of(finding.code), "unknown-operator");
  ASSERT_GE(finding.argument_count, 1u);
  EXPECT_EQ(string_of(finding.arguments[finding.argument_count - 1]), "and");
  EXPECT_EQ(string_of(finding.location.file), "test.req");
  EXPECT_EQ(finding.location.line, 1u);
  EXPECT_EQ(finding.location.column, 5u);
  ASSERT_EQ(finding.fix_count, 1u);
  EXPECT_EQ(string_of(finding.fixes[0].replacement), "AND");
  EXPECT_EQ(finding.fixes[0].is_safe, 1);
  seedc_prepared* prepared = nullptr;
  seedc_results* results = nullptr;
  ASSERT_EQ(seedc_prepare(program, nullptr, nullptr, &prepared), nullptr);
  ASSERT_EQ(seedc_run(prepared, nullptr, data_, nullptr, &results), nullptr);
  seedc_request_result request = SEEDC_STRUCT(seedc_request_result);
  ASSERT_EQ(seedc_results_request(results, 0, &request), nullptr);
  EXPECT_EQ(request.status, SEEDC_STATUS_ERROR);
  EXPECT_EQ(request.values, nullptr);
  ASSERT_EQ(seedc_results_request(results, 1, &request), nullptr);
  EXPECT_EQ(request.status, SEEDC_STATUS_NONE);
  seedc_results_release(results);
  seedc_prepared_release(prepared);
  seedc_program_release(program);
}

TEST_F(AbiTest, ErrorsHaveCodeArgumentsAndLocation) {
  folder_.write("reviews.jsonl", "{\"review_id\":\"r1\",\"business_id\":\"a\"}\n{broken\n");
  seedc_data_options options = SEEDC_STRUCT(seedc_data_options);
  options.strict = 1;
  seedc_data* strict = nullptr;
  ASSERT_EQ(seedc_data_open(session_, nullptr, str(folder_.path()), &options, &strict), nullptr);
  seedc_text* text = nullptr;
  seedc_error* const error = seedc_data_conditions(strict, nullptr, &text, nullptr);
  ASSERT_NE(error, nullptr);
  seedc_finding finding = SEEDC_STRUCT(seedc_finding);
  seedc_error_finding(error, &finding);
  EXPECT_EQ(finding.severity, SEEDC_ERROR);
  EXPECT_EQ(string_of(finding.code), "broken-record");
  ASSERT_EQ(finding.argument_count, 3u);
  EXPECT_EQ(string_of(finding.arguments[0]), string_of(finding.location.file));
  EXPECT_EQ(string_of(finding.arguments[1]), "2");
  EXPECT_TRUE(string_of(finding.location.file).ends_with("reviews.jsonl"));
  EXPECT_EQ(finding.location.line, 2u);
  seedc_error_release(error);
  seedc_data_release(strict);
}

TEST_F(AbiTest, ErrorCodesAreListed) {
  seedc_text* text = nullptr;
  ASSERT_EQ(seedc_language_text(nullptr, SEEDC_ERROR_CODES, &text), nullptr);
  const std::string lines = taken(text);
  EXPECT_NE(lines.find("no-items\tdata\t`{file}` has no items\n"), std::string::npos);
}

TEST_F(AbiTest, NullAndForeignHandlesAreErrors) {
  seedc_text* text = nullptr;
  EXPECT_EQ(message_of(seedc_data_conditions(nullptr, nullptr, &text, nullptr)),
            "a handle is null");
  const auto* foreign = reinterpret_cast<const seedc_data*>(session_);
  seedc_error* const error = seedc_data_conditions(foreign, nullptr, &text, nullptr);
  EXPECT_EQ(seedc_error_kind(error), SEEDC_USAGE);
  EXPECT_EQ(message_of(error), "a handle is not of the type it stands for");
  EXPECT_EQ(text, nullptr);
  EXPECT_EQ(seedc_program_finding_count(nullptr), 0u);
  EXPECT_EQ(seedc_results_item_id(nullptr, 0).size, 0u);
  seedc_program_release(nullptr);
  seedc_data_release(reinterpret_cast<seedc_data*>(session_));  // no effect
  EXPECT_EQ(message_of(seedc_data_open(session_, nullptr, str(folder_.path()), nullptr, nullptr)),
            "there is no pointer for the result");
}

#ifndef NDEBUG
TEST_F(AbiTest, ReleasedHandlesAreErrors) {
  seedc_program* program = compiled("R1: wifi");
  seedc_program_release(program);
  seedc_prepared* prepared = nullptr;
  EXPECT_EQ(message_of(seedc_prepare(program, nullptr, nullptr, &prepared)),
            "a handle is not of the type it stands for");
}
#endif

TEST_F(AbiTest, StructsGrow) {
  struct Newer {
    seedc_run_options known;
    std::uint64_t unknown;
  };
  seedc_program* program = compiled("R1: wifi");
  seedc_prepared* prepared = nullptr;
  ASSERT_EQ(seedc_prepare(program, nullptr, nullptr, &prepared), nullptr);
  Newer options{};
  options.known.size = sizeof options;
  seedc_results* results = nullptr;
  EXPECT_EQ(message_of(seedc_run(prepared, nullptr, data_, &options.known, &results)), "");
  seedc_results_release(results);
  options.unknown = 1;
  EXPECT_EQ(message_of(seedc_run(prepared, nullptr, data_, &options.known, &results)),
            "a struct has options of a newer version");
  EXPECT_EQ(results, nullptr);
  options.known.size = 0;
  EXPECT_EQ(message_of(seedc_run(prepared, nullptr, data_, &options.known, &results)),
            "a struct has no size");
  // An older caller knows fewer members, and gets no others.
  ASSERT_EQ(seedc_run(prepared, nullptr, data_, nullptr, &results), nullptr);
  seedc_request_result older = SEEDC_STRUCT(seedc_request_result);
  older.size = offsetof(seedc_request_result, matches);
  older.match_count = 77;
  ASSERT_EQ(seedc_results_request(results, 0, &older), nullptr);
  EXPECT_EQ(string_of(older.id), "R1");
  EXPECT_EQ(older.match_count, 77u);
  seedc_results_release(results);
  seedc_prepared_release(prepared);
  seedc_program_release(program);
}

TEST_F(AbiTest, TextsWithoutBytesAreErrors) {
  seedc_data* data = nullptr;
  EXPECT_EQ(message_of(seedc_data_open(session_, nullptr, {nullptr, 3}, nullptr, &data)),
            "a text has a size and no bytes");
  seedc_compile_options options = SEEDC_STRUCT(seedc_compile_options);
  options.silenced_count = 2;
  const seedc_input input{seedc_str_of("p.req"), seedc_str_of("R1: wifi")};
  seedc_program* program = nullptr;
  EXPECT_EQ(message_of(seedc_compile(session_, nullptr, &input, 1, &options, &program)),
            "a list has a count and no elements");
  EXPECT_EQ(message_of(seedc_compile(session_, nullptr, nullptr, 1, nullptr, &program)),
            "there is no program");
}

TEST_F(AbiTest, CallbacksStopCalls) {
  seedc_call call = SEEDC_STRUCT(seedc_call);
  int count = 0;
  call.context = &count;
  call.progress = [](void* context, seedc_str, std::uint64_t, std::uint64_t) -> std::int32_t {
    return ++*static_cast<int*>(context) >= 1 ? 1 : 0;
  };
  seedc_text* text = nullptr;
  seedc_error* const error = seedc_data_conditions(data_, &call, &text, nullptr);
  EXPECT_EQ(seedc_error_kind(error), SEEDC_CANCELLED);
  seedc_error_release(error);
  EXPECT_EQ(text, nullptr);
  EXPECT_GT(count, 0);
  ASSERT_EQ(seedc_data_conditions(data_, nullptr, &text, nullptr), nullptr);
  EXPECT_NE(taken(text).find("wifi"), std::string::npos);
}

TEST_F(AbiTest, CancelTokensAndTimeLimitsStopCalls) {
  seedc_call call = SEEDC_STRUCT(seedc_call);
  ASSERT_EQ(seedc_cancel_new(&call.cancel), nullptr);
  seedc_cancel_request(call.cancel);
  seedc_text* text = nullptr;
  seedc_error* error = seedc_data_conditions(data_, &call, &text, nullptr);
  EXPECT_EQ(seedc_error_kind(error), SEEDC_CANCELLED);
  seedc_error_release(error);
  seedc_cancel_release(call.cancel);
  call.cancel = nullptr;
  call.time_limit = 1e-9;
  error = seedc_data_conditions(data_, &call, &text, nullptr);
  EXPECT_EQ(seedc_error_kind(error), SEEDC_TIME);
  seedc_error_release(error);
  EXPECT_EQ(text, nullptr);
}

TEST_F(AbiTest, MemoryLimitsRefuseCallsAndLeaveAllAsItWas) {
  seedc_call call = SEEDC_STRUCT(seedc_call);
  call.memory_limit = 1;
  seedc_text* text = nullptr;
  seedc_error* const error = seedc_data_conditions(data_, &call, &text, nullptr);
  EXPECT_EQ(seedc_error_kind(error), SEEDC_LIMIT);
  seedc_error_release(error);
  EXPECT_EQ(text, nullptr);
  call.memory_limit = 100'000'000;
  ASSERT_EQ(seedc_data_conditions(data_, &call, &text, nullptr), nullptr);
  EXPECT_NE(taken(text).find("wifi"), std::string::npos);
}

TEST_F(AbiTest, ThreadsShareAPreparedProgramAndData) {
  seedc_program* program = compiled("R1: AND(wifi, review_text(\"cozy\"))\nR2: stars_gte_4\n");
  seedc_prepared* prepared = nullptr;
  ASSERT_EQ(seedc_prepare(program, nullptr, nullptr, &prepared), nullptr);
  std::vector<std::string> texts(8);
  std::vector<std::thread> threads;
  for (std::string& text : texts) {
    threads.emplace_back([&] {
      for (int i = 0; i < 20; ++i) {
        seedc_results* results = nullptr;
        ASSERT_EQ(seedc_run(prepared, nullptr, data_, nullptr, &results), nullptr);
        seedc_text* made = nullptr;
        ASSERT_EQ(seedc_results_text(results, SEEDC_RESULTS_RUN, SEEDC_JSONL, &made), nullptr);
        text = taken(made);
        ASSERT_EQ(seedc_results_findings(results, nullptr, SEEDC_TEXT, &made), nullptr);
        EXPECT_EQ(taken(made), "");
        seedc_results_release(results);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const std::string& text : texts) EXPECT_EQ(text, texts.front());
  EXPECT_NE(texts.front().find(R"("matches":["a"])"), std::string::npos) << texts.front();
  seedc_prepared_release(prepared);
  seedc_program_release(program);
}

}  // namespace
}  // namespace seedc::library
