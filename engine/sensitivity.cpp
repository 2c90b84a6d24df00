// Binds the formulas with nothing but the outputs that are asked for, and asks for the chances of
// their values at every item.
#include "engine/sensitivity.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <utility>

#include "compiler/check/formula_scope.h"
#include "engine/asked_formulas.h"
#include "engine/bounds/wrong_values.h"
#include "engine/explain_formula.h"
#include "engine/formulas.h"
#include "engine/rank_chances.h"
#include "engine/report/explain.h"
#include "engine/report/sensitivity.h"
#include "runtime/exec/parallel.h"

namespace seedc::engine {
namespace {

constexpr std::size_t kUsualTop = 10;
constexpr std::size_t kMostBecomes = 10;  ///< values of an item that are kept for the report

/// The chances of what is asked for at all items.
struct ItemsChances {
  std::vector<report::ItemSensitivity> items;
  std::vector<bounds::OutputChances> ranked;  ///< by item; empty if they are not ranked
  std::vector<std::shared_ptr<const std::deque<std::string>>> strings;  ///< of both
  std::vector<base::MemoryCharge> charges;
};

class SensitivityQuestion {
 public:
  SensitivityQuestion(const Compilation& compilation, const SensitivityOptions& options)
      : compilation_(compilation),
        options_(options),
        output_(check::step_name_of(options.output)),
        sort_(sort_key(options.sort)),
        outlines_(written_formulas(compilation)) {
    sort_.first = check::step_name_of(sort_.first);
    run_.extractions = options.extractions;
    run_.sort = options.sort;
    run_.names = options.evaluate.host->setting_names();
    run_.load = {.strict = options.evaluate.strict, .threads = options.evaluate.threads};
  }

  base::Result<std::string> answer() {
    if (!(options_.probability > 0 && options_.probability <= 1)) {
      return base::fail_with_help<base::ErrorCode::NoSuchNumber>("it is more than 0, and 1 at most",
                                                                 "`probability`");
    }
    const contract::Plan whole = plan_of_own_formulas(compilation_, [](auto&&...) {});
    const auto asked = asked_formulas(whole, outlines_, options_.output);
    if (!asked) return tl::unexpected(asked.error());
    if (auto checked = check_options(whole, whole.formulas.size(), run_); !checked)
      return tl::unexpected(checked.error());
    plan_ = plan_of_outputs(compilation_, whole,
                            [this](const contract::Formula& formula, std::size_t output) {
                              const std::string& name = formula.outputs[output];
                              return name == output_ || name == sort_.first;
                            });
    auto dataset = load_for(plan_, options_.evaluate);
    if (!dataset) return tl::unexpected(dataset.error());
    if (options_.item) {
      const auto item = find_item(*dataset, *options_.item);
      if (!item) return tl::unexpected(item.error());
      item_ = *item;
    }
    return text_of(*asked, *dataset);
  }

 private:
  base::Result<std::string> text_of(const std::vector<AskedFormula>& asked,
                                    const data::Dataset& dataset) {
    const bool is_json = options_.format == report::Format::Json;
    std::string out;
    for (const AskedFormula& formula : asked) {
      const auto text = text_of(formula.number, dataset);
      if (!text) return text;
      if (&formula != asked.data())
        out += is_json ? ",\n" : options_.format == report::Format::Table ? "\n" : "";
      out += *text;
    }
    if (is_json) return "[\n" + out + "\n]\n";
    const bool has_title = item_ && options_.format == report::Format::Table;
    return has_title ? report::item_title(dataset, *item_) + "\n\n" + out : out;
  }

  base::Result<std::string> text_of(std::size_t number, const data::Dataset& dataset) {
    const auto extractions = read_extractions(plan_, number, dataset, run_);
    if (!extractions) return tl::unexpected(extractions.error());
    options_.evaluate.host->extracted(extractions->report());
    const contract::Formula& formula = plan_.formulas[number];
    const auto prepared = std::make_shared<const exec::PreparedFormula>(formula);
    const auto bound = exec::BoundFormula::bind(prepared, dataset, *extractions,
                                                {.threads = options_.evaluate.threads});
    warn_of_open(*options_.evaluate.host, bounds::open_reviews(bound, dataset, *extractions),
                 fmt::format("formula `{}`: ", formula.name), "");
    const bounds::FormulaRows rows(prepared, bound, dataset, *extractions);
    report::FormulaSensitivity answer{
        .formula = &formula,
        .output = output_,
        .options = {options_.probability, options_.seed, options_.samples},
        .ranking = {},
        .items = {}};
    const std::size_t output = place_of(formula, output_);
    const std::size_t sort = place_of(formula, sort_.first);
    const bool is_ranked = !options_.sort.empty() && sort < formula.outputs.size();
    const bounds::WrongValues wrong(rows, bound, dataset, *extractions, answer.options);
    ItemsChances chances =
        chances_of(wrong, rows, dataset, output, is_ranked ? std::optional(sort) : std::nullopt);
    answer.items = std::move(chances.items);
    if (is_ranked) {
      rank(answer, chances.ranked, dataset.call());
    } else {
      std::ranges::stable_sort(answer.items, std::ranges::greater(),
                               &report::ItemSensitivity::flips);
    }
    return formatted(answer, dataset);
  }

  static std::size_t place_of(const contract::Formula& formula, const std::string& output) {
    return static_cast<std::size_t>(std::ranges::find(formula.outputs, output) -
                                    formula.outputs.begin());
  }

  /// At each item, or the one that is asked for if the others do not matter.
  ItemsChances chances_of(const bounds::WrongValues& wrong, const bounds::FormulaRows& rows,
                          const data::Dataset& dataset, std::size_t output,
                          std::optional<std::size_t> sort) const {
    const bool is_one = item_ && !sort;
    const std::uint32_t count = is_one ? 1 : dataset.item_count();
    ItemsChances all;
    all.items.resize(count);
    all.strings.resize(count);
    all.charges.assign(count, base::MemoryCharge(dataset.call(), "results"));
    if (sort) all.ranked.resize(count);
    const Host::Progress progress = options_.evaluate.host->begin("trying wrong values");
    exec::PortionCounter done(count, progress);
    exec::for_each_portion(
        count, options_.evaluate.threads, dataset.call(), [&](std::uint64_t portion) {
          const auto item = is_one ? *item_ : static_cast<std::uint32_t>(portion);
          bounds::ItemChances chances = wrong.at(rows.at(item));
          all.items[portion] = item_sensitivity(item, chances.outputs[output], chances.is_exact);
          if (sort) {
            all.charges[portion].add(chances.outputs[*sort].chances.size() *
                                     sizeof(bounds::Chance));
            all.ranked[portion] = std::move(chances.outputs[*sort]);
          }
          all.strings[portion] = std::move(chances.strings);
          done.end_portion();
        });
    return all;
  }

  void rank(report::FormulaSensitivity& answer, const std::vector<bounds::OutputChances>& ranked,
            const base::Call& call) const {
    const std::size_t top = options_.top.value_or(kUsualTop);
    answer.ranking = {sort_.first, sort_.second, top};
    std::vector<language::Cell> values;
    for (const bounds::OutputChances& item : ranked) values.push_back(item.now);
    std::vector<std::uint32_t> order(ranked.size());
    std::iota(order.begin(), order.end(), 0);
    report::order_items(order, values, sort_.second);
    const std::vector<double> leaving = leaving_chances(ranked, order, top, sort_.second, call);
    std::vector<report::ItemSensitivity> items;
    for (std::size_t place = 0; place < order.size(); ++place) {
      report::ItemSensitivity& item = items.emplace_back(std::move(answer.items[order[place]]));
      item.ranking = {place + 1, values[order[place]],
                      place < leaving.size() ? std::optional(leaving[place]) : std::nullopt};
    }
    answer.items = std::move(items);
  }

  std::string formatted(const report::FormulaSensitivity& answer,
                        const data::Dataset& dataset) const {
    const std::size_t all = answer.items.size();
    switch (options_.format) {
      case report::Format::Json:
        return report::sensitivity_json(answer, dataset, options_.top.value_or(all), item_);
      case report::Format::Jsonl:
        return report::sensitivity_lines(answer, dataset, options_.top.value_or(all), item_);
      case report::Format::Table:
      case report::Format::Csv:
        break;
    }
    const report::Layout layout{.names = options_.evaluate.host->setting_names(),
                                .width = options_.evaluate.host->text_width(),
                                .colour = options_.colour};
    if (!item_) {
      return report::sensitivity_text(answer, dataset, options_.top.value_or(kUsualTop), layout);
    }
    const auto item = std::ranges::find(answer.items, *item_, &report::ItemSensitivity::item);
    return report::item_sensitivity_text(answer, *item, layout);
  }

  const Compilation& compilation_;
  const SensitivityOptions& options_;
  std::string output_;                 ///< as its step is named
  std::pair<std::string, bool> sort_;  ///< likewise
  std::vector<explain::FormulaOutline> outlines_;
  contract::Plan plan_;
  FormulaRunOptions run_;
  std::optional<std::uint32_t> item_;
};

}  // namespace

report::ItemSensitivity item_sensitivity(std::uint32_t item, const bounds::OutputChances& output,
                                         bool is_exact) {
  report::ItemSensitivity sensitivity{.item = item,
                                      .value = output.now,
                                      .flips = output.flips,
                                      .is_exact = is_exact,
                                      .others = 0,
                                      .becomes = {},
                                      .ranking = {}};
  for (const bounds::Chance& chance : output.chances) {
    if (bounds::is_one_value(chance.value, output.now)) continue;
    ++sensitivity.others;
    if (sensitivity.becomes.size() < kMostBecomes) sensitivity.becomes.push_back(chance);
  }
  return sensitivity;
}

base::Result<std::string> explain_sensitivity(const Compilation& compilation,
                                              const SensitivityOptions& options) {
  return SensitivityQuestion(compilation, options).answer();
}

}  // namespace seedc::engine
