// The bytes of a program in the form that ANTLR reads. The stream is indexed by bytes, not by code
// points, so that the indices of tokens are offsets into the file.
#pragma once

#include <antlr4-runtime.h>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "compiler/diag/diagnostics.h"
#include "compiler/parse/parse.h"
#include "compiler/source/source.h"

namespace seedc::parse {

/// Bytes [begin, end) of a file.
struct Stretch {
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// The part of a file to parse: everything except a byte order mark. std::nullopt if the file is
/// too large (reported).
std::optional<Stretch> program_stretch(const source::SourceFile& source, source::FileId file,
                                       diag::Diagnostics& diagnostics, const ParseLimits& limits);

/// Reports the first byte of a range that is not UTF-8; false if there is none.
bool report_invalid_utf8(std::string_view text, Stretch stretch, source::FileId file,
                         diag::Diagnostics& diagnostics);

/// A range of a text, which must outlive the stream. A byte that is not UTF-8 is read as U+FFFD:
/// whoever reads tokens reports it, so that it costs only what it is in.
class ByteStream final : public antlr4::CharStream {
 public:
  ByteStream(std::string_view text, Stretch stretch);

  void consume() override;
  /// Only `LA(1)`, the next code point, is supported: lexers without predicates need no other.
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
  std::string_view text_;  ///< ends at the end of the range
  std::size_t offset_;
};

}  // namespace seedc::parse
