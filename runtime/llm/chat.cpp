// Names and common properties of the classes of failures.
#include "runtime/llm/chat.h"

namespace seedc::llm {

std::string_view describe(ChatFailureKind kind) {
  switch (kind) {
    case ChatFailureKind::Unreachable:
      return "service cannot be reached";
    case ChatFailureKind::Disconnected:
      return "connection broken";
    case ChatFailureKind::Timeout:
      return "no answer in time";
    case ChatFailureKind::Tls:
      return "service cannot be trusted";
    case ChatFailureKind::RateLimited:
      return "rate limit";
    case ChatFailureKind::Server:
      return "server error";
    case ChatFailureKind::KeyRefused:
      return "key refused";
    case ChatFailureKind::NotFound:
      return "not found";
    case ChatFailureKind::Unpaid:
      return "no credit left";
    case ChatFailureKind::FormRefused:
      return "parameter refused";
    case ChatFailureKind::Refused:
      return "refused";
    case ChatFailureKind::Foreign:
      return "not a chat completion";
    case ChatFailureKind::Declined:
      return "declined";
    case ChatFailureKind::TooLong:
      return "prompt too long";
    case ChatFailureKind::Truncated:
      return "answer too long";
    case ChatFailureKind::InvalidJson:
      return "invalid JSON";
    case ChatFailureKind::SchemaViolation:
      return "not what the schema asks for";
    case ChatFailureKind::Store:
      return "could not be stored";
    case ChatFailureKind::NotSent:
      return "not sent";
    case ChatFailureKind::Budget:
      return "left at the budget";
    case ChatFailureKind::Cancelled:
      return "cancelled";
  }
  return "";
}

bool is_of_request(ChatFailureKind kind) {
  using Kind = ChatFailureKind;
  return kind == Kind::TooLong || kind == Kind::Truncated || kind == Kind::Declined ||
         kind == Kind::InvalidJson || kind == Kind::SchemaViolation;
}

bool is_unasked(ChatFailureKind kind) {
  using Kind = ChatFailureKind;
  return kind == Kind::NotSent || kind == Kind::Budget || kind == Kind::Cancelled;
}

}  // namespace seedc::llm
