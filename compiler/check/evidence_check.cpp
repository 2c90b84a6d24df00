// One function per kind of evidence: reads its options and returns its condition.
#include "compiler/check/evidence_check.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <span>

#include "compiler/ast/json_text.h"
#include "compiler/ast/operator_words.h"
#include "compiler/check/no_effect.h"
#include "compiler/check/options.h"
#include "compiler/check/suggest.h"
#include "runtime/language/conditions.h"
#include "runtime/language/describe.h"
#include "runtime/language/text.h"

namespace seedc::check {
namespace {

/// The options of a social_filter; some kinds also take `min_matches` inside it.
struct CircleOptions {
  language::Circle circle;
  std::optional<std::int64_t> min_matches;
};

class EvidenceChecker {
  using OptionName = std::string_view;

 public:
  EvidenceChecker(const ast::Json& evidence, language::EvidenceKind kind,
                  diag::Diagnostics& diagnostics, const EngineRefusal& refusal)
      : evidence_(evidence),
        options_(evidence, language::info(kind).name, diagnostics),
        kind_(kind),
        diagnostics_(diagnostics),
        engine_refusal_(refusal) {}

  /// Returns the condition; std::nullopt only after an error.
  std::optional<language::Condition> run() {
    options_.report_unknown(language::info(kind_).options, known_keys());
    auto condition = by_kind();
    if (diagnostics_.errors_within(evidence_.span) == 0)
      report_no_effect(evidence_, kind_, diagnostics_);
    return condition;
  }

 private:
  std::optional<language::Condition> by_kind() {
    switch (kind_) {
      case language::EvidenceKind::ItemMeta:
        return item_meta();
      case language::EvidenceKind::ItemMetaHours:
        return item_meta_hours();
      case language::EvidenceKind::ReviewText:
        return review_text();
      case language::EvidenceKind::ReviewMatch:
        return review_match();
      case language::EvidenceKind::ReviewMeta:
        return review_meta();
      case language::EvidenceKind::ReviewSentiment:
        return review_sentiment();
      case language::EvidenceKind::ReviewGroupRating:
        return review_group_rating();
      case language::EvidenceKind::ReviewGroupRatingNegative:
        return review_group_rating_negative();
      case language::EvidenceKind::SocialRating:
        return social_rating();
    }
    return std::nullopt;
  }

  /// Keys of the evidence object that are no options: its kind, and comments.
  std::vector<std::string> known_keys() const {
    std::vector<std::string> keys = {"kind", "aspect", "group", "description", "comment", "note"};
    for (const ast::Json::Member& member : evidence_.members) {
      if (member.key.starts_with('_')) keys.push_back(member.key);
    }
    return keys;
  }

  /// The members of an option that takes an object.
  std::span<const language::OptionInfo> members_of(std::string_view key) const {
    return option(key).members;
  }

  const language::OptionInfo& option(std::string_view key) const {
    return *language::find_option(language::info(kind_).options, key);
  }

  /// The integer of an option, in the range of its row.
  std::int64_t integer(std::string_view key, std::int64_t otherwise) {
    const bool is_count = option(key).type == language::OptionType::IntegerFromOne;
    return options_.integer(key, otherwise, is_count ? 1 : INT64_MIN);
  }

  /// Reports a missing option together with the values it takes.
  void require(std::string_view key) {
    options_.require(key, "give " + language::values_of(option(key)));
  }

  /// The first rule of semantics.md section 3 that applies without knowing the item's value.
  language::Condition item_meta() {
    refuse_together(kNumberBounds, {"true", "false", "neutral", "is", "not_true", "true_not",
                                    "contains", "not_contains"});
    refuse_together(std::array{std::string_view("is")}, {"true", "false", "neutral"});
    language::Path path = item_path();
    const language::Tri missing = options_.tri("missing", language::MetaMatch().missing);
    if (const auto value = options_.literal("not_contains"))
      return language::MetaNotContains{std::move(path), language::text_of(*value)};
    for (const std::string_view key : {"not_true", "true_not"}) {
      if (auto value = options_.literal(key))
        return language::MetaNotMatch{std::move(path), *std::move(value)};
    }
    if (const auto value = options_.literal("contains"))
      return language::MetaContains{std::move(path), language::text_of(*value)};
    if (first_given(kNumberBounds) != nullptr) {
      return language::MetaNumber{std::move(path),       options_.number("gte"),
                                  options_.number("gt"), options_.number("lte"),
                                  options_.number("lt"), missing};
    }
    if (auto value = options_.literal("is"))
      return language::MetaIs{std::move(path), with_inner_texts(*std::move(value)), missing};
    return language::MetaMatch{std::move(path), options_.literal("true"), options_.literal("false"),
                               options_.literal("neutral"), missing};
  }

  /// An operand of `is`: a list inside its list stands for its text.
  static language::Value with_inner_texts(language::Value operand) {
    auto* list = std::get_if<language::List>(&operand.data);
    if (list == nullptr) return operand;
    for (language::Value& element : *list) {
      if (element.as<language::List>() != nullptr) element = language::python_str(element);
    }
    return operand;
  }

  static constexpr std::array<std::string_view, 4> kNumberBounds = {"gte", "gt", "lte", "lt"};

  /// The first of these options that is given; a null pointer if none is.
  const OptionName* first_given(std::span<const OptionName> names) const {
    const auto found = std::ranges::find_if(
        names, [&](OptionName name) { return options_.find(name) != nullptr; });
    return found == names.end() ? nullptr : &*found;
  }

  /// Reports the first of `some` that is given together with the first of `others`.
  void refuse_together(std::span<const OptionName> some, std::initializer_list<OptionName> others) {
    const OptionName* one = first_given(some);
    const OptionName* other = first_given({others.begin(), others.size()});
    if (one != nullptr && other != nullptr) report_conflict(*one, *other);
  }

  void report_conflict(OptionName one, OptionName other) {
    auto& report = diagnostics_.report(diag::DiagCode::ConflictingOptions, options_.find(one)->span,
                                       one, other);
    report.help = "write two conditions and join them with AND";
    report.note(options_.find(other)->span, fmt::format("`{}` is given here", other));
  }

  std::optional<language::Condition> item_meta_hours() {
    static constexpr std::array<OptionName, 4> kQuestions = {"true", "at", "any", "closed"};
    language::Path path = item_path();
    const language::Tri missing = options_.tri("missing", language::HoursContain().missing);
    const OptionName* asked = first_given(kQuestions);
    if (asked == nullptr) {
      options_.require("true",
                       "give the range of time, such as \"12:00-17:00\", or one of `at`, `any` "
                       "and `closed`");
      return std::nullopt;
    }
    const auto rest =
        std::span(kQuestions).subspan(static_cast<std::size_t>(asked - kQuestions.data()) + 1);
    if (const OptionName* other = first_given(rest)) {
      report_conflict(*asked, *other);
      return std::nullopt;
    }
    if (*asked == "closed") return hours_closed(std::move(path), missing);
    if (*asked == "at") {
      const auto minute = time_option<std::int64_t>("at", language::read_time, "time",
                                                    "H:M, such as 23:30, at most 24:00");
      if (!minute) return std::nullopt;
      return language::HoursAt{std::move(path), *minute, missing};
    }
    const auto hours = time_option<language::Hours>(*asked, language::read_time_range, "time range",
                                                    "H:M-H:M, such as 12:00-17:00");
    if (!hours) return std::nullopt;
    if (*asked == "true")
      return language::HoursContain{std::move(path), hours->start_minute, hours->end_minute,
                                    missing};
    if (language::is_empty(*hours)) {
      options_.report_bad(*options_.find("any"), "any", "a range whose ends are not equal");
      return std::nullopt;
    }
    return language::HoursAny{std::move(path), hours->start_minute, hours->end_minute, missing};
  }

  /// Reads a time or a range of time; std::nullopt (reported) if it is malformed.
  template <class T, class Read>
  std::optional<T> time_option(OptionName name, const Read& read, std::string_view what,
                               std::string_view form) {
    const ast::Json& json = *options_.find(name);
    const std::string text = options_.text(name);
    const std::optional<T> time = read(text);
    const bool is_text = json.kind == ast::Json::Kind::String || json.kind == ast::Json::Kind::Word;
    if (is_text && !time) {
      diagnostics_.report(diag::DiagCode::BadHours, json.span, text, what).help =
          fmt::format("write it as {}", form);
    }
    return time;
  }

  /// Splits the path at the key of the day; a path of one key has no other days.
  std::optional<language::Condition> hours_closed(language::Path path, language::Tri missing) {
    const ast::Json& closed = *options_.find("closed");
    if (closed.kind != ast::Json::Kind::Bool || !closed.boolean) {
      options_.report_bad(closed, "closed", "true");
      return std::nullopt;
    }
    language::HoursClosed c{.path = std::move(path), .day = {}, .missing = missing};
    if (c.path.size() > 1) {
      c.day = std::move(c.path.back());
      c.path.pop_back();
    }
    return c;
  }

  language::Condition review_text() {
    const language::Pattern pattern{.source = checked_pattern(), .pcre2 = {}};
    const double percentile = percentile_option(language::TextCredible().percentile);
    const std::int64_t min_credible =
        integer("min_credible_matches", language::TextCredible().min_matches);
    const std::int64_t min_matches = integer("min_matches", language::TextAny().min_matches);
    const ast::Json* weight_by = options_.object("weight_by");
    const ast::Json* social_filter = options_.object("social_filter");
    if (weight_by != nullptr && social_filter != nullptr)
      report_conflict("weight_by", "social_filter");
    if (weight_by != nullptr)
      return language::TextCredible{pattern, field_of(*weight_by), percentile, min_credible};
    if (social_filter != nullptr) {
      const CircleOptions circle = circle_of(*social_filter);
      return language::TextCircle{pattern, circle.circle, circle.min_matches.value_or(min_matches)};
    }
    return language::TextAny{pattern, min_matches};
  }

  language::Condition review_match() {
    language::ReviewMatch c;
    if (const ast::Json* pattern = options_.find("pattern")) {
      const bool is_empty = pattern->kind == ast::Json::Kind::String && pattern->text.empty();
      if (is_empty) options_.report_bad(*pattern, "pattern", "a pattern that is not empty");
      if (!is_empty) c.pattern = {.source = checked_pattern(), .pcre2 = {}};
    }
    if (const ast::Json* conditions = options_.find("conditions"))
      c.conditions = match_conditions(*conditions);
    if (const ast::Json* filter = options_.object("social_filter"))
      c.circle = circle_of_somebody(*filter);
    if (const ast::Json* judged = options_.object("judged")) read_judged(*judged, c);
    c.min_matches = integer("min_matches", c.min_matches);
    c.missing = options_.tri("missing", c.missing);
    const bool asks_nothing = !c.pattern && c.conditions.empty() && !c.circle && !c.topic;
    const source::Span place = options_.span();
    if (asks_nothing && !(place.is_known() && diagnostics_.errors_within(place) > 0)) {
      diagnostics_
          .report(diag::DiagCode::MissingOption, place, "review_match",
                  "pattern`, `conditions`, `social_filter` or `judged")
          .help = "say what a review must meet, such as review_match(\"cozy\", stars >= 4)";
    }
    return c;
  }

  std::vector<language::MatchCondition> match_conditions(const ast::Json& json) {
    std::vector<language::MatchCondition> conditions;
    if (json.kind != ast::Json::Kind::Array || json.elements.empty())
      options_.report_bad(json, "conditions", "a list of conditions").help = kConditionHelp;
    for (const ast::Json& element : json.elements) {
      if (element.kind == ast::Json::Kind::Object) {
        conditions.push_back(match_condition(element));
      } else {
        options_.report_bad(element, "conditions", "a list of objects").help = kConditionHelp;
      }
    }
    return conditions;
  }
  static constexpr std::string_view kConditionHelp =
      R"(a condition is {"path": ["stars"], "op": "gte", "value": 4})";

  language::MatchCondition match_condition(const ast::Json& object) {
    language::MatchCondition c;
    Options options(object, "conditions", diagnostics_);
    options.report_unknown(members_of("conditions"));
    const ast::Json* path = options.require("path", kConditionHelp);
    c.path = options.path("path");
    if (path != nullptr && path->kind == ast::Json::Kind::Array && path->elements.empty())
      options.report_bad(*path, "path", "a list of keys, or one key");
    const std::size_t errors_before = diagnostics_.error_count();
    if (options.require("op", kConditionHelp) == nullptr) return c;
    c.test = options.choice("op", c.test);
    if (diagnostics_.error_count() > errors_before) return c;
    const ast::Json* value = options.find("value");
    if (c.test == language::MatchTest::NotEmpty) {
      if (value != nullptr)
        diagnostics_.report(diag::DiagCode::ConflictingOptions, value->span, "not_empty", "value")
            .help = "remove the value, or name another `op`";
      return c;
    }
    if (value == nullptr) {
      options.require("value", "say what the value at the path is compared with");
    } else if (is_operand(c.test, *value)) {
      c.value = with_inner_texts(options.literal("value").value_or(0));
    } else {
      report_bad_operand(c.test, *value, options);
    }
    return c;
  }

  static bool is_operand(language::MatchTest test, const ast::Json& value) {
    const bool is_string = value.kind == ast::Json::Kind::String;
    if (test == language::MatchTest::Contains) return is_string;
    if (test != language::MatchTest::Equals)
      return is_string || value.kind == ast::Json::Kind::Number;
    const bool is_empty_list = value.kind == ast::Json::Kind::Array && value.elements.empty();
    return value.kind != ast::Json::Kind::Word && !is_empty_list;
  }

  void report_bad_operand(language::MatchTest test, const ast::Json& value, Options& options) {
    const std::string_view expected = test == language::MatchTest::Contains ? "a string"
                                      : test == language::MatchTest::Equals
                                          ? "a value, or a list that is not empty"
                                          : "a number or a string";
    diag::Diagnostic& report = options.report_bad(value, "value", expected);
    if (value.kind != ast::Json::Kind::Word) return;
    const bool orders =
        test != language::MatchTest::Equals && test != language::MatchTest::Contains;
    if (orders) suggest_unquoted(report, value.span, language::Value(value.text));
    if (report.fix) return;
    const std::string quoted = language::to_json(language::Value(value.text));
    report.help = "a text is written in quotes: " + quoted;
    report.fix = diag::FixIt{value.span, quoted, /*is_safe=*/!orders};
  }

  /// A circle that somebody may be in.
  language::Circle circle_of_somebody(const ast::Json& filter) {
    const ast::Json* friends = Options(filter, "social_filter", diagnostics_)
                                   .require("friends", "say whose: {\"friends\": [\"Alice\"]}");
    const bool is_empty =
        friends != nullptr && friends->kind == ast::Json::Kind::Array && friends->elements.empty();
    if (is_empty) options_.report_bad(*friends, "friends", "a list with at least one name");
    return circle_of(filter).circle;
  }

  void read_judged(const ast::Json& object, language::ReviewMatch& c) {
    Options judged(object, "judged", diagnostics_);
    judged.report_unknown(members_of("judged"));
    const ast::Json* topic =
        judged.require("topic", "name what was judged: {\"topic\": \"service\"}");
    c.topic = judged.text("topic");
    if (topic != nullptr && topic->kind == ast::Json::Kind::String && topic->text.empty())
      judged.report_bad(*topic, "topic", "a topic that is not empty");
    c.sentiment = judged.choice("sentiment", language::Polarity::Positive);
  }

  /// Reports what `review_match` compares and `review_meta` does not: beyond a number, and dates.
  /// Returns whether there is something.
  bool report_for_match(const language::Path& path) {
    const ast::Json* op = options_.find("op");
    const ast::Json* value = options_.find("value");
    if (op == nullptr || value == nullptr || path.empty()) return false;
    const bool is_beyond =
        op->text == "gt" || op->text == "lt" || op->text == ">" || op->text == "<";
    const bool is_date = path.back() == "date" && value->kind == ast::Json::Kind::String;
    if (!is_beyond && !is_date) return false;
    auto& report = is_beyond ? options_.report_bad(*op, "op", "one of not_empty, gte, lte")
                             : options_.report_bad(*value, "value", "a number");
    const bool is_upper = op->text.starts_with('g') || op->text.starts_with('>');
    report.help = fmt::format("write `review_match({} {}{} {})`", language::to_string(path),
                              is_upper ? ">" : "<", is_beyond ? "" : "=", ast::json_text(*value));
    report.fix.reset();
    return true;
  }

  language::Condition review_meta() {
    language::ReviewMeta c{.path = options_.path("path")};
    if (!has_path()) {
      diagnostics_
          .report(diag::DiagCode::MissingOption, options_.span(), language::info(kind_).name,
                  "path")
          .help = "name what to look at, such as [\"user\", \"fans\"]";
    }
    if (report_for_match(c.path)) return c;
    c.test = options_.choice("op", c.test);
    if (c.test != language::ReviewTest::NotEmpty) require("value");
    const std::optional<double> value = options_.number("value");
    if (c.test != language::ReviewTest::NotEmpty) c.value = value;
    c.min_stars = options_.number("min_stars");
    c.aggregate = options_.choice("agg", c.aggregate);
    const std::int64_t count = integer("count", 1);
    if (c.aggregate == language::Aggregate::Count) c.count = count;
    c.missing = options_.tri("missing", c.missing);
    return c;
  }

  language::Condition review_sentiment() {
    language::Sentiment c{.topic = options_.text("topic")};
    if (c.topic.empty() && is_text_or_absent("topic")) {
      diagnostics_.report(diag::DiagCode::EmptyOperand, options_.span(), "topic",
                          "the value is always -1");
    }
    c.polarity = options_.choice("sentiment", c.polarity);
    const std::int64_t min_positive = integer("min_positive", c.min_count);
    const std::int64_t min_negative = integer("min_negative", c.min_count);
    c.min_count = c.polarity == language::Polarity::Positive ? min_positive : min_negative;
    if (const ast::Json* filter = options_.object("social_filter"))
      c.circle = circle_of(*filter).circle;
    return c;
  }

  language::Condition review_group_rating() {
    language::GroupRating c;
    options_.require(
        "group_filter",
        "say which reviews: {\"field\": \"date\", \"operator\": \"gte\", \"value\": \"2020\"}");
    if (const ast::Json* object = options_.object("group_filter")) {
      Options filter(*object, "group_filter", diagnostics_);
      filter.report_unknown(members_of("group_filter"));
      filter.require("field");
      filter.require("operator");
      if (const ast::Json* json = filter.require("value"))
        c.field_value = comparable(*json, filter);
      c.field = filter.path("field");
      c.field_test = filter.choice("operator", c.field_test);
    }
    require("metric");
    require("operator");
    require("threshold");
    c.metric = options_.choice("metric", c.metric);
    c.test = options_.choice("operator", c.test);
    c.threshold = options_.number("threshold", c.threshold);
    return c;
  }

  language::Condition review_group_rating_negative() {
    language::GroupSplit c;
    if (const ast::Json* object = options_.object("condition")) {
      Options condition(*object, "condition", diagnostics_);
      condition.report_unknown(members_of("condition"));
      c.generous_avg_gte = condition.number("generous_avg_gte", c.generous_avg_gte);
      c.harsh_avg_lt = condition.number("harsh_avg_lt", c.harsh_avg_lt);
    }
    return c;
  }

  language::Condition social_rating() {
    language::CircleRating c;
    options_.require("social_filter",
                     "say whose: `social_filter: {\"friends\": [\"Alice\"], \"hops\": 1}`");
    if (const ast::Json* filter = options_.object("social_filter"))
      c.circle = circle_of(*filter).circle;
    c.min_stars = options_.number("min_stars", c.min_stars);
    c.min_matches = integer("min_matches", c.min_matches);
    return c;
  }

  CircleOptions circle_of(const ast::Json& filter) {
    const std::span<const language::OptionInfo> members = members_of("social_filter");
    Options options(filter, "social_filter", diagnostics_);
    options.report_unknown(members);
    CircleOptions found{.circle = {.friends = options.names("friends")}, .min_matches = {}};
    // A circle is a set of anchors: order and repetition do not matter.
    std::vector<std::string>& friends = found.circle.friends;
    std::sort(friends.begin(), friends.end());
    friends.erase(std::unique(friends.begin(), friends.end()), friends.end());
    if (const ast::Json* hops = options.find("hops")) found.circle.hops = hops_of(*hops);
    const bool takes_min_matches = language::find_option(members, "min_matches") != nullptr;
    if (takes_min_matches && options.find("min_matches") != nullptr)
      found.min_matches = options.integer("min_matches", language::TextCircle().min_matches, 1);
    return found;
  }

  int hops_of(const ast::Json& json) {
    const language::Value value =
        json.kind == ast::Json::Kind::Number ? to_value(json) : language::Value();
    const auto* hops = value.as<std::int64_t>();
    if (hops != nullptr && (*hops == 1 || *hops == 2)) return static_cast<int>(*hops);
    const std::string seen =
        json.kind == ast::Json::Kind::Number ? json.text : language::to_json(to_value(json));
    diagnostics_.report(diag::DiagCode::BadHops, json.span, seen).help =
        "1 asks the anchors and their friends, 2 also the friends of those";
    return 1;
  }

  language::Path field_of(const ast::Json& weight_by) {
    Options options(weight_by, "weight_by", diagnostics_);
    options.report_unknown(members_of("weight_by"));
    options.require("field", "name what makes a reviewer credible, such as [\"user\", \"fans\"]");
    return options.path("field");
  }

  double percentile_option(double otherwise) {
    const double percentile = options_.number("credibility_percentile", otherwise);
    if (percentile > 0 && percentile < 1) warn_of_fraction(percentile);
    if (percentile >= 0 && percentile <= 100) return percentile;
    options_.report_bad(*options_.find("credibility_percentile"), "credibility_percentile",
                        "a number from 0 to 100");
    return otherwise;
  }

  /// Percentiles go from 0 to 100: of a share, nobody is left out in all but very large items.
  void warn_of_fraction(double share) {
    constexpr double kWhole = 100;
    const ast::Json* place = options_.find("credibility_percentile");
    const std::string meant = fmt::format("{:.6g}", share * kWhole);
    diag::Diagnostic& report = diagnostics_.report(
        diag::DiagCode::NoEffect, place->span, "credibility_percentile",
        fmt::format("where fewer than {} reviews have a value: it goes from 0 to 100",
                    std::ceil(kWhole / share)));
    report.help = fmt::format("did you mean {}?", meant);
    report.fix = diag::FixIt{place->span, meant};
  }

  /// The operand that a review's field is compared with: a number, or the text of a date.
  language::Value comparable(const ast::Json& json, Options& filter) {
    const bool is_comparable =
        json.kind == ast::Json::Kind::Number || json.kind == ast::Json::Kind::String;
    if (is_comparable) return filter.literal("value").value_or(0);
    filter.report_bad(json, "value", "a number or a string");
    return language::Value(0);
  }

  std::string checked_pattern() {
    const std::string pattern = options_.text("pattern");
    const ast::Json* place = options_.find("pattern");
    if (pattern.empty()) {
      if (is_text_or_absent("pattern")) report_empty_pattern();
      return pattern;
    }
    check_pattern(pattern, place->span, engine_refusal_, diagnostics_);
    return pattern;
  }

  void report_empty_pattern() {
    if (options_.span().is_known() && diagnostics_.errors_within(options_.span()) > 0) return;
    const bool social = options_.find("social_filter") != nullptr;
    const bool weighted = options_.find("weight_by") != nullptr;
    diagnostics_.report(diag::DiagCode::EmptyOperand, options_.span(), "pattern",
                        social     ? "every review of the circle matches"
                        : weighted ? "the value is always -1"
                                   : "the value is always 0, unknown");
  }

  bool is_text_or_absent(std::string_view key) const {
    const ast::Json* value = options_.find(key);
    return value == nullptr || value->kind == ast::Json::Kind::String;
  }

  /// The path of a condition on items; if it has none, its value is missing everywhere.
  language::Path item_path() {
    if (!has_path())
      diagnostics_.report(diag::DiagCode::NoPath, options_.span(), language::info(kind_).name);
    return options_.path("path");
  }

  /// Whether a path is given, even an invalid one.
  bool has_path() const {
    const ast::Json* path = options_.find("path");
    return path != nullptr && !(path->kind == ast::Json::Kind::Array && path->elements.empty());
  }

  const ast::Json& evidence_;
  Options options_;
  language::EvidenceKind kind_;
  diag::Diagnostics& diagnostics_;
  const EngineRefusal& engine_refusal_;
};

/// The kind of the evidence; std::nullopt if it is missing or unknown (reported).
std::optional<language::EvidenceKind> kind_of(const ast::Json& evidence,
                                              diag::Diagnostics& diagnostics) {
  Options options(evidence, "evidence", diagnostics);
  const ast::Json* json =
      options.require("kind", "name the kind of evidence, such as item_meta or review_text");
  if (json == nullptr) return std::nullopt;
  if (json->kind != ast::Json::Kind::String) {
    options.report_bad(*json, "kind", "a string");
    return std::nullopt;
  }
  const auto kind = language::find_evidence_kind(json->text);
  if (kind) return kind;
  auto& report = diagnostics.report(diag::DiagCode::UnknownKind, json->span, json->text);
  report.help = ast::help_for_operator(json->text);
  if (!report.help.empty()) return std::nullopt;
  std::vector<std::string> candidates(language::evidence_kind_names().begin(),
                                      language::evidence_kind_names().end());
  candidates.insert(candidates.end(), {"1HOP", "2HOP", "1HOP_STARS", "2HOP_STARS", "AT_LEAST"});
  suggest_string(diagnostics, report, json->text, candidates,
                 fmt::format("the kinds are {}", fmt::join(language::evidence_kind_names(), ", ")));
  return std::nullopt;
}

}  // namespace

std::optional<ir::ValueId> check_evidence(const ast::Json& evidence, ir::Builder& builder,
                                          diag::Diagnostics& diagnostics,
                                          const EngineRefusal& engine_refusal) {
  const std::size_t errors_before = diagnostics.error_count();
  if (evidence.kind != ast::Json::Kind::Object) {
    diagnostics.report(diag::DiagCode::WrongType, evidence.span, "`evidence`", "an object",
                       "a value of another type");
    return std::nullopt;
  }
  const auto kind = kind_of(evidence, diagnostics);
  if (!kind) return std::nullopt;
  auto condition = EvidenceChecker(evidence, *kind, diagnostics, engine_refusal).run();
  if (!condition || diagnostics.error_count() > errors_before) return std::nullopt;
  return builder.add(ir::condition_inst(*std::move(condition), evidence.span));
}

std::optional<language::Condition> condition_of(const language::Value& evidence) {
  diag::Diagnostics ignored;
  ir::Module module;
  ir::Builder builder(module);
  const auto id = check_evidence(ast::json_of(evidence, {}), builder, ignored,
                                 [](const language::Pattern&) { return std::nullopt; });
  if (!id) return std::nullopt;
  return *module.insts[*id].condition;
}

std::string kind_of(const resolve::Reading& reading) {
  const auto* const evidence = reading.evidence.as<language::Dict>();
  const language::Value* const kind = evidence ? language::find(*evidence, "kind") : nullptr;
  const auto* const word = kind ? kind->as<std::string>() : nullptr;
  return word ? *word : "item_meta";
}

std::string meaning_of(const resolve::Reading& reading) {
  const auto condition = condition_of(reading.evidence);
  if (!condition) return language::to_json(reading.evidence);
  return reading.is_negated ? language::sentence_of_not(*condition)
                            : language::describe(*condition).sentence;
}

std::optional<ir::ValueId> check_reading(const resolve::Reading& reading, source::Span span,
                                         ir::Builder& builder, diag::Diagnostics& diagnostics,
                                         const EngineRefusal& engine_refusal) {
  const auto value =
      check_evidence(ast::json_of(reading.evidence, span), builder, diagnostics, engine_refusal);
  if (!value || !reading.is_negated) return value;
  return builder.add({.op = ir::Op::Not, .operands = {*value}, .attributes = {}, .span = span});
}

}  // namespace seedc::check
