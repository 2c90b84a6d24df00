// Encodes and decodes values as they are written in the data.
#include "runtime/data/model/written_value.h"

#include <algorithm>
#include <cstring>
#include <set>

#include "runtime/base/damaged_data.h"

namespace seedc::data {
namespace {

using simdjson::dom::element_type;

template <class T>
void append_bytes(std::string& out, const T& value) {
  out.append(reinterpret_cast<const char*>(&value), sizeof value);
}

template <class T>
T from_bytes(std::string_view bytes) {
  T value;
  if (bytes.size() != sizeof value) throw base::DamagedData();
  std::memcpy(&value, bytes.data(), sizeof value);
  return value;
}

}  // namespace

void append_written(std::string& out, JsonElement element) {
  switch (element.type()) {
    case element_type::STRING:
      append_written(out, element.get_string().value_unsafe());
      break;
    case element_type::INT64:
      append_written(out, element.get_int64().value_unsafe());
      break;
    case element_type::UINT64:
      out += 'u';
      append_bytes(out, element.get_uint64().value_unsafe());
      break;
    case element_type::DOUBLE:
      append_written(out, element.get_double().value_unsafe());
      break;
    case element_type::BOOL:
      out += element.get_bool().value_unsafe() ? 't' : 'f';
      break;
    case element_type::NULL_VALUE:
      out += 'n';
      break;
    case element_type::ARRAY:
    case element_type::OBJECT:
      out += 'j' + simdjson::minify(element);
      break;
  }
}

void append_written(std::string& out, std::string_view string) {
  out += 's';
  out += string;
}

void append_written(std::string& out, std::int64_t integer) {
  out += 'i';
  append_bytes(out, integer);
}

void append_written(std::string& out, double real) {
  out += 'd';
  append_bytes(out, real);
}

void append_members(std::string& out, std::span<const std::string_view> keys) {
  out += "o[";
  for (std::size_t k = 0; k < keys.size(); ++k) {
    if (k > 0) out += ',';
    language::append_json_string(out, keys[k]);
  }
  out += ']';
}

language::Value WrittenReader::value(std::string_view written) {
  if (written.empty()) throw base::DamagedData();
  const std::string_view rest = written.substr(1);
  switch (written.front()) {
    case 's':
      return std::string(rest);
    case 'i':
      return from_bytes<std::int64_t>(rest);
    case 'u':
      return static_cast<double>(from_bytes<std::uint64_t>(rest));
    case 'd':
      return from_bytes<double>(rest);
    case 't':
      return true;
    case 'f':
      return false;
    case 'j':
      return to_value(parse(rest));
    default:
      throw base::DamagedData();
  }
}

std::vector<std::string> WrittenReader::members(std::string_view written) {
  const auto list = array_of(parse(written.substr(1)));
  if (!list) throw base::DamagedData();
  std::vector<std::string> keys;
  std::set<std::string_view> seen;
  for (const JsonElement element : *list) {
    const auto key = string_of(element);
    if (!key || !seen.insert(*key).second) throw base::DamagedData();
    keys.emplace_back(*key);
  }
  return keys;
}

JsonElement WrittenReader::parse(std::string_view json) {
  padded_ = json;
  padded_.reserve(padded_.size() + kJsonPadding);
  const auto root = parser_.parse(padded_);
  if (!root) throw base::DamagedData();
  return *root;
}

}  // namespace seedc::data
