// Messages of JSON-RPC: what is received, and how answers and notifications are written.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <string_view>

#include "runtime/base/result.h"

namespace seedc::lsp {

using Json = nlohmann::json;

/// The codes of errors that the protocol defines.
enum class ErrorCode : std::int32_t {
  ParseError = -32700,
  InvalidRequest = -32600,
  MethodNotFound = -32601,
  InvalidParams = -32602,
  InternalError = -32603,
  ServerNotInitialized = -32002,
  RequestFailed = -32803,
  ContentModified = -32801,
  RequestCancelled = -32800,
};

/// Thrown by what answers a request: the answer is an error.
class RequestError : public std::runtime_error {
 public:
  RequestError(ErrorCode code, const std::string& message)
      : std::runtime_error(message), code_(code) {}
  ErrorCode code() const { return code_; }

 private:
  ErrorCode code_;
};

/// The value of a message's text, in which bytes that are not UTF-8, and halves of surrogate pairs
/// that are written as escapes, are replaced by U+FFFD: each is one code unit, as the client
/// counts. A discarded value if the text is not JSON.
Json parse_message(const std::string& text);

Json response(const Json& id, Json result);
Json error_response(const Json& id, ErrorCode code, std::string_view message);
Json notification(std::string_view method, Json params);
Json request(std::int64_t id, std::string_view method, Json params);

/// A member at a path of keys; null if it, or an object on the way, is not there.
const Json& at(const Json& object, std::initializer_list<const char*> keys);
/// The same as a text, a number, a boolean; the default value if it is none.
std::string text_at(const Json& object, std::initializer_list<const char*> keys);
std::int64_t integer_at(const Json& object, std::initializer_list<const char*> keys);
bool is_true_at(const Json& object, std::initializer_list<const char*> keys);

/// For a message that is shown, which has one line.
std::string text_with_help(const base::Error& error);

/// As it is sent. Invalid UTF-8 becomes U+FFFD.
std::string dumped(const Json& message);

}  // namespace seedc::lsp
