// Explains requests: from the logic as written to the facts of each condition at one item.
#include "engine/explain_request.h"

#include "engine/written_requests.h"

namespace seedc::engine {
namespace {

std::string format_requests(const std::vector<report::RequestExplanation>& requests,
                            const report::Explainer& explainer,
                            const ExplainRequestOptions& options, const std::string& title) {
  const bool is_json = options.is_json;
  std::string out = is_json ? "[\n" : title + '\n';
  for (std::size_t i = 0; i < requests.size(); ++i) {
    out += is_json ? explainer.json(requests[i]) + (i + 1 < requests.size() ? ",\n" : "\n]\n")
                   : '\n' + explainer.text(requests[i], options.report);
  }
  return out;
}

}  // namespace

base::Result<std::string> explain_requests(const Compilation& compilation,
                                           const ExplainRequestOptions& options) {
  const auto requests = written_requests(compilation, options.request);
  if (!requests) return tl::unexpected(requests.error());
  explain::LogicWriter writer(compilation.values, compilation.module, compilation.sources);
  const contract::Plan conditions = conditions_of(*requests, writer);
  const auto dataset = load_for(conditions, options.evaluate, report::needs_of_explanations());
  if (!dataset) return tl::unexpected(dataset.error());
  const auto item = find_item(*dataset, options.item);
  if (!item) return tl::unexpected(item.error());
  const auto facts = explain::explain_conditions(conditions, *dataset, *item);
  if (!facts) return tl::unexpected(facts.error());
  std::vector<report::RequestExplanation> explanations;
  for (const WrittenRequest& request : *requests) {
    explanations.push_back({request.checked->id, request.checked->gold, logic_of(request, writer)});
  }
  return format_requests(explanations, report::Explainer(conditions, *facts, *dataset, *item),
                         options, report::item_title(*dataset, *item));
}

}  // namespace seedc::engine
