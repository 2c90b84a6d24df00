// Candidates of the shorthand: keywords, names, kinds of evidence with their options and values.
#include <fmt/format.h>

#include <algorithm>

#include "engine/lsp/completion.h"
#include "engine/lsp/tree_search.h"
#include "runtime/language/conditions.h"

namespace seedc::lsp {
namespace {

using Where = ShorthandContext::Where;
using language::OptionInfo;
using language::OptionType;

struct Word {
  const char* label;
  const char* written;
  const char* meaning;
};

constexpr Word kStatements[] = {
    {"request", "request $0 {\n}", "a request with fields: `request R1 { text: \"…\" where: … }`"},
    {"let", "let $0 = ", "a name for a condition: `let no_tv = item_meta(attributes.HasTV, …)`"},
    {"import", "import \"$0\"", "the conditions of another file"},
};

constexpr Word kOperators[] = {
    {"AND", "AND($0)", "all conditions"},
    {"OR", "OR($0)", "any condition"},
    {"NOT", "NOT($0)", "the opposite of a condition"},
    {"AT_LEAST", "AT_LEAST($0)", "so many of the conditions: `AT_LEAST(2, a, b, c)`"},
    {"1HOP", "1HOP(['$0'], '')", "reviews by these people and their friends match a pattern"},
    {"2HOP", "2HOP(['$0'], '')", "the same with friends of those, too"},
    {"1HOP_STARS", "1HOP_STARS(['$0'])", "stars that these people and their friends give"},
    {"2HOP_STARS", "2HOP_STARS(['$0'])", "the same with friends of those, too"},
};

constexpr Word kFields[] = {
    {"where", "where: $0", "the condition that items must meet"},
    {"text", "text: \"$0\"", "the request in words"},
    {"group", "group: $0", "the group of a benchmark"},
    {"scenario", "scenario: \"$0\"", "who asks, and why"},
    {"shorthand", "shorthand: \"$0\"", "the condition as it was published"},
    {"gold", "gold: \"$0\"", "the id of the item that is the right answer"},
    {"rank by", "rank by: \"$0\".", "the order of matches, by an output of a formula"},
};

template <std::size_t size>
void add(const Word (&words)[size], Proposal kind, int order, std::vector<Candidate>& found) {
  for (const Word& word : words) {
    found.push_back({.label = word.label,
                     .kind = kind,
                     .detail = {},
                     .documentation = word.meaning,
                     .written = word.written,
                     .order = order});
  }
}

std::vector<Candidate> conditions(const Query& query) {
  std::vector<Candidate> found = name_candidates(query);
  add(kOperators, Proposal::Operator, 2, found);
  for (const std::string& kind : language::evidence_kind_names()) {
    const auto info = language::info(*language::find_evidence_kind(kind));
    found.push_back({.label = kind,
                     .kind = Proposal::Function,
                     .detail = {},
                     .documentation = std::string(info.documentation),
                     .written = kind + "($0)",
                     .order = 2});
  }
  return found;
}

/// The options that a call may be given by name, those of objects that are written beside included.
std::vector<OptionInfo> options_of(const std::string& call) {
  if (call.ends_with("HOP_STARS") || call.ends_with("HOP")) {
    const auto kind = call.ends_with("STARS") ? language::EvidenceKind::SocialRating
                                              : language::EvidenceKind::ReviewText;
    std::vector<OptionInfo> options = language::info(kind).options;
    std::erase_if(options, [](const OptionInfo& each) { return each.name == "social_filter"; });
    return options;
  }
  std::vector<OptionInfo> options;
  const auto kind = language::find_evidence_kind(call);
  if (!kind) return options;
  for (const OptionInfo& option : language::info(*kind).options) {
    if (option.is_spread) {
      options.insert(options.end(), option.members.begin(), option.members.end());
    } else {
      options.push_back(option);
    }
  }
  std::erase_if(options, [](const OptionInfo& each) { return each.type == OptionType::Ignored; });
  return options;
}

Candidate word_candidate(std::string_view word, const OptionInfo& option) {
  return {.label = std::string(word),
          .kind = Proposal::EnumMember,
          .detail = {},
          .documentation = std::string(option.documentation),
          .written = fmt::format("\"{}\"", word),
          .order = 0};
}

/// The values that an option may have; those that are in the data for `item_meta`.
std::vector<Candidate> values(const Query& query, const ShorthandContext& context,
                              const OptionInfo& option) {
  std::vector<Candidate> found;
  for (const language::ChoiceWord& word : option.words)
    found.push_back(word_candidate(word.word, option));
  if (option.type == OptionType::Path) return path_candidates(query);
  if (option.type == OptionType::True) found.push_back({.label = "true", .documentation = {}});
  if (option.type == OptionType::Any && context.call == "item_meta")
    return value_candidates(query, context.path);
  if (option.type == OptionType::Text && option.name == "topic" && query.names != nullptr) {
    for (const auto& [topic, count] : query.names->schema.topics)
      found.push_back({.label = topic,
                       .kind = Proposal::EnumMember,
                       .detail = fmt::format("{} reviews", count),
                       .documentation = {},
                       .written = dumped(topic),
                       .order = 0});
  }
  return found;
}

const OptionInfo* leading_option(const std::vector<OptionInfo>& options, std::size_t number) {
  for (const OptionInfo& option : options) {
    if (option.is_leading && number-- == 0) return &option;
  }
  return nullptr;
}

std::vector<Candidate> arguments(const Query& query, const ShorthandContext& context) {
  const std::vector<OptionInfo> options = options_of(context.call);
  std::vector<Candidate> found;
  if (const OptionInfo* leading = leading_option(options, context.operands))
    found = values(query, context, *leading);
  if (context.quote != 0) return found;
  for (const OptionInfo& option : options) {
    if (std::ranges::find(context.given, option.name) != context.given.end()) continue;
    if (option.is_leading && option.type == OptionType::Path) continue;
    found.push_back({.label = std::string(option.name),
                     .kind = Proposal::Field,
                     .detail = language::values_of(option),
                     .documentation = std::string(option.documentation),
                     .written = fmt::format("{}: ", option.name)});
  }
  return found;
}

std::vector<Candidate> argument_values(const Query& query, const ShorthandContext& context) {
  const std::vector<OptionInfo> options = options_of(context.call);
  const OptionInfo* option = language::find_option(options, context.key);
  if (option == nullptr) return {};
  return values(query, context, *option);
}

/// The outputs of a formula's file that requests of the document are ranked by.
std::vector<Candidate> outputs(const Query& query) {
  std::vector<Candidate> found;
  if (query.analysis == nullptr) return found;
  const auto& compilation = *query.analysis->compilation;
  for (std::size_t i = compilation.own_formulas; i < compilation.formulas.size(); ++i) {
    for (const auto& step : compilation.formulas[i].values.steps)
      found.push_back({.label = "." + step.name,
                       .kind = Proposal::Field,
                       .detail = compilation.formulas[i].name,
                       .documentation = {}});
  }
  return found;
}

}  // namespace

std::vector<Candidate> shorthand_candidates(const Query& query, const ShorthandContext& context) {
  std::vector<Candidate> found;
  switch (context.where) {
    case Where::Nothing:
      return found;
    case Where::Statement:
      found = conditions(query);
      add(kStatements, Proposal::Keyword, 0, found);
      return found;
    case Where::Condition:
      return conditions(query);
    case Where::Argument:
      return arguments(query, context);
    case Where::Value:
      return argument_values(query, context);
    case Where::Field:
      add(kFields, Proposal::Property, 0, found);
      return found;
    case Where::Import:
      return file_candidates(query, {".req", ".json"});
    case Where::Output:
      return outputs(query);
  }
  return found;
}

}  // namespace seedc::lsp
