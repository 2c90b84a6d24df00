// Checks citations first, then reads the model's answer leniently.
#include "runtime/llm/judge.h"

#include <fmt/format.h>
#include <unicode/uchar.h>
#include <unicode/utf8.h>

#include <algorithm>
#include <utility>

#include "runtime/language/decimal.h"
#include "runtime/language/text.h"
#include "runtime/language/value.h"
#include "runtime/llm/citations.h"
#include "runtime/llm/prompts.h"

namespace seedc::llm {
namespace {

using Json = nlohmann::ordered_json;
using Origin = EvidenceEvaluation::Origin;

EvidenceEvaluation hallucination(std::string_view cited, const JudgeBrief& brief) {
  return {.is_valid = false,
          .quality_score = kQualityInappropriate,
          .evidence_type = "inappropriate",
          .issue = fmt::format("HALLUCINATION: Reasoning cites {} but batch only contains {} {}s.",
                               cited, brief.batch_size, language::lower(brief.noun)),
          .origin = Origin::Cited,
          .failure = {}};
}

EvidenceEvaluation neutral(std::string_view reason, std::optional<ChatFailureKind> failure = {}) {
  EvidenceEvaluation evaluation;
  evaluation.issue = fmt::format("Judge error: {}", reason);
  evaluation.failure = failure;
  return evaluation;
}

/// The first characters of UTF-8 text.
std::string_view snippet(std::string_view text) {
  std::size_t end = 0;
  for (std::size_t count = 0; count < kSnippetCharacters && end < text.size(); ++count)
    U8_FWD_1(text.data(), end, text.size());
  return text.substr(0, end);
}

/// The member of an answer; null if it is absent.
const Json& member(const Json& answer, const char* key) {
  static const Json kNone;
  const auto found = answer.find(key);
  return found == answer.end() ? kNone : *found;
}

/// A text with its digits and white space of any script in ASCII; other characters become `?`.
std::string in_ascii(std::string_view text) {
  std::string out;
  const auto size = static_cast<std::int32_t>(text.size());
  for (std::int32_t at = 0; at < size;) {
    UChar32 c = 0;
    U8_NEXT(text.data(), at, size, c);
    const std::int32_t digit = c < 0 ? -1 : u_charDigitValue(c);
    const bool is_blank = c >= 0 && (u_isUWhiteSpace(c) != 0 || (c >= 0x1C && c <= 0x1F));
    out += digit >= 0            ? static_cast<char>('0' + digit)
           : is_blank            ? ' '
           : c >= 0 && c <= 0x7F ? static_cast<char>(c)
                                 : '?';
  }
  return out;
}

/// The result of Python's float() for a text; std::nullopt where that raises an error.
std::optional<double> number_in(std::string_view text) {
  const std::string ascii = in_ascii(text);
  const std::string_view written = language::trim_blanks(ascii);
  const auto is_digit = [&](std::size_t i) {
    return i < written.size() && written[i] >= '0' && written[i] <= '9';
  };
  std::string plain;
  for (std::size_t i = 0; i < written.size(); ++i) {
    if (written[i] != '_') {
      plain += written[i];
    } else if (i == 0 || !is_digit(i - 1) || !is_digit(i + 1)) {
      return std::nullopt;
    }
  }
  return language::parse_decimal(plain);
}

/// The result of Python's float(); std::nullopt where that raises an error.
std::optional<double> score_of(const Json& value) {
  if (value.is_number()) return value.get<double>();
  if (value.is_boolean()) return value.get<bool>() ? 1 : 0;
  return value.is_string() ? number_in(value.get_ref<const std::string&>()) : std::nullopt;
}

double score_of_type(std::string_view evidence_type) {
  static constexpr std::pair<std::string_view, double> kScores[] = {
      {"explicit", kQualityExplicit},
      {"contextual", kQualityContextual},
      {"weak", kQualityWeak},
      {"inappropriate", kQualityInappropriate}};
  const auto found =
      std::ranges::find(kScores, evidence_type, &std::pair<std::string_view, double>::first);
  return found == std::end(kScores) ? kQualityInappropriate : found->second;
}

/// Fails with the reason if the answer is unusable.
tl::expected<EvidenceEvaluation, std::string> read_answer(const Json& answer) {
  if (!answer.is_object()) return tl::unexpected<std::string>("the answer is not a JSON object");
  const auto score = answer.contains("quality_score") ? score_of(answer["quality_score"]) : 0.0;
  if (!score) {
    return tl::unexpected(fmt::format("`quality_score` is {}, which is not a number",
                                      answer["quality_score"].dump()));
  }
  EvidenceEvaluation evaluation;
  evaluation.quality_score = std::clamp(*score, 0.0, 1.0);
  const Json& type = member(answer, "evidence_type");
  if (type.is_string()) evaluation.evidence_type = type;
  if (evaluation.quality_score == 0) {
    if (type.is_structured())
      return tl::unexpected(fmt::format("`evidence_type` is {}, which is not a word", type.dump()));
    evaluation.quality_score = score_of_type(evaluation.evidence_type);
  }
  const Json& is_valid = member(answer, "is_valid");
  evaluation.is_valid = is_valid.is_boolean() ? is_valid.get<bool>() : evaluation.quality_score > 0;
  const Json& issue = member(answer, "issue");
  if (!issue.is_null()) evaluation.issue = issue.is_string() ? issue : Json(issue.dump());
  return evaluation;
}

/// The schema of the judge's answer. Services that do not enforce schemas return whatever they
/// return, which is read as well as possible.
const Json& answer_schema() {
  static const Json kSchema = {
      {"type", "object"},
      {"properties",
       {{"is_valid", {{"type", "boolean"}}},
        {"quality_score", {{"type", "number"}}},
        {"evidence_type",
         {{"type", "string"}, {"enum", {"explicit", "contextual", "weak", "inappropriate"}}}},
        {"issue", {{"type", "string"}}}}},
      {"required", {"is_valid", "quality_score", "evidence_type", "issue"}},
      {"additionalProperties", false}};
  return kSchema;
}

std::optional<std::string> fault_of_answer(const Json& answer) {
  auto read = read_answer(answer);
  return read ? std::nullopt : std::optional(std::move(read.error()));
}

}  // namespace

std::optional<EvidenceEvaluation> find_hallucination(const Classification& classification,
                                                     const JudgeBrief& brief) {
  if (brief.batch_size <= 0) return std::nullopt;
  const auto& cited = classification.cited;
  const auto highest = std::ranges::max_element(cited, {}, &CitedPart::number);
  if (highest != cited.end() && highest->number > static_cast<double>(brief.batch_size))
    return hallucination(fmt::format("{} {}", brief.noun, highest->text), brief);
  for (const std::string& number : cited_numbers(classification.reasoning, brief.noun)) {
    if (exceeds(number, brief.batch_size))
      return hallucination(fmt::format("'{} {}'", brief.noun, number), brief);
  }
  return std::nullopt;
}

ChatRequest judge_request(const Classification& classification, const JudgeBrief& brief) {
  constexpr double kTemperature = 0.1;
  constexpr std::int64_t kMostAnswerTokens = 512;
  const auto& confidence = classification.confidence;
  return {.system = std::string(kJudgeSystemPrompt),
          .user = fill_prompt(
              kJudgeUserPrompt,
              {{"section_guidelines", brief.guidelines},
               {"value", classification.value},
               {"confidence", confidence ? language::shortest(*confidence) : "not given"},
               {"reasoning", classification.reasoning},
               {"context", snippet(brief.context)},
               {"batch_size", std::to_string(brief.batch_size)},
               {"Noun", brief.noun},
               {"noun", language::lower(brief.noun)}}),
          .schema_name = "evidence_evaluation",
          .response_schema = answer_schema(),
          .find_fault = fault_of_answer,
          .temperature = kTemperature,
          .max_answer_tokens = kMostAnswerTokens};
}

EvidenceEvaluation evaluation_of(const ChatResult& result) {
  if (!result) {
    const auto& [kind, message] = result.error();
    // A run that repeats this one with stored answers has no such budget, and says the same.
    return neutral(kind == ChatFailureKind::Budget ? describe(kind) : message, kind);
  }
  auto evaluation = read_answer(result->content);
  if (!evaluation) return neutral(evaluation.error());
  evaluation->origin = result->is_stored ? Origin::Stored : Origin::Asked;
  return std::move(*evaluation);
}

EvidenceEvaluation evaluate_evidence_quality(const Classification& classification,
                                             const JudgeBrief& brief, ChatService& service) {
  return evaluate_evidence_quality_batch({&classification, 1}, brief, service).front();
}

std::vector<EvidenceEvaluation> evaluate_evidence_quality_batch(
    std::span<const Classification> classifications, const JudgeBrief& brief,
    ChatService& service) {
  std::vector<EvidenceEvaluation> evaluations(classifications.size());
  if (classifications.empty()) return evaluations;
  std::size_t given = 0;
  const auto next = [&]() -> std::optional<JudgeTask> {
    if (given == classifications.size()) return std::nullopt;
    return JudgeTask{classifications[given++], &brief};
  };
  const auto done = [&](std::size_t number, EvidenceEvaluation evaluation) {
    evaluations[number] = std::move(evaluation);
  };
  evaluate_evidence_quality_each(next, done, service);
  return evaluations;
}

void evaluate_evidence_quality_each(
    const std::function<std::optional<JudgeTask>()>& next,
    const std::function<void(std::size_t number, EvidenceEvaluation)>& done, ChatService& service) {
  std::size_t given = 0;
  std::vector<std::size_t> numbers;  // by the index of the request
  const auto next_request = [&]() -> std::optional<ChatRequest> {
    while (const auto task = next()) {
      const std::size_t number = given++;
      if (auto found = find_hallucination(task->classification, *task->brief)) {
        done(number, std::move(*found));
        continue;
      }
      numbers.push_back(number);
      return judge_request(task->classification, *task->brief);
    }
    return std::nullopt;
  };
  service.converse(next_request, [&](std::size_t index, const ChatResult& result) {
    done(numbers[index], evaluation_of(result));
  });
}

double adjust_confidence_with_evidence_quality(double confidence,
                                               const EvidenceEvaluation& evaluation) {
  const double quality = evaluation.quality_score;
  const auto is_within = [&](std::string_view type, double least, double most) {
    return evaluation.evidence_type == type && least <= quality && quality <= most;
  };
  if (is_within("contextual", 0.6, 0.8)) return confidence * std::min(0.85, quality + 0.15);
  if (is_within("weak", 0.3, 0.5)) return confidence * std::min(0.65, quality + 0.25);
  return confidence * quality;
}

bool is_large_drop(double original, double adjusted) { return adjusted < original * 0.8; }

bool should_block_classification(double quality_score, double threshold) {
  return quality_score < threshold;
}

}  // namespace seedc::llm
