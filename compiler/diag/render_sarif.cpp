// Diagnostics as SARIF 2.1.0, the format of code scanners and editors. Every row of the table is a
// rule, so that a rule's index is its DiagCode.
#include "compiler/diag/diagnostics.h"
#include "compiler/diag/explain.h"
#include "compiler/source/utf8.h"
#include "runtime/language/value.h"

namespace seedc::diag {
namespace {

constexpr const char* kSchema = "https://json.schemastore.org/sarif-2.1.0.json";

language::Value to_value(std::size_t count) { return static_cast<std::int64_t>(count); }
language::Value text(std::string_view words) {
  return language::Dict{{"text", source::as_valid_utf8(words)}};
}
language::Value level(Severity severity) {
  return severity == Severity::Error ? "error" : "warning";
}

/// A path as a URI: relative if it was given so, otherwise absolute.
std::string uri_of(std::string_view path) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/";
  std::string uri = path.starts_with('/') ? "file://" : "";
  for (const char c : path) {
    if (kPlain.find(c) != std::string_view::npos) {
      uri += c;
    } else {
      uri += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
  }
  return uri;
}

class Log {
 public:
  explicit Log(const source::SourceManager& sources) : sources_(sources) {}

  language::Dict result(const Diagnostic& diagnostic) const {
    const std::string message =
        diagnostic.help.empty() ? diagnostic.text : diagnostic.text + "\nhelp: " + diagnostic.help;
    language::Dict result{{"ruleId", std::string(info(diagnostic.code).code)},
                          {"ruleIndex", to_value(static_cast<std::size_t>(diagnostic.code))},
                          {"level", level(diagnostic.severity)},
                          {"message", text(message)}};
    if (diagnostic.span.is_known()) {
      result.emplace_back("locations", language::List{language::Dict{physical(diagnostic.span)}});
    }
    if (!diagnostic.notes.empty()) result.emplace_back("relatedLocations", related(diagnostic));
    if (diagnostic.fix)
      result.emplace_back("fixes", language::List{fix(*diagnostic.fix, diagnostic.help)});
    return result;
  }

 private:
  language::Dict artifact(source::FileId file) const {
    return {{"uri", uri_of(sources_.file(file).name())}};
  }

  language::Dict region(source::Span span) const {
    const source::SourceFile& file = sources_.file(span.file);
    const source::LineColumn begin = file.position(span.begin);
    const source::LineColumn end = file.position(span.end);
    return {{"startLine", to_value(begin.line)},  {"startColumn", to_value(begin.column)},
            {"endLine", to_value(end.line)},      {"endColumn", to_value(end.column)},
            {"byteOffset", to_value(span.begin)}, {"byteLength", to_value(span.end - span.begin)}};
  }

  std::pair<std::string, language::Value> physical(source::Span span) const {
    return {"physicalLocation",
            language::Dict{{"artifactLocation", artifact(span.file)}, {"region", region(span)}}};
  }

  language::List related(const Diagnostic& diagnostic) const {
    language::List related;
    for (const Note& note : diagnostic.notes) {
      related.emplace_back(language::Dict{
          {"id", to_value(related.size())}, physical(note.span), {"message", text(note.text)}});
    }
    return related;
  }

  language::Dict fix(const FixIt& fix, std::string_view help) const {
    const language::Dict replacement{{"deletedRegion", region(fix.span)},
                                     {"insertedContent", text(fix.replacement)}};
    const language::Dict change{{"artifactLocation", artifact(fix.span.file)},
                                {"replacements", language::List{replacement}}};
    return {{"description", text(help.empty() ? "replace it" : help)},
            {"artifactChanges", language::List{change}}};
  }

  const source::SourceManager& sources_;
};

language::Dict rule(DiagCode code) {
  return {{"id", std::string(info(code).code)},
          {"shortDescription", text(headline(code))},
          {"fullDescription", text(explanation(code).cause)},
          {"help", text(explain(code))},
          {"defaultConfiguration", language::Dict{{"level", level(info(code).severity)}}}};
}

}  // namespace

std::string render_sarif(const Diagnostics& diagnostics, const source::SourceManager& sources,
                         std::string_view version) {
  language::List rules;
  for (std::size_t i = 0; i < diagnostic_table().size(); ++i) {
    rules.emplace_back(rule(static_cast<DiagCode>(i)));
  }
  language::List results;
  for (const Diagnostic* diagnostic : diagnostics.sorted()) {
    results.emplace_back(Log(sources).result(*diagnostic));
  }
  language::Dict driver{
      {"name", "seedc"}, {"version", std::string(version)}, {"rules", std::move(rules)}};
  language::Dict run{{"tool", language::Dict{{"driver", std::move(driver)}}},
                     {"columnKind", "unicodeCodePoints"},
                     {"results", std::move(results)}};
  return language::to_json(language::Dict{{"$schema", kSchema},
                                          {"version", "2.1.0"},
                                          {"runs", language::List{std::move(run)}}}) +
         '\n';
}

}  // namespace seedc::diag
