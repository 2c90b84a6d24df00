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
