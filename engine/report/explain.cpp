// Trees with their values, as text and as JSON. A definition may nest as deep as it likes, so trees
// are walked without recursion, and what is used twice is shown once.
#include "engine/report/explain.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "engine/explain/logic_values.h"
#include "engine/report/explain_condition.h"
#include "engine/report/explain_review.h"
#include "engine/report/requests.h"
#include "engine/report/table.h"
#include "engine/report/text.h"
#include "runtime/exec/paths.h"
#include "runtime/language/text.h"

namespace seedc::report {
namespace {

using Op = explain::LogicNode::Op;

std::string_view op_name(Op op) {
  switch (op) {
    case Op::Condition:
      return "CONDITION";
    case Op::Not:
      return "NOT";
    case Op::And:
      return "AND";
    case Op::Or:
      return "OR";
    case Op::AtLeast:
      return "AT_LEAST";
  }
  return "";
}

language::Value review_value(const data::Dataset& dataset, const language::Path& path,
                             std::uint32_t review) {
  return dataset.review_values(path)[review];
}

std::string_view tri_text(language::Tri value) {
  if (value == language::Tri::Yes) return "+1 yes    ";
  return value == language::Tri::No ? "-1 no     " : " 0 unknown";
}

std::string_view colour_of(language::Tri value) {
  if (value == language::Tri::Yes) return "\x1b[32m";
  return value == language::Tri::No ? "\x1b[31m" : "\x1b[33m";
}

std::string coloured(std::string_view text, language::Tri value, bool colour) {
  return colour ? fmt::format("{}{}\x1b[0m", colour_of(value), text) : std::string(text);
}

/// The values of a request's nodes, and why they have them.
class Tree {
 public:
  Tree(const explain::Logic& logic, const contract::Plan& conditions,
       const std::vector<explain::ConditionFacts>& facts)
      : logic_(logic), conditions_(conditions), facts_(facts) {
    std::vector<language::Tri> values;
    for (const explain::ConditionFacts& fact : facts) values.push_back(fact.value);
    values_ = explain::node_values(logic, values);
  }

  std::uint32_t root() const { return static_cast<std::uint32_t>(logic_.nodes.size() - 1); }
  const explain::LogicNode& node(std::uint32_t number) const { return logic_.nodes[number]; }
  language::Tri value(std::uint32_t number) const { return values_[number]; }

  std::vector<std::uint32_t> deciding(std::uint32_t number) const {
    const explain::LogicNode& at = node(number);
    return at.op == Op::And || at.op == Op::Or ? explain::deciding_args(at, value(number), values_)
                                               : std::vector<std::uint32_t>();
  }

  ConditionExplanation condition(std::uint32_t number) const {
    const std::uint32_t condition = node(number).condition;
    return explain_condition(conditions_.conditions[condition], facts_[condition]);
  }

  /// How many arguments of an AT_LEAST have the value.
  std::size_t count(std::uint32_t number, language::Tri value) const {
    return static_cast<std::size_t>(std::ranges::count_if(
        node(number).args, [&](std::uint32_t arg) { return values_[arg] == value; }));
  }

  std::string_view cause_of_junction(std::uint32_t number) const {
    if (value(number) != language::Tri::Unknown) return {};
    return node(number).args.empty() ? "no_arguments" : "unknown_argument";
  }

 private:
  const explain::Logic& logic_;
  const contract::Plan& conditions_;
  const std::vector<explain::ConditionFacts>& facts_;
  std::vector<language::Tri> values_;
};

/// The reviews of one item.
struct Reviews {
  const data::Dataset& dataset;
  std::uint32_t first;      ///< the item's first review
  bool has_authors = true;  ///< they are named

  language::Value stars(std::uint32_t review) const {
    return review_value(dataset, exec::stars_path(), first + review);
  }
  language::Value date(std::uint32_t review) const {
    return review_value(dataset, exec::date_path(), first + review);
  }
  const std::string* author(std::uint32_t review) const {
    return has_authors ? explain::reviewer_name(dataset, first + review) : nullptr;
  }
  std::string id(std::uint32_t review) const {
    return std::string(dataset.review_id(first + review));
  }
  std::string_view text(std::uint32_t review) const { return dataset.text(first + review); }
};

class TextWriter {
 public:
  TextWriter(const Tree& tree, const Reviews& reviews, const ExplainOptions& options)
      : tree_(tree), reviews_(reviews), options_(options) {}

  std::string write() {
    std::vector<std::pair<std::uint32_t, std::size_t>> open = {{tree_.root(), 0}};
    std::vector<bool> is_shown(tree_.root() + 1, false);
    while (!open.empty()) {
      const auto [number, depth] = open.back();
      open.pop_back();
      const explain::LogicNode& node = tree_.node(number);
      const bool again = is_shown[number] && node.op != Op::Condition;
      is_shown[number] = true;
      add_node(number, depth, again);
      for (std::size_t i = again ? 0 : node.args.size(); i-- > 0;)
        open.emplace_back(node.args[i], depth + 1);
    }
    return std::move(out_);
  }

 private:
  static constexpr std::size_t kGutter = 12;  ///< for the value
  static constexpr std::size_t kMostDepth = 16;
  static constexpr std::size_t kMostReviews = 3;
  static constexpr std::size_t kMostText = 400;
  static constexpr std::size_t kDate = 10;  ///< `2019-05-02`, without the time of day

  std::size_t width() const { return options_.layout.width; }

  void add_node(std::uint32_t number, std::size_t depth, bool again) {
    indent_ = kGutter + 2 * std::min(depth, kMostDepth);
    out_ += coloured(tri_text(tree_.value(number)), tree_.value(number), options_.layout.colour);
    out_ += std::string(indent_ - kGutter + 2, ' ');
    if (tree_.node(number).op == Op::Condition) {
      add_condition(number);
    } else {
      add_junction(number, again);
    }
  }

  /// `AND: no because of no_tv, cozy`
  void add_junction(std::uint32_t number, bool again) {
    const explain::LogicNode& node = tree_.node(number);
    std::string line(op_name(node.op));
    if (!node.name.empty()) line = language::clip(node.name, width()) + " = " + line;
    if (again) line += " (as above)";
    if (node.args.empty()) line += ": unknown because it has no arguments";
    if (node.op == Op::AtLeast && !again) line += ": " + counts_of(number);
    const std::vector<std::uint32_t> deciding = tree_.deciding(number);
    if (!again && !deciding.empty() && deciding.size() < node.args.size())
      line += fmt::format(": {} because of {}", word_of(tree_.value(number)), names_of(deciding));
    add_first_line(line);
  }

  /// `2 of 5 yes, 1 unknown, 3 needed`
  std::string counts_of(std::uint32_t number) const {
    const std::size_t unknown = tree_.count(number, language::Tri::Unknown);
    return fmt::format("{} of {} yes{}, {} needed", tree_.count(number, language::Tri::Yes),
                       tree_.node(number).args.size(),
                       unknown == 0 ? "" : fmt::format(", {} unknown", unknown),
                       tree_.node(number).k);
  }

  std::string names_of(const std::vector<std::uint32_t>& numbers) const {
    constexpr std::size_t kMostNames = 4;
    std::vector<std::string> names;
    for (std::size_t i = 0; i < std::min(numbers.size(), kMostNames); ++i) {
      const explain::LogicNode& node = tree_.node(numbers[i]);
      names.push_back(node.name.empty() ? std::string(op_name(node.op))
                                        : language::clip(node.name, 40));
    }
    if (numbers.size() > kMostNames)
      names.push_back(fmt::format("{} more", numbers.size() - kMostNames));
    return fmt::format("{}", fmt::join(names, ", "));
  }

  void add_condition(std::uint32_t number) {
    const ConditionExplanation explanation = tree_.condition(number);
    const std::string name = language::clip(tree_.node(number).name, width() - indent_);
    const std::string fact = language::clip(
        explanation.met + (explanation.asked.empty() ? "" : "; asked: " + explanation.asked),
        kMostText);
    if (indent_ + language::display_width(name) + 2 + language::display_width(fact) <= width()) {
      out_ += name + "  " + fact + '\n';
    } else {
      out_ += name + '\n';
      add_line(fact);
    }
    if (!explanation.cause.empty())
      add_line(fmt::format("unknown because {}", cause_text(explanation.cause)));
    if (!explanation.circle.empty()) add_line(language::clip(explanation.circle, kMostText));
    add_reviews(explanation.reviews);
  }

  void add_reviews(const std::vector<ExplainedReview>& reviews) {
    std::size_t shown = 0;
    for (const ExplainedReview& review : reviews) {
      if (!options_.all_reviews && (!review.counts || shown == kMostReviews)) break;
      add_review(review);
      ++shown;
    }
    if (shown < reviews.size()) add_line(left_out_text(shown, reviews.size() - shown), 2);
  }

  /// If none is shown, none counts.
  std::string left_out_text(std::size_t shown, std::size_t left_out) const {
    const auto hint = [&](std::string_view shows) {
      return base::named(options_.layout.names, base::Setting::Everything, " (", shows);
    };
    if (shown > 0) return fmt::format("and {} more{}", left_out, hint(" shows them)"));
    const bool is_one = left_out == 1;
    return fmt::format("{} {} but {} not count{}", counted(left_out, "review"),
                       is_one ? "matches" : "match", is_one ? "does" : "do",
                       hint(is_one ? " shows it)" : " shows them)"));
  }

  /// `5 stars  2019-05-02  Emma  f1Zs…` and the words that match.
  void add_review(const ExplainedReview& review) {
    std::vector<std::string> cells;
    if (const auto stars = language::numeric(reviews_.stars(review.review)))
      cells.push_back(fmt::format("{:g} star{}", *stars, *stars == 1 ? "" : "s"));
    const language::Value date = reviews_.date(review.review);
    if (const auto* text = date.as<std::string>())
      cells.push_back(language::clip(text->substr(0, kDate), kDate));
    if (const std::string* author = reviews_.author(review.review))
      cells.push_back(language::clip(*author, 20));
    if (!review.role.empty()) cells.emplace_back(review.role);
    if (!review.counts) cells.emplace_back("does not count");
    cells.push_back(reviews_.id(review.review));
    out_ += std::string(indent_ + 4, ' ') +
            language::clip(fmt::format("{}", fmt::join(cells, "  ")),
                           width() - std::min(indent_ + 4, width())) +
            '\n';
    if (!review.places.empty()) {
      out_ += std::string(indent_ + 6, ' ') +
              excerpt(reviews_.text(review.review), review.places.front(),
                      width() - std::min(indent_ + 6, width()), options_.layout.colour) +
              '\n';
    }
  }

  void add_first_line(const std::string& line) {
    const std::string text = wrapped(line, indent_, width());
    out_ += text.substr(std::min(indent_, text.size()));
  }

  void add_line(const std::string& line, std::size_t more = 0) {
    out_ += wrapped(line, indent_ + 2 + more, width());
  }

  const Tree& tree_;
  const Reviews& reviews_;
  const ExplainOptions& options_;
  std::string out_;
  std::size_t indent_ = 0;
};

class JsonWriter {
 public:
  JsonWriter(const Tree& tree, const Reviews& reviews) : tree_(tree), reviews_(reviews) {}

  std::string write() {
    std::vector<Frame> open;
    is_written_.assign(tree_.root() + 1, false);
    begin(tree_.root(), open);
    while (!open.empty()) {
      Frame& top = open.back();
      const explain::LogicNode& node = tree_.node(top.node);
      if (top.next < node.args.size()) {
        if (top.next > 0) out_ += ',';
        begin(node.args[top.next++], open);
      } else {
        out_ += "]}";
        open.pop_back();
      }
    }
    return std::move(out_);
  }

 private:
  struct Frame {
    std::uint32_t node;
    std::size_t next;
  };

  /// Writes a node whole, or up to its arguments.
  void begin(std::uint32_t number, std::vector<Frame>& open) {
    const explain::LogicNode& node = tree_.node(number);
    language::Dict head = {
        {"op", std::string(op_name(node.op))},
        {"name", node.name.empty() ? language::Value() : language::Value(node.name)},
        {"value", static_cast<int>(tree_.value(number))},
        {"value_word", std::string(word_of(tree_.value(number)))}};
    if (node.op == Op::Condition) {
      add_condition(head, tree_.condition(number));
      out_ += language::to_json(language::Value(std::move(head)));
    } else if (is_written_[number]) {
      head.emplace_back("see_above", true);
      out_ += language::to_json(language::Value(std::move(head)));
    } else {
      is_written_[number] = true;
      add_junction(head, number);
      out_ += language::to_json(language::Value(std::move(head)));
      out_.pop_back();
      out_ += ",\"args\":[";
      open.push_back({number, 0});
    }
  }

  static language::Value cause_value(std::string_view cause) {
    return cause.empty() ? language::Value() : language::Value(std::string(cause));
  }

  void add_junction(language::Dict& head, std::uint32_t number) const {
    head.emplace_back("cause", cause_value(tree_.cause_of_junction(number)));
    const explain::LogicNode& node = tree_.node(number);
    if (node.op == Op::AtLeast) {
      head.emplace_back("needed", static_cast<std::int64_t>(node.k));
      head.emplace_back("yes", static_cast<std::int64_t>(tree_.count(number, language::Tri::Yes)));
      head.emplace_back("unknown",
                        static_cast<std::int64_t>(tree_.count(number, language::Tri::Unknown)));
    }
    const std::vector<std::uint32_t> deciding = tree_.deciding(number);
    language::List places;
    for (std::size_t i = 0, next = 0; i < node.args.size() && next < deciding.size(); ++i) {
      if (node.args[i] != deciding[next]) continue;
      places.push_back(static_cast<std::int64_t>(i));
      ++next;
    }
    head.emplace_back("decided_by", std::move(places));
  }

  void add_condition(language::Dict& head, ConditionExplanation explanation) const {
    head.emplace_back("cause", cause_value(explanation.cause));
    head.emplace_back("kind", std::string(explanation.kind));
    head.emplace_back("met", std::move(explanation.met));
    head.emplace_back("asked", std::move(explanation.asked));
    head.emplace_back("facts", std::move(explanation.facts));
    language::List reviews;
    for (const ExplainedReview& review : explanation.reviews)
      reviews.push_back(review_json(review));
    head.emplace_back("reviews", std::move(reviews));
  }

  language::Value review_json(const ExplainedReview& review) const {
    const std::string* author = reviews_.author(review.review);
    language::List places;
    for (const text::TextPlace& place : review.places)
      places.push_back(language::List{static_cast<std::int64_t>(place.begin),
                                      static_cast<std::int64_t>(place.end)});
    return language::Dict{
        {"review_id", reviews_.id(review.review)},
        {"stars", reviews_.stars(review.review)},
        {"date", reviews_.date(review.review)},
        {"author", author == nullptr ? language::Value() : language::Value(*author)},
        {"role", cause_value(review.role)},
        {"counts", review.counts},
        {"matches", std::move(places)}};
  }

  const Tree& tree_;
  const Reviews& reviews_;
  std::vector<bool> is_written_;
  std::string out_;
};

/// `the gold is this item`
std::string gold_text(const std::string& gold, const data::Dataset& dataset, std::uint32_t item) {
  if (gold == dataset.item_id(item)) return "; it is the gold item";
  const auto found = dataset.find_item(gold);
  return "; the gold item is " +
         (found ? item_title(dataset, *found)
                : language::printable(gold) + ", which the data does not have");
}

}  // namespace

data::DataNeeds needs_of_explanations() {
  data::DataNeeds needs;
  needs.item_paths = {name_path()};
  needs.review_paths = {exec::stars_path(), exec::date_path()};
  needs.names = true;
  return needs;
}

std::string Explainer::text(const RequestExplanation& request,
                            const ExplainOptions& options) const {
  const std::string id = language::clip(request.id, 30);
  if (request.logic.nodes.empty()) return id + ": error, see the diagnostics\n";
  const Tree tree(request.logic, conditions_, facts_);
  const Reviews reviews{dataset_, dataset_.review_begin(item_)};
  const language::Tri value = tree.value(tree.root());
  const std::string result = fmt::format("{} ({:+})", word_of(value), static_cast<int>(value));
  return wrapped(
             fmt::format("{}: {}{}", id, value == language::Tri::Unknown ? "unknown (0)" : result,
                         request.gold ? gold_text(*request.gold, dataset_, item_) : ""),
             0, options.layout.width) +
         TextWriter(tree, reviews, options).write();
}

std::string Explainer::json(const RequestExplanation& request) const {
  language::Dict head = {{"id", request.id}};
  if (request.logic.nodes.empty()) {
    head.emplace_back("error", true);
    return language::to_json(language::Value(std::move(head)));
  }
  const Tree tree(request.logic, conditions_, facts_);
  const Reviews reviews{dataset_, dataset_.review_begin(item_), has_authors_};
  const language::Tri value = tree.value(tree.root());
  head.emplace_back("item", std::string(dataset_.item_id(item_)));
  head.emplace_back("name", name_value(dataset_, item_));
  head.emplace_back("gold", request.gold ? language::Value(*request.gold) : language::Value());
  head.emplace_back("value", static_cast<int>(value));
  head.emplace_back("value_word", std::string(word_of(value)));
  std::string out = language::to_json(language::Value(std::move(head)));
  out.pop_back();
  return out + ",\"tree\":" + JsonWriter(tree, reviews).write() + "}";
}

language::Value name_value(const data::Dataset& dataset, std::uint32_t item) {
  std::string name = item_name(item, dataset);
  return name.empty() ? language::Value() : language::Value(std::move(name));
}

std::string item_title(const data::Dataset& dataset, std::uint32_t item) {
  const std::string name = item_name(item, dataset);
  const std::string id = language::printable(dataset.item_id(item));
  return name.empty() ? id : id + "  " + language::clip(name, 50);
}

}  // namespace seedc::report
