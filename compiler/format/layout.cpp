// Writes each node on one line where it fits, otherwise with one line per item.
#include "compiler/format/layout.h"

#include <algorithm>

namespace seedc::format {
namespace {

constexpr std::size_t kIndentation = 2;
/// Brackets nested deeper are not indented further, so that the text stays linear in the program.
constexpr std::size_t kDeepestIndentation = 60;
constexpr std::string_view kSeparator = ", ";

void write_flat(std::string& out, const Node& node) {
  out += node.text;
  for (const Node& item : node.items) {
    if (&item != node.items.data()) out += kSeparator;
    write_flat(out, item);
  }
  out += node.close;
}

void write_trailing(std::string& out, const std::string& comment) {
  if (!comment.empty()) out += "  " + comment;
}

void write_items(std::string& out, const Node& node, std::size_t indentation) {
  for (const Node& item : node.items) {
    const bool is_first = &item == node.items.data();
    const bool is_last = &item == &node.items.back();
    write(out, item.before, indentation, is_first);
    if (item.follows_blank_line && !(is_first && item.before.empty())) out += '\n';
    out.append(indentation, ' ');
    write(out, item, indentation, is_last || node.is_block ? "" : ",");
    write_trailing(out, item.trailing);
    out += '\n';
  }
}

}  // namespace

std::size_t width_of(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  }));
}

void measure(Node& node) {
  if (node.is_block) {
    std::stable_sort(node.items.begin(), node.items.end(),
                     [](const Node& left, const Node& right) { return left.order < right.order; });
  }
  node.width = width_of(node.text) + width_of(node.close);
  node.must_break = node.is_block || !node.head_comment.empty() || !node.at_end.empty();
  for (Node& item : node.items) {
    measure(item);
    node.width += item.width + (&item == node.items.data() ? 0 : kSeparator.size());
    node.must_break |= item.must_break || !item.before.empty() || !item.trailing.empty();
  }
}

bool fits(const Node& node, std::size_t indentation, std::string_view suffix) {
  return !node.must_break && indentation + node.width + width_of(suffix) <= kLineWidth;
}

void write(std::string& out, const Node& node, std::size_t indentation, std::string_view suffix) {
  const bool is_empty = node.items.empty() && !node.must_break;
  if (is_empty || fits(node, indentation, suffix)) {
    write_flat(out, node);
  } else {
    out += node.text;
    write_trailing(out, node.head_comment);
    out += '\n';
    const std::size_t inner = std::min(indentation + kIndentation, kDeepestIndentation);
    write_items(out, node, inner);
    write(out, node.at_end, inner, node.items.empty());
    out.append(indentation, ' ');
    out += node.close;
  }
  out += suffix;
}

void write(std::string& out, const std::vector<Comment>& comments, std::size_t indentation,
           bool is_first) {
  for (const Comment& comment : comments) {
    if (comment.follows_blank_line && !(is_first && &comment == comments.data())) out += '\n';
    out.append(indentation, ' ');
    out += comment.text + '\n';
  }
}

}  // namespace seedc::format
