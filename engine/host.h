// The application that embeds the engine: a command line, a service, a test. The engine writes
// to no stream and reads no environment variable; it reports to its host, in values, while a
// call runs.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include "engine/report/formulas.h"
#include "engine/stage.h"
#include "runtime/base/call.h"
#include "runtime/base/setting.h"
#include "runtime/contract/plan.h"
#include "runtime/data/extractions/extractions.h"
#include "runtime/data/model/dataset.h"
#include "runtime/exec/execute.h"

namespace seedc::engine {

/// Each function does nothing unless a host overrides it. They are called from the thread that
/// called the engine, and what they are given lives until they return.
class Host {
 public:
  /// How much of a step is done. Called from one thread at a time, perhaps many
  /// times a second.
  using Progress = std::function<void(std::uint64_t done, std::uint64_t total)>;

  virtual ~Host() = default;

  /// A step of work begins, such as "reading data". It ends when the last copy of the function that
  /// is returned is destroyed. The function may be empty.
  virtual Progress begin(std::string_view /*step*/) { return {}; }
  /// Data was read: how much of it is used, what was left out, and data::Source::kept_as.
  virtual void loaded(const data::LoadReport& /*report*/, std::uint64_t /*items*/,
                      std::uint64_t /*reviews*/, std::string_view /*kept_as*/) {}
  /// Reviews were searched for something else than a run of the program; some searches may have
  /// reached a limit.
  virtual void searched(const exec::TextLedger& /*texts*/) {}
  /// Extractions were read, some of whose lines may be unusable.
  virtual void extracted(const data::ExtractionReport& /*report*/) {}
  /// A formula was bound to data and to what was extracted from its reviews.
  virtual void bound(const contract::Formula& /*formula*/, const data::Dataset& /*dataset*/,
                     const data::Extractions& /*extractions*/) {}
  /// A formula was evaluated on a stream: where its rows went.
  virtual void scored(const contract::Formula& /*formula*/,
                      const report::FormulaLedger& /*ledger*/) {}
  /// A stage of the call has ended.
  virtual void timed(const StageTime& /*stage*/) {}
  /// Something that a program reads is missing. Lower case, no full stop, no line end.
  virtual void warn(std::string_view /*text*/) {}

  /// The names of the host's settings in messages.
  virtual base::SettingNames setting_names() const { return base::no_setting_names; }
  /// How wide lines of texts for people may be.
  virtual std::size_t text_width() const { return report::kDefaultWidth; }
  /// The call that runs for this host: the engine checks it at every portion of work and, if it is
  /// to stop, throws base::Stopped; memory is charged to its account, and base::OutOfBudget is
  /// thrown if it refuses (see engine/guarded.h).
  virtual base::Call call() const { return {}; }
};

/// A host that ignores all reports and sets no limit.
Host& silent_host();

}  // namespace seedc::engine
