// Converts LoadReport to JSON and back.
#include "runtime/data/snapshot/report_json.h"

#include "runtime/base/damaged_data.h"
#include "runtime/data/jsonl/json.h"

namespace seedc {
namespace {

Value count_value(std::uint64_t count) { return static_cast<std::int64_t>(count); }

const Value& member_of(const Value& object, std::string_view key) {
  const auto* dict = object.as<Dict>();
  const Value* value = dict != nullptr ? find(*dict, key) : nullptr;
  if (value == nullptr) throw DamagedData();
  return *value;
}

template <class T>
const T& member_as(const Value& object, std::string_view key) {
  const T* value = member_of(object, key).as<T>();
  if (value == nullptr) throw DamagedData();
  return *value;
}

std::uint64_t count_of(const Value& object, std::string_view key) {
  return static_cast<std::uint64_t>(member_as<std::int64_t>(object, key));
}

}  // namespace

std::string to_json(const LoadReport& report) {
  List files;
  for (const LoadReport::FileCount& file : report.files) {
    files.push_back(Dict{{"file", file.file},
                         {"records", count_value(file.records)},
                         {"accepted", count_value(file.accepted)},
                         {"skipped", count_value(file.skipped)}});
  }
  List skipped;
  for (const LoadReport::Skipped& one : report.skipped) {
    skipped.push_back(
        Dict{{"file", one.file}, {"line", count_value(one.line)}, {"reason", one.reason}});
  }
  return to_json(Value(Dict{{"files", std::move(files)},
                            {"skipped", std::move(skipped)},
                            {"skipped_count", count_value(report.skipped_count)}}));
}

LoadReport report_of_json(std::string_view json) {
  std::string text(json);
  text.reserve(text.size() + kJsonPadding);
  JsonParser parser;
  const auto root = parser.parse(text);
  if (!root) throw DamagedData();
  const Value value = to_value(*root);
  LoadReport report{.skipped_count = count_of(value, "skipped_count")};
  for (const Value& file : member_as<List>(value, "files")) {
    report.files.push_back({member_as<std::string>(file, "file"), count_of(file, "records"),
                            count_of(file, "accepted"), count_of(file, "skipped")});
  }
  for (const Value& one : member_as<List>(value, "skipped")) {
    report.skipped.push_back({member_as<std::string>(one, "file"), count_of(one, "line"),
                              member_as<std::string>(one, "reason")});
  }
  return report;
}

}  // namespace seedc
