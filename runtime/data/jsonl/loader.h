// Loading of a dataset's records and of the files beside, into tables and lists in the dataset's
// order. What becomes of them is decided by who asked: a Dataset in memory, or a snapshot.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "runtime/data/jsonl/block_parser.h"
#include "runtime/data/jsonl/load_log.h"
#include "runtime/data/jsonl/name_assignment.h"
#include "runtime/data/jsonl/registry.h"
#include "runtime/data/model/judgements.h"

namespace seedc {

/// Which of the files beside the records are read.
struct FilesBeside {
  bool user_mapping = false;
  bool judgements = false;
};

FilesBeside files_for(const DataNeeds& needs);

struct LoadedRecords {
  explicit LoadedRecords(RecordLayout record_layout)
      : layout(std::move(record_layout)),
        items(layout.item_columns.size()),
        reviews(layout.review_columns.size()) {}
  LoadedRecords(const LoadedRecords&) = delete;
  LoadedRecords& operator=(const LoadedRecords&) = delete;

  RecordLayout layout;
  Table items;
  Table reviews;
  std::vector<Arena> memory;  ///< of the views below
  std::vector<std::string_view> item_ids;
  std::vector<std::string_view> review_ids;
  std::vector<std::string_view> texts;  ///< if the layout asks for them
  std::vector<std::uint32_t> review_begins;
  bool awaits_users = false;  ///< whether some review has its user in the user file
  AssignedNames assigned_names;
  FriendGraph friend_graph;
  Judgements judgements;
  LoadReports reports;
};

/// As load_dataset.
Result<std::unique_ptr<LoadedRecords>> load_records(const std::string& path, RecordLayout layout,
                                                    FilesBeside beside, const LoadOptions& options);

/// Lines of a bundle that come in pieces.
struct BundlePiece {
  std::string name;  ///< of the whole, as reports say it
  std::string_view lines;
  std::uint64_t lines_before = 0;
};

/// The records of one piece; it may have none. Their ids are added to `earlier`, and those that are
/// there already are skipped.
Result<std::unique_ptr<LoadedRecords>> load_piece(const BundlePiece& piece, RecordLayout layout,
                                                  EarlierRecords& earlier,
                                                  const LoadOptions& options);

/// How many rows item columns have.
std::uint32_t padded_rows(std::uint32_t items);
/// Codes of items as item columns have them.
std::vector<std::uint32_t> padded(std::vector<std::uint32_t> codes);

/// Numbers of the items in the order of their ids.
std::vector<std::uint32_t> sorted_by_id(const std::vector<std::string_view>& ids);

/// Whether values at the path are of a review's user.
bool is_of_user(const Path& path);

}  // namespace seedc
