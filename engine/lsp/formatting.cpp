// Lays a document out. Edits are the lines that change, so that cursors and folds stay.
#include <algorithm>
#include <optional>
#include <vector>

#include "compiler/parse/parse.h"
#include "engine/lsp/features.h"
#include "engine/notation.h"

namespace seedc::lsp {
namespace {

/// One edit from the first line that differs to the last.
Json edits(const Query& query, const std::string& made) {
  const TextLines& before = *query.document.lines;
  if (made == before.text()) return Json::array();
  const TextLines after(made);
  const std::uint32_t lines = std::min(before.line_count(), after.line_count());
  std::uint32_t first = 0, last = 0;
  while (first < lines && before.line(first) == after.line(first)) ++first;
  while (last < lines - first &&
         before.line(before.line_count() - 1 - last) == after.line(after.line_count() - 1 - last))
    ++last;
  const auto begin_of = [&](const TextLines& text, std::uint32_t line) {
    return line < text.line_count() ? text.line_start(line) : text.text().size();
  };
  const std::size_t begin = begin_of(before, first);
  const std::size_t end = begin_of(before, before.line_count() - last);
  const std::size_t made_begin = begin_of(after, first);
  const std::size_t made_end = begin_of(after, after.line_count() - last);
  if (begin == end && made_begin == made_end) return Json::array();
  return {{{"range", query.range_of(begin, end)},
           {"newText", made.substr(made_begin, made_end - made_begin)}}};
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
    const std::string text = made->substr(after[i].begin, after[i].end - after[i].begin);
    if (query.document.text().compare(begin, end - begin, text) == 0) continue;
    found.push_back({{"range", query.range_of(begin, end)}, {"newText", text}});
  }
  return found;
}

}  // namespace seedc::lsp
