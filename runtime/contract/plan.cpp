// What each condition of a plan needs to look at.
#include "runtime/contract/plan.h"

namespace seedc::plan {
namespace {

template <class T, class... Candidates>
constexpr bool kIsOneOf = (std::is_same_v<T, Candidates> || ...);

template <class T>
constexpr Stage stage_of_type() {
  if constexpr (kIsOneOf<T, MetaNotContains, MetaNotMatch, MetaContains, MetaMatch, HoursContain>) {
    return Stage::Items;
  } else if constexpr (kIsOneOf<T, TextAny, TextCredible, TextCircle>) {
    return Stage::Texts;
  } else {
    static_assert(kIsOneOf<T, ReviewMeta, Sentiment, GroupRating, GroupSplit, CircleRating>);
    return Stage::Reviews;
  }
}

}  // namespace

Stage stage_of(const Condition& condition) {
  return std::visit([]<class T>(const T&) { return stage_of_type<T>(); }, condition);
}

}  // namespace seedc::plan
