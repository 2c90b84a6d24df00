// A document, compiled: what every feature looks at. Only `analyse` knows how an editor's text
// becomes a compilation, and what is wrong with it.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "compiler/ir/types.h"
#include "engine/files.h"
#include "engine/lint/proofs.h"
#include "engine/lsp/documents.h"
#include "engine/lsp/open_data.h"
#include "engine/lsp/settings.h"
#include "engine/names_text.h"
#include "engine/program.h"
#include "runtime/base/result.h"

namespace seedc::lsp {

/// Bytes of a document.
struct Extent {
  std::size_t begin = 0, end = 0;

  bool contains(std::size_t offset) const { return begin <= offset && offset <= end; }
};

inline Extent extent_of(source::Span span) { return {span.begin, span.end}; }

struct ProblemNote {
  std::string path;  ///< of another file; empty: of the document
  Extent extent;
  std::shared_ptr<const TextLines> lines;  ///< of that file
  std::string text;
};

struct ProblemFix {
  Extent extent;
  std::string replacement;
  bool is_safe = false;
};

/// A diagnostic of the document, or of a file that it imports, which is then a note of a problem at
/// the import.
struct Problem {
  Extent extent;
  diag::Severity severity = diag::Severity::Error;
  diag::DiagCode code{};
  std::string text, help;
  std::optional<ProblemFix> fix;
  std::vector<ProblemNote> notes;
};

/// Immutable once it is made, but for what the thread that compiles adds before it gives it away.
struct Analysis {
  std::string uri;
  std::int64_t version = 0;
  std::shared_ptr<const TextLines> lines;
  bool is_json = false;
  std::shared_ptr<OpenData> data;  ///< a null pointer: there is none
  std::shared_ptr<engine::KeptFiles> files;
  std::shared_ptr<const engine::Compilation> compilation;
  std::vector<std::string> sources;  ///< the paths of all files that were read
  std::vector<Problem> problems;     ///< sorted
  /// By the module's instructions; empty unless there are formulas, all without errors.
  std::vector<ir::Type> types = {};
  /// By the module's instructions; empty until they are counted.
  std::vector<engine::Tally> tallies = {};
  bool is_counted = false;
  bool is_linted = false;  ///< with all lints that need no data, at least

  /// The document's program; a null pointer if it could not be read.
  const ast::Program* program() const {
    return compilation->programs.empty() ? nullptr : &compilation->programs.front();
  }
  source::FileId file() const { return 0; }
};

/// Everything that a document's analysis depends on. Texts of other documents stand for their
/// files.
struct AnalysisInput {
  Document document;
  std::map<std::string, std::shared_ptr<const TextLines>> others;  ///< by path
  std::string root;  ///< the folder of the workspace; empty: none
  Settings settings;
  std::shared_ptr<OpenData> data;
  std::shared_ptr<lint::Proofs> proofs = nullptr;  ///< the worker's
  bool was_linted = false;  ///< an earlier version was, of which most is remembered
};

/// Programs of more requests are linted later the first time, since mistakes are to be seen at
/// once.
constexpr std::size_t kMostLintedAtOnce = 100;

enum class Lints : std::uint8_t {
  Quick,        ///< those that need no data, unless it is the first time and may take long
  WithoutData,  ///< those that need no data
  All,
};

/// Compiles the document, and runs lints. `host` outlives the result, whose call it checks. Fails
/// for settings that are wrong.
base::Result<std::shared_ptr<Analysis>> analyse(const AnalysisInput& input, Lints lints,
                                                engine::Host& host);

/// The same analysis, with how many items each expression holds for.
base::Result<std::shared_ptr<Analysis>> counted(const Analysis& analysis, engine::Host& host);

/// The identities of the files that the first of a compilation imports, or by whose formulas it
/// ranks.
std::vector<std::string> files_read(const engine::Compilation& compilation,
                                    engine::FileSystem& files);

/// From now on the files of open documents have the texts that the editor has.
void put_documents(const AnalysisInput& input, engine::KeptFiles& files);

/// Options with which the engine compiles the document as the editor has it, from `files`.
base::Result<engine::CompileOptions> options_for(const AnalysisInput& input,
                                                 engine::KeptFiles& files, engine::Host& host);

}  // namespace seedc::lsp
