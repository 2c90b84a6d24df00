// Finds texts in texts by the means that find keywords and patterns in reviews.
#include "runtime/exec/text_tests.h"

#include <stdexcept>
#include <string>
#include <vector>

namespace seedc::exec {
namespace {

using Operand = contract::ValueTest::Operand;

/// The pattern's number in its set.
constexpr std::uint64_t kOnlyBit = 1;

std::vector<std::string> texts_of(const language::Value& operand) {
  if (const auto* text = operand.as<std::string>()) return {*text};
  std::vector<std::string> texts;
  for (const language::Value& text : *operand.as<language::List>())
    texts.push_back(*text.as<std::string>());
  return texts;
}

}  // namespace

TextTest::TextTest(const contract::ValueTest& test) {
  if (contract::ValueTest::operand_of(test.op) == Operand::Texts) {
    keywords_.emplace(texts_of(test.operand), test.op == contract::ValueTest::Op::ContainsWord);
    return;
  }
  auto pattern = text::PatternSet::compile({&test.pattern, 1});
  if (!pattern) throw std::logic_error("a pattern of `matches`: " + pattern.error().text);
  pattern_ = std::move(*pattern);
}

TextTest::Scratch TextTest::make_scratch() const {
  Scratch scratch;
  if (keywords_) scratch.keywords.emplace();
  if (pattern_) scratch.patterns.emplace(pattern_->make_scratch());
  return scratch;
}

language::Tri TextTest::of(std::string_view text, Scratch& scratch) const {
  if (keywords_) return language::tri_of(keywords_->occurs_in(text, *scratch.keywords));
  pattern_->search(text, {kOnlyBit}, *scratch.patterns, scratch.found, scratch.undecided);
  if ((scratch.undecided[0] & kOnlyBit) != 0) return language::Tri::Unknown;
  return language::tri_of((scratch.found[0] & kOnlyBit) != 0);
}

bool TextTestRun::passes(std::string_view text) {
  const language::Tri found = test_.of(text, scratch_);
  if (found == language::Tri::Unknown) ++undecided_;
  return found == language::Tri::Yes;
}

ThreadTextTests::ThreadTextTests(std::span<const TextTest> tests) {
  for (const TextTest& test : tests) pointers_.push_back(&runs_.emplace_back(test));
}

std::uint64_t ThreadTextTests::undecided() const {
  std::uint64_t count = 0;
  for (const TextTestRun& run : runs_) count += run.undecided();
  return count;
}

}  // namespace seedc::exec
