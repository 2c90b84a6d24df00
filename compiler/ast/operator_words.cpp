// The table of operators of other languages.
#include "compiler/ast/operator_words.h"

#include <algorithm>
#include <iterator>

namespace seedc::ast {
namespace {

struct Word {
  std::string_view word, here;
};
constexpr Word kWords[] = {
    {"ALL", "write `AND(a, b)`"},
    {"MUST", "write `AND(a, b)`"},
    {"ANY", "write `OR(a, b)`"},
    {"SOME", "write `OR(a, b)`"},
    {"SHOULD", "write `OR(a, b)`"},
    {"NONE", "write `NOT(OR(a, b))`"},
    {"NOR", "write `NOT(OR(a, b))`"},
    {"MUST_NOT", "write `NOT(OR(a, b))`"},
    {"NAND", "write `NOT(AND(a, b))`"},
    {"XOR", "one of two is `AND(OR(a, b), NOT(AND(a, b)))`"},
    {"IMPLIES", "that b holds where a does is `OR(NOT(a), b)`"},
    {"N_OF", "write `AT_LEAST(2, a, b)`"},
    {"AT_MOST", "at most 2 are `NOT(AT_LEAST(3, a, b, c))`"},
    {"ATMOST", "at most 2 are `NOT(AT_LEAST(3, a, b, c))`"},
    {"EXACTLY", "exactly 2 are `AND(AT_LEAST(2, a, b, c), NOT(AT_LEAST(3, a, b, c)))`"},
    {"ONE_OF", "one or more are `OR(a, b)`"},
};

}  // namespace

std::string help_for_operator(std::string_view word) {
  const auto* found = std::ranges::find(kWords, word, &Word::word);
  return found == std::end(kWords) ? std::string() : std::string(found->here);
}

}  // namespace seedc::ast
