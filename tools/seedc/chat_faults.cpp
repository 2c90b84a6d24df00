// Reports why requests were not answered, with the option that helps against each cause.
#include "tools/seedc/chat_faults.h"

#include <fmt/format.h>

#include "engine/report/text.h"

namespace seedc::tool {
namespace {

using Kind = llm::ChatFailureKind;

/// The first class that has failures.
std::optional<Kind> first_class(const llm::ChatTally& tally) {
  for (std::size_t i = 0; i < llm::kChatFailureKinds; ++i) {
    if (tally.failed[i] > 0 && !llm::is_unasked(static_cast<Kind>(i))) return static_cast<Kind>(i);
  }
  return std::nullopt;
}

/// What helps against a class of failures; empty if nothing is sure to help.
std::string_view fix_of(Kind kind) {
  switch (kind) {
    case Kind::Unreachable:
    case Kind::Foreign:
      return "is the service running, and is this its address? --llm-url gives another";
    case Kind::Tls:
      return "give the certificate of its authority with --llm-ca";
    case Kind::Timeout:
      return "give it more time with --call-timeout, or fewer calls at once with --concurrency";
    case Kind::RateLimited:
      return "ask more slowly, with --requests-per-minute or --concurrency";
    case Kind::Store:
      return "make room, or give another file with --store";
    case Kind::KeyRefused:
      return "the key is read from SEEDC_LLM_KEY or --llm-key-file";
    case Kind::NotFound:
      return "is this its address (--llm-url), and does it know the model (--llm-model)?";
    case Kind::TooLong:
      return "ask a model with a larger window";
    case Kind::Disconnected:
    case Kind::Server:
    case Kind::Refused:
    case Kind::Declined:
    case Kind::Truncated:
    case Kind::InvalidJson:
    case Kind::SchemaViolation:
    case Kind::Budget:
    case Kind::Cancelled:
      break;
  }
  return "";
}

}  // namespace

std::optional<base::Error> find_incompleteness(const llm::ChatTally& tally, std::string_view noun) {
  const auto incomplete = [&](base::ErrorKind kind, std::string text, std::string_view fix) {
    const bool is_begun = tally.stored + tally.bought > 0;
    const std::string_view go_on = "answers are stored: run it again to continue from there";
    const std::string_view between = fix.empty() || !is_begun ? "" : "; ";
    return base::Error{kind, std::move(text),
                       fmt::format("{}{}{}", fix, between, is_begun ? go_on : "")};
  };
  const std::string all = report::counted(tally.requests(), noun);
  if (const auto left = tally.failures(Kind::Cancelled))
    return incomplete(base::ErrorKind::Limit, fmt::format("stopped: {} of {} left", left, all), "");
  if (const auto left = tally.failures(Kind::Budget)) {
    return incomplete(base::ErrorKind::Limit,
                      fmt::format("the budget allows no further call: {} of {} left", left, all),
                      tally.first_message[static_cast<std::size_t>(Kind::Budget)]);
  }
  const auto first = first_class(tally);
  if (!first) return find_log_fault(tally);
  return incomplete(base::ErrorKind::Service,
                    fmt::format("{} of {} not answered: {}", tally.asked_in_vain(), all,
                                tally.first_message[static_cast<std::size_t>(*first)]),
                    fix_of(*first));
}

std::optional<base::Error> find_log_fault(const llm::ChatTally& tally) {
  if (tally.log_fault.empty()) return std::nullopt;
  return base::Error{base::ErrorKind::Data, tally.log_fault,
                     "make room, or give another file with --log"};
}

}  // namespace seedc::tool
