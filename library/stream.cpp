// Programs run on data that arrives over time: results are pushed as lines, or pulled as Arrow.
#include "engine/stream.h"

#include <fmt/format.h>

#include <cerrno>

#include "engine/findings.h"
#include "engine/guarded.h"
#include "engine/lint/lint_data.h"
#include "engine/report/arrow/c_interface.h"
#include "engine/report/arrow/item_streams.h"
#include "library/arrow.h"
#include "library/calls.h"
#include "runtime/data/arrow/arrow_source.h"
#include "runtime/data/arrow/row_stream.h"
#include "runtime/data/jsonl/bundle_stream.h"

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

data::OpenPieces open_rows(GivenStreams& given, const base::Call& call) {
  if (!given.items.is_given()) fail_call<base::ErrorCode::NoStreamOfItems>({});
  return take(data::arrow::rows_of({.items = given.items.take(),
                                    .reviews = given.reviews.take(),
                                    .users = given.users.read("users", call),
                                    .friends = given.friends.read("friends", call),
                                    .judgements = given.judgements.read("judgements", call)},
                                   call));
}

data::OpenPieces opened_by(const seedc_stream_input& input, GivenStreams& tables,
                           const base::Call& call) {
  data::BundleInput bundle{.file = input.file, .read = {}, .name = text_of(input.name)};
  if (bundle.name.empty()) bundle.name = "<stream>";
  switch (input.kind) {
    case SEEDC_STREAM_FILE:
      if (input.file < 0) fail_call<base::ErrorCode::NoDescriptor>({});
      return data::open_bundle(std::move(bundle));
    case SEEDC_STREAM_READ:
      if (input.read == nullptr) fail_call<base::ErrorCode::NoReader>({});
      bundle.read = [read = input.read, context = input.context](char* buffer, std::size_t size) {
        return read(context, buffer, size);
      };
      return data::open_bundle(std::move(bundle));
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
        host_(call_, std::move(stop), session().memory(), session().names()),
        lint_(compilation()) {}
  RunningStream(const RunningStream&) = delete;
  RunningStream& operator=(const RunningStream&) = delete;

  void open(const seedc_stream_input& input, GivenStreams& tables, const seedc_run_options& options,
            GivenStream& extractions) {
    engine::StreamOptions stream{
        .evaluate = {.threads = session().threads(), .strict = input.strict != 0, .host = &host_},
        .formulas = formula_options(input, options),
        .extraction_lines = extraction_lines(options, extractions),
        .open = opened_by(input, tables, host_.call()),
        .more = lint::needs_of_lint(compilation().module),
        .look = [this](const data::Dataset& piece) { look_at(piece); }};
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
    take(engine::write_lines(compilation(), *stream_,
                             {.by_item = sink.by_item != 0, .refuse = refuse, .write = write}));
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

  engine::FormulaRunOptions formula_options(const seedc_stream_input& input,
                                            const seedc_run_options& options) const {
    engine::FormulaRunOptions formulas;
    formulas.names = host_.setting_names();
    formulas.load = {.strict = input.strict != 0, .threads = session().threads()};
    formulas.execute = {.threads = session().threads(), .progress = {}};
    formulas.extractions = texts_of(options.extractions, options.extraction_count);
    formulas.require_extractions = options.require_extractions != 0;
    formulas.sort = text_of(options.sort);
    if (options.top != 0) formulas.top = options.top;
    return formulas;
  }

  std::optional<std::string> extraction_lines(const seedc_run_options& options,
                                              GivenStream& table) {
    if (options.model != nullptr)
      fail_call<base::ErrorCode::ModelForStream>("give extractions, or the data as a whole");
    const bool has_lines = options.extraction_lines.data != nullptr;
    const int ways =
        (options.extraction_count == 0 ? 0 : 1) + (has_lines ? 1 : 0) + (table.is_given() ? 1 : 0);
    if (ways > 1) fail_call<base::ErrorCode::ExtractionsGivenTwice>("give one of them");
    if (has_lines) return text_of(options.extraction_lines);
    if (!table.is_given()) return std::nullopt;
    return take(
        data::arrow::extraction_lines(*table.read("extractions", host_.call()), host_.call()));
  }

  base::Result<std::shared_ptr<const engine::PieceRun>> take_next() {
    auto piece = stream_->next();
    if (!piece || *piece) return piece;
    refused(stream_->texts());
    if (auto done = stream_->finish(); !done) return tl::unexpected(done.error());
    host_.warn(engine::findings_text(compilation(), findings(), /*colour=*/false));
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

  std::shared_ptr<const Prepared> prepared_;
  seedc_call call_;
  CallHost host_;
  lint::StreamLint lint_;
  std::optional<engine::StreamRun> stream_;
};

/// Opens a stream in the threads of the session.
std::shared_ptr<RunningStream> running(const seedc_prepared* prepared, const seedc_call* call,
                                       const seedc_stream_input* input,
                                       const seedc_run_options* options) {
  const seedc_run_options chosen = known(options);
  GivenStream extractions(chosen.extraction_table);
  const seedc_stream_input given = known(input);
  GivenStreams tables(known(given.tables));
  const seedc_call limits = known(call);
  auto stream = std::make_shared<RunningStream>(
      the(prepared), limits, limits.cancel == nullptr ? nullptr : the(limits.cancel));
  stream->session().run([&] { stream->open(given, tables, chosen, extractions); });
  return stream;
}

std::vector<report::arrow::RequestColumn> columns_of(const engine::Compilation& compilation) {
  std::vector<report::arrow::RequestColumn> columns;
  for (const check::CheckedRequest& request : compilation.requests)
    columns.push_back({request.id, request.compiled});
  return columns;
}

}  // namespace

seedc_error* seedc_run_stream(const seedc_prepared* prepared, const seedc_call* call,
                              const seedc_stream_input* input, const seedc_run_options* options,
                              const seedc_sink* sink, seedc_text** findings,
                              std::size_t* error_count) {
  clear(findings);
  if (error_count != nullptr) *error_count = 0;
  return guarded([&] {
    const seedc_sink chosen = known(sink);
    std::shared_ptr<RunningStream> stream;
    named_by(session_of(*the(prepared)), [&] {
      stream = running(prepared, call, input, options);
      if (chosen.write == nullptr) fail_call<base::ErrorCode::NoSink>({});
      static_cast<void>(is_json(chosen.findings_format));
      stream->session().run([&] { stream->write_to(chosen); });
    });
    const engine::Compilation& compilation = stream->compilation();
    const diag::Diagnostics& found = stream->findings();
    if (findings != nullptr) {
      const std::int32_t format = chosen.findings_format;
      *findings = new_text(
          is_json(format) ? diag::render_json(found, compilation.sources)
                          : engine::findings_text(compilation, found, format == SEEDC_COLOURED));
    }
    if (error_count != nullptr) *error_count = found.error_count();
  });
}

seedc_error* seedc_pull_stream(const seedc_prepared* prepared, const seedc_call* call,
                               const seedc_stream_input* input, const seedc_run_options* options,
                               std::int32_t what, std::size_t number, ArrowArrayStream* out) {
  return guarded([&] {
    if (out != nullptr) *out = {};
    const auto stream = running(prepared, call, input, options);
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
  });
}
