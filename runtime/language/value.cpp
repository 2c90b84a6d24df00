// Implements dicts, numbers and the printed forms of values.
#include "runtime/language/value.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "runtime/base/text_hash.h"
#include "runtime/language/json_string.h"

namespace seedc::language {
namespace {

/// Up to this size a linear search is faster than a hash map; dicts of attributes have about ten
/// keys.
constexpr std::size_t kLinearSearchKeys = 16;

bool is_plain_word(std::string_view key) {
  const auto plain = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_' || c == '-'; };
  return !key.empty() && std::all_of(key.begin(), key.end(), plain);
}

struct JsonWriter {
  std::string& out;

  void operator()(std::monostate) { out += "null"; }
  void operator()(bool value) { out += value ? "true" : "false"; }
  void operator()(std::int64_t value) { fmt::format_to(std::back_inserter(out), "{}", value); }
  void operator()(double value) { out += shortest(value); }
  void operator()(const std::string& value) { append_json_string(out, value); }
  void operator()(const List& list) {
    out += '[';
    for (const Value& entry : list) {
      if (&entry != list.data()) out += ',';
      std::visit(*this, entry.data);
    }
    out += ']';
  }
  void operator()(const Dict& dict) {
    out += '{';
    for (const auto& entry : dict) {
      if (&entry != dict.data()) out += ',';
      append_json_string(out, entry.first);
      out += ':';
      std::visit(*this, entry.second.data);
    }
    out += '}';
  }
};

}  // namespace

const Value* find(const Dict& dict, std::string_view key) {
  const auto entry =
      std::find_if(dict.begin(), dict.end(), [&](const auto& e) { return e.first == key; });
  return entry == dict.end() ? nullptr : &entry->second;
}

void insert_or_assign(Dict& dict, std::string key, Value value) {
  if (const Value* present = find(dict, key)) {
    const_cast<Value&>(*present) = std::move(value);
  } else {
    dict.emplace_back(std::move(key), std::move(value));
  }
}

Dict dict_of(Dict entries) {
  Dict dict;
  dict.reserve(entries.size());
  if (entries.size() <= kLinearSearchKeys) {
    for (auto& [key, value] : entries) insert_or_assign(dict, std::move(key), std::move(value));
    return dict;
  }
  std::unordered_map<std::string_view, std::size_t, base::TextHash> places;
  places.reserve(entries.size());
  for (auto& [key, value] : entries) {
    const auto [place, is_new] = places.try_emplace(key, dict.size());
    if (is_new) {
      dict.emplace_back(key, std::move(value));
    } else {
      dict[place->second].second = std::move(value);
    }
  }
  return dict;
}

std::optional<double> number_of(const Value& value) {
  if (const auto* integer = value.as<std::int64_t>()) return static_cast<double>(*integer);
  if (const auto* real = value.as<double>()) return *real;
  return std::nullopt;
}

std::string to_json(const Value& value) {
  std::string out;
  std::visit(JsonWriter{out}, value.data);
  return out;
}

void append_json_string(std::string& out, std::string_view text) {
  out += '"';
  for (const char c : text) {
    switch (c) {
      case '"':
        out += "\\\"";
        break;
      case '\\':
        out += "\\\\";
        break;
      case '\n':
        out += "\\n";
        break;
      case '\r':
        out += "\\r";
        break;
      case '\t':
        out += "\\t";
        break;
      case '\b':
        out += "\\b";
        break;
      case '\f':
        out += "\\f";
        break;
      default:
        if (static_cast<unsigned char>(c) < 0x20) {
          fmt::format_to(std::back_inserter(out), "\\u{:04x}", c);
        } else {
          out += c;
        }
    }
  }
  out += '"';
}

std::string json_string(std::string_view text) {
  std::string out;
  append_json_string(out, text);
  return out;
}

std::string shortest(double value) {
  std::string text = fmt::format("{}", value);
  const bool looks_integer = text.find_first_not_of("-0123456789") == std::string::npos;
  if (looks_integer) text += ".0";
  return text;
}

std::string to_string(const Path& path) {
  std::string out;
  for (const std::string& key : path) {
    if (!out.empty()) out += '.';
    if (is_plain_word(key)) {
      out += key;
    } else {
      append_json_string(out, key);
    }
  }
  return out;
}

}  // namespace seedc::language
