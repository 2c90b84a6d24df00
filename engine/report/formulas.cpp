// Writes results of formulas in the machine-readable formats.
#include "engine/report/formulas.h"

#include <fmt/format.h>
#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "engine/report/bounds.h"
#include "engine/report/cells.h"
#include "engine/report/formula_ledger.h"
#include "engine/report/formula_table.h"
#include "engine/report/output_names.h"
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

/// What such an object has before each value, and behind the last: the same for every item.
class TextsOfKeys {
 public:
  explicit TextsOfKeys(std::span<const std::vector<std::string>> keys_of_values) {
    NestedKeys keys(end_);
    for (const std::vector<std::string>& of_value : keys_of_values) {
      keys.open(of_value);
      before_.push_back(std::exchange(end_, {}));
    }
    keys.close();
  }

  const std::string& before(std::size_t value) const { return before_[value]; }
  const std::string& end() const { return end_; }

 private:
  std::vector<std::string> before_;
  std::string end_;
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

void append_object(std::string& out, const FormulaReport& report, const TextsOfKeys& keys,
                   const data::Dataset& dataset, std::uint32_t item, bool names_formula) {
  out += '{';
  if (names_formula) {
    out += "\"formula\":";
    language::append_json_string(out, report.formula->name);
    out += ',';
  }
  out += "\"business_id\":";
  language::append_json_string(out, dataset.item_id(item));
  out += ",\"outputs\":{";
  for (std::size_t output = 0; output < report.formula->outputs.size(); ++output) {
    out += keys.before(output);
    append_json(out, report.result->outputs[output][item]);
  }
  out += keys.end();
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
        keys_(report.formula->output_keys),
        items_(ordered_items(report, dataset.item_count())) {}

  std::string table(const TableOptions& options) const {
    return formula_table(report_, items_, dataset_, options);
  }

  std::string jsonl() const {
    std::string out;
    append_items(out, [&](std::string& text, std::uint32_t item) {
      append_object(text, report_, keys_, dataset_, item, names_formula_);
      text += '\n';
    });
    return out;
  }

  std::string json() const {
    std::string out = "{\"name\":";
    language::append_json_string(out, report_.formula->name);
    out += ",\"items\":[\n";
    append_items(out, [&](std::string& text, std::uint32_t item) {
      append_object(text, report_, keys_, dataset_, item, false);
      text += item == items_.back() ? "\n" : ",\n";
    });
    out += "],\"ledger\":" + ledger_json(*report_.formula, FormulaLedger::of(report_)) + "}";
    return out;
  }

  std::string csv(const TableOptions& options) const {
    std::string out = "business_id";
    std::vector<std::size_t> outputs = chosen_outputs(*report_.formula, options.columns);
    if (outputs.empty()) {
      outputs.resize(report_.formula->outputs.size());
      std::iota(outputs.begin(), outputs.end(), 0);
    }
    for (const std::size_t output : outputs)
      out += ',' + csv_field(output_name(*report_.formula, output));
    out += '\n';
    append_items(out, [&](std::string& text, std::uint32_t item) {
      text += csv_field(dataset_.item_id(item));
      for (const std::size_t output : outputs)
        text += ',' + csv_cell(report_.result->outputs[output][item]);
      text += '\n';
    });
    return out;
  }

 private:
  /// Appends what `append` writes of each item; threads write portions of them.
  template <class Append>
  void append_items(std::string& out, const Append& append) const {
    constexpr std::size_t kItemsPerPortion = 512;
    std::vector<std::string> portions((items_.size() + kItemsPerPortion - 1) / kItemsPerPortion);
    oneapi::tbb::parallel_for(std::size_t{0}, portions.size(), [&](std::size_t portion) {
      dataset_.call().check();
      const std::size_t begin = portion * kItemsPerPortion;
      const std::size_t count = std::min(kItemsPerPortion, items_.size() - begin);
      for (const std::uint32_t item : std::span(items_).subspan(begin, count))
        append(portions[portion], item);
    });
    std::size_t size = out.size();
    for (const std::string& portion : portions) size += portion.size();
    out.reserve(size);
    for (std::string& portion : portions) out += std::exchange(portion, {});
  }

  const FormulaReport& report_;
  const data::Dataset& dataset_;
  bool names_formula_;
  TextsOfKeys keys_;
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
    append_object(out, report, TextsOfKeys(report.formula->output_keys), dataset, item,
                  reports.size() > 1);
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
  if (texts.size() == 1) return std::move(texts.front());
  if (format == Format::Json) return fmt::format("{}", fmt::join(texts, ",\n"));
  const std::string_view between = format == Format::Jsonl ? "" : "\n";
  return fmt::format("{}", fmt::join(texts, between));
}

}  // namespace seedc::report
