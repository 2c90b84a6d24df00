// Runs the stages of a plan and computes its results.
#include "runtime/exec/execute.h"

#include <fmt/format.h>
#include <tbb/enumerable_thread_specific.h>

#include <algorithm>
#include <array>
#include <bit>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "runtime/exec/item_lookups.h"
#include "runtime/exec/parallel.h"
#include "runtime/exec/review_rules.h"
#include "runtime/language/item_rules.h"
#include "runtime/language/text.h"

namespace seedc::exec {
namespace {

constexpr std::uint32_t kItemsPerWord = 64;

/// The values of a condition at the items of a word.
struct Decided {
  std::uint64_t yes = 0, no = 0;

  void add(std::uint32_t item, language::Tri value) {
    const std::uint64_t bit = std::uint64_t{1} << (item % kItemsPerWord);
    if (value == language::Tri::Yes) yes |= bit;
    if (value == language::Tri::No) no |= bit;
  }
};

/// A condition on texts that some items of a word need. Planes of many conditions are far from each
/// other in memory, and each is read and written once for all the items.
struct Needed {
  std::uint32_t k;  ///< its number in the stage
  std::uint64_t items;
  Decided decided = {};
};

/// The state of one run. Condition c has planes 2c and 2c + 1.
class Run {
 public:
  Run(const PreparedRequests& prepared, const data::Dataset& dataset, const ExecuteOptions& options)
      : prepared_(prepared),
        plan_(prepared.plan()),
        dataset_(dataset),
        kernels_(prepared.kernels()),
        options_(options),
        call_(dataset.call()),
        values_(2 * plan_.conditions.size(), dataset.item_count(), call_) {}

  RunResult go() {
    evaluate_items();
    evaluate_reviews();
    evaluate_texts();
    Planes results(plan_.results.outputs.size(), dataset_.item_count(), call_);
    run(Program::Results, results);
    return RunResult(std::move(results), std::move(texts_));
  }

  std::vector<TextRoute> routes() {
    evaluate_items();
    evaluate_reviews();
    const std::size_t count = conditions_of(language::Stage::Texts).size();
    return TextRules::bind(prepared_.texts(), dataset_)
        .routes(wanted_shares(demand(Program::TextDemand, count), count));
  }

 private:
  std::span<const std::uint32_t> conditions_of(language::Stage stage) const {
    return plan_.at(stage).conditions;
  }

  /// Runs a plane program, or as many lookups, in calls of a few milliseconds each, on all threads;
  /// a program so long that the interpreter's blocks take megabytes, on one.
  template <class Body>
  void for_words(std::size_t steps_per_word, const Body& body) const {
    constexpr std::uint64_t kStepsPerCall = std::uint64_t{1} << 20;
    const std::uint64_t blocks =
        kStepsPerCall / contract::kPlaneBlockWords / std::max<std::size_t>(steps_per_word, 1);
    const std::uint64_t words = std::max<std::uint64_t>(blocks, 1) * contract::kPlaneBlockWords;
    constexpr std::size_t kMostStepsOfThreads = std::size_t{1} << 16;
    const unsigned threads = steps_per_word <= kMostStepsOfThreads ? options_.threads : 1;
    const std::uint64_t all = values_.words();
    for_each_portion((all + words - 1) / words, threads, call_, [&](std::uint64_t number) {
      const std::uint64_t begin = number * words;
      body(begin, std::min(words, all - begin));
    });
  }

  void run(Program program, Planes& outputs) const {
    const auto run_words = [&](std::uint64_t first_word, std::uint64_t word_count) {
      kernels_.run(program, values_.pointers(), outputs.pointers(), first_word, word_count);
    };
    for_words(program_of(plan_, program).code.size(), run_words);
  }

  /// Conditions on items are cheap: each is decided for all items, with one lookup.
  void evaluate_items() {
    const auto conditions = conditions_of(language::Stage::Items);
    if (conditions.empty()) return;
    std::vector<std::vector<std::uint8_t>> verdicts(conditions.size());
    std::vector<base::MemoryCharge> charges;
    for (std::size_t k = 0; k < conditions.size(); ++k)
      charges.emplace_back(call_, "the values of conditions");
    std::vector<ItemLookup> lookups(conditions.size());
    const auto columns = prepared_.item_columns();
    for_each_portion(columns.size(), options_.threads, call_, [&](std::uint64_t number) {
      const auto& [path, readers] = columns[number];
      const data::Column& column = dataset_.item_column(*path);
      const base::MemoryCharge charge(call_, "the texts of values",
                                      column.values.size() * sizeof(std::string));
      const std::vector<std::string> texts = texts_of(column);
      for (const std::size_t k : readers) {
        call_.check();
        charges[k].add(column.values.size());
        verdicts[k] = language::decide(plan_.conditions[conditions[k]], column.values, texts);
        lookups[k] = {column.codes.packed(), verdicts[k].data()};
      }
    });
    std::vector<std::uint64_t*> planes;
    for (const std::uint32_t number : conditions) {
      planes.push_back(values_.pointers()[2 * number]);
      planes.push_back(values_.pointers()[2 * number + 1]);
    }
    constexpr std::size_t kStepsPerLookup = 64;  // one per item of a word
    for_words(lookups.size() * kStepsPerLookup,
              [&](std::uint64_t first_word, std::uint64_t word_count) {
                look_up_items(lookups, planes.data(), first_word, word_count);
              });
  }

  static std::vector<std::string> texts_of(const data::Column& column) {
    std::vector<std::string> texts;
    texts.reserve(column.values.size());
    for (const language::Value& value : column.values) texts.push_back(language::text_of(value));
    return texts;
  }

  /// The items for which each condition of the stage is needed: plane k is for the stage's k-th
  /// condition.
  Planes demand(Program program, std::size_t condition_count) const {
    Planes planes(condition_count, dataset_.item_count(), call_);
    run(program, planes);
    return planes;
  }

  /// Conditions that share flags one after another: while one waits for its column, others are
  /// decided.
  void evaluate_reviews() {
    const std::size_t count = conditions_of(language::Stage::Reviews).size();
    if (count == 0) return;
    const Planes wanted = demand(Program::ReviewDemand, count);
    const auto sharing = prepared_.same_votes();
    for_each_portion(sharing.size(), options_.threads, call_, [&](std::uint64_t number) {
      SharedFlags shared;
      for (const PreparedRequests::SameVotes& same : sharing[number]) {
        const VoteCount votes = bind_votes(review_condition(same.front()), dataset_, shared);
        for_each_portion(item_words(), options_.threads, call_, [&](std::uint64_t word) {
          evaluate_reviews_of(word, wanted, same, votes);
        });
      }
    });
  }

  const language::Condition& review_condition(std::uint32_t k) const {
    return plan_.conditions[conditions_of(language::Stage::Reviews)[k]];
  }

  /// The votes of each item's reviews are counted once for all conditions that have the same.
  void evaluate_reviews_of(std::uint64_t word, const Planes& wanted,
                           const PreparedRequests::SameVotes& same, const VoteCount& votes) {
    std::uint64_t any = 0;
    for (const std::uint32_t k : same) any |= wanted.pointers()[k][word];
    if (any == 0) return;
    std::array<ReviewTally, kItemsPerWord> tallies;
    for_each_item(any, word, [&](std::uint32_t item) {
      tallies[item % kItemsPerWord] = votes(reviews_of(dataset_, item));
    });
    for (const std::uint32_t k : same) {
      const std::uint64_t items = wanted.pointers()[k][word];
      if (items == 0) continue;
      Decided decided;
      for_each_item(items, word, [&](std::uint32_t item) {
        decided.add(item, verdict_of(review_condition(k), reviews_of(dataset_, item),
                                     tallies[item % kItemsPerWord]));
      });
      keep(conditions_of(language::Stage::Reviews)[k], word, decided);
    }
  }

  void evaluate_texts() {
    const auto conditions = conditions_of(language::Stage::Texts);
    if (conditions.empty()) return;
    TextRules rules = TextRules::bind(prepared_.texts(), dataset_);
    const Planes wanted = demand(Program::TextDemand, conditions.size());
    rules.narrow(wanted_shares(wanted, conditions.size()), options_.threads);
    tbb::enumerable_thread_specific<TextRules::Worker> workers(
        [&] { return TextRules::Worker(rules); });
    PortionCounter searched(item_words(), options_.progress);
    for_each_portion(item_words(), options_.threads, call_, [&](std::uint64_t word) {
      evaluate_texts_of(word, wanted, workers.local());
      searched.end_portion();
    });
    for (const TextRules::Worker& worker : workers) texts_.add(worker.ledger());
  }

  /// For each plane, the fraction of items whose bit is set.
  std::vector<double> wanted_shares(const Planes& wanted, std::size_t plane_count) const {
    std::vector<double> shares;
    for (std::size_t k = 0; k < plane_count; ++k) {
      std::uint64_t count = 0;
      for (std::uint64_t word = 0; word < item_words(); ++word)
        count +=
            static_cast<std::uint64_t>(std::popcount(wanted.pointers()[k][word] & items_of(word)));
      shares.push_back(static_cast<double>(count) / static_cast<double>(dataset_.item_count()));
    }
    return shares;
  }

  void evaluate_texts_of(std::uint64_t word, const Planes& wanted, TextRules::Worker& worker) {
    const auto conditions = conditions_of(language::Stage::Texts);
    std::vector<Needed> needed;
    std::uint64_t any = 0;
    for (std::uint32_t k = 0; k < conditions.size(); ++k) {
      const std::uint64_t items = wanted.pointers()[k][word];
      if (items != 0) needed.push_back({k, items});
      any |= items;
    }
    std::vector<std::uint32_t> slots;
    std::vector<Needed*> asked;
    std::vector<language::Tri> verdicts;
    for_each_item(any, word, [&](std::uint32_t item) {
      slots.clear();
      asked.clear();
      for (Needed& each : needed) {
        if ((each.items >> (item % kItemsPerWord) & 1) == 0) continue;
        slots.push_back(each.k);
        asked.push_back(&each);
      }
      worker.decide(reviews_of(dataset_, item), slots, verdicts);
      for (std::size_t i = 0; i < slots.size(); ++i) asked[i]->decided.add(item, verdicts[i]);
    });
    for (const Needed& each : needed) keep(conditions[each.k], word, each.decided);
  }

  std::uint64_t item_words() const {
    return (std::uint64_t{dataset_.item_count()} + kItemsPerWord - 1) / kItemsPerWord;
  }

  /// The mask of the bits in a word of a plane that are not padding.
  std::uint64_t items_of(std::uint64_t word) const {
    const std::uint64_t count = dataset_.item_count() - word * kItemsPerWord;
    return count < kItemsPerWord ? (std::uint64_t{1} << count) - 1 : ~std::uint64_t{0};
  }

  /// Calls the body for each item whose bit is set in a word of a plane; skips padding.
  template <class Body>
  void for_each_item(std::uint64_t bits, std::uint64_t word, const Body& body) const {
    for (bits &= items_of(word); bits != 0; bits &= bits - 1)
      body(static_cast<std::uint32_t>(word * kItemsPerWord +
                                      static_cast<std::uint64_t>(std::countr_zero(bits))));
  }

  /// Each word of a condition is written by one thread only.
  void keep(std::uint32_t condition, std::uint64_t word, const Decided& decided) {
    values_.pointers()[2 * condition][word] = decided.yes;
    values_.pointers()[2 * condition + 1][word] = decided.no;
  }

  const PreparedRequests& prepared_;
  const contract::Plan& plan_;
  const data::Dataset& dataset_;
  const Kernels& kernels_;
  const ExecuteOptions& options_;
  const base::Call& call_;
  Planes values_;
  TextLedger texts_;
};

}  // namespace

base::Result<RunResult> execute(const PreparedRequests& prepared, const data::Dataset& dataset,
                                const ExecuteOptions& options) {
  std::optional<RunResult> result;
  const auto run = [&] { result = Run(prepared, dataset, options).go(); };
  options.threads == 1 ? run() : base::with_threads(options.threads, run);
  return std::move(*result);
}

std::vector<TextRoute> text_routes(const PreparedRequests& prepared, const data::Dataset& dataset,
                                   const ExecuteOptions& options) {
  return Run(prepared, dataset, options).routes();
}

}  // namespace seedc::exec
