// Computes the widths of nodes as sums, hulls and products.
#include "compiler/pattern/regex_width.h"

#include <algorithm>

namespace seedc::pattern {
namespace {

std::uint64_t add(std::uint64_t a, std::uint64_t b) { return std::min(a + b, kWidthLimit); }
std::uint64_t multiply(std::uint64_t width, std::uint64_t times) {
  if (width == 0 || times == 0) return 0;
  return times > kWidthLimit / width ? kWidthLimit : width * times;
}

}  // namespace

Width sequence_width(const std::vector<Node>& children) {
  Width sum;
  for (const Node& child : children) {
    sum = {add(sum.min, child.width.min), add(sum.max, child.width.max)};
  }
  return sum;
}

Width alternation_width(const std::vector<Node>& branches) {
  Width hull = branches.front().width;
  for (const Node& branch : branches) {
    hull = {std::min(hull.min, branch.width.min), std::max(hull.max, branch.width.max)};
  }
  return hull;
}

Width repeat_width(Width child, const Repeat& repeat) {
  return {multiply(child.min, repeat.min),
          multiply(child.max, repeat.max ? *repeat.max : kWidthLimit)};
}

}  // namespace seedc::pattern
