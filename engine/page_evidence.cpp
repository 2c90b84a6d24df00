// Explains requests at the items that a page's readers ask about first.
#include "engine/page_evidence.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <ranges>
#include <tuple>

#include "engine/explain/changes.h"
#include "engine/explain/condition_facts.h"
#include "engine/explain/logic_values.h"
#include "engine/report/explain.h"
#include "engine/report/explain_condition.h"
#include "engine/report/why.h"

namespace seedc::engine {
namespace {

constexpr std::size_t kBatchBytes = 1 << 17;

/// A request at an item. `place`: among the request's items of the kind.
struct Pair {
  EvidenceOf kind;
  std::size_t place = 0;
  std::size_t request = 0;
  std::uint32_t item = 0;
};

/// What explains one request at any number of items.
class RequestExplainer {
 public:
  static base::Result<std::unique_ptr<RequestExplainer>> make(const EvidenceSource& source,
                                                              std::size_t number) {
    std::unique_ptr<RequestExplainer> made(new RequestExplainer(source, number));
    auto finder = explain::FactFinder::make(made->conditions_, source.dataset);
    if (!finder) return tl::unexpected(finder.error());
    made->finder_ = std::make_unique<explain::FactFinder>(*std::move(finder));
    return made;
  }

  /// Its lines: reviews, the explanation, what would turn it.
  std::string lines_at(std::uint32_t item, std::unordered_set<std::uint32_t>& shown_reviews) {
    std::vector<explain::ConditionFacts> facts = finder_->at(item);
    std::string out;
    if (source_.page.has_texts) out = text_line(item, facts, shown_reviews);
    if (!source_.page.has_names) hide_people(facts);
    const report::Explainer explainer(conditions_, facts, source_.dataset, item,
                                      source_.page.has_names);
    out += fmt::format("e {} {} {}\n", number_, item, explainer.json({id_, gold_, logic_}));
    return out + fmt::format("w {} {} {}\n", number_, item, why_at(item, facts));
  }

 private:
  RequestExplainer(const EvidenceSource& source, std::size_t number)
      : source_(source),
        number_(number),
        id_(source.written[number].checked->id),
        gold_(source.written[number].checked->gold),
        writer_(source.compilation.values, source.compilation.module, source.compilation.sources),
        logic_(logic_of(source.written[number], writer_)),
        conditions_(writer_.conditions()) {}

  std::string why_at(std::uint32_t item, const std::vector<explain::ConditionFacts>& facts) const {
    std::vector<language::Tri> values;
    for (const explain::ConditionFacts& fact : facts) values.push_back(fact.value);
    const report::ItemWhy why = {
        .id = id_,
        .value = explain::node_values(logic_, values).back(),
        .smallest = explain::smallest_changes(
            logic_, values, {.steps = kMostSteps, .sets = kMostSets}, source_.dataset.call())};
    return report::why_json(why, report::ConditionTable(conditions_, logic_), facts,
                            source_.dataset, item);
  }

  /// The places in each review that conditions mention.
  std::map<std::uint32_t, std::vector<text::TextPlace>> places_in(
      const std::vector<explain::ConditionFacts>& facts) const {
    std::map<std::uint32_t, std::vector<text::TextPlace>> reviews;
    for (std::size_t i = 0; i < facts.size(); ++i) {
      const auto explained = report::explain_condition(conditions_.conditions[i], facts[i]);
      for (const report::ExplainedReview& review : explained.reviews) {
        std::vector<text::TextPlace>& places = reviews[review.review];
        places.insert(places.end(), review.places.begin(), review.places.end());
      }
    }
    return reviews;
  }

  std::string text_line(std::uint32_t item, const std::vector<explain::ConditionFacts>& facts,
                        std::unordered_set<std::uint32_t>& shown_reviews) const {
    const data::Dataset& dataset = source_.dataset;
    language::Dict texts;
    for (const auto& [review, places] : places_in(facts)) {
      const std::uint32_t number = dataset.review_begin(item) + review;
      const std::string_view text = dataset.text(number);
      const auto pieces = report::pieces_of(text, places);
      const bool is_whole = pieces.size() == 1 && pieces.front().text.size() == text.size();
      if (is_whole && !shown_reviews.insert(number).second) continue;
      language::List list;
      for (const report::TextPiece& piece : pieces)
        list.emplace_back(
            language::List{static_cast<std::int64_t>(piece.begin), std::string(piece.text)});
      texts.emplace_back(std::string(dataset.review_id(number)), std::move(list));
    }
    return texts.empty() ? "" : fmt::format("t 0 {} {}\n", item, language::to_json(texts));
  }

  /// Gives people numbers instead of names.
  static void hide_people(std::vector<explain::ConditionFacts>& facts) {
    std::map<std::string, std::string> numbers;
    for (explain::ConditionFacts& fact : facts) {
      fact.user_names.clear();
      for (std::string& person : std::views::join(fact.circle)) {
        const std::string number = fmt::format("person {}", numbers.size() + 1);
        person = numbers.emplace(person, number).first->second;
      }
    }
  }

  static constexpr std::uint64_t kMostSteps = 1'000'000;
  static constexpr std::size_t kMostSets = 10;

  const EvidenceSource& source_;
  std::size_t number_;
  std::string id_;
  std::optional<std::string> gold_;
  explain::LogicWriter writer_;
  explain::Logic logic_;
  contract::Plan conditions_;
  std::unique_ptr<explain::FactFinder> finder_;
};

/// Gold items, then other matches, then near misses; of each kind first those that come first in
/// their request.
std::vector<Pair> pairs_of(const report::PageData& page) {
  std::vector<Pair> pairs;
  for (std::size_t number = 0; number < page.requests.size(); ++number) {
    const report::PageRequest& request = page.requests[number];
    if (request.logic.nodes.empty()) continue;
    const report::RequestResult& result = *request.result;
    const auto gold = result.gold ? page.dataset->find_item(*result.gold) : std::nullopt;
    if (gold) pairs.push_back({EvidenceOf::Gold, 0, number, *gold});
    std::size_t place = 0;
    for (const std::uint32_t item : result.matches) {
      const bool is_gold = gold && *gold == item;
      if (!is_gold) pairs.push_back({EvidenceOf::Match, place, number, item});
      ++place;
    }
    for (std::size_t i = 0; i < request.misses.items.size(); ++i) {
      const explain::NearMisses::Item& near = request.misses.items[i];
      if (near.item != gold && near.now != language::Tri::Yes)
        pairs.push_back({EvidenceOf::NearMiss, i, number, near.item});
    }
  }
  std::ranges::stable_sort(
      pairs, {}, [](const Pair& pair) { return std::tuple(pair.kind, pair.place, pair.request); });
  return pairs;
}

}  // namespace

std::string EvidenceCounts::json() const {
  constexpr std::array kNames = {"gold", "match", "near", "ranked"};
  language::Dict out;
  for (std::size_t i = 0; i < kEvidenceKinds; ++i) {
    out.emplace_back(kNames[i], language::List{static_cast<std::int64_t>(shown[i]),
                                               static_cast<std::int64_t>(all[i])});
  }
  return language::to_json(out);
}

void EvidenceLines::add(EvidenceOf kind, std::string lines) {
  ++counts_.all[index(kind)];
  waiting_bytes_ += lines.size();
  waiting_.push_back({kind, std::move(lines)});
  if (waiting_bytes_ >= kBatchBytes) flush();
}

void EvidenceLines::flush() {
  std::string all;
  for (const Waiting& waiting : waiting_) all += waiting.lines;
  const bool fits = payload_.add(all);
  for (const Waiting& waiting : waiting_) {
    if (!fits && !is_full_) is_full_ = !payload_.add(waiting.lines);
    if (!is_full_) ++counts_.shown[index(waiting.kind)];
  }
  waiting_.clear();
  waiting_bytes_ = 0;
}

EvidenceCounts EvidenceLines::finish() {
  flush();
  return counts_;
}

base::Result<void> add_request_evidence(const EvidenceSource& source, EvidenceLines& lines) {
  std::vector<std::unique_ptr<RequestExplainer>> explainers(source.written.size());
  std::unordered_set<std::uint32_t> shown_reviews;
  for (const Pair& pair : pairs_of(source.page)) {
    source.dataset.call().check();
    if (lines.is_full()) {
      lines.leave_out(pair.kind);
      continue;
    }
    std::unique_ptr<RequestExplainer>& explainer = explainers[pair.request];
    if (!explainer) {
      auto made = RequestExplainer::make(source, pair.request);
      if (!made) return tl::unexpected(made.error());
      explainer = *std::move(made);
    }
    lines.add(pair.kind, explainer->lines_at(pair.item, shown_reviews));
  }
  return {};
}

}  // namespace seedc::engine
