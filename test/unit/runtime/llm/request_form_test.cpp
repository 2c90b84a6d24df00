// What users decide about requests, the forms that services take, and how they refuse them.
#include "runtime/llm/request_form.h"

#include <gtest/gtest.h>

#include "runtime/llm/answer_text.h"
#include "runtime/llm/complaint.h"
#include "runtime/llm/endpoint.h"

namespace seedc::llm {
namespace {

using Part = FormPart;

base::Result<RequestChoice> choice_of(const std::vector<std::string>& parameters,
                                      const std::string& limit_field = "",
                                      const std::string& format = "") {
  return read_choice(
      {.parameters = parameters, .limit_field = limit_field, .response_format = format});
}

TEST(RequestChoice, IsReadAsWritten) {
  const auto choice =
      choice_of({"top_p=0.5", "seed=1", "seed=", "a={\"b\":[1]}", "max_completion_tokens=7"}, "",
                "json_object");
  ASSERT_TRUE(choice);
  EXPECT_EQ(choice->parameters.size(), 2U);
  EXPECT_EQ(choice->parameters.at("top_p"), 0.5);
  EXPECT_EQ(choice->limit_field, "max_completion_tokens");
  EXPECT_EQ(choice->answer_limit, 7);
  EXPECT_EQ(choice->response_format, ResponseFormat::JsonObject);
  EXPECT_FALSE(choice->decides_temperature());
  EXPECT_TRUE(choice_of({"temperature="})->omits_temperature);
  EXPECT_FALSE(choice_of({"temperature=", "temperature=1"})->omits_temperature);
  EXPECT_EQ(choice_of({"max_tokens=5", "max_tokens="})->limit_field, "");
  EXPECT_EQ(choice_of({}), RequestChoice());
}

TEST(RequestChoice, IsRefused) {
  for (const char* parameter :
       {"", "=", "=1", "a", "a b=1", "a=low", "a={", "model=\"m\"", "n=1", "stream=", "messages=[]",
        "response_format={}", "max_tokens=-1", "max_tokens=\"5\"", "max_tokens=99999999999999"})
    EXPECT_FALSE(choice_of({parameter})) << parameter;
  EXPECT_FALSE(choice_of({"a=" + std::string(1000, '[') + std::string(1000, ']')}));
  EXPECT_FALSE(choice_of({"max_tokens=5"}, "max_completion_tokens"));
  EXPECT_FALSE(choice_of({"max_tokens="}, "max_tokens"));
  EXPECT_TRUE(choice_of({"max_tokens=5"}, "max_tokens"));
  EXPECT_FALSE(choice_of({}, "", "xml"));
}

TEST(RequestForm, IsStored) {
  const RequestForm form{"max_completion_tokens", false, ResponseFormat::Text, true};
  EXPECT_EQ(form_of(to_text(form)), form);
  for (
      const char* text :
      {"", "[]", "{}", "7",
       R"({"limit_field":"x","temperature":true,"response_format":"text","room_to_think":true})",
       R"({"limit_field":"max_tokens","temperature":1,"response_format":"text","room_to_think":true})",
       R"({"limit_field":"max_tokens","temperature":true,"response_format":"t","room_to_think":true})"})
    EXPECT_FALSE(form_of(text)) << text;
}

TEST(FormSearch, GoesFromFormToForm) {
  FormSearch search({}, {});
  EXPECT_FALSE(search.is_known());
  const RequestForm first = search.form();
  EXPECT_TRUE(search.refuse(first, Part::AnswerLimit));
  EXPECT_EQ(search.form().limit_field, "max_completion_tokens");
  EXPECT_TRUE(search.form().has_room_to_think);
  EXPECT_TRUE(search.refuse(search.form(), Part::ResponseFormat));
  EXPECT_TRUE(search.refuse(search.form(), Part::ResponseFormat));
  EXPECT_EQ(search.form().response_format, ResponseFormat::Text);
  EXPECT_EQ(search.accept(first), "");
  EXPECT_FALSE(search.is_known());
  EXPECT_EQ(search.accept(search.form()),
            "the service refused `max_tokens` and `json_schema` and `json_object`: from now on it "
            "is asked with `max_completion_tokens` and without `response_format`");
  EXPECT_TRUE(search.is_known());
  EXPECT_EQ(search.accept(search.form()), "");
  EXPECT_EQ(search.to_remember(), search.form());
  EXPECT_FALSE(search.refuse(search.form(), Part::AnswerLimit));
}

TEST(FormSearch, AnOlderRequestChangesNothing) {
  FormSearch search({}, RequestForm());
  EXPECT_TRUE(search.is_known());
  const RequestForm first = search.form();
  EXPECT_TRUE(search.refuse(first, Part::Temperature));
  EXPECT_FALSE(search.is_known());
  const RequestForm second = search.form();
  EXPECT_TRUE(search.refuse(first, Part::Temperature));
  EXPECT_EQ(search.form(), second);
}

TEST(FormSearch, AServiceThatHasChangedIsFoundAgain) {
  const RequestForm remembered{"max_completion_tokens", true, ResponseFormat::JsonObject, true};
  FormSearch search({}, remembered);
  EXPECT_EQ(search.form(), remembered);
  EXPECT_TRUE(search.refuse(remembered, Part::AnswerLimit));
  EXPECT_EQ(search.form().limit_field, "max_tokens");
  EXPECT_TRUE(search.refuse(search.form(), Part::ResponseFormat));
  EXPECT_EQ(search.form().response_format, ResponseFormat::JsonSchema);
}

TEST(FormSearch, TheUserDecides) {
  const RequestForm remembered{"max_completion_tokens", false, ResponseFormat::Text, true};
  FormSearch search(*choice_of({"temperature=1", "max_tokens=9"}, "", "json_object"), remembered);
  const RequestForm form = search.form();
  EXPECT_EQ(form, (RequestForm{"max_tokens", true, ResponseFormat::JsonObject, false}));
  for (const Part part : {Part::AnswerLimit, Part::Temperature, Part::ResponseFormat})
    EXPECT_FALSE(search.refuse(form, part));
  EXPECT_FALSE(search.make_room_to_think(form));
  EXPECT_EQ(search.form(), form);
  search.accept(form);
  // The usual name of the limit worked after all; the rest says nothing about other requests.
  EXPECT_EQ(search.to_remember(), (RequestForm{"max_tokens", false, ResponseFormat::Text, true}));
}

TEST(FormSearch, ReasoningGetsRoom) {
  FormSearch search({}, RequestForm());
  EXPECT_TRUE(search.make_room_to_think(search.form()));
  EXPECT_FALSE(search.make_room_to_think(search.form()));
  EXPECT_NE(search.accept(search.form()).find("room for 8192 tokens more"), std::string::npos);
}

std::optional<Part> refused(long status, const std::string& body) {
  return refused_part(status, complaint_of({.status = status, .body = body}));
}

TEST(Complaint, OfManyVendorsIsRecognised) {
  EXPECT_EQ(
      refused(
          400,
          R"({"error":{"message":"Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.","type":"invalid_request_error","param":"max_tokens","code":"unsupported_parameter"}})"),
      Part::AnswerLimit);
  EXPECT_EQ(
      refused(
          400,
          R"({"error":{"message":"Unsupported value: 'temperature' does not support 0 with this model. Only the default (1) value is supported.","param":"temperature","code":"unsupported_value"}})"),
      Part::Temperature);
  EXPECT_EQ(
      refused(400,
              R"({"error":{"message":"invalid temperature: only 1 is allowed for this model"}})"),
      Part::Temperature);
  EXPECT_EQ(
      refused(
          400,
          R"({"error":{"message":"`temperature` may only be set to 1 when thinking is enabled"}})"),
      Part::Temperature);
  EXPECT_EQ(
      refused(
          422,
          R"({"message":{"detail":[{"type":"extra_forbidden","loc":["body","max_completion_tokens"],"msg":"Extra inputs are not permitted","input":3}]}})"),
      Part::AnswerLimit);
  EXPECT_EQ(
      refused(
          400,
          R"({"object":"error","message":"[{'type': 'extra_forbidden', 'loc': ('body', 'max_completion_tokens'), 'msg': 'Extra inputs are not permitted'}]","code":400})"),
      Part::AnswerLimit);
  EXPECT_EQ(
      refused(
          400,
          R"([{"error":{"code":400,"message":"Invalid JSON payload received. Unknown name \"temperature\": Cannot find field."}}])"),
      Part::Temperature);
  EXPECT_EQ(refused(400, R"({"error":{"message":"This response_format type is unavailable now"}})"),
            Part::ResponseFormat);
  EXPECT_EQ(
      refused(
          400,
          R"({"error":{"message":"Invalid schema for response_format 'extraction': …","param":"response_format"}})"),
      Part::ResponseFormat);
  EXPECT_EQ(
      refused(
          500,
          R"({"error":{"message":"response_format type must be one of \"text\" or \"json_object\", but got: json_schema"}})"),
      Part::ResponseFormat);
}

TEST(Complaint, OfOtherThingsIsNot) {
  for (
      const char* body :
      {R"({"error":{"message":"max_tokens is too large: 9000. This model supports at most 4096 completion tokens","param":"max_tokens"}})",
       R"({"error":{"message":"`max_tokens` must be less than or equal to `8192`","param":"max_tokens"}})",
       R"({"error":{"message":"'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'.","param":"messages"}})",
       R"({"error":{"message":"the soup had the wrong temperature"}})",
       R"({"error":{"message":"no such model"}})", R"({"error":{}})", "", "[]", "<html>"})
    EXPECT_FALSE(refused(400, body)) << body;
  EXPECT_FALSE(refused(429, R"({"error":{"message":"temperature is not supported"}})"));
  EXPECT_FALSE(refused(500, R"({"error":{"message":"response_format: out of memory"}})"));
}

TEST(Complaint, NamesAParameterOfTheUser) {
  const RequestChoice choice = *choice_of({"top_k=5"});
  const auto names = [&](long status, const std::string& message) {
    return names_parameter(status, {.message = message}, choice);
  };
  EXPECT_TRUE(names(400, "Unknown name \"top_k\""));
  EXPECT_FALSE(names(400, "top_keys"));
  EXPECT_FALSE(names(500, "top_k"));
  EXPECT_TRUE(names_parameter(422, {.message = "no", .parameter = "top_k"}, choice));
}

TEST(AnswerText, IsTheAnswer) {
  for (const char* said :
       {"{}", " {}\n", "```json\n{}\n```", "```\n{}```", " ```json {} ```\n", "```{}```",
        "```JSON\n{}", "<think>\nhm\n</think>\n\n{}", "<think></think><think>a</think>{}",
        "hm, well</think>{}", "<think>`{\"a\": 1}`?</think>\n```json\n{}\n```"})
    EXPECT_EQ(answer_text(said), "{}") << said;
  EXPECT_EQ(answer_text("{} so it is"), "{} so it is");
  EXPECT_EQ(answer_text("so: ```{}```"), "so: ```{}```");
  EXPECT_EQ(answer_text(R"({"quote": "</think>"})"), R"({"quote": "</think>"})");
  EXPECT_EQ(answer_text(""), "");
  EXPECT_EQ(answer_text("```"), "");
  EXPECT_FALSE(answer_text("<think>"));
  EXPECT_FALSE(answer_text("<think>{}"));
}

TEST(Endpoint, HeadersAreCheckedAndSecret) {
  const std::vector<std::string> headers = {"api-key:  secret-1 ",
                                            "Authorization: Bearer secret-22"};
  const auto endpoint = make_endpoint("https://example.com/v1", "m", "", "", headers);
  ASSERT_TRUE(endpoint);
  EXPECT_EQ(endpoint->headers.front(), "api-key: secret-1");
  EXPECT_EQ(without_secrets("secret-1, secret-22, Bearer secret-22", endpoint->secrets), "…, …, …");
  for (const std::string header :
       {"x", ": y", "a b: c", "Host: y", "Content-Type: y", "x:", "x: a\nb", "x: a\x7f"})
    EXPECT_FALSE(make_endpoint("https://example.com/v1", "m", "", "", {&header, 1})) << header;
  EXPECT_FALSE(make_endpoint("https://example.com/v1", "m", "key", "", headers));
  EXPECT_FALSE(make_endpoint("http://example.com/v1", "m", "", "", headers));
}

}  // namespace
}  // namespace seedc::llm
