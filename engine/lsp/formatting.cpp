// Lays a document out. Edits are the lines that change, so that cursors and folds stay.
#include <algorithm>
#include <optional>
#include <vector>

#include "compiler/parse/parse.h"
#include "engine/lsp/features.h"
#include "engine/notation.h"

namespace seedc::lsp {
namespace {

/// Lines end as the first one of the document does.
std::string with_line_ends_of(std::string_view document, const std::string& made) {
  const std::size_t end = document.find('\n');
  if (end == std::string_view::npos || end == 0 || document[end - 1] != '\r') return made;
  std::string text;
  for (const char c : made) text.append(c == '\n' ? "\r" : "").push_back(c);
  return text;
}

/// How much of the ends of both texts is equal, from the beginning of a line in both.
std::size_t equal_end(std::string_view one, std::string_view other) {
  const auto [first, second] =
      std::mismatch(one.rbegin(), one.rend(), other.rbegin(), other.rend());
  const auto equal = static_cast<std::size_t>(first - one.rbegin());
  const std::string_view end = one.substr(one.size() - equal);
  const bool begins_line =
      first != one.rend() && second != other.rend() && *first == '\n' && *second == '\n';
  if (begins_line) return equal;
  const std::size_t line = end.find('\n');
  return line == std::string_view::npos ? 0 : equal - line - 1;
}

/// One edit from the first line that differs to the last.
Json edits(const Query& query, const std::string& made) {
  const std::string_view before = query.document.text();
  const std::string after = with_line_ends_of(before, made);
  if (before == after) return Json::array();
  const auto equal = std::ranges::mismatch(before, after).in1 - before.begin();
  const std::size_t begin = before.substr(0, static_cast<std::size_t>(equal)).rfind('\n') + 1;
  const std::size_t end = equal_end(before.substr(begin), std::string_view(after).substr(begin));
  return {{{"range", query.range_of(begin, before.size() - end)},
           {"newText", after.substr(begin, after.size() - end - begin)}}};
}

/// The document, laid out; std::nullopt if it has errors, or is JSON, which has no layout of its
/// own.
std::optional<std::string> laid_out(const Query& query, const AnalysisInput& input,
                                    engine::Host& host) {
  if (engine::is_json_program(query.document.path, query.document.text())) return std::nullopt;
  engine::KeptFiles files(engine::disk_files());
  const auto options = options_for(input, files, host);
  if (!options) return std::nullopt;
  auto made = engine::lay_out(query.document.path, *options);
  return made ? std::move(made->text) : std::nullopt;
}

/// Where the statements of a program are, in order.
std::vector<Extent> statements(const std::string& text) {
  source::SourceManager sources;
  diag::Diagnostics diagnostics;
  const ast::Program program =
      parse::parse_shorthand(sources, sources.add("document", text), diagnostics);
  std::vector<Extent> found;
  for (const ast::Import& import : program.imports)
    found.push_back({import.span.begin, import.span.end});
  for (const ast::Let& let : program.lets)
    found.push_back({let.name.span.begin, let.value.span.end});
  for (const ast::Request& request : program.requests)
    found.push_back({request.span.begin, request.span.end});
  std::ranges::sort(found, {}, &Extent::begin);
  return found;
}

}  // namespace

/// What has errors is left as it is.
Json format_document(const Query& query, const AnalysisInput& input, engine::Host& host) {
  const auto made = laid_out(query, input, host);
  return made ? edits(query, *made) : nullptr;
}

/// The statements that the range touches, each as the layout of the whole document has it.
Json format_range(const Query& query, const AnalysisInput& input, engine::Host& host) {
  const auto made = laid_out(query, input, host);
  if (!made) return nullptr;
  const auto before = statements(query.document.text());
  const auto after = statements(*made);
  const Extent asked = query.asked_extent();
  Json found = Json::array();
  for (std::size_t i = 0; i < before.size() && before.size() == after.size(); ++i) {
    const auto [begin, end] = before[i];
    if (end < asked.begin || asked.end < begin) continue;
    const std::string text = with_line_ends_of(
        query.document.text(), made->substr(after[i].begin, after[i].end - after[i].begin));
    if (query.document.text().compare(begin, end - begin, text) == 0) continue;
    found.push_back({{"range", query.range_of(begin, end)}, {"newText", text}});
  }
  return found;
}

}  // namespace seedc::lsp
