// Builds the client of a model service from the options of a call.
#include "library/model.h"

#include <chrono>
#include <optional>
#include <string>

#include "library/boundary.h"
#include "runtime/llm/client.h"

namespace seedc::library {
namespace {

std::chrono::milliseconds milliseconds(double seconds) {
  constexpr double kMost = 86400;
  return std::chrono::milliseconds(static_cast<std::int64_t>(std::min(seconds, kMost) * 1000));
}

template <class T>
std::optional<T> limit_of(T value) {
  return value > 0 ? std::optional(value) : std::nullopt;
}

std::optional<std::int64_t> count_of(std::uint64_t value) {
  return limit_of(static_cast<std::int64_t>(std::min<std::uint64_t>(value, INT64_MAX)));
}

llm::ChatClientOptions client_options(const seedc_model_options& options) {
  if (options.max_usd > 0 && !has_prices(options))
    fail_usage("`max_usd` needs the prices of tokens", "give both prices");
  llm::ChatClientOptions client;
  client.endpoint = take(llm::make_endpoint(text_of(options.url), text_of(options.name),
                                            text_of(options.key), text_of(options.ca_file)));
  if (options.concurrency != 0) client.concurrency = options.concurrency;
  if (options.call_timeout > 0) client.timeout = milliseconds(options.call_timeout);
  client.rates = {limit_of(options.requests_per_minute), limit_of(options.tokens_per_minute)};
  if (options.retries != 0) client.retries.most_retries = std::max(options.retries, 0);
  if (options.retry_delay > 0) client.retries.first_delay = llm::Seconds(options.retry_delay);
  client.budget = {.requests = count_of(options.max_requests),
                   .tokens = count_of(options.max_tokens),
                   .usd = limit_of(options.max_usd),
                   .prices = {options.usd_per_million_prompt, options.usd_per_million_completion}};
  return client;
}

class ModelSession final : public engine::ChatSession {
 public:
  ModelSession(llm::ChatClientOptions client, std::unique_ptr<llm::AnswerStore> store,
               std::optional<llm::CallLog> log, engine::Host& host)
      : host_(host), client_(watched(std::move(client)), std::move(store), std::move(log)) {}

  llm::ChatService& service() override { return client_; }
  const llm::ChatTally& tally() const override { return client_.tally(); }
  void expect(std::string what, std::uint64_t requests) override {
    progress_ = host_.begin(what);
    total_ = requests;
    before_ = client_.tally().requests();
  }

 private:
  llm::ChatClientOptions watched(llm::ChatClientOptions client) {
    client.call = host_.call();
    client.watch = [this](const llm::ChatTally& tally) {
      if (progress_) progress_(tally.requests() - before_, total_);
    };
    return client;
  }

  engine::Host& host_;
  engine::Host::Progress progress_;
  std::uint64_t total_ = 0;
  std::uint64_t before_ = 0;  ///< requests of earlier conversations
  llm::ChatClient client_;
};

}  // namespace

bool has_prices(const seedc_model_options& options) {
  return options.usd_per_million_prompt > 0 && options.usd_per_million_completion > 0;
}

std::unique_ptr<engine::ChatSession> open_model(const seedc_model_options& options,
                                                engine::Host& host) {
  const std::string store = text_of(options.store);
  if (store.empty())
    fail_usage("there is no file to keep answers in",
               "name one as `store`: no answer is then paid for twice");
  llm::ChatClientOptions client = client_options(options);
  std::optional<llm::CallLog> log;
  if (options.log.size > 0) log = take(llm::CallLog::open(text_of(options.log)));
  return std::make_unique<ModelSession>(std::move(client), take(llm::AnswerStore::open(store)),
                                        std::move(log), host);
}

}  // namespace seedc::library
