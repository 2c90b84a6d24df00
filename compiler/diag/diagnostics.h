// Diagnostics: what is wrong with a program, where, and how to fix it. Stages report into one
// Diagnostics and continue; only `render` produces output. Not thread-safe.
//
//   diagnostics.report(DiagCode::UnknownName, span, name).help = "did you mean `cozy`?";
//
// Texts are lower case, without a full stop, with code in backticks; codes, severities and texts
// are in one table, diagnostics.def. One mistake gets one message, at the narrowest span.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "compiler/source/source.h"

namespace seedc::diag {

enum class Severity { Error, Warning };

enum class DiagCode {
#define SEEDC_DIAGNOSTIC(id, code, severity, text) id,
#include "compiler/diag/diagnostics.def"
};

/// The texts of the table: format strings, by code.
inline constexpr std::string_view kTexts[] = {
#define SEEDC_DIAGNOSTIC(id, code, severity, text) text,
#include "compiler/diag/diagnostics.def"
};

/// An argument of a text, as it is formatted: texts are shortened.
template <class Arg>
using Shown = std::conditional_t<std::is_convertible_v<const Arg&, std::string_view>, std::string,
                                 const Arg&>;

/// A code whose text takes such arguments, just as many: no other can be compiled.
template <class... Args>
struct CodeFor {
  // NOLINTNEXTLINE(google-explicit-constructor): a code is given as it is
  consteval CodeFor(DiagCode code_of)
      : code(code_of), text(kTexts[static_cast<std::size_t>(code_of)]) {
    if (count_fields(kTexts[static_cast<std::size_t>(code_of)]) != sizeof...(Args))
      throw "the text takes another number of arguments";
  }

  DiagCode code;
  fmt::format_string<Shown<Args>...> text;

 private:
  static consteval std::size_t count_fields(std::string_view text) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
      const bool is_escaped = text[i] == '{' && text.substr(i + 1).starts_with('{');
      count += text[i] == '{' && !is_escaped ? 1 : 0;
      i += is_escaped ? 1 : 0;
    }
    return count;
  }
};

/// One row of the table.
struct DiagInfo {
  std::string_view code;  ///< stable, in kebab case; the name in `-Wno-CODE`
  Severity severity;
  std::string_view text;  ///< a format string
};
const DiagInfo& info(DiagCode code);
/// All rows, in the order of DiagCode.
std::span<const DiagInfo> diagnostic_table();

/// A replacement of the bytes of `span` that fixes what was reported.
struct FixIt {
  source::Span span;
  std::string replacement;
  bool is_safe = false;  ///< certainly what was meant; the nearest name is only a guess
};

/// A second location that helps to understand a diagnostic.
struct Note {
  source::Span span;
  std::string text;
};

struct Diagnostic {
  DiagCode code;
  Severity severity;
  source::Span span;  ///< may be unknown: then no location is shown
  std::string text;
  std::vector<std::string> arguments;  ///< what the text names, in the table's order
  std::string help;                    ///< the fix, or empty
  std::optional<FixIt> fix;
  std::vector<Note> notes;

  /// Adds a note, unless its location is unknown.
  void note(source::Span place, std::string words);
};

/// The -W options that the user gave.
struct WarningOptions {
  bool warnings_are_errors = false;
  std::set<std::string, std::less<>> silenced;   ///< codes of warnings that are not reported
  std::set<std::string, std::less<>> as_errors;  ///< of those that are errors
};

/// A warning that a program silences on one of its lines.
struct IgnoredCode {
  DiagCode code;
  source::Span line;     ///< without its end
  source::Span comment;  ///< that says so; in it
  source::Span word;     ///< the code; in the comment
  bool is_met = false;   ///< there is such a warning
};

class Diagnostics {
 public:
  explicit Diagnostics(WarningOptions options = {}) : options_(std::move(options)) {}

  /// Adds a diagnostic and returns it, so that help or a fix can be added. The reference stays
  /// valid.
  template <class... Args>
  Diagnostic& report(CodeFor<std::type_identity_t<Args>...> code, source::Span span,
                     const Args&... args) {
    Diagnostic& added = add(code.code, span, fmt::format(code.text, shown(args)...));
    added.arguments = {fmt::format("{}", shown(args))...};
    return added;
  }

  /// From now on warnings of that code that begin or end on that line are not reported.
  void ignore(const IgnoredCode& ignored);
  /// Those ignored, by file and line.
  std::vector<IgnoredCode> ignored() const;
  /// An empty list for the same programs, under the same rules.
  Diagnostics for_same_programs() const;

  /// Whether a diagnostic that is there already is not added again, because the same text is
  /// checked several times.
  void drop_repeated(bool drops) { drops_repeated_ = drops; }
  bool drops_repeated() const { return drops_repeated_; }

  /// Whether some warnings are errors.
  bool has_warnings_as_errors() const {
    return options_.warnings_are_errors || !options_.as_errors.empty();
  }
  bool has_errors() const { return error_count_ > 0; }
  /// Whether finding a fix for one more error is worth the time: nobody reads thousands of them.
  bool is_worth_a_suggestion() const { return list_.size() < kMostSuggestions; }
  std::size_t error_count() const { return error_count_; }
  std::size_t warning_count() const { return list_.size() - error_count_; }
  /// The number of errors in `span`; tells the driver which requests are invalid.
  std::size_t errors_within(source::Span span) const;
  /// Sorted by file and location.
  std::vector<const Diagnostic*> sorted() const;
  /// Removes fixes; the help still says what to write.
  void remove_fixes(const std::function<bool(const FixIt&)>& is_wrong);

 private:
  /// Messages are truncated to a readable length, whatever the program contains.
  template <class Arg>
  static decltype(auto) shown(const Arg& arg) {
    if constexpr (std::is_convertible_v<const Arg&, std::string_view>) {
      return shortened(arg);
    } else {
      return (arg);
    }
  }
  static std::string shortened(std::string_view text);

  Diagnostic& add(DiagCode code, source::Span span, std::string text);
  /// The entry of `ignored_` for the line of an offset, or a null pointer.
  IgnoredCode* find_ignored(DiagCode code, source::FileId file, std::uint32_t offset);
  bool take_ignored(DiagCode code, source::Span span);
  bool is_known(DiagCode code, source::Span span, std::string_view text) const;

  static constexpr std::size_t kMostSuggestions = 200;

  WarningOptions options_;
  std::map<std::tuple<source::FileId, std::uint32_t, DiagCode>, IgnoredCode>
      ignored_;  ///< by file, begin of the line, and code
  std::deque<Diagnostic> list_;
  Diagnostic silenced_{};  ///< receives what is added to a diagnostic that is not kept
  bool drops_repeated_ = false;
  std::size_t error_count_ = 0;
  std::multimap<std::pair<source::FileId, std::uint32_t>, std::uint32_t>
      error_ends_;  ///< by file and begin
};

/// Diagnostics as text, the first hundred of them: `FILE:LINE:COL: error: TEXT [code]`, the line
/// with the location underlined, and the help.
std::string render_text(const Diagnostics& diagnostics, const source::SourceManager& sources,
                        bool colour);

/// All diagnostics as one JSON object, for programs. Lines and columns count from 1, columns in
/// code points, `begin` and `end` in bytes from 0; ends are exclusive. A location is
/// `{"file","line","column","end_line","end_column","begin","end"}`; a diagnostic without a
/// location has none of these keys.
///
///   {"diagnostics": [{…location, "severity": "error"|"warning", "code", "message", "help"?,
///                     "fixes": [{"begin", "end", "replacement", "safe"}],
///                     "related": [{…location, "message"}]}],
///    "errors": N, "warnings": N}
std::string render_json(const Diagnostics& diagnostics, const source::SourceManager& sources);

/// All diagnostics as a SARIF 2.1.0 log; its rules are the rows of the table.
std::string render_sarif(const Diagnostics& diagnostics, const source::SourceManager& sources,
                         std::string_view version);

}  // namespace seedc::diag
