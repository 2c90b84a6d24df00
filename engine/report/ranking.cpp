// Orders items, and the matches of a request.
#include <algorithm>
#include <numeric>

#include "engine/report/cells.h"
#include "engine/report/requests.h"

namespace seedc::report {

void order_items(std::vector<std::uint32_t>& items, const std::vector<language::Cell>& values,
                 bool descending) {
  std::stable_sort(items.begin(), items.end(), [&](std::uint32_t a, std::uint32_t b) {
    return comes_before(values[a], values[b], descending);
  });
}

void rank_matches(RequestResult& result, const std::string& output,
                  const std::vector<language::Cell>& values, bool descending,
                  std::optional<std::size_t> top) {
  result.charge.add(result.matches.size() * sizeof(std::uint32_t));
  std::vector<std::uint32_t> matches = result.matches.list();
  order_items(matches, values, descending);
  const std::size_t shown = std::min(matches.size(), top.value_or(matches.size()));
  RequestResult::Ranking ranking{.output = output,
                                 .scores = {},
                                 .left_out = matches.size() - shown,
                                 .values = &values,
                                 .descending = descending};
  matches.resize(shown);
  for (const std::uint32_t item : matches) ranking.scores.push_back(values[item]);
  result.matches = Matches(std::move(matches));
  result.ranking = std::move(ranking);
}

}  // namespace seedc::report
