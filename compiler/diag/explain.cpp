// Formats the table of explanations as text and as a Markdown page.
#include "compiler/diag/explain.h"

#include <algorithm>
#include <array>

#include "compiler/source/utf8.h"

namespace seedc::diag {
namespace {

constexpr std::array kExplanations = {
#define SEEDC_EXPLANATION(code, cause, notation, example, fixed) \
  Explanation{code, cause, Notation::notation, example, fixed},
#include "compiler/diag/explanations.def"
};

constexpr std::array kCodes = {
#define SEEDC_DIAGNOSTIC(id, code, severity, text) std::string_view(code),
#include "compiler/diag/diagnostics.def"
};

constexpr bool explains_every_code() {
  return std::ranges::equal(kCodes, kExplanations, {}, {}, &Explanation::code) &&
         std::ranges::none_of(kExplanations, [](const Explanation& row) {
           return row.cause.empty() || row.example.empty() || row.fixed.empty();
         });
}
static_assert(explains_every_code(), "explanations.def has the rows of diagnostics.def, in order");

std::string_view severity_name(DiagCode code) {
  return info(code).severity == Severity::Error ? "error" : "warning";
}

std::string_view name_of(Notation notation) {
  switch (notation) {
    case Notation::Req:
      return "a .req file";
    case Notation::Jsonl:
      return "a .jsonl file";
    case Notation::Json:
      return "a .json file";
    case Notation::Formula:
      return "a Formula Seed";
    case Notation::Ir:
      return "IR";
    case Notation::Command:
      return "a command";
    case Notation::Convert:
      return "a .jsonl file to convert to the shorthand";
  }
  return "";
}

/// The headline of a code whose text varies: its cause up to the first punctuation mark that is not
/// in back quotes.
std::string first_clause(std::string_view cause) {
  bool is_quoted = false;
  const auto end = std::ranges::find_if(cause, [&](char c) {
    if (c == '`') is_quoted = !is_quoted;
    return !is_quoted && std::string_view(".:;").find(c) != std::string_view::npos;
  });
  return std::string(cause.begin(), end);
}

/// Indents each line of a program by four spaces. Examples may contain bytes that are not UTF-8.
std::string indented(std::string_view program) {
  std::string out;
  while (!program.empty()) {
    const std::size_t end = std::min(program.find('\n'), program.size());
    out += "    " + source::as_valid_utf8(program.substr(0, end)) + '\n';
    program.remove_prefix(std::min(end + 1, program.size()));
  }
  return out;
}

/// Wraps the words of a paragraph to the width of a terminal.
std::string wrapped(std::string_view words) {
  constexpr std::size_t kWidth = 78;
  std::string out;
  std::size_t column = 0;
  while (!words.empty()) {
    const std::size_t end = std::min(words.find(' '), words.size());
    if (column > 0 && column + 1 + end > kWidth) {
      out += '\n';
      column = 0;
    }
    if (column > 0) out += ' ';
    out.append(words.substr(0, end));
    column += end + (column > 0 ? 1 : 0);
    words.remove_prefix(std::min(end + 1, words.size()));
  }
  return out + '\n';
}

/// The example and its fix.
std::string programs(const Explanation& row) {
  const bool repeats = row.example.find("⟩×") != std::string_view::npos;
  return fmt::format("As in {}{}:\n\n{}\nFixed:\n\n{}", name_of(row.notation),
                     repeats ? ", where ⟨TEXT⟩×N means TEXT repeated N times" : "",
                     indented(row.example), indented(row.fixed));
}

/// `error: unknown name`; only the severity for a code whose text varies.
std::string title(DiagCode code) {
  const bool has_text = info(code).text != "{}";
  return fmt::format("{}{}", severity_name(code), has_text ? ": " + headline(code) : "");
}

}  // namespace

const Explanation& explanation(DiagCode code) {
  return kExplanations[static_cast<std::size_t>(code)];
}

std::optional<DiagCode> find_code(std::string_view name) {
  const auto* const found = std::ranges::find(kCodes, name);
  if (found == kCodes.end()) return std::nullopt;
  return static_cast<DiagCode>(found - kCodes.begin());
}

std::string headline(DiagCode code) {
  if (info(code).text == "{}") return first_clause(explanation(code).cause);
  std::string text;
  for (std::string_view rest = info(code).text; !rest.empty();) {
    const std::size_t open = std::min(rest.find('{'), rest.size());
    text += rest.substr(0, open);
    if (open < rest.size()) text += "…";
    rest.remove_prefix(std::min(rest.find('}', open), rest.size() - 1) + 1);
  }
  return text;
}

std::string explain(DiagCode code) {
  const Explanation& row = explanation(code);
  return fmt::format("{}: {}\n\n{}\n{}", row.code, title(code), wrapped(row.cause), programs(row));
}

std::string explanations_page() {
  std::string page =
      "# Diagnostics\n\n"
      "Every mistake that seedc reports: why it is one, a program that has it, and the same\n"
      "program without it.\n\n"
      "| code | | text |\n| --- | --- | --- |\n";
  for (std::size_t i = 0; i < kCodes.size(); ++i) {
    const auto code = static_cast<DiagCode>(i);
    page += fmt::format("| [`{0}`](#{0}) | {1} | {2} |\n", kCodes[i], severity_name(code),
                        headline(code));
  }
  for (std::size_t i = 0; i < kCodes.size(); ++i) {
    const auto code = static_cast<DiagCode>(i);
    const Explanation& row = explanation(code);
    page +=
        fmt::format("\n## {}\n\n{}\n\n{}\n\n{}", row.code, title(code), row.cause, programs(row));
  }
  return page;
}

}  // namespace seedc::diag
