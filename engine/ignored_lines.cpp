// Reads the comments that silence warnings, and reports those that are wrong or silence nothing.
#include "engine/ignored_lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/diag/explain.h"
#include "compiler/parse/parse.h"
#include "engine/findings.h"
#include "runtime/base/nearest.h"

namespace seedc::engine {
namespace {

using diag::DiagCode;

constexpr std::string_view kBlanks = " \t";
constexpr std::string_view kMark = "seedc:";
constexpr std::string_view kVerb = "ignore";

/// Takes the words of one comment, one after the other.
class CommentReader {
 public:
  CommentReader(std::string_view text, source::Span comment, diag::Diagnostics& diagnostics)
      : text_(text.substr(0, comment.end)),
        comment_(comment),
        at_(comment.begin + 1),
        diagnostics_(diagnostics) {}

  void read(source::Span line) {
    skip(kBlanks);
    if (!text_.substr(at_).starts_with(kMark)) return;
    at_ += kMark.size();
    const source::Span verb = next_word(kBlanks);
    if (written(verb) != kVerb) return refuse_verb(verb);
    source::Span word = next_word(", \t");
    if (written(word).empty()) {
      report(comment_, "no code of a warning follows `ignore`").help =
          "name what is found here: # seedc: ignore CODE";
    }
    for (; !written(word).empty(); word = next_word(", \t")) take(word, line);
  }

 private:
  std::string_view written(source::Span span) const {
    return text_.substr(span.begin, span.end - span.begin);
  }
  void skip(std::string_view separators) {
    at_ = std::min(text_.find_first_not_of(separators, at_), text_.size());
  }
  source::Span next_word(std::string_view separators) {
    skip(separators);
    const std::size_t begin = at_;
    at_ = std::min(text_.find_first_of(separators, at_), text_.size());
    return {comment_.file, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(at_)};
  }
  diag::Diagnostic& report(source::Span span, const std::string& text) {
    return diagnostics_.report(DiagCode::BadIgnore, span, text);
  }

  void refuse_verb(source::Span verb) {
    report(written(verb).empty() ? comment_ : verb,
           fmt::format("`seedc:` is followed by `ignore`, not by `{}`", written(verb)))
        .help = "write # seedc: ignore CODE";
  }

  void take(source::Span word, source::Span line) {
    const std::string name(written(word));
    const auto code = diag::find_code(name);
    if (code && diag::info(*code).severity == diag::Severity::Warning)
      return diagnostics_.ignore({.code = *code, .line = line, .comment = comment_, .word = word});
    if (code) {
      report(word, fmt::format("`{}` is an error, which cannot be ignored", name)).help =
          "fix what it reports";
      return;
    }
    const std::string near = base::nearest(name, warning_codes());
    diag::Diagnostic& unknown = report(word, fmt::format("there is no warning `{}`", name));
    if (near.empty()) return;
    unknown.help = fmt::format("did you mean `{}`?", near);
    unknown.fix = diag::FixIt{word, near};
  }

  std::string_view text_;
  source::Span comment_;
  std::size_t at_;
  diag::Diagnostics& diagnostics_;
};

/// The line of a comment, without its end.
source::Span line_of(const source::SourceFile& source, source::Span comment) {
  const std::string_view line = source.line(source.position(comment.begin).line);
  const auto begin = static_cast<std::uint32_t>(line.data() - source.text().data());
  return {comment.file, begin, begin + static_cast<std::uint32_t>(line.size())};
}

bool is_looked_for(DiagCode code, const LintScope& scope) {
  const bool is_of_benchmark = code >= DiagCode::IdFormat && code <= DiagCode::MissingField;
  const bool is_of_data = code == DiagCode::NameDiffers || code >= DiagCode::UnknownPath;
  return (scope.has_benchmark || !is_of_benchmark) && (scope.has_data || !is_of_data);
}

/// A comment, with the blanks before it.
diag::FixIt without_comment(const source::SourceManager& sources, source::Span comment,
                            source::Span line) {
  const std::string_view text = sources.file(comment.file).text();
  while (comment.begin > line.begin && kBlanks.find(text[comment.begin - 1]) != kBlanks.npos)
    --comment.begin;
  return {comment, "", /*is_safe=*/true};
}

}  // namespace

void read_ignored_lines(const source::SourceManager& sources, source::FileId file,
                        diag::Diagnostics& diagnostics) {
  const source::SourceFile& source = sources.file(file);
  if (source.text().find(kMark) == std::string_view::npos) return;
  for (const source::Span comment : parse::comments_of(source, file))
    CommentReader(source.text(), comment, diagnostics).read(line_of(source, comment));
}

void report_unused_ignores(Compilation& compilation, const LintScope& scope) {
  diag::Diagnostics& diagnostics = compilation.diagnostics;
  if (diagnostics.has_errors()) return;
  const std::vector<diag::IgnoredCode> all = diagnostics.ignored();
  for (std::size_t i = 0; i < all.size(); ++i) {
    const diag::IgnoredCode& ignored = all[i];
    const auto is_its = [&](const ast::Program& program) {
      return program.file == ignored.line.file;
    };
    if (ignored.is_met || !is_looked_for(ignored.code, scope) ||
        std::ranges::none_of(compilation.programs, is_its))
      continue;
    diag::Diagnostic& unused =
        diagnostics.report(DiagCode::UnusedIgnore, ignored.word, diag::info(ignored.code).code);
    unused.help = "leave it out";
    const bool shares_comment = (i > 0 && all[i - 1].line == ignored.line) ||
                                (i + 1 < all.size() && all[i + 1].line == ignored.line);
    if (!shares_comment)
      unused.fix = without_comment(compilation.sources, ignored.comment, ignored.line);
  }
}

}  // namespace seedc::engine
