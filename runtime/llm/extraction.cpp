// Builds the question and its schema, and turns answers into rows.
#include "runtime/llm/extraction.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "runtime/llm/completion.h"
#include "runtime/llm/prompts.h"
#include "runtime/llm/quote.h"

namespace seedc::llm {
namespace {

using Json = nlohmann::ordered_json;
using contract::FieldGuide;

std::string_view json_type(contract::FieldType type) {
  switch (type) {
    case contract::FieldType::Int:
      return "integer";
    case contract::FieldType::Float:
      return "number";
    case contract::FieldType::Bool:
      return "boolean";
    case contract::FieldType::Enum:
    case contract::FieldType::String:
      break;
  }
  return "string";
}

Json object_schema(Json properties) {
  Json required = Json::array();
  for (const auto& [key, schema] : properties.items()) required.push_back(key);
  return {{"type", "object"},
          {"properties", std::move(properties)},
          {"required", std::move(required)},
          {"additionalProperties", false}};
}

/// The quote is requested before the value, so that the value follows from it.
Json schema_of(const contract::FieldGuide& guide) {
  Json value = {{"type", {json_type(guide.field.type), "null"}}};
  if (guide.field.type == contract::FieldType::Enum) {
    value["enum"] = guide.field.values;
    value["enum"].push_back(nullptr);
  }
  if (!guide.needs_quote) return value;
  return object_schema({{"quote", {{"type", {"string", "null"}}}}, {"value", std::move(value)}});
}

std::string_view phrase_of(contract::FieldType type) {
  switch (type) {
    case contract::FieldType::Enum:
      return "one of the values below";
    case contract::FieldType::Int:
      return "a whole number";
    case contract::FieldType::Float:
      return "a number";
    case contract::FieldType::Bool:
      return "true or false";
    case contract::FieldType::String:
      break;
  }
  return "a short text";
}

/// ` from 0 to 10`: what a number must be to count.
std::string bounds_of(const contract::Field& field) {
  if (field.minimum.is_null() && field.maximum.is_null()) return {};
  if (field.maximum.is_null()) return " of at least " + language::to_json(field.minimum);
  if (field.minimum.is_null()) return " of at most " + language::to_json(field.maximum);
  return fmt::format(" from {} to {}", language::to_json(field.minimum),
                     language::to_json(field.maximum));
}

/// A field as listed in the prompt.
std::string entry_of(const contract::FieldGuide& guide) {
  std::string entry = fmt::format(
      "- `{}`: {}{}{}", guide.field.name, phrase_of(guide.field.type), bounds_of(guide.field),
      guide.needs_quote ? ", as `value`, with a `quote` that shows it" : "");
  if (!guide.description.empty()) entry += fmt::format(". {}", guide.description);
  for (std::size_t i = 0; i < guide.field.values.size(); ++i) {
    entry += fmt::format("\n  - `{}`", guide.field.values[i]);
    if (!guide.meanings[i].empty()) entry += ": " + guide.meanings[i];
  }
  return entry + '\n';
}

/// A token limit with room for every field, and more for text.
std::int64_t answer_room(const std::vector<contract::FieldGuide>& fields) {
  constexpr std::int64_t kFrame = 64, kOfValue = 48, kOfText = 256;
  std::int64_t room = kFrame;
  for (const contract::FieldGuide& guide : fields) {
    const bool is_text = guide.field.type == contract::FieldType::String || guide.needs_quote;
    room += kOfValue + (is_text ? kOfText : 0);
  }
  return room;
}

constexpr std::int64_t kRoomToReason = 512;

/// Answers have no lists or objects where a field is filled. Integers beyond 64 bits become reals.
language::Value scalar_of(const Json& value) {
  if (value.is_boolean()) return value.get<bool>();
  if (value.is_string()) return value.get<std::string>();
  if (!value.is_number()) return {};
  const bool is_wide = value.is_number_unsigned() &&
                       value.get<std::uint64_t>() > std::numeric_limits<std::int64_t>::max();
  if (value.is_number_float() || is_wide) return value.get<double>();
  return value.get<std::int64_t>();
}

/// Turns answers into rows.
class RowWriter {
 public:
  explicit RowWriter(const ExtractionQuestion& question)
      : fields_(question.fields()), is_judged_(question.is_judged()) {}

  language::Dict row(const ReviewToRead& review, const Json& answer) const {
    language::Dict row = {{"review_id", std::string(review.id)}};
    QuotedText text(review.text);
    for (const FieldGuide& guide : fields_) {
      const std::string& name = guide.field.name;
      if (guide.needs_quote) {
        add_quoted(row, name, answer.at(name), text);
      } else {
        language::insert_or_assign(row, name, scalar_of(answer.at(name)));
      }
    }
    if (is_judged_) {
      language::insert_or_assign(row, "reasoning", scalar_of(answer.at("reasoning")));
      language::insert_or_assign(row, "confidence",
                                 std::clamp(answer.at("confidence").get<double>(), 0.0, 1.0));
    }
    return row;
  }

 private:
  static void add_quoted(language::Dict& row, const std::string& name, const Json& answer,
                         QuotedText& text) {
    const Json& value = answer.at("value");
    const Json& quote = answer.at("quote");
    const bool is_grounded = quote.is_string() && text.holds(quote.get_ref<const std::string&>());
    if (value.is_null() || is_grounded) {
      language::insert_or_assign(row, name, scalar_of(value));
      if (!value.is_null()) language::insert_or_assign(row, name + ".quote", scalar_of(quote));
      return;
    }
    language::insert_or_assign(row, name, {});
    language::insert_or_assign(row, name + ".ungrounded",
                               quote.is_string() ? quote.get<std::string>() : std::string());
  }

  const std::vector<contract::FieldGuide>& fields_;
  bool is_judged_;
};

}  // namespace

ExtractionQuestion::ExtractionQuestion(std::vector<contract::FieldGuide> fields, bool is_judged)
    : fields_(std::move(fields)), is_judged_(is_judged) {
  Json properties = Json::object();
  std::string list;
  if (is_judged_) {
    properties["reasoning"] = {{"type", "string"}};
    list +=
        "- `reasoning`: a short text. What in the review shows the values of the other fields\n";
  }
  for (const contract::FieldGuide& guide : fields_) {
    properties[guide.field.name] = schema_of(guide);
    list += entry_of(guide);
  }
  if (is_judged_) {
    properties["confidence"] = {{"type", "number"}};
    list += "- `confidence`: a number from 0 to 1. How sure you are of the values\n";
  }
  frame_.system = fill_prompt(kExtractSystemPrompt, {{"fields", list}});
  frame_.schema_name = "extraction";
  frame_.response_schema = object_schema(std::move(properties));
  frame_.max_answer_tokens = answer_room(fields_) + (is_judged_ ? kRoomToReason : 0);
}

ChatRequest ExtractionQuestion::request_for(std::string_view review_text,
                                            const Opinion& opinion) const {
  ChatRequest request = frame_;
  request.user = fill_prompt(kExtractUserPrompt, {{"review", review_text}});
  request.opinion = opinion;
  return request;
}

std::int64_t ExtractionQuestion::estimated_answer_tokens() const {
  constexpr std::size_t kBytesOfValue = 12, kBytesOfText = 60, kBytesAround = 6;
  constexpr std::size_t kBytesOfReasoning = 240;
  std::size_t bytes = is_judged_ ? kBytesOfReasoning : 2;
  for (const contract::FieldGuide& guide : fields_) {
    const bool is_text = guide.field.type == contract::FieldType::String || guide.needs_quote;
    bytes += guide.field.name.size() + kBytesAround + kBytesOfValue + (is_text ? kBytesOfText : 0);
  }
  return estimated_tokens(bytes);
}

ExtractedRows extract(const ExtractionQuestion& question, std::span<const ReviewToRead> reviews,
                      ChatService& service, const Opinion& opinion) {
  ExtractedRows rows(reviews.size());
  const RowWriter writer(question);
  std::size_t asked = 0;
  service.converse(
      [&]() -> std::optional<ChatRequest> {
        if (asked == reviews.size()) return std::nullopt;
        return question.request_for(reviews[asked++].text, opinion);
      },
      [&](std::size_t index, const ChatResult& result) {
        if (result) rows[index] = writer.row(reviews[index], result->content);
      });
  return rows;
}

CallEstimate estimate_extraction(const ExtractionQuestion& question,
                                 std::span<const ReviewToRead> reviews, const AskedModel& model,
                                 std::span<const Opinion> opinions) {
  EstimatingService service(model, question.estimated_answer_tokens());
  for (const Opinion& opinion : opinions) extract(question, reviews, service, opinion);
  return service.estimate();
}

}  // namespace seedc::llm
