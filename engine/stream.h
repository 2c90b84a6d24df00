// A run over a bundle on standard input: every item is answered as soon as its line is there, in
// memory that does not grow with the number of reviews. Formulas print a line an item; requests
// print theirs at the end, or what they are at each item as it comes.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "engine/evaluate.h"
#include "engine/formulas.h"
#include "engine/program.h"
#include "runtime/base/result.h"
#include "runtime/contract/plan.h"

namespace seedc::engine {

struct StreamOptions {
  EvaluateOptions evaluate;
  FormulaRunOptions formulas;
  bool by_item = false;  ///< what each request is at each item, in place of its line at the end
  int input = -1;        ///< the file descriptor that the bundle is read from
  std::string name;      ///< what messages call it
  std::function<base::Result<bool>(std::string_view lines)>
      write;  ///< takes the results, in whole lines
};

/// Reads to the end; results go to `options.write`, ledgers to the host. `compilation.requests`
/// says also which did not compile.
base::Result<bool> run_stream(const Compilation& compilation, const contract::Plan& plan,
                              const StreamOptions& options);

}  // namespace seedc::engine
