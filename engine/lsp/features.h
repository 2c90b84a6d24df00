// What the server answers: one table of methods, each with what it needs to be answered.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "engine/lsp/analysis.h"
#include "engine/lsp/json_rpc.h"

namespace seedc::lsp {

/// A request about a document.
struct Query {
  const Json& params;
  const Document& document;
  /// Of this version, if the method needs it; of an earlier one, or a null pointer, otherwise.
  const Analysis* analysis = nullptr;
  const OfferedNames* names = nullptr;  ///< or a null pointer
  const Json* results = nullptr;        ///< of commands, the newest last; or a null pointer
  Encoding encoding = Encoding::Utf16;
  bool has_lenses = true;  ///< whether the client shows code lenses

  /// The byte that `params.position` is at.
  std::size_t offset() const {
    return document.lines->offset_of(position_of(at(params, {"position"})), encoding);
  }
  /// The bytes of a range of the protocol.
  Extent extent_of(const Json& range) const {
    return {document.lines->offset_of(position_of(at(range, {"start"})), encoding),
            document.lines->offset_of(position_of(at(range, {"end"})), encoding)};
  }
  /// The bytes of `params.range`; without it those of the whole text.
  Extent asked_extent() const {
    const Json& range = at(params, {"range"});
    return range.is_object() ? extent_of(range) : Extent{0, document.text().size()};
  }
  Json range_of(std::size_t begin, std::size_t end) const {
    return json_of(document.lines->range_of(begin, end, encoding));
  }
  Json range_of(source::Span span) const { return range_of(span.begin, span.end); }
};

enum class Need : std::uint8_t {
  AnyAnalysis,    ///< some analysis of the document, perhaps of an earlier version
  Analysis,       ///< that of its version
  WholeAnalysis,  ///< the same, all of it: takes longer the longer the document is
  Counts,         ///< that with counts
  Worker,         ///< `work` instead of `answer`, on the worker's thread, after the analysis
};

struct Feature {
  std::string_view method;
  Need need;
  Json (*answer)(const Query& query);
  Json (*work)(const Query& query, const AnalysisInput& input, engine::Host& host) = nullptr;
};

std::span<const Feature> features();
/// Its parameters are those of `command_params`.
constexpr std::string_view kExecuteCommand = "workspace/executeCommand";
/// Its parameters are those of `code_lens_params`.
constexpr std::string_view kResolveCodeLens = "codeLens/resolve";
/// About no document.
constexpr std::string_view kWorkspaceSymbol = "workspace/symbol";
/// What the server tells the client that it can do.
Json capabilities(Encoding encoding);

/// The types and modifiers that semantic tokens have numbers of.
Json semantic_token_legend();

// The features.
Json complete(const Query& query);
Json hover(const Query& query);
Json document_symbols(const Query& query);
Json definition(const Query& query);
Json references(const Query& query, const AnalysisInput& input, engine::Host& host);
Json rename(const Query& query, const AnalysisInput& input, engine::Host& host);
Json folding_ranges(const Query& query);
Json document_links(const Query& query);
Json inlay_hints(const Query& query);
Json code_actions(const Query& query);
Json code_lenses(const Query& query);
Json resolve_code_lens(const Query& query);
Json semantic_tokens(const Query& query);
/// Adds the document's symbols whose names contain `part`, without case, for `workspace/symbol`.
void add_symbols_with(std::string_view part, const Query& query, Json& found);
Json format_document(const Query& query, const AnalysisInput& input, engine::Host& host);
Json format_range(const Query& query, const AnalysisInput& input, engine::Host& host);

}  // namespace seedc::lsp
