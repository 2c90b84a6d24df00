// Chooses the failure to report of a conversation, and the help against it.
#include "engine/report/chat_faults.h"

#include <fmt/format.h>

#include "engine/report/text.h"

namespace seedc::report {
namespace {

using Kind = llm::ChatFailureKind;

/// The first class that has failures.
std::optional<Kind> first_class(const llm::ChatTally& tally) {
  for (std::size_t i = 0; i < llm::kChatFailureKinds; ++i) {
    if (tally.failed[i] > 0 && !llm::is_unasked(static_cast<Kind>(i))) return static_cast<Kind>(i);
  }
  return std::nullopt;
}

/// What helps, and the setting for it. The text is empty if nothing is sure to help.
struct Fix {
  std::string_view text;
  base::Setting setting = base::Setting::None;
};

Fix fix_of(Kind kind) {
  switch (kind) {
    case Kind::Unreachable:
    case Kind::Foreign:
      return {"is the service running, and is this its address?", base::Setting::ServiceUrl};
    case Kind::Tls:
      return {"give the certificate of its authority", base::Setting::Certificates};
    case Kind::Timeout:
      return {"give it more time, or fewer calls at once", base::Setting::CallTimeout};
    case Kind::RateLimited:
      return {"ask more slowly", base::Setting::CallRate};
    case Kind::Store:
      return {"make room, or give another file", base::Setting::AnswerStore};
    case Kind::KeyRefused:
      return {"give a key that the service accepts", base::Setting::ServiceKey};
    case Kind::NotFound:
      return {"is this its address, and does it know the model?", base::Setting::ServiceAndModel};
    case Kind::TooLong:
      return {"ask a model with a larger window"};
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
  return {};
}

}  // namespace

std::optional<base::Error> find_incompleteness(const llm::ChatTally& tally, std::string_view noun,
                                               base::SettingNames names) {
  const auto incomplete = [&](base::ErrorKind kind, std::string text, std::string_view fix) {
    const bool is_begun = tally.stored + tally.bought > 0;
    const std::string_view go_on = "answers are stored: run it again to continue from there";
    const std::string_view between = fix.empty() || !is_begun ? "" : "; ";
    return base::Error{kind, std::move(text),
                       fmt::format("{}{}{}", fix, between, is_begun ? go_on : "")};
  };
  const std::string all = counted(tally.requests(), noun);
  if (const auto left = tally.failures(Kind::Cancelled))
    return incomplete(base::ErrorKind::Limit, fmt::format("stopped: {} of {} left", left, all), "");
  if (const auto left = tally.failures(Kind::Budget)) {
    return incomplete(base::ErrorKind::Limit,
                      fmt::format("the budget allows no further call: {} of {} left", left, all),
                      tally.first_message[static_cast<std::size_t>(Kind::Budget)]);
  }
  const auto first = first_class(tally);
  if (!first) return find_log_fault(tally);
  const Fix fix = fix_of(*first);
  return incomplete(base::ErrorKind::Service,
                    fmt::format("{} of {} not answered: {}", tally.asked_in_vain(), all,
                                tally.first_message[static_cast<std::size_t>(*first)]),
                    std::string(fix.text) + base::named(names, fix.setting, " (", ")"));
}

std::optional<base::Error> find_log_fault(const llm::ChatTally& tally) {
  if (tally.log_fault.empty()) return std::nullopt;
  return base::Error{base::ErrorKind::Data, tally.log_fault, "make room, or give another file",
                     base::Setting::CallLog};
}

bool was_reached(const llm::ChatTally& tally) {
  for (std::size_t i = 0; i < llm::kChatFailureKinds; ++i) {
    const auto kind = static_cast<Kind>(i);
    const bool is_answer = llm::is_of_request(kind) || kind == Kind::Store;
    if (is_answer && tally.failures(kind) > 0) return true;
  }
  return false;
}

}  // namespace seedc::report
