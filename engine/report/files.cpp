// Writes results of requests as machine-readable files: groundtruth, matrix, conditions.
#include <fmt/format.h>

#include "engine/report/requests.h"

namespace seedc::report {
namespace {

/// A JSON string as Python's json.dumps writes it: only ASCII, the rest as \uXXXX, in pairs beyond
/// the BMP.
std::string python_json_string(std::string_view text) {
  std::string utf8;
  language::append_json_string(utf8, text);
  std::string out;
  for (std::size_t at = 0; at < utf8.size();) {
    const auto lead = static_cast<unsigned char>(utf8[at]);
    if (lead < 0x7f) {
      out += utf8[at++];
      continue;
    }
    const std::size_t length = lead >= 0xf0 ? 4 : (lead >= 0xe0 ? 3 : (lead >= 0x80 ? 2 : 1));
    std::uint32_t point = length == 1 ? lead : lead & (0xffu >> (length + 1));
    for (std::size_t i = 1; i < length; ++i)
      point = point << 6 | (static_cast<unsigned char>(utf8[at + i]) & 0x3fu);
    at += length;
    if (point >= 0x10000) {
      point -= 0x10000;
      out += fmt::format("\\u{:04x}\\u{:04x}", 0xd800 + (point >> 10), 0xdc00 + (point & 0x3ff));
    } else {
      out += fmt::format("\\u{:04x}", point);
    }
  }
  return out;
}

std::string items_list(const data::Dataset& dataset) {
  std::string out = "[";
  for (std::uint32_t item = 0; item < dataset.item_count(); ++item) {
    if (item > 0) out += ',';
    language::append_json_string(out, dataset.item_id(item));
  }
  return out + "]";
}

/// `"key":[values…]`
template <class ValueOf>
std::string row(const std::string& key, std::uint32_t items, const ValueOf& value_of) {
  std::string out;
  language::append_json_string(out, key);
  out += ":[";
  for (std::uint32_t item = 0; item < items; ++item)
    out += fmt::format("{}{}", item > 0 ? "," : "", value_of(item));
  return out + "]";
}

}  // namespace

std::string format_groundtruth(const std::vector<RequestResult>& results,
                               const data::Dataset& dataset) {
  std::string out;
  for (const RequestResult& result : results) {
    const auto gold = result.gold ? dataset.find_item(*result.gold) : std::nullopt;
    out += fmt::format(
        "{{\"request_id\": {}, \"gold_restaurant\": {}, \"gold_idx\": {}, \"status\": \"{}\"}}\n",
        python_json_string(result.id), result.gold ? python_json_string(*result.gold) : "null",
        gold ? static_cast<std::int64_t>(*gold) : -1, name_of(result.status));
  }
  return out;
}

std::string format_matrix(const std::vector<RequestResult>& results, const data::Dataset& dataset) {
  std::string out = "{\"items\":" + items_list(dataset) + ",\"requests\":{";
  bool first = true;
  for (const RequestResult& result : results) {
    dataset.call().check();
    if (!result.compiled) continue;
    if (!first) out += ',';
    first = false;
    out += row(result.id, dataset.item_count(),
               [&](std::uint32_t item) { return static_cast<int>(result.values[item]); });
  }
  return out + "}}\n";
}

std::string format_conditions(const contract::Plan& plan, const exec::RunResult& run,
                              const data::Dataset& dataset) {
  std::string out = "{\"items\":" + items_list(dataset) + ",\"conditions\":{";
  for (std::size_t name = 0; name < plan.names.size(); ++name) {
    dataset.call().check();
    if (name > 0) out += ',';
    const std::size_t root = plan.requests.size() + name;
    out += row(plan.names[name], dataset.item_count(),
               [&](std::uint32_t item) { return static_cast<int>(run.value(root, item)); });
  }
  return out + "}}\n";
}

}  // namespace seedc::report
