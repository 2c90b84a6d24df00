// Prepares the parts of a run that depend on the plan alone.
#include "runtime/exec/prepared_requests.h"

#include <map>
#include <utility>

#include "runtime/language/item_rules.h"

namespace seedc::exec {
namespace {

const std::vector<std::uint32_t>& conditions_of(const contract::Plan& plan, language::Stage stage) {
  return plan.stages[static_cast<std::size_t>(stage)].conditions;
}

std::vector<PreparedRequests::ItemColumn> item_columns_of(const contract::Plan& plan) {
  const auto& conditions = conditions_of(plan, language::Stage::Items);
  std::map<language::Path, std::size_t> numbers;
  std::vector<PreparedRequests::ItemColumn> columns;
  for (std::size_t k = 0; k < conditions.size(); ++k) {
    const language::Path& path = language::item_path(plan.conditions[conditions[k]]);
    const auto [entry, is_new] = numbers.try_emplace(path, columns.size());
    if (is_new) columns.push_back({&path, {}});
    columns[entry->second].conditions.push_back(k);
  }
  return columns;
}

}  // namespace

base::Result<PreparedRequests> PreparedRequests::prepare(const contract::Plan& plan,
                                                         std::unique_ptr<Kernels> kernels,
                                                         const base::Call& call) {
  std::vector<const language::Condition*> of_texts;
  for (const std::uint32_t number : conditions_of(plan, language::Stage::Texts))
    of_texts.push_back(&plan.conditions[number]);
  return PreparedTexts::prepare(std::move(of_texts), call)
      .map([&](std::shared_ptr<const PreparedTexts> texts) {
        return PreparedRequests(plan, std::move(kernels), std::move(texts));
      });
}

PreparedRequests::PreparedRequests(const contract::Plan& plan, std::unique_ptr<Kernels> kernels,
                                   std::shared_ptr<const PreparedTexts> texts)
    : plan_(&plan),
      kernels_(std::move(kernels)),
      texts_(std::move(texts)),
      item_columns_(item_columns_of(plan)) {}

}  // namespace seedc::exec
