// Chooses the failure to report of a conversation, and the help against it.
#include "engine/report/chat_faults.h"

#include <fmt/format.h>

#include "engine/report/text.h"

namespace seedc::report {
namespace {

using Kind = llm::ChatFailureKind;

/// The class to report: that of most failures, of equally many the first. Where the service was
/// given up it is the first, as classes of the service come before those of answers.
std::optional<Kind> reported_class(const llm::ChatTally& tally) {
  const bool is_given_up = tally.failures(Kind::NotSent) > 0;
  std::optional<Kind> reported;
  for (std::size_t i = 0; i < llm::kChatFailureKinds; ++i) {
    const auto kind = static_cast<Kind>(i);
    if (llm::is_unasked(kind) || tally.failures(kind) == 0) continue;
    const bool is_more = !reported || tally.failures(kind) > tally.failures(*reported);
    if (is_more) reported = kind;
    if (is_given_up) break;
  }
  return reported;
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
    case Kind::Unpaid:
      return {"pay for more, or ask another service", base::Setting::ServiceUrl};
    case Kind::FormRefused:
      return {
          "leave out or change the parameter, max_tokens_field or response_format that is refused"};
    case Kind::Refused:
      return {"is the model's name right, and does it take all parameters?",
              base::Setting::ServiceAndModel};
    case Kind::Truncated:
      return {
          "give answers more room by a parameter, such as `max_tokens=4000`, or have the model "
          "reason less"};
    case Kind::InvalidJson:
    case Kind::SchemaViolation:
      return {"ask for answers in another form (response_format), or another model"};
    case Kind::Disconnected:
    case Kind::Server:
    case Kind::Declined:
    case Kind::NotSent:
    case Kind::Budget:
    case Kind::Cancelled:
      break;
  }
  return {};
}

/// What raises a budget.
base::Setting setting_of(std::optional<llm::BudgetLimit> limit) {
  if (!limit) return base::Setting::None;
  switch (*limit) {
    case llm::BudgetLimit::Requests:
      return base::Setting::MostCalls;
    case llm::BudgetLimit::Tokens:
      return base::Setting::MostTokens;
    case llm::BudgetLimit::Usd:
      return base::Setting::MostMoney;
  }
  return base::Setting::None;
}

/// `10 of 10 reviews not answered, 9 of them not sent`.
std::string unanswered(const llm::ChatTally& tally, const std::string& all) {
  const std::uint64_t unsent = tally.failures(Kind::NotSent);
  return fmt::format("{} of {} not answered{}", tally.asked_in_vain() + unsent, all,
                     unsent == 0 ? "" : fmt::format(", {} of them not sent", unsent));
}

}  // namespace

std::optional<base::Error> find_incompleteness(const llm::ChatTally& tally, std::string_view noun,
                                               base::SettingNames names) {
  const auto message_of = [&](Kind kind) {
    return tally.first_message[static_cast<std::size_t>(kind)];
  };
  const auto with_fix = [&](base::Error error, const Fix& fix) {
    const bool is_begun = tally.stored + tally.bought > 0;
    const std::string_view go_on = "answers are stored: run it again to continue from there";
    const std::string_view between = fix.text.empty() || !is_begun ? "" : "; ";
    return std::move(error).with_help(fmt::format("{}{}{}{}", fix.text,
                                                  base::named(names, fix.setting, " (", ")"),
                                                  between, is_begun ? go_on : ""));
  };
  const std::string all = counted(tally.requests(), noun);
  if (const auto left = tally.failures(Kind::Cancelled))
    return with_fix(base::error<base::ErrorCode::Stopped>(left, all), {});
  if (const auto left = tally.failures(Kind::Budget)) {
    return with_fix(base::error<base::ErrorCode::BudgetSpent>(message_of(Kind::Budget), left, all),
                    {"raise it", setting_of(tally.reached)});
  }
  // Without a failed request the service was given up in an earlier conversation.
  const Kind reported = reported_class(tally).value_or(Kind::NotSent);
  if (tally.failures(reported) == 0) return find_log_fault(tally);
  return with_fix(
      base::error<base::ErrorCode::NotAnswered>(unanswered(tally, all), message_of(reported)),
      fix_of(reported));
}

std::optional<base::Error> find_log_fault(const llm::ChatTally& tally) {
  if (tally.log_fault.empty()) return std::nullopt;
  return base::error<base::ErrorCode::LogFailed>(tally.log_fault)
      .with_help("make room, or give another file", base::Setting::CallLog);
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
