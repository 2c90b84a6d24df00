// The engines under test: the whole way from program text to values, on each backend, with and
// without the passes.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "engine/program.h"
#include "runtime/base/result.h"
#include "runtime/language/tri.h"
#include "test/differential/plain/json.h"

namespace seedc::differential {

/// Of a program without errors; fails with what was found.
base::Result<std::unique_ptr<engine::Compilation>> compiled_file(const std::string& file);

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
