// From the AST to the IR: resolves every name, checks every option and fills in defaults. All
// errors of a program are found in one run; a request that contains an error produces no IR, the
// others do.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "compiler/ast/ast.h"
#include "compiler/check/known_evidence.h"
#include "compiler/diag/diagnostics.h"
#include "compiler/ir/module.h"
#include "compiler/resolve/convention.h"
#include "compiler/resolve/resolve.h"
#include "runtime/base/call.h"
#include "runtime/base/setting.h"
#include "runtime/base/text_hash.h"
#include "runtime/language/conditions.h"

namespace seedc::check {

struct CheckOptions {
  /// Why no engine can search a pattern; std::nullopt if one can. The engines are part of the
  /// runtime, which the compiler does not depend on; the driver passes the runtime's answer.
  std::function<std::optional<std::string>(const language::Pattern&)> engine_refusal;
  /// The convention that resolves names without a definition; a null pointer if no dataset is
  /// known. It has what SchemaNeeds says of the programs.
  const resolve::Convention* convention = nullptr;
  /// What the caller calls settings, for help messages.
  base::SettingNames setting_names = base::no_setting_names;
  base::Call call = {};  ///< checked at each expression
};

/// The names that were resolved by convention.
using NameReadings = std::map<std::string, resolve::Reading, std::less<>>;

/// A request of the program, in program order, with or without IR.
struct CheckedRequest {
  std::string id;
  std::string group;  ///< may be empty
  std::optional<std::string> gold;
  std::optional<std::size_t> compiled;  ///< index into Module::requests; absent if it has an error
};

/// The formulas that a program's requests are ranked by: the file as written, and the index into
/// Module::formulas, std::nullopt if the formula has errors.
using RankFormulas = std::map<std::string, std::optional<std::size_t>, std::less<>>;

/// Values of a module by the expressions they come from.
using ExprValues = std::unordered_map<const ast::Expr*, ir::ValueId>;

/// What is known of checked programs beside their module.
struct CheckedPrograms {
  std::vector<CheckedRequest> requests;
  /// The values of the expressions of requests, including requests with errors elsewhere. The keys
  /// point into the trees that were checked.
  ExprValues values;
  NameReadings conventions;
  std::vector<ast::Field> convention_uses;  ///< of names that were looked up by convention
};

/// Checks programs into one module. Use one per run: request ids are unique over all its programs.
/// Not thread-safe.
class Checker {
 public:
  Checker(ir::Module& module, diag::Diagnostics& diagnostics, CheckOptions options);

  /// Definitions are checked even if unused, and a `let` may use those above it. Definitions of
  /// imported files come before those of their importers and are checked once.
  void check_definitions(std::span<const ast::Let> lets, const resolve::Scope& scope);
  void check(const ast::Program& program, const resolve::Scope& scope,
             const RankFormulas& formulas = {});

  /// Of all programs so far; the last call.
  CheckedPrograms take() { return std::move(checked_); }

 private:
  using MaybeValue = std::optional<ir::ValueId>;

  void check_request(const ast::Request& request, const resolve::Scope& scope,
                     const RankFormulas& formulas);
  bool is_list(ir::ValueId step) const;
  std::optional<ir::Rank> check_rank(const ast::Rank& rank, const RankFormulas& formulas);
  MaybeValue check_expr(const ast::Expr& expr, const resolve::Scope& scope);
  MaybeValue value_of(const ast::Expr& expr, const resolve::Scope& scope);
  MaybeValue check_logic(const ast::Expr& expr, const resolve::Scope& scope);
  std::optional<std::size_t> check_least(const ast::Expr& expr);
  MaybeValue check_name(const ast::Expr& expr, const resolve::Scope& scope);
  MaybeValue check_convention(const ast::Expr& name, const resolve::Scope& scope);
  MaybeValue check_reading(const ast::Expr& name, resolve::Reading reading);
  void report_ambiguous(const ast::Expr& name, std::span<const resolve::Reading> readings);
  void report_unknown(const ast::Expr& name, const resolve::Scope& scope,
                      const resolve::Convention* convention);
  void check_definition(const ast::Expr& definition, const resolve::Scope& scope);
  MaybeValue check_evidence(const ast::Json& evidence);
  std::string next_number();
  /// The value has not had the name so far.
  void name_condition(std::string name, ir::ValueId value);

  ir::Module& module_;
  ir::Builder builder_;
  diag::Diagnostics& diagnostics_;
  CheckOptions options_;
  CheckedPrograms checked_;
  KnownEvidence known_evidence_;  ///< of which nothing was reported
  std::unordered_map<std::string, source::Span, base::TextHash>
      ids_;  ///< where each is first given
  std::unordered_set<std::string, base::TextHash> written_ids_;
  std::size_t unnamed_requests_ = 0;
  /// The names that values of definitions have: other values have one name at most.
  std::set<std::pair<ir::ValueId, std::string>> used_names_;
  /// Definitions checked so far. One that is not here is used before its definition.
  std::map<const ast::Expr*, MaybeValue> definitions_;
  std::map<std::string, MaybeValue, std::less<>> convention_values_;
};

}  // namespace seedc::check
