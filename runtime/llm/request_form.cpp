// Goes through the forms of requests: a refused part gets its next value that was not refused.
#include "runtime/llm/request_form.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "runtime/llm/bounded_json.h"

namespace seedc::llm {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kTemperatureField = "temperature";
constexpr std::array kFormatsToTry = {ResponseFormat::JsonSchema, ResponseFormat::JsonObject,
                                      ResponseFormat::Text};

bool is_limit_field(std::string_view name) {
  return std::ranges::find(kLimitFields, name) != std::end(kLimitFields);
}

/// The value of a part as people know it.
std::string value_of(const RequestForm& form, FormPart part) {
  switch (part) {
    case FormPart::AnswerLimit:
      return form.limit_field;
    case FormPart::Temperature:
      return form.has_temperature ? std::string(kTemperatureField) : "";
    case FormPart::ResponseFormat:
      return std::string(name_of(form.response_format));
  }
  return "";
}

}  // namespace

std::string to_text(const RequestForm& form) {
  return Json{{"limit_field", form.limit_field},
              {"temperature", form.has_temperature},
              {"response_format", name_of(form.response_format)},
              {"room_to_think", form.has_room_to_think}}
      .dump();
}

std::optional<RequestForm> form_of(std::string_view text) {
  const Json read = parse_bounded_json(text);
  if (!read.is_object()) return std::nullopt;
  const auto member = [&](const char* name) {
    const auto found = read.find(name);
    return found == read.end() ? Json() : *found;
  };
  const Json limit_field = member("limit_field"), format = member("response_format");
  const Json temperature = member("temperature"), room = member("room_to_think");
  if (!limit_field.is_string() || !is_limit_field(limit_field.get<std::string>()) ||
      !format.is_string() || !temperature.is_boolean() || !room.is_boolean())
    return std::nullopt;
  const auto named = response_format_named(format.get<std::string>());
  if (!named) return std::nullopt;
  return RequestForm{limit_field, temperature, *named, room};
}

FormSearch::FormSearch(const RequestChoice& choice, const std::optional<RequestForm>& remembered)
    : choice_(choice),
      remembered_(remembered.value_or(RequestForm())),
      form_(remembered_),
      is_known_(remembered.has_value()) {
  if (choice_.limit_field) form_.limit_field = *choice_.limit_field;
  if (choice_.answer_limit || form_.limit_field.empty()) form_.has_room_to_think = false;
  if (choice_.decides_temperature()) form_.has_temperature = !choice_.omits_temperature;
  if (choice_.response_format) form_.response_format = *choice_.response_format;
  known_ = form_;
}

bool FormSearch::is_decided(FormPart part) const {
  switch (part) {
    case FormPart::AnswerLimit:
      return choice_.limit_field.has_value();
    case FormPart::Temperature:
      return choice_.decides_temperature();
    case FormPart::ResponseFormat:
      return choice_.response_format.has_value();
  }
  return false;
}

bool FormSearch::was_refused(std::string_view value) const {
  return std::ranges::find(refused_, value) != refused_.end();
}

bool FormSearch::refuse(const RequestForm& used, FormPart part) {
  const std::string value = value_of(used, part);
  if (value != value_of(form_, part)) return true;  // changed since that request was sent
  if (is_decided(part) || value.empty()) return false;
  refused_.push_back(value);
  is_known_ = false;
  switch (part) {
    case FormPart::AnswerLimit:
      return try_next_limit_field();
    case FormPart::Temperature:
      form_.has_temperature = false;
      return true;
    case FormPart::ResponseFormat:
      return try_next_response_format();
  }
  return false;
}

/// Services that want the second name count reasoning as part of the answer.
bool FormSearch::try_next_limit_field() {
  for (const std::string_view field : kLimitFields) {
    if (was_refused(field)) continue;
    form_.limit_field = field;
    form_.has_room_to_think = form_.has_room_to_think || field != kLimitFields[0];
    return true;
  }
  return false;
}

bool FormSearch::try_next_response_format() {
  for (const ResponseFormat format : kFormatsToTry) {
    if (was_refused(name_of(format))) continue;
    form_.response_format = format;
    return true;
  }
  return false;
}

bool FormSearch::make_room_to_think(const RequestForm& used) {
  if (choice_.answer_limit || form_.limit_field.empty() || used.has_room_to_think) return false;
  form_.has_room_to_think = true;
  return true;
}

std::string FormSearch::change() const {
  std::vector<std::string> now;
  if (form_.limit_field != known_.limit_field)
    now.push_back(fmt::format("with `{}`", form_.limit_field));
  if (form_.has_temperature != known_.has_temperature)
    now.emplace_back("without `temperature`, so that answers may vary");
  if (form_.response_format != known_.response_format) {
    now.push_back(form_.response_format == ResponseFormat::Text
                      ? "without `response_format`"
                      : fmt::format("with `{}`", name_of(form_.response_format)));
  }
  std::vector<std::string> refused;
  for (std::size_t i = reported_; i < refused_.size(); ++i)
    refused.push_back(fmt::format("`{}`", refused_[i]));
  if (!refused.empty()) {
    return fmt::format("the service refused {}: from now on it is asked {}",
                       fmt::join(refused, " and "), fmt::join(now, " and "));
  }
  return fmt::format(
      "the model reasons before it answers: from now on its answers have room for {} tokens more",
      kRoomToThink);
}

std::string FormSearch::accept(const RequestForm& used) {
  if (used != form_) return "";
  is_known_ = true;
  if (form_ == known_) return "";
  std::string changed = change();
  known_ = form_;
  reported_ = refused_.size();
  return changed;
}

RequestForm FormSearch::to_remember() const {
  static const RequestForm kFirst;
  RequestForm form = form_;
  if (choice_.limit_field && form.limit_field != kFirst.limit_field)
    form.limit_field = remembered_.limit_field;
  if (choice_.decides_temperature()) form.has_temperature = remembered_.has_temperature;
  if (choice_.response_format && form.response_format != kFirst.response_format)
    form.response_format = remembered_.response_format;
  if (choice_.answer_limit || form_.limit_field.empty())
    form.has_room_to_think = remembered_.has_room_to_think;
  return form;
}

}  // namespace seedc::llm
