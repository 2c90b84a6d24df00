// Results explained.
#include <algorithm>
#include <chrono>

#include "engine/explain_program.h"
#include "engine/sensitivity.h"
#include "engine/why.h"
#include "engine/why_formula.h"
#include "library/calls.h"

using namespace seedc;
using namespace seedc::library;

namespace {

engine::EvaluateOptions options_on(const seedc_data* data, engine::Host& host) {
  return evaluate_options(*the(data), host);
}

/// Options of one language where there is only the other would have no effect.
void check_use(const engine::Compilation& compilation, const seedc_explain_options& options) {
  if (options.request.size > 0 && compilation.requests.empty())
    fail_call<base::ErrorCode::NoRequest>("`request` names one");
  if (!compilation.formulas.empty()) return;
  if (options.step.size > 0)
    fail_call<base::ErrorCode::NoFormula>({}, "`step` names a step of a formula");
  if (options.extraction_count > 0)
    fail_call<base::ErrorCode::NoFormula>({}, "extractions are for formulas");
}

engine::ExplainProgramOptions explain_options(const seedc_explain_options& options,
                                              engine::EvaluateOptions evaluate) {
  engine::ExplainProgramOptions explain{.evaluate = std::move(evaluate)};
  explain.item = text_of(options.item);
  explain.request = text_of(options.request);
  explain.step = text_of(options.step);
  explain.extractions = paths_of(options.extractions, options.extraction_count);
  explain.all = options.all != 0;
  explain.is_json = is_json(options.format);
  explain.colour = options.format == SEEDC_COLOURED;
  if (options.item.data == nullptr)
    fail_call<base::ErrorCode::NoItemToExplain>("name one: its id or name");
  return explain;
}

engine::WhyOptions why_options(const seedc_explain_options& options,
                               engine::EvaluateOptions evaluate) {
  engine::WhyOptions why{.evaluate = std::move(evaluate)};
  if (options.item.data != nullptr) why.item = text_of(options.item);
  why.request = text_of(options.request);
  if (options.top != 0) why.top = options.top;
  why.is_json = is_json(options.format);
  why.colour = options.format == SEEDC_COLOURED;
  return why;
}

engine::WhyFormulaOptions why_formula_options(const seedc_explain_options& options,
                                              engine::EvaluateOptions evaluate) {
  engine::WhyFormulaOptions why{.evaluate = std::move(evaluate)};
  why.item = text_of(options.item);
  why.output = text_of(options.output);
  if (options.to.data != nullptr) why.to = text_of(options.to);
  why.extractions = paths_of(options.extractions, options.extraction_count);
  constexpr double kMostSeconds = 1e9;
  if (seconds_of(options.search_time, "search_time") > 0)
    why.most_time = std::chrono::duration<double>(std::min(options.search_time, kMostSeconds));
  why.is_json = is_json(options.format);
  why.colour = options.format == SEEDC_COLOURED;
  if (options.item.data == nullptr)
    fail_call<base::ErrorCode::NoItemToExplain>("name one: its id or name");
  return why;
}

report::Format sensitivity_format(std::int32_t format) {
  switch (format) {
    case SEEDC_TEXT:
    case SEEDC_COLOURED:
      return report::Format::Table;
    case SEEDC_JSON:
      return report::Format::Json;
    case SEEDC_JSONL:
      return report::Format::Jsonl;
    default:
      fail_call<base::ErrorCode::NoSuchFormat>(
          "the formats are SEEDC_TEXT, SEEDC_COLOURED, SEEDC_JSON and SEEDC_JSONL", format);
  }
}

engine::SensitivityOptions sensitivity_options(const seedc_sensitivity_options& options,
                                               engine::EvaluateOptions evaluate) {
  engine::SensitivityOptions sensitivity{.evaluate = std::move(evaluate)};
  sensitivity.extractions = paths_of(options.extractions, options.extraction_count);
  sensitivity.output = text_of(options.output);
  if (options.item.data != nullptr) sensitivity.item = text_of(options.item);
  sensitivity.probability = options.probability;
  sensitivity.seed = options.seed;
  if (options.samples != 0) sensitivity.samples = options.samples;
  sensitivity.sort = text_of(options.sort);
  if (options.top != 0) sensitivity.top = options.top;
  sensitivity.format = sensitivity_format(options.format);
  sensitivity.colour = options.format == SEEDC_COLOURED;
  return sensitivity;
}

}  // namespace

seedc_error* seedc_explain(const seedc_program* program, const seedc_call* call,
                           const seedc_data* data, const seedc_explain_options* options,
                           seedc_text** out) {
  clear(out);
  return called_on(program, call, [&](const Program& used, engine::Host& host) {
    seedc_text*& text = place_for(out);
    const seedc_explain_options asked = known(options);
    const auto explain = explain_options(asked, options_on(data, host));
    const std::scoped_lock lock(used.mutex);
    check_use(*used.compilation, asked);
    text = new_text(take(engine::explain_program(*used.compilation, explain)));
  });
}

seedc_error* seedc_why(const seedc_program* program, const seedc_call* call, const seedc_data* data,
                       const seedc_explain_options* options, seedc_text** out) {
  clear(out);
  return called_on(program, call, [&](const Program& used, engine::Host& host) {
    seedc_text*& text = place_for(out);
    const seedc_explain_options asked = known(options);
    const std::scoped_lock lock(used.mutex);
    check_use(*used.compilation, asked);
    if (asked.output.size > 0) {
      const auto why = why_formula_options(asked, options_on(data, host));
      text = new_text(take(engine::explain_why_formula(*used.compilation, why)));
    } else {
      const auto why = why_options(asked, options_on(data, host));
      text = new_text(take(engine::explain_why(*used.compilation, why)));
    }
  });
}

seedc_error* seedc_sensitivity(const seedc_program* program, const seedc_call* call,
                               const seedc_data* data, const seedc_sensitivity_options* options,
                               seedc_text** out) {
  clear(out);
  return called_on(program, call, [&](const Program& used, engine::Host& host) {
    seedc_text*& text = place_for(out);
    const auto sensitivity = sensitivity_options(known(options), options_on(data, host));
    const std::scoped_lock lock(used.mutex);
    text = new_text(take(engine::explain_sensitivity(*used.compilation, sensitivity)));
  });
}
