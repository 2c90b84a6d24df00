// The conditions on review texts (semantics.md section 3, review_text in its three forms), bound to
// a dataset. All patterns of a run form one set, and each review's text is searched at most once,
// for the patterns that can still matter.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "runtime/base/result.h"
#include "runtime/contract/plan.h"
#include "runtime/data/model/dataset.h"
#include "runtime/exec/match_filter.h"
#include "runtime/exec/review_rules.h"
#include "runtime/exec/scratch_pool.h"
#include "runtime/text/pattern_set.h"
#include "runtime/text/word_index.h"

namespace seedc::exec {

/// Counts of search outcomes. Additive over threads.
struct TextLedger {
  /// For one pattern.
  struct Searches {
    /// Whose search reached its match limit, so that it is unknown whether they match.
    std::uint64_t undecided_reviews = 0;
    std::uint64_t undecided_items = 0;
    /// Of which each review was searched or, by the index, known not to match; and whether a review
    /// of one of them may match. Counted where a condition asks for any match of the pattern.
    std::uint64_t complete_items = 0;
    bool has_match = false;
  };
  std::uint64_t reviews_searched = 0;
  std::uint64_t bytes_searched = 0;
  std::map<std::string, Searches, std::less<>> searches;  ///< by pattern, in PCRE2's dialect
  void add(const TextLedger& other);
};

/// The value of a condition at one item, with what decided it.
struct TextFinding {
  struct Review {
    bool is_heard = true;  ///< whether it counts if it matches
    bool matches = false;
    bool is_undecided = false;            ///< the search did not complete
    std::vector<text::TextPlace> places;  ///< the matches, at most `PatternSet::kMostPlaces`
  };
  language::Tri value = language::Tri::Unknown;
  std::optional<double> threshold;    ///< of credibility; absent if too few reviewers have any
  std::int64_t with_credibility = 0;  ///< the number of reviewers who have any
  std::vector<Review> reviews;        ///< all reviews of the item
};

/// How a pattern is searched, and the estimated costs of the alternatives.
struct TextRoute {
  enum class Kind : std::uint8_t {
    NotNeeded,  ///< no item is left that needs a text search
    Index,      ///< the word index is consulted first
    DearIndex,  ///< scanned, because the index costs more
    NoWord,     ///< scanned: the pattern requires no literal that the index could look up
  };
  std::string pattern;  ///< in PCRE2's dialect
  Kind kind = Kind::NotNeeded;
  /// In bytes of text that are scanned in the same time.
  double scan_bytes = 0, index_bytes = 0;
};

/// The compiled patterns of a program's conditions on texts: made once, bound to any number of
/// datasets. Immutable and therefore thread-safe. Refers to the plan, which must outlive it.
class PreparedTexts {
 public:
  using Scratches = ScratchPool<text::PatternSet::Scratch>;

  /// Those of the plan's stage Texts. Fails if a pattern cannot be searched. Checks the call at
  /// each pattern.
  static base::Result<std::shared_ptr<const PreparedTexts>> prepare(const contract::Plan& plan,
                                                                    const base::Call& call = {});

  std::span<const language::Condition* const> conditions() const { return conditions_; }
  /// The number of the condition's pattern in the set; std::nullopt if the pattern is empty.
  std::optional<std::uint32_t> pattern_of(std::size_t condition) const {
    return pattern_numbers_[condition];
  }
  /// The number of the condition's voters: the same for conditions with the same votes
  /// (runtime/language/votes_key.h).
  std::uint32_t voters_of(std::size_t condition) const { return voters_numbers_[condition]; }
  const text::PatternSet& patterns() const { return patterns_; }
  /// A pattern in PCRE2's dialect.
  const std::string& source(std::size_t pattern) const { return sources_[pattern]; }
  const std::optional<language::RequiredLiterals>& required(std::size_t pattern) const {
    return required_[pattern];
  }
  /// Takes the scratch that a thread searches with.
  Scratches::Lent take_scratch() const {
    return scratches_.take([this] { return patterns_.make_scratch(); });
  }

 private:
  PreparedTexts(std::vector<const language::Condition*> conditions, text::PatternSet patterns);

  std::vector<const language::Condition*> conditions_;
  std::vector<std::optional<std::uint32_t>> pattern_numbers_;  ///< one per condition
  std::vector<std::uint32_t> voters_numbers_;                  ///< one per condition
  text::PatternSet patterns_;
  std::vector<std::string> sources_;                                 ///< one per pattern
  std::vector<std::optional<language::RequiredLiterals>> required_;  ///< one per pattern
  Scratches scratches_;
};

class TextRules {
  /// Whose matches count. Conditions with the same votes differ in how many they ask for.
  struct Voters {
    std::optional<std::uint32_t> pattern;  ///< number in the set; absent if it is empty
    std::optional<Membership> circle;
    std::optional<MatchFilter> filter;
    std::optional<ReviewNumbers> credibility;
    double percentile = 0;
    language::Tri without_pattern =
        language::Tri::Unknown;  ///< unused for a circle, where an empty pattern matches
    bool are_all() const { return !circle && !filter && !credibility; }
  };
  struct Rule {
    std::uint32_t voters = 0;  ///< their number
    std::int64_t min_matches = 1;
    language::Tri without_reviews = language::Tri::Unknown;
    /// Whether it is the pattern's first condition that one match of any review satisfies.
    bool is_for_any_match = false;
  };
  struct VotersMaker;

 public:
  /// Verdicts below have the order of the conditions. The dataset must outlive the rules.
  static TextRules bind(std::shared_ptr<const PreparedTexts> prepared,
                        const data::Dataset& dataset);

  /// Takes what is known of texts that were searched while they were read. Or queries the dataset's
  /// index, if it has one, for the patterns for which that is cheaper than
  /// scanning: reviews that cannot match are then skipped. `wanted_shares`: for each condition, the
  /// fraction of items for which it must be decided, 0 to 1.
  void narrow(std::span<const double> wanted_shares, unsigned threads);
  /// The choices of `narrow` for each distinct pattern. The dataset must have an index.
  std::vector<TextRoute> routes(std::span<const double> wanted_shares) const;

  /// The per-thread state of evaluation. Not thread-safe.
  class Worker {
   public:
    explicit Worker(const TextRules& rules);
    /// Decides the conditions numbered in `wanted` for one item: verdicts[k] is that of wanted[k].
    void decide(ReviewRange reviews, std::span<const std::uint32_t> wanted,
                std::vector<language::Tri>& verdicts);
    /// Decides one of the conditions for one item and reports on all its reviews.
    TextFinding examine(ReviewRange reviews, std::uint32_t condition);
    TextLedger ledger() const;

   private:
    static constexpr std::uint32_t kNoTally = ~std::uint32_t{0};
    /// What is known of the votes at the item.
    struct Tally {
      std::uint32_t number;  ///< of the voters
      const Voters* voters;
      double threshold = 0;               ///< of credibility
      std::int64_t with_credibility = 0;  ///< the number of reviewers who have any
      /// The reviews to search, if the index decides the others; and how many of them count if they
      /// match.
      const text::TextBits* reviews = nullptr;
      std::int64_t open = 0;
      std::int64_t found = 0;
      std::int64_t undecided = 0;  ///< reviews that might have counted if the search had completed
      /// The most that an undecided condition asks for; 0: all are decided.
      std::int64_t needed = 0;
    };
    /// A condition that what is known without a search leaves undecided.
    struct Waiting {
      std::size_t slot;  ///< index in `wanted` and `verdicts`
      const Rule* rule;
    };
    void begin_item();
    std::optional<language::Tri> verdict_unsearched(const Rule& rule, ReviewRange reviews);
    /// Counted when the first of their conditions asks.
    Tally& tally_of(std::uint32_t voters, ReviewRange reviews);
    void find_threshold(ReviewRange reviews, Tally& tally);
    /// Counts the reviews that match according to the index.
    static void count_known(const text::PossibleTexts& known, ReviewRange reviews, Tally& tally);
    void search_open(ReviewRange reviews);
    /// The first review at or after `review` that must be searched, or `end`.
    std::uint32_t next_review(std::uint32_t review, std::uint32_t end) const;
    void look_at(std::uint32_t review);
    void search(std::uint32_t review);
    void count_undecided();
    /// Of a condition for any match of its pattern.
    void count_complete(const Rule& rule, ReviewRange reviews, language::Tri verdict);
    void count(Tally& tally) const;
    /// Whether the review counts if its text matches, and the index does not decide it.
    static bool is_open(const Tally& tally, std::uint32_t review);
    static bool concerns(const Tally& tally, std::uint32_t review);
    TextFinding::Review examine(std::uint32_t review, const Tally& tally);

    const TextRules& rules_;
    PreparedTexts::Scratches::Lent scratch_;
    std::vector<std::uint32_t> tally_numbers_;  ///< in `tallies_`; one per voters
    std::vector<Tally> tallies_;                ///< of the item
    std::vector<Tally*> open_;                  ///< those of which some condition is undecided
    std::vector<Waiting> waiting_;
    text::PatternBits asked_, found_, undecided_;
    std::vector<double> credible_values_;
    std::vector<std::uint32_t> undecided_here_;   ///< patterns, once per review of the item
    std::vector<TextLedger::Searches> searches_;  ///< one per pattern
    std::uint64_t reviews_searched_ = 0, bytes_searched_ = 0;
  };

 private:
  TextRules(const data::Dataset& dataset, std::shared_ptr<const PreparedTexts> prepared);
  static Rule rule_of(const language::Condition& condition);
  /// As `narrow`, of texts that were searched while they were read.
  void take_answers(const data::SearchedTexts& searched, unsigned threads);
  void charge_answer(std::size_t pattern);
  /// An upper bound on the bytes that a scan for each pattern reads.
  std::vector<double> scan_bytes(std::span<const double> wanted_shares) const;
  /// The route of a pattern given the cost of its scan. Sets `query` if the index is to be
  /// consulted.
  TextRoute route(const text::WordIndex& index, std::size_t pattern, double scan_bytes,
                  std::optional<text::WordIndex::Query>& query) const;

  const data::Dataset* dataset_;
  std::shared_ptr<const PreparedTexts> prepared_;
  std::vector<Voters> voters_;
  std::vector<Rule> rules_;  ///< one per condition
  std::vector<std::optional<text::PossibleTexts>>
      narrowed_;                             ///< for each pattern that the index was queried about
  std::vector<base::MemoryCharge> charges_;  ///< of these
};

}  // namespace seedc::exec
