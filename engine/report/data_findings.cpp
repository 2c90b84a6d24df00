// Finds paths and fields without values, and lists the lines of extractions that are wrong.
#include "engine/report/data_findings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>

#include "engine/report/formula_ledger.h"
#include "runtime/base/result.h"
#include "runtime/data/model/used_codes.h"
#include "runtime/language/display_text.h"
#include "runtime/language/value.h"

namespace seedc::report {
namespace {

using Fault = data::ExtractionReport::Fault;

constexpr std::string_view kUnknownPath = "unknown-path";  // as `check` reports it, at its location

bool is_absent(const contract::LoadSpec& load, const data::Dataset& dataset) {
  switch (load.source) {
    case contract::LoadSpec::Source::Field:
      return false;  // a field need not occur in any review
    case contract::LoadSpec::Source::Review:
      return dataset.review_count() > 0 && !data::has_values(dataset.review_column(load.path));
    case contract::LoadSpec::Source::Item:
      return !data::has_values(dataset.item_column(load.path));
    case contract::LoadSpec::Source::Year:
      break;
  }
  return false;
}

/// Whether there are extractions, but none has a value of a field that the formula declares.
bool has_no_field(const contract::Formula& formula, const data::Extractions& extractions) {
  const auto& fields = formula.rows.fields;
  return extractions.report().used > 0 && !fields.empty() &&
         std::all_of(fields.begin(), fields.end(), [&](const contract::Field& field) {
           return !data::has_values(extractions.field(field.name));
         });
}

std::string absent_text(const contract::LoadSpec& load) {
  const bool is_review = load.source == contract::LoadSpec::Source::Review;
  return fmt::format("no {} has a value at `{}.{}`", is_review ? "review" : "item",
                     is_review ? "meta" : "context", language::to_string(load.path));
}

/// What the formula reads: for its steps, and to choose its rows.
std::vector<const contract::LoadSpec*> loads_of(const contract::Formula& formula) {
  std::vector<const contract::LoadSpec*> loads;
  for (const contract::LoadSpec& load : formula.program.loads) loads.push_back(&load);
  for (const auto* condition : {&formula.rows.relevant, &formula.rows.kept}) {
    if (!*condition) continue;
    for (const contract::LoadSpec& load : (*condition)->tests) loads.push_back(&load);
  }
  return loads;
}

bool costs_its_row(Fault fault) {
  return std::any_of(std::begin(kRowFaults), std::end(kRowFaults),
                     [&](const FaultName& name) { return name.fault == fault; });
}

std::string_view consequence_of(Fault fault) {
  return costs_its_row(fault) || fault == Fault::UnknownField ? "left out" : "read as missing";
}

constexpr std::uint64_t kMostShownOfAFault = 5;

std::vector<const data::ExtractionReport::Note*> shown_notes(const data::ExtractionReport& report) {
  std::vector<const data::ExtractionReport::Note*> notes;
  std::map<Fault, std::uint64_t> shown;
  for (const data::ExtractionReport::Note& note : report.notes) {
    if (++shown[note.fault] <= kMostShownOfAFault) notes.push_back(&note);
  }
  return notes;
}

/// How many faults no shown note is about.
std::uint64_t more_faults(const data::ExtractionReport& report) {
  std::uint64_t more = 0;
  for (const auto& [fault, count] : report.counts)
    more += count - std::min(count, kMostShownOfAFault);
  return more;
}

std::string text_of(const data::ExtractionReport::Note& note) {
  return fmt::format("{}, {}", language::clip(note.text, 200), consequence_of(note.fault));
}

}  // namespace

std::string json_objects(std::span<const DataFinding> findings) {
  std::string out;
  for (const DataFinding& finding : findings) {
    language::Dict object{
        {"severity", "warning"}, {"code", std::string(finding.code)}, {"message", finding.message}};
    if (!finding.help.empty()) object.emplace_back("help", finding.help);
    object.emplace_back("fixes", language::List());
    object.emplace_back("related", language::List());
    out += (out.empty() ? "" : ",\n") + language::to_json(language::Value(std::move(object)));
  }
  return out;
}

std::vector<DataFinding> absent_findings(const contract::Formula& formula,
                                         const data::Dataset& dataset,
                                         const data::Extractions& extractions,
                                         base::SettingNames names) {
  std::set<std::string> absent;
  for (const contract::LoadSpec* load : loads_of(formula)) {
    if (is_absent(*load, dataset)) absent.insert(absent_text(*load));
  }
  std::vector<DataFinding> findings;
  for (const std::string& text : absent) {
    findings.push_back(
        {kUnknownPath, fmt::format("{}: {}", formula.name, text),
         base::named(names, base::Setting::PathList, "`", "` lists the paths of a dataset")});
  }
  if (has_no_field(formula, extractions)) {
    findings.push_back({base::info(base::ErrorCode::MissingExtraction).code,
                        fmt::format("{}: no extraction has a value of any field", formula.name),
                        fmt::format("perhaps {} is another formula's", extractions.report().file)});
  }
  return findings;
}

std::string format_absent_values(const contract::Formula& formula, const data::Dataset& dataset,
                                 const data::Extractions& extractions, base::SettingNames names) {
  std::string out, help;
  const auto add_help = [&] {
    if (!help.empty()) out += fmt::format("  help: {}\n", language::printable(help));
  };
  for (const DataFinding& finding : absent_findings(formula, dataset, extractions, names)) {
    if (finding.help != help) add_help();  // once below those that have it in common
    help = finding.help;
    out += fmt::format("warning: {}\n", language::printable(finding.message));
  }
  add_help();
  return out;
}

std::vector<DataFinding> extraction_findings(const data::ExtractionReport& report) {
  const std::string_view code = base::info(base::ErrorCode::BrokenRecord).code;
  std::vector<DataFinding> findings;
  for (const data::ExtractionReport::Note* note : shown_notes(report))
    findings.push_back({code, fmt::format("{}:{}: {}", report.file, note->line, text_of(*note))});
  if (const std::uint64_t more = more_faults(report); more > 0)
    findings.push_back({code, fmt::format("{}: {} more like these", report.file, more)});
  return findings;
}

std::string format_extraction_faults(const data::ExtractionReport& report) {
  std::string out;
  for (const data::ExtractionReport::Note* note : shown_notes(report)) {
    out += fmt::format("{}:{}: warning: {}\n", language::printable(report.file), note->line,
                       text_of(*note));
  }
  if (const std::uint64_t more = more_faults(report); more > 0)
    out += fmt::format("and {} more like these\n", more);
  return out;
}

}  // namespace seedc::report
