// One function per kind of evidence that has options which others make idle.
#include "compiler/check/no_effect.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>

namespace seedc::check {
namespace {

using ast::Json;

class IdleOptions {
 public:
  IdleOptions(const Json& object, diag::Diagnostics& diagnostics)
      : object_(object), diagnostics_(diagnostics) {}

  void check(language::EvidenceKind kind) {
    switch (kind) {
      case language::EvidenceKind::ItemMeta:
        return item_meta();
      case language::EvidenceKind::ReviewText:
        return review_text();
      case language::EvidenceKind::ReviewMeta:
        return review_meta();
      case language::EvidenceKind::ReviewSentiment:
        return review_sentiment();
      case language::EvidenceKind::SocialRating:
        return circle();
      case language::EvidenceKind::ItemMetaHours:
      case language::EvidenceKind::ReviewMatch:
      case language::EvidenceKind::ReviewGroupRating:
      case language::EvidenceKind::ReviewGroupRatingNegative:
        return;
    }
  }

 private:
  const Json* find(std::string_view key) const { return find_in(object_, key); }
  static const Json* find_in(const Json& object, std::string_view key) {
    const Json* value = object.find(key);
    return value != nullptr && value->kind != Json::Kind::Null ? value : nullptr;
  }
  bool is_word(std::string_view key, std::string_view word) const {
    const Json* value = find(key);
    return value != nullptr && value->text == word;
  }

  /// The first of these rules whose option is given decides whatever else is.
  void item_meta() {
    constexpr std::string_view kDeciding[] = {"not_contains", "not_true", "true_not", "contains"};
    const auto decides =
        std::ranges::find_if(kDeciding, [&](std::string_view key) { return find(key) != nullptr; });
    if (decides == std::end(kDeciding)) return;
    for (auto later = decides + 1; later != std::end(kDeciding); ++later)
      report(*later, fmt::format("beside `{}`", *decides), kDecidesFirst);
    for (const std::string_view key : {"is", "true", "false", "neutral"})
      report(key, fmt::format("beside `{}`", *decides), kDecidesFirst);
    report("missing", fmt::format("beside `{}`", *decides),
           *decides == "contains" ? "a missing value has the text `none`; `true` takes `missing`"
                                  : fmt::format("`{}` holds where the value is missing", *decides));
  }
  static constexpr std::string_view kDecidesFirst = "write two conditions and join them with AND";

  void review_text() {
    report("missing", "in `review_text`", "without reviews the value is 0 in any case");
    const Json* filter = find("social_filter");
    if (find("weight_by") == nullptr) {
      for (const std::string_view key : {"min_credible_matches", "credibility_percentile"})
        report(key, "without `weight_by`", "`min_matches` says how many reviews must match");
    } else {
      report("min_matches", "beside `weight_by`",
             "`min_credible_matches` says how many credible reviews must match");
    }
    if (filter != nullptr && find_in(*filter, "min_matches") != nullptr)
      report("min_matches", "beside the `min_matches` of `social_filter`", "remove one of the two");
    circle();
  }

  void review_meta() {
    if (find("op") == nullptr || is_word("op", "not_empty"))
      report("value", "with `not_empty`", "`op: \"gte\"` and `op: \"lte\"` compare with it");
    if (!is_word("agg", "count"))
      report("count", "without `agg: \"count\"`", "`agg: \"count\"` asks for so many reviews");
  }

  void review_sentiment() {
    const bool is_negative = is_word("sentiment", "negative");
    report(is_negative ? "min_positive" : "min_negative",
           is_negative ? "with `sentiment: \"negative\"`" : "without `sentiment: \"negative\"`",
           is_negative ? "`min_negative` says how many negative reviews it takes"
                       : "`min_positive` says how many positive reviews it takes");
    circle();
  }

  /// Nobody is within any number of hops of nobody.
  void circle() {
    const Json* filter = find("social_filter");
    if (filter == nullptr) return;
    const Json* friends = find_in(*filter, "friends");
    if (friends != nullptr && !friends->elements.empty()) return;
    IdleOptions(*filter, diagnostics_)
        .report("hops", "without `friends`", "name the people around whom the circle is");
  }

  /// Warns of the option if it is given.
  void report(std::string_view key, std::string_view where, std::string_view help) {
    const auto member = std::ranges::find(object_.members, key, &Json::Member::key);
    if (find(key) == nullptr || member == object_.members.end()) return;
    diagnostics_.report(diag::DiagCode::NoEffect, member->key_span, key, where).help = help;
  }

  const Json& object_;
  diag::Diagnostics& diagnostics_;
};

}  // namespace

void report_no_effect(const Json& evidence, language::EvidenceKind kind,
                      diag::Diagnostics& diagnostics) {
  IdleOptions(evidence, diagnostics).check(kind);
}

}  // namespace seedc::check
