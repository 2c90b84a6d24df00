// How a command shows its results and messages: colours, widths, notes, and what its stages took.
// The options for it are those of every command.
#pragma once

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>
#include <string_view>

#include "include/seedc/seedc.hpp"

namespace seedc::tool {

enum class Colour : std::uint8_t { Auto, Always, Never };

struct ViewOptions {
  Colour colour = Colour::Auto;
  bool quiet = false;  ///< no notes, no progress
  bool wide = false;   ///< nothing is cut off or wrapped
  bool shows_times = false;
  std::string trace;  ///< the file for the times as trace events; or empty
};

/// Of this process. They stay the defaults until the command line is parsed.
ViewOptions& view();

void add_view_options(CLI::App& command);
/// For commands whose results are tables.
void add_wide_option(CLI::App& command);

/// Whether a stream (1 or 2) gets colours: as the options say, or if it is a terminal that shows
/// them, unless NO_COLOR is set or TERM is `dumb`.
bool shows_colour(int stream);

/// The format of texts for people on a stream (1 or 2).
Format text_format(int stream);

/// Of lines on stdout, as SessionOptions::text_width.
std::uint32_t text_width();
/// The same for results that are written to a file (`-`: stdout): a file has no width of its own.
void use_width_of(const std::string& output);
/// Of messages on stderr; 0: they are not wrapped.
std::uint32_t message_width();

/// A message wrapped at words, if messages are; without a line end.
std::string wrapped_message(std::string_view text, std::size_t indent);

/// Writes a note to stderr: what the reader may want to know, and may not.
void print_note(std::string_view text);
template <class... Args>
void note(fmt::format_string<Args...> text, Args&&... args) {
  print_note(fmt::format(text, std::forward<Args>(args)...));
}

}  // namespace seedc::tool
