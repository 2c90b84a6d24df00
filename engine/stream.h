// A run over a bundle on standard input: every item is answered as soon as its line arrives, in
// memory that does not grow with the number of reviews. Formulas print one line per item; requests
// print their matches at the end, or their values at each item as it arrives.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/evaluate.h"
#include "engine/formulas.h"
#include "engine/program.h"
#include "runtime/base/result.h"
#include "runtime/contract/plan.h"

namespace seedc::engine {

struct StreamOptions {
  EvaluateOptions evaluate;
  FormulaRunOptions formulas;
  bool by_item =
      false;         ///< the values of requests at each item, instead of their matches at the end
  int input = -1;    ///< the file descriptor that the bundle is read from
  std::string name;  ///< its name in messages
  data::DataNeeds more;                                  ///< what `look` reads of a piece
  std::function<void(const data::Dataset& piece)> look;  ///< is given each piece
  /// Called after the last piece. Returns the requests, by their numbers in the module, whose
  /// results are errors.
  std::function<std::vector<std::size_t>(const exec::TextLedger& texts)> refuse;
  std::function<base::Result<bool>(std::string_view lines)>
      write;  ///< takes the results, in whole lines
};

/// Reads to the end; results go to `options.write`, ledgers to the host. `compilation.requests`
/// includes those that did not compile. Fails if the input cannot be read, a result cannot be
/// written, or there is no readable item.
base::Result<bool> run_stream(const Compilation& compilation, const contract::Plan& plan,
                              const StreamOptions& options);

}  // namespace seedc::engine
