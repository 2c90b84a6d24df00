// Answers that were paid for, in a SQLite file that processes may share. Nothing but answers that
// satisfied their request stands in it.
#pragma once

#include <array>
#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include "runtime/base/result.h"
#include "runtime/llm/chat.h"

namespace seedc {

/// SHA-256 of everything that an answer depends on: model, parameters, schema, and the prompts as
/// they are sent, so that a prompt that is worded anew is another request. No two requests share
/// one.
using RequestKey = std::array<unsigned char, 32>;

RequestKey key_of(const ChatRequest& request, const std::string& model);

class AnswerStore {
 public:
  /// Opens the file, or makes it and the folders above.
  static Result<std::unique_ptr<AnswerStore>> open(const std::string& path);

  /// The answer that was kept; nothing if there is none that can be read.
  std::optional<nlohmann::ordered_json> find(const RequestKey& key);

  /// Writes an answer down; once this returns it outlives the process. The answer that counts: the
  /// one given, or that of another process which was faster.
  Result<nlohmann::ordered_json> keep(const RequestKey& key, const nlohmann::ordered_json& answer);

  /// Says to other processes that this one asks for the answer, for so long. False if another one
  /// does, which still runs.
  bool claim(const RequestKey& key, std::chrono::seconds lease);
  /// Ends this process's claim.
  void release(const RequestKey& key);

  /// Removes an answer that turned out to be unusable.
  void forget(const RequestKey& key);

  ~AnswerStore();

 private:
  struct State;
  explicit AnswerStore(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace seedc
