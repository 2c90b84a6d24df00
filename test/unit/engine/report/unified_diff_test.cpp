// A unified diff turns one text into the other, and is as short as it can be.
#include "engine/report/unified_diff.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <random>
#include <string>
#include <vector>

namespace seedc::report {
namespace {

using Lines = std::vector<std::string>;

Lines lines_of(const std::string& text) {
  Lines lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size() - 1) + 1;
    lines.push_back(text.substr(begin, end - begin));
    begin = end;
  }
  return lines;
}

/// What `patch` would make of `before`; counts the lines that are removed or added.
std::string patched(const std::string& before, const std::string& diff, std::size_t& changed) {
  const Lines old = lines_of(before);
  std::string out;
  std::size_t at = 0;
  Lines commands = lines_of(diff);
  for (std::size_t i = 2; i < commands.size(); ++i) {
    std::string line = commands[i].substr(1);
    if (i + 1 < commands.size() && commands[i + 1].starts_with("\\")) line.pop_back();
    switch (commands[i].front()) {
      case '@': {
        std::size_t first = 0, count = 1;
        EXPECT_GE(std::sscanf(commands[i].c_str(), "@@ -%zu,%zu", &first, &count), 1);
        for (const std::size_t begin = count == 0 ? first : first - 1; at < begin; ++at)
          out += old[at];
        break;
      }
      case ' ':
        EXPECT_EQ(line, old.at(at));
        out += old.at(at++);
        break;
      case '-':
        EXPECT_EQ(line, old.at(at++));
        ++changed;
        break;
      case '+':
        out += line;
        ++changed;
        break;
      default:
        EXPECT_EQ(commands[i], "\\ No newline at end of file\n");
    }
  }
  for (; at < old.size(); ++at) out += old[at];
  return out;
}

/// The least number of lines to remove and add, by the table of longest common subsequences.
std::size_t distance(const Lines& a, const Lines& b) {
  std::vector<std::vector<std::size_t>> common(a.size() + 1,
                                               std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      common[i][j] = a[i - 1] == b[j - 1] ? common[i - 1][j - 1] + 1
                                          : std::max(common[i - 1][j], common[i][j - 1]);
    }
  }
  return a.size() + b.size() - 2 * common[a.size()][b.size()];
}

TEST(UnifiedDiff, OfEqualTextsIsEmpty) {
  EXPECT_EQ(unified_diff("x", "a\n", "a\n"), "");
  EXPECT_EQ(unified_diff("x", "", ""), "");
}

TEST(UnifiedDiff, HasThreeLinesOfContext) {
  EXPECT_EQ(unified_diff("d/x", "1\n2\n3\n4\n5\n6\n7\n8\n9", "1\n2\n3\n4\nfive\n6\n7\n8\n9"),
            "--- a/d/x\n+++ b/d/x\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n");
}

TEST(UnifiedDiff, SaysWhereALineHasNoEnd) {
  EXPECT_EQ(unified_diff("/x", "{}", "[]\n"),
            "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-{}\n\\ No newline at end of file\n+[]\n");
  EXPECT_EQ(unified_diff("x", "", "a\n"), "--- a/x\n+++ b/x\n@@ -0,0 +1 @@\n+a\n");
}

TEST(UnifiedDiff, IsAShortestEdit) {
  std::mt19937 random(7);
  const auto text = [&](std::size_t lines, unsigned words) {
    std::string out;
    for (std::size_t i = 0; i < lines; ++i)
      out += std::string(1, static_cast<char>('a' + random() % words)) + "\n";
    if (!out.empty() && random() % 4 == 0) out.pop_back();
    return out;
  };
  for (int round = 0; round < 3'000; ++round) {
    const unsigned words = 2 + random() % 5;
    const std::string before = text(random() % 30, words), after = text(random() % 30, words);
    const std::string diff = unified_diff("x", before, after);
    std::size_t changed = 0;
    EXPECT_EQ(patched(before, diff, changed), after) << diff;
    EXPECT_EQ(changed, distance(lines_of(before), lines_of(after))) << diff;
  }
}

TEST(UnifiedDiff, OfManyDifferencesReplacesTheWhole) {
  std::string before, after;
  for (int i = 0; i < 30'000; ++i) {
    before += "old " + std::to_string(i) + "\n";
    after += "new " + std::to_string(i) + "\n";
  }
  std::size_t changed = 0;
  EXPECT_EQ(patched(before, unified_diff("x", before, after), changed), after);
  EXPECT_EQ(changed, 60'000U);
}

}  // namespace
}  // namespace seedc::report
