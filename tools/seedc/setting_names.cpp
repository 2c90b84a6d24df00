// The table of settings and their options, variables and commands.
#include "tools/seedc/setting_names.h"

#include <cstddef>
#include <iterator>
#include <utility>

namespace seedc::tool {
namespace {

using enum base::Setting;

constexpr std::pair<base::Setting, std::string_view> kNames[] = {
    {None, ""},
    {Data, "--data"},
    {Schema, "--schema"},
    {ImportFolder, "--import-dir DIR"},
    {Extractions, "--extractions FILE"},
    {Timeout, "--timeout SECONDS"},
    {Memory, "--max-memory SIZE"},
    {Threads, "--threads N"},
    {Interpreter, "--backend interp"},
    {ServiceUrl, "--llm-url"},
    {ServiceAndModel, "--llm-url, --llm-model"},
    {ServiceKey, "--llm-key-file or SEEDC_LLM_KEY"},
    {Certificates, "--llm-ca or SEEDC_LLM_CA"},
    {CallTimeout, "--call-timeout, --concurrency"},
    {CallRate, "--requests-per-minute, --concurrency"},
    {AnswerStore, "--store FILE"},
    {CallLog, "--log FILE"},
    {Item, "--item ID"},
    {Step, "--step NAME"},
    {Top, "--top K"},
    {Everything, "--all"},
    {AsLines, "--format jsonl"},
    {AsJson, "--format json"},
    {AsCsv, "--format csv"},
    {MatrixFile, "--matrix FILE"},
    {Extraction, "seedc extract"},
    {Formatting, "seedc fmt"},
    {Conversion, "seedc convert"},
    {CodeList, "seedc check --explain all"},
    {NameList, "seedc names"},
    {PathList, "seedc schema"},
    {SchemaFile, "seedc schema DATA --format json"},
    {SnapshotFile, "seedc snapshot DATA -o FILE"},
};

constexpr bool has_each_setting() {
  for (std::size_t i = 0; i < std::size(kNames); ++i) {
    if (kNames[i].first != static_cast<base::Setting>(i)) return false;
  }
  return std::size(kNames) == static_cast<std::size_t>(base::kLastSetting) + 1;
}
static_assert(has_each_setting(), "the table has the settings in the order of their enumeration");

}  // namespace

std::string_view setting_name(base::Setting setting) {
  return kNames[static_cast<std::size_t>(setting)].second;
}

}  // namespace seedc::tool
