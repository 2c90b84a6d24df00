// Lays out diagnostics, with locations as lines and columns.
#include "library/findings.h"

#include "library/boundary.h"

namespace seedc::library {
namespace {

seedc_location location_of(source::Span span, const source::SourceManager& sources) {
  if (!span.is_known()) return {};
  const source::SourceFile& file = sources.file(span.file);
  const source::LineColumn begin = file.position(span.begin);
  const source::LineColumn end = file.position(span.end);
  return {.file = str_of(file.name()),
          .line = begin.line,
          .column = begin.column,
          .end_line = end.line,
          .end_column = end.column,
          .begin = span.begin,
          .end = span.end};
}

}  // namespace

/// One diagnostic; the lists that its finding points to.
struct Findings::Entry {
  Entry(const diag::Diagnostic& its_diagnostic, const source::SourceManager& sources)
      : diagnostic(its_diagnostic), location(location_of(diagnostic.span, sources)) {
    for (const std::string& argument : diagnostic.arguments) arguments.push_back(str_of(argument));
    if (const auto& fix = diagnostic.fix)
      fixes.push_back(
          {location_of(fix->span, sources), str_of(fix->replacement), fix->is_safe ? 1 : 0});
    for (const diag::Note& note : diagnostic.notes)
      notes.push_back({location_of(note.span, sources), str_of(note.text)});
  }

  const diag::Diagnostic& diagnostic;
  seedc_location location;
  std::vector<seedc_str> arguments;
  std::vector<seedc_fix> fixes;
  std::vector<seedc_note> notes;
};

Findings::Findings(const engine::Compilation& compilation) {
  for (const diag::Diagnostic* diagnostic : compilation.diagnostics.sorted())
    entries_.push_back(std::make_unique<Entry>(*diagnostic, compilation.sources));
}

Findings::~Findings() = default;

std::size_t Findings::size() const { return entries_.size(); }

seedc_finding Findings::at(std::size_t number) const {
  const Entry& entry = *entries_[number];
  const diag::Diagnostic& found = entry.diagnostic;
  seedc_finding finding{};
  finding.severity = found.severity == diag::Severity::Error ? SEEDC_ERROR : SEEDC_WARNING;
  finding.code = str_of(diag::info(found.code).code);
  finding.message = str_of(found.text);
  finding.help = str_of(found.help);
  finding.arguments = entry.arguments.data();
  finding.argument_count = entry.arguments.size();
  finding.location = entry.location;
  finding.fixes = entry.fixes.data();
  finding.fix_count = entry.fixes.size();
  finding.notes = entry.notes.data();
  finding.note_count = entry.notes.size();
  return finding;
}

}  // namespace seedc::library
