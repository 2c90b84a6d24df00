// Applies the client's changes to texts.
#include "engine/lsp/documents.h"

#include <algorithm>
#include <filesystem>
#include <limits>
#include <utility>

namespace seedc::lsp {
namespace {

constexpr std::string_view kFileScheme = "file://";

std::optional<int> hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  const char letter = static_cast<char>(c | 0x20);
  if (letter >= 'a' && letter <= 'f') return letter - 'a' + 10;
  return std::nullopt;
}

std::string percent_decoded(std::string_view text) {
  std::string decoded;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto high = i + 2 < text.size() ? hex_digit(text[i + 1]) : std::nullopt;
    const auto low = i + 2 < text.size() ? hex_digit(text[i + 2]) : std::nullopt;
    if (text[i] == '%' && high && low) {
      decoded += static_cast<char>(*high * 16 + *low);
      i += 2;
    } else {
      decoded += text[i];
    }
  }
  return decoded;
}

bool is_unreserved(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         std::string_view("-._~/").find(c) != std::string_view::npos;
}

std::uint32_t count_at(const Json& json, const char* key) {
  constexpr std::int64_t kMost = std::numeric_limits<std::int32_t>::max();
  return static_cast<std::uint32_t>(std::clamp<std::int64_t>(integer_at(json, {key}), 0, kMost));
}

}  // namespace

std::string path_of_uri(const std::string& uri) {
  if (!uri.starts_with(kFileScheme)) return uri;
  const std::size_t slash = uri.find('/', kFileScheme.size());
  return slash == std::string::npos ? uri : percent_decoded(uri.substr(slash));
}

std::string uri_of_path(const std::string& path) {
  if (path.find("://") != std::string::npos) return path;
  std::string uri(kFileScheme);
  for (const char c : std::filesystem::absolute(path).lexically_normal().string()) {
    if (is_unreserved(c)) {
      uri += c;
    } else {
      constexpr std::string_view kDigits = "0123456789ABCDEF";
      const auto byte = static_cast<unsigned char>(c);
      uri += {'%', kDigits[byte / 16], kDigits[byte % 16]};
    }
  }
  return uri;
}

Position position_of(const Json& json) {
  return {count_at(json, "line"), count_at(json, "character")};
}

Json json_of(Position position) {
  return {{"line", position.line}, {"character", position.character}};
}

Json json_of(const Range& range) {
  return {{"start", json_of(range.begin)}, {"end", json_of(range.end)}};
}

const Document* Documents::open(const Json& params) {
  const Json& item = at(params, {"textDocument"});
  const std::string uri = text_at(item, {"uri"});
  if (uri.empty()) return nullptr;
  Document& document = documents_[uri];
  document = {.uri = uri,
              .path = path_of_uri(uri),
              .language = text_at(item, {"languageId"}),
              .version = integer_at(item, {"version"}),
              .lines = std::make_shared<TextLines>(text_at(item, {"text"}))};
  return &document;
}

std::string Documents::changed(std::string text, const Json& change) const {
  const Json& range = at(change, {"range"});
  if (!range.is_object()) return text_at(change, {"text"});
  const TextLines lines(std::move(text));
  std::size_t begin = lines.offset_of(position_of(at(range, {"start"})), encoding_);
  std::size_t end = lines.offset_of(position_of(at(range, {"end"})), encoding_);
  if (end < begin) std::swap(begin, end);
  std::string made = lines.text();
  made.replace(begin, end - begin, text_at(change, {"text"}));
  return made;
}

const Document* Documents::change(const Json& params) {
  const auto found = documents_.find(text_at(params, {"textDocument", "uri"}));
  if (found == documents_.end()) return nullptr;
  Document& document = found->second;
  std::string text = document.text();
  const Json& changes = at(params, {"contentChanges"});
  if (changes.is_array()) {
    for (const Json& each : changes) {
      if (at(each, {"text"}).is_string()) text = changed(std::move(text), each);
    }
  }
  document.version = integer_at(params, {"textDocument", "version"});
  document.lines = std::make_shared<TextLines>(std::move(text));
  return &document;
}

std::optional<Document> Documents::close(const Json& params) {
  auto closed = documents_.extract(text_at(params, {"textDocument", "uri"}));
  if (!closed) return std::nullopt;
  return std::move(closed.mapped());
}

const Document* Documents::find(const std::string& uri) const {
  const auto found = documents_.find(uri);
  return found == documents_.end() ? nullptr : &found->second;
}

const Document& Documents::of(const Json& params) const {
  const std::string uri = text_at(params, {"textDocument", "uri"});
  if (const Document* document = find(uri)) return *document;
  throw RequestError(ErrorCode::InvalidParams, "the document `" + uri + "` is not open");
}

}  // namespace seedc::lsp
