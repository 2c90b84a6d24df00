// Columns, texts, names and judgements that the conditions of a plan ask for.
#include "runtime/exec/needs.h"

#include <set>

#include "runtime/exec/paths.h"

namespace seedc {
namespace {

/// Visits each condition once and gathers what it needs.
class Gatherer {
 public:
  void operator()(const plan::MetaNotContains& c) { items_.insert(c.path); }
  void operator()(const plan::MetaNotMatch& c) { items_.insert(c.path); }
  void operator()(const plan::MetaContains& c) { items_.insert(c.path); }
  void operator()(const plan::MetaMatch& c) { items_.insert(c.path); }
  void operator()(const plan::HoursContain& c) { items_.insert(c.path); }
  void operator()(const plan::TextAny&) { needs_.texts = true; }
  void operator()(const plan::TextCredible& c) {
    needs_.texts = true;
    reviews_.insert(c.field);
  }
  void operator()(const plan::TextCircle&) {
    needs_.texts = true;
    needs_.names = true;
  }
  void operator()(const plan::ReviewMeta& c) {
    reviews_.insert(c.path);
    if (c.min_stars) reviews_.insert(stars_path());
  }
  void operator()(const plan::Sentiment& c) {
    needs_.judgements = true;
    needs_.names = needs_.names || c.circle.has_value();
  }
  void operator()(const plan::GroupRating& c) {
    reviews_.insert(c.field);
    if (c.metric == plan::Metric::AvgStars) reviews_.insert(stars_path());
  }
  void operator()(const plan::GroupSplit&) {
    reviews_.insert(average_stars_path());
    reviews_.insert(stars_path());
  }
  void operator()(const plan::CircleRating&) {
    reviews_.insert(stars_path());
    needs_.names = true;
  }

  DataNeeds finish() {
    needs_.item_paths.assign(items_.begin(), items_.end());
    needs_.review_paths.assign(reviews_.begin(), reviews_.end());
    return std::move(needs_);
  }

 private:
  DataNeeds needs_;
  std::set<Path> items_;
  std::set<Path> reviews_;
};

}  // namespace

DataNeeds needs_of(const plan::Plan& plan) {
  Gatherer gatherer;
  for (const plan::Condition& condition : plan.conditions) std::visit(gatherer, condition);
  return gatherer.finish();
}

}  // namespace seedc
