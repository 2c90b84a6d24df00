// Formats statements in their order; adjacent `let`s are aligned.
#include "compiler/format/format.h"

#include <algorithm>
#include <utility>

#include "compiler/format/comments.h"
#include "compiler/format/shorthand_tree.h"
#include "compiler/format/spelling.h"
#include "compiler/parse/parse.h"

namespace seedc::format {
namespace {

struct Statement {
  std::string let_head;  ///< `let cozy`, whose ` = ` is not in the node yet; empty for others
  Node node;
};

constexpr std::size_t kAssignWidth = 3;  // ` = `

/// Imports, `let`s, requests.
std::vector<Statement> statements_of(const ast::Program& program) {
  std::vector<Statement> statements;
  for (const ast::Import& import : program.imports) statements.push_back({{}, import_node(import)});
  for (const ast::Let& let : program.lets) {
    statements.push_back({"let " + name(let.name.text), expr_node(let.value, {})});
    statements.back().node.begin = let.name.span.is_known() ? let.name.span.begin : 0;
  }
  for (const ast::Request& request : program.requests) {
    statements.push_back({{}, request_node(request)});
  }
  return statements;
}

void place_comments(std::vector<Statement>& statements, Node& file,
                    const source::SourceFile& source, source::FileId id) {
  file.end = static_cast<std::uint32_t>(source.text().size());
  for (Statement& statement : statements) file.items.push_back(std::move(statement.node));
  place_comments(file, source.text(), parse::comments_of(source, id));
  for (std::size_t i = 0; i < statements.size(); ++i) {
    statements[i].node = std::move(file.items[i]);
  }
}

/// Requests a blank line before the first line that belongs to a statement.
void separate(std::vector<Comment>& before, bool& follows_blank_line, bool wanted) {
  bool& first = before.empty() ? follows_blank_line : before.front().follows_blank_line;
  first = first || wanted;
}

void separate_blocks(std::vector<Statement>& statements, Node& file) {
  bool follows_block = false;
  for (auto& [head, node] : statements) {
    separate(node.before, node.follows_blank_line, follows_block || node.is_block);
    follows_block = node.is_block;
  }
  bool ignored = false;
  separate(file.at_end, ignored, follows_block);
}

class LetAligner {
 public:
  explicit LetAligner(std::vector<Statement>& statements) : statements_(statements) {}

  void run() {
    std::size_t begin = 0;
    for (std::size_t i = 0; i < statements_.size(); ++i) {
      if (i > begin && !continues_run(i)) begin = end_run(begin, i);
      if (!is_one_line_let(i)) begin = end_run(begin, i + 1);
    }
    end_run(begin, statements_.size());
  }

 private:
  bool is_one_line_let(std::size_t index) const {
    const auto& [head, node] = statements_[index];
    return !head.empty() && fits(node, width_of(head) + kAssignWidth, {});
  }

  bool continues_run(std::size_t index) const {
    const Node& node = statements_[index].node;
    return node.before.empty() && !node.follows_blank_line;
  }

  std::size_t end_run(std::size_t begin, std::size_t end) {
    align(begin, end);
    return end;
  }

  /// Aligns a run, except those that would no longer fit on their line: they split the run. Each
  /// split leaves shorter heads, so there are few.
  void align(std::size_t begin, std::size_t end) {
    std::size_t width = 0;
    for (std::size_t i = begin; i < end; ++i) {
      if (is_one_line_let(i)) width = std::max(width, width_of(statements_[i].let_head));
    }
    const auto stays = [&](std::size_t i) {
      return is_one_line_let(i) && fits(statements_[i].node, width + kAssignWidth, {});
    };
    std::size_t part = begin;
    bool is_parted = false;
    for (std::size_t i = begin; i < end; ++i) is_parted = is_parted || !stays(i);
    if (!is_parted) return assign(begin, end, width);
    for (std::size_t i = begin; i < end; ++i) {
      if (stays(i)) continue;
      if (part < i) align(part, i);
      if (!statements_[i].let_head.empty()) assign(i, i + 1, width_of(statements_[i].let_head));
      part = i + 1;
    }
    if (part < end) align(part, end);
  }

  void assign(std::size_t begin, std::size_t end, std::size_t width) {
    for (std::size_t i = begin; i < end; ++i) {
      auto& [head, node] = statements_[i];
      head.append(width - width_of(head), ' ');
      node.text = head + " = " + node.text;
      head.clear();
      measure(node);
    }
  }

  std::vector<Statement>& statements_;
};

std::string written(std::vector<Statement>& statements, Node& file) {
  separate_blocks(statements, file);
  for (Statement& statement : statements) measure(statement.node);
  LetAligner(statements).run();
  std::string out;
  for (const auto& [head, node] : statements) {
    write(out, node.before, 0, out.empty());
    if (node.follows_blank_line && !out.empty()) out += '\n';
    write(out, node, 0, {});
    out += node.trailing.empty() ? "\n" : "  " + node.trailing + "\n";
  }
  write(out, file.at_end, 0, out.empty());
  return out;
}

}  // namespace

std::string format(const ast::Program& program, const source::SourceFile& source) {
  std::vector<Statement> statements = statements_of(program);
  std::stable_sort(statements.begin(), statements.end(), [](const auto& left, const auto& right) {
    return left.node.begin < right.node.begin;
  });
  Node file;
  place_comments(statements, file, source, program.file);
  return written(statements, file);
}

std::string to_shorthand(const ast::Program& program) {
  std::vector<Statement> statements = statements_of(program);
  Node file;
  return written(statements, file);
}

}  // namespace seedc::format
