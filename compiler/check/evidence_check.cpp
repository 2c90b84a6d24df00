// One function a kind of evidence: options in, an instruction out.
#include "compiler/check/evidence_check.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "compiler/check/options.h"
#include "compiler/check/suggest.h"
#include "compiler/evidence/evidence.h"
#include "compiler/pattern/python_regex.h"
#include "runtime/language/text.h"

namespace seedc {
namespace {

using ir::AttrType;
using ir::Inst;
using ir::Op;

Value list_value(const std::vector<std::string>& strings) {
  List list;
  for (const std::string& text : strings) list.emplace_back(text);
  return list;
}

Value or_null(const std::optional<double>& number) { return number ? Value(*number) : Value(); }
Value or_null(std::optional<Value> value) { return value ? std::move(*value) : Value(); }

/// friends and hops of a social_filter; `min_matches` too where it stands inside.
struct CircleOptions {
  std::vector<std::string> friends;
  std::int64_t hops = 1;
  std::optional<std::int64_t> min_matches;
};

class EvidenceChecker {
 public:
  EvidenceChecker(const ast::Json& evidence, EvidenceKind kind, Diagnostics& diagnostics,
                  const EngineRefusal& refusal)
      : options_(evidence, info(kind).name, diagnostics),
        kind_(kind),
        diagnostics_(diagnostics),
        engine_refusal_(refusal) {}

  Inst run() {
    report_unknown_options();
    Inst inst = lower();
    inst.span = options_.span();
    return inst;
  }

 private:
  Inst lower() {
    switch (kind_) {
      case EvidenceKind::ItemMeta:
        return item_meta();
      case EvidenceKind::ItemMetaHours:
        return item_meta_hours();
      case EvidenceKind::ReviewText:
        return review_text();
      case EvidenceKind::ReviewMeta:
        return review_meta();
      case EvidenceKind::ReviewSentiment:
        return review_sentiment();
      case EvidenceKind::ReviewGroupRating:
        return review_group_rating();
      case EvidenceKind::ReviewGroupRatingNegative:
        return review_group_rating_negative();
      case EvidenceKind::SocialRating:
        return social_rating();
    }
    return constant(0);
  }

  void report_unknown_options() {
    std::vector<std::string> known;
    std::vector<std::string> without_effect = {"kind", "aspect", "group", "description"};
    for (const OptionInfo& option : info(kind_).options) {
      (option.values.empty() ? without_effect : known).emplace_back(option.name);
    }
    options_.report_unknown(known, without_effect);
  }

  /// Reports a missing option with the values it takes.
  void require(std::string_view key) {
    for (const OptionInfo& option : info(kind_).options) {
      if (option.name == key) options_.require(key, fmt::format("give {}", option.values));
    }
  }

  static Inst constant(int tri) {
    return {.op = Op::Const, .operands = {}, .attributes = {Value(tri)}, .span = {}};
  }
  static Inst make(Op op, std::vector<Value> attributes) {
    return {.op = op, .operands = {}, .attributes = std::move(attributes), .span = {}};
  }

  /// The first rule of semantics.md section 3 that applies, but for those that depend on the item's
  /// value.
  Inst item_meta() {
    const Value path = item_path();
    const int missing = options_.tri("missing", 0);
    if (const auto value = options_.literal("not_contains")) {
      return make(Op::MetaNotContains, {path, text_of(*value)});
    }
    for (const std::string_view key : {"not_true", "true_not"}) {
      if (auto value = options_.literal(key))
        return make(Op::MetaNotMatch, {path, std::move(*value)});
    }
    if (const auto value = options_.literal("contains"))
      return make(Op::MetaContains, {path, text_of(*value)});
    return make(Op::MetaMatch,
                {path, or_null(options_.literal("true")), or_null(options_.literal("false")),
                 or_null(options_.literal("neutral")), missing});
  }

  Inst item_meta_hours() {
    const Value path = item_path();
    const int missing = options_.tri("missing", 0);
    const ast::Json* required =
        options_.require("true", "give the range of time, such as \"12:00-17:00\"");
    const std::string text = options_.text("true");
    const auto hours = read_hours(text);
    const bool is_text = required != nullptr && (required->kind == ast::Json::Kind::String ||
                                                 required->kind == ast::Json::Kind::Word);
    if (is_text && !hours) {
      diagnostics_.report(DiagCode::BadHours, required->span, text).help =
          "write it as H:M-H:M, such as 12:00-17:00";
    }
    if (!hours) return constant(0);
    return make(Op::HoursContain, {path, hours->start_minute, hours->end_minute, missing});
  }

  Inst review_text() {
    const std::string pattern = checked_pattern();
    const double percentile = percentile_option();
    const std::int64_t min_credible = options_.integer("min_credible_matches", 2, 1);
    const std::int64_t min_beside = options_.integer("min_matches", 1);
    const ast::Json* weight_by = options_.object("weight_by");
    const ast::Json* social_filter = options_.object("social_filter");
    if (weight_by != nullptr && social_filter != nullptr) {
      auto& report = diagnostics_.report(DiagCode::ConflictingOptions, weight_by->span, "weight_by",
                                         "social_filter");
      report.help = "write two conditions and join them with AND";
      report.note(social_filter->span, "`social_filter` is given here");
    }
    if (weight_by != nullptr) {
      return make(Op::TextCredible,
                  {pattern, list_value(field_of(*weight_by)), percentile, min_credible});
    }
    if (social_filter != nullptr) {
      const CircleOptions circle = circle_of(*social_filter, /*takes_min_matches=*/true);
      return make(Op::TextCircle, {pattern, list_value(circle.friends), circle.hops,
                                   circle.min_matches.value_or(min_beside)});
    }
    return make(Op::TextAny, {pattern});
  }

  Inst review_meta() {
    const Value path = list_value(options_.path("path"));
    if (!has_path()) {
      diagnostics_.report(DiagCode::MissingOption, options_.span(), info(kind_).name, "path").help =
          "name what to look at, such as [\"user\", \"fans\"]";
    }
    const std::string test = options_.choice("op", ir::words_of(AttrType::ReviewTest));
    if (test != "not_empty") require("value");
    const std::optional<double> value = options_.number("value");
    const std::optional<double> min_stars = options_.number("min_stars");
    const std::string aggregate = options_.choice("agg", ir::words_of(AttrType::Aggregate));
    const std::int64_t count = options_.integer("count", 1);
    const int missing = options_.tri("missing", 0);
    return make(Op::ReviewMeta,
                {path, test, test == "not_empty" ? Value() : or_null(value), or_null(min_stars),
                 aggregate, aggregate == "count" ? Value(count) : Value(), missing});
  }

  Inst review_sentiment() {
    const std::string topic = options_.text("topic");
    if (topic.empty() && is_text_or_absent("topic")) {
      diagnostics_.report(DiagCode::EmptyOperand, options_.span(), "topic",
                          "the value is always -1");
    }
    const std::string sentiment = options_.choice("sentiment", ir::words_of(AttrType::Polarity));
    const std::int64_t min_positive = options_.integer("min_positive", 1);
    const std::int64_t min_negative = options_.integer("min_negative", 1);
    Value friends;
    Value hops;
    if (const ast::Json* filter = options_.object("social_filter")) {
      const CircleOptions circle = circle_of(*filter, /*takes_min_matches=*/false);
      friends = list_value(circle.friends);
      hops = circle.hops;
    }
    return make(
        Op::Sentiment,
        {topic, sentiment, sentiment == "positive" ? min_positive : min_negative, friends, hops});
  }

  Inst review_group_rating() {
    Path field;
    std::string where = "gte";
    Value value(0);
    options_.require(
        "group_filter",
        "say which reviews: {\"field\": \"date\", \"operator\": \"gte\", \"value\": \"2020\"}");
    if (const ast::Json* object = options_.object("group_filter")) {
      Options filter(*object, "group_filter", diagnostics_);
      filter.report_unknown(kGroupFilterKeys);
      filter.require("field");
      filter.require("operator");
      if (const ast::Json* json = filter.require("value")) value = comparable(*json, filter);
      field = filter.path("field");
      where = filter.choice("operator", ir::words_of(AttrType::Comparison));
    }
    require("metric");
    require("operator");
    require("threshold");
    return make(Op::GroupRating, {list_value(field), where, value,
                                  options_.choice("metric", ir::words_of(AttrType::Metric)),
                                  options_.choice("operator", ir::words_of(AttrType::Comparison)),
                                  options_.number("threshold", 0)});
  }

  Inst review_group_rating_negative() {
    double generous = 4.0;
    double harsh = 2.0;
    if (const ast::Json* object = options_.object("condition")) {
      Options condition(*object, "condition", diagnostics_);
      condition.report_unknown(kSplitKeys);
      generous = condition.number("generous_avg_gte", generous);
      harsh = condition.number("harsh_avg_lt", harsh);
    }
    return make(Op::GroupSplit, {generous, harsh});
  }

  Inst social_rating() {
    CircleOptions circle;
    options_.require("social_filter", "say whose: {\"friends\": [\"Alice\"], \"hops\": 1}");
    if (const ast::Json* filter = options_.object("social_filter"))
      circle = circle_of(*filter, false);
    return make(Op::CircleRating, {options_.number("min_stars", 4), list_value(circle.friends),
                                   circle.hops, options_.integer("min_matches", 1)});
  }

  CircleOptions circle_of(const ast::Json& filter, bool takes_min_matches) {
    Options options(filter, "social_filter", diagnostics_);
    options.report_unknown(takes_min_matches ? std::span<const std::string>(kTextCircleKeys)
                                             : kCircleKeys);
    CircleOptions circle{.friends = options.names("friends"), .hops = 1, .min_matches = {}};
    // A circle is a set of anchors: their order and number do not count.
    std::sort(circle.friends.begin(), circle.friends.end());
    circle.friends.erase(std::unique(circle.friends.begin(), circle.friends.end()),
                         circle.friends.end());
    if (const ast::Json* hops = options.find("hops")) circle.hops = hops_of(*hops);
    if (takes_min_matches && options.find("min_matches") != nullptr) {
      circle.min_matches = options.integer("min_matches", 1);
    }
    return circle;
  }

  std::int64_t hops_of(const ast::Json& json) {
    const Value value = json.kind == ast::Json::Kind::Number ? to_value(json) : Value();
    const auto* hops = value.as<std::int64_t>();
    if (hops != nullptr && (*hops == 1 || *hops == 2)) return *hops;
    const std::string seen =
        json.kind == ast::Json::Kind::Number ? json.text : to_json(to_value(json));
    diagnostics_.report(DiagCode::BadHops, json.span, seen).help =
        "1 asks the anchors and their friends, 2 also the friends of those";
    return 1;
  }

  Path field_of(const ast::Json& weight_by) {
    Options options(weight_by, "weight_by", diagnostics_);
    options.report_unknown(kWeightKeys);
    options.require("field", "name what makes a reviewer credible, such as [\"user\", \"fans\"]");
    return options.path("field");
  }

  double percentile_option() {
    const double percentile = options_.number("credibility_percentile", 50);
    if (percentile >= 0 && percentile <= 100) return percentile;
    options_.report_bad(*options_.find("credibility_percentile"), "credibility_percentile",
                        "a number from 0 to 100");
    return 50;
  }

  /// What a review's field is compared with: a number, or the text of a date.
  Value comparable(const ast::Json& json, Options& filter) {
    const bool is_comparable =
        json.kind == ast::Json::Kind::Number || json.kind == ast::Json::Kind::String;
    if (is_comparable) return filter.literal("value").value_or(0);
    filter.report_bad(json, "value", "a number or a string");
    return Value(0);
  }

  std::string checked_pattern() {
    const std::string pattern = options_.text("pattern");
    const ast::Json* place = options_.find("pattern");
    if (pattern.empty()) {
      if (is_text_or_absent("pattern")) report_empty_pattern();
      return pattern;
    }
    if (diagnostics_.errors_within(place->span) > 0) return pattern;  // its escapes are wrong
    if (pattern.find('\b') != std::string::npos) {
      diagnostics_.report(DiagCode::ControlInPattern, place->span).help =
          "for a word boundary write `\\\\b` between double quotes, or '\\b' in a .req file";
    }
    const TranslatedPattern translated = translate_python_regex(pattern);
    if (!translated.refusal.empty()) {
      diagnostics_.report(DiagCode::PatternNotPython, place->span, translated.refusal).help =
          "mend the pattern, or escape what is meant literally with `\\`";
    }
    if (!translated.unsupported.empty()) {
      diagnostics_.report(DiagCode::PatternUnsupported, place->span, translated.unsupported);
    } else if (const auto refusal = engine_refusal_(plan::Pattern{pattern, translated.pcre2})) {
      diagnostics_.report(DiagCode::PatternUnsupported, place->span, *refusal);
    }
    return pattern;
  }

  void report_empty_pattern() {
    if (options_.span().is_known() && diagnostics_.errors_within(options_.span()) > 0) return;
    const bool social = options_.find("social_filter") != nullptr;
    const bool weighted = options_.find("weight_by") != nullptr;
    diagnostics_.report(DiagCode::EmptyOperand, options_.span(), "pattern",
                        social     ? "every review of the circle matches"
                        : weighted ? "the value is always -1"
                                   : "the value is always 0, unknown");
  }

  bool is_text_or_absent(std::string_view key) const {
    const ast::Json* value = options_.find(key);
    return value == nullptr || value->kind == ast::Json::Kind::String;
  }

  /// The path of a condition on items; without one its value is missing everywhere.
  Value item_path() {
    if (!has_path()) diagnostics_.report(DiagCode::NoPath, options_.span(), info(kind_).name);
    return list_value(options_.path("path"));
  }

  /// Whether there is a path, be it a wrong one.
  bool has_path() const {
    const ast::Json* path = options_.find("path");
    return path != nullptr && !(path->kind == ast::Json::Kind::Array && path->elements.empty());
  }

  static inline const std::vector<std::string> kCircleKeys = {"friends", "hops"};
  static inline const std::vector<std::string> kTextCircleKeys = {"friends", "hops", "min_matches"};
  static inline const std::vector<std::string> kWeightKeys = {"field"};
  static inline const std::vector<std::string> kGroupFilterKeys = {"field", "operator", "value"};
  static inline const std::vector<std::string> kSplitKeys = {"generous_avg_gte", "harsh_avg_lt"};

  Options options_;
  EvidenceKind kind_;
  Diagnostics& diagnostics_;
  const EngineRefusal& engine_refusal_;
};

/// The evidence's kind; nothing if it has none that is known, which is reported.
std::optional<EvidenceKind> kind_of(const ast::Json& evidence, Diagnostics& diagnostics) {
  Options options(evidence, "evidence", diagnostics);
  const ast::Json* json =
      options.require("kind", "name the kind of evidence, such as item_meta or review_text");
  if (json == nullptr) return std::nullopt;
  if (json->kind != ast::Json::Kind::String) {
    options.report_bad(*json, "kind", "a string");
    return std::nullopt;
  }
  const auto kind = find_evidence_kind(json->text);
  if (kind) return kind;
  auto& report = diagnostics.report(DiagCode::UnknownKind, json->span, json->text);
  std::vector<std::string> candidates(evidence_kind_names().begin(), evidence_kind_names().end());
  candidates.insert(candidates.end(), {"1HOP", "2HOP", "1HOP_STARS", "2HOP_STARS"});
  suggest_string(diagnostics, report, json->text, candidates,
                 fmt::format("the kinds are {}", fmt::join(evidence_kind_names(), ", ")));
  return std::nullopt;
}

}  // namespace

std::optional<ir::ValueId> check_evidence(const ast::Json& evidence, ir::Builder& builder,
                                          Diagnostics& diagnostics,
                                          const EngineRefusal& engine_refusal) {
  const std::size_t errors_before = diagnostics.error_count();
  if (evidence.kind != ast::Json::Kind::Object) {
    diagnostics.report(DiagCode::WrongType, evidence.span, "`evidence`", "an object",
                       "a value of another type");
    return std::nullopt;
  }
  const auto kind = kind_of(evidence, diagnostics);
  if (!kind) return std::nullopt;
  Inst inst = EvidenceChecker(evidence, *kind, diagnostics, engine_refusal).run();
  if (diagnostics.error_count() > errors_before) return std::nullopt;
  return builder.add(std::move(inst));
}

}  // namespace seedc
