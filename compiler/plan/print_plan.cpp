// Prints plans for people: the conditions by stage, then the plane programs.
#include "compiler/plan/print_plan.h"

#include <fmt/format.h>

#include "runtime/language/describe.h"

namespace seedc::plan {
namespace {

std::string inst_text(const contract::PlaneProgram::Inst& inst) {
  switch (inst.op) {
    case contract::PlaneProgram::Op::Input:
      return fmt::format("condition {} {}", inst.a / 2, inst.a % 2 == 0 ? "yes" : "no");
    case contract::PlaneProgram::Op::Zero:
      return "none";
    case contract::PlaneProgram::Op::Ones:
      return "all";
    case contract::PlaneProgram::Op::And:
      return fmt::format("p{} & p{}", inst.a, inst.b);
    case contract::PlaneProgram::Op::Or:
      return fmt::format("p{} | p{}", inst.a, inst.b);
    case contract::PlaneProgram::Op::AndNot:
      return fmt::format("p{} & ~p{}", inst.a, inst.b);
  }
  return "";
}

std::string program_text(const contract::PlaneProgram& program) {
  std::string out;
  for (std::size_t i = 0; i < program.code.size(); ++i)
    out += fmt::format("  p{} = {}\n", i, inst_text(program.code[i]));
  return out;
}

constexpr std::string_view kStageNames[] = {"items", "reviews", "texts"};

}  // namespace

std::string print_plan(const contract::Plan& plan) {
  std::string out;
  for (std::size_t stage = 0; stage < language::kStageCount; ++stage) {
    const contract::StagePlan& part = plan.stages[stage];
    if (part.conditions.empty()) continue;
    out += fmt::format("stage {}\n", kStageNames[stage]);
    for (const std::uint32_t number : part.conditions) {
      out += fmt::format("  condition {}: {}\n", number,
                         language::describe(plan.conditions[number]).in_full);
    }
    if (stage == 0) continue;
    out += fmt::format("demand of {}\n{}", kStageNames[stage], program_text(part.demand));
    for (std::size_t k = 0; k < part.conditions.size(); ++k) {
      out += fmt::format("  condition {} where p{}\n", part.conditions[k], part.demand.outputs[k]);
    }
  }
  if (!plan.requests.empty()) out += "results\n" + program_text(plan.results);
  for (std::size_t request = 0; request < plan.requests.size(); ++request) {
    out += fmt::format("  request {}: yes p{}, no p{}", plan.requests[request].id,
                       plan.results.outputs[2 * request], plan.results.outputs[2 * request + 1]);
    if (const auto& rank = plan.requests[request].rank) {
      out += fmt::format(
          ", by {} of formula {} {}", plan.formulas[rank->formula].outputs[rank->output],
          language::to_json(plan.formulas[rank->formula].name), rank->descending ? "desc" : "asc");
    }
    out += '\n';
  }
  for (const contract::Formula& formula : plan.formulas) out += print_formula(formula);
  return out;
}

}  // namespace seedc::plan
