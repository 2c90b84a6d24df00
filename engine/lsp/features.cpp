// The table of methods.
#include "engine/lsp/features.h"

#include "engine/lsp/commands.h"

namespace seedc::lsp {
namespace {

constexpr Feature kFeatures[] = {
    {"textDocument/completion", Need::AnyAnalysis, complete},
    {"textDocument/hover", Need::Counts, hover},
    {"textDocument/documentSymbol", Need::WholeAnalysis, document_symbols},
    {"textDocument/definition", Need::Analysis, definition},
    {"textDocument/references", Need::Worker, nullptr, references},
    {"textDocument/rename", Need::Worker, nullptr, rename},
    {"textDocument/foldingRange", Need::WholeAnalysis, folding_ranges},
    {"textDocument/documentLink", Need::Analysis, document_links},
    {"textDocument/inlayHint", Need::Counts, inlay_hints},
    {"textDocument/codeAction", Need::Analysis, code_actions},
    {"textDocument/semanticTokens/full", Need::WholeAnalysis, semantic_tokens},
    {"textDocument/semanticTokens/range", Need::Analysis, semantic_tokens},
    {"textDocument/codeLens", Need::WholeAnalysis, code_lenses},
    {kResolveCodeLens, Need::AnyAnalysis, resolve_code_lens},
    {"textDocument/formatting", Need::Worker, nullptr, format_document},
    {"textDocument/rangeFormatting", Need::Worker, nullptr, format_range},
    {kExecuteCommand, Need::Worker, nullptr, run_command},
    {kWorkspaceSymbol, Need::Worker, nullptr},  // of the server itself
};

std::string_view name_of(Encoding encoding) {
  switch (encoding) {
    case Encoding::Utf8:
      return "utf-8";
    case Encoding::Utf16:
      return "utf-16";
    case Encoding::Utf32:
      return "utf-32";
  }
  return {};
}

}  // namespace

std::span<const Feature> features() { return kFeatures; }

Json capabilities(Encoding encoding) {
  Json commands = Json::array();
  for (const Json& command : command_names()) commands.push_back(command["name"]);
  return {{"positionEncoding", name_of(encoding)},
          {"textDocumentSync", {{"openClose", true}, {"change", 2}, {"save", true}}},
          {"completionProvider", {{"triggerCharacters", {"\"", "'", ".", "$", "(", ":", " "}}}},
          {"hoverProvider", true},
          {"documentSymbolProvider", true},
          {"workspaceSymbolProvider", true},
          {"definitionProvider", true},
          {"referencesProvider", true},
          {"renameProvider", true},
          {"foldingRangeProvider", true},
          {"documentLinkProvider", Json::object()},
          {"inlayHintProvider", true},
          {"codeActionProvider",
           {{"codeActionKinds", {"quickfix", "refactor.inline", "source", "source.fixAll"}}}},
          {"semanticTokensProvider",
           {{"legend", semantic_token_legend()}, {"full", true}, {"range", true}}},
          {"codeLensProvider", {{"resolveProvider", true}}},
          {"executeCommandProvider", {{"commands", commands}}},
          {"documentFormattingProvider", true},
          {"documentRangeFormattingProvider", true}};
}

}  // namespace seedc::lsp
