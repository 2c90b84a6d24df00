// Writes trees as keys: two are equal if and only if the trees are, but for their locations.
#include "compiler/check/known_evidence.h"

#include <cstddef>
#include <string_view>

namespace seedc::check {
namespace {

void append_count(std::string& key, std::size_t count) {
  key.append(reinterpret_cast<const char*>(&count), sizeof count);
}

void append_text(std::string& key, std::string_view text) {
  append_count(key, text.size());
  key += text;
}

void append(std::string& key, const ast::Json& json) {
  key += static_cast<char>(json.kind);
  key += static_cast<char>(json.boolean);
  append_text(key, json.text);
  append_count(key, json.elements.size());
  for (const ast::Json& element : json.elements) append(key, element);
  append_count(key, json.members.size());
  for (const ast::Json::Member& member : json.members) {
    append_text(key, member.key);
    append(key, member.value);
  }
}

}  // namespace

std::shared_ptr<const language::Condition>& KnownEvidence::condition_of(const ast::Json& evidence) {
  key_.clear();
  append(key_, evidence);
  return known_[key_];
}

}  // namespace seedc::check
