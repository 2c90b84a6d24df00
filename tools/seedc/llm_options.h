// The options of commands that ask a language model, and the service that they open.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "engine/chat_session.h"
#include "runtime/base/result.h"
#include "runtime/llm/client.h"

namespace seedc::tool {

/// The values of the options; empty or std::nullopt where an option is not given.
struct LlmOptions {
  std::string url, model;  ///< or SEEDC_LLM_URL, SEEDC_LLM_MODEL
  std::string key_file;    ///< or the key itself in SEEDC_LLM_KEY
  std::string ca_file;
  std::size_t concurrency = 8;
  llm::RateLimits rates;
  double timeout_seconds = 120;
  int retries = 5;
  double retry_delay_seconds = 0.5;
  std::optional<std::int64_t> max_requests, max_tokens;
  std::optional<double> max_usd;
  std::optional<double> usd_per_million_prompt, usd_per_million_completion;
  std::string store;
  std::string log;

  bool has_prices() const { return usd_per_million_prompt && usd_per_million_completion; }
  llm::Prices prices() const;
};

void add_llm_options(CLI::App& command, LlmOptions& options);

/// Checks before any other work that an endpoint is configured and allowed, and that the options
/// are consistent.
base::Result<llm::ChatEndpoint> check_llm_options(const LlmOptions& options);

/// The model that is asked; empty if none is named.
std::string model_of(const LlmOptions& options);

/// The file of stored answers: the one given, or that of the user's cache.
std::string store_path(const LlmOptions& options);

/// Progress is shown, and Ctrl-C stops it in order.
base::Result<std::unique_ptr<engine::ChatSession>> open_chat_service(const LlmOptions& options);

/// Ends a command: returns 0, or reports why requests were not answered and returns that exit
/// status. `noun` is what a request is about: "review".
int finish_chat(const llm::ChatTally& tally, std::string_view noun);

}  // namespace seedc::tool
