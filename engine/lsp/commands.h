// The commands that editors show as code lenses: what is run, explained or planned is one request
// or one formula, as the document has it.
#pragma once

#include <string>
#include <vector>

#include "engine/lsp/features.h"

namespace seedc::lsp {

/// A request or a formula that commands can be about.
struct Subject {
  bool is_formula = false;
  std::string name;  ///< a request's id, a formula's name
  Extent extent;     ///< where it is named; commands are shown on its first line

  /// As arguments and results of commands name it: `request` or `formula`.
  const char* key() const { return is_formula ? "formula" : "request"; }
};
/// Those of the document that were read, in order.
std::vector<Subject> subjects(const Analysis& analysis);

/// The names of the commands, which a client may also call by itself.
Json command_names();

/// What `run_command` gets of the parameters of `workspace/executeCommand`: its first argument,
/// with the command's name. Throws RequestError if there is no such command.
Json command_params(const Json& params);

/// What `resolve_code_lens` gets: a lens of the document, and that document.
Json code_lens_params(const Json& lens);

/// An action for each command about what is on the first line of a range, for clients without code
/// lenses.
void add_command_actions(const Query& query, Extent asked, Json& actions);

/// `params`: `{"command", "textDocument", "request" or "formula", "item"?, "output"?}`. The result:
/// `{"title", "request" or "formula", "summary", "text"}`, the summary being a line. Throws
/// RequestError for what cannot be done.
Json run_command(const Query& query, const AnalysisInput& input, engine::Host& host);

/// The results that are about a subject, the newest first.
std::vector<const Json*> results_about(const Json& results, const Subject& subject);
/// A result in Markdown.
std::string markdown_of(const Json& result);

}  // namespace seedc::lsp
