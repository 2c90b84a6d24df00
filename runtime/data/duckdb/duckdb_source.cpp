// Finds tables, and asks DuckDB for the columns that are read.
#include "runtime/data/duckdb/duckdb_source.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <utility>
#include <vector>

#include "runtime/data/arrow/arrow_source.h"
#include "runtime/data/bytes/input_file.h"
#include "runtime/data/duckdb/library.h"
#include "runtime/data/jsonl/files.h"
#include "runtime/data/record_source.h"

namespace seedc::data::duckdb {
namespace {

namespace fs = std::filesystem;

bool is_database(const InputFile& file) {
  constexpr std::uint64_t kPlaceOfMagic = 8;
  std::string magic(4, '\0');
  const auto size = file.read_at(kPlaceOfMagic, magic);
  return size && *size == magic.size() && magic == "DUCK";
}

bool is_parquet(const InputFile& file) { return file.head().starts_with("PAR1"); }

/// Whether the path is a file for which `holds` returns true.
template <class Holds>
bool is_file(const std::string& path, Holds holds) {
  std::error_code unknown;
  if (!fs::is_regular_file(path, unknown)) return false;
  const auto file = InputFile::open(path);
  return file && holds(*file);
}

/// The columns of a table that are read; all if there are none.
using Columns = std::set<std::string>;

/// Where the rows of each table come from, as in FROM; empty if there is none.
struct Places {
  std::string items, reviews, users, friends, judgements;
};

/// An identifier of SQL.
std::string identifier(const std::string& name) {
  std::string out = "\"";
  for (const char c : name) out.append(c == '"' ? 2 : 1, c);
  return out + "\"";
}

std::string parquet(const std::vector<std::string>& files) {
  if (files.empty()) return {};
  std::vector<std::string> texts;
  for (const std::string& file : files) texts.push_back(quoted(file));
  return fmt::format("read_parquet([{}], union_by_name = true)", fmt::join(texts, ", "));
}

std::string parquet(const std::string& file) {
  return file.empty() ? std::string() : parquet(std::vector{file});
}

base::Result<Places> places_of_files(const std::string& path) {
  if (!fs::is_directory(path)) return Places{.items = parquet(path)};
  return find_parquet_files(path).map([](const TableFiles& files) {
    return Places{parquet(files.items), parquet(files.reviews), parquet(files.users),
                  parquet(files.friends), parquet(files.judgements)};
  });
}

base::Result<std::vector<std::string>> tables_of(const Database& database, const std::string& path,
                                                 const arrow::Limits& limits) {
  const auto rows = database.table(
      "SELECT table_name FROM information_schema.tables WHERE table_schema = 'main' "
      "ORDER BY table_name",
      path, limits);
  if (!rows) return tl::unexpected(rows.error());
  std::vector<std::string> names;
  for (const arrow::Batch& batch : (*rows)->batches()) {
    for (std::int64_t row = 0; row < batch.rows.length(); ++row) {
      const auto name = arrow::text_at(*batch.rows.child("table_name"), batch.rows.child_slot(row));
      if (name) names.emplace_back(*name);
    }
  }
  return names;
}

base::Result<Places> places_in(const Database& database, const std::string& path,
                               const arrow::Limits& limits) {
  const auto tables = tables_of(database, path, limits);
  if (!tables) return tl::unexpected(tables.error());
  const auto first_of = [&](std::initializer_list<const char*> names) {
    for (const char* name : names) {
      if (std::ranges::find(*tables, name) != tables->end()) return identifier(name);
    }
    return std::string();
  };
  Places places{first_of({"restaurants", "items", "business"}), first_of({"reviews", "review"}),
                first_of({"users", "user"}), first_of({"friends"}), first_of({"judgements"})};
  if (!places.items.empty()) return places;
  return base::fail_with_help<base::ErrorCode::NoItems>(
      fmt::format("{}; a table of items is named `items`, `restaurants` or `business`",
                  tables->empty() ? "it has no tables"
                                  : fmt::format("it has `{}`", fmt::join(*tables, "`, `"))),
      path);
}

/// A pattern of DuckDB that matches these names and no others.
std::string pattern_of(const Columns& columns) {
  std::vector<std::string> names;
  for (const std::string& column : columns) {
    std::string& name = names.emplace_back();
    for (const char c : column) {
      const bool is_plain = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') ||
                            (c >= 'a' && c <= 'z') || c == '_' || (c & 0x80) != 0;
      if (!is_plain) name += '\\';
      name += c;
    }
  }
  return fmt::format("^({})$", fmt::join(names, "|"));
}

std::string query_for(const std::string& place, const Columns& columns) {
  const std::string chosen =
      columns.empty() ? "*" : fmt::format("COLUMNS({})", quoted(pattern_of(columns)));
  return fmt::format("SELECT {} FROM {}", chosen, place);
}

/// The columns that paths begin with, beside those that are always read. `depth`: of the key that
/// is a column.
Columns columns_for(const std::vector<ColumnSpec>& specs, std::size_t depth, Columns columns) {
  for (const ColumnSpec& spec : specs) {
    if (depth > 0 && (spec.path.empty() || spec.path.front() != "user")) continue;
    if (spec.path.size() <= depth) return {};
    columns.insert(spec.path[depth]);
  }
  return columns;
}

/// What is read of each table.
struct Asked {
  Columns items, reviews, users;
};

Asked asked_by(const RecordLayout& layout) {
  Asked asked{
      .items = columns_for(layout.item_columns, 0,
                           {"business_id", "business", "reviews", "friend_graph", "judgements"}),
      .reviews =
          columns_for(layout.review_columns, 0, {"review_id", "business_id", "user_id", "user"}),
      .users = columns_for(layout.review_columns, 1, {"user_id", "name", "friends"})};
  if (layout.texts && !asked.reviews.empty()) asked.reviews.insert("text");
  return asked;
}

class DuckDbSource final : public RecordSource {
 public:
  DuckDbSource(std::string path, std::string library)
      : path_(std::move(path)), library_(std::move(library)) {}

  const std::string& name() const override { return path_; }

  base::Result<language::Schema> schema(const ReadSchemaOptions& options) const override {
    return tables({}, /*threads=*/0, options.call).and_then([&](const auto& source) {
      return source->schema(options);
    });
  }

  std::optional<std::uint64_t> bytes_to_read(bool) const override { return std::nullopt; }

  /// Of a database also its log of changes that are not in it yet.
  base::Result<std::vector<std::string>> files() const override {
    std::error_code unknown;
    if (std::filesystem::is_directory(path_, unknown))
      return find_parquet_files(path_).map([](const TableFiles& files) { return all_of(files); });
    std::vector<std::string> files = {path_};
    if (std::string log = path_ + ".wal"; std::filesystem::exists(log, unknown))
      files.push_back(std::move(log));
    return files;
  }

  base::Result<std::unique_ptr<LoadedRecords>> load_records(
      RecordLayout layout, FilesBeside beside, const LoadOptions& options) const override {
    return tables(asked_by(layout), options.threads, options.call)
        .and_then([&](const auto& source) {
          return source->records()->load_records(std::move(layout), beside, options);
        });
  }

 private:
  base::Result<std::shared_ptr<const Source>> tables(const Asked& asked, unsigned threads,
                                                     const base::Call& call) const {
    auto functions = load_functions(library_, path_);
    if (!functions) return tl::unexpected(functions.error());
    const bool has_tables = is_file(path_, is_database);
    const auto database =
        Database::open(*std::move(functions), has_tables ? path_ : "", threads, call);
    if (!database) return tl::unexpected(database.error());
    const arrow::Limits limits{.call = call};
    const auto places = has_tables ? places_in(**database, path_, limits) : places_of_files(path_);
    if (!places) return tl::unexpected(places.error());
    arrow::Tables read;
    const auto read_one = [&](const std::string& place, const Columns& columns, const char* name,
                              std::shared_ptr<const arrow::Table>& table) -> base::Result<void> {
      if (place.empty()) return {};
      return (*database)
          ->table(query_for(place, columns), fmt::format("{} ({})", path_, name), limits)
          .map([&](std::shared_ptr<const arrow::Table> rows) { table = std::move(rows); });
    };
    return read_one(places->items, asked.items, "items", read.items)
        .and_then([&] { return read_one(places->reviews, asked.reviews, "reviews", read.reviews); })
        .and_then([&] { return read_one(places->users, asked.users, "users", read.users); })
        .and_then([&] { return read_one(places->friends, {}, "friends", read.friends); })
        .and_then([&] { return read_one(places->judgements, {}, "judgements", read.judgements); })
        .and_then([&] { return arrow::source_of(std::move(read)); });
  }

  std::string path_;
  std::string library_;
};

}  // namespace

bool is_for_duckdb(const std::string& path) {
  std::error_code unknown;
  if (fs::is_directory(path, unknown)) return has_parquet_items(path);
  return is_file(path, [](const InputFile& file) { return is_parquet(file) || is_database(file); });
}

std::optional<std::string> help_for_missing_reviews(const std::string& path) {
  if (is_file(path, is_database)) return "they are looked for in its table `reviews`";
  if (!is_file(path, is_parquet)) return std::nullopt;
  return "they are in its column `reviews`, a list for each item, or in `reviews.parquet` of a "
         "folder";
}

std::shared_ptr<const Source> source_at(std::string path, std::string library) {
  return std::make_shared<DuckDbSource>(std::move(path), std::move(library));
}

}  // namespace seedc::data::duckdb
