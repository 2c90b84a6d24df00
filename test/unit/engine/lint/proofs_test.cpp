// Programs that are edited are linted as if nothing had been proved before.
#include "engine/lint/proofs.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <random>

#include "engine/lint/lint_program.h"
#include "engine/lint/value_numbers.h"

namespace seedc::lint {
namespace {

constexpr std::array kConditions = {"item_meta(stars, gte: 3)",
                                    "item_meta(stars, gte: 4)",
                                    "item_meta(stars, lt: 2)",
                                    "item_meta(review_count, gte: 100)",
                                    "review_text(\"cozy\")",
                                    "review_text(\"co\")",
                                    "item_meta(attributes.WiFi, true: \"free\")",
                                    "item_meta(attributes.WiFi, not_true: \"free\")",
                                    "item_meta(attributes.WiFi)"};

class Edits {
 public:
  std::string next() {
    if (requests_.empty()) {
      for (int i = 0; i < 8; ++i) requests_.push_back(tree(2));
    } else {
      requests_[below(requests_.size())] = tree(2);
    }
    std::string text;
    for (const std::string& request : requests_) {
      ++number_;
      text += fmt::format("R{}: {}\n", number_, request);
    }
    number_ = 0;
    return text;
  }

 private:
  std::size_t below(std::size_t n) { return random_() % n; }
  std::string tree(int depth) {
    if (depth == 0 || below(5) == 0) return kConditions[below(kConditions.size())];
    if (below(6) == 0) return "NOT(" + tree(depth - 1) + ")";
    std::string text = std::array{"AND(", "OR(", "AT_LEAST(2, "}[below(3)];
    for (std::size_t i = 0, count = 2 + below(2); i < count; ++i)
      text += (i == 0 ? "" : ", ") + tree(depth - 1);
    return text + ")";
  }

  std::mt19937 random_{3};
  std::vector<std::string> requests_;
  int number_ = 0;
};

std::vector<std::string> reports_of(const std::string& text, std::shared_ptr<Proofs> proofs) {
  const auto compiled = engine::compile_text("test.req", text, {});
  EXPECT_TRUE(compiled && !(*compiled)->diagnostics.has_errors()) << text;
  EXPECT_TRUE(lint(**compiled, {.proofs = std::move(proofs)}));
  std::vector<std::string> reports;
  for (const diag::Diagnostic* each : (*compiled)->diagnostics.sorted()) {
    reports.push_back(
        fmt::format("{}-{} {} {}", each->span.begin, each->span.end, each->text, each->help));
  }
  return reports;
}

TEST(Proofs, WhatIsRememberedChangesNoReport) {
  const auto proofs = std::make_shared<Proofs>();
  Edits edits;
  std::size_t found = 0;
  for (int round = 0; round < 60; ++round) {
    const std::string text = edits.next();
    const std::vector<std::string> reports = reports_of(text, proofs);
    EXPECT_EQ(reports, reports_of(text, nullptr)) << text;
    found += reports.size();
  }
  EXPECT_GT(found, 200U);
}

TEST(Proofs, EqualValuesOfTwoProgramsAreOneTerm) {
  Proofs proofs;
  const auto root_term = [&](const std::string& text) {
    const auto compiled = engine::compile_text("test.req", text, {});
    EXPECT_EQ((*compiled)->diagnostics.has_errors(), false) << text;
    const ValueNumbers numbers = number_values((*compiled)->module);
    std::vector<Proofs::Term> terms;
    for (const ir::Inst& inst : numbers.module.insts) {
      std::vector<Proofs::Term> operands;
      for (const ir::ValueId operand : inst.operands) operands.push_back(terms[operand]);
      terms.push_back(proofs.term_of(inst, operands));
    }
    return terms[numbers.canonical[(*compiled)->module.requests.back().root]];
  };
  const auto term = root_term("AND(item_meta(stars, gte: 3), NOT(review_text(\"x\")))");
  EXPECT_EQ(root_term("R1: item_meta(stars, gte: 4)\nR2: AND(item_meta(stars, gte: 3), "
                      "NOT(review_text(\"x\")))"),
            term);
  EXPECT_NE(root_term("AND(item_meta(stars, gte: 3), NOT(review_text(\"y\")))"), term);
  EXPECT_NE(root_term("AND(NOT(item_meta(stars, gte: 3)), review_text(\"x\"))"), term);

  const prove::Claim claim{.kind = prove::ClaimKind::Never, .left = term, .right = term};
  EXPECT_EQ(proofs.find(claim), std::nullopt);
  proofs.keep(claim, true);
  EXPECT_EQ(proofs.find(claim), true);
  EXPECT_EQ(proofs.find({.kind = prove::ClaimKind::Always, .left = term, .right = term}),
            std::nullopt);
}

}  // namespace
}  // namespace seedc::lint
