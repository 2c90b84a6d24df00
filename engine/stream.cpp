// Runs the pieces of a bundle through the stages that a dataset goes through, and adds up their
// ledgers.
#include "engine/stream.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/report/requests.h"
#include "runtime/data/extractions/extraction_files.h"
#include "runtime/data/jsonl/bundle_stream.h"
#include "runtime/data/model/threads.h"
#include "runtime/language/text.h"

namespace seedc::engine {
namespace {

/// The number of items for which backends are chosen: that of a large piece.
constexpr std::uint64_t kTypicalPiece = 1000;

/// What is left out of the pieces, as one report of the whole.
class LoadTotals {
 public:
  void add(const data::Dataset& piece) {
    items_ += piece.item_count();
    reviews_ += piece.review_count();
    const data::LoadReport& part = piece.report();
    report_.skipped_count += part.skipped_count;
    for (const data::LoadReport::Skipped& skipped : part.skipped) {
      if (report_.skipped.size() < data::LoadReport::kMaxReported)
        report_.skipped.push_back(skipped);
    }
    for (const data::LoadReport::FileCount& file : part.files) {
      if (report_.files.empty()) report_.files.push_back({.file = file.file});
      report_.files.front().records += file.records;
      report_.files.front().accepted += file.accepted;
      report_.files.front().skipped += file.skipped;
    }
  }
  void report_to(Host& host) const { host.loaded(report_, items_, reviews_); }
  bool is_empty() const { return items_ == 0; }

 private:
  data::LoadReport report_;
  std::uint64_t items_ = 0, reviews_ = 0;
};

/// The requests' results, whose matches are indices of the ids that are kept.
class RequestTotals {
 public:
  explicit RequestTotals(const Compilation& compilation) {
    for (const check::CheckedRequest& request : compilation.requests) {
      results_.push_back(
          {.id = request.id, .gold = request.gold, .compiled = request.compiled.has_value()});
      has_gold_.push_back(false);
      roots_.push_back(request.compiled);
    }
  }

  /// Appends `{"business_id":…,"requests":{"R01":1,…}}` to `lines`, if there are any.
  void add(const data::Dataset& piece, const exec::RunResult& run, std::uint32_t item,
           std::string* lines) {
    bool is_kept = false;
    std::string values;
    for (std::size_t i = 0; i < results_.size(); ++i) {
      if (!roots_[i]) continue;
      const language::Tri value = run.value(*roots_[i], item);
      if (lines != nullptr) append_value(values, results_[i].id, value);
      if (value == language::Tri::Unknown) ++results_[i].unknown;
      if (value != language::Tri::Yes || lines != nullptr) continue;
      if (!std::exchange(is_kept, true)) ids_.emplace_back(piece.item_id(item));
      results_[i].matches.push_back(static_cast<std::uint32_t>(ids_.size() - 1));
      has_gold_[i] = has_gold_[i] || results_[i].gold == piece.item_id(item);
    }
    if (lines == nullptr) return;
    *lines += "{\"business_id\":";
    language::append_json_string(*lines, piece.item_id(item));
    *lines += ",\"requests\":{" + values + "}}\n";
  }

  /// Gives the requests of these numbers in the module the status of requests with errors.
  void refuse(const std::vector<std::size_t>& refused) {
    for (std::size_t i = 0; i < results_.size(); ++i) {
      if (!roots_[i] || std::ranges::find(refused, *roots_[i]) == refused.end()) continue;
      results_[i] = {.id = results_[i].id, .gold = results_[i].gold};
    }
  }

  std::string lines() {
    for (std::size_t i = 0; i < results_.size(); ++i) {
      if (results_[i].compiled)
        results_[i].status = report::status_of(results_[i].matches.size(), has_gold_[i]);
    }
    return report::format_run_lines(results_, ids_);
  }
  bool is_empty() const { return results_.empty(); }

 private:
  static void append_value(std::string& out, const std::string& id, language::Tri value) {
    if (!out.empty()) out += ',';
    language::append_json_string(out, id);
    out += fmt::format(":{}", static_cast<int>(value));
  }

  std::vector<report::RequestResult> results_;
  std::vector<bool> has_gold_;
  std::vector<std::optional<std::size_t>> roots_;  ///< in the plan, of those that compiled
  std::vector<std::string> ids_;                   ///< of the items that match some request
};

class StreamRun {
 public:
  StreamRun(const Compilation& compilation, const contract::Plan& plan,
            const StreamOptions& options)
      : plan_(plan), options_(options), requests_(compilation), ledgers_(plan.formulas.size()) {
    options_.formulas.files = &files_;
  }

  base::Result<bool> run() {
    base::Result<bool> done = true;
    data::with_threads(options_.evaluate.threads, [&] { done = answer_all(); });
    return done;
  }

 private:
  base::Result<bool> answer_all() {
    const auto prepared =
        Prepared::make(plan_, options_.evaluate.backend, kTypicalPiece, host().call());
    if (!prepared) return tl::unexpected(prepared.error());
    data::DataNeeds needs = needs_for(plan_);
    needs.add(options_.more);
    data::BundleStream stream(options_.input, options_.name, needs,
                              {.strict = options_.evaluate.strict,
                               .threads = options_.evaluate.threads,
                               .call = host().call()});
    while (true) {
      const auto piece = stream.next();
      if (!piece) return tl::unexpected(piece.error());
      if (!*piece) break;
      if (auto done = answer(**piece, **prepared); !done) return done;
    }
    return finish();
  }

  Host& host() const { return *options_.evaluate.host; }

  base::Result<bool> answer(const data::Dataset& piece, const Prepared& prepared) {
    loaded_.add(piece);
    if (options_.look) options_.look(piece);
    const unsigned threads = threads_for(piece);
    const auto run =
        exec::execute(prepared.requests(), piece, {.threads = threads, .progress = {}});
    if (!run) return tl::unexpected(run.error());
    texts_.add(run->texts());
    options_.formulas.execute.threads = threads;
    const auto scored = score_formulas(prepared, piece, options_.formulas);
    if (!scored) return tl::unexpected(scored.error());
    const std::vector<report::FormulaReport> reports = report_formulas(*scored, options_.formulas);
    for (std::size_t i = 0; i < reports.size(); ++i)
      ledgers_[i].add(report::FormulaLedger::of(reports[i]));
    std::string lines;
    for (std::uint32_t item = 0; item < piece.item_count(); ++item) {
      piece.call().check();
      if (!requests_.is_empty())
        requests_.add(piece, *run, item, options_.by_item ? &lines : nullptr);
      lines += report::format_item(reports, piece, item);
    }
    return options_.write(lines);
  }

  /// One for a small piece, which is answered before another thread has woken up.
  unsigned threads_for(const data::Dataset& piece) const {
    constexpr std::uint32_t kFewItems = 64;
    constexpr std::uint32_t kFewReviews = 512;
    const bool is_small = piece.item_count() <= kFewItems && piece.review_count() <= kFewReviews;
    return is_small ? 1 : options_.evaluate.threads;
  }

  base::Result<bool> finish() {
    loaded_.report_to(host());
    if (loaded_.is_empty())
      return base::fail(base::ErrorKind::Data, "there is no readable item on standard input",
                        R"(a bundle has lines {"business": {…}, "reviews": […]})");
    if (options_.refuse) requests_.refuse(options_.refuse(texts_));
    for (std::size_t i = 0; i < ledgers_.size(); ++i) {
      if (ledgers_[i].extractions) {
        const data::ExtractionReport rest = files_.rest(ledgers_[i].extractions->file);
        if (options_.evaluate.strict && !rest.notes.empty()) return fail_strict(rest);
        ledgers_[i].extractions->add(rest);
      }
      host().scored(plan_.formulas[i], ledgers_[i]);
    }
    if (options_.by_item || requests_.is_empty()) return true;
    return options_.write(requests_.lines());
  }

  static tl::unexpected<base::Error> fail_strict(const data::ExtractionReport& rest) {
    const data::ExtractionReport::Note& note = rest.notes.front();
    return base::fail(base::ErrorKind::Data,
                      fmt::format("{}:{}: {}", rest.file, note.line, note.text));
  }

  const contract::Plan& plan_;
  StreamOptions options_;
  data::ExtractionFiles files_;
  LoadTotals loaded_;
  exec::TextLedger texts_;
  RequestTotals requests_;
  std::vector<report::FormulaLedger> ledgers_;  ///< one per formula
};

}  // namespace

base::Result<bool> run_stream(const Compilation& compilation, const contract::Plan& plan,
                              const StreamOptions& options) {
  return StreamRun(compilation, plan, options).run();
}

}  // namespace seedc::engine
