// Dictionary coding of values.
#include "runtime/data/table.h"

#include <cstring>

#include "runtime/contract/text.h"

namespace seedc {
namespace {

using simdjson::dom::element_type;

template <class T>
void append_bytes(std::string& key, const T& value) {
  key.append(reinterpret_cast<const char*>(&value), sizeof value);
}

/// Different places get different keys: a letter for the type, then the value. Of strings also the
/// depth, since the rest of the path is walked inside them.
void write_key(const Place& place, std::string& key) {
  const JsonElement element = place.element;
  key.clear();
  switch (element.type()) {
    case element_type::STRING:
      key += 's';
      append_bytes(key, place.depth);
      key += element.get_string().value_unsafe();
      break;
    case element_type::INT64:
      key += 'i';
      append_bytes(key, element.get_int64().value_unsafe());
      break;
    case element_type::UINT64:
      key += 'u';
      append_bytes(key, element.get_uint64().value_unsafe());
      break;
    case element_type::DOUBLE:
      key += 'd';
      append_bytes(key, element.get_double().value_unsafe());
      break;
    case element_type::BOOL:
      key += element.get_bool().value_unsafe() ? 't' : 'f';
      break;
    case element_type::NULL_VALUE:
      key += 'n';
      break;
    case element_type::ARRAY:
    case element_type::OBJECT:
      key += 'j' + simdjson::minify(element);
      break;
  }
}

Value value_of(const Place& place, const ColumnSpec& spec) {
  if (!spec.as_written) return value_at_place(place, spec.path);
  const auto text = place.depth == spec.path.size() ? string_of(place.element) : std::nullopt;
  return text ? Value(std::string(*text)) : Value();
}

}  // namespace

std::uint32_t Dictionary::add(std::string_view key, Value value) {
  std::uint32_t code = 0;
  if (!value.is_null()) {
    code = static_cast<std::uint32_t>(values_.size());
    values_.push_back(std::move(value));
  }
  const std::string_view kept = keys_.store(key);
  entries_.emplace_back(kept, code);
  codes_.emplace(kept, code);
  return code;
}

std::vector<std::uint32_t> Dictionary::merge(Dictionary&& other) {
  std::vector<std::uint32_t> new_codes(other.values_.size());
  for (const auto& [key, code] : other.entries_) {
    new_codes[code] = code_of(key, [&, c = code] { return std::move(other.values_[c]); });
  }
  return new_codes;
}

Table::Table(const std::vector<ColumnSpec>& specs) : specs_(&specs), columns_(specs.size()) {}

std::uint32_t Table::code_of(std::size_t column, const Place& place) {
  if (place.depth == 0) return 0;
  write_key(place, key_);
  return columns_[column].dictionary.code_of(key_,
                                             [&] { return value_of(place, (*specs_)[column]); });
}

std::uint32_t Table::add_row(std::span<const Place> places) {
  for (std::size_t c = 0; c < columns_.size(); ++c)
    columns_[c].codes.push_back(code_of(c, places[c]));
  return row_count_++;
}

void Table::append(Table&& other, std::span<const std::uint32_t> rows) {
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    const auto new_codes = columns_[c].dictionary.merge(std::move(other.columns_[c].dictionary));
    for (const std::uint32_t row : rows)
      columns_[c].codes.push_back(new_codes[other.columns_[c].codes[row]]);
  }
  row_count_ += static_cast<std::uint32_t>(rows.size());
}

void Table::overlay(Table&& other, std::span<const std::uint32_t> sources) {
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    const auto new_codes = columns_[c].dictionary.merge(std::move(other.columns_[c].dictionary));
    for (std::size_t row = 0; row < sources.size(); ++row) {
      if (sources[row] == kNoRow) continue;
      const std::uint32_t code = new_codes[other.columns_[c].codes[sources[row]]];
      if (code != 0) columns_[c].codes[row] = code;
    }
  }
}

}  // namespace seedc
