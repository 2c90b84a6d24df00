// What a formatter lays out: nested brackets with the comments in them, and how it is laid out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace seedc::format {

/// A comment on a line of its own.
struct Comment {
  std::string text;  ///< from its `#` on
  bool follows_blank_line = false;
};

/// A piece of text, `wifi_free` or `min_stars: 4`, or brackets with pieces in them, `where: AND(`
/// … `)`. It stands on one line if it fits there and has no comments inside; else its items stand
/// on a line each.
struct Node {
  std::string text;         ///< up to the opening bracket; without brackets all of it
  std::vector<Node> items;  ///< what stands in the brackets
  std::string close;        ///< from the closing bracket on; empty without brackets
  bool is_block = false;    ///< `{…}` of a request: never on one line, and without commas
  std::size_t order = 0;  ///< of an item of a block: its place among them, wherever it was written

  // Where it was written: bytes of its file. Nodes made from no text have 0 everywhere.
  std::uint32_t begin = 0;
  std::uint32_t head_end = 0;  ///< at or before the opening bracket
  std::uint32_t end = 0;

  // What was written beside it.
  std::vector<Comment> before;      ///< on lines of their own
  bool follows_blank_line = false;  ///< after `before`
  std::string trailing;             ///< a comment that ends its last line
  std::string head_comment;         ///< a comment that ends the line of its opening bracket
  std::vector<Comment> at_end;      ///< before its closing bracket, on lines of their own

  // Found by `measure`.
  std::size_t width = 0;  ///< on one line, in code points, its comments left out
  bool must_break = false;

  bool has_brackets() const { return !close.empty(); }
};

constexpr std::size_t kLineWidth = 100;

/// In code points.
std::size_t width_of(std::string_view text);

/// Puts the items of blocks in their order, and finds what lines need to know of a node and all in
/// it.
void measure(Node& node);

/// Whether a measured node stands on one line that begins with `indentation` blanks and ends in
/// `suffix`.
bool fits(const Node& node, std::size_t indentation, std::string_view suffix);

/// Writes a measured node at the end of `out`, without the comments before and behind it; its
/// first line is indented already.
void write(std::string& out, const Node& node, std::size_t indentation, std::string_view suffix);

/// Writes comments on lines of their own. A blank line at the head of `out` or of brackets is left
/// out: `is_first` says that nothing precedes.
void write(std::string& out, const std::vector<Comment>& comments, std::size_t indentation,
           bool is_first);

}  // namespace seedc::format
