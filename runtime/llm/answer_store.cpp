// Two tables in write-ahead mode: answers, and claims, which are worthless after a crash. The only
// file that uses SQLite and OpenSSL.
#include "runtime/llm/answer_store.h"

// Only those functions of OpenSSL that allocate nothing and cannot fail: its newer ones do both,
// and may crash if initialisation ran out of memory.
#define OPENSSL_API_COMPAT 10101

#include <fmt/format.h>
#include <openssl/sha.h>
#include <signal.h>
#include <sqlite3.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <filesystem>
#include <new>
#include <thread>

#include "runtime/llm/bounded_json.h"

namespace seedc::llm {
namespace {

using Json = nlohmann::ordered_json;

/// The file's type, in `PRAGMA application_id`: "sdca".
constexpr int kApplicationId = 0x73646361;
constexpr int kBusyMilliseconds = 10'000;

class Hash {
 public:
  Hash() { SHA256_Init(&state_); }
  /// Prefixed with its length, so that parts cannot run into each other.
  void add(std::string_view part) {
    const std::uint64_t size = part.size();
    SHA256_Update(&state_, &size, sizeof size);
    SHA256_Update(&state_, part.data(), part.size());
  }
  RequestKey finish() {
    RequestKey key;
    SHA256_Final(key.data(), &state_);
    return key;
  }

 private:
  SHA256_CTX state_;
};

struct CloseDatabase {
  void operator()(sqlite3* database) const { sqlite3_close(database); }
};
struct EndStatement {
  void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};
using Statement = std::unique_ptr<sqlite3_stmt, EndStatement>;

}  // namespace

RequestKey key_of(const ChatRequest& request, const std::string& model) {
  Hash hash;
  hash.add(model);
  hash.add(fmt::format("{} {}", request.temperature, request.max_answer_tokens));
  hash.add(request.schema_name);
  hash.add(request.response_schema.dump());
  hash.add(request.system);
  hash.add(request.user);
  return hash.finish();
}

struct AnswerStore::State {
  std::string path;
  std::unique_ptr<sqlite3, CloseDatabase> database;
  Statement select, insert, remove;
  Statement claimant, claim, release;

  /// Why the previous call failed.
  tl::unexpected<base::Error> failed(std::string_view what) const {
    const int status = database ? sqlite3_extended_errcode(database.get()) : SQLITE_NOMEM;
    if (status == SQLITE_NOMEM || status == SQLITE_IOERR_NOMEM) throw std::bad_alloc();
    return base::fail(
        base::ErrorKind::Data,
        fmt::format("cannot {} the store `{}`: {}", what, path, sqlite3_errmsg(database.get())),
        "give another file", base::Setting::AnswerStore);
  }
  bool run(const std::string& sql) {
    return sqlite3_exec(database.get(), sql.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK;
  }
  std::optional<int> number(const char* sql) {
    Statement statement;
    if (!prepare(sql, statement) || sqlite3_step(statement.get()) != SQLITE_ROW)
      return std::nullopt;
    return sqlite3_column_int(statement.get(), 0);
  }
  bool prepare(const char* sql, Statement& into) {
    sqlite3_stmt* statement = nullptr;
    const int status =
        sqlite3_prepare_v3(database.get(), sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, nullptr);
    into.reset(statement);
    return status == SQLITE_OK;
  }
  bool prepare_all();

  base::Result<bool> open();
  /// The process that claims a key but is no longer running; 0 if there is none.
  std::int64_t gone_claimant(const RequestKey& key);
  /// Runs a statement on claims, which need not survive a crash. Returns the number of changed
  /// rows.
  int change_claims(sqlite3_stmt* statement);
  bool use_write_ahead_log();
  /// Creates the tables in a new file; another program's database is left unchanged.
  base::Result<bool> make_table();
};

base::Result<bool> AnswerStore::State::open() {
  sqlite3* opened = nullptr;
  const int status =
      sqlite3_open_v2(path.c_str(), &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nullptr);
  database.reset(opened);
  if (status != SQLITE_OK) return failed("open");
  sqlite3_busy_timeout(opened, kBusyMilliseconds);
  if (auto made = make_table(); !made) return made;
  return prepare_all() ? base::Result<bool>(true) : failed("read");
}

bool AnswerStore::State::prepare_all() {
  return prepare("SELECT answer FROM answers WHERE key = ?", select) &&
         prepare("INSERT INTO answers (key, answer) VALUES (?, ?) ON CONFLICT DO NOTHING",
                 insert) &&
         prepare("DELETE FROM answers WHERE key = ?", remove) &&
         prepare("SELECT process FROM claims WHERE key = ?", claimant) &&
         prepare(
             "INSERT INTO claims (key, process, until) VALUES (?1, ?2, ?3) ON CONFLICT (key) "
             "DO UPDATE SET process = ?2, until = ?3 WHERE process = ?2 OR process = ?4 OR "
             "until < ?5",
             claim) &&
         prepare("DELETE FROM claims WHERE key = ?1 AND process = ?2", release);
}

/// SQLite does not wait for another process that creates the same file at the same moment, whatever
/// its timeout.
bool AnswerStore::State::use_write_ahead_log() {
  constexpr auto kPause = std::chrono::milliseconds(10);
  for (int waited = 0; waited < kBusyMilliseconds; waited += kPause.count()) {
    if (run("PRAGMA journal_mode = WAL")) return true;
    if (sqlite3_errcode(database.get()) != SQLITE_BUSY) return false;
    std::this_thread::sleep_for(kPause);
  }
  return false;
}

base::Result<bool> AnswerStore::State::make_table() {
  if (!use_write_ahead_log() || !run("PRAGMA synchronous = FULL; BEGIN IMMEDIATE"))
    return failed("open");
  const auto application = number("PRAGMA application_id");
  if (!application) return failed("read");
  const auto tables = number("SELECT count(*) FROM sqlite_master");
  if (!tables) return failed("read");
  if (*application != kApplicationId && *tables > 0) {
    return base::fail(base::ErrorKind::Data,
                      fmt::format("`{}` is a database, but not an answer store", path),
                      "give another file", base::Setting::AnswerStore);
  }
  const std::string made = fmt::format(
      "PRAGMA application_id = {}; CREATE TABLE IF NOT EXISTS answers (key BLOB PRIMARY KEY, "
      "answer "
      "TEXT NOT NULL) WITHOUT ROWID; CREATE TABLE IF NOT EXISTS claims (key BLOB PRIMARY KEY, "
      "process INTEGER NOT NULL, until INTEGER NOT NULL) WITHOUT ROWID; COMMIT",
      kApplicationId);
  return run(made) ? base::Result<bool>(true) : failed("write");
}

base::Result<std::unique_ptr<AnswerStore>> AnswerStore::open(const std::string& path) {
  auto state = std::make_unique<State>();
  state->path = path;
  std::error_code ignored;  // opening will report the error
  const auto folder = std::filesystem::path(path).parent_path();
  if (!folder.empty()) std::filesystem::create_directories(folder, ignored);
  if (auto opened = state->open(); !opened) return tl::unexpected(opened.error());
  return std::unique_ptr<AnswerStore>(new AnswerStore(std::move(state)));
}

AnswerStore::AnswerStore(std::unique_ptr<State> state) : state_(std::move(state)) {}
AnswerStore::~AnswerStore() = default;

std::optional<Json> AnswerStore::find(const RequestKey& key) {
  sqlite3_stmt* select = state_->select.get();
  sqlite3_bind_blob(select, 1, key.data(), static_cast<int>(key.size()), SQLITE_STATIC);
  std::optional<Json> answer;
  if (sqlite3_step(select) == SQLITE_ROW) {
    const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(select, 0));
    const auto size = static_cast<std::size_t>(sqlite3_column_bytes(select, 0));
    answer = parse_bounded_json({text, size});
    if (answer->is_discarded()) answer.reset();
  }
  sqlite3_reset(select);
  return answer;
}

base::Result<Json> AnswerStore::keep(const RequestKey& key, const Json& answer) {
  sqlite3_stmt* insert = state_->insert.get();
  const std::string text = answer.dump();
  sqlite3_bind_blob(insert, 1, key.data(), static_cast<int>(key.size()), SQLITE_STATIC);
  sqlite3_bind_text64(insert, 2, text.data(), text.size(), SQLITE_STATIC, SQLITE_UTF8);
  const bool is_done = sqlite3_step(insert) == SQLITE_DONE;
  const auto failure = state_->failed("write to");
  sqlite3_reset(insert);
  if (!is_done) return failure;
  if (sqlite3_changes(state_->database.get()) == 1) return answer;
  auto earlier = find(key);
  return earlier ? *std::move(earlier) : answer;
}

std::int64_t AnswerStore::State::gone_claimant(const RequestKey& key) {
  sqlite3_bind_blob(claimant.get(), 1, key.data(), static_cast<int>(key.size()), SQLITE_STATIC);
  const bool is_claimed = sqlite3_step(claimant.get()) == SQLITE_ROW;
  const std::int64_t process = is_claimed ? sqlite3_column_int64(claimant.get(), 0) : 0;
  sqlite3_reset(claimant.get());
  const bool is_gone = process > 0 && kill(static_cast<pid_t>(process), 0) != 0 && errno == ESRCH;
  return is_gone ? process : 0;
}

int AnswerStore::State::change_claims(sqlite3_stmt* statement) {
  run("PRAGMA synchronous = NORMAL");
  const bool is_done = sqlite3_step(statement) == SQLITE_DONE;
  sqlite3_reset(statement);
  run("PRAGMA synchronous = FULL");
  // If claims are impossible, everybody may ask: keeping the answer will report the error.
  return is_done ? sqlite3_changes(database.get()) : 1;
}

bool AnswerStore::claim(const RequestKey& key, std::chrono::seconds lease) {
  const std::int64_t now = std::chrono::duration_cast<std::chrono::seconds>(
                               std::chrono::system_clock::now().time_since_epoch())
                               .count();
  const std::int64_t gone = state_->gone_claimant(key);
  sqlite3_stmt* claim = state_->claim.get();
  sqlite3_bind_blob(claim, 1, key.data(), static_cast<int>(key.size()), SQLITE_STATIC);
  sqlite3_bind_int64(claim, 2, getpid());
  sqlite3_bind_int64(claim, 3, now + lease.count());
  sqlite3_bind_int64(claim, 4, gone);
  sqlite3_bind_int64(claim, 5, now);
  return state_->change_claims(claim) > 0;
}

void AnswerStore::release(const RequestKey& key) {
  sqlite3_stmt* release = state_->release.get();
  sqlite3_bind_blob(release, 1, key.data(), static_cast<int>(key.size()), SQLITE_STATIC);
  sqlite3_bind_int64(release, 2, getpid());
  state_->change_claims(release);
}

void AnswerStore::forget(const RequestKey& key) {
  sqlite3_stmt* remove = state_->remove.get();
  sqlite3_bind_blob(remove, 1, key.data(), static_cast<int>(key.size()), SQLITE_STATIC);
  sqlite3_step(remove);
  sqlite3_reset(remove);
}

}  // namespace seedc::llm
