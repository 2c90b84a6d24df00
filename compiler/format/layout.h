// The layout tree of the formatter: nested brackets with the comments in them, and how they are
// printed.
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

/// A piece of text, such as `wifi_free` or `min_stars: 4`, or brackets with pieces in them, `where:
/// AND(` … `)`. It is printed on one line if it fits there and has no comments inside; otherwise
/// each item gets a line.
struct Node {
  std::string text;         ///< up to the opening bracket; the whole text if there are no brackets
  std::vector<Node> items;  ///< the contents of the brackets
  std::string close;        ///< from the closing bracket on; empty if there are no brackets
  bool is_block = false;    ///< `{…}` of a request: never on one line, and without commas
  std::size_t order = 0;    ///< of an item of a block: its final rank

  // Location in the source: bytes of its file. Nodes that were not made from text have 0
  // everywhere.
  std::uint32_t begin = 0;
  std::uint32_t head_end = 0;  ///< at or before the opening bracket
  std::uint32_t end = 0;

  // Comments attached to it.
  std::vector<Comment> before;      ///< on lines of their own
  bool follows_blank_line = false;  ///< after `before`
  std::string trailing;             ///< a comment that ends its last line
  std::string head_comment;         ///< a comment that ends the line of its opening bracket
  std::vector<Comment> at_end;      ///< before its closing bracket, on lines of their own

  // Set by `measure`.
  std::size_t width = 0;  ///< on one line, in code points, without its comments
  bool must_break = false;

  bool has_brackets() const { return !close.empty(); }
};

constexpr std::size_t kLineWidth = 100;

/// In code points.
std::size_t width_of(std::string_view text);

/// Sorts the items of blocks, and computes for a node and everything in it what line breaking
/// needs.
void measure(Node& node);

/// Whether a measured node fits on one line that begins with `indentation` spaces and ends in
/// `suffix`.
bool fits(const Node& node, std::size_t indentation, std::string_view suffix);

/// Appends a measured node to `out`, without the comments before and after it; its first line is
/// already indented.
void write(std::string& out, const Node& node, std::size_t indentation, std::string_view suffix);

/// Writes comments on lines of their own. A blank line at the start of `out` or of brackets is
/// omitted: `is_first` says that nothing precedes.
void write(std::string& out, const std::vector<Comment>& comments, std::size_t indentation,
           bool is_first);

}  // namespace seedc::format
