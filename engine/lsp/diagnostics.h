// Problems as the protocol's diagnostics.
#pragma once

#include "engine/lsp/analysis.h"
#include "engine/lsp/json_rpc.h"

namespace seedc::lsp {

/// One problem, with its code, and its notes as related locations.
Json diagnostic_of(const Problem& problem, const Analysis& analysis, Encoding encoding);

/// The parameters of `textDocument/publishDiagnostics`.
Json diagnostics_of(const Analysis& analysis, Encoding encoding);

}  // namespace seedc::lsp
