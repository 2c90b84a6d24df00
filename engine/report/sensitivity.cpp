// Formats how often outputs flip, as text and as JSON.
#include "engine/report/sensitivity.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "engine/report/cells.h"
#include "engine/report/requests.h"
#include "engine/report/table.h"
#include "engine/report/text.h"
#include "runtime/language/value.h"
#include "runtime/language/wrapped_text.h"

namespace seedc::report {
namespace {

constexpr std::size_t kMostValueWidth = 24;
constexpr std::size_t kHanging = 4;

std::string percent(double share) {
  constexpr double kLeast = 0.0005;
  if (share > 0 && share < kLeast) return "< 0.1 %";
  return fmt::format("{:.1f} %", share * 100);
}

std::string cell_text(const language::Cell& cell) {
  if (!cell.is_null() && language::is_number(cell.kind)) return shown({&cell, 1}).front();
  std::string text;
  append_json(text, cell);
  return language::clip(text, kMostValueWidth);
}

double standard_error(const FormulaSensitivity& formula, const ItemSensitivity& item) {
  if (item.is_exact) return 0;
  const double variance = item.flips * (1 - item.flips);
  return std::sqrt(std::max(0.0, variance) / static_cast<double>(formula.options.samples));
}

std::string error_text(const FormulaSensitivity& formula, const ItemSensitivity& item) {
  return item.is_exact ? "exact" : fmt::format("± {:.1f}", standard_error(formula, item) * 100);
}

/// The other value that is most likely.
std::string becomes_text(const ItemSensitivity& item) {
  if (item.becomes.empty()) return "";
  return cell_text(item.becomes[0].value) + " " + percent(item.becomes[0].probability);
}

/// Whether items are ranked by another output.
bool has_score(const FormulaSensitivity& formula) {
  return formula.ranking && formula.ranking->output != formula.output;
}

/// The first 5 by RISK
std::string first_ones(const FormulaSensitivity::Ranking& ranking) {
  return fmt::format("the first {} by {}", ranking.top, ranking.output);
}

/// If each extracted value is wrong with probability 0.1
std::string premise(const FormulaSensitivity& formula) {
  return fmt::format("if each extracted value is wrong with probability {}",
                     language::shortest(formula.options.probability));
}

std::string samples_text(const FormulaSensitivity& formula) {
  return fmt::format("{}, seed {}", counted(formula.options.samples, "sample"),
                     formula.options.seed);
}

TextTable items_table(const FormulaSensitivity& formula) {
  std::vector<TextTable::Column> columns;
  if (formula.ranking) columns.push_back({"  rank", TextTable::Align::Right});
  columns.push_back({formula.ranking ? "item" : "  item"});
  if (has_score(formula)) columns.push_back({formula.ranking->output, TextTable::Align::Right});
  columns.push_back({formula.output});
  columns.push_back({"flips"});
  columns.push_back(formula.ranking ? TextTable::Column{"leaves", TextTable::Align::Right}
                                    : TextTable::Column{"becomes"});
  columns.push_back({"name"});
  return TextTable(std::move(columns));
}

/// The numbers of a column with as many decimals.
std::vector<std::string> scores_of(std::span<const ItemSensitivity> items) {
  std::vector<language::Cell> cells;
  for (const ItemSensitivity& item : items) cells.push_back(item.ranking->value);
  return shown(cells);
}

/// `score` is empty if there is no column of scores.
std::vector<std::string> row_of(const FormulaSensitivity& formula, const ItemSensitivity& item,
                                const data::Dataset& dataset, const std::string& score) {
  constexpr std::size_t kPercentWidth = 7;
  std::vector<std::string> cells;
  const std::string id = language::printable(dataset.item_id(item.item));
  if (formula.ranking) cells.push_back(std::to_string(item.ranking->rank));
  cells.push_back((formula.ranking ? "" : "  ") + id);
  if (!score.empty()) cells.push_back(score);
  cells.push_back(cell_text(item.value));
  const std::string error = item.is_exact ? "" : " " + error_text(formula, item);
  cells.push_back(fmt::format("{:>{}}{}", percent(item.flips), kPercentWidth, error));
  if (!formula.ranking) {
    cells.push_back(becomes_text(item));
  } else {
    cells.push_back(item.ranking->leaves ? percent(*item.ranking->leaves) : "");
  }
  cells.push_back(item_name(item.item, dataset));
  return cells;
}

std::string summary(const FormulaSensitivity& formula) {
  double flips = 0;
  std::size_t exact = 0;
  for (const ItemSensitivity& item : formula.items) {
    flips += item.flips;
    exact += item.is_exact ? 1 : 0;
  }
  const std::size_t count = formula.items.size();
  const std::size_t sampled = count - exact;
  std::string text = fmt::format("{} of {} flips in {} of all cases on average", formula.output,
                                 counted(count, "item"),
                                 percent(count == 0 ? 0 : flips / static_cast<double>(count)));
  if (sampled == 0) return text + "; all figures are exact";
  return text + fmt::format("; {} exact, the others are estimates ({})",
                            exact == 0   ? "no figures are"
                            : exact == 1 ? "those of 1 item are"
                                         : fmt::format("those of {} items are", exact),
                            samples_text(formula));
}

language::Dict item_json(const FormulaSensitivity& formula, const ItemSensitivity& item,
                         const data::Dataset& dataset) {
  language::List becomes;
  for (const bounds::Chance& chance : item.becomes) {
    becomes.emplace_back(language::Dict{{"value", language::value_of(chance.value)},
                                        {"probability", chance.probability}});
  }
  language::Dict json = {
      {"item", std::string(dataset.item_id(item.item))},  {"name", item_name(item.item, dataset)},
      {"value", language::value_of(item.value)},          {"flips", item.flips},
      {"standard_error", standard_error(formula, item)},  {"exact", item.is_exact},
      {"others", static_cast<std::int64_t>(item.others)}, {"becomes", std::move(becomes)}};
  if (item.ranking) {
    json.emplace_back("rank", static_cast<std::int64_t>(item.ranking->rank));
    json.emplace_back("ranked_by", language::value_of(item.ranking->value));
    if (item.ranking->leaves) json.emplace_back("leaves", *item.ranking->leaves);
  }
  return json;
}

/// Calls `add` with the object of each item that is listed.
template <class Add>
void for_each_listed(const FormulaSensitivity& formula, const data::Dataset& dataset,
                     std::size_t most, std::optional<std::uint32_t> only, const Add& add) {
  std::size_t count = 0;
  for (const ItemSensitivity& item : formula.items) {
    if (only ? item.item != *only : count++ >= most) continue;
    add(item_json(formula, item, dataset));
  }
}

}  // namespace

std::string sensitivity_text(const FormulaSensitivity& formula, const data::Dataset& dataset,
                             std::size_t most, const Layout& layout) {
  const std::span listed = std::span(formula.items).first(std::min(most, formula.items.size()));
  const std::string leaves =
      formula.ranking ? fmt::format(", and how often items leave {},", first_ones(*formula.ranking))
                      : "";
  const std::string head =
      fmt::format("{}: how often {} flips{} {}", language::printable(formula.formula->name),
                  formula.output, leaves, premise(formula));
  TextTable table = items_table(formula);
  const std::vector<std::string> scores =
      has_score(formula) ? scores_of(listed) : std::vector<std::string>(listed.size());
  for (std::size_t i = 0; i < listed.size(); ++i)
    table.add_row(row_of(formula, listed[i], dataset, scores[i]));
  std::string out = language::wrap(head, layout.width, kHanging) + "\n\n" + table.text(layout);
  if (listed.size() < formula.items.size())
    out += fmt::format("  and {} more\n", formula.items.size() - listed.size());
  return out + "\n" + language::wrap(summary(formula), layout.width, kHanging) + "\n";
}

std::string item_sensitivity_text(const FormulaSensitivity& formula, const ItemSensitivity& item,
                                  const Layout& layout) {
  const std::string how =
      item.is_exact ? "exact"
                    : fmt::format("{}, {}", error_text(formula, item), samples_text(formula));
  const std::string head =
      fmt::format("{}: {} is {}; {} it flips in {} of all cases ({})",
                  language::printable(formula.formula->name), formula.output, cell_text(item.value),
                  premise(formula), percent(item.flips), how);
  std::string out = language::wrap(head, layout.width, kHanging) + "\n\n";
  TextTable table({{"  " + formula.output}, {"how often", TextTable::Align::Right}});
  table.add_row({"  " + cell_text(item.value), percent(1 - item.flips)});
  for (const bounds::Chance& chance : item.becomes)
    table.add_row({"  " + cell_text(chance.value), percent(chance.probability)});
  out += table.text(layout);
  if (item.becomes.size() < item.others)
    out += fmt::format("  and {} more\n", item.others - item.becomes.size());
  if (!item.ranking) return out;
  std::string rank = fmt::format("it has rank {} of {}", item.ranking->rank,
                                 counted(formula.items.size(), "item"));
  if (item.ranking->leaves)
    rank += fmt::format(", and leaves {} in {} of all cases", first_ones(*formula.ranking),
                        percent(*item.ranking->leaves));
  return out + "\n" + language::wrap(rank, layout.width, kHanging) + "\n";
}

std::string sensitivity_json(const FormulaSensitivity& formula, const data::Dataset& dataset,
                             std::size_t most, std::optional<std::uint32_t> only) {
  language::Dict json = {{"formula", formula.formula->name},
                         {"output", formula.output},
                         {"probability", formula.options.probability},
                         {"seed", static_cast<std::int64_t>(formula.options.seed)},
                         {"samples", static_cast<std::int64_t>(formula.options.samples)}};
  if (formula.ranking) {
    json.emplace_back("sort", formula.ranking->output);
    json.emplace_back("descending", formula.ranking->descending);
    json.emplace_back("top", static_cast<std::int64_t>(formula.ranking->top));
  }
  language::List items;
  for_each_listed(formula, dataset, most, only,
                  [&](language::Dict item) { items.emplace_back(std::move(item)); });
  json.emplace_back("items", std::move(items));
  return language::to_json(json);
}

std::string sensitivity_lines(const FormulaSensitivity& formula, const data::Dataset& dataset,
                              std::size_t most, std::optional<std::uint32_t> only) {
  std::string out;
  for_each_listed(formula, dataset, most, only, [&](language::Dict item) {
    language::Dict line = {{"formula", formula.formula->name}, {"output", formula.output}};
    for (auto& entry : item) line.push_back(std::move(entry));
    out += language::to_json(line) + "\n";
  });
  return out;
}

}  // namespace seedc::report
