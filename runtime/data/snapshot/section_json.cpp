// Converts what sections have to JSON and back.
#include "runtime/data/snapshot/section_json.h"

#include "runtime/base/damaged_data.h"
#include "runtime/data/jsonl/json.h"

namespace seedc::data {
namespace {

language::Value count_value(std::uint64_t count) { return static_cast<std::int64_t>(count); }

const language::Value& member_of(const language::Value& object, std::string_view key) {
  const auto* dict = object.as<language::Dict>();
  const language::Value* value = dict != nullptr ? language::find(*dict, key) : nullptr;
  if (value == nullptr) throw base::DamagedData();
  return *value;
}

template <class T>
const T& member_as(const language::Value& object, std::string_view key) {
  const T* value = member_of(object, key).as<T>();
  if (value == nullptr) throw base::DamagedData();
  return *value;
}

std::uint64_t count_of(const language::Value& object, std::string_view key) {
  return static_cast<std::uint64_t>(member_as<std::int64_t>(object, key));
}

language::Value value_of(std::string_view json) {
  std::string text(json);
  text.reserve(text.size() + kJsonPadding);
  JsonParser parser;
  const auto root = parser.parse(text);
  if (!root) throw base::DamagedData();
  return to_value(*root);
}

}  // namespace

std::string to_json(const LoadReport& report) {
  language::List files;
  for (const LoadReport::FileCount& file : report.files) {
    files.push_back(language::Dict{{"file", file.file},
                                   {"records", count_value(file.records)},
                                   {"accepted", count_value(file.accepted)},
                                   {"skipped", count_value(file.skipped)}});
  }
  language::List skipped;
  for (const LoadReport::Skipped& one : report.skipped) {
    skipped.push_back(language::Dict{
        {"file", one.file}, {"line", count_value(one.line)}, {"reason", one.reason}});
  }
  return language::to_json(
      language::Value(language::Dict{{"files", std::move(files)},
                                     {"skipped", std::move(skipped)},
                                     {"skipped_count", count_value(report.skipped_count)}}));
}

std::string to_json(const SourceFiles& files) {
  language::List all;
  for (const SourceFile& file : files) {
    all.push_back(language::Dict{{"file", file.path},
                                 {"bytes", count_value(file.bytes)},
                                 {"inode", count_value(file.inode)},
                                 {"changed_ns", file.changed_ns},
                                 {"samples", file.samples},
                                 {"contents", file.contents}});
  }
  return language::to_json(language::Value(std::move(all)));
}

LoadReport report_of_json(std::string_view json) {
  const language::Value value = value_of(json);
  LoadReport report{.skipped_count = count_of(value, "skipped_count")};
  for (const language::Value& file : member_as<language::List>(value, "files")) {
    report.files.push_back({member_as<std::string>(file, "file"), count_of(file, "records"),
                            count_of(file, "accepted"), count_of(file, "skipped")});
  }
  for (const language::Value& one : member_as<language::List>(value, "skipped")) {
    report.skipped.push_back({member_as<std::string>(one, "file"), count_of(one, "line"),
                              member_as<std::string>(one, "reason")});
  }
  return report;
}

SourceFiles source_files_of_json(std::string_view json) {
  const language::Value value = value_of(json);
  const auto* all = value.as<language::List>();
  if (all == nullptr) throw base::DamagedData();
  SourceFiles files;
  for (const language::Value& file : *all) {
    files.push_back({.path = member_as<std::string>(file, "file"),
                     .bytes = count_of(file, "bytes"),
                     .inode = count_of(file, "inode"),
                     .changed_ns = member_as<std::int64_t>(file, "changed_ns"),
                     .samples = member_as<std::string>(file, "samples"),
                     .contents = member_as<std::string>(file, "contents")});
  }
  return files;
}

}  // namespace seedc::data
