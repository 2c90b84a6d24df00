// Loads what explanations need, decides every condition at every item, and adds the evidence that
// fits.
#include "engine/report_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "engine/page_evidence.h"
#include "engine/page_stages.h"
#include "engine/report/explain.h"
#include "engine/report/page/page.h"
#include "engine/report/page/page_data.h"
#include "engine/report/text.h"
#include "engine/written_requests.h"

namespace seedc::engine {
namespace {

/// The caller's host, without what it was given by the run.
class QuietHost final : public Host {
 public:
  explicit QuietHost(Host& host) : host_(host) {}
  Progress begin(std::string_view step) override { return host_.begin(step); }
  void warn(std::string_view text) override { host_.warn(text); }
  base::Call call() const override { return host_.call(); }
  base::SettingNames setting_names() const override { return host_.setting_names(); }

 private:
  Host& host_;
};

bool is_text_of_review(const contract::LoadSpec& load) {
  if (load.source == contract::LoadSpec::Source::Field)
    return load.path.back().ends_with(contract::kQuoteSuffix);
  return load.source == contract::LoadSpec::Source::Review && load.path.front() == "text";
}

/// Also of an object that may have it.
bool is_name_of_user(const contract::LoadSpec& load) {
  return load.source == contract::LoadSpec::Source::Review && load.path.front() == "user" &&
         (load.path.size() == 1 || load.path[1] == "name");
}

/// Makes one page.
class PageMaker {
 public:
  PageMaker(const Compilation& compilation, const ProgramRun& run, const ReportPageOptions& options)
      : compilation_(compilation),
        run_(run),
        options_(options),
        host_(*options.evaluate.host),
        evaluate_(options.evaluate),
        writer_(compilation.values, compilation.module, compilation.sources) {
    evaluate_.host = &host_;
  }

  base::Result<std::string> make() {
    auto ready = times_.measure("read the data", [&] { return load(); }).and_then([&] {
      return times_.measure("decide all conditions", [&] { return decide(); });
    });
    if (!ready) return tl::unexpected(ready.error());
    fill();
    report::Page page{.title = options_.title,
                      .made_by = options_.made_by,
                      .tables = report::page_tables(data_),
                      .core = {},
                      .details = {},
                      .left_out = {}};
    const std::uint64_t frame = report::page_frame_bytes() + page.tables.size();
    report::Payload core(room_beside(frame), host_.call());
    core.add_always(report::core_json(data_));
    report::Payload details(room_beside(frame + core.bytes()), host_.call());
    const auto stages = stages_line(compilation_, evaluate_, times_);
    if (!stages) return tl::unexpected(stages.error());
    details.add(*stages);
    auto counts = times_.measure("explain", [&] { return add_evidence(details); });
    if (!counts) return tl::unexpected(counts.error());
    details.add(times_line(times_));
    page.left_out = counts->json();
    page.core = std::move(core).finish();
    page.details = std::move(details).finish();
    std::string html = report::write_page(page);
    if (html.size() > options_.most_bytes) {
      host_.warn(fmt::format("warning: the page is larger than {} without any evidence",
                             report::size_text(options_.most_bytes)));
    }
    return html;
  }

 private:
  std::uint64_t room_beside(std::uint64_t used) const {
    return options_.most_bytes - std::min(options_.most_bytes, used);
  }

  base::Result<EvidenceCounts> add_evidence(report::Payload& details) {
    EvidenceLines lines(details);
    const EvidenceSource source{compilation_, written_, data_, *dataset_};
    return add_request_evidence(source, lines)
        .and_then([&] { return add_formula_evidence(source, shown_, evaluate_.threads, lines); })
        .map([&] { return lines.finish(); });
  }

  base::Result<void> load() {
    if (!compilation_.requests.empty()) {
      auto written = written_requests(compilation_, "");
      if (!written) return tl::unexpected(written.error());
      written_ = *std::move(written);
    }
    conditions_ = conditions_of(written_, writer_);
    contract::Plan plan = conditions_;
    add_formulas(plan);
    data::DataNeeds needs = report::needs_of_explanations();
    needs.texts = options_.has_texts;
    auto dataset = load_for(plan, evaluate_, needs);
    if (!dataset) return tl::unexpected(dataset.error());
    dataset_ = *std::move(dataset);
    if (dataset_->item_count() == run_.dataset.item_count() &&
        dataset_->review_count() == run_.dataset.review_count())
      return {};
    return base::fail_with_help<base::ErrorCode::BrokenData>(
        "run again, and report then", "the data", "it has changed since the run");
  }

  /// Whether results of the formula may show what the page is not to show.
  bool shows_too_much(const contract::Formula& formula) const {
    return std::ranges::any_of(formula.program.loads, [this](const contract::LoadSpec& load) {
      return (!options_.has_texts && is_text_of_review(load)) ||
             (!options_.has_names && is_name_of_user(load));
    });
  }

  void add_formulas(contract::Plan& plan) {
    if (run_.reports.empty()) return;
    std::vector<FormulaEvidence> written = evidence_of_formulas(compilation_);
    for (std::size_t i = 0; i < written.size(); ++i) {
      const contract::Formula& formula = written[i].outline.formula;
      if (shows_too_much(formula)) {
        data_.left_out_formulas.push_back(formula.name);
        host_.warn(
            fmt::format("formula `{}` is not in the page: it reads texts of reviews or "
                        "names of users, which its results may show",
                        formula.name));
      } else {
        warn_of_open(host_, run_.formulas[i].open.reviews,
                     fmt::format("formula `{}`: ", formula.name), "",
                     "outputs have their bounds, rows and steps");
        plan.formulas.push_back(formula);
        plan.formulas.push_back(written[i].with_steps);
        written[i].scored = &run_.formulas[i];
        reports_.push_back(&run_.reports[i]);
        shown_.push_back(std::move(written[i]));
      }
    }
  }

  base::Result<void> decide() {
    if (written_.empty()) return {};
    const auto prepared =
        Prepared::make(conditions_, evaluate_.backend, dataset_->item_count(), host_.call());
    if (!prepared) return tl::unexpected(prepared.error());
    auto decided = evaluate(**prepared, *dataset_, evaluate_);
    if (!decided) return tl::unexpected(decided.error());
    decided_ = *std::move(decided);
    return {};
  }

  void fill() {
    data_.dataset = &*dataset_;
    data_.conditions = &conditions_;
    data_.values = decided_ ? &decided_->planes() : nullptr;
    data_.has_texts = options_.has_texts;
    data_.has_names = options_.has_names;
    data_.explain = options_.explain;
    for (std::size_t i = 0; i < written_.size(); ++i) data_.requests.push_back(request(i));
    for (const report::FormulaReport* report : reports_)
      data_.formulas.push_back({report, report::page_order(*report)});
  }

  report::PageRequest request(std::size_t number) {
    const report::RequestResult& result = run_.results[number];
    report::PageRequest out{.result = &result, .text = {}, .source = {}, .logic = {}};
    if (const ast::Request* tree = tree_of(number)) {
      out.source = compilation_.sources.text(tree->span);
      if (tree->text) out.text = tree->text->text;
    }
    // A finding of the run may have refused it.
    if (result.values.empty()) return out;
    out.logic = logic_of(written_[number], writer_);
    const auto gold = result.gold ? dataset_->find_item(*result.gold) : std::nullopt;
    out.misses = explain::near_misses(out.logic, decided_->planes(), gold, host_.call());
    return out;
  }

  const ast::Request* tree_of(std::size_t number) const {
    for (const ast::Program& program : compilation_.programs) {
      if (number < program.requests.size()) return &program.requests[number];
      number -= program.requests.size();
    }
    return nullptr;
  }

  const Compilation& compilation_;
  const ProgramRun& run_;
  const ReportPageOptions& options_;
  QuietHost host_;
  EvaluateOptions evaluate_;
  explain::LogicWriter writer_;
  std::vector<WrittenRequest> written_;
  contract::Plan conditions_;
  std::vector<FormulaEvidence> shown_;                 ///< of the formulas that are shown
  std::vector<const report::FormulaReport*> reports_;  ///< the same
  std::optional<data::Dataset> dataset_;
  std::optional<exec::RunResult> decided_;
  report::PageData data_{};
  StepTimes times_;
};

}  // namespace

base::Result<std::string> report_page(const Compilation& compilation, const ProgramRun& run,
                                      const ReportPageOptions& options) {
  return PageMaker(compilation, run, options).make();
}

}  // namespace seedc::engine
