// Tables of Arrow come in as data, results go out as streams.
#include "library/arrow.h"

#include "engine/report/arrow/formula_stream.h"
#include "engine/report/arrow/request_stream.h"
#include "library/calls.h"
#include "runtime/data/arrow/arrow_source.h"
#include "runtime/data/kept_source.h"

using namespace seedc;
using namespace seedc::library;

namespace seedc::library {

std::shared_ptr<const data::arrow::Table> GivenStream::read(const std::string& name,
                                                            const base::Call& call) {
  if (!is_given_) return nullptr;
  return library::take(data::arrow::read_table(std::move(stream_), name, {.call = call}));
}

}  // namespace seedc::library

seedc_error* seedc_data_from_tables(seedc_session* session, const seedc_call* call,
                                    const seedc_tables* tables, const seedc_data_options* options,
                                    seedc_data** out) {
  clear(out);
  return guarded([&] {
    const seedc_tables given = known(tables);
    GivenStream items(given.items), reviews(given.reviews), users(given.users),
        friends(given.friends), judgements(given.judgements);
    call_on(session, call, [&](Session& used, CallHost& host) {
      seedc_data*& data = place_for(out);
      const seedc_data_options chosen = known(options);
      if (!items.is_given()) fail_call<base::ErrorCode::NoTableOfItems>({});
      auto source =
          take(data::arrow::source_of({.items = items.read("items", host.call()),
                                       .reviews = reviews.read("reviews", host.call()),
                                       .users = users.read("users", host.call()),
                                       .friends = friends.read("friends", host.call()),
                                       .judgements = judgements.read("judgements", host.call())}));
      data = new seedc_data(std::make_shared<Data>(
          Data{used.shared_from_this(), data::kept(std::move(source)), chosen.strict != 0}));
    });
  });
}

namespace {

const report::FormulaReport& formula_of(const engine::ProgramRun& run, std::size_t number) {
  if (number >= std::min(run.own_formulas, run.reports.size()))
    fail_call<base::ErrorCode::NoSuchNumber>({}, "formula");
  return run.reports[number];
}

ArrowArrayStream& place_for_stream(ArrowArrayStream* out) {
  if (out == nullptr) fail_call<base::ErrorCode::NoPlaceForResult>({});
  return *out = {};
}

}  // namespace

seedc_error* seedc_results_requests_stream(const seedc_results* results, std::int32_t matches_only,
                                           ArrowArrayStream* out) {
  return guarded([&] {
    ArrowArrayStream& stream = place_for_stream(out);
    const std::shared_ptr<const Results>& used = the(results);
    const engine::ProgramRun& run = used->run;
    const auto bytes_of = [kept = used.get()](const report::RequestResult& result) {
      return kept->values.of(result);
    };
    stream =
        report::arrow::request_stream(run.results, *run.plan, run.dataset, used,
                                      {.matches_only = matches_only != 0, .bytes_of = bytes_of});
  });
}

seedc_error* seedc_results_formula_stream(const seedc_results* results, std::size_t number,
                                          ArrowArrayStream* out) {
  return guarded([&] {
    ArrowArrayStream& stream = place_for_stream(out);
    const std::shared_ptr<const Results>& used = the(results);
    const report::FormulaReport& report = formula_of(used->run, number);
    if (engine::has_open_lists(used->run.formulas[number])) {
      const std::array ledgers = {report::FormulaLedger::of(report)};
      throw Failed{*engine::find_open_outputs(ledgers, session_of(*used).names())};
    }
    stream = report::arrow::output_stream(report, used->run.dataset, used);
  });
}

seedc_error* seedc_results_nulls_stream(const seedc_results* results, std::size_t number,
                                        ArrowArrayStream* out) {
  return guarded([&] {
    ArrowArrayStream& stream = place_for_stream(out);
    const std::shared_ptr<const Results>& used = the(results);
    stream = report::arrow::null_stream(formula_of(used->run, number), used->run.dataset, used);
  });
}
