// Runs pieces of data through the stages that a dataset goes through, and adds up their ledgers.
#include "engine/stream.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "engine/report/requests.h"
#include "runtime/base/threads.h"
#include "runtime/data/extractions/extraction_files.h"
#include "runtime/language/text.h"

namespace seedc::engine {
namespace {

/// What extractions that come as lines are called.
constexpr const char* kExtractionLines = "extractions";

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
      data::LoadReport::FileCount& total = total_of(file.file);
      total.records += file.records;
      total.accepted += file.accepted;
      total.skipped += file.skipped;
    }
  }
  std::uint64_t item_count() const { return items_; }
  template <class Report>
  void report_to(const Report& report) const {
    report(report_, items_, reviews_);
  }
  bool is_empty() const { return items_ == 0; }

 private:
  data::LoadReport::FileCount& total_of(const std::string& file) {
    const auto known = std::ranges::find(report_.files, file, &data::LoadReport::FileCount::file);
    return known != report_.files.end() ? *known : report_.files.emplace_back(file);
  }

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
      results_[i].matches.add(static_cast<std::uint32_t>(ids_.size() - 1));
      has_gold_[i] = has_gold_[i] || results_[i].gold == piece.item_id(item);
    }
    if (lines == nullptr) return;
    *lines += "{\"business_id\":";
    language::append_json_string(*lines, piece.item_id(item));
    *lines += ",\"requests\":{" + values + "}}\n";
  }

  /// Gives the requests of these numbers in the module the status of requests with errors.
  void refuse(const std::vector<std::size_t>& refused) {
    std::vector<bool> are_refused(results_.size());
    for (const std::size_t request : refused) are_refused[request] = true;
    for (std::size_t i = 0; i < results_.size(); ++i) {
      if (!roots_[i] || !are_refused[*roots_[i]]) continue;
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

tl::unexpected<base::Error> fail_order(std::string_view what) {
  return base::fail_with_help<base::ErrorCode::NeedsAllItems>(
      "give the data as a whole: a bundle, a folder, a snapshot or tables", what);
}

}  // namespace

base::Result<void> check_stream(const Compilation& compilation, const FormulaRunOptions& options) {
  if (!options.sort.empty() || options.top) return fail_order("an order");
  const auto has_rank = [](const ir::Request& request) { return request.rank.has_value(); };
  if (std::ranges::any_of(compilation.module.requests, has_rank)) return fail_order("a ranking");
  return {};
}

struct StreamRun::State {
  State(std::shared_ptr<const Prepared> prepared_program, StreamOptions stream_options)
      : prepared(std::move(prepared_program)),
        options(std::move(stream_options)),
        ledgers(prepared->plan().formulas.size()) {
    options.formulas.files = &files;
  }

  Host& host() const { return *options.evaluate.host; }
  const contract::Plan& plan() const { return prepared->plan(); }

  /// Extractions that are text stand for a file.
  base::Result<void> add_extraction_lines() {
    if (!options.extraction_lines) return {};
    options.formulas.extractions = {kExtractionLines};
    return files.add(kExtractionLines, *std::exchange(options.extraction_lines, std::nullopt),
                     host().call());
  }

  base::Result<void> open() {
    if (auto added = add_extraction_lines(); !added) return added;
    data::DataNeeds needs = needs_for(plan());
    needs.add(options.more);
    auto opened = options.open(needs, {.strict = options.evaluate.strict,
                                       .threads = options.evaluate.threads,
                                       .call = host().call()});
    if (!opened) return tl::unexpected(opened.error());
    pieces = *std::move(opened);
    return {};
  }

  base::Result<std::shared_ptr<const PieceRun>> next() {
    if (!pieces) {
      if (auto opened = open(); !opened) return tl::unexpected(opened.error());
    }
    auto piece = pieces->next();
    if (!piece) return tl::unexpected(piece.error());
    if (!*piece) return nullptr;
    auto lines = pieces->take_extractions();
    if (!lines) return tl::unexpected(lines.error());
    if (*lines) {
      if (auto added = files.add(kExtractionLines, **lines, host().call()); !added)
        return tl::unexpected(added.error());
    }
    return answer(**std::move(piece));
  }

  base::Result<std::shared_ptr<const PieceRun>> answer(data::Dataset piece) {
    loaded.add(piece);
    if (options.look) options.look(piece);
    const unsigned threads = threads_for(piece);
    auto run = exec::execute(prepared->requests(), piece, {.threads = threads, .progress = {}});
    if (!run) return tl::unexpected(run.error());
    texts.add(run->texts());
    options.formulas.execute.threads = threads;
    auto answered = std::make_shared<PieceRun>(PieceRun{std::move(piece), std::move(*run), {}, {}});
    auto scored = score_formulas(*prepared, answered->dataset, options.formulas);
    if (!scored) return tl::unexpected(scored.error());
    answered->formulas = *std::move(scored);
    answered->reports = report_formulas(answered->formulas, options.formulas);
    for (std::size_t i = 0; i < answered->reports.size(); ++i)
      ledgers[i].add(report::FormulaLedger::of(answered->reports[i]));
    return answered;
  }

  /// One for a small piece, which is answered before another thread has woken up.
  unsigned threads_for(const data::Dataset& piece) const {
    constexpr std::uint32_t kFewItems = 64;
    constexpr std::uint32_t kFewReviews = 512;
    const bool is_small = piece.item_count() <= kFewItems && piece.review_count() <= kFewReviews;
    return is_small ? 1 : options.evaluate.threads;
  }

  base::Result<void> finish() {
    loaded.report_to([&](const auto&... all) { host().loaded(all..., /*kept_as=*/{}); });
    if (loaded.is_empty() && !options.is_part) return tl::unexpected(pieces->no_items());
    for (std::size_t i = 0; i < ledgers.size(); ++i) {
      if (ledgers[i].extractions) {
        const data::ExtractionReport rest = files.rest(ledgers[i].extractions->file);
        if (options.evaluate.strict && !rest.notes.empty()) return fail_strict(rest);
        ledgers[i].extractions->add(rest);
      }
      host().scored(plan().formulas[i], ledgers[i]);
    }
    if (options.account)
      loaded.report_to([&](const auto&... all) { options.account(all..., ledgers); });
    return {};
  }

  static tl::unexpected<base::Error> fail_strict(const data::ExtractionReport& rest) {
    const data::ExtractionReport::Note& note = rest.notes.front();
    return base::fail<base::ErrorCode::BrokenExtraction>(rest.file, note.line, note.text);
  }

  std::shared_ptr<const Prepared> prepared;
  data::ExtractionFiles files;
  StreamOptions options;
  std::unique_ptr<data::PieceStream> pieces;
  LoadTotals loaded;
  exec::TextLedger texts;
  std::vector<report::FormulaLedger> ledgers;  ///< one per formula
};

StreamRun::StreamRun(std::shared_ptr<const Prepared> prepared, StreamOptions options)
    : state_(std::make_unique<State>(std::move(prepared), std::move(options))) {}
StreamRun::~StreamRun() = default;

const contract::Plan& StreamRun::plan() const { return state_->plan(); }
std::uint64_t StreamRun::item_count() const { return state_->loaded.item_count(); }
const exec::TextLedger& StreamRun::texts() const { return state_->texts; }
std::span<const report::FormulaLedger> StreamRun::ledgers() const { return state_->ledgers; }

base::Result<std::shared_ptr<const PieceRun>> StreamRun::next() {
  base::Result<std::shared_ptr<const PieceRun>> piece;
  base::with_threads(state_->options.evaluate.threads, [&] { piece = state_->next(); });
  return piece;
}

base::Result<void> StreamRun::finish() { return state_->finish(); }

base::Result<void> write_lines(const Compilation& compilation, StreamRun& stream,
                               const LineOptions& options) {
  RequestTotals requests(compilation);
  while (true) {
    const auto piece = stream.next();
    if (!piece) return tl::unexpected(piece.error());
    if (*piece == nullptr) break;
    const data::Dataset& dataset = (*piece)->dataset;
    std::string lines;
    for (std::uint32_t item = 0; item < dataset.item_count(); ++item) {
      dataset.call().check();
      if (!requests.is_empty())
        requests.add(dataset, (*piece)->run, item, options.by_item ? &lines : nullptr);
      lines += report::format_item((*piece)->reports, dataset, item);
    }
    if (auto done = options.write(lines); !done) return tl::unexpected(done.error());
  }
  const std::vector<std::size_t> refused =
      options.refuse ? options.refuse(stream.texts()) : std::vector<std::size_t>();
  if (auto done = stream.finish(); !done) return done;
  if (options.by_item || requests.is_empty()) return {};
  requests.refuse(refused);
  return options.write(requests.lines()).map([](bool) {});
}

}  // namespace seedc::engine
