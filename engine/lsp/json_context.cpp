// A scanner of tokens that keeps the open brackets, and goes on after the location until they
// close.
#include "engine/lsp/json_context.h"

#include <algorithm>
#include <optional>

namespace seedc::lsp {
namespace {

struct JsonToken {
  std::size_t begin = 0, end = 0;
  bool is_string = false;
  bool is_closed = true;  ///< of a string
  char sign = 0;          ///< of a sign
  std::string_view text;  ///< of a string without its quotes
};

std::optional<JsonToken> json_token_from(std::string_view text, std::size_t begin) {
  begin = text.find_first_not_of(" \t\r\n", begin);
  if (begin == std::string_view::npos) return std::nullopt;
  JsonToken token{.begin = begin, .end = begin + 1};
  if (text[begin] == '"') {
    std::size_t end = begin + 1;
    while (end < text.size() && text[end] != '"' && text[end] != '\n')
      end += text[end] == '\\' ? 2 : 1;
    end = std::min(end, text.size());
    token.is_string = true;
    token.is_closed = end < text.size() && text[end] == '"';
    token.end = token.is_closed ? end + 1 : end;
    token.text = text.substr(begin + 1, end - begin - 1);
  } else if (std::string_view("{}[]:,").find(text[begin]) != std::string_view::npos) {
    token.sign = text[begin];
  } else {
    token.end = std::min(text.find_first_of(" \t\r\n{}[]:,\"", begin), text.size());
    token.text = text.substr(begin, token.end - begin);
  }
  return token;
}

class JsonScanner {
 public:
  JsonScanner(std::string_view text, std::size_t offset, bool has_lines)
      : text_(text), offset_(offset), has_lines_(has_lines) {}

  JsonContext scan() {
    std::size_t at = 0;
    while (const auto token = json_token_from(text_, at)) {
      if (token->begin >= offset_) break;
      if (has_lines_ && token->sign == '{' && is_first_of_line(*token)) restart();
      const bool ends_before = token->sign != 0 || token->end < offset_ ||
                               (token->end == offset_ && token->is_string && token->is_closed);
      if (!ends_before) {
        found(*token);
        at = token->end;
        break;
      }
      take(*token);
      at = token->end;
    }
    if (!is_found_) found({.begin = offset_, .end = offset_, .text = {}});
    complete(at);
    return std::move(context_);
  }

 private:
  bool is_first_of_line(const JsonToken& token) const {
    return token.begin == 0 || text_[token.begin - 1] == '\n';
  }

  void restart() {
    levels_.clear();
    context_.complete.clear();
  }

  std::string path() const {
    JsonContext here;
    here.levels = levels_;
    return here.path();
  }

  void take(const JsonToken& token) {
    if (token.sign == '{' || token.sign == '[') {
      levels_.push_back({token.sign == '{', {}, {}});
      has_colon_ = false;
      return;
    }
    if (levels_.empty()) return;
    JsonLevel& in = levels_.back();
    if (token.sign == '}' || token.sign == ']') return close();
    if (token.sign == ',') {
      in.key.clear();
      has_colon_ = false;
    } else if (token.sign == ':') {
      has_colon_ = true;
    } else if (in.is_object && !has_colon_) {
      in.key = token.text;
    } else if (in.is_object) {
      in.scalars[in.key] = token.text;
    }
  }

  void close() {
    JsonLevel closed = std::move(levels_.back());
    levels_.pop_back();
    if (closed.is_object && !is_found_)
      context_.complete.push_back({path(), std::move(closed.scalars)});
    has_colon_ = true;
  }

  void found(const JsonToken& token) {
    is_found_ = true;
    context_.word = {token.begin, token.end};
    context_.is_in_string = token.is_string;
    const std::size_t begin = token.is_string ? token.begin + 1 : token.begin;
    context_.prefix = text_.substr(begin, offset_ - std::min(begin, offset_));
    context_.is_key =
        !levels_.empty() && levels_.back().is_object && (!has_colon_ || levels_.back().key.empty());
    context_.levels = levels_;
  }

  /// Adds the members after the location.
  void complete(std::size_t at) {
    const std::size_t depth = context_.levels.size();
    if (depth == 0 || !context_.levels.back().is_object) return;
    while (const auto token = json_token_from(text_, at)) {
      if (has_lines_ && token->sign == '{' && is_first_of_line(*token)) return;
      if (levels_.size() == depth) context_.levels.back().scalars = levels_.back().scalars;
      take(*token);
      if (levels_.size() < depth) return;
      at = token->end;
    }
    if (levels_.size() == depth) context_.levels.back().scalars = levels_.back().scalars;
  }

  std::string_view text_;
  std::size_t offset_;
  bool has_lines_;
  bool has_colon_ = false;  ///< after the key of the innermost object, or after its value
  bool is_found_ = false;
  std::vector<JsonLevel> levels_;
  JsonContext context_;
};

}  // namespace

std::string JsonContext::path() const {
  std::string path;
  for (const JsonLevel& level : levels) {
    if (level.key.empty()) continue;
    path += (path.empty() ? "" : "/") + level.key;
  }
  return path;
}

JsonContext json_context_at(std::string_view text, std::size_t offset, bool has_lines) {
  return JsonScanner(text, offset, has_lines).scan();
}

}  // namespace seedc::lsp
