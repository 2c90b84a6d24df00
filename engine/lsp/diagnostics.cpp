// Writes diagnostics.
#include "engine/lsp/diagnostics.h"

namespace seedc::lsp {
namespace {

Json range_of(const Extent& extent, const TextLines& lines, Encoding encoding) {
  return json_of(lines.range_of(extent.begin, extent.end, encoding));
}

/// What is not needed, or has no effect: editors grey it out.
bool is_unnecessary(diag::DiagCode code) {
  using enum diag::DiagCode;
  return code == RepeatedArgument || code == NeedlessArgument || code == Unused ||
         code == UnusedIgnore || code == UnreachableRule;
}

}  // namespace

Json diagnostic_of(const Problem& problem, const Analysis& analysis, Encoding encoding) {
  Json json = {
      {"range", range_of(problem.extent, *analysis.lines, encoding)},
      {"severity", problem.severity == diag::Severity::Error ? 1 : 2},
      {"code", diag::info(problem.code).code},
      {"source", "seedc"},
      {"message", problem.help.empty() ? problem.text : problem.text + "\nhelp: " + problem.help}};
  if (is_unnecessary(problem.code)) json["tags"] = {1};
  Json related = Json::array();
  for (const ProblemNote& note : problem.notes) {
    const std::string uri = note.path.empty() ? analysis.uri : uri_of_path(note.path);
    related.push_back(
        {{"location", {{"uri", uri}, {"range", range_of(note.extent, *note.lines, encoding)}}},
         {"message", note.text}});
  }
  if (!related.empty()) json["relatedInformation"] = std::move(related);
  return json;
}

Json diagnostics_of(const Analysis& analysis, Encoding encoding) {
  Json list = Json::array();
  for (const Problem& problem : analysis.problems)
    list.push_back(diagnostic_of(problem, analysis, encoding));
  return {{"uri", analysis.uri}, {"version", analysis.version}, {"diagnostics", std::move(list)}};
}

}  // namespace seedc::lsp
