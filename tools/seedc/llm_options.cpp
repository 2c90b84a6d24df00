// Builds the language-model client from command-line options, environment variables and files.
#include "tools/seedc/llm_options.h"

#include <fmt/format.h>

#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <utility>

#include "engine/report/chat_ledger.h"
#include "tools/seedc/cli.h"
#include "tools/seedc/configuration.h"
#include "tools/seedc/manifest.h"
#include "tools/seedc/output.h"
#include "tools/seedc/session.h"
#include "tools/seedc/status.h"
#include "tools/seedc/user_cache.h"

namespace seedc::tool {
namespace {

constexpr const char* kGroup = "The model";

/// A variable's value; empty if it is not set.
std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

/// The file of stored answers: the one given, or that of the user's cache. Without a home it is in
/// the current folder, and the user is told.
std::string store_path(const LlmOptions& options) {
  if (!options.store.empty()) return options.store;
  if (const std::filesystem::path cache = user_cache(); !cache.empty())
    return cache / "answers.sqlite";
  const std::string path = std::filesystem::path(".cache") / "seedc" / "answers.sqlite";
  tell(
      "warning: HOME is not set: answers are stored in `{}` of the current folder; name another "
      "file with --store\n",
      path);
  return path;
}

/// The folder of a store that nobody named is seedc's own. Opening the file reports where that
/// fails.
void create_folder_of(const std::string& store) {
  std::error_code ignored;
  std::filesystem::create_directories(std::filesystem::path(store).parent_path(), ignored);
}

/// A key must be valid in an HTTP header: printable ASCII without whitespace.
std::string checked_key(std::string key, const std::string& source) {
  while (!key.empty() && (key.back() == '\n' || key.back() == '\r')) key.pop_back();
  for (const char c : key) {
    if (c <= ' ' || c > '~')
      fail_usage(fmt::format("the key in {} contains whitespace or an invalid character", source),
                 "a key is one word on one line");
  }
  return key;
}

std::string read_key(const LlmOptions& options) {
  if (options.key_file.empty()) return checked_key(environment("SEEDC_LLM_KEY"), "SEEDC_LLM_KEY");
  std::string key = checked_key(read_text(options.key_file), "`" + options.key_file + "`");
  if (key.empty())
    fail_usage(fmt::format("`{}` has no key", options.key_file),
               "write the key into it, or leave --llm-key-file out for a service without keys");
  return key;
}

/// As ModelOptions have it, where 0 is not a number: that is then below it.
double or_below(double value) { return value == 0 ? -1 : value; }
double or_below(std::optional<double> value) { return value ? or_below(*value) : 0; }
std::uint64_t or_below(std::optional<std::uint64_t> value) {
  return value == 0 ? UINT64_MAX : value.value_or(0);
}

/// Rejects options without what they need, in the words of the command line.
void check_options(const ModelOptions& model) {
  if (model.url.empty()) {
    fail_usage("no language model configured",
               "give the address of a service in SEEDC_LLM_URL or --llm-url, and the model's name "
               "in SEEDC_LLM_MODEL or --llm-model; or both in seedc.toml");
  }
  if (model.name.empty())
    fail_usage("no language model named", "give it in SEEDC_LLM_MODEL or --llm-model");
  if (model.max_usd != 0 &&
      !report::has_prices(model.usd_per_million_prompt, model.usd_per_million_completion)) {
    fail_usage("`--max-usd` needs the prices of tokens",
               "give --usd-per-million-prompt and --usd-per-million-completion");
  }
}

/// `MODEL` or `MODEL=WEIGHT`; a weight of 0 is none.
std::pair<std::string, std::uint32_t> voter_of(const std::string& text) {
  const std::size_t sign = text.rfind('=');
  if (sign == std::string::npos) return {text, 1};
  std::uint32_t weight = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data() + sign + 1, end, weight);
  return {text.substr(0, sign), error == std::errc() && stop == end ? weight : 0};
}

/// As CLI11 checks: the error, or an empty text.
std::string check_voter(const std::string& text) {
  const auto [model, weight] = voter_of(text);
  if (!model.empty() && weight > 0) return {};
  return fmt::format("`{}` is not a model with a weight: MODEL, or MODEL=N with a whole number",
                     text);
}

}  // namespace

void add_llm_options(CLI::App& command, LlmOptions& options) {
  const CLI::Validator positive = between(1e-9, 1e15);
  const CLI::Validator count = between(std::uint64_t{0}, std::uint64_t{1} << 50);
  const CLI::Validator amount = between(0.0, 1e9);
  const auto add = [&](const char* name, auto& value, const char* type, const char* help) {
    return command.add_option(name, value, help)->type_name(type)->group(kGroup);
  };
  add("--llm-url", options.url, "URL", "an OpenAI-compatible service (or SEEDC_LLM_URL)");
  add("--llm-model", options.model, "NAME", "the model to ask (or SEEDC_LLM_MODEL)");
  add("--llm-key-file", options.key_file, "FILE", "file holding the API key (or SEEDC_LLM_KEY)");
  add("--llm-ca", options.ca_file, "FILE", "certificates to trust instead of the system's");
  add("--llm-param", options.params, "NAME=VALUE",
      "a parameter of every request, in JSON; NAME= removes it")
      ->allow_extra_args(false);
  add("--max-tokens-field", options.max_tokens_field, "NAME",
      "what the service calls the limit of an answer's tokens (default: tried)");
  add("--response-format", options.response_format, "FORMAT",
      "json_schema, json_object or text (default: the first that the service takes)");
  add("--llm-header", options.headers, "'NAME: VALUE'", "a header of every call")
      ->allow_extra_args(false);
  add("--concurrency", options.concurrency, "N", "calls at once (default: 8)")
      ->check(between(1, 256));
  add("--requests-per-minute", options.requests_per_minute, "N", "limit on calls per minute")
      ->check(positive);
  add("--tokens-per-minute", options.tokens_per_minute, "N", "limit on tokens per minute")
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

void add_vote_options(CLI::App& command, LlmOptions& options) {
  constexpr std::uint32_t kMostVotes = 99;
  command
      .add_option("--votes", options.votes,
                  "ask for so many opinions on each review; of each field the value that most give "
                  "counts (default: 1)")
      ->check(between(std::uint32_t{1}, kMostVotes))
      ->type_name("N")
      ->group(kGroup);
  command
      .add_option("--voter", options.voters,
                  "a model that is asked in place of --llm-model, with its weight (repeatable)")
      ->check(CLI::Validator(check_voter, ""))
      ->type_name("MODEL[=WEIGHT]")
      ->allow_extra_args(false)
      ->group(kGroup);
  command
      .add_option("--min-agreement", options.min_agreement,
                  "a value that less than this share of the opinions give is missing")
      ->check(between(0.0, 1.0))
      ->type_name("SHARE")
      ->group(kGroup);
}

ModelOptions model_of(const LlmOptions& options) {
  std::vector<std::string> voters;
  std::vector<std::uint32_t> weights;
  for (const std::string& text : options.voters) {
    const auto [model, weight] = voter_of(text);
    voters.push_back(model);
    weights.push_back(weight);
  }
  return {.url = options.url,
          .name = options.model.empty() && !voters.empty() ? voters.front() : options.model,
          .ca_file = options.ca_file,
          .store = store_path(options),
          .log = options.log,
          .concurrency = options.concurrency,
          .requests_per_minute = options.requests_per_minute,
          .tokens_per_minute = options.tokens_per_minute,
          .call_timeout = options.timeout_seconds,
          .retries = options.retries == 0 ? -1 : options.retries,
          .retry_delay = or_below(options.retry_delay_seconds),
          .max_requests = or_below(options.max_requests),
          .max_tokens = or_below(options.max_tokens),
          .max_usd = or_below(options.max_usd),
          .usd_per_million_prompt = or_below(options.usd_per_million_prompt),
          .usd_per_million_completion = or_below(options.usd_per_million_completion),
          .params = options.params,
          .max_tokens_field = options.max_tokens_field,
          .response_format = options.response_format,
          .headers = options.headers,
          .votes = options.votes,
          .voters = std::move(voters),
          .voter_weights = std::move(weights),
          .min_agreement = options.min_agreement};
}

std::string dry_run_note(const ModelOptions& model) {
  std::error_code unknown;
  const bool is_missing = model.name.empty() && std::filesystem::exists(model.store, unknown);
  return is_missing ? "stored answers are counted per model: name it with --llm-model\n" : "";
}

Conversation::Conversation(const Session& session, const LlmOptions& options)
    : model_(model_of(options)) {
  check_options(model_);
  if (!model_.log.empty()) refuse_to_append_to_input(model_.log);
  model_.key = read_key(options);
  if (options.store.empty()) create_folder_of(model_.store);
  if (const auto source = source_of("--llm-url");
      source.find(':') != source.npos && !model_.key.empty())
    tell("the key is sent to `{}`, which {} names\n", model_.url, source);
  session.check_model(model_);
  model_.stop = [this] { return is_interrupted(); };
  if (ManifestRecord* record = manifest_record()) record->ask(model_);
  model_.watch = [](const ModelProgress& progress) {
    if (ManifestRecord* record = manifest_record()) record->watch(progress);
    show_conversation(progress.step, progress.text);
  };
}

bool Conversation::is_interrupted() {
  if (!interrupt_) interrupt_.emplace();
  if (!Interrupt::is_requested()) return false;
  if (!is_stopping_) tell("\nstopping: waiting for pending answers; Ctrl-C again abandons them\n");
  return is_stopping_ = true;
}

}  // namespace seedc::tool
