// Answers that were paid for, in a SQLite file that processes may share. It contains only answers
// that satisfied their request.
#pragma once

#include <array>
#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include "runtime/base/result.h"
#include "runtime/llm/chat.h"
#include "runtime/llm/request_form.h"

namespace seedc::llm {

/// SHA-256 of everything an answer depends on: model, parameters that the user sets, schema, and
/// the prompts, so that a reworded prompt is another request. No two requests share a key. The form
/// of a request does not count: it is what the service takes, and the question is the same.
using RequestKey = std::array<unsigned char, 32>;

RequestKey key_of(const ChatRequest& request, const std::string& model,
                  const RequestChoice& choice = {});

class AnswerStore {
 public:
  /// Opens the file, or creates it in a folder that exists.
  static base::Result<std::unique_ptr<AnswerStore>> open(const std::string& path);

  /// The stored answer; std::nullopt if there is none that can be read.
  std::optional<nlohmann::ordered_json> find(const RequestKey& key);

  /// The same if it is an acceptable answer to the request; one that is not is removed.
  std::optional<nlohmann::ordered_json> find_for(const ChatRequest& request, const RequestKey& key);

  /// Stores an answer; once this returns, it survives the process. Returns the answer that counts:
  /// the one given, or that of another process which was faster.
  base::Result<nlohmann::ordered_json> keep(const RequestKey& key,
                                            const nlohmann::ordered_json& answer);

  /// Tells other processes that this one is requesting the answer, for the given time. False if
  /// another process that is still running does so.
  bool claim(const RequestKey& key, std::chrono::seconds lease);
  /// Ends this process's claim.
  void release(const RequestKey& key);

  /// The form of requests that a model of a service took; std::nullopt if none is known. The URL is
  /// stored as a hash.
  std::optional<RequestForm> form_of_service(const std::string& url, const std::string& model);
  /// Stores it. That it cannot be written costs a call next time, and is no error.
  void remember_form(const std::string& url, const std::string& model, const RequestForm& form);

  /// Removes an answer that turned out to be unusable.
  void forget(const RequestKey& key);

  ~AnswerStore();

 private:
  struct State;
  explicit AnswerStore(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace seedc::llm
