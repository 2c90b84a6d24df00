// Combines the explanations of requests and of formulas.
#include "engine/explain_program.h"

#include "engine/explain_formula.h"
#include "engine/explain_request.h"

namespace seedc::engine {
namespace {

report::Layout layout_of(const ExplainProgramOptions& options) {
  return {.names = options.evaluate.host->setting_names(),
          .width = options.evaluate.host->text_width(),
          .colour = options.colour};
}

base::Result<std::string> requests_text(const Compilation& compilation,
                                        const ExplainProgramOptions& options) {
  if (compilation.requests.empty()) return std::string();
  return explain_requests(compilation,
                          {.evaluate = options.evaluate,
                           .item = options.item,
                           .request = options.request,
                           .is_json = options.is_json,
                           .report = {.all_reviews = options.all, .layout = layout_of(options)}});
}

base::Result<std::string> formulas_text(const Compilation& compilation,
                                        const ExplainProgramOptions& options) {
  if (compilation.own_formulas == 0) return std::string();
  return explain_formulas(compilation, {.evaluate = options.evaluate,
                                        .extractions = options.extractions,
                                        .item = options.item,
                                        .step = options.step,
                                        .all = options.all,
                                        .is_json = options.is_json,
                                        .layout = layout_of(options)});
}

}  // namespace

base::Result<std::string> explain_program(const Compilation& compilation,
                                          const ExplainProgramOptions& options) {
  const auto requests = requests_text(compilation, options);
  if (!requests || compilation.own_formulas == 0) return requests;
  const auto formulas = formulas_text(compilation, options);
  if (!formulas || requests->empty() || formulas->empty())
    return formulas && formulas->empty() ? requests : formulas;
  if (!options.is_json) return *requests + '\n' + *formulas;
  return "{\"requests\":" + *requests + ",\"formulas\":" + *formulas + "}\n";
}

}  // namespace seedc::engine
