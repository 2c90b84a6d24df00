// Formats results of requests as tables.
#include "engine/report/requests.h"

#include <fmt/format.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <array>
#include <utility>

#include "engine/report/cells.h"
#include "engine/report/table.h"
#include "engine/report/text.h"
#include "runtime/exec/parallel.h"
#include "runtime/language/text.h"

namespace seedc::report {
namespace {

constexpr std::array kStatuses = {Status::Ok, Status::NoMatch, Status::MultiMatch,
                                  Status::GoldNotMatch, Status::Error};

bool has_gold(const RequestResult& result, const data::Dataset& dataset) {
  const auto gold = result.gold ? dataset.find_item(*result.gold) : std::nullopt;
  return gold && result.values[*gold] == language::Tri::Yes;
}

/// The id, with the name where there is one.
std::string item_text(std::uint32_t item, const data::Dataset& dataset) {
  const std::string name = item_name(item, dataset);
  const std::string id = language::printable(dataset.item_id(item));
  return name.empty() ? id : id + "  " + language::printable(name);
}

/// An id may have any length; a table shows its beginning.
std::string shown_id(const RequestResult& result) { return language::clip(result.id, 30); }

char cell(language::Tri value) {
  if (value == language::Tri::Unknown) return '?';
  return value == language::Tri::Yes ? '+' : '.';
}

std::string_view colour_of(std::string_view status) {
  if (status.empty()) return {};
  return status == name_of(Status::Ok) ? "\x1b[32m" : "\x1b[31m";
}

std::string matches_table(const RequestResult& result, const data::Dataset& dataset,
                          const Layout& layout) {
  const std::size_t most_shown = layout.is_wide() ? result.matches.size() : 20;
  std::string out;
  std::size_t score_width = 0;
  std::vector<std::string> scores;
  if (result.ranking) scores = shown(result.ranking->scores);
  for (const std::string& score : scores)
    score_width = std::max(score_width, language::display_width(score));
  std::size_t shown_matches = 0;
  for (const std::uint32_t item : result.matches) {
    if (shown_matches == most_shown) break;
    std::string score;
    if (result.ranking) {
      const std::string& text = scores[shown_matches];
      score = std::string(score_width - language::display_width(text), ' ') + text + "  ";
    }
    out += "  " + language::clip(score + item_text(item, dataset), layout.width - 2) + '\n';
    ++shown_matches;
  }
  if (result.matches.size() > most_shown) {
    out += fmt::format("  and {} more{}\n", result.matches.size() - most_shown,
                       base::named(layout.names, base::Setting::AsLines, " (", " lists all)"));
  }
  return out;
}

/// `, by RISK; 2 of the first 3 not settled`.
std::string ranking_text(const RequestResult& result) {
  const std::string text = fmt::format(", by {}", language::printable(result.ranking->output));
  if (result.ranking->open == 0) return text;
  return text + fmt::format("; {} of the first {} not settled", result.ranking->open,
                            result.matches.size());
}

/// All matches where nothing is cut off, else the first.
std::string items_text(const RequestResult& result, const data::Dataset& dataset, bool all) {
  std::string text;
  for (const std::uint32_t item : result.matches) {
    if (!text.empty() && !all) return text + ", …";
    text += (text.empty() ? "" : ", ") + item_text(item, dataset);
  }
  return text;
}

std::string run_table(const std::vector<RequestResult>& results, const data::Dataset& dataset,
                      const Layout& layout) {
  TextTable table({{"request"},
                   {"matches", TextTable::Align::Right},
                   {"unknown", TextTable::Align::Right},
                   {"status", TextTable::Align::Left, colour_of},
                   {"items"}});
  for (const RequestResult& result : results) {
    const std::string items = items_text(result, dataset, layout.is_wide());
    table.add_row({shown_id(result), result.compiled ? std::to_string(match_count(result)) : "",
                   result.compiled ? std::to_string(result.unknown) : "",
                   has_status(result) ? std::string(name_of(result.status)) : "", items});
  }
  return table.text(layout);
}

/// Items count from 0 along the rows; a header marks every tenth.
std::string matrix_rows(const std::vector<RequestResult>& results, std::size_t first,
                        std::size_t count, std::size_t id_width, std::size_t status_width) {
  std::string ruler;
  for (std::size_t item = first; item < first + count; ++item) {
    if (item % 10 == 0) {
      const std::string number = std::to_string(item);
      ruler.resize(std::max(ruler.size(), item - first), ' ');
      ruler += number;
    }
  }
  std::string out =
      padded("", id_width) + "  " + padded("item", status_width) + "  " + ruler + '\n';
  for (const RequestResult& result : results) {
    std::string cells;
    for (std::size_t item = first; item < std::min(first + count, result.values.size()); ++item) {
      cells += cell(result.values[item]);
    }
    std::string row = padded(shown_id(result), id_width) + "  " +
                      padded(std::string(name_of(result.status)), status_width) + "  " + cells;
    row.erase(row.find_last_not_of(' ') + 1);
    out += row + '\n';
  }
  return out;
}

std::string matrix_table(const std::vector<RequestResult>& results, const data::Dataset& dataset,
                         const Layout& layout) {
  constexpr std::size_t kMostItems = 200;
  if (dataset.item_count() > kMostItems && !layout.is_wide()) {
    return fmt::format("The matrix of {} items by {} requests is too wide to show{}.\n",
                       dataset.item_count(), results.size(),
                       base::named(layout.names, base::Setting::MatrixFile, "; ", " writes it"));
  }
  std::size_t id_width = 0;
  std::size_t status_width = 4;
  for (const RequestResult& result : results) {
    id_width = std::max(id_width, language::display_width(shown_id(result)));
    status_width = std::max(status_width, name_of(result.status).size());
  }
  const std::size_t used = id_width + status_width + 4;
  const std::size_t per_block =
      std::max<std::size_t>(10, (layout.width - std::min(used, layout.width)) / 10 * 10);
  std::string out;
  for (std::size_t first = 0; first < dataset.item_count(); first += per_block) {
    const std::size_t count = std::min<std::size_t>(per_block, dataset.item_count() - first);
    out += matrix_rows(results, first, count, id_width, status_width) + '\n';
  }
  return out + "+ satisfied   . not satisfied   ? unknown\n";
}

std::string counts_text(const std::vector<RequestResult>& results, bool colour) {
  std::string out;
  for (const Status status : kStatuses) {
    const auto count = std::count_if(results.begin(), results.end(),
                                     [&](const auto& r) { return r.status == status; });
    if (count == 0) continue;
    const std::string text = fmt::format("{} {}", count, name_of(status));
    out += (out.empty() ? "" : ", ") +
           (colour ? fmt::format("{}{}\x1b[0m", colour_of(name_of(status)), text) : text);
  }
  return fmt::format("{}: {}\n", counted(results.size(), "request"), out);
}

std::string not_ok_text(const RequestResult& result, const data::Dataset& dataset,
                        const Layout& layout) {
  const std::string id = shown_id(result);
  if (!result.compiled) return fmt::format("{}: error, see the diagnostics\n", id);
  std::string gold = "it names no gold item";
  if (result.gold) {
    const auto item = dataset.find_item(*result.gold);
    gold = item ? fmt::format("gold is {}", item_text(*item, dataset))
                : fmt::format("gold is {}, which the data does not have",
                              language::printable(*result.gold));
  }
  const std::string out = fmt::format("{}: {}, {} matched, {}", id, name_of(result.status),
                                      result.matches.size(), gold);
  return wrapped(out, 0, layout.width) + matches_table(result, dataset, layout);
}

/// The matrix, the counts, and what failed; or of what failed alone, with the counts at the end.
std::string validation_table(const std::vector<RequestResult>& results,
                             const data::Dataset& dataset, bool failed_only, const Layout& layout) {
  std::string failed;
  for (const RequestResult& result : results) {
    if (result.status == Status::Ok) continue;
    if (!failed.empty()) failed += '\n';
    failed += not_ok_text(result, dataset, layout);
  }
  const std::string counts = counts_text(results, layout.colour);
  if (failed_only) return failed + (failed.empty() ? "" : "\n") + counts;
  return matrix_table(results, dataset, layout) + '\n' + counts + (failed.empty() ? "" : "\n") +
         failed;
}

/// `"ranked_by":NAME,"scores":[…]`, one score per match, and how many of them are not settled.
void append_scores(std::string& out, const RequestResult::Ranking& ranking) {
  out += ",\"ranked_by\":";
  language::append_json_string(out, ranking.output);
  out += ",\"scores\":[";
  for (std::size_t i = 0; i < ranking.scores.size(); ++i) {
    if (i > 0) out += ',';
    append_json(out, ranking.scores[i]);
  }
  out += ']';
  if (ranking.open > 0) out += fmt::format(",\"not_settled\":{}", ranking.open);
}

template <class IdOf>
void append_result(std::string& out, const RequestResult& result, const IdOf& id_of,
                   bool with_status) {
  out += "{\"id\":";
  language::append_json_string(out, result.id);
  out += ",\"matches\":[";
  for (const std::uint32_t item : result.matches) {
    if (out.back() != '[') out += ',';
    language::append_json_string(out, id_of(item));
  }
  out += fmt::format("],\"unknown\":{}", result.unknown);
  if (result.ranking) append_scores(out, *result.ranking);
  if (with_status) out += fmt::format(",\"status\":\"{}\"", name_of(result.status));
  out += '}';
}

/// A row of a validation in CSV.
std::string validation_row(const RequestResult& result, const data::Dataset& dataset) {
  std::string matches;
  for (const std::uint32_t item : result.matches) {
    matches += (matches.empty() ? "" : " ") + std::string(dataset.item_id(item));
  }
  return fmt::format("{},{},{},{}\n", csv_field(result.id), csv_field(matches), result.unknown,
                     name_of(result.status));
}

std::string validation_csv(const std::vector<RequestResult>& results,
                           const data::Dataset& dataset) {
  std::string out = "id,matches,unknown,status\n";
  for (const RequestResult& result : results) {
    dataset.call().check();
    out += validation_row(result, dataset);
  }
  return out;
}

/// The threads of the arena that this runs in, if there is so much to write that they help.
unsigned writing_threads(const std::vector<RequestResult>& results) {
  constexpr std::size_t kManyMatches = 10'000;
  std::size_t matches = 0;
  for (const RequestResult& result : results) {
    matches += result.matches.size();
    if (matches >= kManyMatches) break;
  }
  return matches < kManyMatches
             ? 1
             : static_cast<unsigned>(oneapi::tbb::this_task_arena::max_concurrency());
}

/// Jsonl and Json of either command; `with_status` selects the results whose status is reported.
template <class WithStatus>
std::string json_format(const std::vector<RequestResult>& results, const data::Dataset& dataset,
                        Format format, const WithStatus& with_status) {
  constexpr std::string_view kSeparator = ",\n";
  const auto id_of = [&](std::uint32_t item) { return dataset.item_id(item); };
  std::vector<std::string> objects(results.size());
  exec::for_each_portion(results.size(), writing_threads(results), dataset.call(),
                         [&](std::uint64_t i) {
                           append_result(objects[i], results[i], id_of, with_status(results[i]));
                         });
  std::size_t bytes = 0;
  for (const std::string& object : objects) bytes += object.size() + kSeparator.size();
  std::string out;
  out.reserve(bytes);
  for (std::string& object : objects) {
    dataset.call().check();
    if (format == Format::Json && !out.empty()) out += kSeparator;
    out += std::exchange(object, {});
    if (format == Format::Jsonl) out += '\n';
  }
  return out;
}

/// The beginning of a row of a run in CSV: `R1,ID,NAME`.
std::string row_head(const RequestResult& result, std::uint32_t item,
                     const data::Dataset& dataset) {
  return csv_field(result.id) + ',' + csv_field(dataset.item_id(item)) + ',' +
         csv_field(item_name(item, dataset));
}

void add_matches(std::string& out, const RequestResult& result, const data::Dataset& dataset) {
  std::size_t number = 0;
  for (const std::uint32_t item : result.matches) {
    out += row_head(result, item, dataset) + ',';
    if (result.ranking) out += csv_cell(result.ranking->scores[number++]);
    out += '\n';
  }
}

void add_items(std::string& out, const RequestResult& result, const data::Dataset& dataset) {
  for (std::uint32_t item = 0; item < result.values.size(); ++item) {
    out += fmt::format("{},{},", row_head(result, item, dataset),
                       static_cast<int>(result.values[item]));
    if (result.ranking) out += csv_cell((*result.ranking->values)[item]);
    out += '\n';
  }
}

}  // namespace

bool has_status(const RequestResult& result) { return result.gold || !result.compiled; }

std::size_t match_count(const RequestResult& result) {
  return result.matches.size() + (result.ranking ? result.ranking->left_out : 0);
}

std::string_view name_of(Status status) {
  switch (status) {
    case Status::Ok:
      return "ok";
    case Status::NoMatch:
      return "no_match";
    case Status::MultiMatch:
      return "multi_match";
    case Status::GoldNotMatch:
      return "gold_not_match";
    case Status::Error:
      return "error";
  }
  return "";
}

std::string item_name(std::uint32_t item, const data::Dataset& dataset) {
  const data::Column& names = dataset.item_column(name_path());
  const auto* name = names.values[names.codes[item]].as<std::string>();
  return name == nullptr ? "" : *name;
}

const language::Path& name_path() {
  static const language::Path path = {"name"};
  return path;
}

RequestResult result_of(const contract::Request& request, std::size_t root,
                        const exec::RunResult& run, const data::Dataset& dataset) {
  RequestResult result{.id = request.id,
                       .gold = request.gold,
                       .compiled = true,
                       .charge = {dataset.call(), "results"},
                       .values = run.values(root)};
  result.matches = Matches(result.values);
  result.unknown = result.values.unknown_count();
  result.status = status_of(result.matches.size(), has_gold(result, dataset));
  return result;
}

Status status_of(std::size_t matches, bool has_gold) {
  if (matches == 0) return Status::NoMatch;
  if (!has_gold) return Status::GoldNotMatch;
  return matches == 1 ? Status::Ok : Status::MultiMatch;
}

std::string format_run_lines(const std::vector<RequestResult>& results,
                             const std::vector<std::string>& ids) {
  const auto id_of = [&](std::uint32_t match) -> std::string_view { return ids[match]; };
  std::string out;
  for (const RequestResult& result : results) {
    append_result(out, result, id_of, has_status(result));
    out += '\n';
  }
  return out;
}

std::string format_run(const std::vector<RequestResult>& results, const data::Dataset& dataset,
                       Format format, const Layout& layout) {
  if (format != Format::Table) return json_format(results, dataset, format, has_status);
  if (results.size() != 1 || !results.front().compiled) return run_table(results, dataset, layout);
  const RequestResult& only = results.front();
  std::string head = fmt::format("{}: {} of {} items match, {} unknown", shown_id(only),
                                 match_count(only), dataset.item_count(), only.unknown);
  if (only.ranking) head += ranking_text(only);
  if (has_status(only)) head += fmt::format(", status {}", name_of(only.status));
  return head + '\n' + matches_table(only, dataset, layout);
}

std::string format_request_rows(const std::vector<RequestResult>& results,
                                const data::Dataset& dataset, bool long_rows) {
  std::string out =
      long_rows ? "request,business_id,name,value,score\n" : "request,business_id,name,score\n";
  for (const RequestResult& result : results) {
    dataset.call().check();
    long_rows ? add_items(out, result, dataset) : add_matches(out, result, dataset);
  }
  return out;
}

std::string format_validation(const std::vector<RequestResult>& results,
                              const data::Dataset& dataset, Format format, bool failed_only,
                              const Layout& layout) {
  if (format == Format::Table) return validation_table(results, dataset, failed_only, layout);
  std::vector<RequestResult> kept;
  for (const RequestResult& result : results) {
    if (!failed_only || result.status != Status::Ok) kept.push_back(result);
  }
  if (format == Format::Csv) return validation_csv(kept, dataset);
  return json_format(kept, dataset, format, [](const RequestResult&) { return true; });
}

}  // namespace seedc::report
