// The objects behind the handles of include/seedc/seedc.h.
//
// A handle holds its object by a shared pointer, and objects hold those that they refer to in the
// same way: handles may be released in any order. Objects are immutable, or say how threads share
// them.
#pragma once

#include <oneapi/tbb/task_arena.h>

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/files.h"
#include "engine/prepared.h"
#include "engine/program.h"
#include "engine/report/layout.h"
#include "engine/run.h"
#include "include/seedc/seedc.h"
#include "library/call_host.h"
#include "library/findings.h"
#include "runtime/base/call.h"
#include "runtime/base/memory.h"
#include "runtime/base/setting.h"
#include "runtime/base/threads.h"
#include "runtime/data/source.h"
#include "runtime/language/schema.h"

namespace seedc::library {

/// The threads and the memory that the calls of a session share, and what their messages call
/// options.
class Session : public std::enable_shared_from_this<Session> {
 public:
  /// How wide lines of texts may be, and of the messages of findings.
  struct Widths {
    std::size_t text = report::kDefaultWidth, message = report::kAnyWidth;
  };
  /// `memory` may be a null pointer.
  Session(unsigned threads, std::shared_ptr<base::MemoryAccount> memory, base::SettingTable names,
          std::string duckdb, Widths widths)
      : threads_(threads),
        memory_(std::move(memory)),
        names_(std::move(names)),
        duckdb_(std::move(duckdb)),
        widths_(widths) {}

  unsigned threads() const { return threads_; }
  const std::shared_ptr<base::MemoryAccount>& memory() const { return memory_; }
  base::SettingNames names() const { return base::SettingNames(names_); }
  /// DuckDB's shared library.
  const std::string& duckdb() const { return duckdb_; }
  const Widths& widths() const { return widths_; }
  /// How texts are laid out in a format.
  report::Layout layout(std::int32_t format = SEEDC_TEXT) const {
    return {.names = names(), .width = widths_.text, .colour = format == SEEDC_COLOURED};
  }
  /// Runs `body` where those threads help.
  template <class Body>
  void run(const Body& body) {
    arena().execute(body);
  }

 private:
  /// Made by the first call. An arena that could not be initialized waits for ever when it is used
  /// again, so it is not kept.
  oneapi::tbb::task_arena& arena() {
    std::call_once(is_arena_made_, [this] {
      auto made = std::make_unique<oneapi::tbb::task_arena>(base::arena_threads(threads_));
      made->initialize();
      arena_ = std::move(made);
    });
    return *arena_;
  }

  unsigned threads_;
  std::shared_ptr<base::MemoryAccount> memory_;
  base::SettingTable names_;
  std::string duckdb_;
  Widths widths_;
  std::once_flag is_arena_made_;
  std::unique_ptr<oneapi::tbb::task_arena> arena_;
};

struct Data {
  std::shared_ptr<Session> session;
  std::shared_ptr<const data::Source> source;
  bool strict = false;
};

struct Schema {
  std::shared_ptr<Session> session;
  language::Schema schema;
};

/// A compilation, and what it refers to. The compilation reads more of its schema when it is
/// asked about data: calls that do so wait for one another.
struct Program {
  explicit Program(std::shared_ptr<Session> its_session)
      : session(std::move(its_session)), files(engine::disk_files()) {}

  std::shared_ptr<Session> session;
  engine::KeptFiles files;
  mutable ForwardingHost host;                ///< of a call that has `mutex`
  std::shared_ptr<const data::Source> names;  ///< may be null
  std::unique_ptr<engine::Compilation> compilation;
  std::optional<Findings> findings;
  std::size_t inputs = 0;              ///< how many of the sources, the first ones, are inputs
  std::optional<base::Error> refusal;  ///< why it cannot be run at all
  mutable std::mutex mutex;
};

/// A plan and, from the first run on if it was not known before how much data there is, what was
/// made of it.
class Prepared {
 public:
  Prepared(std::shared_ptr<const Program> its_program,
           std::shared_ptr<const contract::Plan> its_plan, engine::Backend its_backend)
      : program(std::move(its_program)), plan(std::move(its_plan)), backend(its_backend) {}

  const std::shared_ptr<const Program> program;
  const std::shared_ptr<const contract::Plan> plan;
  const engine::Backend backend;

  /// A null pointer if nothing is made yet.
  std::shared_ptr<const engine::Prepared> made() const {
    const std::scoped_lock lock(mutex_);
    return made_;
  }
  /// Keeps the first that is given.
  void keep(const std::shared_ptr<const engine::Prepared>& made) const {
    const std::scoped_lock lock(mutex_);
    if (!made_) made_ = made;
  }

 private:
  mutable std::mutex mutex_;
  mutable std::shared_ptr<const engine::Prepared> made_;
};

/// Arrays for callers, made of the results of those requests that are asked for. Thread-safe.
template <class T>
class MadeArrays {
 public:
  explicit MadeArrays(std::vector<T> (*make)(const report::RequestResult&)) : make_(make) {}

  std::span<const T> of(const report::RequestResult& result) const {
    const std::scoped_lock lock(mutex_);
    const auto [made, is_new] = made_.try_emplace(&result);
    if (is_new) made->second = make_(result);
    return made->second;
  }

 private:
  std::vector<T> (*make_)(const report::RequestResult&);
  mutable std::mutex mutex_;
  mutable std::map<const report::RequestResult*, std::vector<T>> made_;
};

inline std::vector<std::int8_t> values_of(const report::RequestResult& result) {
  std::vector<std::int8_t> values(result.values.size());
  for (std::uint64_t item = 0; item < values.size(); ++item)
    values[item] = static_cast<std::int8_t>(result.values[item]);
  return values;
}

inline std::vector<std::uint32_t> matches_of(const report::RequestResult& result) {
  return result.matches.list();
}

struct Results {
  std::shared_ptr<const Prepared> prepared;
  engine::ProgramRun run;
  MadeArrays<std::int8_t> values{values_of};
  MadeArrays<std::uint32_t> matches{matches_of};
};

/// The first word of each handle tells its type, and that it is one.
enum class HandleType : std::uint64_t {
  Session = 0x5eedc00000000001,
  Data,
  Schema,
  Program,
  Prepared,
  Results,
  Text,
  Cancel,
  Error,
};

/// Whether a handle of that type is at the address. In debug builds released handles are
/// recognised; otherwise the memory must be that of something.
bool is_handle(const void* address, HandleType type);
/// For debug builds: from now on there is a handle at the address, or no longer.
void note_handle(const void* address);
void forget_handle(const void* address);

template <HandleType type, class T>
struct Handle {
  template <class... Arguments>
  explicit Handle(Arguments&&... its_value) : value(std::forward<Arguments>(its_value)...) {
    note_handle(this);
  }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  ~Handle() {
    forget_handle(this);
    word = 0;
  }

  static constexpr HandleType kType = type;
  std::uint64_t word = static_cast<std::uint64_t>(type);
  T value;
};

/// What a seedc_error holds; the finding's pointers are into it. Immutable.
struct ErrorValue {
  /// The help gets the setting's name by `names`.
  ErrorValue(base::Error its_error, base::SettingNames names);
  ErrorValue(const ErrorValue&) = delete;
  ErrorValue& operator=(const ErrorValue&) = delete;

  base::Error error;
  std::int32_t kind;
  std::string_view option;           ///< that the help is about, as seedc.h calls it
  std::vector<seedc_str> arguments;  ///< the error's
};

}  // namespace seedc::library

#define SEEDC_HANDLE(name, type, value)                                           \
  struct name : seedc::library::Handle<seedc::library::HandleType::type, value> { \
    using Handle::Handle;                                                         \
  }
SEEDC_HANDLE(seedc_session, Session, std::shared_ptr<seedc::library::Session>);
SEEDC_HANDLE(seedc_data, Data, std::shared_ptr<const seedc::library::Data>);
SEEDC_HANDLE(seedc_schema, Schema, std::shared_ptr<const seedc::library::Schema>);
SEEDC_HANDLE(seedc_program, Program, std::shared_ptr<const seedc::library::Program>);
SEEDC_HANDLE(seedc_prepared, Prepared, std::shared_ptr<const seedc::library::Prepared>);
SEEDC_HANDLE(seedc_results, Results, std::shared_ptr<const seedc::library::Results>);
SEEDC_HANDLE(seedc_text, Text, std::string);
SEEDC_HANDLE(seedc_cancel, Cancel, std::shared_ptr<seedc::base::StopToken>);
SEEDC_HANDLE(seedc_error, Error, seedc::library::ErrorValue);
#undef SEEDC_HANDLE
