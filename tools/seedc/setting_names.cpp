// The table of settings and their options, variables and commands.
#include "tools/seedc/setting_names.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace seedc::tool {
namespace {

using Row = std::pair<std::string_view, std::string_view>;

/// By what seedc.h calls them.
constexpr Row kNames[] = {
    {"data", "--data"},
    {"schema", "--schema"},
    {"import_folders", "--import-dir DIR"},
    {"extractions", "--extractions FILE"},
    {"time_limit", "--timeout SECONDS"},
    {"memory_limit", "--max-memory SIZE"},
    {"threads", "--threads N"},
    {"SEEDC_BACKEND_INTERP", "--backend interp"},
    {"url", "--llm-url"},
    {"url, name", "--llm-url, --llm-model"},
    {"key", "--llm-key-file or SEEDC_LLM_KEY"},
    {"ca_file", "--llm-ca or SEEDC_LLM_CA"},
    {"call_timeout, concurrency", "--call-timeout, --concurrency"},
    {"requests_per_minute, concurrency", "--requests-per-minute, --concurrency"},
    {"max_requests", "--max-requests N"},
    {"max_tokens", "--max-tokens N"},
    {"max_usd", "--max-usd USD"},
    {"store", "--store FILE"},
    {"log", "--log FILE"},
    {"item", "--item ID"},
    {"step", "--step NAME"},
    {"top", "--top K"},
    {"all", "--all"},
    {"SEEDC_JSONL", "--format jsonl"},
    {"SEEDC_JSON", "--format json"},
    {"SEEDC_CSV", "--format csv"},
    {"SEEDC_RESULTS_MATRIX", "--matrix FILE"},
    {"seedc_extract", "seedc extract"},
    {"SEEDC_LAY_OUT", "seedc fmt"},
    {"seedc_rewrite", "seedc convert"},
    {"seedc_explain_code", "seedc check --explain all"},
    {"seedc_data_names", "seedc names"},
    {"seedc_data_schema", "seedc schema"},
    {"seedc_schema_text", "seedc schema DATA --format json"},
    {"seedc_data_save", "seedc snapshot DATA -o FILE"},
};

}  // namespace

std::string setting_name(std::string_view option) {
  const auto* const found = std::ranges::find(kNames, option, &Row::first);
  return found == std::end(kNames) ? std::string() : std::string(found->second);
}

}  // namespace seedc::tool
