// Computes keys of values, and reads values at places.
#include "runtime/data/jsonl/row_coder.h"

#include <algorithm>
#include <bit>
#include <set>

#include "runtime/data/model/written_value.h"
#include "runtime/language/reading.h"
#include "runtime/language/text.h"

namespace seedc::data {
namespace {

using Form = ColumnSpec::Form;

/// The value at a path whose first keys led to a string: the walk continues in its contents.
language::Value value_within(std::string_view text, const language::Path& rest) {
  return rest.empty() ? language::read(text)
                      : language::value_at(language::Value(std::string(text)), rest);
}

}  // namespace

unsigned RowCoder::recent_bits(std::size_t block_bytes) {
  constexpr std::size_t kBytesOfEntry = 4096;
  constexpr unsigned kLeast = 4;
  constexpr unsigned kMost = 9;
  return std::clamp<unsigned>(std::bit_width(block_bytes / kBytesOfEntry), kLeast, kMost);
}

std::uint32_t RowCoder::add_row(std::span<const Place> places) {
  if (recent_.empty()) recent_.resize(std::min(specs_.size(), kColumnsOfRecent) << recent_bits_);
  for (std::size_t c = 0; c < codes_.size(); ++c) codes_[c] = code_of(c, places[c]);
  return table_.add_row(codes_);
}

std::uint32_t RowCoder::code_of(std::size_t column, const Place& place) {
  if (place.depth == Place::kNowhere) return 0;
  const bool is_short =
      column < kColumnsOfRecent && place.json.text().size() <= ShortText::kMostBytes;
  return is_short ? code_of_short(column, place) : code_of_any(column, place);
}

/// Counts, stars, names: most values of most records are short and repeat often.
std::uint32_t RowCoder::code_of_short(std::size_t column, const Place& place) {
  const ShortText text(place.json.text());
  Recent& recent = recent_[(column << recent_bits_) + text.hash(recent_bits_)];
  if (!(recent.text == text && recent.depth == place.depth))
    recent = {text, place.depth, code_of_any(column, place)};
  return recent.code;
}

std::uint32_t RowCoder::code_of_any(std::size_t column, const Place& place) {
  const ColumnSpec& spec = specs_[column];
  const bool is_node = spec.form == Form::Node;
  if (is_node && place.depth < spec.path.size()) return 0;
  if (is_node && place.json.is_object()) return code_of_object(column, place);
  if (!place.json.is_plain_string()) return code_of_known(column, place);
  return is_added_as_text(column, place)
             ? table_.dictionary(column).add_text(tools_.texts.store(place.json.inside()))
             : code_by_key(column, place);
}

/// Of a string without escapes.
bool RowCoder::is_added_as_text(std::size_t column, const Place& place) const {
  const std::size_t depth = specs_[column].path.size();
  return table_.adds_as_they_are(column) && depth > 0 && place.depth == depth &&
         language::is_read_as_itself(place.json.inside());
}

/// Of an object only its keys count if all of them have columns, and most objects have the same.
std::uint32_t RowCoder::code_of_object(std::size_t column, const Place& place) {
  object_keys_.clear();
  JsonCursor json = tools_.tokens.walk(place.json.text());
  json.object([&](const JsonText& key) {
    object_keys_.push_back(key);
    json.value();
  });
  if (usual_.empty()) usual_.resize(specs_.size());
  UsualObject& usual = usual_[column];
  const auto same = [](const JsonText& a, const JsonText& b) { return a.text() == b.text(); };
  if (usual.code != 0 && std::ranges::equal(object_keys_, usual.keys, same)) return usual.code;
  const std::uint32_t code = code_by_key(column, place);
  if (has_only_columns(specs_[column])) usual = {object_keys_, code};
  return code;
}

std::uint32_t RowCoder::code_of_known(std::size_t column, const Place& place) {
  KnownTexts& known = known_[column];
  const HashedText text = hashed(place.json.text());
  const std::uint32_t entry = known.index.find(text.hash, [&](std::uint32_t e) {
    return known.entries[e].text == text.text && known.entries[e].depth == place.depth;
  });
  if (entry != HashIndex::kNone) return known.entries[entry].code;
  const std::uint32_t code = code_by_key(column, place);
  known.index.add(text.hash, static_cast<std::uint32_t>(known.entries.size()));
  known.entries.push_back({text.text, place.depth, code});
  return code;
}

std::uint32_t RowCoder::code_by_key(std::size_t column, const Place& place) {
  const ColumnSpec& spec = specs_[column];
  write_key(place, spec);
  return table_.dictionary(column).code_of(
      hashed(key_), [&] { return value_of(place, spec); },
      [&](std::string_view key) { return tools_.keys.store(key); });
}

/// Different values get different keys. For strings the depth also matters, since the rest of the
/// path is walked inside them.
void RowCoder::write_key(const Place& place, const ColumnSpec& spec) {
  const bool is_node = spec.form == Form::Node;
  const bool is_string = place.json.is_string();
  key_.clear();
  if (is_node && is_string && spec.is_kept_elsewhere) {
    key_ = kKeptElsewhere;
    return;
  }
  if (is_node && place.json.is_object() && has_only_columns(spec)) return write_members();
  if (place.json.is_plain_string()) {
    append_written(key_, place.json.inside());
  } else if (const auto number = number_of(place.json.text())) {
    std::visit([&](auto value) { append_written(key_, value); }, *number);
  } else {
    append_written(key_, tools_.parser.parse(place.json.text()).value());
  }
  if (is_string && !is_node)
    key_.append(reinterpret_cast<const char*>(&place.depth), sizeof place.depth);
}

/// Of the object whose keys were found last.
bool RowCoder::has_only_columns(const ColumnSpec& spec) {
  return std::ranges::all_of(object_keys_, [&](const JsonText& key) {
    return std::binary_search(spec.members.begin(), spec.members.end(), name_of(key));
  });
}

void RowCoder::write_members() {
  std::set<std::string_view> seen;
  std::vector<std::string_view> names;
  for (const JsonText& key : object_keys_) {
    const std::string_view name = name_of(key);
    if (seen.insert(name).second) names.push_back(name);
  }
  append_members(key_, names);
}

std::string_view RowCoder::name_of(const JsonText& key) {
  return key.is_plain_string() ? key.inside() : tools_.tokens.store(key, tools_.keys);
}

language::Value RowCoder::value_of(const Place& place, const ColumnSpec& spec) {
  if (spec.form == Form::Node)
    return place.json.is_null() ? language::Value() : language::Value(true);
  const language::Path rest(spec.path.begin() + place.depth, spec.path.end());
  const bool is_name = spec.form == Form::Name;
  if (spec.path.empty() || (is_name && !rest.empty())) return {};
  const auto value_of_text = [&](std::string_view text) {
    return is_name ? language::Value(std::string(text)) : value_within(text, rest);
  };
  if (place.json.is_plain_string()) return value_of_text(place.json.inside());
  if (const auto number = number_of(place.json.text()); number && rest.empty())
    return std::visit([](auto value) { return language::Value(value); }, *number);
  const JsonElement element = tools_.parser.parse(place.json.text()).value();
  if (const auto text = string_of(element)) return value_of_text(*text);
  return rest.empty() ? to_value(element) : language::value_at(to_value(element), rest);
}

}  // namespace seedc::data
