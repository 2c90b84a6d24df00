// Evaluates the requests as they are written, and searches changes with the conditions that are
// cheapest to read first.
#include "engine/distinguish.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <set>

#include "engine/explain/logic_writer.h"
#include "engine/offered_conditions.h"
#include "engine/report/requests.h"
#include "engine/suggest/edits.h"
#include "engine/written_requests.h"

namespace seedc::engine {
namespace {

using explain::Logic;
using explain::LogicNode;
using suggest::Bits;
using suggest::Kind;
using Part = OfferedConditions::Part;

/// Names that programs define: there they mean something else than in the data. Those of libraries
/// are what `conditions` writes of it.
std::set<std::string> names_defined_by(const Compilation& compilation) {
  std::set<std::string> names;
  const auto add = [&](const ast::Program& program) {
    for (const ast::Let& let : program.lets) names.insert(let.name.text);
  };
  std::ranges::for_each(compilation.programs, add);
  for (const auto& [id, imported] : compilation.imported) add(imported.program);
  return names;
}

/// A request, its logic, and what it matches.
struct Asked {
  Logic logic;
  std::optional<std::uint32_t> gold;
  report::DistinguishedRequest answer;

  bool needs_more() const { return report::needs_edits(answer) && answer.edits.empty(); }
};

/// A node as text: its name, or its operator with its operands.
std::string text_of(const Logic& logic, std::uint32_t number) {
  constexpr std::string_view kWords[] = {"", "NOT", "AND", "OR", "AT_LEAST"};
  const LogicNode& node = logic.nodes[number];
  if (!node.name.empty()) return node.name;
  std::vector<std::string> args;
  if (node.op == LogicNode::Op::AtLeast) args.push_back(std::to_string(node.k));
  for (const std::uint32_t arg : node.args) args.push_back(text_of(logic, arg));
  return fmt::format("{}({})", kWords[static_cast<std::size_t>(node.op)], fmt::join(args, ", "));
}

class Distinguisher {
 public:
  /// Conditions of these names are not proposed.
  Distinguisher(const DistinguishOptions& options, const exec::RunResult& run,
                OfferedConditions offered, std::set<std::string> hidden)
      : options_(options), run_(run), offered_(std::move(offered)), hidden_(std::move(hidden)) {}

  void judge(Asked& asked, const WrittenRequest& request) const {
    report::DistinguishedRequest& answer = asked.answer;
    answer.id = request.checked->id;
    if (request.expression == nullptr) return;
    const data::Dataset& dataset = offered_.dataset();
    answer.named_gold = request.checked->gold.value_or("");
    if (!answer.named_gold.empty()) asked.gold = dataset.find_item(answer.named_gold);
    const Bits matches = suggest::passing(asked.logic, run_.planes());
    const bool has_gold = asked.gold && suggest::has(matches, *asked.gold);
    const std::size_t count = suggest::count(matches);
    answer.status = report::status_of(count, has_gold);
    answer.others = count - (has_gold ? 1 : 0);
    if (!asked.gold) return;
    answer.gold = dataset.item_id(*asked.gold);
    answer.gold_name = report::item_name(*asked.gold, dataset);
  }

  base::Result<void> search(std::vector<Asked>& all) {
    for (const Part part : {Part::Items, Part::Reviews}) {
      if (part == Part::Reviews && !options_.with_reviews) break;
      std::vector<std::uint32_t> golds;
      for (const Asked& asked : all) {
        if (asked.needs_more()) golds.push_back(*asked.gold);
      }
      if (golds.empty()) break;
      if (auto added = offered_.add(part, golds); !added) return added;
      for (Asked& asked : all) {
        if (asked.needs_more()) search(asked);
      }
    }
    return {};
  }

 private:
  void search(Asked& asked) const {
    std::vector<const OfferedCondition*> conditions;
    std::vector<suggest::Candidate> candidates;
    for (const OfferedCondition& condition : offered_.conditions()) {
      if (!suggest::has(condition.yes, *asked.gold) || hidden_.contains(condition.name) ||
          offered_.says_name(condition, *asked.gold))
        continue;
      conditions.push_back(&condition);
      candidates.push_back({condition.cost, condition.yes});
    }
    const std::vector<suggest::Edit> edits =
        suggest::smallest_edits({.logic = asked.logic,
                                 .conditions = run_.planes(),
                                 .wanted = *asked.gold,
                                 .candidates = candidates,
                                 .count = options_.count,
                                 .depth = options_.depth,
                                 .call = options_.evaluate.host->call()});
    for (const suggest::Edit& edit : edits) {
      report::RequestEdit& described = asked.answer.edits.emplace_back();
      for (const suggest::Drop& drop : edit.drops) {
        const LogicNode& node = asked.logic.nodes[drop.node];
        described.drops.push_back(
            {text_of(asked.logic, node.args[drop.arg]), text_of(asked.logic, drop.node)});
      }
      for (const std::size_t add : edit.adds)
        described.adds.push_back({conditions[add]->name, conditions[add]->meaning});
    }
  }

  const DistinguishOptions& options_;
  const exec::RunResult& run_;
  OfferedConditions offered_;
  std::set<std::string> hidden_;
};

OfferedConditions::Kinds added_kinds() {
  return {Kind::Attributes, Kind::Values, Kind::Numbers, Kind::Hours,
          Kind::Categories, Kind::Texts,  Kind::Topics};
}

}  // namespace

base::Result<std::vector<report::DistinguishedRequest>> distinguish(
    const Compilation& compilation, const DistinguishOptions& options) {
  const EvaluateOptions& evaluate_options = options.evaluate;
  const auto requests = written_requests(compilation, options.request);
  if (!requests) return tl::unexpected(requests.error());
  explain::LogicWriter writer(compilation.values, compilation.module, compilation.sources);
  const contract::Plan conditions = conditions_of(*requests, writer);
  const auto dataset = load_for(conditions, evaluate_options);
  if (!dataset) return tl::unexpected(dataset.error());
  const auto prepared =
      Prepared::make(conditions, evaluate_options.backend, dataset->item_count(), dataset->call());
  if (!prepared) return tl::unexpected(prepared.error());
  const auto run = evaluate(**prepared, *dataset, evaluate_options);
  if (!run) return tl::unexpected(run.error());
  evaluate_options.host->searched(run->texts());
  Distinguisher distinguisher(options, *run,
                              OfferedConditions(evaluate_options, added_kinds(), *dataset),
                              names_defined_by(compilation));
  std::vector<Asked> all;
  for (const WrittenRequest& request : *requests) {
    Asked& asked = all.emplace_back(Asked{.logic = logic_of(request, writer)});
    distinguisher.judge(asked, request);
  }
  if (auto done = distinguisher.search(all); !done) return tl::unexpected(done.error());
  std::vector<report::DistinguishedRequest> answers;
  for (Asked& asked : all) answers.push_back(std::move(asked.answer));
  return answers;
}

}  // namespace seedc::engine
