// Finds a shortest edit between two lists of lines by Myers's algorithm ("An O(ND) difference
// algorithm and its variations", 1986) in its form for linear space, and prints it in hunks.
#include "engine/report/unified_diff.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

namespace seedc::report {
namespace {

using Lines = std::span<const std::string_view>;
using Index = std::ptrdiff_t;

constexpr std::size_t kContext = 3;
/// Texts with more differences than this are not worth a shortest edit, whose cost is its square.
constexpr Index kMostEdits = 10'000;

/// Each with its line end; the last one may have none.
std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t length = std::min(text.find('\n'), text.size() - 1) + 1;
    lines.push_back(text.substr(0, length));
    text.remove_prefix(length);
  }
  return lines;
}

/// A point on a shortest way from the start of both lists to their ends.
struct Middle {
  Index before, after;
};

/// Goes along a diagonal from both ends at once until the ways meet.
class MiddleSearch {
 public:
  MiddleSearch(Lines before, Lines after)
      : before_(before),
        after_(after),
        n_(std::ssize(before)),
        m_(std::ssize(after)),
        most_(std::min((n_ + m_ + 1) / 2, kMostEdits)),
        forward_(2 * static_cast<std::size_t>(most_) + 3, kNowhere),
        backward_(forward_) {}

  /// If there are too many differences: the end of `before`, so that all of it is replaced.
  Middle find() {
    for (Index edits = 0; edits <= most_; ++edits) {
      for (Index k = -edits; k <= edits; k += 2) {
        if (step(forward_, k, edits, false)) return met_;
      }
      for (Index k = -edits; k <= edits; k += 2) {
        if (step(backward_, k, edits, true)) return met_;
      }
    }
    return {n_, 0};
  }

 private:
  using Reach = std::vector<Index>;  ///< how far in `before` each diagonal has come
  static constexpr Index kNowhere = -1;

  Index& at(Reach& reach, Index k) const { return reach[static_cast<std::size_t>(k + most_ + 1)]; }

  bool are_equal(Index x, Index y, bool is_backward) const {
    const auto i = static_cast<std::size_t>(is_backward ? n_ - 1 - x : x);
    const auto j = static_cast<std::size_t>(is_backward ? m_ - 1 - y : y);
    return before_[i] == after_[j];
  }

  /// How far one edit more leads on diagonal k, or `kNowhere`.
  Index after_an_edit(Reach& reach, Index k) const {
    const Index left = at(reach, k - 1);  // of `before`, one line more is removed
    const Index above = at(reach, k + 1);
    const Index removed = left == kNowhere || left == n_ ? kNowhere : left + 1;
    const Index added = above == kNowhere || above - k > m_ ? kNowhere : above;
    return std::max(removed, added);
  }

  /// One edit more on diagonal k, from one end; whether it meets the way from the other.
  bool step(Reach& reach, Index k, Index edits, bool is_backward) {
    Index x = edits == 0 ? 0 : after_an_edit(reach, k);
    if (x == kNowhere) return at(reach, k) = kNowhere, false;
    Index y = x - k;
    while (x < n_ && y < m_ && are_equal(x, y, is_backward)) ++x, ++y;
    at(reach, k) = x;
    const bool is_odd = (n_ - m_) % 2 != 0;
    const Index opposite = n_ - m_ - k;
    const Index reached = is_backward ? edits : edits - 1;
    if (is_odd == is_backward || opposite < -reached || opposite > reached) return false;
    const Index other = at(is_backward ? forward_ : backward_, opposite);
    if (other == kNowhere || x + other < n_) return false;
    met_ = is_backward ? Middle{n_ - x, m_ - y} : Middle{x, y};
    return true;
  }

  Lines before_, after_;
  Index n_, m_, most_;
  Reach forward_, backward_;
  Middle met_{};
};

/// Which lines of either list are not in the other.
struct Changes {
  std::vector<bool> removed, added;
};

/// Marks the changes between `before` and `after`, which begin at these lines of the whole texts.
void mark(Lines before, Lines after, std::size_t i, std::size_t j, Changes& changes) {
  while (!before.empty() && !after.empty() && before.front() == after.front()) {
    before = before.subspan(1), after = after.subspan(1);
    ++i, ++j;
  }
  while (!before.empty() && !after.empty() && before.back() == after.back())
    before = before.first(before.size() - 1), after = after.first(after.size() - 1);
  if (before.empty() || after.empty()) {
    std::fill_n(changes.removed.begin() + static_cast<Index>(i), before.size(), true);
    std::fill_n(changes.added.begin() + static_cast<Index>(j), after.size(), true);
    return;
  }
  const Middle middle = MiddleSearch(before, after).find();
  const auto x = static_cast<std::size_t>(middle.before);
  const auto y = static_cast<std::size_t>(middle.after);
  mark(before.first(x), after.first(y), i, j, changes);
  mark(before.subspan(x), after.subspan(y), i + x, j + y, changes);
}

/// Lines that were replaced by other lines; either may be none.
struct Edit {
  std::size_t before, before_end, after, after_end;
};

std::vector<Edit> edits_of(const Changes& changes) {
  std::vector<Edit> edits;
  std::size_t i = 0, j = 0;
  while (i < changes.removed.size() || j < changes.added.size()) {
    Edit edit{i, i, j, j};
    while (i < changes.removed.size() && changes.removed[i]) edit.before_end = ++i;
    while (j < changes.added.size() && changes.added[j]) edit.after_end = ++j;
    if (edit.before != edit.before_end || edit.after != edit.after_end)
      edits.push_back(edit);
    else
      ++i, ++j;
  }
  return edits;
}

void write_lines(std::string& out, char sign, Lines lines) {
  for (const std::string_view line : lines) {
    out.append(1, sign).append(line);
    if (!line.ends_with('\n')) out += "\n\\ No newline at end of file\n";
  }
}

/// `FIRST,COUNT`, counting from 1; without `,1`, and one less where there are no lines.
std::string range(std::size_t first, std::size_t count) {
  if (count == 1) return fmt::format("{}", first + 1);
  return fmt::format("{},{}", count == 0 ? first : first + 1, count);
}

/// Edits that share context, from `first` on.
void write_hunk(std::string& out, std::span<const Edit> edits, Lines before, Lines after) {
  const std::size_t lead = std::min(edits.front().before, kContext);
  const std::size_t trail = std::min(before.size() - edits.back().before_end, kContext);
  const std::size_t begin = edits.front().before - lead;
  const std::size_t end = edits.back().before_end + trail;
  const std::size_t after_begin = edits.front().after - lead;
  const std::size_t after_end = edits.back().after_end + trail;
  out += fmt::format("@@ -{} +{} @@\n", range(begin, end - begin),
                     range(after_begin, after_end - after_begin));
  std::size_t done = begin;
  for (const Edit& edit : edits) {
    write_lines(out, ' ', before.subspan(done, edit.before - done));
    write_lines(out, '-', before.subspan(edit.before, edit.before_end - edit.before));
    write_lines(out, '+', after.subspan(edit.after, edit.after_end - edit.after));
    done = edit.before_end;
  }
  write_lines(out, ' ', before.subspan(done, end - done));
}

}  // namespace

std::string unified_diff(std::string_view file, std::string_view before, std::string_view after) {
  if (before == after) return {};
  const auto old_lines = lines_of(before), new_lines = lines_of(after);
  Changes changes{std::vector<bool>(old_lines.size()), std::vector<bool>(new_lines.size())};
  mark(old_lines, new_lines, 0, 0, changes);
  const std::vector<Edit> edits = edits_of(changes);
  while (file.starts_with('/')) file.remove_prefix(1);
  // a name with blanks ends with a tab, for patch
  const std::string_view tab = file.find(' ') == std::string_view::npos ? "" : "\t";
  std::string out = fmt::format("--- a/{0}{1}\n+++ b/{0}{1}\n", file, tab);
  for (std::size_t i = 0; i < edits.size();) {
    std::size_t end = i + 1;
    while (end < edits.size() && edits[end].before - edits[end - 1].before_end <= 2 * kContext)
      ++end;
    write_hunk(out, std::span(edits).subspan(i, end - i), old_lines, new_lines);
    i = end;
  }
  return out;
}

}  // namespace seedc::report
