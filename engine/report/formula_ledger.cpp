// Formats the ledger of a formula as text and as JSON.
#include "engine/report/formula_ledger.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>
#include <span>

#include "engine/report/output_names.h"
#include "engine/report/places.h"
#include "engine/report/table.h"
#include "engine/report/text.h"
#include "runtime/language/json_string.h"

namespace seedc::report {
namespace {

using Fault = data::ExtractionReport::Fault;

/// ` = 7 used + 3 broken`: the outcomes of the file's rows.
std::string row_balance(const data::ExtractionReport& report) {
  std::string out = fmt::format(" = {} used", report.used) + addend(report.open, "open");
  for (const FaultName& name : kRowFaults) out += addend(count_of(report, name.fault), name.people);
  return out;
}

std::string values_text(const data::ExtractionReport& report) {
  std::uint64_t total = 0;
  std::string kinds;
  for (const FaultName& name : kValueFaults) {
    const std::uint64_t count = count_of(report, name.fault);
    if (count == 0) continue;
    total += count;
    kinds += fmt::format("{}{} {}", kinds.empty() ? "" : ", ", count, name.people);
  }
  if (total == 0) return "";
  return fmt::format("  {} read as missing: {}\n", counted(total, "value"), kinds);
}

std::string extractions_text(const data::ExtractionReport& report) {
  std::string out = fmt::format("  {}: {}{}\n", language::printable(report.file),
                                counted(report.rows, "row"), row_balance(report));
  out += values_text(report);
  if (const std::uint64_t fields = count_of(report, Fault::UnknownField)) {
    out +=
        fmt::format("  {} of fields that are not declared, left out\n", counted(fields, "value"));
  }
  return out;
}

std::string extractions_json(const data::ExtractionReport& report) {
  std::string out = fmt::format(R"({{"rows":{},"used":{})", report.rows, report.used);
  if (report.open > 0) out += fmt::format(R"(,"open":{})", report.open);
  for (const FaultName& name : kRowFaults)
    out += fmt::format(R"(,"{}":{})", name.key, count_of(report, name.fault));
  for (const FaultName& name : kValueFaults)
    out += fmt::format(R"(,"{}":{})", name.key, count_of(report, name.fault));
  return out + fmt::format(R"(,"unknown_fields":{}}})", count_of(report, Fault::UnknownField));
}

/// `[…]` of what `to_json` makes of each element.
template <class Elements, class ToJson>
std::string json_list(const Elements& elements, const ToJson& to_json) {
  std::string out = "[";
  for (const auto& element : elements) out += (out.size() > 1 ? "," : "") + to_json(element);
  return out + "]";
}

/// Calls `visit(cause, count)` for each cause that was counted: intended nulls are not.
template <class Visit>
void for_each_cause(std::span<const std::uint64_t> counts, const Visit& visit) {
  for (std::size_t number = 0; number < language::kNullCauseCount; ++number) {
    const auto cause = static_cast<language::NullCause>(number);
    if (counts[number] > 0 && cause != language::NullCause::Intended) visit(cause, counts[number]);
  }
}

/// Calls `visit(step, beyond_limit, nulls)` for each list; nulls: by cause, in how many rows.
template <class Visit>
void for_each_list(const contract::Formula& formula, const FormulaLedger& ledger,
                   const Visit& visit) {
  for (std::size_t list = 0; list < ledger.lists.size(); ++list) {
    std::vector<std::pair<language::NullCause, std::uint64_t>> nulls;
    for_each_cause(
        std::span(ledger.lists[list].nulls),
        [&](language::NullCause cause, std::uint64_t rows) { nulls.emplace_back(cause, rows); });
    visit(formula.steps[formula.lists[list].step], ledger.lists[list].beyond_limit, nulls);
  }
}

std::string lists_text(const contract::Formula& formula, const FormulaLedger& ledger) {
  std::string out;
  for_each_list(formula, ledger, [&](const std::string& step, std::uint64_t beyond, auto& nulls) {
    const std::string name = language::printable(step);
    if (beyond > 0)
      out += fmt::format("  {}: {} left out, beyond the limit\n", name, counted(beyond, "value"));
    for (const auto& [cause, rows] : nulls) {
      out += fmt::format("  {}: null in {}, {}\n", name, counted(rows, "row"),
                         language::name_of(cause));
    }
  });
  return out;
}

std::string lists_json(const contract::Formula& formula, const FormulaLedger& ledger) {
  std::string out;
  for_each_list(formula, ledger, [&](const std::string& step, std::uint64_t beyond, auto& nulls) {
    out += fmt::format(R"({}{{"step":{},"left_out":{},"nulls":{}}})", out.empty() ? "" : ",",
                       language::json_string(step), beyond, json_list(nulls, [](const auto& null) {
                         return fmt::format(R"({{"cause":"{}","rows":{}}})",
                                            language::name_of(null.first), null.second);
                       }));
  });
  return out;
}

std::string not_settled_json(const contract::Formula& formula, const FormulaLedger& ledger) {
  std::string out;
  for (std::size_t output = 0; output < ledger.open_items.size(); ++output) {
    if (ledger.open_items[output] == 0) continue;
    out +=
        fmt::format(R"({}{{"output":{},"items":{}}})", out.empty() ? "" : ",",
                    language::json_string(output_name(formula, output)), ledger.open_items[output]);
  }
  return out;
}

std::string ledger_text(const contract::Formula& formula, const FormulaLedger& ledger) {
  const exec::RowLedger& rows = ledger.rows;
  std::string out = fmt::format("{}: {} = {}", language::printable(formula.name),
                                counted(rows.reviews, "review"), counted(rows.rows, "row"));
  out += addend(rows.reviews - rows.relevant, "not relevant");
  out += addend(rows.missing_extractions, "without an extraction");
  out += addend(rows.open, "open");
  out += addend(rows.not_judged, "not judged");
  out += addend(rows.judged_inappropriate, "judged inappropriate");
  out += addend(rows.filtered, "left out by the filter") + '\n';
  if (ledger.extractions) out += extractions_text(*ledger.extractions);
  for (const auto& [field, count] : rows.defaulted) {
    if (count > 0)
      out += fmt::format("  {}: the default in {}\n", language::printable(field),
                         counted(count, "row"));
  }
  if (rows.undecided_texts > 0) {
    out += fmt::format("  {} not searched to the end by `matches`: search limit\n",
                       counted(rows.undecided_texts, "text"));
  }
  for (const RowsLeftOut& left_out : rows_left_out(formula, ledger)) {
    out += fmt::format("  {}: {} left out, {}\n", language::printable(left_out.step),
                       counted(left_out.count, left_out.are_groups ? "group" : "row"),
                       language::name_of(left_out.cause));
  }
  out += lists_text(formula, ledger);
  for (std::size_t output = 0; output < ledger.open_items.size(); ++output) {
    if (ledger.open_items[output] == 0) continue;
    out +=
        fmt::format("  {}: not settled at {}\n", language::printable(output_name(formula, output)),
                    counted(ledger.open_items[output], "item"));
  }
  if (!ledger.open_order.empty())
    out += fmt::format("  not settled: {}\n", language::printable(ledger.open_order));
  for (const NullOutputs& nulls : null_outputs(formula, ledger)) {
    const std::string where =
        nulls.step == nulls.output ? "" : " in " + language::printable(nulls.step);
    out += fmt::format("  {}: null at {}, {}{}\n", language::printable(nulls.output),
                       counted(nulls.items, "item"), language::name_of(nulls.cause), where);
  }
  return out;
}

/// The warning if no relevant review became a row.
std::string empty_warning(const contract::Formula& formula, const exec::RowLedger& rows,
                          base::SettingNames names) {
  if (rows.rows > 0 || rows.open > 0 || rows.relevant == 0) return {};
  const std::string relevant = counted(rows.relevant, "relevant review");
  const std::string name = language::printable(formula.name);
  if (rows.missing_extractions == rows.relevant)
    return fmt::format("warning: {}: none of {} has an extraction, so there are no rows\n", name,
                       relevant);
  const std::string_view passed = !formula.rows.judge  ? "the filter"
                                  : rows.filtered == 0 ? "the judge"
                                                       : "the judge and the filter";
  return fmt::format(
      "warning: {}: none of {} has an extraction that passed {}, so there are no rows\n{}", name,
      relevant, passed,
      rows.not_judged == 0 ? ""
                           : base::named(names, base::Setting::Extraction, "  help: `",
                                         "` has each judged as it is made\n"));
}

}  // namespace

std::uint64_t count_of(const data::ExtractionReport& report, Fault fault) {
  const auto count = report.counts.find(fault);
  return count == report.counts.end() ? 0 : count->second;
}

namespace {

std::string open_order_of(const FormulaReport& report) {
  if (report.open == nullptr || !report.order.key) return "";
  const auto [output, descending] = *report.order.key;
  const std::vector<language::Cell>& values = report.result->outputs[output];
  std::vector<std::uint32_t> items(values.size());
  std::iota(items.begin(), items.end(), 0);
  const std::size_t first = std::min(report.order.top.value_or(items.size()), items.size());
  const std::size_t open = open_places(items, {output, values, *report.open, descending}, first);
  if (open == 0) return "";
  return fmt::format("{} of the first {} by {}", open, first, output_name(*report.formula, output));
}

}  // namespace

FormulaLedger FormulaLedger::of(const FormulaReport& report) {
  FormulaLedger ledger{.rows = report.rows,
                       .left_out = report.result->left_out,
                       .lists = report.result->list_ledgers};
  ledger.rows.undecided_texts += report.result->undecided_texts;
  if (report.extractions != nullptr) ledger.extractions = *report.extractions;
  for (const std::vector<language::Cell>& output : report.result->outputs) {
    auto& counts = ledger.null_items.emplace_back();
    for (const language::Cell& cell : output) {
      if (cell.is_null()) ++counts[cell.null];
    }
  }
  if (report.open != nullptr)
    ledger.open_items = report.open->counts(report.result->outputs.size());
  ledger.open_order = open_order_of(report);
  return ledger;
}

void FormulaLedger::add(const FormulaLedger& part) {
  rows.add(part.rows);
  if (part.extractions && extractions) {
    extractions->add(*part.extractions);
  } else if (part.extractions) {
    extractions = part.extractions;
  }
  left_out.resize(std::max(left_out.size(), part.left_out.size()));
  for (std::size_t k = 0; k < part.left_out.size(); ++k) left_out[k] += part.left_out[k];
  lists.resize(std::max(lists.size(), part.lists.size()));
  for (std::size_t list = 0; list < part.lists.size(); ++list) lists[list].add(part.lists[list]);
  open_items.resize(std::max(open_items.size(), part.open_items.size()));
  for (std::size_t output = 0; output < part.open_items.size(); ++output)
    open_items[output] += part.open_items[output];
  null_items.resize(std::max(null_items.size(), part.null_items.size()));
  for (std::size_t output = 0; output < part.null_items.size(); ++output) {
    for (const auto& [null, items] : part.null_items[output]) null_items[output][null] += items;
  }
}

std::vector<RowsLeftOut> rows_left_out(const contract::Formula& formula,
                                       const FormulaLedger& ledger) {
  std::vector<RowsLeftOut> found;
  if (ledger.left_out.empty()) return found;
  auto counts = std::span(ledger.left_out);
  for (const auto& [steps, are_groups] : formula.ledgers) {
    for (const std::uint32_t step : steps) {
      for_each_cause(counts, [&](language::NullCause cause, std::uint64_t count) {
        found.push_back({formula.steps[step], cause, count, are_groups});
      });
    }
    counts = counts.subspan(language::kNullCauseCount);
  }
  return found;
}

std::vector<NullOutputs> null_outputs(const contract::Formula& formula,
                                      const FormulaLedger& ledger) {
  std::vector<NullOutputs> found;
  for (std::size_t output = 0; output < ledger.null_items.size(); ++output) {
    for (const auto& [null, items] : ledger.null_items[output]) {
      if (language::cause_of(null) == language::NullCause::Intended) continue;
      const std::string& name = output_name(formula, output);
      const bool is_elsewhere = language::is_of_step(null) &&
                                formula.steps[language::step_of(null)] != formula.outputs[output];
      const std::string& step = is_elsewhere ? formula.steps[language::step_of(null)] : name;
      found.push_back({name, step, language::cause_of(null), items});
    }
  }
  return found;
}

std::uint64_t open_outputs(const FormulaLedger& ledger) {
  return std::accumulate(ledger.open_items.begin(), ledger.open_items.end(), std::uint64_t{0});
}

std::string format_ledger(const contract::Formula& formula, const FormulaLedger& ledger,
                          base::SettingNames names) {
  return empty_warning(formula, ledger.rows, names) + ledger_text(formula, ledger);
}

std::string ledger_json(const contract::Formula& formula, const FormulaLedger& ledger) {
  const exec::RowLedger& rows = ledger.rows;
  std::string out =
      fmt::format(R"({{"reviews":{},"relevant":{},"rows":{},"missing_extractions":{})",
                  rows.reviews, rows.relevant, rows.rows, rows.missing_extractions);
  if (rows.open > 0) out += fmt::format(R"(,"open":{})", rows.open);
  if (formula.rows.judge) {
    out += fmt::format(R"(,"not_judged":{},"judged_inappropriate":{})", rows.not_judged,
                       rows.judged_inappropriate);
  }
  if (formula.rows.kept) out += fmt::format(R"(,"filtered":{})", rows.filtered);
  if (rows.undecided_texts > 0)
    out += fmt::format(R"(,"undecided_texts":{})", rows.undecided_texts);
  if (ledger.extractions) out += ",\"extractions\":" + extractions_json(*ledger.extractions);
  if (!rows.defaulted.empty()) {
    out += ",\"defaulted\":" + json_list(rows.defaulted, [](const auto& field) {
             return fmt::format(R"({{"field":{},"rows":{}}})", language::json_string(field.first),
                                field.second);
           });
  }
  out +=
      ",\"rows_left_out\":" +
      json_list(rows_left_out(formula, ledger), [](const RowsLeftOut& left_out) {
        return fmt::format(R"({{"step":{},"cause":"{}","{}":{}}})",
                           language::json_string(left_out.step), language::name_of(left_out.cause),
                           left_out.are_groups ? "groups" : "rows", left_out.count);
      });
  if (open_outputs(ledger) > 0)
    out += ",\"not_settled\":[" + not_settled_json(formula, ledger) + "]";
  if (!ledger.lists.empty()) out += ",\"lists\":[" + lists_json(formula, ledger) + "]";
  out +=
      ",\"null_outputs\":" + json_list(null_outputs(formula, ledger), [](const NullOutputs& nulls) {
        return fmt::format(R"({{"output":{},"step":{},"cause":"{}","items":{}}})",
                           language::json_string(nulls.output), language::json_string(nulls.step),
                           language::name_of(nulls.cause), nulls.items);
      });
  return out + "}";
}

}  // namespace seedc::report
