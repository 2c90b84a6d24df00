// Programs run on data that arrives over time: results are pushed as lines, or pulled as Arrow.
#include "engine/stream.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <iterator>
#include <set>

#include "engine/evaluate.h"
#include "engine/findings.h"
#include "engine/guarded.h"
#include "engine/lint/lint_data.h"
#include "engine/report/arrow/c_interface.h"
#include "engine/report/arrow/item_streams.h"
#include "engine/report/data_findings.h"
#include "engine/report/formula_ledger.h"
#include "engine/report/load_report.h"
#include "engine/review_fault.h"
#include "include/seedc/parts.h"
#include "library/arrow.h"
#include "library/calls.h"
#include "library/run_options.h"
#include "runtime/data/arrow/arrow_source.h"
#include "runtime/data/arrow/row_stream.h"
#include "runtime/data/jsonl/bundle_stream.h"
#include "runtime/data/schema.h"
#include "runtime/data/schema_collector.h"
#include "runtime/language/json_string.h"

using namespace seedc;
using namespace seedc::library;

namespace {

/// The streams of Arrow that a call is given: released at its end, if nobody reads them.
struct GivenStreams {
  explicit GivenStreams(const seedc_tables& tables)
      : items(tables.items),
        reviews(tables.reviews),
        users(tables.users),
        friends(tables.friends),
        judgements(tables.judgements) {}
  GivenStream items, reviews, users, friends, judgements;
};

using data::arrow::OpenedRows;

OpenedRows open_rows(GivenStreams& given, const base::Call& call) {
  if (!given.items.is_given()) fail_call<base::ErrorCode::NoStreamOfItems>({});
  OpenedRows opened =
      take(data::arrow::rows_of({.items = given.items.take(),
                                 .reviews = given.reviews.take(),
                                 .users = given.users.read("users", call),
                                 .friends = given.friends.read("friends", call),
                                 .judgements = given.judgements.read("judgements", call)},
                                call));
  opened.are_whole = true;
  return opened;
}

OpenedRows opened_by(const seedc_stream_input& input, GivenStreams& tables,
                     const base::Call& call) {
  data::BundleInput bundle{.file = input.file, .read = {}, .name = text_of(input.name)};
  if (bundle.name.empty()) bundle.name = "<stream>";
  switch (input.kind) {
    case SEEDC_STREAM_FILE:
      if (input.file < 0) fail_call<base::ErrorCode::NoDescriptor>({});
      return {.open = data::open_bundle(std::move(bundle))};
    case SEEDC_STREAM_READ:
      if (input.read == nullptr) fail_call<base::ErrorCode::NoReader>({});
      bundle.read = [read = input.read, context = input.context](char* buffer, std::size_t size) {
        return read(context, buffer, size);
      };
      return {.open = data::open_bundle(std::move(bundle))};
    case SEEDC_STREAM_TABLES:
      return open_rows(tables, call);
    default:
      fail_call<base::ErrorCode::NoSuchConstant>("they are SEEDC_STREAM_FILE and so on",
                                                 "kind of stream");
  }
}

/// A run over a stream, and all that it refers to.
class RunningStream {
 public:
  RunningStream(std::shared_ptr<const Prepared> prepared, const seedc_call& call,
                std::shared_ptr<const base::StopToken> stop)
      : prepared_(std::move(prepared)),
        call_(call),
        host_(call_, std::move(stop), session().memory(), session().layout()),
        lint_(compilation()) {}
  RunningStream(const RunningStream&) = delete;
  RunningStream& operator=(const RunningStream&) = delete;

  base::Call call() const { return host_.call(); }

  /// `part`: the stream is one; or a null pointer.
  void open(OpenedRows opened, bool strict, const seedc_run_options& options,
            GivenStream& extractions, const seedc_part* part) {
    if (part != nullptr) part_ = *part;
    are_whole_tables_ = opened.are_whole;
    is_strict_ = strict;
    auto lines = extraction_lines(options, extractions, opened.have_extractions);
    auto formulas = formula_options(options, ways_to_extractions(options, extractions) > 0,
                                    compilation(), strict, session());
    engine::StreamOptions stream;
    stream.evaluate.threads = session().threads();
    stream.evaluate.strict = strict;
    stream.evaluate.host = &host_;
    stream.formulas = std::move(formulas);
    stream.extraction_lines = std::move(lines);
    stream.is_part = part_.has_value();
    stream.account = [this](const auto&... all) { account(all...); };
    stream.open = std::move(opened.open);
    stream.more = lint::needs_of_lint(compilation().module);
    stream.look = [this](const data::Dataset& piece) { look_at(piece); };
    take(engine::check_stream(compilation(), stream.formulas));
    engine::FormulaRunOptions checked = stream.formulas;
    checked.are_extracted = stream.extraction_lines.has_value();
    take(engine::check_options(*prepared_->plan, own_formulas(), checked));
    stream_.emplace(made(), std::move(stream));
  }

  void write_to(const seedc_sink& sink) {
    const auto write = [&](std::string_view lines) -> base::Result<bool> {
      if (lines.empty() || sink.write(sink.context, str_of(lines)) == 0) return true;
      return base::fail<base::ErrorCode::RefusedResults>();
    };
    const auto refuse = [this](const exec::TextLedger& texts) { return refused(texts); };
    engine::Stage stage(host_, "answer the stream");
    take(engine::write_lines(compilation(), *stream_,
                             {.by_item = sink.by_item != 0, .refuse = refuse, .write = write}));
    take(engine::report_faults(faults_, is_strict_, host_));
    stage.did(stream_->item_count(), "item");
  }

  /// The answers of the next piece, in the threads of the session. Throws StreamFailure.
  std::optional<report::arrow::PieceAnswers> next() {
    const auto piece = engine::guarded([&] {
      base::Result<std::shared_ptr<const engine::PieceRun>> pulled;
      session().run([&] { pulled = take_next(); });
      return pulled;
    });
    if (!piece) fail_stream(piece.error());
    if (!*piece) return std::nullopt;
    return report::arrow::PieceAnswers{&(*piece)->dataset, &(*piece)->run, (*piece)->reports,
                                       *piece};
  }

  const diag::Diagnostics& findings() const { return lint_.diagnostics(); }
  const engine::Compilation& compilation() const { return *program().compilation; }
  Session& session() const { return session_of(*prepared_); }
  std::span<const report::FormulaLedger> ledgers() const { return stream_->ledgers(); }
  /// What was wrong with the data, once the stream has ended.
  std::vector<report::DataFinding> data_findings() const {
    auto findings = report::load_findings(left_out_, faults_);
    for (const report::FormulaLedger& ledger : ledgers()) {
      if (ledger.extractions)
        std::ranges::move(report::extraction_findings(*ledger.extractions),
                          std::back_inserter(findings));
    }
    return findings;
  }
  std::size_t own_formulas() const { return engine::own_compiled_formulas(compilation()); }
  const contract::Plan& plan() const { return *prepared_->plan; }

 private:
  const Program& program() const { return *prepared_->program; }

  std::shared_ptr<const engine::Prepared> made() const {
    if (auto known = prepared_->made()) return known;
    prepared_->keep(take(engine::Prepared::make(*prepared_->plan, prepared_->backend,
                                                engine::kTypicalPiece, host_.call())));
    return prepared_->made();
  }

  // The program's names may be read for findings.

  void look_at(const data::Dataset& piece) {
    const std::scoped_lock lock(program().mutex);
    const ForwardingHost::Scope scope(program().host, host_);
    lint_.add(piece);
  }
  std::vector<std::size_t> refused(const exec::TextLedger& texts) {
    const std::scoped_lock lock(program().mutex);
    const ForwardingHost::Scope scope(program().host, host_);
    return lint_.finish(texts);
  }

  std::optional<std::string> extraction_lines(const seedc_run_options& options, GivenStream& table,
                                              bool come_with_rows) {
    if (options.model != nullptr)
      fail_call<base::ErrorCode::ModelForStream>("give extractions, or the data as a whole");
    if (ways_to_extractions(options, table) + (come_with_rows ? 1 : 0) > 1)
      fail_call<base::ErrorCode::ExtractionsGivenTwice>("give one of them");
    if (come_with_rows) return "";
    if (options.extraction_lines.data != nullptr) return text_of(options.extraction_lines);
    if (!table.is_given()) return std::nullopt;
    return take(
        data::arrow::extraction_lines(*table.read("extractions", host_.call()), host_.call()));
  }

  base::Result<std::shared_ptr<const engine::PieceRun>> take_next() {
    auto piece = stream_->next();
    const auto is_open = [](const engine::ScoredFormula& formula) {
      return engine::has_open_lists(formula);
    };
    if (piece && *piece && std::ranges::any_of((*piece)->formulas, is_open))
      return tl::unexpected(*engine::find_open_outputs(ledgers(), host_.setting_names()));
    if (!piece || *piece) return piece;
    refused(stream_->texts());
    if (auto done = stream_->finish(); !done) return tl::unexpected(done.error());
    if (part_) {
      give_ledger();
      return nullptr;
    }
    if (auto done = engine::report_faults(faults_, is_strict_, host_); !done)
      return tl::unexpected(done.error());
    host_.warn(engine::run_findings_text(compilation(), findings(), {}));
    if (!findings().has_errors()) return nullptr;
    return base::fail_with_help<base::ErrorCode::FindingsAreErrors>("the call's log has them",
                                                                    findings().error_count());
  }

  [[noreturn]] static void fail_stream(const base::Error& error) {
    const auto code = [&] {
      if (error.kind() == base::ErrorKind::Cancelled) return ECANCELED;
      if (error.kind() == base::ErrorKind::Time) return ETIMEDOUT;
      return error.setting == base::Setting::Memory ? ENOMEM : EIO;
    };
    throw report::arrow::StreamFailure(
        code(), error.help.empty() ? error.text : error.text + "; " + error.help);
  }

  void account(const data::LoadReport& left_out, std::uint64_t items, std::uint64_t reviews,
               std::span<const report::FormulaLedger> ledgers) {
    left_out_ = left_out;
    if (are_whole_tables_)
      faults_ = engine::stream_faults(engine::needs_for(plan()), reviews, left_out);
    if (!part_ || part_->ledger == nullptr) return;
    ledger_ = report::load_report_json(left_out, items, reviews);
    ledger_.back() = ',';
    ledger_ += "\"formulas\":[";
    for (std::size_t i = 0; i < std::min(own_formulas(), ledgers.size()); ++i) {
      const contract::Formula& formula = plan().formulas[i];
      ledger_ += fmt::format(R"({}{{"formula":{},"ledger":{}}})", i == 0 ? "" : ",",
                             language::json_string(formula.name),
                             report::ledger_json(formula, ledgers[i]));
    }
    ledger_ += "]";
  }
  /// With the findings, which are known last.
  void give_ledger() {
    if (part_->ledger == nullptr) return;
    std::string found = diag::render_json(findings(), compilation().sources);
    found.pop_back();  // the end of its line
    ledger_ += fmt::format(R"(,"findings":{}}})", found);
    part_->ledger(part_->context, str_of(ledger_));
  }

  std::shared_ptr<const Prepared> prepared_;
  std::optional<seedc_part> part_;
  data::LoadReport left_out_;
  bool are_whole_tables_ = false, is_strict_ = false;
  std::vector<base::Error> faults_;  ///< that there were none, once the stream has ended
  std::string ledger_;
  seedc_call call_;
  CallHost host_;
  lint::StreamLint lint_;
  std::optional<engine::StreamRun> stream_;
};

std::shared_ptr<RunningStream> new_stream(const seedc_prepared* prepared, const seedc_call* call) {
  const seedc_call limits = known(call);
  return std::make_shared<RunningStream>(the(prepared), limits,
                                         limits.cancel == nullptr ? nullptr : the(limits.cancel));
}

/// Options of a run; their table of extractions is released at the end, if nobody reads it.
struct GivenRun {
  explicit GivenRun(const seedc_run_options* given)
      : options(known(given)), extractions(options.extraction_table) {}
  seedc_run_options options;
  GivenStream extractions;
};

/// Opens a stream in the threads of the session, on the rows that `open_with` gives for a call.
/// `part`: the stream is one; or a null pointer.
template <class OpenWith>
std::shared_ptr<RunningStream> running_on(const seedc_prepared* prepared, const seedc_call* call,
                                          GivenRun& run, bool strict, const seedc_part* part,
                                          const OpenWith& open_with) {
  auto stream = new_stream(prepared, call);
  stream->session().run(
      [&] { stream->open(open_with(stream->call()), strict, run.options, run.extractions, part); });
  return stream;
}

/// A stream's input and options: made first of all, since the streams in them are released whatever
/// else is wrong.
struct GivenInput {
  GivenInput(const seedc_stream_input* given, const seedc_run_options* options)
      : run(options), input(known(given)), tables(known(input.tables)) {}
  GivenRun run;
  seedc_stream_input input;
  GivenStreams tables;
};

std::shared_ptr<RunningStream> running(const seedc_prepared* prepared, const seedc_call* call,
                                       GivenInput& given) {
  return running_on(
      prepared, call, given.run, given.input.strict != 0, nullptr,
      [&](const base::Call& open) { return opened_by(given.input, given.tables, open); });
}

/// The streams of a part: released at the end, if nobody reads them.
struct GivenPart {
  explicit GivenPart(const seedc_part& part)
      : rows(part.rows), friends(part.friends), judgements(part.judgements) {}
  GivenStream rows, friends, judgements;
};

data::arrow::RowStreams streams_of(GivenPart& part, const base::Call& call) {
  if (!part.rows.is_given()) fail_call<base::ErrorCode::NoStreamOfItems>({});
  return {.items = data::arrow::OwnedStream(nullptr),
          .reviews = data::arrow::OwnedStream(nullptr),
          .users = nullptr,
          .friends = part.friends.read("friends", call),
          .judgements = part.judgements.read("judgements", call),
          .rows = part.rows.take()};
}

std::shared_ptr<RunningStream> running_part(const seedc_prepared* prepared, const seedc_call* call,
                                            const seedc_part* part,
                                            const seedc_run_options* options) {
  GivenRun run(options);
  const seedc_part given = known(part);
  GivenPart streams(given);
  return running_on(prepared, call, run, /*strict=*/false, &given, [&](const base::Call& open) {
    return take(data::arrow::rows_of(streams_of(streams, open), open));
  });
}

/// The columns that hold the paths, and those given, as JSON.
std::string columns_with(const std::vector<language::Path>& paths,
                         std::set<std::string_view> columns) {
  for (const language::Path& path : paths) {
    if (!path.empty()) columns.insert(path.front());
  }
  std::string list;
  for (const std::string_view column : columns)
    list += (list.empty() ? "" : ",") + language::json_string(column);
  return "[" + list + "]";
}

std::string columns_read(const Prepared& prepared) {
  data::DataNeeds needs = engine::needs_for(*prepared.plan);
  needs.add(lint::needs_of_lint(prepared.program->compilation->module));
  std::set<std::string_view> of_reviews = {"review_id", "business_id"};
  if (needs.texts) of_reviews.insert("text");
  if (needs.names || needs.circles) of_reviews.insert("user");
  return fmt::format(R"({{"item":{},"review":{}}})",
                     columns_with(needs.item_paths, {"business_id"}),
                     columns_with(needs.review_paths, std::move(of_reviews)));
}

std::vector<report::arrow::RequestColumn> columns_of(const engine::Compilation& compilation) {
  std::vector<report::arrow::RequestColumn> columns;
  for (const check::CheckedRequest& request : compilation.requests)
    columns.push_back({request.id, request.compiled});
  return columns;
}

/// Gives a stream of its answers.
void give_pulled(const std::shared_ptr<RunningStream>& stream, std::int32_t what,
                 std::size_t number, ArrowArrayStream* out) {
  if (out == nullptr) fail_call<base::ErrorCode::NoPlaceForResult>({});
  auto next = [stream] { return stream->next(); };
  if (what == SEEDC_PULL_REQUESTS) {
    *out = report::arrow::item_request_stream(columns_of(stream->compilation()), next);
  } else if (what == SEEDC_PULL_FORMULA) {
    if (number >= stream->own_formulas()) fail_call<base::ErrorCode::NoSuchNumber>({}, "formula");
    *out = report::arrow::item_output_stream(stream->plan().formulas[number], number, next);
  } else {
    fail_call<base::ErrorCode::NoSuchConstant>("they are SEEDC_PULL_REQUESTS and so on", "table");
  }
}

}  // namespace

seedc_error* seedc_run_stream(const seedc_prepared* prepared, const seedc_call* call,
                              const seedc_stream_input* input, const seedc_run_options* options,
                              const seedc_sink* sink, seedc_text** findings,
                              std::size_t* error_count) {
  clear(findings);
  if (error_count != nullptr) *error_count = 0;
  return guarded([&] {
    GivenInput given(input, options);
    const seedc_sink chosen = known(sink);
    clear(chosen.incomplete);
    std::shared_ptr<RunningStream> stream;
    named_by(session_of(*the(prepared)), [&] {
      stream = running(prepared, call, given);
      if (chosen.write == nullptr) fail_call<base::ErrorCode::NoSink>({});
      static_cast<void>(is_json(chosen.findings_format));
      stream->session().run([&] { stream->write_to(chosen); });
    });
    const engine::Compilation& compilation = stream->compilation();
    const diag::Diagnostics& found = stream->findings();
    if (findings != nullptr) {
      const std::int32_t format = chosen.findings_format;
      *findings = new_text(
          is_json(format)
              ? engine::run_findings_json(compilation, found, stream->data_findings())
              : engine::run_findings_text(compilation, found,
                                          findings_layout(session_of(*the(prepared)), format)));
    }
    if (error_count != nullptr) *error_count = found.error_count();
    const base::SettingNames names = stream->session().names();
    give_incompleteness(engine::find_open_outputs(stream->ledgers(), names), names,
                        chosen.incomplete);
  });
}

seedc_error* seedc_pull_stream(const seedc_prepared* prepared, const seedc_call* call,
                               const seedc_stream_input* input, const seedc_run_options* options,
                               std::int32_t what, std::size_t number, ArrowArrayStream* out) {
  return guarded([&] {
    if (out != nullptr) *out = {};
    GivenInput given(input, options);
    give_pulled(running(prepared, call, given), what, number, out);
  });
}

seedc_error* seedc_pull_part(const seedc_prepared* prepared, const seedc_call* call,
                             const seedc_part* part, const seedc_run_options* options,
                             std::int32_t what, std::size_t number, ArrowArrayStream* out) {
  return guarded([&] {
    if (out != nullptr) *out = {};
    give_pulled(running_part(prepared, call, part, options), what, number, out);
  });
}

seedc_error* seedc_prepared_columns(const seedc_prepared* prepared, seedc_text** out) {
  clear(out);
  return guarded([&] { place_for(out) = new_text(columns_read(*the(prepared))); });
}

seedc_error* seedc_part_schema(seedc_session* session, const seedc_call* call,
                               const seedc_part* part, seedc_text** out) {
  clear(out);
  return guarded([&] {
    GivenPart given(known(part));
    call_on(session, call, [&](Session&, CallHost& host) {
      seedc_text*& text = place_for(out);
      text = new_text(data::to_json(
          take(data::arrow::schema_part_of_rows(streams_of(given, host.call()), host.call()))));
    });
  });
}

seedc_error* seedc_schema_join(seedc_session* session, const seedc_call* call,
                               const seedc_str* parts, std::size_t part_count, seedc_text** part,
                               seedc_schema** schema) {
  clear(part);
  clear(schema);
  return called_on(session, call, [&](Session& used, engine::Host& host) {
    data::SchemaCollector collector;
    for (const std::string& text : texts_of(parts, part_count)) {
      host.call().check();
      collector.add_part(take(data::schema_of_json("part", text)));
    }
    const language::Schema joined = collector.take_part();
    auto text = std::make_unique<seedc_text>(data::to_json(joined));
    if (schema != nullptr) {
      data::SchemaCollector whole;
      whole.add_part(joined);
      *schema =
          new seedc_schema(std::make_shared<Schema>(Schema{used.shared_from_this(), whole.take()}));
    }
    if (part != nullptr) *part = text.release();
  });
}
