// Makes the columns of accepted rows, joins users, and reads friends and judgements.
#include "runtime/data/arrow/table_loader.h"

#include <fmt/format.h>
#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <stdexcept>

#include "runtime/base/threads.h"
#include "runtime/data/arrow/column_coder.h"
#include "runtime/data/arrow/json_text.h"
#include "runtime/data/model/user_friends.h"

namespace seedc::data::arrow {
namespace {

using Kind = Type::Kind;

constexpr std::uint32_t kTextsPerCheck = 1024;
constexpr std::uint32_t kJsonRowsPerCheck = 64;  // that become JSON

std::uint32_t slot_count(const std::vector<RowSet>& sets) {
  std::size_t count = 0;
  for (const RowSet& set : sets) count += set.slots.size();
  return static_cast<std::uint32_t>(count);
}

/// The columns of some rows, made one after another or by several threads.
struct ColumnWork {
  const std::vector<ColumnSpec>& specs;
  const std::vector<RowSet>& rows;
  std::size_t first_key;  ///< of the paths: 1 if the rows are users
  data::Table& table;
};

void make_column(const ColumnWork& work, std::size_t column, Arena& keys, const base::Call& call) {
  const ColumnSpec& spec = work.specs[column];
  std::vector<std::uint32_t>& codes = work.table.codes(column);
  codes.reserve(slot_count(work.rows));
  if (work.first_key > 0 && !is_of_user(spec.path)) {
    codes.resize(slot_count(work.rows));
    return;
  }
  ColumnCoder coder(spec, work.first_key, work.table.dictionary(column), keys, call);
  for (const RowSet& set : work.rows) {
    const std::span<const std::int64_t> slots = set.slots;
    call.in_steps(slots.size(), base::Call::kElementsPerStep,
                  [&](std::size_t begin, std::size_t end) {
                    coder.code(set.structs, slots.subspan(begin, end - begin), codes);
                  });
  }
}

/// Calls `visit(line, row)` for each row that is readable, and logs the others.
template <class Visit>
void for_each_row(const Table& table, LoadLog& log, const base::Call& call, Visit visit) {
  log.begin_file(table.name());
  base::StepCounter steps(call, kTextsPerCheck);
  for (const Batch& batch : table.batches()) {
    std::size_t next = 0;
    const auto& broken = batch.faults.records;
    for (std::int64_t row = 0; row < batch.rows.length(); ++row) {
      steps.step();
      const std::uint64_t line = batch.rows_before + static_cast<std::uint64_t>(row) + 1;
      if (next < broken.size() && broken[next].slot == row) {
        log.skip(line, batch.reason(broken[next]));
        while (next < broken.size() && broken[next].slot == row) ++next;
      } else if (!batch.rows.is_valid(row)) {
        log.skip(line, "not an object");
      } else {
        visit(line, batch.rows, batch.rows.child_slot(row));
      }
    }
  }
}

std::vector<std::string> friends_of(std::string_view name, const Place& friends, std::uint64_t line,
                                    LoadLog& log) {
  std::vector<std::string> names;
  const Array& entries = friends.array->children().front();
  const Array::Range range = friends.array->range(friends.slot);
  for (std::int64_t at = range.begin; at < range.end; ++at) {
    const auto text = entries.type().is_text() ? text_at(entries, at) : std::nullopt;
    if (text) {
      names.emplace_back(*text);
    } else {
      log.skip_value(line, fmt::format("a friend of `{}` is not a string", name));
    }
  }
  return names;
}

FriendLists friends_in(const Table& table, LoadLog& log, const base::Call& call) {
  log.begin_part(ReportPart::Mapping);
  FriendLists lists;
  for_each_row(table, log, call, [&](std::uint64_t line, const Array& rows, std::int64_t slot) {
    const auto name = text_at(*rows.child("name"), slot);
    if (!name) return log.skip(line, "`name` is missing or not a string");
    const Place friends = decoded(rows.child("friends"), slot);
    if (!friends.has(Kind::List))
      return log.skip(line, fmt::format("the friends of `{}` are not a list", *name));
    lists.insert_or_assign(std::string(*name), friends_of(*name, friends, line, log));
    log.accept();
  });
  return lists;
}

/// Adds the friends at that place; false if some are not readable.
bool add_friend_ids(const Place& friends, std::vector<HashedText>& ids) {
  if (friends.has(Kind::Text)) {
    for (const std::string_view id : ids_in(friends.array->text(friends.slot)))
      ids.push_back(hashed(id));
    return true;
  }
  if (!friends.has(Kind::List)) return friends.array == nullptr;
  const Array& entries = friends.array->children().front();
  const Array::Range range = friends.array->range(friends.slot);
  bool are_texts = true;
  for (std::int64_t at = range.begin; at < range.end; ++at) {
    const auto id = entries.type().is_text() ? text_at(entries, at) : std::nullopt;
    if (id) ids.push_back(hashed(*id));
    are_texts = are_texts && id;
  }
  return are_texts;
}

/// The friends that users list, of the first row with each id.
UserFriends friends_of_users(const Table& table, LoadLog& log, const base::Call& call) {
  UserFriends friends(call);
  LoadLog known(/*strict=*/false);  // UserRows reports what is left out
  base::TextSet seen;
  for_each_row(table, known, call, [&](std::uint64_t line, const Array& rows, std::int64_t slot) {
    const auto id = text_at(*rows.child("user_id"), slot);
    if (!id || !seen.insert(*id).second) return;
    const Array* names = rows.child("name");
    const bool has_names = names != nullptr && names->type().is_text();
    const Array* column = rows.child("friends");
    std::vector<HashedText> ids;
    if (column != nullptr && !add_friend_ids(decoded(column, slot), ids))
      log.skip_value(line, "a friend is not a string");
    friends.add(hashed(*id), has_names ? text_at(*names, slot).value_or("") : "", ids);
  });
  return friends;
}

Judgement judgement_at(const Place& place) {
  if (place.has(Kind::Text)) return judgement_of_text(place.array->text(place.slot));
  const bool is_true = place.has(Kind::Boolean) && place.array->integer(place.slot) != 0;
  return is_true ? Judgement::Positive : Judgement::NotMentioned;
}

JudgementCache judgements_in(const Table& table, LoadLog& log, const base::Call& call) {
  log.begin_part(ReportPart::Judgements);
  JudgementCache cache;
  for_each_row(table, log, call, [&](std::uint64_t line, const Array& rows, std::int64_t slot) {
    const auto review = text_at(*rows.child("review_id"), slot);
    if (!review) return log.skip(line, "`review_id` is missing or not a string");
    const auto topic = text_at(*rows.child("topic"), slot);
    if (!topic) return log.skip(line, "`topic` is missing or not a string");
    cache.set(fmt::format("{}:{}", *review, *topic),
              judgement_at(decoded(rows.child("judgement"), slot)));
    log.accept();
  });
  return cache;
}

bool reads_users(const RecordLayout& layout) {
  return std::ranges::any_of(layout.review_columns,
                             [](const ColumnSpec& column) { return is_of_user(column.path); });
}

/// Whether the friends of users are the friend graph.
bool reads_friends(const Tables& tables, FilesBeside beside) {
  return beside.friends && tables.users && !tables.friends;
}

class TableLoader {
 public:
  /// `held`: the tables are a piece of a stream, beside which that is held; or nullptr.
  TableLoader(const Tables& tables, ItemLayout items, std::shared_ptr<RecordLayout> layout,
              FilesBeside beside, const HeldTables* held, const LoadOptions& options)
      : tables_(tables),
        beside_(beside),
        held_(held),
        options_(options),
        loaded_(std::make_unique<LoadedRecords>(std::move(layout), options.call)),
        users_(loaded_->layout->review_columns),
        log_(options.strict),
        registry_(log_),
        records_(tables, items, beside, options.max_records, log_, registry_, options.call) {
    loaded_->charge = base::MemoryCharge(options.call, "columns");
  }

  base::Result<std::unique_ptr<LoadedRecords>> load() {
    records_.read_items_and_reviews(/*with_reviews=*/true);
    if (held_ != nullptr && registry_.has_review_of_two_items()) return nullptr;
    read_users();
    if (!log_.error()) make_columns();
    loaded_->own = std::move(records_.own);
    if (!log_.error() && beside_.user_mapping) read_friends();
    if (!log_.error() && beside_.judgements) read_judgements();
    if (log_.error()) return tl::unexpected(*log_.error());
    if (held_ == nullptr && loaded_->item_ids.empty())
      return no_readable_item(tables_.items->name(), log_.reports().front());
    loaded_->memory.push_back(std::move(records_.ids));
    loaded_->reports = log_.reports();
    return std::move(loaded_);
  }

 private:
  /// Only if some review refers to a user and the run needs data of users, or their friends.
  void read_users() {
    loaded_->awaits_users = records_.awaits_users();
    const bool of_reviews = records_.awaits_users() && reads_users(*loaded_->layout);
    if (log_.error() || (!of_reviews && !reads_friends(tables_, beside_))) return;
    if (held_ != nullptr) {
      if (held_->users) records_.join(*held_->users);
    } else if (tables_.users) {
      log_.begin_part(ReportPart::Users);
      records_.join(UserRows(*tables_.users, log_, options_.call));
    }
  }

  void make_columns() {
    const RecordLayout& layout = *loaded_->layout;
    const ColumnWork all[] = {{layout.item_columns, records_.items, 0, loaded_->items},
                              {layout.review_columns, records_.reviews, 0, loaded_->reviews},
                              {layout.review_columns, records_.users, 1, users_}};
    std::vector<std::pair<const ColumnWork*, std::size_t>> parts;
    for (const ColumnWork& work : all) {
      for (std::size_t column = 0; column < work.specs.size(); ++column)
        parts.emplace_back(&work, column);
      work.table.count_rows(slot_count(work.rows));
    }
    for (const auto& [work, column] : parts)
      loaded_->charge.add(slot_count(work->rows) * sizeof(std::uint32_t));
    if (loaded_->layout->texts)
      loaded_->charge.add(slot_count(records_.reviews) * sizeof(std::string_view));
    const std::size_t first = loaded_->memory.size();
    for (std::size_t part = 0; part <= parts.size(); ++part)
      loaded_->memory.emplace_back(options_.call);
    base::with_threads(options_.threads, [&] {
      oneapi::tbb::parallel_for(std::size_t{0}, parts.size() + 1, [&](std::size_t part) {
        Arena& memory = loaded_->memory[first + part];
        if (part == parts.size()) return store_texts(memory);
        make_column(*parts[part].first, parts[part].second, memory, options_.call);
      });
    });
    charge_for_columns();
    join_users();
    group_reviews(*loaded_, registry_, options_);
  }

  /// With the values, whose number is not known before.
  void charge_for_columns() {
    if (!loaded_->charge.counts()) return;
    loaded_->charge.set(loaded_->items.bytes() + loaded_->reviews.bytes() + users_.bytes() +
                        base::bytes_of(loaded_->texts));
  }

  void store_texts(Arena& memory) {
    if (!loaded_->layout->texts) return;
    loaded_->texts.reserve(slot_count(records_.reviews));
    base::StepCounter steps(options_.call, kTextsPerCheck);
    for (const RowSet& set : records_.reviews) {
      const Array* column = set.structs.child("text");
      const bool is_text = column != nullptr && column->type().is_text();
      for (const std::int64_t slot : set.slots) {
        steps.step();
        const auto text = is_text ? text_at(*column, set.structs.child_slot(slot)) : std::nullopt;
        loaded_->texts.push_back(memory.store(text.value_or("")));
      }
    }
  }

  void join_users() {
    if (records_.user_rows.empty()) return;
    std::vector<std::uint32_t> sources(records_.review_users.size(), data::Table::kNoRow);
    for (std::size_t review = 0; review < sources.size(); ++review) {
      const std::uint32_t user = records_.review_users[review];
      if (user != data::Table::kNoRow) sources[review] = records_.user_rows[user];
    }
    loaded_->reviews.overlay(std::move(users_), sources, loaded_->keys, options_.call);
  }

  /// Whether users have friends.
  bool read_friends_of_users() {
    LoadLog known(/*strict=*/false);  // what is held has been reported
    if (held_ != nullptr) {
      known.begin_file(tables_.users->name());
    } else {
      log_.begin_part(ReportPart::Users);
    }
    UserFriends friends =
        friends_of_users(*tables_.users, held_ != nullptr ? known : log_, options_.call);
    if (!friends.has_friends()) return false;
    friends.add(loaded_->own.friends());
    loaded_->friend_graph = std::make_shared<const FriendGraph>(friends.take());
    return true;
  }

  void read_friends() {
    const bool is_shared = held_ != nullptr && loaded_->own.friends().empty();
    if (is_shared && held_->friends) loaded_->friend_graph = held_->friends;
    if (is_shared) return;
    if (reads_friends(tables_, beside_) && read_friends_of_users()) return;
    FriendLists lists;
    if (held_ != nullptr && held_->lists) lists = *held_->lists;
    if (held_ == nullptr && tables_.friends)
      lists = friends_in(*tables_.friends, log_, options_.call);
    lists.insert(loaded_->own.friends().begin(), loaded_->own.friends().end());
    loaded_->friend_graph = std::make_shared<const FriendGraph>(FriendGraph::of(lists));
  }

  void read_judgements() {
    const bool has_table =
        held_ != nullptr ? held_->judgements != nullptr : tables_.judgements != nullptr;
    if (!has_table && loaded_->own.judgements().empty()) return;
    JudgementCache cache;
    if (held_ != nullptr && held_->judgements) cache = held_->judgements->of(loaded_->review_ids);
    if (held_ == nullptr && tables_.judgements)
      cache = judgements_in(*tables_.judgements, log_, options_.call);
    base::with_threads(options_.threads, [&] {
      loaded_->judgements = Judgements::of(cache, loaded_->own.judgements(), loaded_->review_ids,
                                           loaded_->review_begins);
    });
  }

  const Tables& tables_;
  FilesBeside beside_;
  const HeldTables* held_;
  const LoadOptions& options_;
  std::unique_ptr<LoadedRecords> loaded_;
  data::Table users_;
  LoadLog log_;
  Registry registry_;
  TableRecords records_;
};

/// Rows as values, as JSON lines would give them.
class RowValuesReader {
 public:
  explicit RowValuesReader(const base::Call& call) : steps_(call, kJsonRowsPerCheck) {}

  template <class Visit>
  void for_each(const std::vector<RowSet>& sets, Visit visit) {
    for (const RowSet& set : sets) {
      for (const std::int64_t slot : set.slots) {
        steps_.step();
        json_.clear();
        append_json(json_, set.structs, slot);
        json_.reserve(json_.size() + kJsonPadding);
        const auto row = parser_.parse(json_);
        if (!row) throw std::length_error("an Arrow row is longer than JSON can be");
        visit(to_value(*row));
      }
    }
  }

 private:
  base::StepCounter steps_;
  JsonParser parser_;
  std::string json_;
};

void add_users(const TableRecords& records, RowValuesReader& reader, SchemaCollector& collector) {
  if (records.user_rows.empty()) return;
  std::vector<std::uint64_t> reviews_of_row(slot_count(records.users));
  for (const std::uint32_t user : records.review_users) {
    if (user != TableRecords::kNoRow && records.user_rows[user] != TableRecords::kNoRow)
      ++reviews_of_row[records.user_rows[user]];
  }
  std::size_t row = 0;
  reader.for_each(records.users, [&](const language::Value& user) {
    collector.add_user(user, reviews_of_row[row++]);
  });
}

/// Items and reviews, and the judgements that items have of their own.
void add_records(const TableRecords& records, SchemaCollector& collector, const base::Call& call) {
  RowValuesReader reader(call);
  reader.for_each(records.items, [&](const language::Value& item) { collector.add_item(item); });
  reader.for_each(records.reviews,
                  [&](const language::Value& review) { collector.add_review(review); });
  for (const OwnJudgements& own : records.own.judgements())
    own.cache.for_each([&](std::string_view key, Judgement) { collector.add_judgement(key); });
}

void add_judgements(const Table& judgements, SchemaCollector& collector, const base::Call& call) {
  LoadLog unread(/*strict=*/false);
  for_each_row(judgements, unread, call, [&](std::uint64_t, const Array& rows, std::int64_t slot) {
    const auto review = text_at(*rows.child("review_id"), slot);
    const auto topic = text_at(*rows.child("topic"), slot);
    if (review && topic) collector.add_judgement(fmt::format("{}:{}", *review, *topic));
  });
}

}  // namespace

base::Result<std::unique_ptr<LoadedRecords>> load_tables(const Tables& tables, ItemLayout items,
                                                         RecordLayout layout, FilesBeside beside,
                                                         const LoadOptions& options) {
  return TableLoader(tables, items, std::make_shared<RecordLayout>(std::move(layout)), beside,
                     nullptr, options)
      .load();
}

base::Result<HeldTables> hold_tables(const Tables& tables, const RecordLayout& layout,
                                     FilesBeside beside, const LoadOptions& options) {
  LoadLog log(options.strict);
  HeldTables held;
  if (tables.users && reads_users(layout)) {
    log.begin_part(ReportPart::Users);
    held.users = std::make_shared<const UserRows>(*tables.users, log, options.call);
  }
  if (reads_friends(tables, beside)) {
    UserFriends friends = friends_of_users(*tables.users, log, options.call);
    if (friends.has_friends()) held.friends = std::make_shared<const FriendGraph>(friends.take());
  }
  if (tables.friends && beside.user_mapping) {
    held.lists =
        std::make_shared<const FriendLists>(friends_in(*tables.friends, log, options.call));
    held.friends = std::make_shared<const FriendGraph>(FriendGraph::of(*held.lists));
  }
  if (tables.judgements && beside.judgements) {
    held.judgements = std::make_shared<const JudgementsByReview>(
        judgements_in(*tables.judgements, log, options.call));
  }
  if (log.error()) return tl::unexpected(*log.error());
  held.report = combined(log.reports());
  return held;
}

base::Result<std::unique_ptr<LoadedRecords>> load_piece_of_tables(
    const Tables& tables, ItemLayout items, std::shared_ptr<RecordLayout> layout,
    FilesBeside beside, const HeldTables& held, const LoadOptions& options) {
  return TableLoader(tables, items, std::move(layout), beside, &held, options).load();
}

base::Result<language::Schema> schema_of_tables(const Tables& tables, ItemLayout items,
                                                const ReadSchemaOptions& options) {
  LoadLog log(/*strict=*/false);
  Registry registry(log);
  TableRecords records(tables, items, {.judgements = true}, base::limits::kRecords, log, registry,
                       options.call);
  records.read_items_and_reviews(options.reviews);
  if (records.awaits_users() && tables.users) {
    log.begin_part(ReportPart::Users);
    records.join(UserRows(*tables.users, log, options.call));
  }
  if (log.error()) return tl::unexpected(*log.error());
  if (registry.item_ids().empty())
    return no_readable_item(tables.items->name(), log.reports().front());
  SchemaCollector collector;
  add_records(records, collector, options.call);
  RowValuesReader reader(options.call);
  add_users(records, reader, collector);
  if (tables.judgements) add_judgements(*tables.judgements, collector, options.call);
  language::Schema schema = collector.take();
  schema.items = registry.item_ids().size();
  schema.reviews = registry.review_ids().size();
  if (options.report) options.report(combined(log.reports()));
  return schema;
}

void add_held_to_schema(const Tables& tables, SchemaCollector& collector, const base::Call& call) {
  if (tables.judgements) add_judgements(*tables.judgements, collector, call);
}

base::Result<bool> add_piece_to_schema(const Tables& tables, ItemLayout items,
                                       SchemaCollector& collector, const base::Call& call) {
  LoadLog log(/*strict=*/false);
  Registry registry(log);
  TableRecords records(tables, items, {.judgements = true}, base::limits::kRecords, log, registry,
                       call);
  records.read_items_and_reviews(/*with_reviews=*/true);
  if (log.error()) return tl::unexpected(*log.error());
  if (registry.has_review_of_two_items()) return false;
  add_records(records, collector, call);
  collector.count(registry.item_ids().size(), registry.review_ids().size());
  return true;
}

}  // namespace seedc::data::arrow
