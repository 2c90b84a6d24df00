// Evaluates which changes would turn the results of requests, at one item or over all items.
#include "engine/why.h"

#include <limits>
#include <vector>

#include "engine/explain/logic_values.h"
#include "engine/report/explain.h"
#include "engine/report/why.h"
#include "engine/written_requests.h"

namespace seedc::engine {
namespace {

/// The requests that are asked about, their conditions, and the data.
struct Question {
  const WhyOptions& options;
  std::vector<WrittenRequest> requests;
  explain::LogicWriter writer;
  contract::Plan conditions;
  std::optional<data::Dataset> dataset;

  bool is_json() const { return options.is_json; }
  report::Layout layout() const {
    return {.names = options.evaluate.host->setting_names(),
            .width = options.evaluate.host->text_width(),
            .colour = options.colour};
  }
};

/// One request after the other; `answer` gets each that compiles with its logic.
template <class Answer>
std::string answers(Question& question, const Answer& answer) {
  std::string out = question.is_json() ? "[\n" : "";
  for (std::size_t i = 0; i < question.requests.size(); ++i) {
    question.dataset->call().check();
    const WrittenRequest& request = question.requests[i];
    const bool is_last = i + 1 == question.requests.size();
    if (request.expression != nullptr) {
      out += answer(request, logic_of(request, question.writer));
    } else if (question.is_json()) {
      out += language::to_json(language::Dict{{"id", request.checked->id}, {"error", true}});
    } else {
      out += request.checked->id + ": error, see the diagnostics\n";
    }
    if (question.is_json()) out += is_last ? "\n]\n" : ",\n";
    if (!question.is_json() && !is_last) out += '\n';
  }
  return out;
}

base::Result<std::string> why_at_item(Question& question) {
  const data::Dataset& dataset = *question.dataset;
  const auto item = find_item(dataset, *question.options.item);
  if (!item) return tl::unexpected(item.error());
  const auto facts = explain::explain_conditions(question.conditions, dataset, *item);
  if (!facts) return tl::unexpected(facts.error());
  std::vector<language::Tri> values;
  for (const explain::ConditionFacts& fact : *facts) values.push_back(fact.value);
  const std::string all =
      answers(question, [&](const WrittenRequest& request, const explain::Logic& logic) {
        const report::ItemWhy why = {
            .id = request.checked->id,
            .value = explain::node_values(logic, values).back(),
            .smallest = explain::smallest_changes(logic, values, {}, dataset.call())};
        const report::ConditionTable table(question.conditions, logic);
        return question.is_json() ? report::why_json(why, table, *facts, dataset, *item)
                                  : report::why_text(why, table, *facts, question.layout());
      });
  return question.is_json() ? all : report::item_title(dataset, *item) + "\n\n" + all;
}

base::Result<std::string> why_at_all_items(Question& question) {
  constexpr std::size_t kTopOfText = 10;
  const data::Dataset& dataset = *question.dataset;
  const EvaluateOptions& options = question.options.evaluate;
  const auto prepared =
      Prepared::make(question.conditions, options.backend, dataset.item_count(), dataset.call());
  if (!prepared) return tl::unexpected(prepared.error());
  const auto run = evaluate(**prepared, dataset, options);
  if (!run) return tl::unexpected(run.error());
  options.host->searched(run->texts());
  const std::size_t everything = std::numeric_limits<std::size_t>::max();
  const std::size_t top =
      question.options.top.value_or(question.is_json() ? everything : kTopOfText);
  return answers(question, [&](const WrittenRequest& request, const explain::Logic& logic) {
    const auto& gold = request.checked->gold;
    report::RequestWhy why = {.id = request.checked->id,
                              .gold = gold ? dataset.find_item(*gold) : std::nullopt,
                              .misses = {}};
    why.misses = explain::near_misses(logic, run->planes(), why.gold, dataset.call());
    const report::ConditionTable table(question.conditions, logic);
    return question.is_json()
               ? report::near_misses_json(why, table, dataset, top)
               : report::near_misses_text(why, table, dataset, top, question.layout());
  });
}

}  // namespace

base::Result<std::string> explain_why(const Compilation& compilation, const WhyOptions& options) {
  auto requests = written_requests(compilation, options.request);
  if (!requests) return tl::unexpected(requests.error());
  Question question{.options = options,
                    .requests = std::move(*requests),
                    .writer = {compilation.values, compilation.module, compilation.sources},
                    .conditions = {},
                    .dataset = {}};
  question.conditions = conditions_of(question.requests, question.writer);
  const bool is_of_item = options.item.has_value();
  auto dataset = load_for(question.conditions, options.evaluate,
                          is_of_item ? report::needs_of_explanations() : data::DataNeeds());
  if (!dataset) return tl::unexpected(dataset.error());
  question.dataset = std::move(*dataset);
  return is_of_item ? why_at_item(question) : why_at_all_items(question);
}

}  // namespace seedc::engine
