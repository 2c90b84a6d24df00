// Compiles program files to a plan. Only this file knows the order of the stages.
//
// Calls are independent of each other and may run on several threads, if their options share no
// FileSystem and Host that is not made for it. A Compilation refers to the options' files and host.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "compiler/ast/ast.h"
#include "compiler/check/check.h"
#include "compiler/check/formula_check.h"
#include "compiler/diag/diagnostics.h"
#include "compiler/ir/module.h"
#include "compiler/parse/parse.h"
#include "compiler/source/source.h"
#include "engine/files.h"
#include "engine/host.h"
#include "engine/schema_source.h"
#include "runtime/base/result.h"
#include "runtime/contract/plan.h"
#include "runtime/data/source.h"
#include "runtime/text/pattern_set.h"

namespace seedc::engine {

struct CompileOptions {
  /// Where names are looked up: a dataset, or a file of its schema; without either (null, empty),
  /// only defined names are known.
  std::shared_ptr<const data::Source> data = nullptr;
  std::string schema;
  /// Or, in place of both, what was read for other programs, not compiled at the same time.
  std::shared_ptr<SchemaSource> names = nullptr;
  diag::WarningOptions warnings;
  /// Folders from which programs may import, in addition to their own folders and those below.
  std::vector<std::string> import_folders;
  parse::ParseLimits limits;  ///< their call is that of the host
  check::FormulaOptions formulas = {.engine_refusal = text::engine_refusal};
  bool last_sees_all = false;    ///< the last program has the names of all others, and no imports
  bool skip_unreadable = false;  ///< a file that cannot be read is reported like other mistakes
  FileSystem* files = &disk_files();  ///< where all of these are read; outlives the Compilation
  Host* host = &silent_host();        ///< the same
};

/// The contents of an imported file.
struct ImportedFile {
  ast::Library library;
  ast::Program program;
  std::unique_ptr<resolve::Scope> scope;
};

/// The sources of a run, their diagnostics, and whatever could be compiled despite errors. Owns all
/// of it; spans, trees and the keys of `values` stay valid as long as it lives. Not thread-safe.
struct Compilation {
  explicit Compilation(diag::WarningOptions warnings) : diagnostics(std::move(warnings)) {}

  source::SourceManager sources;
  diag::Diagnostics diagnostics;
  std::vector<ast::Program> programs;
  std::map<std::string, ImportedFile> imported;  ///< by the file's identity
  std::vector<const resolve::Scope*> scopes;     ///< the names of each program
  std::shared_ptr<SchemaSource> names;           ///< where other names are looked up
  std::vector<check::CheckedRequest> requests;   ///< all of them, also those with errors
  /// Those of the programs, also those with errors, then those that requests are ranked by.
  std::vector<check::CheckedFormula> formulas;
  std::size_t own_formulas = 0;     ///< how many of them belong to the programs
  ir::Module module;                ///< as checked, not optimised
  check::ExprValues values;         ///< by the expressions of `programs`
  check::NameReadings conventions;  ///< of every name that was read by convention
  std::vector<ast::Field>
      convention_uses;  ///< each place where one was, `conventions` having it or not
};

/// Reads, parses, resolves and checks the files (`-` is standard input). Fails only if a file that
/// is not to be skipped, or the schema in which names are looked up, cannot be read; what is wrong
/// inside is in `diagnostics`. Checks the host's call throughout.
base::Result<std::unique_ptr<Compilation>> compile_files(const std::vector<std::string>& files,
                                                         const CompileOptions& options);

/// The same for one program that is not in a file.
base::Result<std::unique_ptr<Compilation>> compile_text(const std::string& name, std::string text,
                                                        const CompileOptions& options);

/// The number of the request of that id in `requests`. Fails (Usage) if there is none.
base::Result<std::size_t> find_request(const Compilation& compilation, const std::string& id);

/// Keeps only the request of that id. Fails (Usage) if there is none.
base::Result<void> select_request(Compilation& compilation, const std::string& id);

/// Removes the formulas, and with them the rankings of requests.
void drop_formulas(Compilation& compilation);

/// The optimised module.
ir::Module optimised(const Compilation& compilation, const base::Call& call = {});

/// How many of the module's formulas are of the programs themselves: its first ones.
std::size_t own_compiled_formulas(const Compilation& compilation);

/// The plan of the optimised module; `keep_names` asks for the values of named conditions too.
contract::Plan plan_of(const Compilation& compilation, bool keep_names,
                       const base::Call& call = {});

/// Whether the text is a program in JSON rather than in the shorthand.
bool is_json_program(const std::string& file, std::string_view text);

}  // namespace seedc::engine
