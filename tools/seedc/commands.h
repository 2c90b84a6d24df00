// The commands. Each takes its options and returns an exit status: 0 done, 1 the answer is "no", 2
// bad program or usage, 3 bad or missing data, 4 a service failed, 5 stopped by a limit.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "runtime/report/requests.h"
#include "tools/seedc/backend.h"
#include "tools/seedc/compile.h"

namespace seedc {

enum ExitStatus : std::uint8_t { kDone = 0, kNo = 1, kBadProgram = 2 };

/// Options of every command that runs programs.
struct RunOptions {
  std::vector<std::string> programs;
  std::string data;
  CompileOptions compile;
  Format format = Format::Table;
  Backend backend = Backend::Auto;
  unsigned threads = 0;
  bool strict = false;
  std::string only_request;  ///< run: the one request to run, or empty
  /// Of formulas, as in FormulaRunOptions.
  std::vector<std::string> extractions;
  bool require_extractions = false;
  std::string sort;
  std::optional<std::size_t> top;
};

int run_command(const RunOptions& options);

struct ValidateOptions {
  RunOptions run;
  std::string groundtruth, matrix, conditions;  ///< files to write, or empty
};

int validate_command(const ValidateOptions& options);

enum class EmitStage { Tokens, Ast, Ir, Opt, Plan, Llvm, Asm, Obj };

struct EmitOptions {
  std::vector<std::string> programs;
  CompileOptions compile;
  EmitStage stage = EmitStage::Opt;
  std::string output = "-";
};

int emit_command(const EmitOptions& options);

struct OptOptions {
  std::string module;
  std::vector<std::string> passes;  ///< by name, in order; empty: the whole pipeline
  std::string output = "-";
};

int opt_command(const OptOptions& options);

struct SchemaOptions {
  bool of_formulas = false;  ///< of the language of formulas, not of a dataset
  std::string data;
  Format format = Format::Table;  ///< Table or Json
};

int schema_command(const SchemaOptions& options);

}  // namespace seedc
