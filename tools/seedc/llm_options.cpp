// Builds the language-model client from command-line options, environment variables and files.
#include "tools/seedc/llm_options.h"

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>

#include "engine/report/chat_faults.h"
#include "tools/seedc/chat_progress.h"
#include "tools/seedc/commands.h"
#include "tools/seedc/interrupt.h"
#include "tools/seedc/output.h"
#include "tools/seedc/setting_names.h"
#include "tools/seedc/terminal_host.h"

namespace seedc::tool {
namespace {

constexpr const char* kGroup = "The model";

/// A variable's value; empty if it is not set.
std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

/// `$XDG_CACHE_HOME/seedc`, or `~/.cache/seedc`; empty without either.
std::filesystem::path user_cache() {
  std::filesystem::path root = environment("XDG_CACHE_HOME");
  const std::string home = environment("HOME");
  if (!root.is_absolute() && !home.empty()) root = std::filesystem::path(home) / ".cache";
  return root.is_absolute() ? root / "seedc" : std::filesystem::path();
}

std::string given_or(const std::string& given, const char* name) {
  return given.empty() ? environment(name) : given;
}

/// A key must be valid in an HTTP header: printable ASCII without whitespace.
base::Result<std::string> checked_key(std::string key, const std::string& source) {
  while (!key.empty() && (key.back() == '\n' || key.back() == '\r')) key.pop_back();
  for (const char c : key) {
    if (c <= ' ' || c > '~')
      return base::fail(
          base::ErrorKind::Usage,
          fmt::format("the key in {} contains whitespace or an invalid character", source),
          "a key is one word on one line");
  }
  return key;
}

base::Result<std::string> read_key(const LlmOptions& options) {
  if (options.key_file.empty()) return checked_key(environment("SEEDC_LLM_KEY"), "SEEDC_LLM_KEY");
  constexpr std::size_t kMostBytes = 1 << 16;
  auto text = read_source(options.key_file, kMostBytes);
  if (!text) return text;
  return checked_key(*std::move(text), "`" + options.key_file + "`");
}

class OpenSession : public engine::ChatSession {
 public:
  OpenSession(llm::ChatClientOptions client, std::unique_ptr<llm::AnswerStore> store,
              std::optional<llm::CallLog> log, bool has_prices)
      : has_prices_(has_prices),
        client_(watched(std::move(client)), std::move(store), std::move(log)) {}

  llm::ChatService& service() override { return client_; }
  const llm::ChatTally& tally() const override { return client_.tally(); }
  void expect(std::string what, std::uint64_t requests) override {
    progress_.emplace(std::move(what), requests, has_prices_, client_.tally());
  }

 private:
  llm::ChatClientOptions watched(llm::ChatClientOptions client) {
    client.is_cancelled = [this] { return note_interrupt(); };
    client.watch = [this](const llm::ChatTally& tally) {
      if (progress_) progress_->show(tally);
    };
    return client;
  }

  bool note_interrupt() {
    if (!Interrupt::is_requested()) return false;
    if (!is_interrupted_)
      tell("\nstopping: waiting for pending answers; Ctrl-C again abandons them\n");
    return is_interrupted_ = true;
  }

  bool has_prices_;
  bool is_interrupted_ = false;
  Interrupt interrupt_;
  std::optional<ChatProgress> progress_;
  llm::ChatClient client_;
};

llm::ChatClientOptions client_options(const LlmOptions& options, llm::ChatEndpoint endpoint) {
  return {.endpoint = std::move(endpoint),
          .concurrency = options.concurrency,
          .timeout =
              std::chrono::milliseconds(static_cast<std::int64_t>(options.timeout_seconds * 1000)),
          .rates = options.rates,
          .retries = {.most_retries = options.retries,
                      .first_delay = llm::Seconds(options.retry_delay_seconds)},
          .budget = {.requests = options.max_requests,
                     .tokens = options.max_tokens,
                     .usd = options.max_usd,
                     .prices = options.prices()},
          .is_cancelled = {},
          .watch = {}};
}

}  // namespace

llm::Prices LlmOptions::prices() const {
  return {usd_per_million_prompt.value_or(0), usd_per_million_completion.value_or(0)};
}

void add_llm_options(CLI::App& command, LlmOptions& options) {
  const CLI::Validator positive = between(1e-9, 1e15);
  const CLI::Validator count = between(std::int64_t{0}, std::int64_t{1} << 50);
  const CLI::Validator amount = between(0.0, 1e9);
  const auto add = [&](const char* name, auto& value, const char* type, const char* help) {
    return command.add_option(name, value, help)->type_name(type)->group(kGroup);
  };
  add("--llm-url", options.url, "URL", "an OpenAI-compatible service (or SEEDC_LLM_URL)");
  add("--llm-model", options.model, "NAME", "the model to ask (or SEEDC_LLM_MODEL)");
  add("--llm-key-file", options.key_file, "FILE", "file holding the API key (or SEEDC_LLM_KEY)");
  add("--llm-ca", options.ca_file, "FILE", "certificates to trust instead of the system's");
  add("--concurrency", options.concurrency, "N", "calls at once (default: 8)")
      ->check(between(1, 256));
  add("--requests-per-minute", options.rates.requests_per_minute, "N", "limit on calls per minute")
      ->check(positive);
  add("--tokens-per-minute", options.rates.tokens_per_minute, "N", "limit on tokens per minute")
      ->check(positive);
  add("--call-timeout", options.timeout_seconds, "SECONDS", "timeout of one call (default: 120)")
      ->check(between(0.001, 86400.0));
  add("--retries", options.retries, "N", "retries of a failed call (default: 5)")
      ->check(between(0, 100));
  add("--retry-delay", options.retry_delay_seconds, "SECONDS",
      "delay before the first retry, doubled each time (default: 0.5)")
      ->check(between(0.0, 3600.0));
  add("--max-requests", options.max_requests, "N", "stop before exceeding this many calls")
      ->check(count);
  add("--max-tokens", options.max_tokens, "N", "stop before exceeding this many tokens")
      ->check(count);
  add("--max-usd", options.max_usd, "USD", "stop before exceeding this cost; needs both prices")
      ->check(amount);
  add("--usd-per-million-prompt", options.usd_per_million_prompt, "USD", "price of prompt tokens")
      ->check(amount);
  add("--usd-per-million-completion", options.usd_per_million_completion, "USD",
      "price of completion tokens")
      ->check(amount);
  add("--store", options.store, "FILE", "stored answers (default: ~/.cache/seedc/answers.sqlite)");
  add("--log", options.log, "FILE", "append one JSON line per call");
}

base::Result<llm::ChatEndpoint> check_llm_options(const LlmOptions& options) {
  const std::string url = given_or(options.url, "SEEDC_LLM_URL");
  if (url.empty()) {
    return base::fail(
        base::ErrorKind::Usage, "no language model configured",
        "give the address of a service in SEEDC_LLM_URL or --llm-url, and the model's name "
        "in SEEDC_LLM_MODEL or --llm-model");
  }
  const std::string model = model_of(options);
  if (model.empty()) {
    return base::fail(base::ErrorKind::Usage, "no language model named",
                      "give it in SEEDC_LLM_MODEL or --llm-model");
  }
  if (options.max_usd && !options.has_prices()) {
    return base::fail(base::ErrorKind::Usage, "`--max-usd` needs the prices of tokens",
                      "give --usd-per-million-prompt and --usd-per-million-completion");
  }
  auto key = read_key(options);
  if (!key) return tl::unexpected(key.error());
  return llm::make_endpoint(url, model, *std::move(key), given_or(options.ca_file, "SEEDC_LLM_CA"));
}

std::string model_of(const LlmOptions& options) {
  return given_or(options.model, "SEEDC_LLM_MODEL");
}

std::string store_path(const LlmOptions& options) {
  if (!options.store.empty()) return options.store;
  std::filesystem::path cache = user_cache();
  if (cache.empty()) cache = std::filesystem::path(".cache") / "seedc";
  return (cache / "answers.sqlite").string();
}

base::Result<std::unique_ptr<engine::ChatSession>> open_chat_service(const LlmOptions& options) {
  auto endpoint = check_llm_options(options);
  if (!endpoint) return tl::unexpected(endpoint.error());
  auto store = llm::AnswerStore::open(store_path(options));
  if (!store) return tl::unexpected(store.error());
  std::optional<llm::CallLog> log;
  if (!options.log.empty()) {
    auto opened = llm::CallLog::open(options.log);
    if (!opened) return tl::unexpected(opened.error());
    log = *std::move(opened);
  }
  return std::make_unique<OpenSession>(client_options(options, *std::move(endpoint)),
                                       *std::move(store), std::move(log), options.has_prices());
}

int finish_chat(const llm::ChatTally& tally, std::string_view noun) {
  const auto error = report::find_incompleteness(tally, noun, setting_name);
  if (!error) return kDone;
  const int status = print_error(*error);
  return tally.failures(llm::ChatFailureKind::Cancelled) > 0 ? kInterrupted : status;
}

}  // namespace seedc::tool
