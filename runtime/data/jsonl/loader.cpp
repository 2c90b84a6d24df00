// Loads a dataset: files are parsed in blocks, blocks are merged in order, reviews are joined with
// users and grouped by item.
#include "runtime/data/jsonl/loader.h"

#include <fmt/format.h>
#include <oneapi/tbb/concurrent_queue.h>
#include <oneapi/tbb/enumerable_thread_specific.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/parallel_invoke.h>

#include <algorithm>
#include <numeric>

#include "runtime/base/prefetch.h"
#include "runtime/base/text_map.h"
#include "runtime/data/jsonl/block_pipeline.h"
#include "runtime/data/jsonl/files.h"
#include "runtime/data/jsonl/registry.h"
#include "runtime/data/model/reorder.h"
#include "runtime/data/model/user_friends.h"

namespace seedc::data {
namespace {

constexpr std::uint32_t kItemRowMultiple = 512;

/// What is kept from one load to the next with the same layout.
struct BlockParsers {
  BlockParsers(std::shared_ptr<RecordLayout> record_layout, const base::Call& call)
      : layout(std::move(record_layout)),
        of_threads([this, call] { return BlockParser(*layout, call); }) {}

  std::shared_ptr<RecordLayout> layout;
  oneapi::tbb::enumerable_thread_specific<BlockParser> of_threads;
  oneapi::tbb::concurrent_queue<Arena> spare_memory;  ///< of blocks
};

class Loader {
 public:
  Loader(BlockParsers& parsers, FilesBeside beside, const LoadOptions& options,
         EarlierRecords* earlier = nullptr)
      : Loader(parsers, beside, options,
               std::make_unique<LoadedRecords>(parsers.layout, options.call), {},
               [&](LoadLog& log) { return Registry(log, earlier); }) {}

  Loader(BlockParsers& parsers, RecordsBefore before, FilesBeside beside,
         const LoadOptions& options)
      : Loader(parsers, beside, options, std::move(before.records), std::move(before.files),
               [&](LoadLog& log) { return Registry(log, std::move(before.known)); }) {
    loaded_->items_before = static_cast<std::uint32_t>(registry_.item_ids().size());
    loaded_->reviews_before = static_cast<std::uint32_t>(registry_.review_ids().size());
  }

  base::Result<std::unique_ptr<LoadedRecords>> load(const std::string& path) {
    return find_files(path)
        .and_then([&](const DatasetFiles& files) { return read_all(files); })
        .and_then([&]() { return check_items(path); })
        .map([&]() { return take(); });
  }

  base::Result<std::unique_ptr<LoadedRecords>> load(const DatasetFiles& files) {
    return read_all(files).map([&]() { return take(); });
  }

  /// Lines of a bundle, of which others came before.
  base::Result<std::unique_ptr<LoadedRecords>> load(const std::string& name, std::string_view lines,
                                                    std::uint64_t& lines_before,
                                                    EarlierRecords& earlier) {
    bytes_to_read_ = lines.size();
    lines_before_block_ = lines_before;
    log_.begin_file(name);
    auto reader = LineBlockReader::of_text(name, lines, lines_before == 0, options_.call);
    return read_lines(reader, FileKind::Bundle).map([&]() {
      lines_before = lines_before_block_;
      group_reviews(*loaded_, registry_, options_);
      for (const std::string_view id : loaded_->item_ids) earlier.items.add(id);
      for (const std::string_view id : loaded_->review_ids) earlier.reviews.add(id);
      join_own();
      return take();
    });
  }

 private:
  template <class MakeRegistry>
  Loader(BlockParsers& parsers, FilesBeside beside, const LoadOptions& options,
         std::unique_ptr<LoadedRecords> loaded, FilesReadBefore before,
         const MakeRegistry& make_registry)
      : beside_(beside),
        options_(options),
        before_(std::move(before)),
        loaded_(std::move(loaded)),
        layout_(*loaded_->layout),
        users_(layout_.review_columns),
        log_(options.strict),
        judgements_log_(options.strict),
        registry_(make_registry(log_)),
        parsers_(parsers),
        friends_(options.call),
        user_ids_(options.call) {
    loaded_->charge = base::MemoryCharge(options.call, "columns");
    layout_.own_friends = beside.user_mapping;
    layout_.own_judgements = beside.judgements;
    if (layout_.texts && layout_.texts_beside)
      loaded_->grouped_texts.emplace(*layout_.texts_beside, GroupedTexts::Limits(), options.call);
    if (layout_.searches) loaded_->text_keys.emplace(text_key_columns(layout_));
  }

  std::unique_ptr<LoadedRecords> take() {
    for (BlockParser& parser : parsers_.of_threads) loaded_->memory.push_back(parser.take_memory());
    loaded_->reports = log_.reports();
    return std::move(loaded_);
  }

  base::Result<void> read_all(const DatasetFiles& files) {
    const std::vector<std::string> bundle =
        files.bundle.empty() ? std::vector<std::string>{} : std::vector{files.bundle};
    bytes_to_read_ = total_size(bundle) + total_size(files.items) + total_size(files.reviews);
    return read_files(bundle, FileKind::Bundle)
        .and_then([&] { return read_files(files.items, FileKind::Items); })
        .map([&] { expect_texts(); })
        .and_then([&] { return read_files(files.reviews, FileKind::Reviews); })
        .and_then([&] { return read_users(files); })
        .map([&] { group_and_read_judgements(files.judgement_cache); })
        .and_then([&] { return read_mapping(files.user_mapping); })
        .and_then([&] { return take_judgements(); });
  }

  /// Both are mostly the work of one thread.
  void group_and_read_judgements(const std::string& file) {
    const auto group = [&] {
      group_reviews(*loaded_, registry_, options_);
      join_own();
    };
    if (file.empty() || !beside_.judgements) return group();
    judgements_log_.begin_part(ReportPart::Judgements);
    base::with_threads(options_.threads, [&] {
      oneapi::tbb::parallel_invoke(
          group, [&] { judgements_ = read_judgement_cache(file, judgements_log_, options_.call); });
    });
  }

  void expect_texts() {
    if (loaded_->grouped_texts) loaded_->grouped_texts->expect_items(registry_.item_ids().size());
  }

  base::Result<void> read_files(const std::vector<std::string>& files, FileKind kind) {
    return read_each(files, before_, log_, options_.threads, options_.call,
                     [&](LineBlockReader& reader, const std::string& file) {
                       lines_before_block_ = reader.lines_before();
                       bytes_of_new_file_ = total_size({file});
                       return read_lines(reader, kind);
                     });
  }

  base::Result<void> read_lines(LineBlockReader& reader, FileKind kind) {
    process_blocks(
        reader, options_.threads, options_.call,
        [&](const LineBlock& block) {
          Arena spare(options_.call);
          parsers_.spare_memory.try_pop(spare);
          return parsers_.of_threads.local().parse(block, kind, std::move(spare));
        },
        [&](ParsedBlock&& block) { return merge(std::move(block)); });
    if (reader.error()) return tl::unexpected(*reader.error());
    return log_result();
  }

  base::Result<void> log_result() const {
    const std::optional<base::Error>& error = log_.error();
    return error ? base::Result<void>(tl::unexpected(*error)) : base::Result<void>();
  }

  /// Whether to continue.
  bool merge(ParsedBlock&& block) {
    accepted_items_.clear();
    accepted_reviews_.clear();
    accepted_users_.clear();
    charge_for(block);
    admit_all(block);
    loaded_->items.append(std::move(block.items), accepted_items_, loaded_->keys);
    loaded_->reviews.append(std::move(block.reviews), accepted_reviews_, loaded_->keys);
    users_.append(std::move(block.users), accepted_users_, loaded_->keys);
    if (loaded_->text_keys)
      loaded_->text_keys->append(std::move(block.text_keys), accepted_reviews_, loaded_->keys);
    make_room(std::exchange(bytes_of_new_file_, 0), block);
    lines_before_block_ += block.line_count;
    bytes_read_ += block.stored_bytes;
    block.others.clear();
    parsers_.spare_memory.push(std::move(block.others));
    if (options_.progress) options_.progress(bytes_read_, bytes_to_read_);
    check_count("items", registry_.item_ids().size());
    check_count("reviews", registry_.review_items().size());
    return !log_.error();
  }

  /// Before it is merged.
  void charge_for(const ParsedBlock& block) {
    if (!loaded_->charge.counts()) return;
    const std::size_t records = block.records.size();
    loaded_->charge.set(
        loaded_->items.bytes_to_append(block.items, records) +
        loaded_->reviews.bytes_to_append(block.reviews, records) +
        users_.bytes_to_append(block.users, records) +
        (loaded_->text_keys ? loaded_->text_keys->bytes_to_append(block.text_keys, records) : 0) +
        bytes_beside(records));
  }

  /// Of what is kept beside the tables, if that many records are added.
  std::uint64_t bytes_beside(std::size_t records) const {
    return registry_.bytes(records) + base::bytes_to_grow(loaded_->texts, records) +
           base::bytes_to_grow(loaded_->text_sizes, records) +
           base::bytes_to_grow(review_users_, records);
  }

  /// Reserves memory for the reviews, extrapolated from the first block of the first large file:
  /// growing memory is moved, and all of it is new to the process each time. The rest of a file may
  /// differ from its beginning, so the reservation is at most half the file's size, or half of what
  /// a compressed file usually holds.
  void make_room(std::uint64_t stored_bytes, const ParsedBlock& block) {
    constexpr double kMargin = 1.05;
    constexpr std::uint64_t kUsualRatio = 10;
    const std::uint64_t block_bytes = block.byte_count;
    const std::uint64_t ratio = std::clamp<std::uint64_t>(
        block_bytes / std::max<std::uint64_t>(block.stored_bytes, 1), 1, kUsualRatio);
    const std::uint64_t file_bytes = stored_bytes * ratio;
    constexpr std::uint64_t kLeastSample = std::uint64_t{64} << 10;
    const std::size_t count = registry_.review_items().size();
    const bool is_first = count != 0 && count == accepted_reviews_.size();
    if (!is_first || block_bytes < kLeastSample || file_bytes < 2 * block_bytes) return;
    const auto bytes = static_cast<double>(file_bytes);
    const std::size_t bytes_of_review = Registry::kRoomOfReview + loaded_->reviews.room_of_row() +
                                        sizeof(decltype(review_users_)::value_type) +
                                        (layout_.texts ? room_of_text() : 0);
    const double times = std::min(kMargin * bytes / static_cast<double>(block_bytes),
                                  bytes / 2 / static_cast<double>(count * bytes_of_review));
    if (times < 2) return;
    const auto expected = static_cast<std::size_t>(static_cast<double>(count) * times);
    loaded_->charge.add(expected * bytes_of_review);
    registry_.make_room(expected);
    review_users_.reserve(expected);
    if (layout_.texts && loaded_->grouped_texts) loaded_->text_sizes.reserve(expected);
    if (layout_.texts && !loaded_->grouped_texts) loaded_->texts.reserve(expected);
    loaded_->reviews.make_room(times);
  }

  std::size_t room_of_text() const {
    return loaded_->grouped_texts ? sizeof(decltype(loaded_->text_sizes)::value_type)
                                  : sizeof(decltype(loaded_->texts)::value_type);
  }

  void check_count(std::string_view what, std::uint64_t count) {
    if (count <= options_.max_records) return;
    log_.stop(base::error<base::ErrorCode::TooManyRecords>(options_.max_records, what)
                  .with_help("split the data"));
  }

  void admit_all(const ParsedBlock& block) {
    constexpr std::size_t kAhead = 8;
    const std::vector<ParsedRecord>& records = block.records;
    auto own = block.own_texts.begin();
    for (std::size_t r = 0; r < records.size(); ++r) {
      prefetch(records, r + 3 * kAhead, [&](const ParsedRecord& later) {
        registry_.prefetch_review(later.id, *later.owner);
        base::prefetch(later.owner->text.data());  // another thread wrote it
      });
      prefetch(records, r + 2 * kAhead,
               [&](const ParsedRecord& later) { registry_.prefetch_item(*later.owner); });
      prefetch(records, r + kAhead,
               [&](const ParsedRecord& later) { registry_.prefetch_item_id(*later.owner); });
      const bool is_accepted = admit(records[r], block);
      if (own == block.own_texts.end() || own->record != r) continue;
      if (is_accepted) {
        loaded_->own.add(static_cast<std::uint32_t>(registry_.item_ids().size() - 1),
                         own->friend_graph, own->judgements, line_of(records[r]), log_);
      }
      ++own;
    }
  }

  /// Of a review that is admitted later.
  template <class Prefetch>
  static void prefetch(const std::vector<ParsedRecord>& records, std::size_t later,
                       const Prefetch& prefetch_record) {
    if (later < records.size() && records[later].owner) prefetch_record(records[later]);
  }

  std::uint64_t line_of(const ParsedRecord& record) const {
    return lines_before_block_ + record.line + 1;
  }

  /// Whether it is an item, and accepted.
  bool admit(const ParsedRecord& record, const ParsedBlock& block) {
    const std::uint64_t line = line_of(record);
    switch (record.kind) {
      case Record::Kind::Broken:
        log_.skip(line, std::string(record.reason));
        return false;
      case Record::Kind::Item:
        if (!registry_.add_item(record.id, line)) return false;
        accepted_items_.push_back(record.row);
        return true;
      case Record::Kind::Review:
        if (registry_.add_review(record.id, record.owner, line)) keep_review(record, line);
        return false;
      case Record::Kind::User:
        if (!registry_.add_user(record.id, line)) return false;
        keep_user(record);
        if (layout_.friends) keep_friends(record.id, block.friends[record.user], line);
        return false;
    }
    return false;
  }

  void keep_review(const ParsedRecord& record, std::uint64_t line) {
    if (record.has_odd_text) log_.skip_value(line, std::string(kOddText));
    accepted_reviews_.push_back(record.row);
    if (layout_.texts) keep_text(record.text);
    review_users_.push_back(record.user_id ? number_of_user(*record.user_id) : Table::kNoRow);
  }

  /// Of the review that was accepted last.
  void keep_text(std::string_view text) {
    if (!loaded_->grouped_texts) return loaded_->texts.push_back(text);
    loaded_->text_sizes.push_back(static_cast<std::uint32_t>(text.size()));
    const auto added = loaded_->grouped_texts->add(registry_.review_items().back(), text);
    if (!added) log_.stop(added.error());
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
    user_rows_[layout_.users.at(record.id.text)] =
        users_.row_count() + static_cast<std::uint32_t>(accepted_users_.size());
    accepted_users_.push_back(record.row);
  }

  void keep_friends(const HashedText& user, const ParsedFriends& friends, std::uint64_t line) {
    if (!friends.reason.empty()) log_.skip_value(line, std::string(friends.reason));
    friends_.add(user, friends.name, friends.ids);
  }

  /// User files are large and are read only if the run needs data of users that some review refers
  /// to, or their friends.
  base::Result<void> read_users(const DatasetFiles& files) {
    const auto& columns = layout_.review_columns;
    loaded_->awaits_users = loaded_->awaits_users || !awaited_users_.empty();
    layout_.friends = beside_.friends && files.user_mapping.empty();
    const bool is_asked_for = std::any_of(
        columns.begin(), columns.end(), [](const auto& column) { return is_of_user(column.path); });
    if (!layout_.friends && (awaited_users_.empty() || !is_asked_for)) return {};
    log_.begin_part(ReportPart::Users);
    layout_.users = std::move(awaited_users_);
    user_rows_.assign(layout_.users.size(), Table::kNoRow);
    return read_files(files.users, FileKind::Users).map([&] { join_users(); });
  }

  void join_users() {
    base::MemoryCharge charge(options_.call, "users", review_users_.size() * sizeof(std::uint32_t));
    std::vector<std::uint32_t> sources(review_users_.size(), Table::kNoRow);
    options_.call.in_steps(sources.size(), base::Call::kElementsPerStep,
                           [&](std::size_t begin, std::size_t end) {
                             for (std::size_t review = begin; review < end; ++review) {
                               if (review_users_[review] != Table::kNoRow)
                                 sources[review] = user_rows_[review_users_[review]];
                             }
                           });
    loaded_->reviews.overlay(std::move(users_), sources, loaded_->keys, options_.call);
  }

  base::Result<void> read_mapping(const std::string& file) {
    if (file.empty() || !beside_.user_mapping) return {};
    log_.begin_part(ReportPart::Mapping);
    base::Result<UserMapping> mapping = read_user_mapping(file, log_, options_.call);
    if (!mapping) return tl::unexpected(mapping.error());
    loaded_->assigned_names = assigned_reviews(mapping->assignments, loaded_->review_begins);
    join_friends(std::move(mapping->friends));
    return log_result();
  }

  /// The friends of users, and what lines of a bundle have, until there are files.
  void join_own() {
    if (friends_.has_friends()) {
      friends_.add(loaded_->own.friends());
      loaded_->friend_graph = std::make_shared<const FriendGraph>(friends_.take());
    } else if (!loaded_->own.friends().empty()) {
      join_friends({});
    }
    if (!loaded_->own.judgements().empty()) join_judgements({});
  }

  /// Of files, with those of lines.
  void join_friends(FriendLists lists) {
    lists.insert(loaded_->own.friends().begin(), loaded_->own.friends().end());
    loaded_->friend_graph = std::make_shared<const FriendGraph>(FriendGraph::of(lists));
  }
  void join_judgements(const JudgementCache& cache) {
    base::with_threads(options_.threads, [&] {
      loaded_->judgements = Judgements::of(cache, loaded_->own.judgements(), loaded_->review_ids,
                                           loaded_->review_begins);
    });
  }

  base::Result<void> take_judgements() {
    if (!judgements_) return {};
    log_.take_part(ReportPart::Judgements, std::move(judgements_log_));
    if (!*judgements_) return tl::unexpected(judgements_->error());
    join_judgements(**judgements_);
    return log_result();
  }

  base::Result<void> check_items(const std::string& path) const {
    if (!loaded_->item_ids.empty()) return {};
    return no_readable_item(path, log_.reports().front());
  }

  FilesBeside beside_;
  const LoadOptions& options_;
  FilesReadBefore before_;
  std::unique_ptr<LoadedRecords> loaded_;
  RecordLayout& layout_;
  Table users_;
  LoadLog log_;
  LoadLog judgements_log_;
  std::optional<base::Result<JudgementCache>> judgements_;  ///< of a file, if it is asked for
  Registry registry_;
  BlockParsers& parsers_;

  std::uint64_t bytes_to_read_ = 0;  ///< of items and reviews, which are nearly all the data
  std::uint64_t bytes_read_ = 0;
  std::uint64_t bytes_of_new_file_ = 0;  ///< until its first block has arrived
  std::uint64_t lines_before_block_ = 0;
  std::vector<std::uint32_t> accepted_items_, accepted_reviews_,
      accepted_users_;  ///< rows of the block

  UserFriends friends_;  ///< if there is no other friend graph

  Arena user_ids_;
  base::TextMap<std::uint32_t> awaited_users_;  ///< of reviews without a `user`: user_id to index
  std::vector<std::uint32_t>
      review_users_;  ///< for each review the index of the user it refers to, or kNoRow
  std::vector<std::uint32_t> user_rows_;  ///< for each of these users the row in users_, or kNoRow
};

/// The order of the reviews after the first `before`, among themselves.
std::vector<std::uint32_t> added_of(std::span<const std::uint32_t> order, std::uint32_t before,
                                    const base::Call& call) {
  std::vector<std::uint32_t> added;
  if (before == 0) return added;
  call.in_steps(order.size(), base::Call::kElementsPerStep,
                [&](std::size_t begin, std::size_t end) {
                  for (const std::uint32_t number : order.subspan(begin, end - begin)) {
                    if (number >= before) added.push_back(number - before);
                  }
                });
  return added;
}

/// Orders the columns, ids and texts of the reviews.
void reorder_reviews(LoadedRecords& loaded, const std::vector<std::uint32_t>& order,
                     const LoadOptions& options) {
  const std::vector<std::uint32_t> added = added_of(order, loaded.reviews_before, options.call);
  const auto& of_added = loaded.reviews_before == 0 ? order : added;
  const auto& specs = loaded.layout->review_columns;
  const std::size_t columns = specs.size();
  const bool has_texts = loaded.layout->texts;
  namespace tbb = oneapi::tbb;
  tbb::enumerable_thread_specific<std::vector<std::uint32_t>> spare_numbers;
  tbb::enumerable_thread_specific<std::vector<std::string_view>> spare_texts;
  const auto reorder_numbers = [&](std::vector<std::uint32_t>& numbers, const auto& by) {
    reorder(numbers, spare_numbers.local(), by, options.call);
  };
  const auto reorder_texts = [&](std::vector<std::string_view>& texts, const auto& by) {
    reorder(texts, spare_texts.local(), by, options.call);
  };
  const auto reorder_part = [&](std::size_t part) {
    if (part < columns) {
      const bool is_of_all = specs[part].form == ColumnSpec::Form::Name;
      return reorder_numbers(loaded.reviews.codes(part), is_of_all ? order : of_added);
    }
    if (part == columns) return reorder_texts(loaded.review_ids, order);
    if (loaded.grouped_texts) return reorder_numbers(loaded.text_sizes, of_added);
    if (loaded.text_keys) reorder_numbers(loaded.text_keys->codes(0), of_added);
    reorder_texts(loaded.texts, of_added);
  };
  base::with_threads(options.threads, [&] {
    tbb::parallel_for(std::size_t{0}, columns + (has_texts ? 2 : 1), reorder_part);
  });
}

}  // namespace

void group_reviews(LoadedRecords& loaded, Registry& registry, const LoadOptions& options) {
  loaded.item_ids = registry.take_item_ids();
  loaded.review_ids = registry.take_review_ids();
  const auto ids =
      std::span<const std::string_view>(loaded.review_ids).subspan(loaded.reviews_before);
  const auto first_ids = ids.first(std::min(ids.size(), LoadedRecords::kFirstReviewIds));
  loaded.first_review_ids.assign(first_ids.begin(), first_ids.end());
  const auto& items = registry.review_items();
  auto& begins = loaded.review_begins;
  begins.assign(loaded.item_ids.size() + 1, 0);
  const auto in_steps = [&](const auto& body) {
    options.call.in_steps(items.size(), base::Call::kElementsPerStep, body);
  };
  in_steps([&](std::size_t begin, std::size_t end) {
    for (std::size_t review = begin; review < end; ++review) ++begins[items[review] + 1];
  });
  std::partial_sum(begins.begin(), begins.end(), begins.begin());
  if (std::is_sorted(items.begin(), items.end())) return;

  // The order, a spare column of each thread, and spares of both columns of texts.
  const auto threads = static_cast<std::size_t>(base::arena_threads(options.threads));
  const base::MemoryCharge charge(
      options.call, "the order of reviews",
      items.size() * ((1 + threads) * sizeof(std::uint32_t) + 2 * sizeof(std::string_view)));
  std::vector<std::uint32_t> order(items.size());
  std::vector<std::uint32_t> next(begins.begin(), begins.end() - 1);
  in_steps([&](std::size_t begin, std::size_t end) {
    for (std::size_t review = begin; review < end; ++review)
      order[next[items[review]]++] = static_cast<std::uint32_t>(review);
  });
  reorder_reviews(loaded, order, options);
  if (loaded.reviews_before == 0) return;
  loaded.order = std::move(order);
  loaded.charge.add(loaded.order.size() * sizeof(std::uint32_t));
}

base::Result<std::unique_ptr<LoadedRecords>> load_records(const std::string& path,
                                                          RecordLayout layout, FilesBeside beside,
                                                          const LoadOptions& options) {
  BlockParsers parsers(std::make_shared<RecordLayout>(std::move(layout)), options.call);
  return Loader(parsers, beside, options).load(path);
}

base::Result<std::unique_ptr<LoadedRecords>> load_more_records(const DatasetFiles& files,
                                                               RecordsBefore before,
                                                               FilesBeside beside,
                                                               const LoadOptions& options) {
  BlockParsers parsers(before.records->layout, options.call);
  return Loader(parsers, std::move(before), beside, options).load(files);
}

struct PieceLoader::State {
  State(std::string bundle, RecordLayout layout, FilesBeside files, LoadOptions load_options)
      : name(std::move(bundle)),
        beside(files),
        options(std::move(load_options)),
        parsers(std::make_shared<RecordLayout>(std::move(layout)), options.call) {}

  std::string name;
  FilesBeside beside;
  LoadOptions options;
  BlockParsers parsers;
  EarlierRecords earlier;
  std::uint64_t lines_before = 0;
};

PieceLoader::PieceLoader(std::string name, RecordLayout layout, FilesBeside beside,
                         LoadOptions options)
    : state_(std::make_unique<State>(std::move(name), std::move(layout), beside,
                                     std::move(options))) {}
PieceLoader::~PieceLoader() = default;

base::Result<std::unique_ptr<LoadedRecords>> PieceLoader::load(std::string_view lines) {
  State& state = *state_;
  return Loader(state.parsers, state.beside, state.options, &state.earlier)
      .load(state.name, lines, state.lines_before, state.earlier);
}

std::pair<Column, std::vector<std::uint32_t>> take_names(LoadedRecords& loaded,
                                                         std::size_t column) {
  Column names{std::move(loaded.reviews.codes(column)), loaded.reviews.take_values(column)};
  assign_names_as_written(loaded.assigned_names, names);
  auto graphs = loaded.own.separate_names(names, loaded.review_begins);
  return {std::move(names), std::move(graphs)};
}

FilesBeside files_for(const DataNeeds& needs) {
  const auto& paths = needs.review_paths;
  return {.user_mapping =
              needs.names || needs.circles || std::any_of(paths.begin(), paths.end(), is_named),
          .friends = needs.circles,
          .judgements = needs.judgements};
}

std::pair<Column, std::vector<std::uint32_t>> take_reviewers(LoadedRecords& loaded, std::size_t ids,
                                                             const Column& names,
                                                             std::span<const std::uint32_t> graphs,
                                                             const base::Call& call) {
  std::vector<std::uint32_t> codes = std::move(loaded.reviews.codes(ids));
  std::vector<language::Value> values = loaded.reviews.take_values(ids);
  const base::MemoryCharge charge(call, "columns", values.size());
  std::vector<std::uint8_t> is_user(values.size());
  base::StepCounter steps(call, base::Call::kElementsPerStep);
  for (std::size_t code = 1; code < values.size(); ++code) {
    steps.step();
    const auto* id = values[code].as<std::string>();
    is_user[code] = id != nullptr && loaded.friend_graph->find(0, *id) ? 1 : 0;
  }
  const auto before_names = static_cast<std::uint32_t>(values.size()) - 1;
  for (std::size_t review = 0; review < codes.size(); ++review) {
    steps.step();
    const std::uint32_t name = names.codes[review];
    const bool is_of_files = graphs.empty() || graphs[name] == 0;
    if (is_of_files && is_user[codes[review]] != 0) continue;
    codes[review] = name == 0 ? 0 : before_names + name;
  }
  // Where graphs are of names, whoever has none is nobody, of whatever graph no name is.
  for (const std::uint32_t item : loaded.own.items()) {
    for (auto review = loaded.review_begins[item]; review < loaded.review_begins[item + 1];
         ++review)
      if (names.codes[review] == 0) codes[review] = 0;
  }
  std::vector<std::uint32_t> of_people;
  if (!graphs.empty()) of_people.resize(values.size());
  if (!graphs.empty()) of_people.insert(of_people.end(), graphs.begin() + 1, graphs.end());
  values.insert(values.end(), names.values.begin() + 1, names.values.end());
  return {Column{std::move(codes), std::move(values)}, std::move(of_people)};
}

std::uint32_t padded_rows(std::uint32_t items) {
  return (items + kItemRowMultiple - 1) / kItemRowMultiple * kItemRowMultiple;
}

std::vector<std::uint32_t> padded(std::vector<std::uint32_t> codes) {
  codes.resize(padded_rows(static_cast<std::uint32_t>(codes.size())));
  return codes;
}

std::vector<std::uint32_t> sorted_by_id(const std::vector<std::string_view>& ids,
                                        const base::Call& call) {
  std::vector<std::uint32_t> items(ids.size());
  std::iota(items.begin(), items.end(), 0);
  base::StepCounter comparisons(call, base::Call::kElementsPerStep);
  std::sort(items.begin(), items.end(), [&](std::uint32_t a, std::uint32_t b) {
    comparisons.step();
    return ids[a] < ids[b];
  });
  return items;
}

bool is_of_user(const language::Path& path) { return !path.empty() && path.front() == "user"; }

}  // namespace seedc::data
