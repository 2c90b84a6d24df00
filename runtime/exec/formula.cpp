// Binds a formula to data and scores its items. Rows are found in parallel; each column is then
// gathered for the rows once, and each load converts the values that occur to cells.
#include "runtime/exec/formula.h"

#include <tbb/enumerable_thread_specific.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <optional>
#include <utility>

#include "runtime/exec/formula_values.h"
#include "runtime/exec/list_run.h"
#include "runtime/exec/load_reader.h"
#include "runtime/exec/parallel.h"
#include "runtime/exec/paths.h"
#include "runtime/exec/review_rules.h"

namespace seedc::exec {
namespace {

/// The batch size of the interpreter.
constexpr std::uint32_t kItemsPerKernelCall = 256;
constexpr std::uint32_t kItemsPerCheck = 1024;
constexpr std::uint32_t kCellsPerCheck = 4096;

bool is_per_row(const contract::LoadSpec& load) {
  return load.source != contract::LoadSpec::Source::Item;
}

/// A column of the dataset or of the extractions, indexed by row or by item.
struct BoundColumn {
  const data::Column* column;
  bool is_per_row;
  std::vector<std::uint32_t> row_codes;  ///< one per row; only for columns of rows
  std::vector<std::uint8_t> occurs;      ///< for each value, whether a row or item has it

  /// `rows` are the numbers of the reviews that are rows.
  void bind(std::span<const std::uint32_t> rows, std::uint32_t item_count, const base::Call& call) {
    occurs.assign(column->values.size(), 0);
    if (!is_per_row) {
      for (std::uint32_t item = 0; item < item_count; ++item) occurs[column->codes[item]] = 1;
      return;
    }
    row_codes.reserve(rows.size());
    const auto take_rows = [&](std::size_t begin, std::size_t end) {
      for (const std::uint32_t review : rows.subspan(begin, end - begin)) {
        row_codes.push_back(column->codes[review]);
        occurs[row_codes.back()] = 1;
      }
    };
    call.in_steps(rows.size(), base::Call::kElementsPerStep, take_rows);
  }

  /// What it needs with so many rows.
  std::uint64_t bytes(std::size_t rows) const {
    return column->values.size() + (is_per_row ? rows * sizeof(std::uint32_t) : 0);
  }

  const std::uint32_t* codes() const {
    return is_per_row ? row_codes.data() : column->codes.data();
  }
};

/// One cell per value of the column, as the load reads it; empty for values that do not occur.
std::vector<language::Cell> cells_of(LoadReader& reader, const BoundColumn& bound,
                                     const base::Call& call) {
  base::StepCounter steps(call, kCellsPerCheck);
  const std::vector<language::Value>& values = bound.column->values;
  std::vector<language::Cell> cells(values.size());
  for (std::size_t code = 0; code < values.size(); ++code) {
    steps.step();
    if (bound.occurs[code] != 0) cells[code] = reader.read(values[code]);
  }
  return cells;
}

struct LoadedKind {
  contract::LoadKind kind;
  bool has_values = false;  ///< whether a value that occurs is not null
};

LoadedKind kind_of(const contract::LoadSpec& load, std::span<const language::Cell> cells,
                   std::span<const std::uint8_t> occurs) {
  if (load.use == contract::LoadSpec::Use::Test) return {{language::Kind::Bool, false}, true};
  LoadedKind loaded{{language::Kind::Any, false}};
  for (std::size_t code = 0; code < cells.size(); ++code) {
    if (occurs[code] == 0) continue;
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
  std::vector<BoundColumn> columns;       ///< distinct ones
  std::map<const data::Column*, std::size_t> column_numbers;
  std::vector<std::vector<language::Cell>> cells;  ///< one vector per load
  std::vector<contract::LoadKind> kinds;
  std::vector<std::uint8_t> has_values;  ///< one per load
  std::vector<contract::ScoreLoad> loads;
  std::vector<std::size_t> column_of_load;
  /// Of each load of a year that a list reads, the year of each value of its column.
  std::map<std::uint32_t, std::vector<language::Value>> years;

  /// Notes how lists read their values.
  void bind_lists(const contract::Formula& formula);
  /// Returns the reviews that are rows, and counts them in the ledger.
  std::vector<std::uint32_t> find_rows(const data::Dataset& dataset,
                                       const data::Extractions& extractions);
  /// Counts the rows that read the default of a field.
  void count_defaults(const contract::LoadSpec& load, const BoundColumn& column);
  /// The index in `columns` of the column that the load reads.
  std::size_t column_for(const contract::LoadSpec& load, const data::Dataset& dataset,
                         const data::Extractions& extractions);
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

std::vector<std::uint32_t> BoundFormula::Storage::find_rows(const data::Dataset& dataset,
                                                            const data::Extractions& extractions) {
  std::vector<std::uint32_t> rows;
  charge.add((dataset.item_count() + std::uint64_t{1}) * sizeof(std::uint32_t));
  row_begins.reserve(dataset.item_count() + std::size_t{1});
  base::StepCounter items(call, kItemsPerCheck);
  row_begins.push_back(0);
  for (std::uint32_t item = 0; item < dataset.item_count(); ++item) {
    items.step();
    const ReviewRange reviews = reviews_of(dataset, item);
    for (std::uint32_t review = reviews.begin; review < reviews.end; ++review) {
      if (!relevant.has(review)) continue;
      const data::ExtractionState state = extractions.state(review);
      const bool is_row = state == data::ExtractionState::Usable && kept.has(review);
      if (state == data::ExtractionState::Usable && !is_row) {
        ledger.add_filtered();
      } else {
        ledger.add(state);
      }
      if (is_row) rows.push_back(review);
    }
    row_begins.push_back(static_cast<std::uint32_t>(rows.size()));
  }
  ledger.reviews = dataset.review_count();
  ledger.undecided_texts = relevant.undecided_texts + kept.undecided_texts;
  return rows;
}

void BoundFormula::Storage::count_defaults(const contract::LoadSpec& load,
                                           const BoundColumn& column) {
  call.check();
  if (load.otherwise.is_null()) return;
  const auto is_missing = [&](std::uint32_t code) { return column.column->values[code].is_null(); };
  ledger.defaulted[load.path.front()] =
      static_cast<std::uint64_t>(std::ranges::count_if(column.row_codes, is_missing));
}

std::size_t BoundFormula::Storage::column_for(const contract::LoadSpec& load,
                                              const data::Dataset& dataset,
                                              const data::Extractions& extractions) {
  const data::Column* column = &column_of(load, dataset, &extractions);
  const auto [number, is_new] = column_numbers.try_emplace(column, columns.size());
  if (is_new) columns.push_back({.column = column, .is_per_row = is_per_row(load)});
  return number->second;
}

void BoundFormula::Storage::bind_lists(const contract::Formula& formula) {
  const auto bind_source = [&](const contract::ListSource& source) {
    if (source.of != contract::ListSource::Of::Data) return;
    const contract::LoadSpec& load = formula.program.loads[source.number];
    if (load.source != contract::LoadSpec::Source::Year) return;
    std::vector<language::Value>& of_codes = years[source.number];
    of_codes.clear();
    call.check();
    for (const language::Value& date : columns[column_of_load[source.number]].column->values)
      of_codes.push_back(year_of(date));
  };
  for (const contract::ListSpec& list : formula.lists) {
    for (const contract::ListSource& source : list.values) bind_source(source);
    if (list.order) bind_source(*list.order);
  }
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
  const contract::ScoreProgram& program = prepared->formula().program;
  auto storage = std::make_unique<Storage>();
  storage->call = dataset.call();
  storage->charge = {dataset.call(), "rows"};
  const base::Call& call = storage->call;
  std::vector<std::size_t>& columns_of_loads = storage->column_of_load;
  run_both(
      options.threads, call,
      [&] {
        for (const contract::LoadSpec& load : program.loads)
          columns_of_loads.push_back(storage->column_for(load, dataset, extractions));
      },
      [&] { storage->relevant = prepared->rows().relevant_reviews(dataset, options); });
  storage->kept = prepared->rows().kept_reviews(dataset, extractions, options);
  base::MemoryCharge row_charge(call, "rows", dataset.review_count() * sizeof(std::uint32_t));
  const std::vector<std::uint32_t> rows = storage->find_rows(dataset, extractions);
  row_charge.set(base::bytes_of(rows));
  for (const BoundColumn& column : storage->columns) storage->charge.add(column.bytes(rows.size()));
  for (const std::size_t number : columns_of_loads) {
    storage->charge.add(storage->columns[number].column->values.size() * sizeof(language::Cell));
  }
  for_each_portion(storage->columns.size(), options.threads, call, [&](std::uint64_t column) {
    storage->columns[column].bind(rows, dataset.item_count(), call);
  });

  storage->cells.resize(program.loads.size());
  storage->kinds.resize(program.loads.size());
  storage->has_values.resize(program.loads.size());
  std::atomic<std::uint64_t> undecided = 0;
  for_each_portion(program.loads.size(), options.threads, call, [&](std::uint64_t number) {
    const contract::LoadSpec& load = program.loads[number];
    const BoundColumn& column = storage->columns[columns_of_loads[number]];
    LoadReader reader(*prepared, number);
    storage->cells[number] = cells_of(reader, column, call);
    undecided += reader.undecided();
    const LoadedKind loaded = kind_of(load, storage->cells[number], column.occurs);
    storage->kinds[number] = loaded.kind;
    storage->has_values[number] = loaded.has_values ? 1 : 0;
  });
  storage->ledger.undecided_texts += undecided;
  for (std::size_t number = 0; number < program.loads.size(); ++number) {
    storage->count_defaults(program.loads[number], storage->columns[columns_of_loads[number]]);
    storage->loads.push_back(
        {storage->columns[columns_of_loads[number]].codes(), storage->cells[number].data()});
  }
  storage->bind_lists(prepared->formula());
  storage->prepared = std::move(prepared);
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
  const BoundColumn& column = storage_->columns[storage_->column_of_load[load]];
  const std::uint32_t code = column.row_codes[row];
  if (const auto years = storage_->years.find(load); years != storage_->years.end())
    return years->second[code];
  return or_default(storage_->prepared->formula().program.loads[load], column.column->values[code]);
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
