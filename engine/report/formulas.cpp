// Writes results of formulas in the machine-readable formats.
#include "engine/report/formulas.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "engine/report/bounds.h"
#include "engine/report/cells.h"
#include "engine/report/formula_ledger.h"
#include "engine/report/formula_table.h"
#include "engine/report/text.h"

namespace seedc::report {
namespace {

/// Writes the keys of values that come in the order of an object and of those inside it.
class NestedKeys {
 public:
  explicit NestedKeys(std::string& out) : out_(out) {}

  /// Closes and opens objects, so that the value of the last key can follow.
  void open(const std::vector<std::string>& keys) {
    std::size_t shared = 0;
    while (shared + 1 < keys.size() && shared + 1 < open_.size() && open_[shared] == keys[shared])
      ++shared;
    if (!open_.empty()) {
      out_.append(open_.size() - 1 - shared, '}');
      out_ += ',';
    }
    for (std::size_t i = shared; i < keys.size(); ++i) {
      language::append_json_string(out_, keys[i]);
      out_ += i + 1 < keys.size() ? ":{" : ":";
    }
    open_ = keys;
  }
  void close() {
    if (!open_.empty()) out_.append(open_.size() - 1, '}');
  }

 private:
  std::string& out_;
  std::vector<std::string> open_;
};

/// `,"bounds":{…}` of the outputs that are not settled, if there are any.
void append_bounds(std::string& out, const FormulaReport& report, std::uint32_t item) {
  if (report.open == nullptr || !report.open->items.contains(item)) return;
  out += ",\"bounds\":{";
  NestedKeys keys(out);
  for (std::size_t output = 0; output < report.formula->outputs.size(); ++output) {
    const bounds::Bound* bound = report.open->find(item, output);
    if (bound == nullptr) continue;
    keys.open(report.formula->output_keys[output]);
    out += bound_json(*bound);
  }
  keys.close();
  out += '}';
}

void append_object(std::string& out, const FormulaReport& report, const data::Dataset& dataset,
                   std::uint32_t item, bool names_formula) {
  out += '{';
  if (names_formula) {
    out += "\"formula\":";
    language::append_json_string(out, report.formula->name);
    out += ',';
  }
  out += "\"business_id\":";
  language::append_json_string(out, dataset.item_id(item));
  out += ",\"outputs\":{";
  NestedKeys keys(out);
  for (std::size_t output = 0; output < report.formula->outputs.size(); ++output) {
    keys.open(report.formula->output_keys[output]);
    append_json(out, report.result->outputs[output][item]);
  }
  keys.close();
  out += '}';
  append_bounds(out, report, item);
  out += '}';
}

/// One format of one formula's items.
class Writer {
 public:
  Writer(const FormulaReport& report, const data::Dataset& dataset, bool names_formula)
      : report_(report),
        dataset_(dataset),
        names_formula_(names_formula),
        items_(ordered_items(report, dataset.item_count())) {}

  std::string table(const TableOptions& options) const {
    return formula_table(report_, items_, dataset_, options);
  }

  std::string jsonl() const {
    std::string out;
    for (const std::uint32_t item : items_) {
      dataset_.call().check();
      append_object(out, report_, dataset_, item, names_formula_);
      out += '\n';
    }
    return out;
  }

  std::string json() const {
    std::string out = "{\"name\":";
    language::append_json_string(out, report_.formula->name);
    out += ",\"items\":[\n";
    for (const std::uint32_t item : items_) {
      dataset_.call().check();
      append_object(out, report_, dataset_, item, false);
      out += item == items_.back() ? "\n" : ",\n";
    }
    return out + "],\"ledger\":" + ledger_json(*report_.formula, FormulaLedger::of(report_)) + "}";
  }

  std::string csv(const TableOptions& options) const {
    std::string out = "business_id";
    std::vector<std::size_t> outputs = chosen_outputs(*report_.formula, options.columns);
    if (outputs.empty()) {
      outputs.resize(report_.formula->outputs.size());
      std::iota(outputs.begin(), outputs.end(), 0);
    }
    for (const std::size_t output : outputs)
      out += ',' + csv_field(report_.formula->outputs[output]);
    out += '\n';
    for (const std::uint32_t item : items_) {
      dataset_.call().check();
      out += csv_field(dataset_.item_id(item));
      for (const std::size_t output : outputs)
        out += ',' + csv_cell(report_.result->outputs[output][item]);
      out += '\n';
    }
    return out;
  }

 private:
  const FormulaReport& report_;
  const data::Dataset& dataset_;
  bool names_formula_;
  std::vector<std::uint32_t> items_;
};

}  // namespace

std::vector<std::uint32_t> ordered_items(const FormulaReport& report, std::uint32_t item_count) {
  std::vector<std::uint32_t> items(item_count);
  std::iota(items.begin(), items.end(), 0);
  if (const auto& key = report.order.key)
    order_items(items, report.result->outputs[key->output], key->descending);
  items.resize(std::min(items.size(), report.order.top.value_or(items.size())));
  return items;
}

std::string format_item(std::span<const FormulaReport> reports, const data::Dataset& dataset,
                        std::uint32_t item) {
  std::string out;
  for (const FormulaReport& report : reports) {
    append_object(out, report, dataset, item, reports.size() > 1);
    out += '\n';
  }
  return out;
}

std::string format_formulas(std::span<const FormulaReport> reports, const data::Dataset& dataset,
                            Format format, const TableOptions& options) {
  std::vector<std::string> texts;
  for (const FormulaReport& report : reports) {
    const Writer writer(report, dataset, reports.size() > 1);
    switch (format) {
      case Format::Table:
        texts.push_back(writer.table(options));
        break;
      case Format::Jsonl:
        texts.push_back(writer.jsonl());
        break;
      case Format::Json:
        texts.push_back(writer.json());
        break;
      case Format::Csv:
        texts.push_back(writer.csv(options));
        break;
    }
  }
  if (format == Format::Json) return fmt::format("{}", fmt::join(texts, ",\n"));
  const std::string_view between = format == Format::Jsonl ? "" : "\n";
  return fmt::format("{}", fmt::join(texts, between));
}

}  // namespace seedc::report
