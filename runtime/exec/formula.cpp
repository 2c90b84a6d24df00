// Binds a formula to data and scores its items. Rows are counted, then all columns are gathered for
// them in one pass, both in parallel; each load converts the values that occur to cells.
#include "runtime/exec/formula.h"

#include <tbb/enumerable_thread_specific.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <numeric>
#include <utility>

#include "runtime/exec/list_run.h"
#include "runtime/exec/load_reader.h"
#include "runtime/exec/parallel.h"
#include "runtime/exec/paths.h"
#include "runtime/exec/review_rules.h"
#include "runtime/exec/row_columns.h"

namespace seedc::exec {
namespace {

/// The batch size of the interpreter.
constexpr std::uint32_t kItemsPerKernelCall = 256;
/// The items whose rows a thread finds at a time.
constexpr std::uint32_t kItemsAtOnce = 256;
constexpr std::uint32_t kCellsPerCheck = 4096;

/// One cell per value of the column, as the load reads it; empty for values that do not occur.
std::vector<language::Cell> cells_of(LoadReader& reader, const contract::LoadSpec& load,
                                     const RowColumn& column, const base::Call& call) {
  base::StepCounter steps(call, kCellsPerCheck);
  const std::span<const language::Value> values = column.values();
  std::vector<language::Cell> cells(values.size());
  for (std::size_t code = 0; code < values.size(); ++code) {
    steps.step();
    if (column.occurs(code)) cells[code] = reader.cell_for(or_default(load, values[code]));
  }
  return cells;
}

struct LoadedKind {
  contract::LoadKind kind;
  bool has_values = false;  ///< whether a value that occurs is not null
};

LoadedKind kind_of(const contract::LoadSpec& load, std::span<const language::Cell> cells,
                   const RowColumn& column) {
  if (load.use == contract::LoadSpec::Use::Test) return {{language::Kind::Bool, false}, true};
  LoadedKind loaded{{language::Kind::Any, false}};
  for (std::size_t code = 0; code < cells.size(); ++code) {
    if (!column.occurs(code)) continue;
    if (cells[code].is_null()) {
      loaded.kind.is_nullable = true;
    } else if (!std::exchange(loaded.has_values, true)) {
      loaded.kind.kind = cells[code].kind;
    } else if (loaded.kind.kind != cells[code].kind) {
      loaded.kind.kind = language::Kind::Any;
    }
  }
  return loaded;
}

}  // namespace

struct BoundFormula::Storage {
  base::Call call;
  base::MemoryCharge charge;  ///< of rows, columns and cells
  std::shared_ptr<const PreparedFormula> prepared;
  ChosenReviews relevant, kept;
  RowLedger ledger;
  std::vector<std::uint32_t> row_begins;  ///< one per item, and the end
  std::vector<RowColumn> columns;         ///< distinct ones
  std::vector<std::size_t> column_of_load;
  std::vector<std::vector<language::Cell>> cells;  ///< one vector per load
  std::vector<contract::LoadKind> kinds;
  std::vector<std::uint8_t> has_values;  ///< one per load
  std::vector<contract::ScoreLoad> loads;

  std::span<const contract::LoadSpec> specs() const { return prepared->formula().program.loads; }
  /// The column of each load; two that read the same share it.
  void add_columns(const data::Dataset& dataset, const data::Extractions& extractions);
  bool is_row(std::uint32_t review, const data::Extractions& extractions) const {
    return relevant.has(review) && kept.has(review) &&
           extractions.state(review) == data::ExtractionState::Usable;
  }
  /// Counts the rows of items, and what the other reviews are in the ledger.
  void count_rows(const data::Dataset& dataset, const data::Extractions& extractions,
                  unsigned threads);
  /// Gathers the columns for all rows.
  void take_rows(const data::Dataset& dataset, const data::Extractions& extractions,
                 unsigned threads);
  /// Converts the values that occur.
  void read_values(unsigned threads);
  /// Counts the rows that read the default of a field.
  void count_defaults(const contract::LoadSpec& load, const RowColumn& column);
};

void RowLedger::add(const RowLedger& part) {
  reviews += part.reviews;
  relevant += part.relevant;
  rows += part.rows;
  missing_extractions += part.missing_extractions;
  open += part.open;
  not_judged += part.not_judged;
  judged_inappropriate += part.judged_inappropriate;
  filtered += part.filtered;
  undecided_texts += part.undecided_texts;
  for (const auto& [field, count] : part.defaulted) defaulted[field] += count;
}

void RowLedger::add_filtered() {
  ++relevant;
  ++filtered;
}

void RowLedger::add(data::ExtractionState state) {
  ++relevant;
  switch (state) {
    case data::ExtractionState::None:
      ++missing_extractions;
      break;
    case data::ExtractionState::Open:
      ++open;
      break;
    case data::ExtractionState::Usable:
      ++rows;
      break;
    case data::ExtractionState::NotJudged:
      ++not_judged;
      break;
    case data::ExtractionState::Inappropriate:
      ++judged_inappropriate;
      break;
  }
}

void BoundFormula::Storage::add_columns(const data::Dataset& dataset,
                                        const data::Extractions& extractions) {
  std::map<std::pair<contract::LoadSpec::Source, language::Path>, std::size_t> known;
  for (const contract::LoadSpec& load : specs()) {
    const auto [column, is_new] =
        known.try_emplace(std::pair(load.source, load.path), columns.size());
    if (is_new) columns.push_back(RowColumn::of(load, dataset, extractions));
    column_of_load.push_back(column->second);
  }
}

void BoundFormula::Storage::count_rows(const data::Dataset& dataset,
                                       const data::Extractions& extractions, unsigned threads) {
  const std::uint32_t item_count = dataset.item_count();
  charge.add((item_count + std::uint64_t{1}) * sizeof(std::uint32_t));
  row_begins.resize(item_count + std::size_t{1});
  tbb::enumerable_thread_specific<RowLedger> ledgers;
  const auto count = [&](std::uint32_t first_item, std::uint32_t end_item) {
    RowLedger& counts = ledgers.local();
    for (std::uint32_t item = first_item; item < end_item; ++item) {
      const ReviewRange reviews = reviews_of(dataset, item);
      const std::uint64_t rows_before = counts.rows;
      for (std::uint32_t review = reviews.begin; review < reviews.end; ++review) {
        if (!relevant.has(review)) continue;
        const data::ExtractionState state = extractions.state(review);
        if (state == data::ExtractionState::Usable && !kept.has(review)) {
          counts.add_filtered();
        } else {
          counts.add(state);
        }
      }
      row_begins[item + 1] = static_cast<std::uint32_t>(counts.rows - rows_before);
    }
  };
  for_each_range(item_count, kItemsAtOnce, threads, call, count);
  std::partial_sum(row_begins.begin(), row_begins.end(), row_begins.begin());
  for (const RowLedger& counts : ledgers) ledger.add(counts);
  ledger.reviews = dataset.review_count();
  ledger.undecided_texts = relevant.undecided_texts + kept.undecided_texts;
}

void BoundFormula::Storage::take_rows(const data::Dataset& dataset,
                                      const data::Extractions& extractions, unsigned threads) {
  const std::uint32_t row_count = row_begins.back();
  for (RowColumn& column : columns) {
    column.read_years(dataset, row_count);
    charge.add(column.bytes(row_count));
    column.begin(row_count);
  }
  for (const std::size_t number : column_of_load)
    charge.add(columns[number].values().size() * sizeof(language::Cell));
  tbb::enumerable_thread_specific<std::vector<std::uint32_t>> rows_of_threads;
  const auto take = [&](std::uint32_t first_item, std::uint32_t end_item) {
    std::vector<std::uint32_t>& rows = rows_of_threads.local();
    rows.clear();
    const std::uint32_t end = dataset.review_begin(end_item);
    for (std::uint32_t review = dataset.review_begin(first_item); review < end; ++review) {
      if (is_row(review, extractions)) rows.push_back(review);
    }
    for (RowColumn& column : columns) column.take(row_begins[first_item], rows);
  };
  for_each_range(dataset.item_count(), kItemsAtOnce, threads, call, take);
}

void BoundFormula::Storage::read_values(unsigned threads) {
  cells.resize(specs().size());
  kinds.resize(specs().size());
  has_values.resize(specs().size());
  std::atomic<std::uint64_t> undecided = 0;
  for_each_portion(specs().size(), threads, call, [&](std::uint64_t number) {
    const contract::LoadSpec& load = specs()[number];
    const RowColumn& column = columns[column_of_load[number]];
    LoadReader reader(*prepared, number);
    cells[number] = cells_of(reader, load, column, call);
    undecided += reader.undecided();
    const LoadedKind loaded = kind_of(load, cells[number], column);
    kinds[number] = loaded.kind;
    has_values[number] = loaded.has_values ? 1 : 0;
  });
  ledger.undecided_texts += undecided;
  for (std::size_t number = 0; number < specs().size(); ++number) {
    const RowColumn& column = columns[column_of_load[number]];
    count_defaults(specs()[number], column);
    loads.push_back({column.codes(), cells[number].data()});
  }
}

void BoundFormula::Storage::count_defaults(const contract::LoadSpec& load,
                                           const RowColumn& column) {
  call.check();
  if (load.otherwise.is_null()) return;
  const auto is_missing = [&](std::uint32_t code) { return column.values()[code].is_null(); };
  ledger.defaulted[load.path.front()] = static_cast<std::uint64_t>(
      std::count_if(column.codes(), column.codes() + row_begins.back(), is_missing));
}

namespace {

void add_needs(const contract::LoadSpec& load, data::DataNeeds& needs) {
  switch (load.source) {
    case contract::LoadSpec::Source::Item:
      return needs.item_paths.push_back(load.path);
    case contract::LoadSpec::Source::Review:
      return needs.review_paths.push_back(load.path);
    case contract::LoadSpec::Source::Year:
      return needs.review_paths.push_back(date_path());
    case contract::LoadSpec::Source::Field:
      break;
  }
}

}  // namespace

data::DataNeeds needs_of(const contract::RowSet& rows) {
  data::DataNeeds needs;
  needs.texts = !rows.keywords.empty();
  for (const auto* condition : {&rows.relevant, &rows.kept}) {
    if (!*condition) continue;
    for (const contract::LoadSpec& load : (*condition)->tests) add_needs(load, needs);
  }
  return needs;
}

data::DataNeeds needs_of(const contract::Formula& formula) {
  data::DataNeeds needs = needs_of(formula.rows);
  for (const contract::LoadSpec& load : formula.program.loads) add_needs(load, needs);
  return needs;
}

BoundFormula BoundFormula::bind(std::shared_ptr<const PreparedFormula> prepared,
                                const data::Dataset& dataset, const data::Extractions& extractions,
                                const ExecuteOptions& options) {
  auto storage = std::make_unique<Storage>();
  storage->call = dataset.call();
  storage->charge = {dataset.call(), "rows"};
  storage->prepared = std::move(prepared);
  const PreparedRows& rows = storage->prepared->rows();
  run_both(
      options.threads, storage->call, [&] { storage->add_columns(dataset, extractions); },
      [&] { storage->relevant = rows.relevant_reviews(dataset, options); });
  storage->kept = rows.kept_reviews(dataset, extractions, options);
  storage->count_rows(dataset, extractions, options.threads);
  storage->take_rows(dataset, extractions, options.threads);
  storage->read_values(options.threads);
  return BoundFormula(std::move(storage));
}

std::span<const contract::LoadKind> BoundFormula::load_kinds() const { return storage_->kinds; }

std::span<const std::uint8_t> BoundFormula::has_values() const { return storage_->has_values; }

const RowLedger& BoundFormula::rows() const { return storage_->ledger; }

const ChosenReviews& BoundFormula::relevant() const { return storage_->relevant; }

const ChosenReviews& BoundFormula::kept() const { return storage_->kept; }

bool BoundFormula::is_relevant(std::uint32_t review) const {
  return storage_->relevant.has(review);
}

bool BoundFormula::is_kept(std::uint32_t review) const { return storage_->kept.has(review); }

const language::Value& BoundFormula::value(std::uint32_t load, std::uint32_t row) const {
  const RowColumn& column = storage_->columns[storage_->column_of_load[load]];
  return or_default(storage_->specs()[load], column.values()[column.codes()[row]]);
}

std::span<const contract::ListSpec> BoundFormula::lists() const {
  return storage_->prepared->formula().lists;
}

contract::ScoreInput BoundFormula::input() const {
  return {storage_->loads.data(), nullptr, storage_->prepared->tables().data(),
          storage_->row_begins.data()};
}

const base::Call& BoundFormula::call() const { return storage_->call; }

ThreadTextTests BoundFormula::thread_tests() const {
  return ThreadTextTests(storage_->prepared->text_tests());
}

BoundFormula::BoundFormula(std::unique_ptr<Storage> storage) : storage_(std::move(storage)) {}
BoundFormula::BoundFormula(BoundFormula&&) noexcept = default;
BoundFormula& BoundFormula::operator=(BoundFormula&&) noexcept = default;
BoundFormula::~BoundFormula() = default;

std::vector<language::Cell> constants_of(const contract::ScoreProgram& program) {
  std::vector<language::Cell> cells;
  for (std::size_t k = 0; k < program.constants.size(); ++k) {
    const bool is_null = program.constants[k].is_null();
    cells.push_back(is_null ? language::Cell::none(program.constant_causes[k])
                            : language::cell_of(program.constants[k]));
  }
  return cells;
}

namespace {

/// What one thread adds up and keeps while it scores.
struct ScoringThread {
  base::MemoryCharge charge;  ///< of the strings
  std::vector<std::uint64_t> left_out;
  ThreadTextTests tests;
  language::StringPool made = {};  ///< in the current call of the kernel
  std::shared_ptr<FormulaResult::Strings> kept = std::make_shared<FormulaResult::Strings>();
  ListRun::Thread lists;

  /// Of the strings, as if each were kept: a node, and the text if it is long.
  std::uint64_t made_bytes(std::span<language::Cell* const> outputs, std::uint32_t first_item,
                           std::uint32_t end_item) const {
    constexpr std::uint64_t kNode = sizeof(std::string) + 3 * sizeof(void*);
    std::uint64_t bytes = 0;
    if (!charge.counts()) return bytes;
    for (const language::Cell* output : outputs) {
      for (const language::Cell& cell : std::span(output + first_item, output + end_item)) {
        if (cell.kind == language::Kind::Str && !cell.is_null())
          bytes += kNode + cell.string().size();
      }
    }
    return bytes;
  }

  /// Moves the strings that outputs of these items point to out of the pool, which is then cleared.
  void keep_strings(std::span<language::Cell* const> outputs, std::uint32_t first_item,
                    std::uint32_t end_item) {
    if (made.is_empty()) return;
    charge.add(made_bytes(outputs, first_item, end_item));
    for (language::Cell* output : outputs) {
      for (language::Cell& cell : std::span(output + first_item, output + end_item)) {
        if (cell.kind == language::Kind::Str && !cell.is_null())
          cell = language::Cell::of(&*kept->insert(cell.string()).first);
      }
    }
    made.clear();
  }
};

}  // namespace

FormulaResult score_items(const contract::ScoreProgram& program, const BoundFormula& bound,
                          const ScoreKernels& kernels, std::uint32_t item_count,
                          const ExecuteOptions& options) {
  const std::vector<language::Cell> constants = constants_of(program);
  contract::ScoreInput input = bound.input();
  input.constants = constants.data();

  FormulaResult result;
  result.charges.emplace_back(bound.call(), "results",
                              program.outputs.size() * item_count * sizeof(language::Cell));
  result.outputs.assign(program.outputs.size(), std::vector<language::Cell>(item_count));
  std::vector<language::Cell*> outputs;
  for (std::vector<language::Cell>& output : result.outputs) outputs.push_back(output.data());

  const std::vector<std::uint64_t> none_left_out(program.ledger_count * language::kNullCauseCount);
  tbb::enumerable_thread_specific<ScoringThread> threads([&] {
    return ScoringThread{.charge = {bound.call(), "results"},
                         .left_out = none_left_out,
                         .tests = bound.thread_tests(),
                         .lists = {.charge = {bound.call(), "results"}}};
  });
  result.charges.emplace_back(bound.call(), "results",
                              bound.lists().size() * item_count * sizeof(language::Value));
  const ListRun lists(program, bound, item_count);
  const auto score = [&](std::uint32_t first_item, std::uint32_t end_item) {
    ScoringThread& thread = threads.local();
    contract::ScoreInput own_input = input;
    own_input.strings = &thread.made;
    own_input.tests = thread.tests.testers();
    for (std::uint32_t end = 0; first_item < end_item; first_item = end) {
      bound.call().check();
      end = lists.end_of(first_item, end_item);
      lists.prepare(thread.lists, own_input, first_item, end);
      kernels.run(own_input, first_item, end - first_item, outputs.data(), thread.left_out.data());
      lists.make(thread.lists, outputs, first_item, end);
      thread.keep_strings(outputs, first_item, end);
    }
  };
  for_each_range(item_count, kItemsPerKernelCall, options.threads, bound.call(), score);
  result.left_out = none_left_out;
  result.lists = lists.values();
  result.list_ledgers.resize(result.lists.size());
  for (ScoringThread& thread : threads) {
    std::transform(thread.left_out.begin(), thread.left_out.end(), result.left_out.begin(),
                   result.left_out.begin(), std::plus<>());
    result.strings.push_back(std::move(thread.kept));
    result.charges.push_back(std::move(thread.charge));
    result.charges.push_back(std::move(thread.lists.charge));
    for (std::size_t list = 0; list < thread.lists.ledgers.size(); ++list)
      result.list_ledgers[list].add(thread.lists.ledgers[list]);
    result.undecided_texts += thread.tests.undecided();
  }
  return result;
}

}  // namespace seedc::exec
