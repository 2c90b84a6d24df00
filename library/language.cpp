// The languages as texts, and words that users may want to write in them.
#include <fmt/format.h>

#include "compiler/formula_schema/formula_schema.h"
#include "engine/candidates.h"
#include "engine/findings.h"
#include "engine/notation.h"
#include "engine/report/limits.h"
#include "library/calls.h"
#include "runtime/base/sha256.h"
#include "runtime/language/display_text.h"
#include "runtime/llm/prompts.h"

using namespace seedc;
using namespace seedc::library;

namespace {

std::string lines_of(const std::vector<std::string>& words) {
  std::string lines;
  for (const std::string& word : words) lines += word + '\n';
  return lines;
}

std::string error_codes() {
  std::string lines;
  for (const base::ErrorInfo& row : base::kErrors)
    lines += fmt::format("{}\t{}\t{}\n", row.code, base::kind_word(row.kind), row.text);
  return lines;
}

std::string prompts() {
  std::string lines;
  for (const auto& [name, text] : {std::pair("extract-system", llm::kExtractSystemPrompt),
                                   std::pair("extract-user", llm::kExtractUserPrompt),
                                   std::pair("judge-system", llm::kJudgeSystemPrompt),
                                   std::pair("judge-user", llm::kJudgeUserPrompt)})
    lines += fmt::format("{}\t{}\n", name, base::sha256_hex(text));
  return lines;
}

std::string language_text(std::int32_t what, const report::Layout& layout) {
  switch (what) {
    case SEEDC_FORMULA_SCHEMA:
      return std::string(formula_schema::formula_schema());
    case SEEDC_FORMULA_PROMPT:
      return std::string(formula_schema::formula_prompt());
    case SEEDC_LIMITS:
      return report::limits_text(layout);
    case SEEDC_LIMITS_MARKDOWN:
      return report::limits_markdown(layout.names);
    case SEEDC_CODES:
      return lines_of(engine::diagnostic_codes());
    case SEEDC_WARNING_CODES:
      return lines_of(engine::warning_codes());
    case SEEDC_PASSES:
      return lines_of(engine::pass_names());
    case SEEDC_ERROR_CODES:
      return error_codes();
    case SEEDC_PROMPTS:
      return prompts();
    default:
      fail_call<base::ErrorCode::NoSuchConstant>("they are SEEDC_FORMULA_SCHEMA and so on",
                                                 "text of the languages");
  }
}

report::Layout layout_of(const seedc_session* session) {
  return session == nullptr ? report::Layout{.names = own_names()} : the(session)->layout();
}

std::vector<engine::Candidate> candidates(std::int32_t what,
                                          const std::vector<std::string>& programs,
                                          const Data* data) {
  switch (what) {
    case SEEDC_REQUEST_IDS:
      return engine::request_ids(programs);
    case SEEDC_OUTPUTS:
      return engine::names_in_formulas(programs, &contract::Formula::outputs);
    case SEEDC_STEPS:
      return engine::names_in_formulas(programs, &contract::Formula::steps);
    case SEEDC_PARAMETERS:
      return engine::params_of_formulas(programs);
    case SEEDC_NAMES:
      return data == nullptr ? std::vector<engine::Candidate>()
                             : engine::names_of_data(*data->source);
    case SEEDC_ITEMS:
      return data == nullptr ? std::vector<engine::Candidate>()
                             : engine::items_of_data(*data->source);
    default:
      fail_call<base::ErrorCode::NoSuchConstant>("they are SEEDC_REQUEST_IDS and so on",
                                                 "kind of words");
  }
}

std::string lines_of(const std::vector<engine::Candidate>& candidates) {
  std::string lines;
  for (const auto& [word, meaning] : candidates) {
    if (language::printable(word) != word) continue;
    lines += word;
    if (!meaning.empty()) lines += '\t' + language::printable(meaning);
    lines += '\n';
  }
  return lines;
}

}  // namespace

seedc_error* seedc_language_text(const seedc_session* session, std::int32_t what,
                                 seedc_text** out) {
  clear(out);
  return guarded([&] {
    seedc_text*& text = place_for(out);
    text = new_text(language_text(what, layout_of(session)));
  });
}

seedc_error* seedc_explain_code(const seedc_session* session, seedc_str code, seedc_text** out) {
  clear(out);
  return guarded([&] {
    seedc_text*& text = place_for(out);
    auto explained = engine::explain_code(text_of(code));
    if (!explained) throw Failed{std::move(explained.error()), layout_of(session).names};
    text = new_text(*std::move(explained));
  });
}

seedc_error* seedc_candidates(seedc_session* session, std::int32_t what, const seedc_str* programs,
                              std::size_t program_count, const seedc_data* data, seedc_text** out) {
  clear(out);
  return called_on(session, nullptr, [&](Session&, engine::Host&) {
    seedc_text*& text = place_for(out);
    const Data* source = data == nullptr ? nullptr : the(data).get();
    text = new_text(lines_of(candidates(what, texts_of(programs, program_count), source)));
  });
}
