// Extracts values from texts by the rules in the tables.
#include "tools/gen/extraction.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "runtime/language/text.h"

namespace seedc::gen {
namespace {

constexpr std::string_view kSlot = "{}";

enum class Kind : std::uint8_t { Text, Literal };

struct Reading {
  std::string_view value;
  std::string_view pattern;
};

struct FieldRules {
  Kind kind = Kind::Text;
  std::string_view otherwise;
  std::vector<Reading> readings;
};

using Rules = std::map<std::string_view, FieldRules>;

Rules make_rules() {
  Rules rules;
#define FIELD(name, kind, otherwise) rules[#name] = {Kind::kind, otherwise, {}};
#define READING(field, value, pattern) rules[#field].readings.push_back({value, pattern});
#include "tools/gen/readings.def"
#undef FIELD
#undef READING
  for (const std::string_view field : {"incident_severity", "account_type", "safety_interaction"}) {
    rules[field].otherwise = "none";
  }
#define ALLERGY(tone, severity, account, interaction, text)        \
  rules["incident_severity"].readings.push_back({severity, text}); \
  rules["account_type"].readings.push_back({account, text});       \
  rules["safety_interaction"].readings.push_back({interaction, text});
#include "tools/gen/allergies.def"
#undef ALLERGY
  return rules;
}

const Rules& rules() {
  static const Rules rules = make_rules();
  return rules;
}

std::string with_straight_quotes(std::string_view text) {
  constexpr std::string_view kCurly = "’";
  std::string straight;
  straight.reserve(text.size());
  for (std::size_t at = text.find(kCurly); at != std::string_view::npos; at = text.find(kCurly)) {
    straight.append(text.substr(0, at)).append(1, '\'');
    text.remove_prefix(at + kCurly.size());
  }
  return straight.append(text);
}

/// The text in `text` between `before` and `after`, within a sentence; "" if there is none.
std::string_view words_between(std::string_view text, std::string_view before,
                               std::string_view after) {
  for (std::size_t at = text.find(before); at != std::string_view::npos;
       at = text.find(before, at + 1)) {
    const std::string_view rest = text.substr(at + before.size());
    const std::string_view words = rest.substr(0, rest.find(after));
    if (words.size() < rest.size() && words.find_first_of(".,;!?\n") == std::string_view::npos)
      return words;
  }
  return {};
}

/// The value that the reading finds in `text`; "" if it does not apply.
std::string_view read(const Reading& reading, std::string_view text) {
  const std::size_t slot = reading.pattern.find(kSlot);
  if (slot == std::string_view::npos)
    return text.find(reading.pattern) == std::string_view::npos ? "" : reading.value;
  return words_between(text, reading.pattern.substr(0, slot),
                       reading.pattern.substr(slot + kSlot.size()));
}

std::string_view read_field(const FieldRules& field, std::string_view text) {
  for (const Reading& reading : field.readings) {
    const std::string_view value = read(reading, text);
    if (!value.empty()) return value;
  }
  return field.otherwise;
}

nlohmann::json read_json(const std::filesystem::path& path) {
  std::ifstream file(path);
  if (!file) throw FormulaError(fmt::format("cannot open {}", path.string()));
  nlohmann::json json = nlohmann::json::parse(file, nullptr, /*allow_exceptions=*/false);
  if (!json.is_object()) throw FormulaError(fmt::format("{} is not a JSON object", path.string()));
  return json;
}

}  // namespace

Extractor::Extractor(const std::filesystem::path& formula)
    : file_name_(formula.stem().string() + ".extractions.jsonl") {
  const nlohmann::json json = read_json(formula);
  try {
    if (json.contains("filter") && json["filter"].contains("keywords")) {
      for (const auto& keyword : json["filter"]["keywords"])
        keywords_.push_back(language::lower(keyword.get<std::string>()));
    }
    for (const auto& field : json.at("extract").at("fields")) fields_.push_back(field.at("name"));
  } catch (const nlohmann::json::exception& error) {
    throw FormulaError(fmt::format("{} is not a Formula Seed: {}", formula.string(), error.what()));
  }
  for (const std::string& field : fields_) {
    if (!rules().contains(field)) {
      throw FormulaError(
          fmt::format("{}: no rule says how to read `{}` from a text", formula.string(), field));
    }
  }
}

bool Extractor::is_relevant(std::string_view text) const {
  if (keywords_.empty()) return true;
  const std::string lower_text = language::lower(text);
  return std::ranges::any_of(keywords_, [&](const std::string& keyword) {
    return lower_text.find(keyword) != std::string::npos;
  });
}

void Extractor::write_row(std::string_view review_id, std::string_view text,
                          JsonWriter& json) const {
  const std::string straight = with_straight_quotes(text);
  json.begin_object();
  json.key("review_id");
  json.string(review_id);
  for (const std::string& name : fields_) {
    const FieldRules& field = rules().at(name);
    const std::string_view value = read_field(field, straight);
    if (value.empty()) continue;
    json.key(name);
    field.kind == Kind::Text ? json.string(value) : json.literal(value);
  }
  json.end_object();
  json.end_line();
}

}  // namespace seedc::gen
