// Walks records along their tokens, and converts only the values that are not strings.
#include "runtime/data/flat_records.h"

#include "runtime/language/reading.h"
#include "runtime/language/text.h"

namespace seedc::data {
namespace {

const std::size_t kStringType = language::Value("").data.index();
const std::size_t kObjectType = language::Value(language::Dict()).data.index();

}  // namespace

FlatRecordWriter::FlatRecordWriter(JsonTokens& tokens, JsonParser& parser, FlatRecords& records)
    : tokens_(tokens), parser_(parser), records_(records), text_node_(child_of(0, "text")) {}

FlatRecords::Range FlatRecordWriter::add_review(const JsonText& review) {
  const auto begin = static_cast<std::uint32_t>(records_.values.size());
  JsonCursor json = tokens_.walk(review.text());
  repeats_key_ = false;
  add_members(0, json);
  if (repeats_key_) {
    records_.values.resize(begin);
    const language::Value value = value_of(review);
    for (const auto& [key, member] : *value.as<language::Dict>())
      add_written(child_of(0, key), member);
  }
  return {begin, static_cast<std::uint32_t>(records_.values.size())};
}

FlatRecords::Range FlatRecordWriter::add_user(const JsonText& user) {
  const auto begin = static_cast<std::uint32_t>(records_.values.size());
  const std::uint32_t node = child_of(0, "user");
  JsonCursor json = tokens_.walk(user.text());
  repeats_key_ = false;
  add_value(node, json);
  if (repeats_key_) {
    records_.values.resize(begin);
    add_written(node, value_of(user));
  }
  return {begin, static_cast<std::uint32_t>(records_.values.size())};
}

void FlatRecordWriter::add_members(std::uint32_t node, JsonCursor& json) {
  const std::uint64_t object = ++objects_;
  std::size_t position = 0;
  json.object([&](const JsonText& key) {
    const std::uint32_t child = child_at(node, position++, key);
    repeats_key_ = repeats_key_ || states_[child].object == object;
    states_[child].object = object;
    add_value(child, json);
  });
}

void FlatRecordWriter::add_value(std::uint32_t node, JsonCursor& json) {
  switch (json.next()) {
    case '{':
      records_.values.push_back({.node = node, .type = static_cast<std::uint8_t>(kObjectType)});
      return add_members(node, json);
    case '[':
      return add_read(node, value_of(json.value()));
    case '"':
      return add_string(node, json.string());
    default:
      return add_scalar(node, json.value());
  }
}

void FlatRecordWriter::add_string(std::uint32_t node, const JsonText& string) {
  if (node == text_node_) {
    records_.values.push_back({.node = node, .type = static_cast<std::uint8_t>(kStringType)});
  } else if (string.is_plain_string() && language::is_read_as_itself(string.inside())) {
    add_text(node, kStringType, string.inside());
  } else {
    add_written(node, value_of(string));
  }
}

/// Counts, stars and the like: most are short and repeat often.
void FlatRecordWriter::add_scalar(std::uint32_t node, const JsonText& scalar) {
  if (scalar.text().size() > ShortText::kMostBytes) return add_read(node, value_of(scalar));
  const ShortText written(scalar.text());
  Recent& recent = recent_[written.hash(kRecentBits)];
  if (recent.written == written) {
    records_.values.push_back(recent.value);
    records_.values.back().node = node;
    return;
  }
  add_read(node, value_of(scalar));
  recent = {written, records_.values.back()};
}

/// A value as it is in the data: strings are still to be read.
void FlatRecordWriter::add_written(std::uint32_t node, const language::Value& written) {
  const auto* text = written.as<std::string>();
  if (text == nullptr) return add_read(node, written);
  if (node == text_node_) {
    records_.values.push_back({.node = node, .type = static_cast<std::uint8_t>(kStringType)});
  } else if (language::is_read_as_itself(*text)) {
    add_text(node, kStringType, *text);
  } else {
    add_read(node, language::read(*text));
  }
}

void FlatRecordWriter::add_read(std::uint32_t node, const language::Value& value) {
  if (const auto* dict = value.as<language::Dict>()) {
    records_.values.push_back({.node = node, .type = static_cast<std::uint8_t>(kObjectType)});
    for (const auto& [key, member] : *dict) add_written(child_of(node, key), member);
  } else if (const auto* text = value.as<std::string>()) {
    add_text(node, kStringType, *text);
  } else if (value.is_null()) {
    records_.values.push_back({.node = node});
  } else {
    add_text(node, value.data.index(), language::python_str(value));
  }
}

void FlatRecordWriter::add_text(std::uint32_t node, std::size_t type, std::string_view text) {
  records_.values.push_back({.node = node,
                             .type = static_cast<std::uint8_t>(type),
                             .has_text = true,
                             .hash = base::TextHash()(text),
                             .text = records_.texts.store(text)});
}

/// Most objects at a path have the same keys in the same order.
std::uint32_t FlatRecordWriter::child_at(std::uint32_t node, std::size_t position,
                                         const JsonText& key) {
  if (!key.is_plain_string()) return child_of(node, *value_of(key).as<std::string>());
  const std::string_view name = key.inside();
  if (position < states_[node].members.size()) {
    const std::uint32_t usual = states_[node].members[position];
    if (records_.nodes[usual].key == name) return usual;
  }
  const std::uint32_t child = child_of(node, name);
  auto& members = states_[node].members;
  if (position == members.size()) members.push_back(child);
  if (position < members.size()) members[position] = child;
  return child;
}

std::uint32_t FlatRecordWriter::child_of(std::uint32_t node, std::string_view key) {
  const auto known = numbers_.find(NodeKey{node, key});
  if (known != numbers_.end()) return known->second;
  const auto child = static_cast<std::uint32_t>(records_.nodes.size());
  const std::string_view stored = records_.texts.store(key);
  records_.nodes.push_back({node, stored});
  states_.emplace_back();
  numbers_.emplace(NodeKey{node, stored}, child);
  return child;
}

language::Value FlatRecordWriter::value_of(const JsonText& json) {
  return to_value(parser_.parse(json.text()).value());
}

}  // namespace seedc::data
