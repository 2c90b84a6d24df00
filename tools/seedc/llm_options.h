// The options of commands that ask a language model, and the service that they open.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "include/seedc/seedc.hpp"
#include "tools/seedc/interrupt.h"

namespace seedc::tool {

/// The values of the options; empty or std::nullopt where an option is not given.
struct LlmOptions {
  std::string url, model;
  std::string key_file;  ///< or the key itself in SEEDC_LLM_KEY
  std::string ca_file;
  std::vector<std::string> params, headers;
  std::string max_tokens_field, response_format;
  std::uint32_t concurrency = 8;
  double requests_per_minute = 0, tokens_per_minute = 0;
  double timeout_seconds = 120;
  int retries = 5;
  double retry_delay_seconds = 0.5;
  std::optional<std::uint64_t> max_requests, max_tokens;
  std::optional<double> max_usd;
  std::optional<double> usd_per_million_prompt, usd_per_million_completion;
  std::string store;
  std::string log;
  std::uint32_t votes = 1;
  std::vector<std::string> voters;  ///< `MODEL` or `MODEL=WEIGHT`
  double min_agreement = 0;
};

void add_llm_options(CLI::App& command, LlmOptions& options);

/// Of commands that extract: several opinions on each review.
void add_vote_options(CLI::App& command, LlmOptions& options);

/// The model that the options name, and what it may cost, with the variables for what they do not
/// say; without its key.
ModelOptions model_of(const LlmOptions& options);

/// That a dry run lacks the name of the model, by which answers are stored; empty if it has it.
std::string dry_run_note(const ModelOptions& model);

/// A model that is asked for the duration of a call: progress is shown, and Ctrl-C stops it in
/// order.
class Conversation {
 public:
  /// Throws Error before any other work if no service is configured or allowed, or the options are
  /// not consistent.
  Conversation(const Session& session, const LlmOptions& options);
  Conversation(const Conversation&) = delete;
  Conversation& operator=(const Conversation&) = delete;

  const ModelOptions& model() const { return model_; }

 private:
  bool is_interrupted();

  ModelOptions model_;
  std::optional<Interrupt> interrupt_;  ///< from the first request on
  bool is_stopping_ = false;
};

}  // namespace seedc::tool
