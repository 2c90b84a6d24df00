// The engines under test: the whole way from program text to values, on each backend, with and
// without the passes.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "runtime/base/result.h"
#include "runtime/language/tri.h"
#include "test/differential/plain/json.h"

namespace seedc::differential {

/// The values an engine gives: [request][item].
struct EngineValues {
  std::string engine;
  std::vector<std::vector<language::Tri>> values;
};

/// Runs the structures as the requests of one program over the dataset in `folder`, where the
/// program's file and a snapshot are written too. Fails if anything does not compile.
base::Result<std::vector<EngineValues>> run_engines(const std::filesystem::path& folder,
                                                    const std::vector<plain::Json>& structures);

}  // namespace seedc::differential
