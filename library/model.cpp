// Builds the client of a model service from the options of a call.
#include "library/model.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <string>

#include "engine/report/chat_ledger.h"
#include "library/boundary.h"
#include "runtime/llm/client.h"

namespace seedc::library {
namespace {

std::chrono::milliseconds milliseconds(double seconds) {
  constexpr double kMost = 86400;
  return std::chrono::milliseconds(static_cast<std::int64_t>(std::min(seconds, kMost) * 1000));
}

/// 0 is no limit, and less than it a limit of 0.
template <class T>
std::optional<T> limit_of(T value) {
  return value == 0 ? std::nullopt : std::optional(std::max(value, T(0)));
}
std::optional<double> limit_of(double value, std::string_view option) {
  return limit_of(number_of(value, option));
}

/// The same for a count, of which the largest is less than 0.
std::optional<std::int64_t> count_of(std::uint64_t value) {
  if (value == UINT64_MAX) return 0;
  return limit_of(static_cast<std::int64_t>(std::min<std::uint64_t>(value, INT64_MAX)));
}

/// The model, or of several the first.
std::string name_of(const seedc_model_options& options) {
  const bool is_of_voters = options.name.size == 0 && options.voter_count > 0;
  return is_of_voters ? texts_of(options.voters, 1).front() : text_of(options.name);
}

llm::ChatEndpoint endpoint_of(const seedc_model_options& options) {
  const std::string name = name_of(options);
  if (options.url.size == 0) fail_call<base::ErrorCode::NoService>("give its `url`");
  if (name.empty()) fail_call<base::ErrorCode::NoModel>("give its `name`");
  if (options.max_usd != 0 && !prices_of(options))
    fail_call<base::ErrorCode::NoPrices>("give both prices");
  return take(llm::make_endpoint(text_of(options.url), name, text_of(options.key),
                                 path_of(options.ca_file),
                                 texts_of(options.headers, options.header_count)));
}

llm::BudgetLimits budget_of(const seedc_model_options& options) {
  return {.requests = count_of(options.max_requests),
          .tokens = count_of(options.max_tokens),
          .usd = limit_of(options.max_usd, "max_usd"),
          .prices = prices_of(options).value_or(llm::Prices())};
}

llm::ChatClientOptions client_options(const seedc_model_options& options) {
  llm::ChatClientOptions client;
  client.endpoint = endpoint_of(options);
  client.choice = choice_of(options);
  if (options.concurrency != 0) client.concurrency = options.concurrency;
  if (number_of(options.call_timeout, "call_timeout") > 0)
    client.timeout = milliseconds(options.call_timeout);
  client.rates = {limit_of(options.requests_per_minute, "requests_per_minute"),
                  limit_of(options.tokens_per_minute, "tokens_per_minute")};
  if (options.retries != 0) client.retries.most_retries = std::max(options.retries, 0);
  if (number_of(options.retry_delay, "retry_delay") != 0)
    client.retries.first_delay = llm::Seconds(std::max(options.retry_delay, 0.0));
  client.budget = budget_of(options);
  if (options.stop != nullptr)
    client.is_cancelled = [stop = options.stop, context = options.context] {
      return stop(context) != 0;
    };
  return client;
}

class ModelSession final : public engine::ChatSession {
 public:
  ModelSession(const seedc_model_options& options, std::unique_ptr<llm::AnswerStore> store,
               std::optional<llm::CallLog> log, engine::Host& host)
      : options_(options),
        votes_(votes_of(options)),
        host_(host),
        client_(watched(client_options(options)), std::move(store), std::move(log)) {}

  llm::ChatService& service() override { return client_; }
  const llm::VoteRules& votes() const override { return votes_; }
  const llm::ChatTally& tally() const override { return client_.tally(); }
  std::optional<llm::ChatAnswer> stored(const llm::ChatRequest& request) override {
    return client_.stored(request);
  }
  void expect(std::string what, std::uint64_t requests) override {
    progress_ = host_.begin(what);
    what_ = std::move(what);
    total_ = requests;
    before_ = client_.tally();
    begun_ = Clock::now();
  }

 private:
  using Clock = std::chrono::steady_clock;

  llm::ChatClientOptions watched(llm::ChatClientOptions client) {
    client.call = host_.call();
    client.watch = [this](const llm::ChatTally& tally) {
      if (progress_) progress_(tally.requests() - before_.requests(), total_);
      if (options_.watch != nullptr) watch(tally);
    };
    client.warn = [this](const std::string& text) { host_.warn("warning: " + text); };
    return client;
  }

  void watch(const llm::ChatTally& tally) const {
    const std::chrono::duration<double> elapsed = Clock::now() - begun_;
    const report::ChatStep step = {.what = what_,
                                   .total = total_,
                                   .done = tally.requests() - before_.requests(),
                                   .stored = tally.stored - before_.stored,
                                   .elapsed_seconds = elapsed.count()};
    const std::string text =
        report::format_chat_progress(step, tally, prices_of(options_).has_value());
    const seedc_model_progress progress = {
        .size = sizeof(seedc_model_progress),
        .step = str_of(what_),
        .done = step.done,
        .total = step.total,
        .stored = step.stored,
        .failed = tally.asked_in_vain() - before_.asked_in_vain(),
        .text = str_of(text),
        .requests = tally.requests(),
        .answered_by_store = tally.stored,
        .calls = tally.calls,
        .prompt_tokens = static_cast<std::uint64_t>(tally.usage.prompt_tokens),
        .completion_tokens = static_cast<std::uint64_t>(tally.usage.completion_tokens),
        .usd = tally.usd};
    options_.watch(options_.context, &progress);
  }

  seedc_model_options options_;
  llm::VoteRules votes_;
  engine::Host& host_;
  engine::Host::Progress progress_;
  std::string what_;
  std::uint64_t total_ = 0;
  llm::ChatTally before_;  ///< of earlier conversations
  Clock::time_point begun_;
  llm::ChatClient client_;
};

}  // namespace

std::optional<llm::Prices> prices_of(const seedc_model_options& options) {
  return llm::prices_given(
      number_of(options.usd_per_million_prompt, "usd_per_million_prompt"),
      number_of(options.usd_per_million_completion, "usd_per_million_completion"));
}

llm::VoteRules votes_of(const seedc_model_options& options) {
  std::vector<llm::Voter> models;
  for (std::string& name : texts_of(options.voters, options.voter_count)) {
    const std::uint32_t weight =
        options.voter_weights == nullptr ? 0 : options.voter_weights[models.size()];
    models.push_back({{std::move(name), 0}, weight == 0 ? 1.0 : weight});
  }
  if (models.empty()) models.emplace_back();
  const double least = std::max(number_of(options.min_agreement, "min_agreement", 1), 0.0);
  llm::VoteRules rules = llm::vote_rules(models, std::max<std::size_t>(options.votes, 1), least);
  if (least > 0 && rules.voters.size() == 1)
    fail_call<base::ErrorCode::AgreementOfOne>("ask for several votes, or several voters");
  return rules;
}

llm::RequestChoice choice_of(const seedc_model_options& options) {
  const std::vector<std::string> params = texts_of(options.params, options.param_count);
  llm::RequestChoice choice =
      take(llm::read_choice({.parameters = params,
                             .limit_field = text_of(options.max_tokens_field),
                             .response_format = text_of(options.response_format)}));
  if (auto error = llm::find_unbounded(budget_of(options), choice)) throw Failed{*std::move(error)};
  return choice;
}

void check_model(const seedc_model_options& options) {
  static_cast<void>(client_options(options));
  static_cast<void>(votes_of(options));
}

std::unique_ptr<engine::ChatSession> open_model(const seedc_model_options& options,
                                                engine::Host& host) {
  check_model(options);
  const std::string store = path_of(options.store);
  if (store.empty())
    fail_call<base::ErrorCode::NoStore>("name one as `store`: no answer is then paid for twice");
  auto answers = take(llm::AnswerStore::open(store));
  std::optional<llm::CallLog> log;
  if (options.log.size > 0) log = take(llm::CallLog::open(path_of(options.log)));
  if (llm::is_repeated(votes_of(options)) &&
      !choice_of(options).parameters.contains("temperature")) {
    host.warn(
        "warning: several opinions of a model hardly differ at a temperature of 0\n"
        "  help: give another one as a parameter of requests: temperature=0.7\n");
  }
  return std::make_unique<ModelSession>(options, std::move(answers), std::move(log), host);
}

}  // namespace seedc::library
