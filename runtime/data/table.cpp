// Dictionary coding of values.
#include "runtime/data/table.h"

#include "runtime/contract/text.h"
#include "runtime/data/written_value.h"

namespace seedc {
namespace {

using Form = ColumnSpec::Form;

/// Different places get different keys. Of strings also the depth counts, since the rest of the
/// path is walked inside them.
void write_key(const Place& place, std::string& key) {
  append_written(key, place.element);
  if (place.element.is_string())
    key.append(reinterpret_cast<const char*>(&place.depth), sizeof place.depth);
}

void write_node_key(const Place& place, const ColumnSpec& spec, std::string& key) {
  if (spec.is_kept_elsewhere && place.element.is_string()) {
    key = kKeptElsewhere;
    return;
  }
  const auto object = object_of(place.element);
  if (!object || !append_members(key, *object, spec.members)) append_written(key, place.element);
}

Value value_of(const Place& place, const ColumnSpec& spec) {
  if (spec.form == Form::Read) return value_at_place(place, spec.path);
  if (spec.form == Form::Node) return place.element.is_null() ? Value() : Value(true);
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

FlatTexts Dictionary::keys() const {
  std::vector<std::string_view> keys(values_.size());
  for (auto entry = entries_.rbegin(); entry != entries_.rend(); ++entry) {
    if (entry->second != 0) keys[entry->second] = entry->first;
  }
  return FlatTexts::of(keys);
}

Table::Table(const std::vector<ColumnSpec>& specs) : specs_(&specs), columns_(specs.size()) {}

std::uint32_t Table::code_of(std::size_t column, const Place& place) {
  const ColumnSpec& spec = (*specs_)[column];
  const bool is_node = spec.form == Form::Node;
  if (place.depth == Place::kNowhere || (is_node && place.depth < spec.path.size())) return 0;
  key_.clear();
  if (is_node) {
    write_node_key(place, spec, key_);
  } else {
    write_key(place, key_);
  }
  return columns_[column].dictionary.code_of(key_, [&] { return value_of(place, spec); });
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
