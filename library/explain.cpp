// Results explained, and the languages.
#include "compiler/formula_schema/formula_schema.h"
#include "engine/explain_program.h"
#include "engine/findings.h"
#include "engine/report/limits.h"
#include "engine/why.h"
#include "library/calls.h"

using namespace seedc;
using namespace seedc::library;

namespace {

engine::EvaluateOptions options_on(const seedc_data* data, engine::Host& host) {
  return evaluate_options(*the(data), host);
}

engine::ExplainProgramOptions explain_options(const seedc_explain_options& options,
                                              engine::EvaluateOptions evaluate) {
  engine::ExplainProgramOptions explain{.evaluate = std::move(evaluate)};
  explain.item = text_of(options.item);
  explain.request = text_of(options.request);
  explain.step = text_of(options.step);
  explain.extractions = texts_of(options.extractions, options.extraction_count);
  explain.all = options.all != 0;
  explain.is_json = is_json(options.format);
  if (explain.item.empty()) fail_usage("there is no item to explain", "name one: its id or name");
  return explain;
}

engine::WhyOptions why_options(const seedc_explain_options& options,
                               engine::EvaluateOptions evaluate) {
  engine::WhyOptions why{.evaluate = std::move(evaluate)};
  if (options.item.size > 0) why.item = text_of(options.item);
  why.request = text_of(options.request);
  if (options.top != 0) why.top = options.top;
  why.is_json = is_json(options.format);
  return why;
}

}  // namespace

seedc_error* seedc_explain(const seedc_program* program, const seedc_call* call,
                           const seedc_data* data, const seedc_explain_options* options,
                           seedc_text** out) {
  clear(out);
  return called_on(program, call, [&](const Program& used, engine::Host& host) {
    seedc_text*& text = place_for(out);
    const auto explain = explain_options(known(options), options_on(data, host));
    const std::scoped_lock lock(used.mutex);
    text = new_text(take(engine::explain_program(*used.compilation, explain)));
  });
}

seedc_error* seedc_why(const seedc_program* program, const seedc_call* call, const seedc_data* data,
                       const seedc_explain_options* options, seedc_text** out) {
  clear(out);
  return called_on(program, call, [&](const Program& used, engine::Host& host) {
    seedc_text*& text = place_for(out);
    const auto why = why_options(known(options), options_on(data, host));
    const std::scoped_lock lock(used.mutex);
    text = new_text(take(engine::explain_why(*used.compilation, why)));
  });
}

seedc_error* seedc_language_text(std::int32_t what, seedc_text** out) {
  clear(out);
  return guarded([&] {
    seedc_text*& text = place_for(out);
    switch (what) {
      case SEEDC_FORMULA_SCHEMA:
        text = new_text(std::string(formula_schema::formula_schema()));
        return;
      case SEEDC_FORMULA_PROMPT:
        text = new_text(std::string(formula_schema::formula_prompt()));
        return;
      case SEEDC_LIMITS:
        text = new_text(report::limits_text(base::no_setting_names));
        return;
      default:
        fail_usage("the languages have no text of that number",
                   "they are SEEDC_FORMULA_SCHEMA and so on");
    }
  });
}

seedc_error* seedc_explain_code(seedc_str code, seedc_text** out) {
  clear(out);
  return guarded([&] {
    seedc_text*& text = place_for(out);
    text = new_text(take(engine::explain_code(text_of(code))));
  });
}
