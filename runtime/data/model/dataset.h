// A loaded dataset (semantics.md section 1): items, their reviews grouped by item, and the columns
// that a run requested. A Dataset is immutable and shared by threads.
//
// Only what `DataNeeds` lists is kept: one dictionary-coded column per path and, if requested, the
// texts in one arena. What a condition makes of a value is decided once per distinct value, by the
// reader of the column.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/base/call.h"
#include "runtime/base/limits.h"
#include "runtime/base/memory.h"
#include "runtime/base/result.h"
#include "runtime/data/model/column_flags.h"
#include "runtime/data/model/friend_graph.h"
#include "runtime/data/model/packed_codes.h"
#include "runtime/data/model/row_values.h"
#include "runtime/data/model/topic_judgements.h"
#include "runtime/language/required_literals.h"
#include "runtime/language/value.h"

namespace seedc::text {
class WordIndex;
}  // namespace seedc::text

namespace seedc::data {

class SearchedTexts;

/// The parts of a dataset that a run reads. A path that is listed twice is read once.
struct DataNeeds {
  std::vector<language::Path> item_paths;
  std::vector<language::Path>
      review_paths;    ///< of the review object; those under `user` are joined from the user file
  bool texts = false;  ///< Dataset::text
  /// If present, texts are only searched by what requires these literals: of a text of which the
  /// literals decide all searches, only that may be kept (Dataset::searched_texts).
  std::optional<std::vector<language::RequiredLiterals>> searches;
  bool names = false;       ///< Dataset::reviewer_names
  bool circles = false;     ///< Dataset::friend_graph, reviewers and reviewer_names
  bool judgements = false;  ///< Dataset::judgement

  void add(const DataNeeds& more);

 private:
  void add_texts(const DataNeeds& more);
};

/// The values at one path: row r has values[codes[r]]. Code 0 is always "missing" and values[0]
/// null; values are as read (section 2). Two codes may stand for equal values, null included.
struct Column {
  Codes codes;  ///< one per row; item columns are padded with 0 to a multiple of 512
  std::vector<language::Value> values;
  base::MemoryCharge charge = {};  ///< of what was made on demand
};

/// What was left out of a file while loading, and why: records, and values of records that are
/// used otherwise. Lines count from 1; those of a table in memory are its rows.
struct LoadReport {
  struct Skipped {
    std::string file;
    std::uint64_t line = 0;  ///< 0: not tied to one line
    std::string reason;
  };
  struct FileCount {
    std::string file;
    std::uint64_t records = 0;   ///< non-blank lines (in a bundle: items and reviews)
    std::uint64_t accepted = 0;  ///< records = accepted + skipped
    std::uint64_t skipped = 0;
  };
  std::vector<FileCount> files;
  std::vector<Skipped> skipped;  ///< the first `kMaxReported` of them, in file order
  std::uint64_t skipped_count = 0;
  static constexpr std::size_t kMaxReported = 1000;
};

struct LoadOptions {
  bool strict = false;   ///< the first record that would be skipped is an error
  unsigned threads = 0;  ///< 0: as many as the machine has
  std::uint64_t max_records =
      base::limits::kRecords;  ///< maximum number of items, and of reviews; more are an error
  /// Called now and then with the number of bytes of items and reviews read, and their total.
  std::function<void(std::uint64_t done, std::uint64_t total)> progress;
  base::Call call;  ///< that reads; of the Dataset too, until `for_call`
};

/// A handle of shared data, and of the call that uses it: functions that read it or compute from it
/// check that call, and throw base::Stopped when it is to stop.
class Dataset {
 public:
  std::uint32_t item_count() const;
  std::uint32_t review_count() const;
  std::string_view item_id(std::uint32_t item) const;
  /// The item's index, or std::nullopt.
  std::optional<std::uint32_t> find_item(std::string_view id) const;

  /// Reviews [review_begin(i), review_begin(i + 1)) are those of item i, in file order. item <=
  /// item_count().
  std::uint32_t review_begin(std::uint32_t item) const;
  std::string_view review_id(std::uint32_t review) const;
  /// The review's text unchanged; "" if it is absent or not a string. Needs `texts`. If there are
  /// `searched_texts`, only where these leave a search open.
  std::string_view text(std::uint32_t review) const;
  /// Whether the text is not empty.
  bool has_text(std::uint32_t review) const;
  /// What is known of all texts, or nullptr if they were not searched while they were read.
  const SearchedTexts* searched_texts() const;

  /// An index of the texts, or nullptr if there is none. Needs `texts`.
  const text::WordIndex* word_index() const;
  /// The total size of all texts in bytes, if there is an index.
  std::uint64_t text_bytes() const;

  /// Columns that were requested.
  const Column& item_column(const language::Path& path) const;
  const Column& review_column(const language::Path& path) const;
  /// The values of a column of reviews that was requested, without reading all of them.
  RowValues review_values(const language::Path& path) const;
  /// Whether a test holds for the values of a column of reviews that was requested, without keeping
  /// the values.
  ColumnFlags review_flags(const language::Path& path, const ValueTest& test) const;
  ColumnNumbers review_numbers(const language::Path& path, const ValueNumber& number) const;
  /// The value at `user.name`, where nothing is read on the way nor there, or the name that
  /// user_mapping.json assigns. Only strings are names. Needs `names`.
  const Column& reviewer_names() const;
  /// The friend graphs: that of user_mapping.json, or the friends of users, and those of lines of a
  /// bundle. Needs `circles`.
  const FriendGraph& friend_graph() const;
  /// Who wrote the reviews, as people are called in the friend graph: the reviewers' names; or if
  /// it is of users the ids (`user_id`, unread) of those whom it knows, and the names of others.
  /// Only strings are people. Needs `circles`.
  const Column& reviewers() const;
  /// The number of the graph to which a code of `reviewers` belongs. Needs `circles`.
  std::uint32_t graph_of_reviewer(std::uint32_t code) const;
  /// Stands for a reviewer whom the friend graph has no list of.
  static constexpr std::uint32_t kNobody = ~std::uint32_t{0};
  /// For each code of `reviewers` the number of the person in the friend graph, or kNobody. Needs
  /// `circles`.
  std::span<const std::uint32_t> people_of_reviewers() const;
  /// Needs `judgements`.
  TopicJudgements judgements(std::string_view topic) const;

  const LoadReport& report() const;

  const base::Call& call() const { return call_; }
  /// The same data for another call. Data that outlives the call it was loaded in is kept as
  /// `for_call({})`, which has no limits.
  Dataset for_call(base::Call call) const { return Dataset(storage_, std::move(call)); }

  struct Storage;
  explicit Dataset(std::shared_ptr<const Storage> storage, base::Call call = {});

 private:
  std::shared_ptr<const Storage> storage_;
  base::Call call_;
};

}  // namespace seedc::data
