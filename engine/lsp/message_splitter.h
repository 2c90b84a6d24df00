// The messages of the protocol in a stream of bytes: each has headers, of which `Content-Length`
// says how long it is, an empty line, and JSON. A broken stream is read on at the next headers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "runtime/base/limits.h"

namespace seedc::lsp {

/// A message may hold a program of the greatest size, with its escapes.
constexpr std::size_t kMostMessageBytes = 2 * base::limits::kProgramBytes;

struct Piece {
  enum class Kind : std::uint8_t {
    Message,  ///< `text` is its JSON
    Broken,   ///< bytes that are no headers, left out: `text` is their beginning
    TooLong,  ///< a message left out: `text` is its beginning
  };
  Kind kind = Kind::Message;
  std::string text;
  std::uint64_t bytes = 0;  ///< how many were left out
};

class MessageSplitter {
 public:
  explicit MessageSplitter(std::size_t most_bytes = kMostMessageBytes) : most_bytes_(most_bytes) {}

  /// The next bytes of the stream, however it is cut.
  void feed(std::string_view bytes);
  /// The next piece that is complete; std::nullopt until more bytes are fed.
  std::optional<Piece> next();
  /// The last message was not JSON: if it contains headers, its length was wrong, and the stream is
  /// read again from there.
  void read_again(std::string_view message);

 private:
  struct Headers {
    std::size_t size = 0;  ///< with the empty line
    std::optional<std::uint64_t> length;
  };
  std::optional<Headers> headers() const;
  std::optional<Piece> skip();
  Piece broken();
  std::string_view rest() const { return std::string_view(buffer_).substr(begin_); }
  void drop(std::size_t bytes);

  std::size_t most_bytes_;
  std::string buffer_;
  std::size_t begin_ = 0;  ///< of what is not read yet
  Piece skipped_;          ///< the message that is too long
  std::uint64_t left_to_skip_ = 0;
};

/// A message with its headers.
std::string framed(std::string_view json);

}  // namespace seedc::lsp
