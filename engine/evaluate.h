// Evaluates a plan on a dataset: loads what it reads and decides every condition. Progress and
// skipped records are reported to the host.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "engine/host.h"
#include "engine/prepared.h"
#include "runtime/base/result.h"
#include "runtime/contract/plan.h"
#include "runtime/data/source.h"
#include "runtime/exec/execute.h"

namespace seedc::engine {

/// How a dataset is read and a plan run.
struct EvaluateOptions {
  std::shared_ptr<const data::Source> data = nullptr;
  Backend backend = Backend::Auto;
  unsigned threads = 0;  ///< 0: as many as there are cores
  bool strict = false;   ///< a broken record of the data is an error
  Host* host = &silent_host();
};

/// Whether review texts may be read afterwards, or `evaluate` alone searches them: then most need
/// not be kept.
enum class TextUse : std::uint8_t { Read, Searched };

/// What the plan's requests and formulas read of a dataset, and the items' names.
data::DataNeeds needs_for(const contract::Plan& plan, TextUse use = TextUse::Read);

/// Loads what the plan's requests and formulas read, the items' names, and `more`, of
/// `options.data`, which is not null, for the host's call. Fails as Source::load does.
base::Result<data::Dataset> load_for(const contract::Plan& plan, const EvaluateOptions& options,
                                     const data::DataNeeds& more = {}, TextUse use = TextUse::Read);

/// The values of the program's requests and named conditions at every item. Searches that reached a
/// limit are in its ledger of texts.
base::Result<exec::RunResult> evaluate(const Prepared& prepared, const data::Dataset& dataset,
                                       const EvaluateOptions& options);

/// The item with that id, or with that name if only one has it. Needs the items' names. Fails
/// (Usage) if there is none, or several.
base::Result<std::uint32_t> find_item(const data::Dataset& dataset, const std::string& id_or_name);

}  // namespace seedc::engine
