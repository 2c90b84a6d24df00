// Selects, rounds and lays out the outputs of a formula.
#include "engine/report/formula_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "engine/report/bounds.h"
#include "engine/report/cells.h"
#include "engine/report/output_names.h"
#include "engine/report/table.h"
#include "engine/report/text.h"

namespace seedc::report {
namespace {

constexpr std::size_t kGapWidth = 2;
constexpr std::size_t kIdWidth = 24;
constexpr std::size_t kLeastNameWidth = 12;
constexpr std::size_t kCellWidth = 30;
constexpr std::size_t kMostRows = 50;

/// An output as its column shows it.
struct OutputColumn {
  std::size_t output = 0;
  std::string title;
  TextTable::Align align = TextTable::Align::Right;
  std::vector<std::string> cells;
  std::size_t width = 0;
};

/// The bounds of an output that is not settled; a null pointer for any other.
const bounds::Bound* bound_of(const FormulaReport& report, std::uint32_t item, std::size_t output) {
  return report.open == nullptr ? nullptr : report.open->find(item, output);
}

OutputColumn column_of(const FormulaReport& report, std::size_t output,
                       std::span<const std::uint32_t> items, const Layout& layout) {
  const std::size_t most = layout.is_wide() ? kAnyWidth : kCellWidth;
  OutputColumn column{.output = output,
                      .title = language::clip(output_name(*report.formula, output), most)};
  std::vector<language::Cell> cells;
  for (const std::uint32_t item : items) cells.push_back(report.result->outputs[output][item]);
  column.cells = shown(cells);
  column.width = language::display_width(column.title);
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (const bounds::Bound* bound = bound_of(report, items[i], output)) {
      column.cells[i] = bound_text(*bound);
      column.align = TextTable::Align::Left;
    }
    const bool is_word =
        cells[i].kind == language::Kind::Str || cells[i].kind == language::Kind::Bool;
    if (is_word && !cells[i].is_null()) column.align = TextTable::Align::Left;
    column.cells[i] = language::clip(column.cells[i], most);
    column.width = std::max(column.width, language::display_width(column.cells[i]));
  }
  return column;
}

/// The numbers of the outputs in the order in which they are wanted.
std::vector<std::size_t> by_importance(const FormulaReport& report) {
  std::vector<std::size_t> outputs;
  const auto& key = report.order.key;
  if (key) outputs.push_back(key->output);
  for (std::size_t output = report.formula->outputs.size(); output-- > 0;) {
    if (!key || output != key->output) outputs.push_back(output);
  }
  return outputs;
}

/// The chosen outputs, as they were chosen; or those that fit, in the formula's order, but one in
/// any case.
std::vector<OutputColumn> columns_of(const FormulaReport& report,
                                     std::span<const std::uint32_t> items,
                                     const TableOptions& options, std::size_t width) {
  std::vector<OutputColumn> columns;
  for (const std::size_t output : chosen_outputs(*report.formula, options.columns))
    columns.push_back(column_of(report, output, items, options.layout));
  if (!columns.empty()) return columns;
  std::size_t used = 0;
  for (const std::size_t output : by_importance(report)) {
    OutputColumn column = column_of(report, output, items, options.layout);
    used += kGapWidth + column.width;
    if (used > width && !columns.empty()) break;
    columns.push_back(std::move(column));
  }
  std::ranges::sort(columns, {}, &OutputColumn::output);
  return columns;
}

std::string title_of(const FormulaReport& report, std::size_t shown, std::size_t all) {
  std::string title = language::printable(report.formula->name) + ": ";
  if (shown < all) title += fmt::format("{} of ", shown);
  title += counted(all, "item");
  if (const auto& key = report.order.key) {
    const bool has_texts = std::ranges::any_of(
        report.result->outputs[key->output],
        [](const language::Cell& cell) { return cell.kind == language::Kind::Str; });
    const std::string_view of_numbers = key->descending ? ", highest first" : ", lowest first";
    const std::string_view of_texts =
        key->descending ? " in reverse alphabetical order" : " in alphabetical order";
    title += fmt::format(" by {}{}", output_name(*report.formula, key->output),
                         has_texts ? of_texts : of_numbers);
  }
  return title + '\n';
}

std::string hidden_outputs(const FormulaReport& report, const std::vector<OutputColumn>& shown,
                           const Layout& layout) {
  const std::size_t count = report.formula->outputs.size() - shown.size();
  if (count == 0) return "";
  std::string out = fmt::format("{} not shown{}:", counted(count, "output"),
                                base::named(layout.names, base::Setting::AsCsv, " (", " has all)"));
  std::size_t used = language::display_width(out);
  for (std::size_t output = 0; output < report.formula->outputs.size(); ++output) {
    if (std::ranges::count(shown, output, &OutputColumn::output) > 0) continue;
    const std::string name = language::clip(output_name(*report.formula, output), kCellWidth) + ',';
    const std::size_t width = 1 + language::display_width(name);
    out += used + width > layout.width ? "\n  " : " ";
    used = (used + width > layout.width ? 1 : used) + width;
    out += name;
  }
  out.back() = '\n';  // in place of the last comma
  return out;
}

}  // namespace

std::vector<std::size_t> chosen_outputs(const contract::Formula& formula,
                                        const std::vector<std::string>& columns) {
  std::vector<std::size_t> outputs;
  for (const std::string& column : columns) {
    if (const auto found = find_output(formula, column)) outputs.push_back(*found);
  }
  return outputs;
}

std::string formula_table(const FormulaReport& report, std::span<const std::uint32_t> items,
                          const data::Dataset& dataset, const TableOptions& options) {
  const Layout& layout = options.layout;
  const bool is_cut = !report.order.top && items.size() > kMostRows;
  const auto shown = items.first(is_cut ? kMostRows : items.size());
  const auto id_of = [&](std::uint32_t item) {
    return language::clip(dataset.item_id(item), layout.is_wide() ? kAnyWidth : kIdWidth);
  };
  std::size_t id_width = 0;
  bool has_names = false;
  for (const std::uint32_t item : shown) {
    id_width = std::max(id_width, language::display_width(id_of(item)));
    has_names = has_names || !item_name(item, dataset).empty();
  }
  const std::size_t beside = id_width + (has_names ? kGapWidth + kLeastNameWidth : 0);
  const auto columns =
      columns_of(report, shown, options, layout.width - std::min(beside, layout.width));

  std::vector<TextTable::Column> heads = {{"item"}};
  for (const OutputColumn& column : columns) heads.push_back({column.title, column.align});
  if (has_names) heads.push_back({"name"});
  TextTable table(std::move(heads));
  for (std::size_t row = 0; row < shown.size(); ++row) {
    std::vector<std::string> cells = {id_of(shown[row])};
    for (const OutputColumn& column : columns) cells.push_back(column.cells[row]);
    if (has_names) cells.push_back(item_name(shown[row], dataset));
    table.add_row(std::move(cells));
  }
  std::string out = title_of(report, items.size(), dataset.item_count()) + table.text(layout);
  if (is_cut)
    out += fmt::format("and {} more{}\n", items.size() - kMostRows,
                       base::named(layout.names, base::Setting::AsLines, " (", " lists all)"));
  return out + (options.columns.empty() ? hidden_outputs(report, columns, layout) : "");
}

}  // namespace seedc::report
