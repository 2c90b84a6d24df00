// The form of requests: services agree on the question, but not on the parameters that go with it.
//
//   FormSearch search(choice, remembered);
//   … send in search.form(); the service refuses `max_tokens` with status 400:
//   if (search.refuse(sent, FormPart::AnswerLimit)) … send again in search.form();
//   else … the user decided that part, or no form is left;
//   search.accept(sent);  // it was answered: from now on the form is known
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/llm/request_choice.h"

namespace seedc::llm {

/// A part of the form that services refuse.
enum class FormPart : std::uint8_t { AnswerLimit, Temperature, ResponseFormat };

struct RequestForm {
  std::string limit_field = std::string(kLimitFields[0]);  ///< empty: answers are not limited
  bool has_temperature = true;
  ResponseFormat response_format = ResponseFormat::JsonSchema;
  /// Answers have kRoomToThink tokens more, as the model reasons before it answers.
  bool has_room_to_think = false;

  bool operator==(const RequestForm&) const = default;
};

inline constexpr std::int64_t kRoomToThink = 8192;

/// A form as it is stored, and read back; std::nullopt for what is not one.
std::string to_text(const RequestForm& form);
std::optional<RequestForm> form_of(std::string_view text);

/// Finds the form that a service takes, part by part. What the user decides is never changed.
class FormSearch {
 public:
  /// `remembered`: the form that worked for the service earlier.
  FormSearch(const RequestChoice& choice, const std::optional<RequestForm>& remembered);

  const RequestForm& form() const { return form_; }
  /// Whether a request in this form was answered, now or earlier.
  bool is_known() const { return is_known_; }

  /// The service refuses a part of a request in the form `used`. Whether there is a form to try
  /// next: `form()`.
  bool refuse(const RequestForm& used, FormPart part);
  /// The model's reasoning left no room for the answer. Whether `form()` now has more room.
  bool make_room_to_think(const RequestForm& used);
  /// A request in the form `used` was answered. What has changed since the last known form, for
  /// people: "the service refused …"; empty if nothing has.
  std::string accept(const RequestForm& used);

  /// The form to begin with next time, without what the user decided for this time.
  RequestForm to_remember() const;

 private:
  bool is_decided(FormPart part) const;
  bool was_refused(std::string_view value) const;
  bool try_next_limit_field();
  bool try_next_response_format();
  std::string change() const;

  RequestChoice choice_;
  RequestForm remembered_;
  RequestForm form_;
  RequestForm known_;  ///< the last known one, or the first
  bool is_known_;
  std::vector<std::string> refused_;  ///< values of parts, in the order in which they were refused
  std::size_t reported_ = 0;          ///< how many of them were reported
};

}  // namespace seedc::llm
