// The table of options and functions of seedc.h that messages refer to.
#include "library/setting_names.h"

#include <array>
#include <iterator>
#include <utility>

#include "library/boundary.h"

namespace seedc::library {
namespace {

constexpr auto kNames = [] {
  using enum base::Setting;
  return std::to_array<std::pair<base::Setting, std::string_view>>({
      {None, ""},
      {Data, "data"},
      {Schema, "schema"},
      {ImportFolder, "import_folders"},
      {Extractions, "extractions"},
      {Timeout, "time_limit"},
      {Memory, "memory_limit"},
      {Threads, "threads"},
      {Interpreter, "SEEDC_BACKEND_INTERP"},
      {ServiceUrl, "url"},
      {ServiceAndModel, "url, name"},
      {ServiceKey, "key"},
      {Certificates, "ca_file"},
      {CallTimeout, "call_timeout, concurrency"},
      {CallRate, "requests_per_minute, concurrency"},
      {MostCalls, "max_requests"},
      {MostTokens, "max_tokens"},
      {MostMoney, "max_usd"},
      {AnswerStore, "store"},
      {CallLog, "log"},
      {Item, "item"},
      {Step, "step"},
      {Top, "top"},
      {Everything, "all"},
      {AsLines, "SEEDC_JSONL"},
      {AsJson, "SEEDC_JSON"},
      {AsCsv, "SEEDC_CSV"},
      {MatrixFile, "SEEDC_RESULTS_MATRIX"},
      {Extraction, "seedc_extract"},
      {Formatting, "SEEDC_LAY_OUT"},
      {Conversion, "seedc_rewrite"},
      {CodeList, "seedc_explain_code"},
      {NameList, "seedc_data_names"},
      {PathList, "seedc_data_schema"},
      {SchemaFile, "seedc_schema_text"},
      {SnapshotFile, "seedc_data_save"},
  });
}();

constexpr bool has_each_setting() {
  for (std::size_t i = 0; i < std::size(kNames); ++i) {
    if (kNames[i].first != static_cast<base::Setting>(i)) return false;
  }
  return std::size(kNames) == std::tuple_size_v<base::SettingTable>;
}
static_assert(has_each_setting(), "the table has the settings in the order of their enumeration");

base::SettingTable own_table() {
  base::SettingTable table;
  for (std::size_t i = 0; i < table.size(); ++i) table[i] = kNames[i].second;
  return table;
}

}  // namespace

base::SettingNames own_names() {
  static const base::SettingTable table = own_table();
  return base::SettingNames(table);
}

std::string_view own_name(base::Setting setting) { return own_names()(setting); }

base::SettingTable names_of_caller(const seedc_session_options& options) {
  base::SettingTable table = own_table();
  if (options.setting_name == nullptr) return table;
  for (std::string& name : table) {
    if (!name.empty()) name = text_of(options.setting_name(options.context, str_of(name)));
  }
  return table;
}

}  // namespace seedc::library
