// Diagnostics as SARIF 2.1.0, the format of code scanners and editors. Every row of the table is a
// rule, so that a rule's index is its DiagCode.
#include "compiler/diag/diagnostics.h"
#include "compiler/diag/explain.h"
#include "compiler/source/utf8.h"
#include "runtime/language/value.h"

namespace seedc {
namespace {

constexpr const char* kSchema = "https://json.schemastore.org/sarif-2.1.0.json";

Value number(std::size_t count) { return static_cast<std::int64_t>(count); }
Value text(std::string_view words) { return Dict{{"text", as_valid_utf8(words)}}; }
Value level(Severity severity) { return severity == Severity::Error ? "error" : "warning"; }

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
  explicit Log(const SourceManager& sources) : sources_(sources) {}

  Dict result(const Diagnostic& diagnostic) const {
    const std::string message =
        diagnostic.help.empty() ? diagnostic.text : diagnostic.text + "\nhelp: " + diagnostic.help;
    Dict result{{"ruleId", std::string(info(diagnostic.code).code)},
                {"ruleIndex", number(static_cast<std::size_t>(diagnostic.code))},
                {"level", level(diagnostic.severity)},
                {"message", text(message)}};
    if (diagnostic.span.is_known()) {
      result.emplace_back("locations", List{Dict{physical(diagnostic.span)}});
    }
    if (!diagnostic.notes.empty()) result.emplace_back("relatedLocations", related(diagnostic));
    if (diagnostic.fix) result.emplace_back("fixes", List{fix(*diagnostic.fix, diagnostic.help)});
    return result;
  }

 private:
  Dict artifact(FileId file) const { return {{"uri", uri_of(sources_.file(file).name())}}; }

  Dict region(Span span) const {
    const SourceFile& file = sources_.file(span.file);
    const LineColumn begin = file.position(span.begin);
    const LineColumn end = file.position(span.end);
    return {{"startLine", number(begin.line)},  {"startColumn", number(begin.column)},
            {"endLine", number(end.line)},      {"endColumn", number(end.column)},
            {"byteOffset", number(span.begin)}, {"byteLength", number(span.end - span.begin)}};
  }

  std::pair<std::string, Value> physical(Span span) const {
    return {"physicalLocation",
            Dict{{"artifactLocation", artifact(span.file)}, {"region", region(span)}}};
  }

  List related(const Diagnostic& diagnostic) const {
    List related;
    for (const Note& note : diagnostic.notes) {
      related.emplace_back(
          Dict{{"id", number(related.size())}, physical(note.span), {"message", text(note.text)}});
    }
    return related;
  }

  Dict fix(const FixIt& fix, std::string_view help) const {
    const Dict replacement{{"deletedRegion", region(fix.span)},
                           {"insertedContent", text(fix.replacement)}};
    const Dict change{{"artifactLocation", artifact(fix.span.file)},
                      {"replacements", List{replacement}}};
    return {{"description", text(help.empty() ? "replace it" : help)},
            {"artifactChanges", List{change}}};
  }

  const SourceManager& sources_;
};

Dict rule(DiagCode code) {
  return {{"id", std::string(info(code).code)},
          {"shortDescription", text(headline(code))},
          {"fullDescription", text(explanation(code).cause)},
          {"help", text(explain(code))},
          {"defaultConfiguration", Dict{{"level", level(info(code).severity)}}}};
}

}  // namespace

std::string render_sarif(const Diagnostics& diagnostics, const SourceManager& sources,
                         std::string_view version) {
  List rules;
  for (std::size_t i = 0; i < diagnostic_table().size(); ++i) {
    rules.emplace_back(rule(static_cast<DiagCode>(i)));
  }
  List results;
  for (const Diagnostic* diagnostic : diagnostics.sorted()) {
    results.emplace_back(Log(sources).result(*diagnostic));
  }
  Dict driver{{"name", "seedc"}, {"version", std::string(version)}, {"rules", std::move(rules)}};
  Dict run{{"tool", Dict{{"driver", std::move(driver)}}},
           {"columnKind", "unicodeCodePoints"},
           {"results", std::move(results)}};
  return to_json(Dict{{"$schema", kSchema}, {"version", "2.1.0"}, {"runs", List{std::move(run)}}}) +
         '\n';
}

}  // namespace seedc
