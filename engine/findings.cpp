// Renders the diagnostics of a compilation, and looks up codes in their table.
#include "engine/findings.h"

#include <fmt/format.h>

#include <algorithm>

#include "compiler/diag/explain.h"
#include "compiler/diag/render.h"
#include "engine/report/text.h"
#include "engine/run.h"
#include "runtime/base/nearest.h"

namespace seedc::engine {

std::string findings_text(const Compilation& compilation, const report::Layout& layout) {
  return diag::render_text(compilation.diagnostics, compilation.sources, layout.colour,
                           layout.width);
}

std::string run_findings_text(const Compilation& compilation, const diag::Diagnostics& findings,
                              const report::Layout& layout) {
  constexpr std::size_t kMostShown = 20;
  return diag::render_text(findings, compilation.sources, layout.colour, layout.width, kMostShown);
}

std::string run_findings_json(const Compilation& compilation, const diag::Diagnostics& findings,
                              std::span<const report::DataFinding> of_data) {
  const auto of = [&](bool are_errors) {
    return finding_objects(compilation, findings, are_errors);
  };
  const std::string objects =
      json_list("diagnostics",
                {report::json_objects(of_data), of(/*are_errors=*/true), of(/*are_errors=*/false)});
  return fmt::format("{{{},\"errors\":{},\"warnings\":{}}}\n", objects, findings.error_count(),
                     findings.warning_count() + of_data.size());
}

std::string findings_json(const Compilation& compilation) {
  return diag::render_json(compilation.diagnostics, compilation.sources);
}

std::string finding_objects(const Compilation& compilation, const diag::Diagnostics& findings,
                            bool are_errors) {
  return diag::json_objects(findings, compilation.sources,
                            are_errors ? diag::Severity::Error : diag::Severity::Warning);
}

std::string findings_sarif(const Compilation& compilation, std::string_view version) {
  return diag::render_sarif(compilation.diagnostics, compilation.sources, version);
}

std::string findings_summary(const Compilation& compilation, std::size_t files) {
  const std::size_t errors = compilation.diagnostics.error_count();
  const std::size_t warnings = compilation.diagnostics.warning_count();
  std::string found;
  if (errors > 0) found = report::counted(errors, "error");
  if (warnings > 0) found += (found.empty() ? "" : ", ") + report::counted(warnings, "warning");
  return fmt::format("{}: {}\n", report::counted(files, "file"),
                     found.empty() ? "no findings" : found);
}

std::vector<std::string> diagnostic_codes() {
  std::vector<std::string> codes;
  for (const diag::DiagInfo& row : diag::diagnostic_table()) codes.emplace_back(row.code);
  return codes;
}

std::vector<std::string> warning_codes() {
  std::vector<std::string> codes;
  for (const diag::DiagInfo& row : diag::diagnostic_table()) {
    if (row.severity == diag::Severity::Warning) codes.emplace_back(row.code);
  }
  return codes;
}

namespace {

/// The text of an error, with what it is about in capitals: `FILE` has no items.
std::string text_of_all(std::string_view text) {
  std::string shown;
  while (true) {
    const std::size_t begin = text.find('{');
    shown += text.substr(0, begin);
    if (begin == std::string_view::npos) return shown;
    const std::size_t end = text.find('}', begin);
    const std::string_view name = text.substr(begin + 1, end - begin - 1);
    for (const char c : name) shown += static_cast<char>(c - 'a' + 'A');
    if (name.empty()) shown += "…";
    text.remove_prefix(end + 1);
  }
}

}  // namespace

base::Result<std::string> explain_code(const std::string& word) {
  if (const auto code = diag::find_code(word)) return diag::explain(*code);
  const std::vector<std::string> codes = diagnostic_codes();
  const auto* error = std::ranges::find(base::kErrors, word, &base::ErrorInfo::code);
  if (error != std::end(base::kErrors)) {
    return base::fail_with_help<base::ErrorCode::NoSuchCode>(
        fmt::format("it is the code of an error: {}", text_of_all(error->text)), word);
  }
  if (word != "all") {
    const std::string near = base::did_you_mean(word, codes);
    return base::fail(base::error<base::ErrorCode::NoSuchCode>(word).with_help(
        near.empty() ? "list all of them" : near,
        near.empty() ? base::Setting::CodeList : base::Setting::None));
  }
  std::string text;
  for (const std::string& code : codes)
    text += (text.empty() ? "" : "\n\n") + diag::explain(*diag::find_code(code));
  return text;
}

namespace {

/// Adds a code to a set of warnings.
base::Result<void> add_warning(std::set<std::string, std::less<>>& set, const std::string& code) {
  const std::vector<std::string> codes = warning_codes();
  if (std::ranges::find(codes, code) == codes.end()) {
    return base::fail_with_help<base::ErrorCode::NoSuchWarning>(
        diag::find_code(code) ? "it is the code of an error" : base::did_you_mean(code, codes),
        code);
  }
  set.insert(code);
  return {};
}

}  // namespace

base::Result<void> silence_warning(CompileOptions& options, const std::string& code) {
  return add_warning(options.warnings.silenced, code);
}

base::Result<void> make_error_of(CompileOptions& options, const std::string& code) {
  return add_warning(options.warnings.as_errors, code);
}

}  // namespace seedc::engine
