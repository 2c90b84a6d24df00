// What a model's service sends, and files of classifications: the first byte chooses what reads the
// rest. Answers that pass their check become rows, and rows are judged.
#include <nlohmann/json.hpp>

#include "runtime/language/value.h"
#include "runtime/llm/answer_check.h"
#include "runtime/llm/answer_text.h"
#include "runtime/llm/bounded_json.h"
#include "runtime/llm/citations.h"
#include "runtime/llm/classification_line.h"
#include "runtime/llm/completion.h"
#include "runtime/llm/extraction.h"
#include "runtime/llm/judge.h"
#include "runtime/llm/judged_rows.h"
#include "runtime/llm/quote.h"
#include "test/fuzz/target.h"

namespace seedc::fuzz::answers_target {
namespace {

using Json = nlohmann::ordered_json;

/// A service that always gives the same answer.
class OneAnswer final : public llm::ChatService {
 public:
  explicit OneAnswer(std::string_view text)
      : answer_(llm::parse_bounded_json(llm::answer_text(text).value_or(""))) {}

  void converse(const std::function<std::optional<llm::ChatRequest>()>& next,
                const std::function<void(std::size_t, llm::ChatResult)>& done) override {
    std::size_t index = 0;
    while (const auto request = next()) done(index++, answer_to(*request));
  }

 private:
  llm::ChatResult answer_to(const llm::ChatRequest& request) const {
    if (answer_.is_discarded())
      return tl::unexpected(llm::ChatFailure{llm::ChatFailureKind::InvalidJson, "no JSON"});
    const auto fault = request.find_fault ? request.find_fault(answer_)
                                          : llm::find_violation(answer_, request.response_schema);
    if (fault)
      return tl::unexpected(llm::ChatFailure{llm::ChatFailureKind::SchemaViolation, *fault});
    return llm::ChatAnswer{answer_, {}, false};
  }

  Json answer_;
};

/// JSON stays what it is, whatever is taken off before and behind it.
void read_text(std::string_view said) {
  const auto text = llm::answer_text(said);
  if (!text) return;
  const Json answer = llm::parse_bounded_json(*text);
  if (!answer.is_object()) return;
  const std::string again =
      "<think>\n" + answer.dump(-1, ' ', false, Json::error_handler_t::replace);
  require(!llm::answer_text(again) || again.find("</think>") != std::string::npos,
          "reasoning that does not end is no answer");
  const auto twice = llm::answer_text(*text);
  require(twice && *twice == *text, "an answer's text is itself");
}

void read_form(std::string_view input) {
  const auto form = llm::form_of(input);
  if (form) require(llm::form_of(llm::to_text(*form)) == form, "a form is read as it was written");
  const std::string parameter(input);
  const auto choice = llm::read_choice({.parameters = {&parameter, 1}});
  if (!choice) return;
  llm::FormSearch search(*choice, form);
  for (int i = 0; i < 8; ++i) {
    const auto part = static_cast<llm::FormPart>(i % 3);
    const llm::RequestForm used = search.form();
    if (search.refuse(used, part)) require(search.form() != used, "another form is tried");
  }
  search.accept(search.form());
  require(search.is_known(), "a form that was answered is known");
}

void read_response(std::string_view input) {
  static constexpr long kStatuses[] = {200, 200, 200, 301, 400, 401, 404, 413, 429, 503};
  llm::HttpResponse response;
  response.status = kStatuses[take_byte(input) % std::size(kStatuses)];
  response.body = input;
  read_text(input);
  read_form(input);
  const auto completion = llm::read_completion(response);
  if (completion) read_text(completion->text);
  if (!completion && completion.error().complaint) {
    const auto& complaint = *completion.error().complaint;
    llm::refused_part(response.status, complaint);
    llm::names_parameter(response.status, complaint, {.parameters = {{"top_p", 1}}});
  }
}

const llm::ExtractionQuestion& question() {
  using contract::FieldType;
  static const llm::ExtractionQuestion all(
      {{.field = {"LEVEL", contract::FieldType::Enum, {"low", "high"}}, .meanings = {"", "loud"}},
       {.field = {"SIZE", contract::FieldType::Int}, .meanings = {}},
       {.field = {"PRICE", contract::FieldType::Float}, .meanings = {}},
       {.field = {"OPEN", contract::FieldType::Bool}, .meanings = {}},
       {.field = {"NOTE", contract::FieldType::String}, .meanings = {}, .needs_quote = true}},
      /*is_judged=*/true);
  return all;
}

void extract_and_judge(std::string_view input) {
  OneAnswer service(input);
  const llm::ReviewToRead review{"r1", "It was \u201cloud\u201d \u2014 very LOUD."};
  llm::ExtractedRows rows = llm::extract(question(), {&review, 1}, service);
  for (const auto& row : rows) {
    if (row) require(Json::accept(language::to_json(*row)), "a row is JSON");
  }
  OneAnswer judge(R"({"quality_score": 0.4, "evidence_type": "weak"})");
  llm::judge_rows(rows, {&review, 1}, {.guidelines = "none", .threshold = 0.5}, judge);
  for (const auto& row : rows) {
    if (row) require(Json::accept(language::to_json(*row)), "a judged row is JSON");
  }
}

void judge_answer(std::string_view input) {
  OneAnswer service(input);
  const llm::Classification classification{"25-34", 0.9, "Email 3 says so", {{3, "3"}}};
  const auto evaluation =
      llm::evaluate_evidence_quality(classification, {.context = "c", .batch_size = 5}, service);
  require(0 <= evaluation.quality_score && evaluation.quality_score <= 1, "a quality is one");
  const double left = llm::adjust_confidence_with_evidence_quality(0.9, evaluation);
  require(0 <= left && left <= 0.9, "a confidence only falls");
}

void judge_line(std::string_view input) {
  data::JsonParser json;
  const std::string padded = std::string(input) + std::string(data::kJsonPadding, '\0');
  const std::string_view line(padded.data(), input.size());
  if (line.find('\n') != std::string_view::npos) return;
  // What a line says of itself is copied: escaped halves of surrogate pairs, which not all read.
  const bool is_for_all = !json.parse(line) || Json::accept(line);
  require(!is_for_all || Json::accept(llm::unjudged_line(line, 1, "an \"error\"", json)),
          "a line with an error is JSON");
  const auto read = llm::ClassificationLine::read(line, "Email", json);
  if (!read) return;
  llm::find_hallucination(read->classification(),
                          {.context = "", .guidelines = "", .batch_size = 3});
  const std::string judged = read->judged({}, /*is_blocked=*/false);
  require(!is_for_all || Json::accept(judged), "a judged line is JSON");
  const std::string again = judged + std::string(data::kJsonPadding, '\0');
  const auto twice = llm::ClassificationLine::read({again.data(), judged.size()}, "Email", json);
  require(twice && twice->judged({}, false) == judged, "judging twice is judging once");
}

void find_quotes(std::string_view input) {
  const std::string_view quote = take_part(input);
  llm::QuotedText(input).holds(quote);
  for (const std::string& number : llm::cited_numbers(input, "Email")) llm::exceeds(number, 12);
}

void run(std::string_view input) {
  static constexpr void (*kReaders[])(std::string_view) = {read_response, extract_and_judge,
                                                           judge_answer, judge_line, find_quotes};
  kReaders[take_byte(input) % std::size(kReaders)](input);
}

std::vector<std::string> seeds() {
  return {
      R"(200{"choices":[{"message":{"content":"{\"a\":1}","refusal":null},"finish_reason":"stop"}],"usage":{"prompt_tokens":3,"completion_tokens":4}})",
      R"(24{"error":{"message":"maximum context length","code":"context_length_exceeded","type":"x"}})",
      R"(28{"error":"slow down"})",
      "27<html>\n",
      R"(3{"reasoning":"LOUD","LEVEL":"high","SIZE":3,"PRICE":1.5,"OPEN":true,"NOTE":{"value":"loud","quote":"\"loud\" - very"},"confidence":0.8})",
      R"(3```json
{"reasoning":"","LEVEL":null,"SIZE":null,"PRICE":2,"OPEN":null,"NOTE":{"value":null,"quote":null},"confidence":7}
```)",
      R"(4{"is_valid":true,"quality_score":"0.4","evidence_type":"weak","issue":["x"]})",
      R"(4{"quality_score":0,"evidence_type":"explicit"})",
      R"(0{"value":"25-34","confidence":0.9,"reasoning":"Email 3","email_numbers":[3, 4.0],"id":7})",
      R"(0{"value":["a",1],"confidence":0.5,"original_confidence":0.9,"error":"x","blocked":false})",
      R"(20<think>is it?</think>```json
{"a":1}
```)",
      R"(24[{"error":{"message":"temperature is not supported","param":""}}])",
      R"(20{"limit_field":"max_tokens","temperature":true,"response_format":"text","room_to_think":false})",
      "20temperature=0.5",
      "1\x05loud It was \u201cloud\u201d \u2014 Email 12, email 007"};
}

const Registration kRegistration({"answers", run, seeds});

}  // namespace
}  // namespace seedc::fuzz::answers_target
