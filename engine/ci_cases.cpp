// Locates findings and requests in their files.
#include "engine/ci_cases.h"

#include <fmt/format.h>

#include <ranges>
#include <set>
#include <string_view>
#include <utility>

#include "engine/report/text.h"

namespace seedc::engine {
namespace {

void locate(report::CiCase& each, source::Span span, const source::SourceManager& sources) {
  if (!span.is_known()) return;
  const source::SourceFile& file = sources.file(span.file);
  const source::LineColumn begin = file.position(span.begin);
  const source::LineColumn end = file.position(span.end);
  each.file = file.name();
  each.line = begin.line;
  each.column = begin.column;
  each.end_line = end.line;
  each.end_column = end.column;
}

report::CiCase case_of(const diag::Diagnostic& finding, const source::SourceManager& sources) {
  report::CiCase each{.name = std::string(diag::info(finding.code).code),
                      .kind = std::string(diag::info(finding.code).code),
                      .message = finding.text,
                      .is_warning = finding.severity == diag::Severity::Warning};
  if (!finding.help.empty()) each.message += "; help: " + finding.help;
  locate(each, finding.span, sources);
  return each;
}

/// The first error inside of what is written there; a null pointer if there is none.
const diag::Diagnostic* first_error_in(const diag::Diagnostics& findings, source::Span span) {
  for (const diag::Diagnostic* finding : findings.sorted()) {
    const bool is_inside = finding->span.file == span.file && finding->span.begin >= span.begin &&
                           finding->span.end <= span.end;
    if (is_inside && finding->severity == diag::Severity::Error) return finding;
  }
  return nullptr;
}

/// Names the cause of a request's error, and locates the case there.
void explain_error(report::CiCase& each, const ast::Request& request,
                   const Compilation& compilation) {
  const diag::Diagnostic* cause = first_error_in(compilation.diagnostics, request.span);
  if (cause == nullptr) {
    each.message = "error: the request uses something that has errors";
    return;
  }
  const report::CiCase found = case_of(*cause, compilation.sources);
  each.message = fmt::format("error: {} [{}]", found.message, found.kind);
  locate(each, cause->span, compilation.sources);
}

/// `3 matched: ID, ID, …; gold is ID`
std::string message_of(const report::RequestResult& result, const data::Dataset& dataset) {
  constexpr std::size_t kMostShown = 5;
  std::string out = fmt::format("{} matched", report::counted(result.matches.size(), "item"));
  std::string_view before = ": ";
  for (const std::uint32_t item : result.matches | std::views::take(kMostShown))
    out += fmt::format("{}{}", std::exchange(before, ", "), dataset.item_id(item));
  if (result.matches.size() > kMostShown) out += ", …";
  if (!result.gold) return out + "; it names no gold item";
  const auto gold = dataset.find_item(*result.gold);
  if (!gold) return fmt::format("{}; gold is {}, which the data does not have", out, *result.gold);
  const bool is_unknown = result.status == report::Status::GoldNotMatch &&
                          result.values[*gold] == language::Tri::Unknown;
  return fmt::format("{}; gold is {}{}", out, *result.gold, is_unknown ? ", which is unknown" : "");
}

}  // namespace

std::vector<report::CiCase> cases_of_findings(const Compilation& compilation,
                                              const diag::Diagnostics& findings,
                                              std::size_t files) {
  std::vector<report::CiCase> cases;
  std::set<std::string> found;
  for (const diag::Diagnostic* finding : findings.sorted()) {
    cases.push_back(case_of(*finding, compilation.sources));
    found.insert(cases.back().file);
  }
  for (std::size_t i = 0; i < files; ++i) {
    const std::string& name = compilation.sources.file(static_cast<source::FileId>(i)).name();
    if (!found.contains(name)) cases.push_back({.name = "no findings", .file = name});
  }
  return cases;
}

std::vector<report::CiCase> cases_of_requests(const Compilation& compilation, const ProgramRun& run,
                                              bool failed_only) {
  std::vector<report::CiCase> cases;
  std::size_t number = 0;
  for (const ast::Program& program : compilation.programs) {
    for (const ast::Request& request : program.requests) {
      const report::RequestResult& result = run.results[number++];
      const bool is_ok = result.status == report::Status::Ok;
      if (is_ok && failed_only) continue;
      report::CiCase& each = cases.emplace_back(report::CiCase{.name = result.id});
      locate(each, request.span, compilation.sources);
      if (is_ok) continue;
      each.kind = report::name_of(result.status);
      if (!result.compiled) {
        each.is_broken = true;
        explain_error(each, request, compilation);
        continue;
      }
      each.message = fmt::format("{}: {}", each.kind, message_of(result, run.dataset));
    }
  }
  return cases;
}

}  // namespace seedc::engine
