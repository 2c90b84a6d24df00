// Diagnostics as JSON, for programs.
#include "compiler/diag/render.h"
#include "compiler/source/utf8.h"
#include "runtime/language/value.h"

namespace seedc::diag {
namespace {

language::Value number(std::size_t count) { return static_cast<std::int64_t>(count); }

void add_place(language::Dict& object, source::Span span, const source::SourceManager& sources) {
  if (!span.is_known()) return;
  const source::SourceFile& file = sources.file(span.file);
  const source::LineColumn begin = file.position(span.begin);
  const source::LineColumn end = file.position(span.end);
  object.insert(object.end(), {{"file", source::as_valid_utf8(file.name())},
                               {"line", number(begin.line)},
                               {"column", number(begin.column)},
                               {"end_line", number(end.line)},
                               {"end_column", number(end.column)},
                               {"begin", number(span.begin)},
                               {"end", number(span.end)}});
}

language::Dict json_of(const FixIt& fix) {
  return {{"begin", number(fix.span.begin)},
          {"end", number(fix.span.end)},
          {"replacement", fix.replacement},
          {"safe", fix.is_safe}};
}

language::Dict json_of(const Diagnostic& diagnostic, const source::SourceManager& sources) {
  language::Dict object;
  add_place(object, diagnostic.span, sources);
  object.emplace_back("severity", diagnostic.severity == Severity::Error ? "error" : "warning");
  object.emplace_back("code", std::string(info(diagnostic.code).code));
  object.emplace_back("message", source::as_valid_utf8(diagnostic.text));
  if (!diagnostic.help.empty()) object.emplace_back("help", source::as_valid_utf8(diagnostic.help));
  language::List fixes;
  if (diagnostic.fix) fixes.emplace_back(json_of(*diagnostic.fix));
  object.emplace_back("fixes", std::move(fixes));
  language::List related;
  for (const Note& note : diagnostic.notes) {
    language::Dict place;
    add_place(place, note.span, sources);
    place.emplace_back("message", source::as_valid_utf8(note.text));
    related.emplace_back(std::move(place));
  }
  object.emplace_back("related", std::move(related));
  return object;
}

}  // namespace

std::string render_json(const Diagnostics& diagnostics, const source::SourceManager& sources) {
  language::List list;
  for (const Diagnostic* diagnostic : diagnostics.sorted()) {
    list.emplace_back(json_of(*diagnostic, sources));
  }
  return language::to_json(language::Dict{{"diagnostics", std::move(list)},
                                          {"errors", number(diagnostics.error_count())},
                                          {"warnings", number(diagnostics.warning_count())}}) +
         '\n';
}

std::string json_objects(const Diagnostics& diagnostics, const source::SourceManager& sources,
                         Severity severity) {
  std::string out;
  for (const Diagnostic* diagnostic : diagnostics.sorted()) {
    if (diagnostic->severity != severity) continue;
    if (!out.empty()) out += ",\n";
    out += language::to_json(language::Value(json_of(*diagnostic, sources)));
  }
  return out;
}

}  // namespace seedc::diag
