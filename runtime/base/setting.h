// What messages refer to that only the caller can name: its options, its commands, its environment.
//
// The libraries know no option of a command line. An error carries the setting that helps, and a
// report takes a function that names settings; a caller without names gets messages without them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace seedc::base {

/// An option of the caller, or something else that it can be asked for.
enum class Setting : std::uint8_t {
  None,
  // What is read.
  Data,
  Schema,
  ImportFolder,
  Extractions,
  // What a run may use.
  Timeout,
  Memory,
  Threads,
  Interpreter,
  // The conversation with a language model.
  ServiceUrl,
  ServiceAndModel,
  ServiceKey,
  Certificates,
  CallTimeout,
  CallRate,
  MostCalls,
  MostTokens,
  MostMoney,
  AnswerStore,
  CallLog,
  // Which part of a result is shown, and in which format.
  Item,
  Step,
  Top,
  Everything,
  AsLines,
  AsJson,
  AsCsv,
  MatrixFile,
  // Other things that the caller can be asked for.
  Extraction,
  Formatting,
  Conversion,
  CodeList,
  NameList,
  PathList,
  SchemaFile,
  SnapshotFile,
};
/// The last one above.
inline constexpr Setting kLastSetting = Setting::SnapshotFile;

/// The names of all settings, in the order of their enumeration.
using SettingTable = std::array<std::string, static_cast<std::size_t>(kLastSetting) + 1>;

/// What the caller calls a setting, as its users write it: `--max-memory SIZE`. Empty if it has no
/// name for it. Refers to a table, which outlives it; a value like a pointer.
class SettingNames {
 public:
  /// The names of a caller that has none.
  constexpr SettingNames() = default;
  explicit SettingNames(const SettingTable& names) : names_(&names) {}

  std::string_view operator()(Setting setting) const {
    return names_ == nullptr ? std::string_view() : (*names_)[static_cast<std::size_t>(setting)];
  }

 private:
  const SettingTable* names_ = nullptr;
};

inline constexpr SettingNames no_setting_names;  // NOLINT(readability-identifier-naming)

/// The name of a setting between two texts: ` (`, `)`. Empty if there is no name.
inline std::string named(SettingNames names, Setting setting, std::string_view before,
                         std::string_view after) {
  const std::string_view name = names(setting);
  return name.empty() ? "" : std::string(before).append(name).append(after);
}

}  // namespace seedc::base
