// Tables in write-ahead mode: answers; claims, which are worthless after a crash; and the forms
// that services take. The only file of the folder that uses SQLite.
#include "runtime/llm/answer_store.h"

#include <fmt/format.h>
#include <signal.h>
#include <sqlite3.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <filesystem>
#include <new>
#include <thread>

#include "runtime/base/sha256.h"
#include "runtime/llm/answer_check.h"
#include "runtime/llm/bounded_json.h"

namespace seedc::llm {
namespace {

using Json = nlohmann::ordered_json;

/// The file's type, in `PRAGMA application_id`: "sdca".
constexpr int kApplicationId = 0x73646361;
constexpr int kBusyMilliseconds = 10'000;

/// SHA-256 of parts, each prefixed with its length, so that they cannot run into each other.
class Hash {
 public:
  void add(std::string_view part) {
    const std::uint64_t size = part.size();
    hash_.add({reinterpret_cast<const char*>(&size), sizeof size});
    hash_.add(part);
  }
  RequestKey finish() { return hash_.finish(); }

 private:
  base::Sha256 hash_;
};

struct CloseDatabase {
  void operator()(sqlite3* database) const { sqlite3_close(database); }
};
struct EndStatement {
  void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};
using Statement = std::unique_ptr<sqlite3_stmt, EndStatement>;

/// The temperature that a request asks for.
std::string temperature_of(const ChatRequest& request, const RequestChoice& choice) {
  if (choice.omits_temperature) return "none";
  const auto given = choice.parameters.find("temperature");
  if (given == choice.parameters.end()) return fmt::format("{}", request.temperature);
  const Json& value = given->second;
  return value.is_number() ? fmt::format("{}", value.get<double>()) : value.dump();
}

RequestKey service_key(const std::string& url, const std::string& model) {
  Hash hash;
  hash.add(url);
  hash.add(model);
  return hash.finish();
}

void bind_key(sqlite3_stmt* statement, const RequestKey& key) {
  sqlite3_bind_blob(statement, 1, key.data(), static_cast<int>(key.size()), SQLITE_STATIC);
}

/// The text in the first column of the row that a statement has reached.
std::string_view text_in(sqlite3_stmt* statement) {
  const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement, 0));
  return {text, static_cast<std::size_t>(sqlite3_column_bytes(statement, 0))};
}

}  // namespace

RequestKey key_of(const ChatRequest& request, const std::string& model,
                  const RequestChoice& choice) {
  Hash hash;
  hash.add(request.opinion.model_or(model));
  if (request.opinion.number > 0) hash.add(fmt::format("opinion {}", request.opinion.number));
  hash.add(fmt::format("{} {}", temperature_of(request, choice), request.max_answer_tokens));
  hash.add(request.schema_name);
  hash.add(request.response_schema.dump());
  hash.add(request.system);
  hash.add(request.user);
  for (const auto& [name, value] : choice.parameters) {
    if (name == "temperature") continue;
    hash.add(name);
    hash.add(value.dump());
  }
  return hash.finish();
}

struct AnswerStore::State {
  std::string path;
  std::unique_ptr<sqlite3, CloseDatabase> database;
  Statement select, insert, remove;
  Statement claimant, claim, release;
  Statement select_form, insert_form;

  /// Why the previous call failed.
  tl::unexpected<base::Error> failed(std::string_view what) const {
    const int status = database ? sqlite3_extended_errcode(database.get()) : SQLITE_NOMEM;
    if (status == SQLITE_NOMEM || status == SQLITE_IOERR_NOMEM) throw std::bad_alloc();
    return base::fail(
        base::error<base::ErrorCode::StoreFailed>(what, path, sqlite3_errmsg(database.get()))
            .with_help("give another file", base::Setting::AnswerStore));
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
  /// Runs a statement whose change need not survive a crash. Returns the number of changed rows.
  int change_without_sync(sqlite3_stmt* statement);
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
         prepare("DELETE FROM claims WHERE key = ?1 AND process = ?2", release) &&
         prepare("SELECT form FROM forms WHERE service = ?", select_form) &&
         prepare("INSERT OR REPLACE INTO forms (service, form) VALUES (?, ?)", insert_form);
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
    return base::fail(base::error<base::ErrorCode::NotAStore>(path).with_help(
        "give another file", base::Setting::AnswerStore));
  }
  const std::string made = fmt::format(
      "PRAGMA application_id = {}; CREATE TABLE IF NOT EXISTS answers (key BLOB PRIMARY KEY, "
      "answer "
      "TEXT NOT NULL) WITHOUT ROWID; CREATE TABLE IF NOT EXISTS claims (key BLOB PRIMARY KEY, "
      "process INTEGER NOT NULL, until INTEGER NOT NULL) WITHOUT ROWID; "
      "CREATE TABLE IF NOT EXISTS forms (service BLOB PRIMARY KEY, form TEXT NOT NULL) "
      "WITHOUT ROWID; COMMIT",
      kApplicationId);
  return run(made) ? base::Result<bool>(true) : failed("write");
}

base::Result<std::unique_ptr<AnswerStore>> AnswerStore::open(const std::string& path) {
  auto state = std::make_unique<State>();
  state->path = path;
  std::error_code unknown;  // opening will report the error
  const auto folder = std::filesystem::path(path).parent_path();
  if (!folder.empty() && !std::filesystem::exists(folder, unknown) && !unknown) {
    return base::fail(
        base::error<base::ErrorCode::StoreFailed>("open", path, "its folder does not exist")
            .with_help("create the folder, or give another file", base::Setting::AnswerStore));
  }
  if (auto opened = state->open(); !opened) return tl::unexpected(opened.error());
  return std::unique_ptr<AnswerStore>(new AnswerStore(std::move(state)));
}

AnswerStore::AnswerStore(std::unique_ptr<State> state) : state_(std::move(state)) {}
AnswerStore::~AnswerStore() = default;

std::optional<Json> AnswerStore::find(const RequestKey& key) {
  sqlite3_stmt* select = state_->select.get();
  bind_key(select, key);
  std::optional<Json> answer;
  if (sqlite3_step(select) == SQLITE_ROW) {
    answer = parse_bounded_json(text_in(select));
  }
  sqlite3_reset(select);
  if (!answer || !answer->is_discarded()) return answer;
  forget(key);  // or it would keep the next answer from being stored
  return std::nullopt;
}

std::optional<nlohmann::ordered_json> AnswerStore::find_for(const ChatRequest& request,
                                                            const RequestKey& key) {
  auto answer = find(key);
  if (!answer || !find_fault(*answer, request)) return answer;
  forget(key);
  return std::nullopt;
}

base::Result<Json> AnswerStore::keep(const RequestKey& key, const Json& answer) {
  sqlite3_stmt* insert = state_->insert.get();
  const std::string text = answer.dump();
  bind_key(insert, key);
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
  bind_key(claimant.get(), key);
  const bool is_claimed = sqlite3_step(claimant.get()) == SQLITE_ROW;
  const std::int64_t process = is_claimed ? sqlite3_column_int64(claimant.get(), 0) : 0;
  sqlite3_reset(claimant.get());
  const bool is_gone = process > 0 && kill(static_cast<pid_t>(process), 0) != 0 && errno == ESRCH;
  return is_gone ? process : 0;
}

int AnswerStore::State::change_without_sync(sqlite3_stmt* statement) {
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
  bind_key(claim, key);
  sqlite3_bind_int64(claim, 2, getpid());
  sqlite3_bind_int64(claim, 3, now + lease.count());
  sqlite3_bind_int64(claim, 4, gone);
  sqlite3_bind_int64(claim, 5, now);
  return state_->change_without_sync(claim) > 0;
}

void AnswerStore::release(const RequestKey& key) {
  sqlite3_stmt* release = state_->release.get();
  bind_key(release, key);
  sqlite3_bind_int64(release, 2, getpid());
  state_->change_without_sync(release);
}

std::optional<RequestForm> AnswerStore::form_of_service(const std::string& url,
                                                        const std::string& model) {
  const RequestKey key = service_key(url, model);
  sqlite3_stmt* select = state_->select_form.get();
  bind_key(select, key);
  std::optional<RequestForm> form;
  if (sqlite3_step(select) == SQLITE_ROW) form = form_of(text_in(select));
  sqlite3_reset(select);
  return form;
}

void AnswerStore::remember_form(const std::string& url, const std::string& model,
                                const RequestForm& form) {
  const RequestKey key = service_key(url, model);
  const std::string text = to_text(form);
  sqlite3_stmt* insert = state_->insert_form.get();
  bind_key(insert, key);
  sqlite3_bind_text64(insert, 2, text.data(), text.size(), SQLITE_STATIC, SQLITE_UTF8);
  state_->change_without_sync(insert);
}

void AnswerStore::forget(const RequestKey& key) {
  sqlite3_stmt* remove = state_->remove.get();
  bind_key(remove, key);
  sqlite3_step(remove);
  sqlite3_reset(remove);
}

}  // namespace seedc::llm
