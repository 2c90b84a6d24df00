// Loads a dataset's records and its optional files into tables and lists in the dataset's order,
// for a Dataset in memory or for a snapshot.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/data/jsonl/block_parser.h"
#include "runtime/data/jsonl/files.h"
#include "runtime/data/jsonl/load_log.h"
#include "runtime/data/jsonl/name_assignment.h"
#include "runtime/data/jsonl/own_data.h"
#include "runtime/data/jsonl/registry.h"
#include "runtime/data/model/grouped_texts.h"
#include "runtime/data/model/judgements.h"
#include "runtime/language/schema.h"

namespace seedc::data {

/// Which of the optional files are read, and which parts of lines of a bundle that are like them.
struct FilesBeside {
  bool user_mapping = false;
  bool friends = false;  ///< of users, if there is no other friend graph
  bool judgements = false;
};

FilesBeside files_for(const DataNeeds& needs);

struct LoadedRecords {
  explicit LoadedRecords(std::shared_ptr<RecordLayout> record_layout, const base::Call& call = {})
      : layout(std::move(record_layout)),
        items(layout->item_columns),
        reviews(layout->review_columns),
        keys(call) {}
  LoadedRecords(const LoadedRecords&) = delete;
  LoadedRecords& operator=(const LoadedRecords&) = delete;

  base::MemoryCharge charge;             ///< of all but the arenas
  std::shared_ptr<RecordLayout> layout;  ///< changed only while they are loaded
  Table items;
  Table reviews;
  Arena keys;                 ///< of the tables
  std::vector<Arena> memory;  ///< the memory of the tables' texts and of the views below
  std::vector<std::string_view> item_ids;
  std::vector<std::string_view> review_ids;
  /// Of added records, in the order of the files, kFirstReviewIds.
  std::vector<std::string_view> first_review_ids;
  static constexpr std::size_t kFirstReviewIds = language::SchemaPath::kMaxDistinct;
  /// If the layout requests them: in the order of reviews, or grouped.
  std::vector<std::string_view> texts;
  std::optional<GroupedTexts> grouped_texts;
  /// Of the texts, if they were searched; some are kNotKept then.
  std::optional<Table> text_keys;
  std::vector<std::uint32_t> text_sizes;  ///< of grouped texts, in the order of reviews
  std::vector<std::uint32_t> review_begins;
  bool awaits_users = false;  ///< whether some review has its user in the user file
  OwnData own;
  AssignedNames assigned_names;
  std::shared_ptr<const FriendGraph> friend_graph = std::make_shared<const FriendGraph>();
  Judgements judgements;
  LoadReports reports;

  /// Of records that continue others, how many those are. Only ids, names (ColumnSpec::Form::Name)
  /// and what follows from these and from other files is of all; the rest, as tables and texts, is
  /// of the added records.
  std::uint32_t items_before = 0, reviews_before = 0;
  /// If there are such, of each review its number in the order of reading, those before by their
  /// rows; empty if that is its row.
  std::vector<std::uint32_t> order;
  bool is_added(std::uint32_t review) const {
    return (order.empty() ? review : order[review]) >= reviews_before;
  }
};

/// Loads a folder or a bundle, as Source::load.
base::Result<std::unique_ptr<LoadedRecords>> load_records(const std::string& path,
                                                          RecordLayout layout, FilesBeside beside,
                                                          const LoadOptions& options);

/// What was read of a dataset before.
struct RecordsBefore {
  FilesReadBefore files;
  KnownRecords known;
  /// Their names, in the layout of loading; without what is read of other files.
  std::unique_ptr<LoadedRecords> records;
};

/// Loads what was not read before; reports tell of what is read now. The optional files are read
/// whole. Not for datasets with users in files, nor with data of items' own.
base::Result<std::unique_ptr<LoadedRecords>> load_more_records(const DatasetFiles& files,
                                                               RecordsBefore before,
                                                               FilesBeside beside,
                                                               const LoadOptions& options);

/// Loads a bundle whose lines arrive in pieces. What it learns of the lines is kept from piece to
/// piece: those of one line are too short to learn it anew. Used by one thread at a time.
class PieceLoader {
 public:
  /// `name`: of the bundle in reports.
  PieceLoader(std::string name, RecordLayout layout, FilesBeside beside, LoadOptions options);
  ~PieceLoader();

  /// The records of whole lines; there may be none. Records with ids that an earlier piece has are
  /// skipped.
  base::Result<std::unique_ptr<LoadedRecords>> load(std::string_view lines);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Takes the ids of the registry, and sorts the reviews by item; those of one item keep their
/// order.
void group_reviews(LoadedRecords& loaded, Registry& registry, const LoadOptions& options);

/// The column of reviewers' names, as they are assigned, where the layout has it at `column`; and
/// the graph of each of its codes (OwnData::separate_names). Taken out of `loaded`.
std::pair<Column, std::vector<std::uint32_t>> take_names(LoadedRecords& loaded, std::size_t column);

/// Who wrote the reviews (Dataset::reviewers), if the friend graph is of users: those whom it knows
/// by their ids, others, and those of items with a graph of their own, by their names. `ids`: where
/// the layout has the reviewers' ids, which are taken out of `loaded`; `graphs`: of the names. And
/// the graph of each code; empty if all are of graph 0.
std::pair<Column, std::vector<std::uint32_t>> take_reviewers(LoadedRecords& loaded, std::size_t ids,
                                                             const Column& names,
                                                             std::span<const std::uint32_t> graphs,
                                                             const base::Call& call);

/// The number of rows of item columns.
std::uint32_t padded_rows(std::uint32_t items);
/// Codes of items in the layout of item columns.
std::vector<std::uint32_t> padded(std::vector<std::uint32_t> codes);

/// Indices of the items, sorted by id.
std::vector<std::uint32_t> sorted_by_id(const std::vector<std::string_view>& ids,
                                        const base::Call& call);

/// Whether values at the path belong to a review's user.
bool is_of_user(const language::Path& path);

}  // namespace seedc::data
