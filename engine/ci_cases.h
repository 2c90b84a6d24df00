// Findings and validated requests as cases for services that run tests (engine/report/ci.h).
#pragma once

#include <vector>

#include "engine/program.h"
#include "engine/report/ci.h"
#include "engine/run.h"

namespace seedc::engine {

/// A case for each finding; for each of the first `files` sources without one, a case that holds.
std::vector<report::CiCase> cases_of_findings(const Compilation& compilation,
                                              const diag::Diagnostics& findings, std::size_t files);

/// A case for each request, which fails unless its status is ok; if `failed_only`, only those that
/// fail.
std::vector<report::CiCase> cases_of_requests(const Compilation& compilation, const ProgramRun& run,
                                              bool failed_only);

}  // namespace seedc::engine
