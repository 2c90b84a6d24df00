// Appends JSON incrementally to a string, inserting the commas.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace seedc::gen {

class JsonWriter {
 public:
  void begin_object() { open('{'); }
  void end_object() { close('}'); }
  void begin_array() { open('['); }
  void end_array() { close(']'); }

  void key(std::string_view name);
  /// Control characters other than the line feed are not escaped.
  void string(std::string_view utf8);
  void integer(std::int64_t value);
  /// `units` / 10^`decimals`, with exactly that many decimals: (45, 1) is 4.5.
  void fixed(std::int64_t units, int decimals);
  /// A number, `true`, `false` or `null`, in the given spelling.
  void literal(std::string_view json);

  /// Starts a new line before what comes next, which may be the end of an object.
  void break_line() { on_new_line_ = true; }
  /// Ends a complete value and its line; another may follow.
  void end_line();

  const std::string& text() const { return text_; }
  /// Discards the text written so far, but keeps open objects open.
  void flushed() { text_.clear(); }

 private:
  void open(char bracket);
  void close(char bracket);
  void separate();
  void append_quoted(std::string_view utf8);

  std::string text_;
  bool needs_comma_ = false;
  bool on_new_line_ = false;
};

}  // namespace seedc::gen
