// Reads headers, and finds those that follow bytes which are none.
#include "engine/lsp/message_splitter.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

namespace seedc::lsp {
namespace {

constexpr std::string_view kLengthHeader = "content-length:";
constexpr std::size_t kMostHeaderBytes = 4'096;
/// Of what is left out, so much is kept for messages about it.
constexpr std::size_t kShownBytes = 4'096;

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool begins_with_length_header(std::string_view text) {
  return text.size() >= kLengthHeader.size() &&
         std::ranges::equal(text.substr(0, kLengthHeader.size()), kLengthHeader, {}, lower);
}

/// Where the next headers may begin, from `from` on; or npos.
std::size_t find_length_header(std::string_view text, std::size_t from) {
  const auto found = std::search(text.begin() + static_cast<std::ptrdiff_t>(from), text.end(),
                                 kLengthHeader.begin(), kLengthHeader.end(),
                                 [](char a, char b) { return lower(a) == b; });
  return found == text.end() ? std::string_view::npos
                             : static_cast<std::size_t>(found - text.begin());
}

std::optional<std::uint64_t> number_in(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool is_whole = error == std::errc() && end == text.data() + text.size();
  return is_whole ? std::optional(number) : std::nullopt;
}

/// A line without its end; std::nullopt if it has none yet.
std::optional<std::string_view> line_of(std::string_view text) {
  const std::size_t end = text.find('\n');
  if (end == std::string_view::npos) return std::nullopt;
  return text.substr(0, end > 0 && text[end - 1] == '\r' ? end - 1 : end);
}

}  // namespace

void MessageSplitter::feed(std::string_view bytes) {
  if (begin_ > 0 && begin_ >= buffer_.size() / 2) {
    buffer_.erase(0, begin_);
    begin_ = 0;
  }
  buffer_.append(bytes);
}

void MessageSplitter::drop(std::size_t bytes) { begin_ += bytes; }

/// Those at the beginning of what is left, if they are whole. Without a length they are broken.
std::optional<MessageSplitter::Headers> MessageSplitter::headers() const {
  Headers found;
  std::string_view left = rest();
  while (const auto line = line_of(left)) {
    const std::size_t size = left.find('\n') + 1;
    found.size += size;
    if (line->empty()) return found;
    if (line->find(':') == std::string_view::npos) return Headers{.size = found.size};
    if (begins_with_length_header(*line)) found.length = number_in(line->substr(15));
    left.remove_prefix(size);
  }
  if (rest().size() > kMostHeaderBytes) return Headers{.size = kLengthHeader.size()};
  return std::nullopt;
}

/// Leaves out what is before the next headers.
Piece MessageSplitter::broken() {
  const std::string_view text = rest();
  std::size_t next = find_length_header(text, 1);
  // The last bytes may be the beginning of headers.
  if (next == std::string_view::npos)
    next = text.size() - std::min(text.size() - 1, kLengthHeader.size() - 1);
  Piece piece{.kind = Piece::Kind::Broken,
              .text = std::string(text.substr(0, std::min(next, kShownBytes))),
              .bytes = next};
  drop(next);
  return piece;
}

/// Takes away what is there of a message that is too long.
std::optional<Piece> MessageSplitter::skip() {
  const auto size = static_cast<std::size_t>(std::min<std::uint64_t>(left_to_skip_, rest().size()));
  if (skipped_.text.size() < kShownBytes)
    skipped_.text += rest().substr(0, std::min(size, kShownBytes - skipped_.text.size()));
  drop(size);
  left_to_skip_ -= size;
  if (left_to_skip_ > 0) return std::nullopt;
  return std::exchange(skipped_, {});
}

std::optional<Piece> MessageSplitter::next() {
  if (left_to_skip_ > 0) return skip();
  while (rest().starts_with("\r\n") || rest().starts_with('\n')) drop(1);
  while (rest().starts_with('\r') && rest().size() > 1 && rest()[1] == '\n') drop(2);
  if (rest().empty()) return std::nullopt;
  const auto found = headers();
  if (!found) return std::nullopt;
  if (!found->length) return broken();
  if (*found->length > most_bytes_) {
    drop(found->size);
    left_to_skip_ = *found->length;
    skipped_ = {.kind = Piece::Kind::TooLong, .text = {}, .bytes = *found->length};
    return skip();
  }
  const auto length = static_cast<std::size_t>(*found->length);
  if (rest().size() < found->size + length) return std::nullopt;
  Piece piece{.text = std::string(rest().substr(found->size, length))};
  drop(found->size + length);
  return piece;
}

void MessageSplitter::read_again(std::string_view message) {
  const std::size_t begin = find_length_header(message, 0);
  if (begin == std::string_view::npos) return;
  buffer_.replace(0, begin_, message.substr(begin));
  begin_ = 0;
}

std::string framed(std::string_view json) {
  return fmt::format("Content-Length: {}\r\n\r\n{}", json.size(), json);
}

}  // namespace seedc::lsp
