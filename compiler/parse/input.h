// The bytes of a program as ANTLR reads them. The stream is indexed by bytes, not by code points,
// so that the indices of tokens are offsets into the file.
#pragma once

#include <antlr4-runtime.h>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "compiler/diag/diagnostics.h"
#include "compiler/parse/parse.h"
#include "compiler/source/source.h"

namespace seedc {

/// Bytes [begin, end) of a file.
struct Stretch {
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// What is to be parsed of a file, all of it but a byte order mark. Nothing if it is too large or
/// not valid UTF-8 (reported).
std::optional<Stretch> program_stretch(const SourceFile& source, FileId file,
                                       Diagnostics& diagnostics, const ParseLimits& limits);

/// A stretch of valid UTF-8. The text outlives the stream.
class ByteStream final : public antlr4::CharStream {
 public:
  ByteStream(std::string_view text, Stretch stretch);

  void consume() override;
  /// Only the next code point can be asked for, `LA(1)`: lexers without predicates need no other.
  std::size_t LA(ssize_t distance) override;
  ssize_t mark() override { return -1; }
  void release(ssize_t) override {}
  std::size_t index() override { return offset_; }
  void seek(std::size_t offset) override { offset_ = offset; }
  std::size_t size() override { return text_.size(); }
  std::string getSourceName() const override { return {}; }
  std::string getText(const antlr4::misc::Interval& interval) override;
  std::string toString() const override { return std::string(text_); }

 private:
  std::string_view text_;  ///< ends where the stretch ends
  std::size_t offset_;
};

}  // namespace seedc
