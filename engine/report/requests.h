// The results of requests, as tables and in the machine formats that are contracts: jsonl,
// matrix, conditions, groundtruth (docs/semantics.md section 5).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/report/layout.h"
#include "engine/report/matches.h"
#include "runtime/contract/plan.h"
#include "runtime/data/model/dataset.h"
#include "runtime/exec/execute.h"

namespace seedc::report {

/// Semantics.md section 5.
enum class Status { Ok, NoMatch, MultiMatch, GoldNotMatch, Error };
std::string_view name_of(Status status);

/// The result of one request, in the order of the programs.
struct RequestResult {
  std::string id;
  std::optional<std::string> gold;
  bool compiled = false;
  base::MemoryCharge charge = {};  ///< of matches that are listed
  Matches matches;                 ///< items whose value is +1
  std::uint64_t unknown = 0;       ///< how many items are 0
  /// Of the run, which must outlive this; of no items if the request did not compile.
  exec::PlaneValues values;
  Status status = Status::Error;
  /// How the matches are ordered, if not as in the dataset.
  struct Ranking {
    std::string output;
    std::vector<language::Cell> scores;  ///< one per match
    std::size_t left_out = 0;            ///< matches beyond those that are shown
    /// The output at every item, in the formula's result, which outlives this.
    const std::vector<language::Cell>* values = nullptr;
    bool descending = true;
    std::size_t open = 0;  ///< of the matches that are shown, those that are not settled
  };
  std::optional<Ranking> ranking;
};

/// The result of the plan's request number `root`.
RequestResult result_of(const contract::Request& request, std::size_t root,
                        const exec::RunResult& run, const data::Dataset& dataset);

/// Whether the run reports a status: a request without gold is a question, not a test.
bool has_status(const RequestResult& result);
/// How many items match, including those that are not listed.
std::size_t match_count(const RequestResult& result);

/// The status for a number of matches, and whether the gold item is among them.
Status status_of(std::size_t matches, bool has_gold);

/// Orders items by an output of a formula (`values`: one per item of the dataset), nulls last and
/// equal ones as they were.
void order_items(std::vector<std::uint32_t>& items, const std::vector<language::Cell>& values,
                 bool descending);

/// Orders the matches so, and keeps the first `top`. The ranking points to `values`.
void rank_matches(RequestResult& result, const std::string& output,
                  const std::vector<language::Cell>& values, bool descending,
                  std::optional<std::size_t> top);

/// Json: the objects of Jsonl, a comma and a line end between them.
enum class Format { Table, Jsonl, Json, Csv };

/// CSV of a run: a row per match, or, if `long_rows`, per request and item.
std::string format_request_rows(const std::vector<RequestResult>& results,
                                const data::Dataset& dataset, bool long_rows);

/// The results in a format but CSV. Tables show item names where the dataset has them (column
/// `name`).
std::string format_run(const std::vector<RequestResult>& results, const data::Dataset& dataset,
                       Format format, const Layout& layout = {});

/// The same as jsonl, for items that are no longer loaded: `matches` of results are indices of
/// `ids`.
std::string format_run_lines(const std::vector<RequestResult>& results,
                             const std::vector<std::string>& ids);

/// The results compared with the gold items: the matrix, the counts by status, and what matched
/// where the status is not ok; or only those where it is not, and the counts at the end.
std::string format_validation(const std::vector<RequestResult>& results,
                              const data::Dataset& dataset, Format format, bool failed_only,
                              const Layout& layout = {});

/// One line per request, as Python's json.dumps writes it.
std::string format_groundtruth(const std::vector<RequestResult>& results,
                               const data::Dataset& dataset);

/// `{"items":[…],"requests":{"R01":[1,0,-1,…]}}`; requests that did not compile are left out.
std::string format_matrix(const std::vector<RequestResult>& results, const data::Dataset& dataset);

/// `{"items":[…],"conditions":{name:[…]}}`
std::string format_conditions(const contract::Plan& plan, const exec::RunResult& run,
                              const data::Dataset& dataset);

/// The path of the column that tables show as an item's name.
const language::Path& name_path();
/// The name at that path; "" if it is not a string.
std::string item_name(std::uint32_t item, const data::Dataset& dataset);

}  // namespace seedc::report
