// Candidates of JSON programs: keys and words of formulas as their JSON Schema has them, names in
// their expressions; keys, kinds and options of requests.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "compiler/formula_schema/formula_schema.h"
#include "engine/lsp/completion.h"
#include "engine/lsp/json_context.h"
#include "runtime/language/conditions.h"
#include "runtime/language/operations.h"

namespace seedc::lsp {
namespace {

const Json& formula_schema() {
  static const Json kSchema = Json::parse(formula_schema::formula_schema());
  return kSchema;
}

const Json& resolved(const Json& schema) {
  const std::string reference = text_at(schema, {"$ref"});
  constexpr std::string_view kDefinitions = "#/$defs/";
  if (!reference.starts_with(kDefinitions)) return schema;
  return resolved(at(formula_schema(), {"$defs", reference.c_str() + kDefinitions.size()}));
}

/// A schema and those that it offers as alternatives.
void add_alternatives(const Json& schema, std::vector<const Json*>& found) {
  const Json& here = resolved(schema);
  const Json& alternatives = at(here, {"anyOf"});
  if (!alternatives.is_array()) return found.push_back(&here);
  for (const Json& each : alternatives) add_alternatives(each, found);
}

bool allows(const Json& property, const std::string& word) {
  const Json& words = at(resolved(property), {"enum"});
  if (!words.is_array()) return true;
  return std::ranges::find(words, Json(word)) != words.end();
}

/// Whether an object with these members may be of the schema.
bool fits(const Json& schema, const std::map<std::string, std::string>& members) {
  const Json& properties = at(schema, {"properties"});
  return std::ranges::all_of(members, [&](const auto& member) {
    const auto property = properties.is_object() ? properties.find(member.first) : properties.end();
    return property == properties.end() || allows(*property, member.second);
  });
}

/// The schemas that the value at the location may have; of a key those of its object.
std::vector<const Json*> schemas_at(const JsonContext& context) {
  std::vector<const Json*> here;
  add_alternatives(formula_schema(), here);
  for (std::size_t i = 0; i < context.levels.size(); ++i) {
    const JsonLevel& level = context.levels[i];
    const bool is_last = i + 1 == context.levels.size();
    std::vector<const Json*> inner;
    for (const Json* schema : here) {
      if (level.is_object && !fits(*schema, level.scalars)) continue;
      if (is_last && context.is_key) {
        inner.push_back(schema);
      } else if (level.is_object) {
        const Json& property = at(*schema, {"properties", level.key.c_str()});
        add_alternatives(property.is_null() ? at(*schema, {"additionalProperties"}) : property,
                         inner);
      } else {
        add_alternatives(at(*schema, {"items"}), inner);
      }
    }
    here = std::move(inner);
  }
  return here;
}

void add_once(Candidate candidate, std::vector<Candidate>& found) {
  const auto same = std::ranges::find(found, candidate.label, &Candidate::label);
  if (same == found.end()) found.push_back(std::move(candidate));
}

Candidate key_candidate(const std::string& key, const std::string& documentation, int order) {
  return {.label = key,
          .kind = Proposal::Property,
          .detail = {},
          .documentation = documentation,
          .written = dumped(key) + ": ",
          .order = order};
}

std::vector<Candidate> schema_keys(const JsonContext& context) {
  std::vector<Candidate> found;
  const auto& given = context.levels.back().scalars;
  for (const Json* schema : schemas_at(context)) {
    const Json& properties = at(*schema, {"properties"});
    if (!properties.is_object()) continue;
    for (const auto& [key, property] : properties.items()) {
      if (given.contains(key) || text_at(property, {"type"}) == "null") continue;
      const Json& required = at(*schema, {"required"});
      const bool is_required =
          required.is_array() && std::ranges::find(required, Json(key)) != required.end();
      add_once(
          key_candidate(key, text_at(resolved(property), {"description"}), is_required ? 0 : 1),
          found);
    }
  }
  return found;
}

/// The words that a value may be, each with what the object with it is for.
std::vector<Candidate> schema_words(const JsonContext& context) {
  std::vector<Candidate> found;
  for (const Json* schema : schemas_at(context)) {
    const Json& words = at(*schema, {"enum"});
    if (!words.is_array()) continue;
    for (const Json& word : words) {
      if (!word.is_string()) continue;
      add_once({.label = word.get<std::string>(),
                .kind = Proposal::EnumMember,
                .detail = {},
                .documentation = text_at(*schema, {"description"}),
                .written = dumped(word),
                .order = 0},
               found);
    }
  }
  return found;
}

Candidate step_candidate(const std::string& name, const std::string& op) {
  return {.label = name, .kind = Proposal::Variable, .detail = op, .documentation = {}, .order = 0};
}

/// The names that a formula has before the location, as expressions write them.
std::vector<Candidate> formula_names(const JsonContext& context) {
  std::vector<Candidate> found;
  for (const JsonObject& object : context.complete) {
    if (object.path == "params") {
      for (const auto& [key, value] : object.scalars)
        found.push_back({.label = key,
                         .kind = Proposal::Variable,
                         .detail = "a parameter",
                         .documentation = {},
                         .order = 0});
      continue;
    }
    const auto name = object.scalars.find("name");
    if (name == object.scalars.end()) continue;
    const auto op = object.scalars.find("op");
    if (object.path == "extract/fields") {
      found.push_back({.label = fmt::format("extraction.{}", name->second),
                       .kind = Proposal::Field,
                       .detail = "a field of the extraction",
                       .documentation = {},
                       .order = 0});
    } else if (op != object.scalars.end() && op->second.starts_with("define_")) {
      found.push_back({.label = fmt::format("${}", name->second),
                       .kind = Proposal::Variable,
                       .detail = op->second,
                       .documentation = {},
                       .order = 0});
    } else if (op != object.scalars.end()) {
      found.push_back(step_candidate(name->second, op->second));
    }
  }
  return found;
}

/// The steps that may be outputs: those of the formula itself that are values.
std::vector<Candidate> output_names(const JsonContext& context) {
  std::vector<Candidate> found;
  for (const JsonObject& object : context.complete) {
    const auto name = object.scalars.find("name");
    const auto op = object.scalars.find("op");
    const bool is_step = object.path == "compute" && name != object.scalars.end() &&
                         op != object.scalars.end() && !op->second.starts_with("define_");
    if (is_step) found.push_back(step_candidate(name->second, op->second));
  }
  return found;
}

void add_functions(std::vector<Candidate>& found) {
  const std::string list = language::list_functions("`");
  for (std::size_t at = list.find('`'); at != std::string::npos; at = list.find('`', at + 1)) {
    const std::size_t begin = at + 1;
    at = list.find('`', begin);
    found.push_back({.label = list.substr(begin, at - begin),
                     .kind = Proposal::Function,
                     .detail = "function",
                     .documentation = {}});
  }
}

bool is_expression_char(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '.' || c == '$';
}

constexpr std::string_view kFieldPrefix = "extraction.";

/// The values that a field was declared with, as the last analysis has them.
std::vector<Candidate> values_of_field(const Query& query, std::string_view name, bool is_json) {
  std::vector<Candidate> found;
  if (query.analysis == nullptr) return found;
  for (const check::CheckedFormula& formula : query.analysis->compilation->formulas) {
    for (const contract::FieldGuide& guide : formula.fields) {
      if (guide.field.name != name) continue;
      for (std::size_t i = 0; i < guide.field.values.size(); ++i) {
        const std::string& value = guide.field.values[i];
        add_once({.label = value,
                  .kind = Proposal::EnumMember,
                  .detail = {},
                  .documentation = i < guide.meanings.size() ? guide.meanings[i] : std::string(),
                  .written = is_json ? dumped(value) : value,
                  .order = 0},
                 found);
      }
    }
  }
  return found;
}

/// The field that the value at the location is compared with: in `{"extraction.F": {"in": [HERE]}}`
/// and `{"extraction": {"F": HERE}}`; empty if there is none.
std::string_view field_compared(const JsonContext& context) {
  for (std::size_t i = context.levels.size(); i-- > 0;) {
    const std::string_view key = context.levels[i].key;
    if (key.starts_with(kFieldPrefix)) return key.substr(kFieldPrefix.size());
    if (i > 0 && context.levels[i - 1].key == "extraction") return key;
    const bool is_within = key.empty() || key == "in" || key == "==" || key == "!=";
    if (!is_within) return {};
  }
  return {};
}

/// The same inside of an expression, where the word is a text: `extraction.F == 'HERE`.
std::string_view field_before(std::string_view expression) {
  const std::size_t at = expression.rfind(kFieldPrefix);
  if (at == std::string_view::npos) return {};
  const std::string_view name = expression.substr(at + kFieldPrefix.size());
  return name.substr(0, name.find_first_of(" =!'.)"));
}

/// Members of formulas whose strings are expressions, or name a step, a field or a value.
constexpr std::string_view kExpressions[] = {"expr", "when"};
constexpr std::string_view kOutput = "output";
constexpr std::string_view kNames[] = {"source", "field", "by", "over", kOutput, "order_by"};

bool is_in(std::span<const std::string_view> words, std::string_view word) {
  return std::ranges::find(words, word) != words.end();
}

/// The names of a part of a formula, inside of a string that is the value of `member`: the word at
/// its end is replaced.
JsonCandidates names_in_string(const Query& query, const JsonContext& context,
                               std::string_view member) {
  const bool is_expression = is_in(kExpressions, member);
  const std::string& text = query.document.text();
  const std::size_t offset = query.offset();
  std::size_t begin = offset, end = offset;
  while (begin > context.word.begin + 1 && is_expression_char(text[begin - 1])) --begin;
  while (end < context.word.end && is_expression_char(text[end])) ++end;
  JsonCandidates made{{}, {begin, end}, text.substr(begin, offset - begin)};
  if (is_expression && text[begin - 1] == '\'') {
    const std::string_view before(text.data() + context.word.begin, begin - context.word.begin);
    made.candidates = values_of_field(query, field_before(before), /*is_json=*/false);
    return made;
  }
  made.candidates = member == kOutput ? output_names(context) : formula_names(context);
  if (is_expression) add_functions(made.candidates);
  return made;
}

JsonCandidates formula_candidates(const Query& query, const JsonContext& context) {
  const std::string& key = context.levels.empty() ? std::string() : context.levels.back().key;
  const auto named = std::ranges::find_if(context.levels.rbegin(), context.levels.rend(),
                                          [](const JsonLevel& each) { return each.is_object; });
  const std::string& name = named == context.levels.rend() ? key : named->key;
  if (context.is_in_string && !context.is_key && (is_in(kExpressions, name) || is_in(kNames, name)))
    return names_in_string(query, context, name);
  JsonCandidates made{{}, context.word, context.prefix};
  made.candidates = context.is_key ? schema_keys(context) : schema_words(context);
  if (!context.is_key) {
    for (Candidate& each : values_of_field(query, field_compared(context), /*is_json=*/true))
      add_once(std::move(each), made.candidates);
  }
  const bool is_condition = context.is_key && context.levels.size() > 1 &&
                            context.levels[context.levels.size() - 2].key == "where";
  if (is_condition) {
    for (Candidate& each : formula_names(context)) {
      each.written = dumped(each.label) + ": ";
      made.candidates.push_back(std::move(each));
    }
  }
  return made;
}

// Requests.

struct KeyMeaning {
  const char* key;
  const char* meaning;
};
constexpr KeyMeaning kRequestKeys[] = {
    {"id", "the name of the request"},
    {"group", "the group of a benchmark"},
    {"scenario", "who asks, and why"},
    {"text", "the request in words"},
    {"shorthand", "the condition as it was published"},
    {"structure", "the condition that items must meet"},
    {"gold_restaurant", "the id of the item that is the right answer"},
};
constexpr KeyMeaning kNodeKeys[] = {
    {"op", "AND, OR, NOT or AT_LEAST of `args`"}, {"args", "the conditions that `op` joins"},
    {"k", "how many of `args` AT_LEAST takes"},   {"aspect", "what the condition is called"},
    {"evidence", "what decides the condition"},
};
constexpr std::string_view kOperations[] = {"AND", "OR", "NOT", "AT_LEAST"};

void add_keys(std::span<const KeyMeaning> keys, std::vector<Candidate>& found) {
  for (const KeyMeaning& each : keys) found.push_back(key_candidate(each.key, each.meaning, 0));
}

/// The options of the evidence, or of the object among them that the location is in.
std::vector<language::OptionInfo> options_at(const JsonContext& context) {
  std::vector<language::OptionInfo> options;
  for (std::size_t i = 0; i < context.levels.size(); ++i) {
    const auto kind = context.levels[i].scalars.find("kind");
    if (kind == context.levels[i].scalars.end()) continue;
    const auto found = language::find_evidence_kind(kind->second);
    if (!found) return {};
    options = language::info(*found).options;
    for (std::size_t j = i; j + 1 < context.levels.size(); ++j) {
      if (!context.levels[j].is_object) continue;
      const auto* option = language::find_option(options, context.levels[j].key);
      if (option == nullptr) return {};
      options = std::vector(option->members);
    }
    return options;
  }
  return options;
}

std::vector<Candidate> evidence_keys(const JsonContext& context) {
  std::vector<Candidate> found;
  if (!context.levels.back().scalars.contains("kind") && context.path().ends_with("evidence"))
    found.push_back(key_candidate("kind", "the kind of evidence", 0));
  for (const language::OptionInfo& option : options_at(context)) {
    if (option.type == language::OptionType::Ignored) continue;
    found.push_back(key_candidate(std::string(option.name), std::string(option.documentation), 0));
  }
  return found;
}

std::vector<Candidate> words(std::span<const std::string> texts) {
  std::vector<Candidate> found;
  for (const std::string& text : texts) {
    found.push_back({.label = text,
                     .kind = Proposal::EnumMember,
                     .detail = {},
                     .documentation = {},
                     .written = dumped(text)});
  }
  return found;
}

std::vector<Candidate> request_words(const Query& query, const JsonContext& context) {
  const auto named = std::ranges::find_if(context.levels.rbegin(), context.levels.rend(),
                                          [](const JsonLevel& each) { return each.is_object; });
  if (named == context.levels.rend()) return {};
  if (named->key == "kind") {
    std::vector<Candidate> found = words(language::evidence_kind_names());
    for (Candidate& each : found)
      each.documentation = language::info(*language::find_evidence_kind(each.label)).documentation;
    return found;
  }
  if (named->key == "aspect") {
    std::vector<Candidate> found = name_candidates(query);
    for (Candidate& each : found) each.written = dumped(each.label);
    return found;
  }
  const std::vector<language::OptionInfo> options = options_at(context);
  const auto* option = language::find_option(options, named->key);
  if (option == nullptr && named->key == "op")
    return words(std::vector<std::string>(std::begin(kOperations), std::end(kOperations)));
  std::vector<std::string> texts;
  if (option != nullptr) {
    for (const language::ChoiceWord& word : option->words) texts.emplace_back(word.word);
  }
  return words(texts);
}

JsonCandidates request_candidates(const Query& query, const JsonContext& context) {
  JsonCandidates made{{}, context.word, context.prefix};
  if (!context.is_key) {
    made.candidates = request_words(query, context);
    return made;
  }
  const std::string path = context.path();
  made.candidates = evidence_keys(context);
  const bool is_node = path.ends_with("structure") || path.ends_with("args");
  if (path.empty() || is_node)
    add_keys(path.empty() ? std::span<const KeyMeaning>(kRequestKeys) : kNodeKeys, made.candidates);
  return made;
}

/// A formula has steps; anything else with an id or a structure is a request.
bool is_formula(const Query& query, const JsonContext& context) {
  if (!context.levels.empty()) {
    const auto& top = context.levels.front();
    if (top.scalars.contains("task_name") || top.key == "compute" || top.key == "extract" ||
        top.key == "filter" || top.key == "output" || top.key == "params" || top.key == "judge")
      return true;
  }
  return query.analysis != nullptr && query.analysis->program() != nullptr &&
         !query.analysis->program()->formulas.empty();
}

}  // namespace

JsonCandidates json_candidates(const Query& query) {
  const bool has_lines = std::filesystem::path(query.document.path).extension() == ".jsonl";
  JsonContext context = json_context_at(query.document.text(), query.offset(), has_lines);
  while (!context.levels.empty() && !context.levels.front().is_object)
    context.levels.erase(context.levels.begin());  // a list of programs
  JsonCandidates made = is_formula(query, context) ? formula_candidates(query, context)
                                                   : request_candidates(query, context);
  const bool is_undecided = context.is_key && context.levels.size() == 1 &&
                            !is_formula(query, context) && context.levels.front().scalars.empty();
  if (is_undecided) {
    for (Candidate& each : schema_keys(context)) add_once(std::move(each), made.candidates);
  }
  return made;
}

}  // namespace seedc::lsp
