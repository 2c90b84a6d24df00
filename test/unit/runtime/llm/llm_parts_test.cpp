// The parts of the client: retries, budgets, rate limits, storage, and the validation of answers.
#include <gtest/gtest.h>
#include <sqlite3.h>

#include <filesystem>
#include <fstream>

#include "runtime/llm/answer_check.h"
#include "runtime/llm/answer_store.h"
#include "runtime/llm/bounded_json.h"
#include "runtime/llm/budget.h"
#include "runtime/llm/completion.h"
#include "runtime/llm/endpoint.h"
#include "runtime/llm/rate_limit.h"
#include "runtime/llm/retry.h"

namespace seedc::llm {
namespace {

using Json = nlohmann::ordered_json;
using Kind = ChatFailureKind;

// --- retry

constexpr RetryPolicy kPolicy{.most_retries = 5,
                              .first_delay = Seconds(1),
                              .longest_delay = Seconds(8),
                              .most_time = Seconds(100)};

std::optional<double> delay(Kind kind, const RequestHistory& history, double jitter = 1) {
  const auto wait = delay_before_retry(kind, history, kPolicy, jitter);
  return wait ? std::optional(wait->count()) : std::nullopt;
}

TEST(Retry, DelaysDoubleUpToTheLongest) {
  EXPECT_EQ(delay(Kind::Server, {.calls = 1}), 1);
  EXPECT_EQ(delay(Kind::Server, {.calls = 2}), 2);
  EXPECT_EQ(delay(Kind::Server, {.calls = 3}), 4);
  EXPECT_EQ(delay(Kind::Server, {.calls = 5}), 8);
}

TEST(Retry, JitterTakesUpToHalf) {
  EXPECT_EQ(delay(Kind::Timeout, {.calls = 2}, 0), 1);
  EXPECT_EQ(delay(Kind::Timeout, {.calls = 2}, 0.5), 1.5);
}

TEST(Retry, AttemptsAreBounded) {
  EXPECT_TRUE(delay(Kind::Disconnected, {.calls = 5}));
  EXPECT_FALSE(delay(Kind::Disconnected, {.calls = 6}));
  EXPECT_TRUE(delay(Kind::SchemaViolation, {.calls = 2, .unusable_answers = 2}));
  EXPECT_FALSE(delay(Kind::SchemaViolation, {.calls = 3, .unusable_answers = 3}));
}

TEST(Retry, ABusyServiceLeavesTheModelItsAttempts) {
  EXPECT_TRUE(delay(Kind::InvalidJson, {.calls = 5, .unusable_answers = 2}));
  EXPECT_FALSE(delay(Kind::InvalidJson, {.calls = 6, .unusable_answers = 2}));
  EXPECT_TRUE(delay(Kind::Server, {.calls = 4, .unusable_answers = 3}));
}

TEST(Retry, TimeIsBounded) {
  EXPECT_TRUE(delay(Kind::Server, {.calls = 1, .elapsed = Seconds(99)}));
  EXPECT_FALSE(delay(Kind::Server, {.calls = 1, .elapsed = Seconds(99.5)}));
  EXPECT_FALSE(delay(Kind::RateLimited, {.calls = 1, .retry_after = Seconds(101)}));
}

TEST(Retry, TheServiceIsHeeded) {
  EXPECT_EQ(delay(Kind::RateLimited, {.calls = 1, .retry_after = Seconds(20)}, 0), 20);
  EXPECT_EQ(delay(Kind::RateLimited, {.calls = 1, .retry_after = Seconds(20)}, 1), 20.5);
}

TEST(Retry, WhatStaysWrongIsNotRepeated) {
  for (const Kind kind :
       {Kind::Tls, Kind::KeyRefused, Kind::NotFound, Kind::Refused, Kind::Declined, Kind::TooLong,
        Kind::Truncated, Kind::Store, Kind::Budget, Kind::Cancelled})
    EXPECT_FALSE(delay(kind, {.calls = 1})) << describe(kind);
}

// --- budget

TEST(Budget, ReservesTheMostAndPaysWhatItCost) {
  Budget budget({.requests = {}, .tokens = 100, .usd = {}, .prices = {}});
  const ChatUsage most{40, 20};
  EXPECT_TRUE(budget.reserve(most));
  EXPECT_FALSE(budget.reserve(most));
  budget.settle(most, {10, 5});
  EXPECT_TRUE(budget.reserve(most));
  EXPECT_EQ(budget.spent().prompt_tokens, 10);
  EXPECT_EQ(budget.spent().completion_tokens, 5);
  EXPECT_EQ(budget.calls(), 2);
}

TEST(Budget, CountsCallsThatFailed) {
  Budget budget({.requests = 2, .tokens = {}, .usd = {}, .prices = {}});
  for (int call = 0; call < 2; ++call) {
    EXPECT_TRUE(budget.reserve({1, 1}));
    budget.settle({1, 1}, {});
  }
  EXPECT_FALSE(budget.reserve({1, 1}));
}

TEST(Budget, MoneyIsNeverOvershot) {
  Budget budget({.requests = {}, .tokens = {}, .usd = 0.01, .prices = {1, 10}});
  const ChatUsage most{1000, 100};  // 0.002
  int calls = 0;
  while (budget.reserve(most)) {
    budget.settle(most, most);
    ++calls;
  }
  EXPECT_EQ(calls, 5);
  EXPECT_DOUBLE_EQ(budget.usd(), 0.01);
}

TEST(Budget, NoLimitIsNoLimit) {
  Budget budget({});
  for (int call = 0; call < 1000; ++call) EXPECT_TRUE(budget.reserve({1'000'000, 1'000'000}));
}

// --- rate limits

TEST(RateLimit, RequestsComeBackWithTime) {
  const auto start = RateLimiter::Time();
  RateLimiter limiter({.requests_per_minute = 60, .tokens_per_minute = {}}, start);
  EXPECT_EQ(limiter.wait_for(0, start).count(), 0);
  limiter.take(0);
  EXPECT_NEAR(limiter.wait_for(0, start).count(), 1, 1e-9);
  EXPECT_EQ(limiter.wait_for(0, start + std::chrono::seconds(1)).count(), 0);
}

TEST(RateLimit, NeverMoreThanAMinutesWorthAndASecondsInAMinute) {
  auto now = RateLimiter::Time();
  const auto end = now + std::chrono::seconds(60);
  RateLimiter limiter({.requests_per_minute = 600, .tokens_per_minute = {}}, now);
  int sent = 0;
  for (; now < end; now += std::chrono::milliseconds(7)) {
    while (limiter.wait_for(0, now).count() == 0) {
      limiter.take(0);
      ++sent;
    }
  }
  EXPECT_LE(sent, 610);
  EXPECT_GE(sent, 590);
}

TEST(RateLimit, TokensOnCreditComeBackFirst) {
  const auto start = RateLimiter::Time();
  RateLimiter limiter({.requests_per_minute = {}, .tokens_per_minute = 6000}, start);
  EXPECT_EQ(limiter.wait_for(1000, start).count(), 0);  // more than the bucket's capacity
  limiter.take(1000);
  EXPECT_NEAR(limiter.wait_for(1000, start).count(), 10, 1e-9);
  limiter.give_back(500);
  EXPECT_NEAR(limiter.wait_for(1000, start).count(), 5, 1e-9);
}

TEST(RateLimit, APauseHoldsEverybody) {
  const auto start = RateLimiter::Time();
  RateLimiter limiter({}, start);
  EXPECT_EQ(limiter.wait_for(1, start).count(), 0);
  limiter.pause_until(start + std::chrono::seconds(3));
  limiter.pause_until(start + std::chrono::seconds(1));
  EXPECT_NEAR(limiter.wait_for(1, start).count(), 3, 1e-9);
  EXPECT_NEAR(limiter.pause_left(start).count(), 3, 1e-9);
  EXPECT_EQ(limiter.pause_left(start + std::chrono::seconds(4)).count(), 0);
}

// --- answers

const Json kSchema = Json::parse(R"({
  "type": "object",
  "properties": {
    "lapse": {"type": ["string", "null"], "enum": ["none", "mild", null]},
    "count": {"type": ["integer", "null"]},
    "share": {"type": "number"},
    "seen": {"type": "boolean"},
    "marks": {"type": "array", "items": {"type": "integer"}}
  },
  "required": ["lapse", "count"],
  "additionalProperties": false
})");

std::string violation(const char* answer) {
  return find_violation(Json::parse(answer), kSchema).value_or("");
}

TEST(AnswerCheck, TakesWhatIsAskedFor) {
  EXPECT_EQ(
      violation(R"({"lapse": "mild", "count": 3, "share": 1, "seen": true, "marks": [1, 2]})"), "");
  EXPECT_EQ(violation(R"({"lapse": null, "count": null, "marks": []})"), "");
  EXPECT_EQ(violation(R"({"lapse": "none", "count": -9223372036854775808})"), "");
}

TEST(AnswerCheck, SaysWhatIsWrong) {
  EXPECT_EQ(violation("[]"), "a list is not of type object");
  EXPECT_EQ(violation(R"({"lapse": "none"})"), "`count` is missing");
  EXPECT_EQ(violation(R"({"lapse": "Mild", "count": 1})"),
            "`lapse`: \"Mild\" is not among its values");
  EXPECT_EQ(violation(R"({"lapse": 1, "count": 1})"), "`lapse`: 1 is not of type string or null");
  EXPECT_EQ(violation(R"({"lapse": null, "count": 1.0})"),
            "`count`: 1.0 is not of type integer or null");
  EXPECT_EQ(violation(R"({"lapse": null, "count": 9223372036854775808})"),
            "`count`: 9223372036854775808 is not of type integer or null");
  EXPECT_EQ(violation(R"({"lapse": null, "count": true})"),
            "`count`: true is not of type integer or null");
  EXPECT_EQ(violation(R"({"lapse": null, "count": 1, "share": "1"})"),
            "`share`: \"1\" is not of type number");
  EXPECT_EQ(violation(R"({"lapse": null, "count": 1, "extra": 1})"), "a key that is not asked for");
  EXPECT_EQ(violation(R"({"lapse": null, "count": 1, "marks": [1, "2"]})"),
            "`marks[1]`: \"2\" is not of type integer");
}

// --- responses of services

HttpResponse response(long status, std::string body) {
  return {.status = status, .body = std::move(body)};
}

Kind failure_of(const HttpResponse& given) {
  const auto completion = read_completion(given);
  EXPECT_FALSE(completion);
  return completion ? Kind::Cancelled : completion.error().failure.kind;
}

TEST(Completion, IsRead) {
  const auto completion = read_completion(response(
      200,
      R"({"choices":[{"message":{"content":"{}"},"finish_reason":"stop"}],"usage":{"prompt_tokens":7,"completion_tokens":2}})"));
  ASSERT_TRUE(completion);
  EXPECT_EQ(completion->text, "{}");
  ASSERT_TRUE(completion->usage);
  EXPECT_EQ(completion->usage->prompt_tokens, 7);
  EXPECT_FALSE(completion->is_cut_off);
}

TEST(Completion, FailuresHaveClasses) {
  EXPECT_EQ(failure_of(response(429, "{}")), Kind::RateLimited);
  EXPECT_EQ(failure_of(response(429, R"({"error":{"code":"insufficient_quota"}})")), Kind::Unpaid);
  EXPECT_EQ(failure_of(response(402, "{}")), Kind::Unpaid);
  EXPECT_EQ(failure_of(response(400, R"({"error":{"code":"json_validate_failed"}})")),
            Kind::InvalidJson);
  EXPECT_EQ(failure_of(response(503, "<html>")), Kind::Server);
  EXPECT_EQ(failure_of(response(401, "")), Kind::KeyRefused);
  EXPECT_EQ(failure_of(response(404, "")), Kind::NotFound);
  EXPECT_EQ(failure_of(response(302, "")), Kind::Foreign);
  EXPECT_EQ(failure_of(response(400, R"({"error":{"code":"context_length_exceeded"}})")),
            Kind::TooLong);
  EXPECT_EQ(failure_of(response(400, R"({"message":"beyond the maximum context length"})")),
            Kind::TooLong);
  EXPECT_EQ(failure_of(response(400, R"({"error":"no such model"})")), Kind::Refused);
  EXPECT_EQ(failure_of(response(200, "<html></html>")), Kind::Foreign);
  EXPECT_EQ(failure_of(response(200, R"({"choices":[]})")), Kind::Foreign);
  EXPECT_EQ(failure_of(response(200, "[1]")), Kind::Foreign);
  EXPECT_EQ(failure_of(response(200, "null")), Kind::Foreign);
  EXPECT_EQ(failure_of(response(200, R"({"choices":[{"mess)")), Kind::Disconnected);
  EXPECT_EQ(failure_of(response(200, R"({"choices":[{"message":{"refusal":"no"}}]})")),
            Kind::Declined);
  EXPECT_EQ(failure_of({.fault = HttpResponse::Fault::Tls}), Kind::Tls);
}

TEST(Completion, ForeignShapesDoNoHarm) {
  EXPECT_EQ(failure_of(response(400, R"({"error":[[[]]]})")), Kind::Refused);
  EXPECT_EQ(failure_of(response(200, R"({"choices":[7]})")), Kind::Foreign);
  const auto odd = read_completion(response(200, R"({"choices":[{"message":7}],"usage":[]})"));
  ASSERT_TRUE(odd);
  EXPECT_EQ(odd->text, "");
  EXPECT_EQ(failure_of(response(200, std::string(100'000, '['))), Kind::Foreign);
}

std::optional<ChatUsage> usage_in(const std::string& usage) {
  return read_completion(
             response(200, R"({"choices":[{"message":{"content":"{}"}}],"usage":)" + usage + "}"))
      .value()
      .usage;
}

TEST(Completion, UsageIsTwoCountsOrNone) {
  const auto usage = usage_in(R"({"prompt_tokens":5.0,"completion_tokens":0})");
  ASSERT_TRUE(usage);
  EXPECT_EQ(usage->prompt_tokens, 5);
  for (const char* unknown : {
           "{}",
           "null",
           "[]",
           R"({"prompt_tokens":5})",
           R"({"prompt_tokens":5,"completion_tokens":null})",
           R"({"prompt_tokens":5,"completion_tokens":"5"})",
           R"({"prompt_tokens":-5,"completion_tokens":5})",
           R"({"prompt_tokens":5.5,"completion_tokens":5})",
           R"({"prompt_tokens":5,"completion_tokens":1099511627777})",
           R"({"prompt_tokens":18446744073709551615,"completion_tokens":5})",
           R"({"prompt_tokens":1e300,"completion_tokens":5})",
       })
    EXPECT_FALSE(usage_in(unknown)) << unknown;
}

TEST(Completion, WhatIsDeclinedCostsAllTheSame) {
  const auto declined = read_completion(response(
      200,
      R"({"choices":[{"message":{"refusal":"no"}}],"usage":{"prompt_tokens":7,"completion_tokens":2}})"));
  ASSERT_FALSE(declined);
  ASSERT_TRUE(declined.error().usage);
  EXPECT_EQ(declined.error().usage->prompt_tokens, 7);
}

std::string complaint(long status, const std::string& body) {
  return read_completion(response(status, body)).error().failure.message;
}

TEST(Completion, ComplaintsOfManyShapesAreRead) {
  EXPECT_EQ(complaint(400, R"({"error":{"message":"no"}})"), "status 400: no");
  EXPECT_EQ(complaint(404, R"({"detail":"Not Found"})"), "status 404: Not Found");
  EXPECT_EQ(complaint(422, R"({"detail":[{"loc":["body"],"msg":"field required"}]})"),
            "status 422: field required");
  EXPECT_EQ(complaint(503, "\nupstream is down\r\nsee the log\n"), "status 503: upstream is down");
  EXPECT_EQ(complaint(502, "<html>bad gateway</html>"), "status 502");
  EXPECT_EQ(complaint(400, R"({"detail":[]})"), "status 400");
}

// --- the endpoint and its key

std::string refusal(const std::string& url, const std::string& key = "") {
  const auto endpoint = make_endpoint(url, "m", key);
  return endpoint ? "" : endpoint.error().text;
}

TEST(Endpoint, IsOfChatCompletions) {
  for (const char* url : {"http://localhost:8000/v1", "http://localhost:8000/v1/",
                          "http://localhost:8000/v1/chat/completions"})
    EXPECT_EQ(make_endpoint(url, "m", "")->url, "http://localhost:8000/v1/chat/completions");
}

TEST(Endpoint, TheKeyStaysOffTheOpenNetwork) {
  for (const char* url : {"http://localhost/v1", "http://127.0.0.1:80/v1", "http://[::1]/v1",
                          "http://LocalHost/v1", "https://example.com/v1"})
    EXPECT_EQ(refusal(url, "secret"), "") << url;
  for (const char* url : {"http://example.com/v1", "http://127.0.0.1.example.com/v1",
                          "http://localhost.example.com/v1", "http://10.0.0.1/v1"})
    EXPECT_NE(refusal(url, "secret").find("plain http"), std::string::npos) << url;
  EXPECT_EQ(refusal("http://example.com/v1"), "");
}

TEST(Endpoint, RefusesOtherUrls) {
  EXPECT_NE(refusal("ftp://example.com/"), "");
  EXPECT_NE(refusal("file:///etc/passwd"), "");
  EXPECT_NE(refusal("localhost:8000"), "");
  EXPECT_NE(refusal("nonsense"), "");
  EXPECT_NE(refusal("https://user:word@example.com/v1"), "");
}

TEST(Endpoint, CertificatesAreThere) {
  const auto endpoint = make_endpoint("https://example.com/v1", "m", "", "/no/such/file");
  ASSERT_FALSE(endpoint);
  EXPECT_EQ(endpoint.error().kind(), base::ErrorKind::Usage);
  EXPECT_EQ(endpoint.error().text,
            "cannot read the certificates in `/no/such/file`: No such file or directory");
}

TEST(Endpoint, KeysAreTakenOutOfMessages) {
  EXPECT_EQ(without_secrets("no key abc, not abc", {"abc"}), "no key …, not …");
  EXPECT_EQ(without_secrets("aaa", {"a"}), "………");
  EXPECT_EQ(without_secrets("as it is", {}), "as it is");
}

// --- the store

class Store : public ::testing::Test {
 protected:
  void SetUp() override {
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_ / "deep");
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  static RequestKey key(const std::string& user) { return key_of({.user = user}, "m"); }

  std::filesystem::path folder_ =
      std::filesystem::temp_directory_path() / ("seedc_store_" + std::to_string(::getpid()));
  std::string path_ = (folder_ / "deep" / "answers.sqlite").string();
};

TEST_F(Store, KeepsAnswers) {
  {
    auto store = *AnswerStore::open(path_);
    EXPECT_FALSE(store->find(key("a")));
    EXPECT_EQ(store->keep(key("a"), {{"x", 1}}), (Json{{"x", 1}}));
  }
  auto store = *AnswerStore::open(path_);
  EXPECT_EQ(store->find(key("a")), (Json{{"x", 1}}));
  EXPECT_FALSE(store->find(key("b")));
  store->forget(key("a"));
  EXPECT_FALSE(store->find(key("a")));
}

TEST_F(Store, TheFirstOfTwoProcessesCounts) {
  auto one = *AnswerStore::open(path_);
  auto other = *AnswerStore::open(path_);
  EXPECT_EQ(one->keep(key("a"), 1), Json(1));
  EXPECT_EQ(other->keep(key("a"), 2), Json(1));
  EXPECT_EQ(one->find(key("a")), Json(1));
}

void change_store(const std::string& path, const std::string& statement) {
  sqlite3* database = nullptr;
  ASSERT_EQ(sqlite3_open(path.c_str(), &database), SQLITE_OK);
  EXPECT_EQ(sqlite3_exec(database, statement.c_str(), nullptr, nullptr, nullptr), SQLITE_OK);
  sqlite3_close(database);
}

TEST_F(Store, AnAnswerThatCannotBeReadMakesRoomForTheNext) {
  auto store = *AnswerStore::open(path_);
  EXPECT_EQ(store->keep(key("a"), 1), Json(1));
  change_store(path_, "UPDATE answers SET answer = 'no JSON'");
  EXPECT_FALSE(store->find(key("a")));
  EXPECT_EQ(store->keep(key("a"), 2), Json(2));
  EXPECT_EQ(store->find(key("a")), Json(2));
}

TEST_F(Store, AClaimHoldsWhileItsProcessRunsAndItsLeaseLasts) {
  auto store = *AnswerStore::open(path_);
  const std::chrono::seconds lease(1000);
  const std::string parent = "process = " + std::to_string(::getppid());
  EXPECT_TRUE(store->claim(key("a"), lease));
  EXPECT_TRUE(store->claim(key("a"), lease));  // the process's own
  change_store(path_, "UPDATE claims SET " + parent);
  EXPECT_FALSE(store->claim(key("a"), lease));
  store->release(key("a"));  // another process's
  EXPECT_FALSE(store->claim(key("a"), lease));
  EXPECT_TRUE(store->claim(key("b"), lease));
  change_store(path_, "UPDATE claims SET until = 1");
  EXPECT_TRUE(store->claim(key("a"), lease));
  change_store(
      path_,
      "UPDATE claims SET process = 999999999");  // dead: above every process id of the system
  EXPECT_TRUE(store->claim(key("a"), lease));
}

TEST_F(Store, EverythingThatCountsIsInTheKey) {
  const ChatRequest base{.system = "s", .user = "u", .schema_name = "n", .response_schema = 1};
  std::set<RequestKey> keys = {key_of(base, "m"), key_of(base, "other")};
  for (const auto change : std::initializer_list<void (*)(ChatRequest&)>{
           [](ChatRequest& r) { r.system = "S"; }, [](ChatRequest& r) { r.user = "U"; },
           [](ChatRequest& r) { r.system = "su", r.user = ""; },
           [](ChatRequest& r) { r.response_schema = 2; }, [](ChatRequest& r) { r.temperature = 1; },
           [](ChatRequest& r) { r.max_answer_tokens = 7; },
           [](ChatRequest& r) { r.opinion.model = "third"; },
           [](ChatRequest& r) { r.opinion.number = 1; }}) {
    ChatRequest changed = base;
    change(changed);
    keys.insert(key_of(changed, "m"));
  }
  for (const std::string parameter : {"top_p=1", "top_p=2", "temperature=0.5", "temperature="})
    keys.insert(key_of(base, "m", *read_choice({.parameters = {&parameter, 1}})));
  EXPECT_EQ(keys.size(), 14U);
  const std::string usual = "temperature=0", limit = "max_tokens=9";
  EXPECT_EQ(key_of(base, "m"), key_of(base, "m", *read_choice({.parameters = {&usual, 1}})));
  EXPECT_EQ(key_of(base, "m"), key_of(base, "m", *read_choice({.parameters = {&limit, 1}})));
  EXPECT_EQ(key_of(base, "m"), key_of(base, "m", *read_choice({.response_format = "text"})));
  EXPECT_EQ(key_of(base, "m"), key_of(base, "m"));
}

TEST_F(Store, KeepsTheFormsOfServices) {
  const RequestForm form{"max_completion_tokens", false, ResponseFormat::Text, true};
  {
    auto store = *AnswerStore::open(path_);
    EXPECT_FALSE(store->form_of_service("http://a/?key=sesame", "m"));
    store->remember_form("http://a/?key=sesame", "m", RequestForm());
    store->remember_form("http://a/?key=sesame", "m", form);
  }
  auto store = *AnswerStore::open(path_);
  EXPECT_EQ(store->form_of_service("http://a/?key=sesame", "m"), form);
  EXPECT_FALSE(store->form_of_service("http://a/?key=sesame", "other"));
  EXPECT_FALSE(store->form_of_service("http://a/", "m"));
  std::ifstream file(path_, std::ios::binary);
  const std::string bytes(std::istreambuf_iterator<char>(file), {});
  EXPECT_EQ(bytes.find("sesame"), std::string::npos);
}

TEST_F(Store, NoFolderIsCreated) {
  const auto store = AnswerStore::open((folder_ / "nowhere" / "answers.sqlite").string());
  ASSERT_FALSE(store);
  EXPECT_NE(store.error().text.find("its folder does not exist"), std::string::npos);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "nowhere"));
}

TEST_F(Store, AForeignFileIsRefused) {
  std::ofstream(path_) << "this is a letter, and a long one, not a database at all";
  EXPECT_FALSE(AnswerStore::open(path_));
  EXPECT_FALSE(AnswerStore::open((folder_ / "deep").string()));
}

TEST_F(Store, AnotherProgramsDatabaseIsRefused) {
  sqlite3* database = nullptr;
  ASSERT_EQ(sqlite3_open(path_.c_str(), &database), SQLITE_OK);
  sqlite3_exec(database, "CREATE TABLE mails (text)", nullptr, nullptr, nullptr);
  sqlite3_close(database);
  const auto store = AnswerStore::open(path_);
  ASSERT_FALSE(store);
  EXPECT_NE(store.error().text.find("not an answer store"), std::string::npos);
}

TEST(BoundedJson, RefusesWhatIsTooDeepToWalk) {
  const auto nested = [](std::size_t depth) {
    return std::string(depth, '[') + std::string(depth, ']');
  };
  EXPECT_FALSE(parse_bounded_json(nested(kMaxAnswerDepth)).is_discarded());
  EXPECT_TRUE(parse_bounded_json(nested(kMaxAnswerDepth + 2)).is_discarded());
  EXPECT_TRUE(parse_bounded_json(nested(1'000'000)).is_discarded());
  EXPECT_TRUE(parse_bounded_json(R"({"issue": )").is_discarded());
  EXPECT_FALSE(parse_bounded_json("{}").is_discarded());
  EXPECT_TRUE(parse_bounded_json(std::string_view("{}\0 and more", 12)).is_discarded());
}

}  // namespace
}  // namespace seedc::llm
