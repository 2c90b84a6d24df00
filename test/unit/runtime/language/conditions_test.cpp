// The table of conditions and kinds of evidence, and the logic that joins conditions.
#include "runtime/language/conditions.h"

#include <gtest/gtest.h>

#include "runtime/language/describe.h"

namespace seedc::language {
namespace {

constexpr std::string_view kMnemonics[] = {
#define SEEDC_CONDITION(Name, mnemonic, ...) mnemonic,
#include "runtime/language/conditions.def"
};

TEST(Conditions, AreFoundByTheirNames) {
  for (const std::string_view mnemonic : kMnemonics) {
    const auto condition = default_condition(mnemonic);
    ASSERT_TRUE(condition) << mnemonic;
    EXPECT_EQ(mnemonic_of(*condition), mnemonic);
    EXPECT_FALSE(describe(*condition).sentence.empty()) << mnemonic;
    EXPECT_FALSE(describe(*condition).in_full.empty()) << mnemonic;
  }
  EXPECT_FALSE(default_condition("text"));
}

TEST(Conditions, FieldsAreFoundByTheirTypes) {
  const Condition sentiment = Sentiment{.topic = "tea"};
  EXPECT_EQ(find_field<Circle>(sentiment).value, nullptr);
  EXPECT_EQ(find_field<Path>(sentiment).value, nullptr);
  const Condition credible = TextCredible{.pattern = {.source = "cozy"}, .field = {"user", "fans"}};
  EXPECT_EQ(find_field<Pattern>(credible).value->source, "cozy");
  EXPECT_EQ(find_field<Path>(credible).name, "field");
  EXPECT_NE(credible, Condition(TextCredible()));
}

TEST(Conditions, AReviewMatchReadsWhatItAsksFor) {
  ReviewMatch match;
  match.conditions = {{{"stars"}, MatchTest::Gte, 4}, {{"user", "elite"}}};
  EXPECT_EQ(stage_of(match), Stage::Reviews);
  EXPECT_EQ(parts_of(match), (std::vector<std::string>{"stars >= 4", "user.elite"}));
  std::vector<Path> paths;
  for_each_path(match, [&](const Path& path) { paths.push_back(path); });
  EXPECT_EQ(paths, (std::vector<Path>{{"stars"}, {"user", "elite"}}));
  match.pattern = Pattern{.source = "cozy"};
  EXPECT_EQ(stage_of(match), Stage::Texts);
  EXPECT_EQ(find_field<Pattern>(match).value->source, "cozy");
}

TEST(Conditions, InvariantsThatAreBroken) {
  using Messages = std::vector<std::string_view>;
  EXPECT_EQ(broken_invariants(TextAny()), Messages());
  EXPECT_EQ(broken_invariants(TextAny{.min_matches = 0}), Messages{"`min` must be from 1"});
  EXPECT_EQ(broken_invariants(TextCredible{.percentile = 101, .min_matches = 0}),
            (Messages{"`percentile` must be from 0 to 100", "`min` must be from 1"}));
  EXPECT_EQ(broken_invariants(ReviewMeta{.aggregate = Aggregate::Count}),
            Messages{"`count` is missing"});
}

TEST(Conditions, WhatTheyAreAbout) {
  EXPECT_EQ(subject_of(MetaIs()), Subject::Item);
  EXPECT_EQ(subject_of(TextAny()), Subject::Review);
  EXPECT_EQ(subject_of(TextCredible()), Subject::Reviewer);
  EXPECT_EQ(subject_of(CircleRating()), Subject::Review);
}

// The options of a row SEEDC_NO_EFFECT: those of its condition, if it has one, and its own.

using OptionNames = std::vector<std::string_view>;

OptionNames always() { return {}; }
OptionNames beside(std::string_view option) { return {option}; }
OptionNames beside_member(std::string_view option, std::string_view) { return {option}; }
OptionNames with(std::string_view option, std::string_view) { return {option}; }
OptionNames without(std::string_view option, std::string_view = {}) { return {option}; }
OptionNames without_any(OptionNames options) { return options; }

struct IdleOptions {
  EvidenceKind kind;
  OptionNames others;
  OptionNames idle;
};

TEST(Evidence, RowsOfOptionsWithoutEffectNameOptionsOfTheirKind) {
  const IdleOptions rows[] = {
#define SEEDC_NO_EFFECT(kind, when, where, help, ...) {EvidenceKind::kind, when, {__VA_ARGS__}},
#include "runtime/language/conditions.def"
  };
  for (const IdleOptions& row : rows) {
    const EvidenceInfo& kind = info(row.kind);
    for (const std::string_view name : row.others)
      EXPECT_NE(find_option(kind.options, name), nullptr) << kind.name << " " << name;
    for (const std::string_view name : row.idle)
      EXPECT_NE(find_option(kind.options, name), nullptr) << kind.name << " " << name;
  }
}

TEST(Evidence, EveryOptionIsDocumented) {
  for (const std::string& name : evidence_kind_names()) {
    const EvidenceInfo& kind = info(*find_evidence_kind(name));
    EXPECT_FALSE(kind.documentation.empty()) << name;
    for (const OptionInfo& option : kind.options) {
      EXPECT_EQ(option.documentation.empty(), option.type == OptionType::Ignored) << option.name;
      EXPECT_EQ(option.words.empty(), option.type != OptionType::Words) << option.name;
      const bool has_members =
          option.type == OptionType::Object || option.type == OptionType::Comparisons;
      EXPECT_EQ(option.members.empty(), !has_members) << option.name;
      EXPECT_FALSE(values_of(option).empty()) << option.name;
    }
  }
}

TEST(Evidence, OptionsThatAreWrittenAsWords) {
  EXPECT_TRUE(is_option_of(OptionType::Path, "", "path"));
  EXPECT_TRUE(is_option_of(OptionType::Path, "weight_by", "field"));
  EXPECT_FALSE(is_option_of(OptionType::Path, "", "field"));
  EXPECT_TRUE(is_option_of(OptionType::Words, "group_filter", "operator"));
  EXPECT_FALSE(is_option_of(OptionType::Words, "social_filter", "hops"));
  const OptionInfo* test = find_option(info(EvidenceKind::ReviewMeta).options, "op");
  ASSERT_NE(test, nullptr);
  EXPECT_EQ(values_of(*test), "not_empty, gte or lte");
}

/// Bits of one item each.
struct BoolOps {
  static bool both(bool a, bool b) { return a && b; }
  static bool either(bool a, bool b) { return a || b; }
};

TEST(Tri, LogicIsThatOfTheValuesAndOfTheirBits) {
  constexpr Tri kValues[] = {Tri::No, Tri::Unknown, Tri::Yes};
  const auto bits = [](Tri value) { return tri_bits(value, true, false); };
  const auto value = [](const TriBits<bool>& b) {
    return b.yes ? Tri::Yes : b.no ? Tri::No : Tri::Unknown;
  };
  for (const Tri a : kValues) {
    EXPECT_EQ(value(!bits(a)), !a);
    for (const Tri b : kValues) {
      EXPECT_EQ(static_cast<int>(both(a, b)), std::min(static_cast<int>(a), static_cast<int>(b)));
      EXPECT_EQ(value(both(BoolOps(), bits(a), bits(b))), both(a, b));
      EXPECT_EQ(value(either(BoolOps(), bits(a), bits(b))), either(a, b));
    }
  }
}

}  // namespace
}  // namespace seedc::language
