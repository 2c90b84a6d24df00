// Loading: files are parsed in blocks, blocks are merged in order, reviews are joined with users
// and grouped by item.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <numeric>
#include <set>

#include "runtime/data/block_parser.h"
#include "runtime/data/dataset.h"
#include "runtime/data/files.h"
#include "runtime/data/name_assignment.h"
#include "runtime/data/ordered_pipeline.h"
#include "runtime/data/reorder.h"
#include "runtime/data/storage.h"

namespace seedc {
namespace {

constexpr std::size_t kItemRowMultiple = 512;

std::vector<ColumnSpec> distinct_columns(const std::vector<Path>& paths) {
  std::vector<ColumnSpec> columns;
  for (const Path& path : std::set<Path>(paths.begin(), paths.end())) columns.push_back({path});
  return columns;
}

RecordLayout layout_for(const DataNeeds& needs) {
  std::vector<ColumnSpec> review_columns = distinct_columns(needs.review_paths);
  if (needs.names) review_columns.push_back({kNamePath, /*as_written=*/true});
  return {distinct_columns(needs.item_paths), std::move(review_columns), needs.texts};
}

std::uint64_t total_size(const std::vector<std::string>& files) {
  std::uint64_t size = 0;
  for (const std::string& file : files) {
    std::error_code unknown;  // counts as empty; reading it says what is wrong
    const std::uintmax_t bytes = std::filesystem::file_size(file, unknown);
    if (!unknown) size += bytes;
  }
  return size;
}

bool is_of_user(const ColumnSpec& column) {
  return !column.path.empty() && column.path.front() == "user";
}

class Loader {
 public:
  Loader(const DataNeeds& needs, const LoadOptions& options)
      : needs_(needs),
        options_(options),
        layout_(layout_for(needs)),
        items_(layout_.item_columns),
        reviews_(layout_.review_columns),
        users_(layout_.review_columns),
        storage_(std::make_shared<Dataset::Storage>(options.strict)) {}

  Result<Dataset> load(const std::string& path) {
    return find_files(path)
        .and_then([&](const DatasetFiles& files) { return read_all(files); })
        .and_then([&]() { return check_items(path); })
        .map([&]() { return Dataset(std::move(storage_)); });
  }

 private:
  Result<void> read_all(const DatasetFiles& files) {
    const std::vector<std::string> bundle =
        files.bundle.empty() ? std::vector<std::string>{} : std::vector{files.bundle};
    bytes_to_read_ = total_size(bundle) + total_size(files.items) + total_size(files.reviews);
    return read_files(bundle, FileKind::Bundle)
        .and_then([&] { return read_files(files.items, FileKind::Items); })
        .and_then([&] { return read_files(files.reviews, FileKind::Reviews); })
        .and_then([&] { return read_users(files.users); })
        .map([&] { finish_tables(); })
        .and_then([&] { return read_mapping(files.user_mapping); })
        .and_then([&] { return read_judgements(files.judgement_cache); });
  }

  Result<void> read_files(const std::vector<std::string>& files, FileKind kind) {
    for (const std::string& file : files) {
      if (Result<void> done = read_file(file, kind); !done) return done;
    }
    return {};
  }

  Result<void> read_file(const std::string& file, FileKind kind) {
    auto reader = LineBlockReader::open(file);
    if (!reader) return tl::unexpected(reader.error());
    storage_->log.begin_file(file);
    lines_before_block_ = 0;
    process_blocks(
        *reader, options_.threads,
        [&](const LineBlock& block, JsonParser& parser) {
          return parse_block(block, kind, layout_, parser);
        },
        [&](ParsedBlock&& block) { return merge(std::move(block)); });
    if (reader->error()) return tl::unexpected(*reader->error());
    return log_result();
  }

  Result<void> log_result() const {
    const std::optional<Error>& error = storage_->log.error();
    return error ? Result<void>(tl::unexpected(*error)) : Result<void>();
  }

  /// Whether to go on.
  bool merge(ParsedBlock&& block) {
    accepted_items_.clear();
    accepted_reviews_.clear();
    accepted_users_.clear();
    for (const ParsedRecord& record : block.records) admit(record);
    items_.append(std::move(block.items), accepted_items_);
    reviews_.append(std::move(block.reviews), accepted_reviews_);
    users_.append(std::move(block.users), accepted_users_);
    if (needs_.texts) storage_->text_memory.push_back(std::move(block.texts));
    lines_before_block_ += block.line_count;
    bytes_read_ += block.byte_count;
    if (options_.progress) options_.progress(bytes_read_, bytes_to_read_);
    return !storage_->log.error();
  }

  void admit(const ParsedRecord& record) {
    const std::uint64_t line = lines_before_block_ + record.line + 1;
    Registry& registry = storage_->registry;
    switch (record.kind) {
      case Record::Kind::Broken:
        storage_->log.skip(line, std::string(record.reason));
        return;
      case Record::Kind::Item:
        if (registry.add_item(record.id, line)) accepted_items_.push_back(record.row);
        return;
      case Record::Kind::Review:
        if (registry.add_review(record.id, record.owner, line)) keep_review(record);
        return;
      case Record::Kind::User:
        if (registry.add_user(record.id, line)) keep_user(record);
        return;
    }
  }

  void keep_review(const ParsedRecord& record) {
    accepted_reviews_.push_back(record.row);
    if (needs_.texts) storage_->texts.push_back(record.text);
    review_users_.push_back(record.user_id ? number_of_user(*record.user_id) : Table::kNoRow);
  }

  std::uint32_t number_of_user(std::string_view id) {
    const auto known = awaited_users_.find(id);
    if (known != awaited_users_.end()) return known->second;
    const auto number = static_cast<std::uint32_t>(awaited_users_.size());
    awaited_users_.emplace(user_ids_.store(id), number);
    return number;
  }

  void keep_user(const ParsedRecord& record) {
    if (record.row == Table::kNoRow) return;
    user_rows_[layout_.users.at(record.id)] =
        users_.row_count() + static_cast<std::uint32_t>(accepted_users_.size());
    accepted_users_.push_back(record.row);
  }

  /// User files are large and are read only where a review waits for one and something of users is
  /// asked for.
  Result<void> read_users(const std::vector<std::string>& files) {
    const auto& columns = layout_.review_columns;
    if (awaited_users_.empty() || std::none_of(columns.begin(), columns.end(), is_of_user))
      return {};
    layout_.users = std::move(awaited_users_);
    user_rows_.assign(layout_.users.size(), Table::kNoRow);
    return read_files(files, FileKind::Users).map([&] { join_users(); });
  }

  void join_users() {
    std::vector<std::uint32_t> sources(review_users_.size(), Table::kNoRow);
    for (std::size_t review = 0; review < sources.size(); ++review) {
      if (review_users_[review] != Table::kNoRow)
        sources[review] = user_rows_[review_users_[review]];
    }
    reviews_.overlay(std::move(users_), sources);
  }

  void finish_tables() {
    group_reviews();
    for (std::size_t c = 0; c < layout_.item_columns.size(); ++c) {
      Column column{std::move(items_.codes(c)), items_.take_values(c)};
      column.codes.resize((column.codes.size() + kItemRowMultiple - 1) / kItemRowMultiple *
                          kItemRowMultiple);
      storage_->item_columns.emplace(layout_.item_columns[c].path, std::move(column));
    }
    for (std::size_t c = 0; c < layout_.review_columns.size(); ++c) {
      Column column{std::move(reviews_.codes(c)), reviews_.take_values(c)};
      if (layout_.review_columns[c].as_written) {
        storage_->names = std::move(column);
      } else {
        storage_->review_columns.emplace(layout_.review_columns[c].path, std::move(column));
      }
    }
  }

  /// Brings the reviews into the order of their items; those of one item keep theirs.
  void group_reviews() {
    const auto& items = storage_->registry.review_items();
    auto& begins = storage_->review_begins;
    begins.assign(storage_->registry.item_ids().size() + 1, 0);
    for (const std::uint32_t item : items) ++begins[item + 1];
    std::partial_sum(begins.begin(), begins.end(), begins.begin());
    if (std::is_sorted(items.begin(), items.end())) return;

    std::vector<std::uint32_t> order(items.size());
    std::vector<std::uint32_t> next(begins.begin(), begins.end() - 1);
    for (std::uint32_t review = 0; review < items.size(); ++review)
      order[next[items[review]]++] = review;
    if (needs_.texts) reorder(storage_->texts, order);
    for (std::size_t c = 0; c < layout_.review_columns.size(); ++c)
      reorder(reviews_.codes(c), order);
    storage_->registry.reorder_reviews(order);
  }

  Result<void> read_mapping(const std::string& file) {
    const bool is_needed = needs_.names || std::any_of(needs_.review_paths.begin(),
                                                       needs_.review_paths.end(), is_named);
    if (file.empty() || !is_needed) return {};
    Result<UserMapping> mapping = read_user_mapping(file, storage_->log);
    if (!mapping) return tl::unexpected(mapping.error());
    const auto reviews = assigned_reviews(mapping->assignments, storage_->review_begins);
    for (auto& [path, column] : storage_->review_columns) assign_names(path, reviews, column);
    if (storage_->names) assign_names_as_written(reviews, *storage_->names);
    storage_->friend_graph = std::move(mapping->friend_graph);
    return log_result();
  }

  Result<void> read_judgements(const std::string& file) {
    if (!needs_.judgements) return {};
    storage_->judgements.emplace();
    if (file.empty()) return {};
    Result<JudgementCache> cache = read_judgement_cache(file, storage_->log);
    if (!cache) return tl::unexpected(cache.error());
    storage_->judgements = *std::move(cache);
    return log_result();
  }

  Result<void> check_items(const std::string& path) const {
    if (!storage_->registry.item_ids().empty()) return {};
    const auto& skipped = storage_->log.report().skipped;
    std::string help;
    if (!skipped.empty()) {
      help = fmt::format("{}:{}: {}", skipped[0].file, skipped[0].line, skipped[0].reason);
    }
    return fail(ErrorKind::Data, fmt::format("`{}` holds no readable item", path), std::move(help));
  }

  const DataNeeds& needs_;
  const LoadOptions& options_;
  RecordLayout layout_;
  Table items_;
  Table reviews_;
  Table users_;
  std::shared_ptr<Dataset::Storage> storage_;

  std::uint64_t bytes_to_read_ = 0;  ///< of items and reviews, which are nearly all
  std::uint64_t bytes_read_ = 0;
  std::uint64_t lines_before_block_ = 0;
  std::vector<std::uint32_t> accepted_items_, accepted_reviews_,
      accepted_users_;  ///< rows of the block

  Arena user_ids_;
  TextMap<std::uint32_t> awaited_users_;  ///< of reviews without a `user`: user_id to number
  std::vector<std::uint32_t>
      review_users_;  ///< of each review the number of the user it awaits, or kNoRow
  std::vector<std::uint32_t> user_rows_;  ///< of each awaited user the row in users_, or kNoRow
};

}  // namespace

Result<Dataset> load_dataset(const std::string& path, const DataNeeds& needs,
                             const LoadOptions& options) {
  return Loader(needs, options).load(path);
}

}  // namespace seedc
