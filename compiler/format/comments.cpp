// Attaches comments to nodes by walking nodes and comments in parallel, both in text order.
#include "compiler/format/comments.h"

#include <utility>

namespace seedc::format {
namespace {

class CommentPlacer {
 public:
  CommentPlacer(std::string_view text, std::span<const source::Span> comments)
      : text_(text), comments_(comments) {}

  void place_in_file(Node& file) {
    std::string* none_before = nullptr;
    place_in_items(file, none_before);
  }

 private:
  /// Takes the comments before offset `until`. The first one goes to `trailed` if it is on the line
  /// of what ends at `last_end`.
  void take(std::uint32_t until, std::string* trailed, std::vector<Comment>& own_lines) {
    while (!comments_.empty() && comments_.front().begin < until) {
      const source::Span span = comments_.front();
      comments_ = comments_.subspan(1);
      std::string comment(text_.substr(span.begin, span.end - span.begin));
      if (trailed && trailed->empty() && !has_line_end(last_end_, span.begin)) {
        *trailed = std::move(comment);
      } else {
        own_lines.push_back({std::move(comment), has_blank_line(last_end_, span.begin)});
      }
      last_end_ = span.end;
    }
  }

  /// Takes the comments that are in a node but in none of its brackets.
  void take_inner(Node& node) {
    const std::size_t first = node.before.size();
    take(node.has_brackets() ? node.head_end : node.end, nullptr, node.before);
    if (node.before.size() == first) return;
    node.before[first].follows_blank_line = std::exchange(node.follows_blank_line, false);
  }

  void place_in_items(Node& node, std::string* trailed) {
    last_end_ = node.head_end;
    for (Node& item : node.items) {
      take(item.begin, trailed, item.before);
      item.follows_blank_line = has_blank_line(last_end_, item.begin);
      take_inner(item);
      if (item.has_brackets()) place_in_items(item, &item.head_comment);
      last_end_ = item.end;
      trailed = &item.trailing;
    }
    take(node.end, trailed, node.at_end);
  }

  bool has_line_end(std::uint32_t begin, std::uint32_t end) const {
    return text_.substr(begin, end - begin).find_first_of("\r\n") != std::string_view::npos;
  }

  bool has_blank_line(std::uint32_t begin, std::uint32_t end) const {
    std::size_t line_ends = 0;
    for (std::size_t i = begin; i < end && line_ends < 2; ++i) {
      if (text_[i] == '\n') {
        ++line_ends;
      } else if (text_[i] != ' ' && text_[i] != '\t' && text_[i] != '\r' && text_[i] != '\f') {
        line_ends = 0;
      }
    }
    return line_ends == 2;
  }

  std::string_view text_;
  std::span<const source::Span> comments_;  ///< not placed yet
  std::uint32_t last_end_ = 0;              ///< end of the node or comment before the next comment
};

}  // namespace

void place_comments(Node& file, std::string_view text, std::span<const source::Span> comments) {
  CommentPlacer(text, comments).place_in_file(file);
}

}  // namespace seedc::format
