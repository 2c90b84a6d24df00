// Prints plans: the conditions by stage, then the plane programs.
#include "compiler/plan/print_plan.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace seedc {
namespace {

std::string json(const std::optional<Value>& value) { return value ? to_json(*value) : "-"; }

std::string circle_text(const plan::Circle& circle) {
  return fmt::format("within {} of [{}]", circle.hops, fmt::join(circle.friends, ", "));
}

std::string_view word(plan::Comparison comparison) {
  switch (comparison) {
    case plan::Comparison::Gte:
      return ">=";
    case plan::Comparison::Gt:
      return ">";
    case plan::Comparison::Lte:
      return "<=";
    case plan::Comparison::Lt:
      return "<";
  }
  return "";
}

std::string text_of(const plan::MetaNotContains& c) {
  return fmt::format("{} does not contain {}", to_string(c.path), to_json(Value(c.text)));
}
std::string text_of(const plan::MetaNotMatch& c) {
  return fmt::format("{} does not match {}", to_string(c.path), to_json(c.value));
}
std::string text_of(const plan::MetaContains& c) {
  return fmt::format("{} contains {}", to_string(c.path), to_json(Value(c.text)));
}
std::string text_of(const plan::MetaMatch& c) {
  return fmt::format("{} matches yes {} no {} neutral {} missing {}", to_string(c.path),
                     json(c.yes), json(c.no), json(c.neutral), static_cast<int>(c.missing));
}
std::string text_of(const plan::HoursContain& c) {
  return fmt::format("{} holds minutes {} to {} missing {}", to_string(c.path), c.start_minute,
                     c.end_minute, static_cast<int>(c.missing));
}
std::string text_of(const plan::TextAny& c) {
  return fmt::format("a text matches /{}/", c.pattern.pcre2);
}
std::string text_of(const plan::TextCredible& c) {
  return fmt::format("{} texts match /{}/ of reviewers from percentile {} of {}", c.min_matches,
                     c.pattern.pcre2, c.percentile, to_string(c.field));
}
std::string text_of(const plan::TextCircle& c) {
  return fmt::format("{} texts match /{}/ {}", c.min_matches, c.pattern.pcre2,
                     circle_text(c.circle));
}
std::string text_of(const plan::ReviewMeta& c) {
  static constexpr std::string_view kTests[] = {"is not empty", ">=", "<="};
  static constexpr std::string_view kAggregates[] = {"any", "all", "count"};
  std::string out =
      fmt::format("{} {}", to_string(c.path), kTests[static_cast<std::size_t>(c.test)]);
  if (c.test != plan::ReviewTest::NotEmpty) out += fmt::format(" {}", c.value);
  out += fmt::format(" for {}", kAggregates[static_cast<std::size_t>(c.aggregate)]);
  if (c.aggregate == plan::Aggregate::Count) out += fmt::format(" {}", c.count);
  if (c.min_stars) out += fmt::format(" with stars >= {}", *c.min_stars);
  return out + fmt::format(" missing {}", static_cast<int>(c.missing));
}
std::string text_of(const plan::Sentiment& c) {
  return fmt::format("{} or more {} on {}{}", c.min_count, c.positive ? "positive" : "negative",
                     to_json(Value(c.topic)), c.circle ? " " + circle_text(*c.circle) : "");
}
std::string text_of(const plan::GroupRating& c) {
  return fmt::format(
      "{} where {} {} {} is {} {}", c.metric == plan::Metric::Count ? "count" : "mean of stars",
      to_string(c.field), word(c.field_test), to_json(c.field_value), word(c.test), c.threshold);
}
std::string text_of(const plan::GroupSplit& c) {
  return fmt::format("not: generous mean >= {} and harsh mean < {}", c.generous_avg_gte,
                     c.harsh_avg_lt);
}
std::string text_of(const plan::CircleRating& c) {
  return fmt::format("{} reviews with stars >= {} {}", c.min_matches, c.min_stars,
                     circle_text(c.circle));
}

std::string inst_text(const PlaneProgram::Inst& inst) {
  switch (inst.op) {
    case PlaneProgram::Op::Input:
      return fmt::format("condition {} {}", inst.a / 2, inst.a % 2 == 0 ? "yes" : "no");
    case PlaneProgram::Op::Zero:
      return "none";
    case PlaneProgram::Op::Ones:
      return "all";
    case PlaneProgram::Op::And:
      return fmt::format("p{} & p{}", inst.a, inst.b);
    case PlaneProgram::Op::Or:
      return fmt::format("p{} | p{}", inst.a, inst.b);
    case PlaneProgram::Op::AndNot:
      return fmt::format("p{} & ~p{}", inst.a, inst.b);
  }
  return "";
}

std::string program_text(const PlaneProgram& program) {
  std::string out;
  for (std::size_t i = 0; i < program.code.size(); ++i)
    out += fmt::format("  p{} = {}\n", i, inst_text(program.code[i]));
  return out;
}

constexpr std::string_view kStageNames[] = {"items", "reviews", "texts"};

}  // namespace

std::string print_plan(const plan::Plan& plan) {
  std::string out;
  for (std::size_t stage = 0; stage < plan::kStageCount; ++stage) {
    const plan::StagePlan& part = plan.stages[stage];
    if (part.conditions.empty()) continue;
    out += fmt::format("stage {}\n", kStageNames[stage]);
    for (const std::uint32_t number : part.conditions) {
      out += fmt::format(
          "  condition {}: {}\n", number,
          std::visit([](const auto& c) { return text_of(c); }, plan.conditions[number]));
    }
    if (stage == 0) continue;
    out += fmt::format("demand of {}\n{}", kStageNames[stage], program_text(part.demand));
    for (std::size_t k = 0; k < part.conditions.size(); ++k) {
      out += fmt::format("  condition {} where p{}\n", part.conditions[k], part.demand.outputs[k]);
    }
  }
  if (!plan.requests.empty()) out += "results\n" + program_text(plan.results);
  for (std::size_t request = 0; request < plan.requests.size(); ++request) {
    out += fmt::format("  request {}: yes p{}, no p{}", plan.requests[request].id,
                       plan.results.outputs[2 * request], plan.results.outputs[2 * request + 1]);
    if (const auto& rank = plan.requests[request].rank) {
      out += fmt::format(
          ", by {} of formula {} {}", plan.formulas[rank->formula].outputs[rank->output],
          to_json(plan.formulas[rank->formula].name), rank->descending ? "desc" : "asc");
    }
    out += '\n';
  }
  for (const plan::Formula& formula : plan.formulas) out += print_formula(formula);
  return out;
}

}  // namespace seedc
