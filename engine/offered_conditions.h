// The conditions that a dataset offers for suggestions, with their values at all items: names by
// convention, bounds of numbers, words of reviews, circles. Each part is read when it is asked for.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "compiler/ast/ast.h"
#include "compiler/resolve/convention.h"
#include "engine/evaluate.h"
#include "engine/schema_source.h"
#include "engine/suggest/bits.h"
#include "engine/suggest/kinds.h"
#include "runtime/base/memory.h"
#include "runtime/base/result.h"

namespace seedc::engine {

struct OfferedCondition {
  suggest::Kind kind = suggest::Kind::Attributes;
  std::string name;     ///< in a table
  std::string meaning;  ///< as `names` has it
  std::string phrase;   ///< in a sentence: "no tv", "open monday afternoon"
  ast::Expr written;    ///< in a program
  std::uint32_t cost = 0;
  suggest::Bits yes;     ///< the items that meet it
  suggest::Bits not_no;  ///< those that do not fail it
  std::string own = {};  ///< Texts, Circles: the word
  bool is_name = false;  ///< it asks for the item's name
};

/// Not thread-safe.
class OfferedConditions {
 public:
  using Kinds = std::set<suggest::Kind>;

  /// `kinds`: those that may be offered. `dataset` is loaded with the names of its items, as
  /// `load_for` does.
  OfferedConditions(const EvaluateOptions& options, Kinds kinds, data::Dataset dataset);

  /// The parts in which conditions are read, the cheapest first.
  enum class Part : std::uint8_t { Items, Reviews, Reviewers, Circles };
  static constexpr Part kParts[] = {Part::Items, Part::Reviews, Part::Reviewers, Part::Circles};

  /// Adds a part, for suggestions for these items; each part once.
  base::Result<void> add(Part part, const std::vector<std::uint32_t>& items);
  /// No condition of the part, nor of a later one, costs less; std::nullopt if none is wanted.
  std::optional<std::uint32_t> least_cost(Part part) const;

  /// Those that some item meets, in the order in which they were added.
  const std::vector<OfferedCondition>& conditions() const { return conditions_; }
  const data::Dataset& dataset() const { return dataset_; }

  /// Whether the condition asks for the item's name, or for a word of it.
  bool says_name(const OfferedCondition& condition, std::uint32_t item) const;

 private:
  struct Offered {
    OfferedCondition condition;
    resolve::Reading reading;
  };

  bool wants(suggest::Kind kind) const { return kinds_.contains(kind); }
  std::vector<Offered> of_items() const;
  std::vector<Offered> of_numbers() const;
  std::vector<Offered> of_topics() const;
  std::vector<Offered> of_reviewers();
  std::vector<Offered> of_circles(const std::vector<std::uint32_t>& items) const;
  static Offered hop_condition(const std::string& anchor, int hops, const std::string& word);
  base::Result<void> add_words(const std::vector<std::uint32_t>& items);
  base::Result<void> load(const data::DataNeeds& needs);
  base::Result<void> run(std::vector<Offered> offered);
  void keep(OfferedCondition condition, std::size_t words, bool is_negation);
  std::optional<resolve::Reading> only_reading(const std::string& name) const;

  std::unique_ptr<Host> again_;  ///< for all that is read after the first time
  EvaluateOptions options_;      ///< with that host
  Kinds kinds_;
  std::unique_ptr<SchemaSource> source_;
  data::Dataset dataset_;
  std::vector<OfferedCondition> conditions_;
  base::MemoryCharge charge_;
};

}  // namespace seedc::engine
