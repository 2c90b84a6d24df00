// Walks a path through the types of a column, for all rows at once, and codes what it leads to.
#include "runtime/data/arrow/column_coder.h"

#include <algorithm>
#include <set>
#include <stdexcept>

#include "runtime/data/arrow/json_text.h"
#include "runtime/data/model/written_value.h"
#include "runtime/language/text.h"

namespace seedc::data::arrow {
namespace {

using Kind = Type::Kind;
using Form = ColumnSpec::Form;

/// The slot of the last entry of a map with that key and a value, or -1.
std::int64_t find_entry(const Array& map, std::int64_t slot, std::string_view key) {
  const Array::Range range = map.range(slot);
  const Array& entries = map.children().front();
  for (std::int64_t at = range.end; at-- > range.begin;) {
    if (!entries.is_valid(at)) continue;
    const std::int64_t entry = entries.child_slot(at);
    if (text_at(entries.children()[0], entry) == key && entries.children()[1].has(entry))
      return entry;
  }
  return -1;
}

}  // namespace

void ColumnCoder::code(const Array& structs, std::span<const std::int64_t> slots,
                       std::vector<std::uint32_t>& codes) {
  const std::size_t before = codes.size();
  codes.resize(before + slots.size());
  code_at(structs, first_key_, slots, codes.data() + before);
}

/// Codes are 0 where nothing else is written.
void ColumnCoder::code_at(const Array& array, std::size_t depth,
                          std::span<const std::int64_t> slots, std::uint32_t* codes) {
  const bool is_at_end = depth == spec_.path.size();
  switch (array.type().kind) {
    case Kind::Struct:
      return is_at_end ? code_json(array, slots, codes) : code_field(array, depth, slots, codes);
    case Kind::Map:
      return is_at_end ? code_json(array, slots, codes)
                       : code_entry_of_map(array, depth, slots, codes);
    case Kind::Dictionary:
      return code_dictionary(array, depth, slots, codes);
    case Kind::Text:
      return code_texts(array, depth, slots, codes);
    case Kind::List:
    case Kind::Decimal:
      if (is_at_end) code_json(array, slots, codes);
      return;
    case Kind::Boolean:
    case Kind::Integer:
    case Kind::Unsigned:
    case Kind::Real:
    case Kind::Date:
    case Kind::Timestamp:
      if (is_at_end) code_bits(array, slots, codes);
      return;
    case Kind::Null:
      return;
  }
}

/// Memory for the slots that a key of the path leads to, the same for each batch.
ColumnCoder::Slots& ColumnCoder::slots_below(std::size_t depth, std::size_t count) {
  if (slots_.size() <= depth) slots_.resize(spec_.path.size());
  slots_[depth].resize(count);
  return slots_[depth];
}

void ColumnCoder::code_field(const Array& array, std::size_t depth,
                             std::span<const std::int64_t> slots, std::uint32_t* codes) {
  const Array* field = array.child(spec_.path[depth]);
  if (field == nullptr) return;
  Slots& below = slots_below(depth, slots.size());
  for (std::size_t i = 0; i < slots.size(); ++i) {
    const bool is_there = slots[i] != kNowhere && array.is_valid(slots[i]);
    below[i] = is_there ? array.child_slot(slots[i]) : kNowhere;
  }
  code_at(*field, depth + 1, below, codes);
}

void ColumnCoder::code_entry_of_map(const Array& array, std::size_t depth,
                                    std::span<const std::int64_t> slots, std::uint32_t* codes) {
  Slots& below = slots_below(depth, slots.size());
  for (std::size_t i = 0; i < slots.size(); ++i) {
    const bool is_there = slots[i] != kNowhere && array.is_valid(slots[i]);
    below[i] = is_there ? find_entry(array, slots[i], spec_.path[depth]) : kNowhere;
  }
  code_at(array.children().front().children()[1], depth + 1, below, codes);
}

/// Only entries that rows use are coded: a column has no values that no row has.
void ColumnCoder::code_dictionary(const Array& array, std::size_t depth,
                                  std::span<const std::int64_t> slots, std::uint32_t* codes) {
  const Array& values = array.children().front();
  constexpr std::uint32_t kUnused = UINT32_MAX;
  std::vector<std::uint32_t> number_of(static_cast<std::size_t>(values.length()), kUnused);
  Slots used;
  const auto is_there = [&](std::int64_t slot) { return slot != kNowhere && array.is_valid(slot); };
  for (const std::int64_t slot : slots) {
    if (!is_there(slot)) continue;
    const std::int64_t entry = array.entry(slot);
    std::uint32_t& number = number_of[static_cast<std::size_t>(entry)];
    if (number != kUnused) continue;
    number = static_cast<std::uint32_t>(used.size());
    used.push_back(entry);
  }
  std::vector<std::uint32_t> used_codes(used.size());
  code_at(values, depth, used, used_codes.data());
  for (std::size_t i = 0; i < slots.size(); ++i) {
    if (!is_there(slots[i])) continue;
    codes[i] = used_codes[number_of[static_cast<std::size_t>(array.entry(slots[i]))]];
  }
}

void ColumnCoder::code_texts(const Array& array, std::size_t depth,
                             std::span<const std::int64_t> slots, std::uint32_t* codes) {
  if (spec_.form == Form::Node && depth < spec_.path.size()) return;
  for (std::size_t i = 0; i < slots.size(); ++i) {
    if (slots[i] == kNowhere || !array.is_valid(slots[i])) continue;
    codes[i] = code_of_text(array.text(slots[i]), depth);
  }
}

void ColumnCoder::code_bits(const Array& array, std::span<const std::int64_t> slots,
                            std::uint32_t* codes) {
  array.for_each_bits(slots, [&](std::size_t i, std::uint64_t bits) {
    codes[i] = by_bits_.code_of(bits, [&] { return code_of_bits(array, slots[i], bits); });
  });
}

/// Numbers have the key and the value of their JSON, which is not written for them: a column may
/// have as many as rows.
std::uint32_t ColumnCoder::code_of_bits(const Array& array, std::int64_t slot, std::uint64_t bits) {
  const auto code_of_number = [&](auto number) {
    key_.clear();
    append_written(key_, number);
    return code_of_key(value_to_keep(number));
  };
  if (array.type().kind == Kind::Real) return code_of_number(std::bit_cast<double>(bits));
  if (array.type().kind == Kind::Integer) return code_of_number(static_cast<std::int64_t>(bits));
  return code_of_json(array, slot);
}

/// What the column has for a value that is no string.
language::Value ColumnCoder::value_to_keep(language::Value value) const {
  if (spec_.form == Form::Node) return true;
  return spec_.path.empty() ? language::Value() : std::move(value);
}

void ColumnCoder::code_json(const Array& array, std::span<const std::int64_t> slots,
                            std::uint32_t* codes) {
  const bool has_members = array.type().kind == Kind::Struct || array.type().kind == Kind::Map;
  for (std::size_t i = 0; i < slots.size(); ++i) {
    if (slots[i] == kNowhere || !array.is_valid(slots[i])) continue;
    if (spec_.form == Form::Node && has_members && write_members(array, slots[i])) {
      codes[i] = code_of_key(true);
      continue;
    }
    codes[i] = code_of_json(array, slots[i]);
  }
}

/// Strings at and before the path's end are read, and the rest of the path is walked inside them:
/// the same key and value as for a string of a JSON line.
std::uint32_t ColumnCoder::code_of_text(std::string_view text, std::size_t depth) {
  const bool is_node = spec_.form == Form::Node;
  key_.clear();
  if (is_node && spec_.is_kept_elsewhere) {
    key_ = kKeptElsewhere;
    return code_of_key(true);
  }
  append_written(key_, text);
  if (!is_node) {
    const auto place = static_cast<std::uint32_t>(depth);
    key_.append(reinterpret_cast<const char*>(&place), sizeof place);
  }
  return dictionary_.code_of(
      hashed(key_),
      [&]() -> language::Value {
        if (is_node) return true;
        if (spec_.path.empty()) return {};
        const language::Path rest(spec_.path.begin() + static_cast<std::ptrdiff_t>(depth),
                                  spec_.path.end());
        if (spec_.form == Form::Name)
          return rest.empty() ? language::Value(std::string(text)) : language::Value();
        return rest.empty() ? language::read(text)
                            : language::value_at(language::Value(std::string(text)), rest);
      },
      [&](std::string_view key) { return keys_.store(key); });
}

/// Any other value is what its JSON is, which is parsed once per distinct text.
std::uint32_t ColumnCoder::code_of_json(const Array& array, std::int64_t slot) {
  json_.clear();
  append_json(json_, array, slot);
  const auto known = by_json_.find(json_);
  if (known != by_json_.end()) return known->second;
  json_.reserve(json_.size() + kJsonPadding);
  const auto element = parser_.parse(json_);
  if (!element) throw std::length_error("an Arrow value is longer than JSON can be");
  std::uint32_t code = 0;
  if (const auto text = string_of(*element)) {
    code = code_of_text(std::string(*text), spec_.path.size());
  } else if (!element->is_null()) {
    key_.clear();
    append_written(key_, *element);
    const bool is_value = spec_.form != Form::Node && !spec_.path.empty();
    code = code_of_key(is_value ? to_value(*element) : value_to_keep({}));
  }
  by_json_.emplace(known_json_.store(json_), code);
  return code;
}

/// False if a key has no column of its own.
bool ColumnCoder::write_members(const Array& array, std::int64_t slot) {
  std::set<std::string_view> seen;
  std::vector<std::string_view> keys;
  const auto add = [&](std::string_view key) {
    if (seen.insert(key).second) keys.push_back(key);
  };
  if (array.type().kind == Kind::Struct) {
    for (std::size_t c = 0; c < array.children().size(); ++c) {
      if (array.has_field(c, slot)) add(array.children()[c].type().name);
    }
  } else {
    const Array::Range range = array.range(slot);
    const Array& entries = array.children().front();
    for (std::int64_t at = range.begin; at < range.end; ++at) {
      const std::int64_t entry = entries.child_slot(at);
      const auto key = entries.is_valid(at) ? text_at(entries.children()[0], entry) : std::nullopt;
      if (key && entries.children()[1].has(entry)) add(*key);
    }
  }
  const bool all_have_columns = std::ranges::all_of(
      keys, [&](std::string_view key) { return std::ranges::binary_search(spec_.members, key); });
  key_.clear();
  if (all_have_columns) append_members(key_, keys);
  return all_have_columns;
}

std::uint32_t ColumnCoder::code_of_key(language::Value value) {
  return dictionary_.code_of(
      hashed(key_), [&] { return std::move(value); },
      [&](std::string_view key) { return keys_.store(key); });
}

}  // namespace seedc::data::arrow
