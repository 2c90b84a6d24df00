// What can be said of a dataset by name, counted; and how one name is read.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "compiler/resolve/convention.h"
#include "engine/evaluate.h"
#include "runtime/base/result.h"

namespace seedc {

/// How many items satisfy a condition, fail it, and are unknown.
struct Tally {
  std::uint64_t yes = 0;
  std::uint64_t no = 0;
  std::uint64_t unknown = 0;
};

struct CountedName {
  Reading reading;
  Tally tally;
};

/// Runs what the readings mean on the dataset, as any program.
Result<std::vector<CountedName>> count_names(std::vector<Reading> readings,
                                             const EvaluateOptions& options);

/// What can be said of the dataset, as Convention::all, as far as it is wanted.
Result<std::vector<CountedName>> all_names(const EvaluateOptions& options,
                                           const std::function<bool(const Reading&)>& is_wanted);

/// A table a group: attributes, values, categories, hours, judged topics.
std::string names_table(std::span<const CountedName> names);

enum class NameFormat { Text, Json };

/// explain --name: prints how a name is read on a dataset, from what, how many items satisfy it and
/// what else it could have been. Returns the exit status: 1 if it has no reading or several.
int explain_name(const std::string& name, const EvaluateOptions& options, NameFormat format);

}  // namespace seedc
