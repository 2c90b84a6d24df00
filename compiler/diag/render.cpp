// Diagnostics as text:
//
//   requests.req:3:12: error: unknown condition `cosy` [unknown-name]
//     AND(trendy, cosy)
//                 ^~~~
//     help: did you mean `cozy`?
//
// Other relevant locations follow as notes: `requests.req:1:5: note: first defined here`.
#include "compiler/diag/render.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "compiler/source/utf8.h"
#include "runtime/language/display_text.h"
#include "runtime/language/wrapped_text.h"

namespace seedc::diag {
namespace {

constexpr std::string_view kIndent = "  ";
/// Columns of a source line that are shown; with the indentation and two ellipses they fit a
/// terminal of 80 columns.
constexpr std::size_t kShownColumns = 76;
/// How many columns are shown before the location when a line is cut.
constexpr std::size_t kColumnsBefore = 30;
constexpr std::size_t kTabStop = 4;
constexpr std::size_t kLongestCodePoint = 4;
constexpr std::string_view kEllipsis = "…";
constexpr std::string_view kUnprintable = "\uFFFD";

struct Palette {
  std::string_view bold, error, warning, mark, reset;
};
constexpr Palette kPlain{};
constexpr Palette kColoured{"\x1b[1m", "\x1b[1;31m", "\x1b[1;35m", "\x1b[1;32m", "\x1b[0m"};

/// What is printed for the code point at `offset`, so that no program can send control sequences to
/// a terminal.
std::string_view printable(std::string_view text, std::size_t offset, std::size_t& byte_count) {
  const auto code_point = source::decode_utf8(text, offset);
  byte_count = code_point ? code_point->byte_count : 1;
  const bool is_control = !code_point || code_point->value < 0x20 ||
                          (code_point->value >= 0x7F && code_point->value < 0xA0);
  return is_control ? kUnprintable : text.substr(offset, byte_count);
}

std::string printable(std::string_view text) {
  std::string shown;
  for (std::size_t offset = 0, byte_count = 0; offset < text.size(); offset += byte_count) {
    shown += printable(text, offset, byte_count);
  }
  return shown;
}

/// A section of a line, one glyph per column, and the columns of the location in it.
struct Columns {
  std::vector<std::string_view> glyphs;
  std::size_t begin = 0;
  std::size_t end = 0;
};

Columns to_columns(std::string_view line, std::size_t begin, std::size_t end) {
  Columns columns;
  for (std::size_t offset = 0, byte_count = 0; offset < line.size(); offset += byte_count) {
    if (offset <= begin) columns.begin = columns.glyphs.size();
    if (offset < end) columns.end = columns.glyphs.size() + 1;
    const std::string_view glyph = printable(line, offset, byte_count);
    const bool is_tab = line[offset] == '\t';
    const std::size_t width = is_tab ? kTabStop - columns.glyphs.size() % kTabStop : 1;
    columns.glyphs.insert(columns.glyphs.end(), width, is_tab ? " " : glyph);
  }
  if (begin >= line.size()) columns.begin = columns.glyphs.size();
  columns.end = std::max(columns.end, columns.begin + 1);
  return columns;
}

/// Bytes of a line that certainly contain everything that will be shown of it: scanning more would
/// make every diagnostic in a very long line slow.
struct Window {
  std::size_t begin = 0;
  std::size_t end = 0;
};

Window window_around(std::string_view line, std::size_t place) {
  const std::size_t reach = kShownColumns * kLongestCodePoint;
  Window window{place > reach ? place - reach : 0, std::min(line.size(), place + reach)};
  const auto inside_code_point = [line](std::size_t offset) {
    return offset < line.size() && (static_cast<unsigned char>(line[offset]) & 0xC0) == 0x80;
  };
  while (window.begin > 0 && inside_code_point(window.begin)) --window.begin;
  while (inside_code_point(window.end)) ++window.end;
  return window;
}

/// The line's text, cut to fit, and the marks below it.
struct Excerpt {
  std::string text;
  std::string marks;
};

Excerpt excerpt(std::string_view line, std::size_t begin, std::size_t end) {
  const Window window = window_around(line, begin);
  const Columns columns = to_columns(line.substr(window.begin, window.end - window.begin),
                                     begin - window.begin, end - window.begin);
  const std::size_t count = columns.glyphs.size();
  std::size_t first = 0;
  if (count > kShownColumns && columns.begin > kColumnsBefore) {
    first = std::min(columns.begin - kColumnsBefore, count - kShownColumns);
  }
  const std::size_t last = std::min(count, first + kShownColumns);

  Excerpt excerpt;
  if (first > 0 || window.begin > 0) {
    excerpt.text = kEllipsis;
    excerpt.marks = " ";
  }
  for (std::size_t i = first; i < last; ++i) excerpt.text += columns.glyphs[i];
  if (last < count || window.end < line.size()) excerpt.text += kEllipsis;
  excerpt.marks.append(columns.begin - first, ' ').append("^");
  const std::size_t marked_end = std::min(columns.end, std::max(last, columns.begin + 1));
  excerpt.marks.append(marked_end - columns.begin - 1, '~');
  return excerpt;
}

class Renderer {
 public:
  Renderer(const source::SourceManager& sources, const Palette& palette, std::size_t width)
      : sources_(sources), palette_(palette), width_(width) {}

  void add(const Diagnostic& diagnostic) {
    add_headline(diagnostic);
    if (diagnostic.span.is_known()) add_excerpt(diagnostic.span);
    if (!diagnostic.help.empty())
      add_line("help: " + wrapped(printable(diagnostic.help), kIndent.size() + 6));
    for (const Note& note : diagnostic.notes) add_note(note);
  }

  std::string take() { return std::move(output_); }

 private:
  void add_headline(const Diagnostic& diagnostic) {
    const bool is_error = diagnostic.severity == Severity::Error;
    const std::string_view severity = is_error ? "error" : "warning";
    const std::string place = diagnostic.span.is_known() ? place_of(diagnostic.span) : "";
    const std::string text =
        fmt::format("{} [{}]", printable(diagnostic.text), info(diagnostic.code).code);
    output_ += fmt::format("{}{}{}{}:{} {}\n", palette_.bold, place,
                           is_error ? palette_.error : palette_.warning, severity, palette_.reset,
                           after(place, severity, text));
  }

  void add_note(const Note& note) {
    const std::string place = place_of(note.span);
    output_ += fmt::format("{}{}note:{} {}\n", palette_.bold, place, palette_.reset,
                           after(place, "note", printable(note.text)));
    add_excerpt(note.span);
  }

  std::string place_of(source::Span span) const {
    const source::SourceFile& file = sources_.file(span.file);
    const source::LineColumn place = file.position(span.begin);
    return fmt::format("{}:{}:{}: ", printable(file.name()), place.line, place.column);
  }

  /// A message, wrapped, whose first line begins after a location and a word with a colon.
  std::string after(std::string_view place, std::string_view word, std::string_view text) const {
    return wrapped(text, 2 * kIndent.size(), language::display_width(place) + word.size() + 2);
  }
  std::string wrapped(std::string_view text, std::size_t indent) const {
    return wrapped(text, indent, indent);
  }
  std::string wrapped(std::string_view text, std::size_t indent, std::size_t column) const {
    return language::wrap(text, width_, indent, column);
  }

  /// An empty file has nothing to show.
  void add_excerpt(source::Span span) {
    const source::SourceFile& file = sources_.file(span.file);
    if (file.text().empty()) return;
    const std::string_view line = file.line(file.position(span.begin).line);
    const auto line_start = static_cast<std::size_t>(line.data() - file.text().data());
    const std::size_t begin =
        std::clamp<std::size_t>(span.begin, line_start, line_start + line.size());
    const std::size_t end = std::clamp<std::size_t>(span.end, begin, line_start + line.size());
    const Excerpt shown = excerpt(line, begin - line_start, end - line_start);
    add_line(shown.text);
    add_line(fmt::format("{}{}{}", palette_.mark, shown.marks, palette_.reset));
  }

  void add_line(std::string_view text) { output_.append(kIndent).append(text).append("\n"); }

  const source::SourceManager& sources_;
  const Palette& palette_;
  std::size_t width_;
  std::string output_;
};

/// `12 never, 3 unused`, most frequent first.
std::string counts_by_code(std::span<const Diagnostic* const> diagnostics) {
  std::map<DiagCode, std::size_t> by_code;
  for (const Diagnostic* diagnostic : diagnostics) ++by_code[diagnostic->code];
  std::vector<std::pair<DiagCode, std::size_t>> counts(by_code.begin(), by_code.end());
  std::ranges::stable_sort(counts, std::greater(), &std::pair<DiagCode, std::size_t>::second);
  std::string text;
  for (const auto& [code, count] : counts)
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, info(code).code);
  return text;
}

}  // namespace

std::string render_text(const Diagnostics& diagnostics, const source::SourceManager& sources,
                        bool colour) {
  return render_text(diagnostics, sources, colour, std::numeric_limits<std::size_t>::max());
}

std::string render_text(const Diagnostics& diagnostics, const source::SourceManager& sources,
                        bool colour, std::size_t width, std::size_t most) {
  Renderer renderer(sources, colour ? kColoured : kPlain, width);
  const std::vector<const Diagnostic*> sorted = diagnostics.sorted();
  const std::size_t shown = std::min(sorted.size(), most);
  for (std::size_t i = 0; i < shown; ++i) renderer.add(*sorted[i]);
  std::string text = renderer.take();
  if (shown < sorted.size()) {
    text += fmt::format("and {} more: {}\n", sorted.size() - shown,
                        counts_by_code(std::span(sorted).subspan(shown)));
  }
  return text;
}

}  // namespace seedc::diag
