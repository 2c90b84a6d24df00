// Prints the plan of a formula as text, for people.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "compiler/plan/print_plan.h"
#include "runtime/language/json_string.h"

namespace seedc::plan {
namespace {

std::string source_text(const contract::LoadSpec& load) {
  switch (load.source) {
    case contract::LoadSpec::Source::Field:
      return "extraction." + language::to_string(load.path);
    case contract::LoadSpec::Source::Review:
      return "meta." + language::to_string(load.path);
    case contract::LoadSpec::Source::Year:
      return "meta.year";
    case contract::LoadSpec::Source::Item:
      return "context." + language::to_string(load.path);
  }
  return "";
}

std::string load_text(const contract::LoadSpec& load) {
  switch (load.use) {
    case contract::LoadSpec::Use::Value:
      return source_text(load);
    case contract::LoadSpec::Use::Test:
      return fmt::format("{} {} {}", source_text(load), contract::ValueTest::sign_of(load.test.op),
                         language::to_json(load.test.operand));
    case contract::LoadSpec::Use::Lookup:
      return fmt::format("{} in table {}", source_text(load), load.table);
  }
  return "";
}

std::string operands_text(const contract::Formula& formula, const contract::ScoreInst& inst) {
  const contract::ScoreProgram& program = formula.program;
  if (inst.op == language::Operation::Constant) {
    const language::NullCause cause = program.constant_causes[inst.a];
    return cause == language::NullCause::None
               ? language::to_json(program.constants[inst.a])
               : fmt::format("null ({})", seedc::language::name_of(cause));
  }
  if (inst.op == language::Operation::Load) return load_text(program.loads[inst.a]);
  std::string out;
  for (const std::uint32_t operand : contract::operands_of(inst)) {
    if (operand != contract::kNoOperand)
      out += fmt::format("{}v{}", out.empty() ? "" : ", ", operand);
  }
  if (inst.op == language::Operation::Lookup) out += fmt::format(" in table {}", inst.b);
  if (inst.op == language::Operation::Keep) out += fmt::format(" as k{}", inst.c);
  if (inst.op == language::Operation::TextTest) {
    const contract::ValueTest& test = program.tests[inst.b];
    out += fmt::format(" {} {}", contract::ValueTest::sign_of(test.op),
                       language::to_json(test.operand));
  }
  if (inst.op == language::Operation::Step)
    out += ' ' + language::json_string(formula.steps[inst.b]);
  if (inst.op == language::Operation::Inner)
    out += fmt::format(" of steps {} to {}", inst.b, inst.c - 1);
  return out;
}

void print_code(std::string& out, const contract::Formula& formula, std::uint32_t begin,
                std::uint32_t end) {
  for (std::uint32_t i = begin; i < end; ++i) {
    const contract::ScoreInst& inst = formula.program.code[i];
    const std::string operands = operands_text(formula, inst);
    out += fmt::format("    v{}: {}{} = {}{}{}\n", i, language::name_of(inst.kind),
                       inst.is_nullable ? "?" : "", language::info(inst.op).name,
                       operands.empty() ? "" : " ", operands);
  }
}

std::string source_text(const contract::Formula& formula, const contract::ListSource& source) {
  return source.of == contract::ListSource::Of::Kept
             ? fmt::format("k{}", source.number)
             : load_text(formula.program.loads[source.number]);
}

/// `{"id": meta.review_id, "w": k1} where k0 by k1 desc, at most 10`
std::string list_text(const contract::Formula& formula, const contract::ListSpec& list) {
  std::string out = list.has_objects() ? "{" : "";
  for (std::size_t i = 0; i < list.values.size(); ++i) {
    if (list.has_objects())
      out += (i == 0 ? "" : ", ") + language::json_string(list.keys[i]) + ": ";
    out += source_text(formula, list.values[i]);
  }
  if (list.has_objects()) out += "}";
  if (list.where) out += " where " + source_text(formula, *list.where);
  if (list.order) {
    out += fmt::format(" by {} {}", source_text(formula, *list.order),
                       list.descending ? "desc" : "asc");
  }
  return out + fmt::format(", at most {}", list.limit);
}

std::string table_text(const contract::LookupTable& table) {
  std::string out = fmt::format("{} {}", contract::name_of(table.mode),
                                language::to_json(language::Dict(table.entries)));
  if (!table.otherwise.is_null()) out += " else " + language::to_json(table.otherwise);
  if (table.hands_on) out += ", of null null";
  return out;
}

std::string part_text(const contract::ReviewCondition& condition,
                      const contract::ReviewCondition::Part& part) {
  using Kind = contract::ReviewCondition::Part::Kind;
  switch (part.kind) {
    case Kind::Constant:
      return part.a == 0 ? "false" : "true";
    case Kind::Test:
      return load_text(condition.tests[part.a]);
    case Kind::Not:
      return fmt::format("not c{}", part.a);
    case Kind::And:
      return fmt::format("c{} and c{}", part.a, part.b);
    case Kind::Or:
      return fmt::format("c{} or c{}", part.a, part.b);
  }
  return "";
}

/// A condition on reviews, one part per line; the last one decides.
std::string condition_text(std::string_view what,
                           const std::optional<contract::ReviewCondition>& condition) {
  if (!condition) return "";
  std::string out = fmt::format("  {} if\n", what);
  for (std::size_t i = 0; i < condition->parts.size(); ++i)
    out += fmt::format("    c{} = {}\n", i, part_text(*condition, condition->parts[i]));
  return out;
}

std::string row_text(const contract::RowSet& rows) {
  const std::string judged =
      rows.judge ? fmt::format(", judged {} or better", language::shortest(rows.judge->threshold))
                 : "";
  if (rows.keywords.empty()) return "rows: every review" + judged;
  std::vector<std::string> keywords;
  for (const std::string& keyword : rows.keywords)
    keywords.push_back(language::json_string(keyword));
  return fmt::format("rows: reviews with {}{}{}", rows.whole_words ? "a word of " : "one of ",
                     fmt::join(keywords, ", "), judged);
}

}  // namespace

std::string print_formula(const contract::Formula& formula) {
  std::string out = fmt::format("formula {}\n  {}\n", language::json_string(formula.name),
                                row_text(formula.rows));
  out += condition_text("relevant", formula.rows.relevant);
  out += condition_text("kept", formula.rows.kept);
  for (std::size_t i = 0; i < formula.program.tables.size(); ++i)
    out += fmt::format("  table {}: {}\n", i, table_text(formula.program.tables[i]));
  std::uint32_t begin = 0;
  for (std::size_t i = 0; i < formula.program.phases.size(); ++i) {
    const contract::ScorePhase& phase = formula.program.phases[i];
    if (phase.row_end > begin) out += fmt::format("  phase {}, rows\n", i);
    print_code(out, formula, begin, phase.row_end);
    if (phase.item_end > phase.row_end) out += fmt::format("  phase {}, item\n", i);
    print_code(out, formula, phase.row_end, phase.item_end);
    begin = phase.item_end;
  }
  std::vector<std::string> values;
  for (const std::uint32_t value : formula.program.outputs)
    values.push_back(fmt::format("v{}", value));
  for (std::size_t i = 0; i < formula.lists.size(); ++i) {
    out += fmt::format("  list {}: {}\n", i, list_text(formula, formula.lists[i]));
    for (const std::uint32_t output : formula.lists[i].outputs)
      values[output] = fmt::format("list {}", i);
  }
  for (std::size_t k = 0; k < formula.outputs.size(); ++k)
    out += fmt::format("  output {} = {}\n", language::json_string(formula.outputs[k]), values[k]);
  return out;
}

}  // namespace seedc::plan
