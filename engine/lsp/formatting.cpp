// Lays a document out. Edits are the lines that change, so that cursors and folds stay.
#include <algorithm>

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

}  // namespace

/// JSON has no layout of its own, and what has errors is left as it is.
Json format_document(const Query& query, const AnalysisInput& input, engine::Host& host) {
  if (engine::is_json_program(query.document.path, query.document.text())) return nullptr;
  engine::KeptFiles files(engine::disk_files());
  const auto options = options_for(input, files, host);
  if (!options) return nullptr;
  const auto laid_out = engine::lay_out(query.document.path, *options);
  if (!laid_out || !laid_out->text) return nullptr;
  return edits(query, *laid_out->text);
}

}  // namespace seedc::lsp
