// Calls DuckDB's C interface (duckdb.h of DuckDB 1.4), whose types and functions are declared here:
// the library is not there when seedc is built.
#include "runtime/data/duckdb/library.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "runtime/base/memory.h"
#include "runtime/base/shared_library.h"
#include "runtime/data/arrow/array_bytes.h"

namespace seedc::data::duckdb {

/// `duckdb_result`, which its own functions fill and read.
struct QueryResult {
  std::uint64_t unused_counts[3] = {};
  void* unused_columns = nullptr;
  char* unused_message = nullptr;
  void* internal = nullptr;
};

/// Each is the function `duckdb_NAME`; handles are pointers, and states 0 if all went well.
struct Functions {
  int (*open_ext)(const char* path, void** database, void* config, char** error);
  void (*close)(void** database);
  int (*connect)(void* database, void** connection);
  void (*disconnect)(void** connection);
  int (*create_config)(void** config);
  int (*set_config)(void* config, const char* name, const char* value);
  void (*destroy_config)(void** config);
  void (*free)(void* bytes);
  void (*interrupt)(void* connection);
  int (*prepare)(void* connection, const char* text, void** statement);
  const char* (*prepare_error)(void* statement);
  void (*destroy_prepare)(void** statement);
  int (*pending_prepared)(void* statement, void** pending);
  const char* (*pending_error)(void* pending);
  int (*pending_execute_task)(void* pending);
  int (*execute_pending)(void* pending, QueryResult* result);
  void (*destroy_pending)(void** pending);
  const char* (*result_error)(QueryResult* result);
  void (*destroy_result)(QueryResult* result);
  std::uint64_t (*column_count)(QueryResult* result);
  const char* (*column_name)(QueryResult* result, std::uint64_t column);
  void* (*column_logical_type)(QueryResult* result, std::uint64_t column);
  void (*destroy_logical_type)(void** type);
  void* (*fetch_chunk)(QueryResult result);
  void (*destroy_data_chunk)(void** chunk);
  void* (*result_get_arrow_options)(QueryResult* result);
  void (*destroy_arrow_options)(void** options);
  void* (*to_arrow_schema)(void* options, void** types, const char** names, std::uint64_t count,
                           ArrowSchema* schema);
  void* (*data_chunk_to_arrow)(void* options, void* chunk, ArrowArray* array);
  bool (*error_data_has_error)(void* error);
  const char* (*error_data_message)(void* error);
  void (*destroy_error_data)(void** error);
};

namespace {

constexpr const char* kInstall =
    "Parquet and DuckDB files are read with DuckDB's shared library, 1.4 or newer: install "
    "libduckdb.so, or node's package @duckdb/node-api";

/// Looks up functions; remembers the first that is not there.
class Lookup {
 public:
  explicit Lookup(void* library) : library_(library) {}

  template <class Function>
  void find(const char* name, Function& function) {
    const std::string symbol = std::string("duckdb_") + name;
    void* const found = dlsym(library_, symbol.c_str());
    if (found == nullptr && missing_.empty()) missing_ = symbol;
    function = reinterpret_cast<Function>(found);
  }
  const std::string& missing() const { return missing_; }

 private:
  void* library_;
  std::string missing_;
};

Functions functions_in(Lookup& lookup) {
  Functions functions = {};
  lookup.find("open_ext", functions.open_ext);
  lookup.find("close", functions.close);
  lookup.find("connect", functions.connect);
  lookup.find("disconnect", functions.disconnect);
  lookup.find("create_config", functions.create_config);
  lookup.find("set_config", functions.set_config);
  lookup.find("destroy_config", functions.destroy_config);
  lookup.find("free", functions.free);
  lookup.find("interrupt", functions.interrupt);
  lookup.find("prepare", functions.prepare);
  lookup.find("prepare_error", functions.prepare_error);
  lookup.find("destroy_prepare", functions.destroy_prepare);
  lookup.find("pending_prepared", functions.pending_prepared);
  lookup.find("pending_error", functions.pending_error);
  lookup.find("pending_execute_task", functions.pending_execute_task);
  lookup.find("execute_pending", functions.execute_pending);
  lookup.find("destroy_pending", functions.destroy_pending);
  lookup.find("result_error", functions.result_error);
  lookup.find("destroy_result", functions.destroy_result);
  lookup.find("column_count", functions.column_count);
  lookup.find("column_name", functions.column_name);
  lookup.find("column_logical_type", functions.column_logical_type);
  lookup.find("destroy_logical_type", functions.destroy_logical_type);
  lookup.find("fetch_chunk", functions.fetch_chunk);
  lookup.find("destroy_data_chunk", functions.destroy_data_chunk);
  lookup.find("result_get_arrow_options", functions.result_get_arrow_options);
  lookup.find("destroy_arrow_options", functions.destroy_arrow_options);
  lookup.find("to_arrow_schema", functions.to_arrow_schema);
  lookup.find("data_chunk_to_arrow", functions.data_chunk_to_arrow);
  lookup.find("error_data_has_error", functions.error_data_has_error);
  lookup.find("error_data_message", functions.error_data_message);
  lookup.find("destroy_error_data", functions.destroy_error_data);
  return functions;
}

/// The first line: DuckDB's messages go on with candidates and the query.
std::string first_line(const char* message) {
  const std::string_view text = message == nullptr ? "unknown error" : message;
  return std::string(text.substr(0, text.find('\n')));
}

/// Interrupts what runs on a connection, from a thread of its own, once its call is to stop: one
/// portion of a query may take as long as the query.
class Interrupter {
 public:
  Interrupter(const Functions& functions, void* connection, const base::Call& call) {
    if (!call.has_limits()) return;
    thread_ = std::jthread([&functions, connection, call](const std::stop_token& is_done) {
      std::mutex mutex;
      std::condition_variable_any waits;
      std::unique_lock lock(mutex);
      while (!waits.wait_for(lock, is_done, base::Call::kLongestWait, [] { return false; }) &&
             !is_done.stop_requested()) {
        // Again and again: a query that only begins forgets that it was interrupted.
        if (is_to_stop(call)) functions.interrupt(connection);
      }
    });
  }

 private:
  static bool is_to_stop(const base::Call& call) {
    try {
      call.check();
      return false;
    } catch (const base::Stopped&) {
      return true;
    }
  }

  std::jthread thread_;
};

/// A query that is run in small portions, between which its call may stop it, and within which it
/// is interrupted.
class RunningQuery {
 public:
  RunningQuery(const Functions& functions, void* connection, const base::Call& call)
      : functions_(functions), call_(call), interrupter_(functions, connection, call) {}
  RunningQuery(const RunningQuery&) = delete;
  RunningQuery& operator=(const RunningQuery&) = delete;
  ~RunningQuery() {
    if (pending_ != nullptr) functions_.destroy_pending(&pending_);
    if (statement_ != nullptr) functions_.destroy_prepare(&statement_);
  }

  /// Returns DuckDB's message if it fails.
  std::optional<std::string> run(void* connection, const std::string& text, QueryResult& result) {
    if (functions_.prepare(connection, text.c_str(), &statement_) != 0)
      return message(functions_.prepare_error(statement_));
    if (functions_.pending_prepared(statement_, &pending_) != 0)
      return message(functions_.pending_error(pending_));
    if (!finish_tasks()) return message(functions_.pending_error(pending_));
    if (functions_.execute_pending(pending_, &result) != 0)
      return message(functions_.result_error(&result));
    return std::nullopt;
  }

 private:
  enum State : std::uint8_t { kReady = 0, kNotReady = 1, kError = 2, kNoTask = 3 };

  /// Whether all went well.
  bool finish_tasks() {
    while (true) {
      call_.check();
      const int state = functions_.pending_execute_task(pending_);
      if (state == kReady || state == kError) return state == kReady;
      if (state == kNoTask) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }

  /// Of a failure that is not the call's own end.
  std::string message(const char* of_duckdb) const {
    call_.check();
    return first_line(of_duckdb);
  }

  const Functions& functions_;
  const base::Call& call_;
  void* statement_ = nullptr;
  void* pending_ = nullptr;
  Interrupter interrupter_;
};

/// An array that was copied out of DuckDB, charged until it is released.
struct ChargedArray {
  ArrowArray array;
  base::MemoryCharge charge;
};

/// Charges `array`, which is there. Throws OutOfBudget after its release.
void charge(ArrowArray& array, const ArrowSchema& schema, const base::Call& call) {
  if (call.memory() == nullptr) return;
  auto charged = std::make_unique<ChargedArray>(ChargedArray{array, {call, "rows of DuckDB"}});
  try {
    charged->charge.add(arrow::bytes_of(array, schema));
  } catch (...) {
    array.release(&array);
    throw;
  }
  array.private_data = charged.release();
  array.release = [](ArrowArray* self) {
    const std::unique_ptr<ChargedArray> owned(static_cast<ChargedArray*>(self->private_data));
    owned->array.release(&owned->array);
    self->release = nullptr;
  };
}

/// A result as an Arrow stream: the private data of one.
class ResultStream {
 public:
  ResultStream(std::shared_ptr<const Functions> functions, base::Call call)
      : functions_(std::move(functions)), call_(std::move(call)) {}
  ResultStream(const ResultStream&) = delete;
  ResultStream& operator=(const ResultStream&) = delete;
  ~ResultStream() {
    if (schema_.release != nullptr) schema_.release(&schema_);
    if (options_ != nullptr) functions_->destroy_arrow_options(&options_);
    functions_->destroy_result(&result_);
  }

  QueryResult& result() { return result_; }

  /// Gives the stream away, which owns this then.
  static ArrowArrayStream stream_of(std::unique_ptr<ResultStream> result) {
    ArrowArrayStream stream = {};
    stream.get_schema = [](ArrowArrayStream* self, ArrowSchema* out) {
      return of(self).schema(*out);
    };
    stream.get_next = [](ArrowArrayStream* self, ArrowArray* out) { return of(self).next(*out); };
    stream.get_last_error = [](ArrowArrayStream* self) { return of(self).error_.c_str(); };
    stream.release = [](ArrowArrayStream* self) {
      delete &of(self);
      self->release = nullptr;
    };
    stream.private_data = result.release();
    return stream;
  }

 private:
  static constexpr int kInputError = 5;  // EIO

  static ResultStream& of(ArrowArrayStream* stream) {
    return *static_cast<ResultStream*>(stream->private_data);
  }

  int schema(ArrowSchema& out) {
    if (const int status = make_schema(schema_); status != 0) return status;  // for the charges
    return make_schema(out);
  }

  int make_schema(ArrowSchema& out) {
    const std::uint64_t count = functions_->column_count(&result_);
    std::vector<void*> types;
    std::vector<const char*> names;
    for (std::uint64_t column = 0; column < count; ++column) {
      types.push_back(functions_->column_logical_type(&result_, column));
      names.push_back(functions_->column_name(&result_, column));
    }
    if (options_ == nullptr) options_ = functions_->result_get_arrow_options(&result_);
    void* error = functions_->to_arrow_schema(options_, types.data(), names.data(), count, &out);
    for (void*& type : types) functions_->destroy_logical_type(&type);
    return status_of(error);
  }

  int next(ArrowArray& out) {
    out = {};
    void* chunk = functions_->fetch_chunk(result_);
    if (chunk == nullptr) return 0;
    void* error = functions_->data_chunk_to_arrow(options_, chunk, &out);
    functions_->destroy_data_chunk(&chunk);
    const int status = status_of(error);
    if (status == 0) charge(out, schema_, call_);
    return status;
  }

  int status_of(void* error) {
    if (error == nullptr) return 0;
    const bool is_error = functions_->error_data_has_error(error);
    if (is_error) error_ = functions_->error_data_message(error);
    functions_->destroy_error_data(&error);
    return is_error ? kInputError : 0;
  }

  std::shared_ptr<const Functions> functions_;
  base::Call call_;
  QueryResult result_;
  ArrowSchema schema_ = {};
  void* options_ = nullptr;
  std::string error_;
};

}  // namespace

base::Result<std::shared_ptr<const Functions>> load_functions(const std::string& library,
                                                              const std::string& needed_for) {
  const std::string name = library.empty() ? "libduckdb.so" : library;
  const auto loaded = base::load_library(name);
  if (!loaded) {
    const base::Error& why = loaded.error();
    auto error = why.kind() == base::ErrorKind::Limit
                     ? base::error<base::ErrorCode::NoMemoryForDuckDb>(needed_for, why.text)
                     : base::error<base::ErrorCode::NoDuckDb>(needed_for, why.text);
    return base::fail(std::move(error).with_help(kInstall));
  }
  Lookup lookup(*loaded);
  const Functions functions = functions_in(lookup);
  if (!lookup.missing().empty()) {
    return base::fail_with_help<base::ErrorCode::OldDuckDb>(kInstall, needed_for, name,
                                                            lookup.missing());
  }
  return std::make_shared<const Functions>(functions);
}

Database::Database(std::shared_ptr<const Functions> functions, base::Call call)
    : functions_(std::move(functions)), call_(std::move(call)) {}

Database::~Database() {
  if (connection_ != nullptr) functions_->disconnect(&connection_);
  if (database_ != nullptr) functions_->close(&database_);
}

base::Result<std::unique_ptr<Database>> Database::open(std::shared_ptr<const Functions> functions,
                                                       const std::string& path, unsigned threads,
                                                       const base::Call& call) {
  const bool is_file = !path.empty();
  std::unique_ptr<Database> database(new Database(functions, call));
  void* config = nullptr;
  functions->create_config(&config);
  const auto set = [&](const char* name, const std::string& value) {
    functions->set_config(config, name, value.c_str());
  };
  // Nothing is loaded from elsewhere, and the views of a database read no other files.
  set("autoinstall_known_extensions", "false");
  set("autoload_known_extensions", "false");
  if (is_file) set("access_mode", "READ_ONLY");
  if (is_file) set("enable_external_access", "false");
  if (threads > 0) set("threads", std::to_string(threads));
  if (call.memory() != nullptr) set("memory_limit", fmt::format("{}B", call.memory()->limit()));
  char* error = nullptr;
  const int status =
      functions->open_ext(is_file ? path.c_str() : nullptr, &database->database_, config, &error);
  functions->destroy_config(&config);
  if (status != 0) {
    std::string why = first_line(error);
    functions->free(error);
    return base::fail<base::ErrorCode::UnreadableFile>(path, why);
  }
  if (functions->connect(database->database_, &database->connection_) != 0)
    return base::fail<base::ErrorCode::DuckDbFailed>();
  return database;
}

base::Result<std::shared_ptr<const arrow::Table>> Database::table(
    const std::string& query, const std::string& name, const arrow::Limits& limits) const {
  call_.check();
  auto result = std::make_unique<ResultStream>(functions_, call_);
  const auto failure =
      RunningQuery(*functions_, connection_, call_).run(connection_, query, result->result());
  if (failure) return base::fail<base::ErrorCode::UnreadableFile>(name, *failure);
  ArrowArrayStream stream = ResultStream::stream_of(std::move(result));
  return arrow::read_table(&stream, name, limits);
}

std::string quoted(const std::string& text) {
  std::string out = "'";
  for (const char c : text) out.append(c == '\'' ? 2 : 1, c);
  return out + "'";
}

}  // namespace seedc::data::duckdb
