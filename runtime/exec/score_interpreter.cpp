// Interprets a score program: runs each instruction over a batch of items, or over a chunk of the
// batch's rows. Chunks span items, because most items have few rows.
#include <algorithm>
#include <vector>

#include "runtime/exec/score_kernels.h"
#include "runtime/exec/score_layout.h"
#include "runtime/language/aggregates.h"

namespace seedc::exec {
namespace {

using Where = ScorePlace::Where;

/// The number of items or rows at a time, chosen so that all their registers fit in the cache.
constexpr std::size_t kMostAtATime = 256;
constexpr std::size_t kItemCells = 32'768;
constexpr std::size_t kRowCells = 4'096;
constexpr std::size_t kFewestRows = 16;

std::size_t items_at_a_time(const ScoreLayout& layout) {
  return std::clamp<std::size_t>(kItemCells / (layout.item_registers + 1), 1, kMostAtATime);
}
std::size_t rows_at_a_time(const ScoreLayout& layout) {
  return std::clamp(kRowCells / (layout.row_registers + 1), kFewestRows, kMostAtATime);
}

/// `count` registers with `width` cells each.
class RegisterFile {
 public:
  RegisterFile(std::size_t count, std::size_t width) : width_(width), cells_(count * width) {}
  language::Cell* operator[](std::size_t number) { return cells_.data() + number * width_; }
  std::size_t width() const { return width_; }

 private:
  std::size_t width_;
  std::vector<language::Cell> cells_;
};

/// Consecutive items or rows.
struct Range {
  std::uint32_t first;
  std::uint32_t count;
};

/// Rows [begin, end) of a chunk that belong to one item, number `item` of the batch.
struct RunOfRows {
  std::uint32_t item;
  std::uint32_t begin;
  std::uint32_t end;
};

/// The state of one call of the interpreter.
class ScoreRun {
 public:
  ScoreRun(const ScoreLayout& layout, const contract::ScoreInput& input, std::uint64_t* left_out)
      : layout_(layout),
        input_(input),
        left_out_(left_out),
        items_(layout.item_registers, items_at_a_time(layout)),
        rows_(layout.row_registers, rows_at_a_time(layout)) {}

  void run(Range items, language::Cell* const* outputs) {
    const std::uint32_t end = items.first + items.count;
    while (items.first < end) {
      items.count = std::min(end - items.first, static_cast<std::uint32_t>(items_.width()));
      for (const ScoreStage& stage : layout_.stages) run_stage(stage, items);
      for (std::size_t k = 0; k < layout_.outputs.size(); ++k)
        store(layout_.outputs[k], items, outputs[k]);
      items.first += items.count;
    }
  }

 private:
  void run_stage(const ScoreStage& stage, Range items) {
    for (const PlacedInst& placed : stage.invariants) execute(placed, items);
    for (const PlacedInst& placed : stage.aggregates) start(placed, items.count);
    if (!stage.aggregates.empty()) run_rows(stage, items);
    for (const PlacedInst& placed : stage.items) execute(placed, items);
  }

  void run_rows(const ScoreStage& stage, Range items) {
    const std::uint32_t end = input_.row_begins[items.first + items.count];
    Range rows{input_.row_begins[items.first], 0};
    std::uint32_t item = items.first;
    while (rows.first < end) {
      rows.count = std::min(end - rows.first, static_cast<std::uint32_t>(rows_.width()));
      item = find_runs(rows, items, item);
      run_chunk(stage, rows);
      rows.first += rows.count;
    }
  }

  /// Finds the runs of the chunk `rows`, whose first row belongs to `item` or a later one. Returns
  /// the item of the last row.
  std::uint32_t find_runs(Range rows, Range items, std::uint32_t item) {
    runs_.clear();
    for (std::uint32_t begin = 0; begin < rows.count;) {
      while (rows.first + begin >= input_.row_begins[item + 1]) ++item;
      const std::uint32_t end = std::min(rows.count, input_.row_begins[item + 1] - rows.first);
      runs_.push_back({item - items.first, begin, end});
      begin = end;
    }
    return item;
  }

  void run_chunk(const ScoreStage& stage, Range rows) {
    for (const ScoreStage::Spread& spread : stage.spreads) {
      const language::Cell* from = items_[spread.item_register];
      language::Cell* to = rows_[spread.row_register];
      for (const RunOfRows& run : runs_) std::fill(to + run.begin, to + run.end, from[run.item]);
    }
    for (const PlacedInst& placed : stage.rows) execute(placed, rows);
    for (const PlacedInst& placed : stage.aggregates) aggregate(placed, rows);
  }

  void execute(const PlacedInst& placed, Range range) {
    language::Cell* out = registers(placed.target);
    const ScoreColumn operands[] = {column(placed.operands[0]), column(placed.operands[1]),
                                    column(placed.operands[2])};
    compute(*placed.inst, placed.loop, operands, input_, range.first, {out, range.count},
            left_out_);
  }

  void start(const PlacedInst& placed, std::uint32_t count) {
    if (placed.inst->op == language::Operation::Keep) return;
    std::fill_n(items_[placed.target.index], count,
                language::score::start(placed.inst->op, placed.inst->kind));
  }

  void aggregate(const PlacedInst& placed, Range rows) {
    if (placed.inst->op == language::Operation::Count) return count_rows(placed);
    if (placed.inst->op == language::Operation::Keep) return keep(placed, rows);
    const ScoreColumn values = column(placed.operands[1]);
    std::uint64_t* left_out = left_out_ + placed.inst->ledger * language::kNullCauseCount;
    language::score::with_aggregate(placed.inst->op, [&](auto add) {
      language::Cell* aggregates = items_[placed.target.index];
      for_rows_that_have(column(placed.operands[0]), [&](std::uint32_t item, std::uint32_t row) {
        add(aggregates[item], values[row], left_out);
      });
    });
  }

  void keep(const PlacedInst& placed, Range rows) {
    const ScoreColumn values = column(placed.operands[1]);
    language::Cell* kept = input_.kept[placed.inst->c] + (rows.first - input_.first_kept_row);
    for (std::uint32_t row = 0; row < rows.count; ++row) kept[row] = values[row];
  }

  void count_rows(const PlacedInst& placed) {
    language::Cell* counts = items_[placed.target.index];
    const ScoreColumn has = column(placed.operands[0]);
    for (const RunOfRows& run : runs_) {
      std::uint64_t rows = run.end - run.begin;
      if (has.cells) {
        rows = 0;
        for (std::uint32_t row = run.begin; row < run.end; ++row) rows += has[row].payload;
      }
      language::score::add_to_count(counts[run.item], rows);
    }
  }

  template <class Visit>
  void for_rows_that_have(ScoreColumn predicate, Visit visit) {
    for (const RunOfRows& run : runs_) {
      for (std::uint32_t row = run.begin; row < run.end; ++row) {
        if (!predicate.cells || predicate[row].boolean()) visit(run.item, row);
      }
    }
  }

  /// Normalises nulls, since operations leave arbitrary bits in their other fields.
  void store(ScorePlace place, Range items, language::Cell* output) {
    const ScoreColumn values = column(place);
    for (std::uint32_t i = 0; i < items.count; ++i)
      output[items.first + i] =
          values[i].is_null() ? language::Cell::none(values[i].null) : values[i];
  }

  ScoreColumn column(ScorePlace place) {
    if (place.where == Where::Nowhere) return {};
    if (place.where == Where::Constant) return {input_.constants + place.index, 0};
    return {registers(place), 1};
  }

  language::Cell* registers(ScorePlace place) {
    return place.where == Where::Row ? rows_[place.index] : items_[place.index];
  }

  const ScoreLayout& layout_;
  const contract::ScoreInput& input_;
  std::uint64_t* left_out_;
  RegisterFile items_;
  RegisterFile rows_;
  std::vector<RunOfRows> runs_;  ///< of the current chunk
};

class ScoreInterpreter final : public ScoreKernels {
 public:
  explicit ScoreInterpreter(const contract::ScoreProgram& program) : layout_(lay_out(program)) {}

  void run(const contract::ScoreInput& input, std::uint32_t first_item, std::uint32_t item_count,
           language::Cell* const* outputs, std::uint64_t* left_out) const override {
    ScoreRun(layout_, input, left_out).run({first_item, item_count}, outputs);
  }

 private:
  ScoreLayout layout_;
};

}  // namespace

std::unique_ptr<ScoreKernels> make_score_interpreter(const contract::ScoreProgram& program) {
  return std::make_unique<ScoreInterpreter>(program);
}

}  // namespace seedc::exec
