// The conditions on review texts (semantics.md section 3, review_text in its three forms), bound to
// a dataset. All patterns of a run are one set, and each review's text is looked at once at the
// most, for the patterns that can still matter.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "runtime/base/result.h"
#include "runtime/contract/plan.h"
#include "runtime/data/model/dataset.h"
#include "runtime/exec/review_rules.h"
#include "runtime/exec/scratch_pool.h"
#include "runtime/text/pattern_set.h"
#include "runtime/text/word_index.h"

namespace seedc {

/// What became of the searches. Adds up over threads.
struct TextLedger {
  std::uint64_t reviews_searched = 0;
  std::uint64_t bytes_searched = 0;
  std::uint64_t searches_undecided =
      0;  ///< a pattern in a review whose match limit was reached; its value is 0
  void add(const TextLedger& other);
};

/// A condition at one item, with what it was decided by.
struct TextFinding {
  struct Review {
    bool is_heard = true;  ///< its author is one of those whose word counts
    bool matches = false;
    bool is_undecided = false;      ///< the search came to no end
    std::vector<TextPlace> places;  ///< where it matches, the first `PatternSet::kMostPlaces`
  };
  Tri value = Tri::Unknown;
  std::optional<double> threshold;    ///< of credibility; nothing if too few reviewers have any
  std::int64_t with_credibility = 0;  ///< how many reviewers have any
  std::vector<Review> reviews;        ///< all of the item's
};

/// How a pattern is searched, by what either way is estimated to cost.
struct TextRoute {
  enum class Kind : std::uint8_t {
    NotNeeded,  ///< no item is left for which a text must be looked at
    Index,      ///< the word index is asked first
    DearIndex,  ///< scanned, which costs less
    NoWord,     ///< scanned: the pattern requires no literal that the index could look up
  };
  std::string pattern;  ///< as PCRE2 has it
  Kind kind = Kind::NotNeeded;
  /// In bytes of text that are scanned in the same time.
  double scan_bytes = 0, index_bytes = 0;
};

/// The patterns of a program's conditions on texts, compiled: made once, bound to any number of
/// datasets. Immutable, so threads share it. Refers to the conditions, which outlive it.
class PreparedTexts {
 public:
  using Scratches = ScratchPool<PatternSet::Scratch>;

  /// `conditions` are of stage Texts. An error if a pattern cannot be searched.
  static Result<std::shared_ptr<const PreparedTexts>> prepare(
      std::vector<const Condition*> conditions);

  std::span<const Condition* const> conditions() const { return conditions_; }
  /// The number in the set of the condition's pattern; std::nullopt if that is empty.
  std::optional<std::uint32_t> pattern_of(std::size_t condition) const {
    return pattern_numbers_[condition];
  }
  const PatternSet& patterns() const { return patterns_; }
  /// A pattern as PCRE2 has it.
  const std::string& source(std::size_t pattern) const { return sources_[pattern]; }
  const std::optional<RequiredLiterals>& required(std::size_t pattern) const {
    return required_[pattern];
  }
  /// What a thread searches with.
  Scratches::Lent take_scratch() const {
    return scratches_.take([this] { return patterns_.make_scratch(); });
  }

 private:
  PreparedTexts(std::vector<const Condition*> conditions, PatternSet patterns);

  std::vector<const Condition*> conditions_;
  std::vector<std::optional<std::uint32_t>> pattern_numbers_;  ///< a condition each
  PatternSet patterns_;
  std::vector<std::string> sources_;                       ///< a pattern each
  std::vector<std::optional<RequiredLiterals>> required_;  ///< a pattern each
  Scratches scratches_;
};

class TextRules {
  struct Rule {
    std::optional<std::uint32_t> pattern;  ///< number in the set; nothing if it is empty
    std::int64_t min_matches = 1;
    std::optional<Membership> circle;
    std::optional<ReviewNumbers> credibility;
    double percentile = 0;
    Tri without_reviews = Tri::Unknown;
    Tri without_pattern = Tri::Unknown;  ///< not for a circle, where an empty pattern matches
  };

 public:
  /// Verdicts below have the order of the conditions. The dataset outlives the rules.
  static TextRules bind(std::shared_ptr<const PreparedTexts> prepared, const Dataset& dataset);

  /// Asks the dataset's index, if it has one, about the patterns for which that costs less than to
  /// scan for them: reviews that cannot match are then passed over. `wanted_shares`: of each
  /// condition, for which part of the items it is to be decided, 0 to 1.
  void narrow(std::span<const double> wanted_shares, unsigned threads);
  /// What `narrow` chooses, for each distinct pattern. Of a dataset with an index.
  std::vector<TextRoute> routes(std::span<const double> wanted_shares) const;

  /// What one thread needs to evaluate.
  class Worker {
   public:
    explicit Worker(const TextRules& rules);
    /// Decides the conditions numbered in `wanted` for one item: verdicts[k] is that of wanted[k].
    void decide(ReviewRange reviews, std::span<const std::uint32_t> wanted,
                std::vector<Tri>& verdicts);
    /// Decides one of the conditions for one item and tells of all its reviews.
    TextFinding examine(ReviewRange reviews, std::uint32_t condition);
    const TextLedger& ledger() const { return ledger_; }

   private:
    /// A condition that the reviews looked at so far leave open.
    struct Tally {
      std::size_t slot;  ///< in `wanted` and `verdicts`
      const Rule* rule;
      double threshold;  ///< of credibility
      /// The reviews that are to be looked at, where the index knows of the others.
      const TextBits* reviews = nullptr;
      std::int64_t found = 0;
      std::int64_t undecided = 0;  ///< reviews that might count, had the search come to an end
    };
    std::optional<Tri> open(const Rule& rule, ReviewRange reviews, std::size_t slot);
    /// Counts the reviews that the index knows to match. The verdict if it knows enough.
    static std::optional<Tri> count_known(const WordIndex::Answer& known, ReviewRange reviews,
                                          Tally& tally);
    std::optional<double> credible_threshold(const Rule& rule, ReviewRange reviews);
    /// The first from `review` on that is to be looked at, or `end`.
    std::uint32_t next_review(std::uint32_t review, std::uint32_t end) const;
    void look_at(std::uint32_t review);
    void search(std::uint32_t review);
    void count(Tally& tally) const;
    /// Whether the review counts if its text matches, and the index does not know of it.
    static bool is_open(const Tally& tally, std::uint32_t review);
    static bool concerns(const Tally& tally, std::uint32_t review);
    TextFinding::Review examine(std::uint32_t review, const Tally& tally);

    const TextRules& rules_;
    PreparedTexts::Scratches::Lent scratch_;
    std::vector<Tally> open_;
    PatternBits asked_, found_, undecided_;
    std::vector<double> credible_values_;
    TextLedger ledger_;
  };

 private:
  TextRules(const Dataset& dataset, std::shared_ptr<const PreparedTexts> prepared,
            std::vector<Rule> rules);
  /// How many bytes a scan for each pattern goes through at the most.
  std::vector<double> scan_bytes(std::span<const double> wanted_shares) const;
  /// The route of a pattern whose scan costs so much. `query` is set if the index is to be asked.
  TextRoute route(const WordIndex& index, std::size_t pattern, double scan_bytes,
                  std::optional<WordIndex::Query>& query) const;

  const Dataset* dataset_;
  std::shared_ptr<const PreparedTexts> prepared_;
  std::vector<Rule> rules_;
  std::vector<std::optional<WordIndex::Answer>>
      narrowed_;  ///< of each that the index was asked about
};

}  // namespace seedc
