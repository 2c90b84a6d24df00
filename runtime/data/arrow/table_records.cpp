// Accepts or rejects the rows of tables, as lines of JSON are.
#include "runtime/data/arrow/table_records.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "runtime/base/nearest.h"
#include "runtime/data/arrow/json_text.h"

namespace seedc::data::arrow {
namespace {

using Kind = Type::Kind;

constexpr const char* kBusiness = "business";
constexpr const char* kBusinessId = "business_id";
constexpr const char* kReviews = "reviews";
constexpr const char* kReviewId = "review_id";
constexpr const char* kUserId = "user_id";
constexpr const char* kFriendGraph = "friend_graph";
constexpr const char* kJudgements = "judgements";

const Type* column_of(const Type& rows, const char* name) {
  const std::int64_t number = rows.child(name);
  return number < 0 ? nullptr : &rows.children[static_cast<std::size_t>(number)];
}

base::Result<void> missing_column(const Type& rows, const char* name, const std::string& table) {
  std::vector<std::string> names;
  for (const Type& column : rows.children) names.push_back(column.name);
  return base::fail_with_help<base::ErrorCode::MissingColumn>(
      base::did_you_mean(name, names, fmt::format("each row needs its `{}`", name)), table,
      rows.path.empty() ? name : fmt::format("{}.{}", rows.path, name));
}

/// Of a column whose values may have several types.
base::Result<void> check_there(const std::shared_ptr<const Table>& table, const char* name) {
  const bool is_there = table == nullptr || column_of(table->type(), name) != nullptr;
  return is_there ? base::Result<void>() : missing_column(table->type(), name, table->name());
}

base::Result<void> check_texts(const std::shared_ptr<const Table>& table,
                               std::initializer_list<const char*> names) {
  for (const char* name : names) {
    if (table == nullptr) return {};
    if (auto done = check_text(table->type(), name, table->name()); !done) return done;
  }
  return {};
}

bool is_list_of_structs(const Type& type) {
  return type.kind == Kind::List && type.children.front().kind == Kind::Struct;
}

/// A bundle's line may have nothing else: what it has would be ignored.
base::Result<void> check_bundle(const Tables& tables, const Type& rows) {
  const std::string& name = tables.items->name();
  for (const Type& column : rows.children) {
    if (column.name == kBusiness || column.name == kFriendGraph || column.name == kJudgements)
      continue;
    if (column.name != kReviews || tables.reviews) {
      return base::fail_with_help<base::ErrorCode::UnexpectedColumn>(
          "leave it out; reviews, friends and judgements may be tables of their own", column.path,
          name);
    }
    if (!is_list_of_structs(column) && column.kind != Kind::Null) {
      return base::fail<base::ErrorCode::ReviewsAreNoList>(name);
    }
  }
  return {};
}

}  // namespace

base::Result<void> check_text(const Type& rows, const char* name, const std::string& table) {
  const Type* column = column_of(rows, name);
  if (column == nullptr) return missing_column(rows, name, table);
  if (column->is_text()) return {};
  return base::fail_with_help<base::ErrorCode::ColumnIsNoText>("cast it to a string (utf8)",
                                                               column->path, table);
}

namespace {

/// Reviews may lack texts, but in a column of numbers all of them would be lost.
base::Result<void> check_review_texts(const Type& reviews, const std::string& table) {
  const Type* texts = column_of(reviews, "text");
  return texts == nullptr || texts->kind == Kind::Null ? base::Result<void>()
                                                       : check_text(reviews, "text", table);
}

}  // namespace

base::Result<ItemLayout> check_tables(const Tables& tables) {
  if (!tables.items) {
    return base::fail_with_help<base::ErrorCode::NoTableOfItems>(
        "give the items as an Arrow stream");
  }
  const Type& rows = tables.items->type();
  const Type* business = column_of(rows, kBusiness);
  const Type* reviews = column_of(rows, kReviews);
  ItemLayout layout;
  layout.is_bundle = column_of(rows, kBusinessId) == nullptr && business != nullptr &&
                     business->kind == Kind::Struct;
  layout.has_reviews = !tables.reviews && reviews != nullptr && is_list_of_structs(*reviews);
  const std::string& name = tables.items->name();
  return check_text(layout.is_bundle ? *business : rows, kBusinessId, name)
      .and_then(
          [&] { return layout.is_bundle ? check_bundle(tables, rows) : base::Result<void>(); })
      .and_then([&] {
        if (!layout.has_reviews) return base::Result<void>();
        const Type& nested = reviews->children.front();
        return check_text(nested, kReviewId, name).and_then([&] {
          return check_review_texts(nested, name);
        });
      })
      .and_then([&] { return check_texts(tables.reviews, {kReviewId, kBusinessId}); })
      .and_then([&] {
        return tables.reviews ? check_review_texts(tables.reviews->type(), tables.reviews->name())
                              : base::Result<void>();
      })
      .and_then([&] { return check_texts(tables.users, {kUserId}); })
      .and_then([&] { return check_texts(tables.friends, {"name"}); })
      .and_then([&] { return check_there(tables.friends, "friends"); })
      .and_then([&] { return check_texts(tables.judgements, {kReviewId, "topic"}); })
      .and_then([&] { return check_there(tables.judgements, "judgement"); })
      .map([&] { return layout; });
}

namespace {

/// The rows of a batch, in order: what is wrong with them is logged when they are reached.
class RowLog {
 public:
  RowLog(const Batch& batch, LoadLog& log, base::StepCounter& steps)
      : batch_(batch), log_(log), steps_(steps) {}

  /// Whether the row is a record.
  bool reach(std::int64_t row) {
    steps_.step();
    if (batch_.is_sparse && !batch_.rows.is_valid(row)) return false;
    const std::uint64_t line = line_of(row);
    const auto& [values, records] = batch_.faults;
    for (; next_value_ < values.size() && values[next_value_].slot <= row; ++next_value_)
      log_.skip_value(line, batch_.reason(values[next_value_]));
    const bool is_broken = next_record_ < records.size() && records[next_record_].slot == row;
    if (is_broken) log_.skip(line, batch_.reason(records[next_record_]));
    while (next_record_ < records.size() && records[next_record_].slot <= row) ++next_record_;
    if (!is_broken && !batch_.rows.is_valid(row)) log_.skip(line, "not an object");
    return !is_broken && batch_.rows.is_valid(row);
  }
  std::uint64_t line_of(std::int64_t row) const {
    return batch_.rows_before + static_cast<std::uint64_t>(row) + 1;
  }

 private:
  const Batch& batch_;
  LoadLog& log_;
  base::StepCounter& steps_;
  std::size_t next_value_ = 0, next_record_ = 0;
};

/// How many values the lists of the rows have.
std::int64_t entries_of(const Array& lists, const Array& rows) {
  std::int64_t count = 0;
  for (std::int64_t row = 0; row < rows.length(); ++row) {
    if (!rows.is_valid(row) || !lists.is_valid(rows.child_slot(row))) continue;
    const Array::Range range = lists.range(rows.child_slot(row));
    count += range.end - range.begin;
  }
  return count;
}

}  // namespace

UserRows::UserRows(const Table& table, LoadLog& log, const base::Call& call)
    : table_(&table), charge_(call, "the rows of tables"), ids_(call) {
  Registry known(log);
  base::StepCounter steps(call, TableRecords::kRecordsPerCheck);
  log.begin_file(table.name());
  std::uint64_t row_count = 0;
  for (std::uint32_t number = 0; number < table.batches().size(); ++number) {
    const Batch& batch = table.batches()[number];
    constexpr std::uint64_t kBytesOfRow = 2 * (sizeof(std::string_view) + sizeof(Row));
    row_count += static_cast<std::uint64_t>(batch.rows.length());
    charge_.set(kBytesOfRow * row_count +
                known.bytes(static_cast<std::size_t>(batch.rows.length())));
    const Array& id_column = *batch.rows.child(kUserId);
    RowLog rows(batch, log, steps);
    for (std::int64_t row = 0; row < batch.rows.length(); ++row) {
      if (!rows.reach(row)) continue;
      const auto id = text_at(id_column, batch.rows.child_slot(row));
      if (!id) {
        log.skip(rows.line_of(row), "`user_id` is missing or not a string");
        continue;
      }
      const HashedText kept = hashed(ids_.store(*id));
      if (known.add_user(kept, rows.line_of(row))) rows_.emplace(kept.text, Row{number, row});
    }
  }
}

std::optional<UserRows::Row> UserRows::find(std::string_view id) const {
  const auto row = rows_.find(id);
  return row == rows_.end() ? std::nullopt : std::optional(row->second);
}

struct TableRecords::ReviewColumns {
  explicit ReviewColumns(const Array& structs)
      : review_id(structs.child(kReviewId)),
        business_id(structs.child(kBusinessId)),
        user(structs.child("user")),
        user_id(structs.child(kUserId)) {
    if (user_id != nullptr && !user_id->type().is_text()) user_id = nullptr;
  }
  const Array *review_id, *business_id, *user, *user_id;
};

void TableRecords::read_items_and_reviews(bool with_reviews) {
  log_.begin_file(tables_.items->name());
  for (const Batch& batch : tables_.items->batches()) {
    read_item_rows(batch, with_reviews && layout_.has_reviews);
    if (is_done()) return;
  }
  if (!with_reviews || !tables_.reviews) return;
  log_.begin_file(tables_.reviews->name());
  for (const Batch& batch : tables_.reviews->batches()) {
    read_review_rows(batch);
    if (is_done()) return;
  }
}

void TableRecords::charge_for(std::int64_t rows) {
  if (!charge_.counts()) return;
  constexpr std::uint64_t kBytesOfRow = sizeof(std::int64_t) + sizeof(std::uint32_t);
  row_count_ += static_cast<std::uint64_t>(rows);
  charge_.set(kBytesOfRow * row_count_ + registry_.bytes(static_cast<std::size_t>(rows)));
}

void TableRecords::read_item_rows(const Batch& batch, bool with_reviews) {
  const Array& rows = batch.rows;
  charge_for(rows.length());
  const Array& structs = layout_.is_bundle ? *rows.child(kBusiness) : rows;
  const bool is_hidden = layout_.has_reviews && !layout_.is_bundle;
  RowSet& set = items.emplace_back(RowSet{is_hidden ? structs.without(kReviews) : structs, {}});
  const Array* lists = with_reviews ? rows.child(kReviews) : nullptr;
  std::optional<ReviewColumns> columns;
  if (lists != nullptr) {
    charge_for(entries_of(*lists, rows));
    columns.emplace(lists->children().front());
    reviews.push_back({lists->children().front(), {}});
  }
  RowLog log(batch, log_, steps_);
  for (std::int64_t row = 0; row < rows.length(); ++row) {
    if (!log.reach(row)) continue;
    const std::uint64_t line = log.line_of(row);
    const std::size_t before = registry_.item_ids().size();
    const auto id = add_item(set, layout_.is_bundle ? rows.child_slot(row) : row, line);
    if (layout_.is_bundle && registry_.item_ids().size() > before) add_own(rows, row, line);
    const std::int64_t list = rows.child_slot(row);
    if (lists == nullptr || !lists->is_valid(list)) continue;
    const Array::Range range = lists->range(list);
    for (std::int64_t slot = range.begin; slot < range.end; ++slot)
      add_review(reviews.back(), *columns, slot, &id, line);
  }
}

/// What the row of the last item says of itself.
void TableRecords::add_own(const Array& rows, std::int64_t row, std::uint64_t line) {
  const auto json_of = [&](const char* name, bool is_read) {
    std::string json;
    const Array* column = is_read ? rows.child(name) : nullptr;
    const std::int64_t slot = rows.child_slot(row);
    if (column != nullptr && column->has(slot)) append_json(json, *column, slot);
    return json;
  };
  own.add(static_cast<std::uint32_t>(registry_.item_ids().size() - 1),
          json_of(kFriendGraph, beside_.user_mapping), json_of(kJudgements, beside_.judgements),
          line, log_);
}

/// Returns the item's id, if it has one, whether it is accepted or not.
std::optional<HashedText> TableRecords::add_item(RowSet& set, std::int64_t slot,
                                                 std::uint64_t line) {
  if (!set.structs.is_valid(slot)) {
    log_.skip(line, "`business` is missing or not an object");
    return std::nullopt;
  }
  const auto text = text_at(*set.structs.child(kBusinessId), set.structs.child_slot(slot));
  if (!text) {
    log_.skip(line, "`business_id` is missing or not a string");
    return std::nullopt;
  }
  const HashedText id = hashed(ids.store(*text));
  if (registry_.add_item(id, line)) set.slots.push_back(slot);
  return id;
}

void TableRecords::read_review_rows(const Batch& batch) {
  charge_for(batch.rows.length());
  RowSet& set = reviews.emplace_back(RowSet{batch.rows, {}});
  const ReviewColumns columns(batch.rows);
  RowLog log(batch, log_, steps_);
  for (std::int64_t row = 0; row < batch.rows.length(); ++row) {
    if (log.reach(row)) add_review(set, columns, row, nullptr, log.line_of(row));
  }
}

/// A nested review belongs to the item of its row, whatever business_id it has.
void TableRecords::add_review(RowSet& set, const ReviewColumns& columns, std::int64_t slot,
                              const std::optional<HashedText>* owner, std::uint64_t line) {
  steps_.step();
  if (!set.structs.is_valid(slot)) return log_.skip(line, "not an object");
  const std::int64_t child = set.structs.child_slot(slot);
  const auto id = text_at(*columns.review_id, child);
  if (!id) return log_.skip(line, "`review_id` is missing or not a string");
  std::optional<HashedText> item = owner == nullptr ? std::nullopt : *owner;
  if (owner == nullptr) {
    const auto item_id = text_at(*columns.business_id, child);
    if (!item_id) return log_.skip(line, "`business_id` is missing or not a string");
    item = hashed(*item_id);
  }
  if (!registry_.add_review(hashed(ids.store(*id)), item, line)) return;
  set.slots.push_back(slot);
  const bool has_user = columns.user != nullptr && columns.user->has(child);
  const auto user =
      has_user || columns.user_id == nullptr ? std::nullopt : text_at(*columns.user_id, child);
  review_users.push_back(user ? number_of_user(*user) : kNoRow);
}

std::uint32_t TableRecords::number_of_user(std::string_view id) {
  const auto known = awaited_users_.find(id);
  if (known != awaited_users_.end()) return known->second;
  const auto number = static_cast<std::uint32_t>(awaited_users_.size());
  awaited_users_.emplace(user_ids_.store(id), number);
  return number;
}

void TableRecords::join(const UserRows& rows) {
  user_rows.assign(awaited_users_.size(), kNoRow);
  struct Found {
    UserRows::Row row;
    std::uint32_t user;
  };
  std::vector<Found> found;
  for (const auto& [id, user] : awaited_users_) {
    steps_.step();
    if (const auto row = rows.find(id)) found.push_back({*row, user});
  }
  std::ranges::sort(found, {},
                    [](const Found& one) { return std::pair(one.row.batch, one.row.slot); });
  std::optional<std::uint32_t> batch;
  for (std::uint32_t row = 0; row < found.size(); ++row) {
    if (batch != found[row].row.batch) {
      batch = found[row].row.batch;
      users.push_back({rows.table().batches()[*batch].rows, {}});
    }
    users.back().slots.push_back(found[row].row.slot);
    user_rows[found[row].user] = row;
  }
}

bool TableRecords::is_done() {
  const auto check_count = [&](std::string_view what, std::uint64_t count) {
    if (count <= most_) return;
    log_.stop(
        base::error<base::ErrorCode::TooManyRecords>(most_, what).with_help("split the data"));
  };
  check_count("items", registry_.item_ids().size());
  check_count("reviews", registry_.review_items().size());
  return log_.error().has_value();
}

}  // namespace seedc::data::arrow
