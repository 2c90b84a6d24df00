// seedc for C++: compiles evidence requests and Formula Seeds, and runs them on reviewed items.
// What programs mean is in docs/semantics.md.
//
//   #include <iostream>
//   #include <seedc/seedc.hpp>
//
//   int main() {
//     const seedc::Session session;
//     const seedc::Data data = session.open("examples/cafes");
//     const seedc::Program program = session.compile("R1: AND(wifi_free, NOT(noise_loud))", data);
//     std::cerr << program.findings_text();
//     const seedc::Results results = program.prepare().run(data);
//     for (const seedc::RequestResult& request : results.requests())
//       for (const std::uint32_t item : request.matches)
//         std::cout << request.id << ": " << results.item_id(item) << '\n';
//     std::cout << program.why(data, {.item = std::string(results.item_id(0))});
//   }
//
// Values go in and come out; the classes are handles, cheap to copy, and all of them may be used by
// several threads at once. What fails is thrown as seedc::Error. What is wrong with a program is
// not thrown: `Program::findings` has it, and its other requests run. Everything here is made of
// the functions of seedc.h, which says more about ownership, threads and growth.
#pragma once

#if __cplusplus <= 201703L
#error "seedc/seedc.hpp is for C++20: compile with -std=c++20, or use seedc/seedc.h"
#endif

#include <seedc/seedc.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace seedc {

class Data;
class Results;

enum class ErrorKind : std::int32_t {
  Usage = SEEDC_USAGE,
  Data = SEEDC_DATA,
  Service = SEEDC_SERVICE,
  Limit = SEEDC_LIMIT,
  Cancelled = SEEDC_CANCELLED,
  Time = SEEDC_TIME,
  Internal = SEEDC_INTERNAL,
};

enum class Format : std::int32_t {
  Text = SEEDC_TEXT,
  Json = SEEDC_JSON,
  Jsonl = SEEDC_JSONL,
  Csv = SEEDC_CSV,
  Sarif = SEEDC_SARIF,
  Coloured = SEEDC_COLOURED,  ///< wherever there is Text: perhaps with colours of a terminal
  Junit = SEEDC_JUNIT,        ///< for services that run tests
  Github = SEEDC_GITHUB,      ///< annotations of files
};

enum class Backend : std::int32_t {
  Auto = SEEDC_BACKEND_AUTO,
  Jit = SEEDC_BACKEND_JIT,
  Interp = SEEDC_BACKEND_INTERP,
};

enum class Stage : std::int32_t {
  Tokens = SEEDC_STAGE_TOKENS,
  Ast = SEEDC_STAGE_AST,
  Ir = SEEDC_STAGE_IR,
  Opt = SEEDC_STAGE_OPT,
  Plan = SEEDC_STAGE_PLAN,
  Llvm = SEEDC_STAGE_LLVM,
  Asm = SEEDC_STAGE_ASM,
  Obj = SEEDC_STAGE_OBJ,
};

/// How a request did, if it names the gold item that it is to match. Without one it is None, and in
/// a validation `gold_not_match`.
enum class Status : std::int32_t {
  None = SEEDC_STATUS_NONE,
  Ok = SEEDC_STATUS_OK,
  NoMatch = SEEDC_STATUS_NO_MATCH,
  MultiMatch = SEEDC_STATUS_MULTI_MATCH,
  GoldNotMatch = SEEDC_STATUS_GOLD_NOT_MATCH,
  Error = SEEDC_STATUS_ERROR,
};

/// A location in a program: lines and columns from 1, bytes from 0, ends exclusive. Line 0: none.
struct Location {
  std::string file;
  std::uint64_t line = 0, column = 0, end_line = 0, end_column = 0;
  std::uint64_t begin = 0, end = 0;
};

struct Fix {
  Location location;
  std::string replacement;
  bool is_safe = false;  ///< certainly what was meant, and not only probably
};

struct Note {
  Location location;
  std::string message;
};

/// What is wrong with a program.
struct Finding {
  bool is_error = true;
  std::string code;  ///< stable, in kebab case
  std::string message;
  std::string help;  ///< the fix in words, or empty
  std::vector<std::string> arguments;
  Location location;
  std::vector<Fix> fixes;
  std::vector<Note> notes;
};

/// What is thrown: `what()` is the message, with the help where there is one.
class Error : public std::runtime_error {
 public:
  Error(ErrorKind kind, Finding finding, std::string option = {})
      : std::runtime_error(finding.help.empty() ? finding.message
                                                : finding.message + "; help: " + finding.help),
        kind_(kind),
        finding_(std::move(finding)),
        option_(std::move(option)) {}
  /// An error of the caller's own.
  Error(ErrorKind kind, std::string message, std::string help = {})
      : Error(kind, Finding{.is_error = true,
                            .code = {},
                            .message = std::move(message),
                            .help = std::move(help),
                            .arguments = {},
                            .location = {},
                            .fixes = {},
                            .notes = {}}) {}

  ErrorKind kind() const noexcept { return kind_; }
  /// Stable, in kebab case: `no-items`. Empty for an error of the caller's own, or of this header.
  const std::string& code() const noexcept { return finding_.code; }
  const std::string& message() const noexcept { return finding_.message; }
  const std::string& help() const noexcept { return finding_.help; }
  /// What the message names, in its order.
  const std::vector<std::string>& arguments() const noexcept { return finding_.arguments; }
  /// The file that is wrong, and its line, or 0 for all of it; an empty file if none is.
  const Location& location() const noexcept { return finding_.location; }
  /// The option that the help is about, as seedc.h calls it; or empty.
  const std::string& option() const noexcept { return option_; }
  /// The same error with another help.
  Error with_help(std::string help) const {
    Finding finding = finding_;
    finding.help = std::move(help);
    return {kind_, std::move(finding), option_};
  }

 private:
  ErrorKind kind_;
  Finding finding_;
  std::string option_;
};

namespace detail {

inline std::string_view view(seedc_str text) { return {text.data, text.size}; }
inline std::string string(seedc_str text) { return std::string(view(text)); }
inline seedc_str str(std::string_view text) { return {text.data(), text.size()}; }

/// The lines of a text.
inline std::vector<std::string> lines(std::string_view text) {
  std::vector<std::string> all;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    all.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return all;
}

inline std::vector<seedc_str> strs(const std::vector<std::string>& texts) {
  std::vector<seedc_str> all;
  for (const std::string& each : texts) all.push_back(str(each));
  return all;
}

inline Location location(const seedc_location& given) {
  return {string(given.file), given.line,  given.column, given.end_line,
          given.end_column,   given.begin, given.end};
}

inline Finding finding(const seedc_finding& given) {
  Finding finding{.is_error = given.severity == SEEDC_ERROR,
                  .code = string(given.code),
                  .message = string(given.message),
                  .help = string(given.help),
                  .arguments = {},
                  .location = location(given.location),
                  .fixes = {},
                  .notes = {}};
  for (const seedc_str& each : std::span(given.arguments, given.argument_count))
    finding.arguments.push_back(string(each));
  for (const seedc_fix& each : std::span(given.fixes, given.fix_count))
    finding.fixes.push_back({location(each.location), string(each.replacement), each.is_safe != 0});
  for (const seedc_note& each : std::span(given.notes, given.note_count))
    finding.notes.push_back({location(each.location), string(each.message)});
  return finding;
}

inline void check(seedc_error* error) {
  if (error == nullptr) return;
  const std::unique_ptr<seedc_error, decltype(&seedc_error_release)> owned(error,
                                                                           &seedc_error_release);
  seedc_finding given = SEEDC_STRUCT(seedc_finding);
  seedc_error_finding(error, &given);
  throw Error(static_cast<ErrorKind>(seedc_error_kind(error)), finding(given),
              string(seedc_error_option(error)));
}

/// What `make` gives, released with the last copy.
template <class Handle, class Make>
std::shared_ptr<Handle> own(void (*release)(Handle*), const Make& make) {
  Handle* handle = nullptr;
  check(make(&handle));
  return std::shared_ptr<Handle>(handle, release);
}

template <class Make>
std::string text(const Make& make) {
  const auto owned = own<seedc_text>(&seedc_text_release, make);
  return owned == nullptr ? std::string() : string(seedc_text_str(owned.get()));
}

/// The handle that an option has, if it is given. One that was moved from is not none.
template <class T>
auto* handle_of(const std::optional<T>& given) {
  if (given && given->get() == nullptr)
    throw Error(ErrorKind::Usage, "an option has a handle that was moved from",
                "copy it, or leave the option out");
  return given ? given->get() : nullptr;
}

/// What functions of the caller throw during a call. Nothing is thrown through C: the first is
/// kept, no function is called after it, the call ends early if it can, and then it is thrown
/// again, in place of the call's own error.
class Caught {
 public:
  /// What the function returns, or `otherwise` where something was thrown.
  template <class Result, class Run>
  Result guard(Result otherwise, const Run& function) noexcept {
    if (is_any()) return otherwise;
    try {
      return function();
    } catch (...) {
      const std::scoped_lock lock(mutex_);
      if (!first_) first_ = std::current_exception();
      return otherwise;
    }
  }
  bool is_any() const noexcept {
    const std::scoped_lock lock(mutex_);
    return first_ != nullptr;
  }
  /// After the call, which gave the error.
  void check(seedc_error* error) const {
    if (!is_any()) return detail::check(error);
    seedc_error_release(error);
    std::rethrow_exception(first_);
  }

 private:
  mutable std::mutex mutex_;
  std::exception_ptr first_;
};

/// An error that a call gives beside its result; it is released.
struct Incomplete {
  Incomplete() = default;
  Incomplete(const Incomplete&) = delete;
  Incomplete& operator=(const Incomplete&) = delete;
  ~Incomplete() { seedc_error_release(error); }

  std::optional<Error> take() {
    try {
      check(std::exchange(error, nullptr));
    } catch (Error& found) {
      return std::move(found);
    }
    return std::nullopt;
  }
  seedc_error* error = nullptr;
};

inline void release(ArrowArrayStream* stream) {
  if (stream != nullptr && stream->release != nullptr) stream->release(stream);
}

}  // namespace detail

/// Stops calls, from any thread or signal handler. Copies are the same.
class Cancel {
 public:
  Cancel()
      : handle_(detail::own<seedc_cancel>(&seedc_cancel_release,
                                          [](auto** out) { return seedc_cancel_new(out); })) {}
  void request() const noexcept { seedc_cancel_request(handle_.get()); }
  seedc_cancel* get() const noexcept { return handle_.get(); }

 private:
  std::shared_ptr<seedc_cancel> handle_;
};

/// A stage of a call that has ended: what took how long, and how much it did. Stages may be inside
/// of others.
struct Timing {
  std::string_view name;
  std::chrono::steady_clock::time_point begin;
  std::chrono::nanoseconds elapsed{0};
  std::uint64_t count = 0;
  std::string_view noun;  ///< in the singular: `condition`; empty: there is nothing to count
};

/// How one call runs. The functions are called by one thread at a time, perhaps not the caller's.
/// What one of them throws ends the call at its next check, and is thrown again.
struct Call {
  std::optional<Cancel> cancel = {};
  std::chrono::duration<double> time_limit{0};  ///< 0: none
  std::uint64_t memory_limit = 0;               ///< in bytes; 0: none
  /// How much of a step is done. False cancels the call.
  std::function<bool(std::string_view step, std::uint64_t done, std::uint64_t total)> progress = {};
  /// What people want to know of a run.
  std::function<void(bool is_warning, std::string_view text)> log = {};
  /// What took how long.
  std::function<void(const Timing& stage)> timing = {};
};

namespace detail {

/// A Call as the C functions take it, for the duration of one.
class CallInC {
 public:
  CallInC(const Call& call, Caught& caught) : call_(call), caught_(caught) {
    in_c_.cancel = handle_of(call.cancel);
    in_c_.time_limit = call.time_limit.count();
    in_c_.memory_limit = call.memory_limit;
    if (call.progress || call.log || call.timing) in_c_.progress = &CallInC::progress;
    if (call.log) in_c_.log = &CallInC::log;
    if (call.timing) in_c_.timing = &CallInC::timing;
    in_c_.context = this;
  }
  CallInC(const CallInC&) = delete;
  CallInC& operator=(const CallInC&) = delete;

  const seedc_call* get() const { return &in_c_; }

 private:
  static std::int32_t progress(void* context, seedc_str step, std::uint64_t done,
                               std::uint64_t total) {
    const auto& self = *static_cast<CallInC*>(context);
    return self.caught_.guard(1, [&] {
      return !self.call_.progress || self.call_.progress(view(step), done, total) ? 0 : 1;
    });
  }
  static void log(void* context, std::int32_t level, seedc_str text) {
    const auto& self = *static_cast<CallInC*>(context);
    self.caught_.guard(0, [&] {
      self.call_.log(level == SEEDC_LOG_WARNING, view(text));
      return 0;
    });
  }
  static void timing(void* context, const seedc_timing* stage) {
    using std::chrono::nanoseconds;
    const auto& self = *static_cast<CallInC*>(context);
    self.caught_.guard(0, [&] {
      self.call_.timing(
          {.name = view(stage->name),
           .begin = std::chrono::steady_clock::time_point(nanoseconds(stage->begin_ns)),
           .elapsed = nanoseconds(stage->elapsed_ns),
           .count = stage->count,
           .noun = view(stage->noun)});
      return 0;
    });
  }

  const Call& call_;
  Caught& caught_;
  seedc_call in_c_ = SEEDC_STRUCT(seedc_call);
};

/// `run(call)` as a call, during which other functions of the caller may throw, too.
template <class Run>
void run(const Call& call, Caught& caught, const Run& run) {
  const CallInC in_c(call, caught);
  caught.check(run(in_c.get()));
}
template <class Run>
void run(const Call& call, const Run& function) {
  Caught caught;
  run(call, caught, function);
}

/// `make(call, out)` as a call.
template <class Handle, class Make>
std::shared_ptr<Handle> own(void (*release)(Handle*), const Call& call, Caught& caught,
                            const Make& make) {
  std::shared_ptr<Handle> owned;
  run(call, caught, [&](const seedc_call* in_c) {
    Handle* handle = nullptr;
    seedc_error* const error = make(in_c, &handle);
    owned = std::shared_ptr<Handle>(handle, release);
    return error;
  });
  return owned;
}
template <class Handle, class Make>
std::shared_ptr<Handle> own(void (*release)(Handle*), const Call& call, const Make& make) {
  Caught caught;
  return own(release, call, caught, make);
}

template <class Make>
std::string text(const Call& call, Caught& caught, const Make& make) {
  const auto owned = own<seedc_text>(&seedc_text_release, call, caught, make);
  return owned == nullptr ? std::string() : string(seedc_text_str(owned.get()));
}
template <class Make>
std::string text(const Call& call, const Make& make) {
  Caught caught;
  return text(call, caught, make);
}

}  // namespace detail

/// A text of the library, which is not copied.
class Text {
 public:
  std::string_view view() const noexcept { return detail::view(seedc_text_str(handle_.get())); }
  explicit Text(std::shared_ptr<seedc_text> handle) : handle_(std::move(handle)) {}

 private:
  std::shared_ptr<seedc_text> handle_;
};

/// What data contains, as far as the names of conditions depend on it.
class Schema {
 public:
  /// One line of JSON, which Session::parse_schema reads, or a table.
  std::string text(Format format = Format::Json) const {
    return detail::text([&](auto** out) {
      return seedc_schema_text(get(), static_cast<std::int32_t>(format), out);
    });
  }
  seedc_schema* get() const noexcept { return handle_.get(); }
  explicit Schema(std::shared_ptr<seedc_schema> handle) : handle_(std::move(handle)) {}

 private:
  std::shared_ptr<seedc_schema> handle_;
};

struct NamesOptions {
  std::vector<std::string> words = {};  ///< only names with a word that begins with one of them
  bool all = false;                     ///< also ids and codes, and all people
  Format format = Format::Text;         ///< Text, Coloured or Json
};

/// How a name is read; of several readings it is ambiguous.
struct ExplainedName {
  std::string text;
  std::size_t readings = 0;
};

/// A library of conditions, and a table of them with how many items each holds for.
struct Conditions {
  std::string library, table;
};

struct SnapshotOptions {
  bool compress_texts = false;  ///< less than half the size; a text takes longer to read first
  bool word_index = true;       ///< a tenth of the size; without it patterns scan all texts
};

struct SuggestOptions {
  std::optional<std::string> item = {};  ///< its id or name; without one, every item
  std::vector<std::string> kinds = {};   ///< of conditions; empty: all
  std::string group = {};                ///< the shape that this group of a benchmark has: `G03`
  std::size_t count = 3;                 ///< suggestions for the item
  std::size_t depth = 5;                 ///< the largest number of conditions in one
  bool strict = false;                   ///< all other items fail it: none is unknown
  Format format = Format::Text;          ///< Text or Json
};

/// Requests that single items out.
struct Suggestions {
  std::string report;
  std::string requests;       ///< a program: each with a text and its gold
  std::uint64_t missing = 0;  ///< items for which there is none
};

/// Items with their reviews. Columns are read when the first run needs them, and kept.
class Data {
 public:
  Schema schema(const Call& call = {}) const {
    return Schema(detail::own<seedc_schema>(
        &seedc_schema_release, call,
        [&](const auto* c, auto** out) { return seedc_data_schema(get(), c, out); }));
  }
  /// What is left out of the data, as a line of JSON.
  std::string left_out(const Call& call = {}) const {
    return detail::text(
        call, [&](const auto* c, auto** out) { return seedc_data_left_out(get(), c, out); });
  }
  /// What identifies the files that it is read from, as lines of JSON.
  std::string digests(const Call& call = {}) const {
    return detail::text(
        call, [&](const auto* c, auto** out) { return seedc_data_digests(get(), c, out); });
  }
  /// The names of conditions that the data offers, with counts; people, topics and review paths.
  std::string names(const NamesOptions& options = {}, const Call& call = {}) const {
    const std::vector<seedc_str> words = detail::strs(options.words);
    seedc_names_options in_c = SEEDC_STRUCT(seedc_names_options);
    in_c.words = words.data();
    in_c.word_count = words.size();
    in_c.all = options.all ? 1 : 0;
    in_c.format = static_cast<std::int32_t>(options.format);
    return detail::text(
        call, [&](const auto* c, auto** out) { return seedc_data_names(get(), c, &in_c, out); });
  }
  /// How a name is read, and what else it could have been.
  ExplainedName explain_name(std::string_view name, Format format = Format::Text,
                             const Call& call = {}) const {
    ExplainedName explained;
    explained.text = detail::text(call, [&](const auto* c, auto** out) {
      return seedc_data_explain_name(get(), c, detail::str(name), static_cast<std::int32_t>(format),
                                     out, &explained.readings);
    });
    return explained;
  }
  /// All names that some item decides.
  Conditions conditions(const Call& call = {}) const {
    std::shared_ptr<seedc_text> table;
    Conditions all;
    all.library = detail::text(call, [&](const auto* c, auto** out) {
      seedc_text* given = nullptr;
      seedc_error* const error = seedc_data_conditions(get(), c, out, &given);
      table = std::shared_ptr<seedc_text>(given, &seedc_text_release);
      return error;
    });
    all.table = detail::string(seedc_text_str(table.get()));
    return all;
  }
  /// Requests that single an item out, or each of all items.
  Suggestions suggest(const SuggestOptions& options = {}, const Call& call = {}) const {
    const std::vector<seedc_str> kinds = detail::strs(options.kinds);
    seedc_suggest_options in_c = SEEDC_STRUCT(seedc_suggest_options);
    if (options.item) in_c.item = detail::str(*options.item);
    in_c.kinds = kinds.data();
    in_c.kind_count = kinds.size();
    in_c.group = detail::str(options.group);
    in_c.count = options.count;
    in_c.depth = options.depth;
    in_c.strict = options.strict ? 1 : 0;
    in_c.format = static_cast<std::int32_t>(options.format);
    std::shared_ptr<seedc_text> requests;
    Suggestions found;
    found.report = detail::text(call, [&](const auto* c, auto** out) {
      seedc_text* given = nullptr;
      seedc_error* const error = seedc_suggest(get(), c, &in_c, out, &given, &found.missing);
      requests = std::shared_ptr<seedc_text>(given, &seedc_text_release);
      return error;
    });
    found.requests = detail::string(seedc_text_str(requests.get()));
    return found;
  }
  /// Writes a snapshot. Returns its size in bytes.
  std::uint64_t save(const std::string& path, const Call& call = {}) const {
    return save(path, SnapshotOptions(), call);
  }
  std::uint64_t save(const std::string& path, const SnapshotOptions& options,
                     const Call& call = {}) const {
    seedc_snapshot_options form = SEEDC_STRUCT(seedc_snapshot_options);
    form.compress_texts = options.compress_texts ? 1 : 0;
    form.without_word_index = options.word_index ? 0 : 1;
    std::uint64_t bytes = 0;
    detail::run(call, [&](const auto* c) {
      return seedc_data_save_as(get(), c, detail::str(path), &form, &bytes);
    });
    return bytes;
  }

  /// Brings a snapshot of this data up to date, or writes it. Returns its size in bytes.
  std::uint64_t update(const std::string& path, const Call& call = {}) const {
    std::uint64_t bytes = 0;
    detail::run(call, [&](const auto* c) {
      return seedc_data_update(get(), c, detail::str(path), &bytes);
    });
    return bytes;
  }

  seedc_data* get() const noexcept { return handle_.get(); }
  explicit Data(std::shared_ptr<seedc_data> handle) : handle_(std::move(handle)) {}

 private:
  std::shared_ptr<seedc_data> handle_;
};

struct DataOptions {
  /// A broken record is an error; otherwise, and in a schema, it is left out.
  bool strict = false;
  bool copy_snapshot = false;  ///< for snapshots that somebody may cut while they are used
  /// A folder in which a snapshot of data that must be parsed is kept for later processes, and used
  /// as long as its files are unchanged. Empty: none is kept.
  std::string cache_folder = {};
};

/// Tables of Arrow, whose rows are what lines of the files are. Reading releases them.
struct Tables {
  ArrowArrayStream* items = nullptr;
  ArrowArrayStream* reviews = nullptr;  ///< this one and the following may be null
  ArrowArrayStream* users = nullptr;
  ArrowArrayStream* friends = nullptr;     ///< `name`, `friends`
  ArrowArrayStream* judgements = nullptr;  ///< `review_id`, `topic`, `judgement`
};

/// How far a conversation with a model is.
struct ModelProgress {
  std::string_view step;
  std::uint64_t done = 0, total = 0;  ///< requests; a `total` of 0: not known
  std::uint64_t stored = 0;           ///< of those done, answered by the store
  std::uint64_t failed = 0;
  std::string_view text;  ///< all of that for people, with tokens and time, in one line
  /// Of the whole conversation, with its earlier steps.
  std::uint64_t requests = 0, answered_by_store = 0, calls = 0;
  std::uint64_t prompt_tokens = 0, completion_tokens = 0;
  double usd = 0;  ///< 0 without prices
};

/// An OpenAI-compatible service, and what it may cost. 0 is no limit, or the default; what is below
/// it (a count of UINT64_MAX) is 0 itself.
struct ModelOptions {
  std::string url, name;
  std::string key = {};      ///< never logged, stored or shown
  std::string ca_file = {};  ///< certificates to trust instead of the system's
  std::string store;         ///< required: where answers are kept, so that none is paid for twice
  std::string log = {};      ///< a file that gets a JSON line per call
  std::uint32_t concurrency = 0;  ///< calls at once; 0: 8
  double requests_per_minute = 0, tokens_per_minute = 0;
  double call_timeout = 0;   ///< seconds of one call; 0: 120
  std::int32_t retries = 0;  ///< of a failed call; 0: 5
  double retry_delay = 0;    ///< seconds before the first, doubled each time; 0: 0.5
  std::uint64_t max_requests = 0, max_tokens = 0;
  double max_usd = 0;                                                 ///< needs both prices
  double usd_per_million_prompt = 0, usd_per_million_completion = 0;  ///< 0: not known
  std::vector<std::string> params = {};   ///< of every request: `NAME=VALUE` in JSON
  std::string max_tokens_field = {};      ///< the service's name for it; empty: tried
  std::string response_format = {};       ///< json_schema, json_object, text; empty: tried
  std::vector<std::string> headers = {};  ///< `Name: value`; never logged, stored or shown
  std::uint32_t votes = 0;                ///< opinions on each review that is extracted; 0: 1
  std::vector<std::string> voters = {};   ///< models in place of `name`
  std::vector<std::uint32_t> voter_weights = {};  ///< as many; none: 1 for each
  double min_agreement = 0;  ///< a value with less than this share of the weight is missing
  /// Asked often. Once it is true nothing is sent any more; answers under way are received.
  std::function<bool()> stop = {};
  /// Called several times a second, and at the end.
  std::function<void(const ModelProgress&)> watch = {};
};

/// What a model answered, as lines; `incomplete` says why some answers are missing.
struct Answers {
  std::string lines;
  std::optional<Error> incomplete;
};

/// Which reviews a model is asked about (seedc_until_options).
struct UntilOptions {
  std::vector<std::string> outputs = {};  ///< until these are settled; none: about all
  bool in_review_order = false;           ///< and not by what they gain
};

/// What extracting would do.
struct Estimate {
  std::uint64_t reviews = 0, relevant = 0;  ///< of the data, and those that the formula is about
  std::uint64_t stored = 0, repeated = 0;   ///< in the store, and equal to an earlier one
  std::uint64_t calls = 0, prompt_tokens = 0, completion_tokens = 0;
  bool is_judged = false;                         ///< one more call per review, to the judge
  std::uint64_t least_calls = 0, not_needed = 0;  ///< if asked until outputs are settled
  std::string text;  ///< the same for people, with the cost if there are prices
};

namespace detail {

/// ModelOptions as the C functions take them. What a function of the caller throws ends the
/// conversation.
class ModelInC {
 public:
  ModelInC(const ModelOptions& given, Caught& caught)
      : given_(given),
        caught_(caught),
        params_(strs(given.params)),
        headers_(strs(given.headers)),
        voters_(strs(given.voters)),
        weights_(given.voter_weights) {
    if (!weights_.empty() && weights_.size() != voters_.size())
      throw Error(ErrorKind::Usage, "`voter_weights` are not as many as `voters`",
                  "give each voter its weight, or none");
    weights_.resize(voters_.size());
    in_c_.url = str(given.url);
    in_c_.name = str(given.name);
    in_c_.key = str(given.key);
    in_c_.ca_file = str(given.ca_file);
    in_c_.store = str(given.store);
    in_c_.log = str(given.log);
    in_c_.concurrency = given.concurrency;
    in_c_.requests_per_minute = given.requests_per_minute;
    in_c_.tokens_per_minute = given.tokens_per_minute;
    in_c_.call_timeout = given.call_timeout;
    in_c_.retries = given.retries;
    in_c_.retry_delay = given.retry_delay;
    in_c_.max_requests = given.max_requests;
    in_c_.max_tokens = given.max_tokens;
    in_c_.max_usd = given.max_usd;
    in_c_.usd_per_million_prompt = given.usd_per_million_prompt;
    in_c_.usd_per_million_completion = given.usd_per_million_completion;
    in_c_.params = params_.data();
    in_c_.param_count = params_.size();
    in_c_.max_tokens_field = str(given.max_tokens_field);
    in_c_.response_format = str(given.response_format);
    in_c_.headers = headers_.data();
    in_c_.header_count = headers_.size();
    in_c_.votes = given.votes;
    in_c_.voters = voters_.data();
    in_c_.voter_weights = weights_.data();
    in_c_.voter_count = voters_.size();
    in_c_.min_agreement = given.min_agreement;
    if (given.stop || given.watch) in_c_.stop = &ModelInC::stop;
    if (given.watch) in_c_.watch = &ModelInC::watch;
    in_c_.context = this;
  }
  ModelInC(const ModelInC&) = delete;
  ModelInC& operator=(const ModelInC&) = delete;

  const seedc_model_options* get() const { return &in_c_; }

 private:
  static std::int32_t stop(void* context) {
    const auto& self = *static_cast<ModelInC*>(context);
    return self.caught_.guard(1, [&] { return self.given_.stop && self.given_.stop() ? 1 : 0; });
  }
  static void watch(void* context, const seedc_model_progress* progress) {
    const auto& self = *static_cast<ModelInC*>(context);
    self.caught_.guard(0, [&] {
      self.given_.watch({.step = view(progress->step),
                         .done = progress->done,
                         .total = progress->total,
                         .stored = progress->stored,
                         .failed = progress->failed,
                         .text = view(progress->text),
                         .requests = progress->requests,
                         .answered_by_store = progress->answered_by_store,
                         .calls = progress->calls,
                         .prompt_tokens = progress->prompt_tokens,
                         .completion_tokens = progress->completion_tokens,
                         .usd = progress->usd});
      return 0;
    });
  }

  const ModelOptions& given_;
  Caught& caught_;
  std::vector<seedc_str> params_, headers_, voters_;
  std::vector<std::uint32_t> weights_;
  seedc_model_options in_c_ = SEEDC_STRUCT(seedc_model_options);
};

/// UntilOptions as the C functions take them.
struct UntilInC {
  explicit UntilInC(const UntilOptions& given) : outputs(strs(given.outputs)) {
    options.outputs = outputs.data();
    options.output_count = outputs.size();
    options.order = given.in_review_order ? SEEDC_ORDER_REVIEW : SEEDC_ORDER_GAIN;
  }
  std::vector<seedc_str> outputs;
  seedc_until_options options = SEEDC_STRUCT(seedc_until_options);
};

template <class Make>
Answers answers(const Call& call, const ModelOptions& model, Caught& caught, const Make& make) {
  const ModelInC model_in_c(model, caught);
  Incomplete incomplete;
  std::string lines = text(call, caught, [&](const auto* c, auto** out) {
    return make(c, model_in_c.get(), out, &incomplete.error);
  });
  return {.lines = std::move(lines), .incomplete = incomplete.take()};
}

}  // namespace detail

struct RunOptions {
  std::vector<std::string> extractions = {};         ///< files: one for all formulas, or one each
  std::optional<std::string> extraction_lines = {};  ///< or their lines
  ArrowArrayStream* extraction_table = nullptr;      ///< or a table, which the run releases
  bool require_extractions = false;                  ///< a relevant review without one is an error
  std::string sort = {};                             ///< an output: NAME, NAME:asc or NAME:desc
  std::uint64_t top = 0;                             ///< the first by a formula, so many of each; 0: all
  std::optional<ModelOptions> model = {};            ///< or a model that is asked for extractions
};

/// The result of a request. `matches` and `values` live as long as the Results.
struct RequestResult {
  std::string id;
  std::optional<std::string> gold;  ///< the id of its gold item
  Status status = Status::Error;
  std::span<const std::uint32_t> matches;  ///< numbers of items
  std::uint64_t left_out = 0;              ///< matches beyond `top`
  std::uint64_t unknown = 0;               ///< how many items are neither yes nor no
  std::span<const std::int8_t> values;     ///< 1, 0, -1: one per item; empty after an error
};

/// Items that arrive over time: lines of a bundle, by `file` or by `read`, or rows of Arrow.
struct StreamInput {
  int file = -1;          ///< a descriptor, which stays the caller's
  std::string name = {};  ///< of a bundle, in messages; empty: `<stream>`
  bool strict = false;    ///< a broken record is an error; it is left out otherwise
  /// Waits for bytes, puts them into `buffer`, at most `size`, and returns how many: 0 at the end;
  /// an errno, negated, if that failed.
  std::function<std::int64_t(char* buffer, std::size_t size)> read = {};
  /// Items, and reviews if they are not nested, are sorted by `business_id`, by bytes.
  std::optional<Tables> tables = {};
};

/// Where the results of a stream go, as lines of JSON.
struct StreamSink {
  /// Takes whole lines, as soon as their items are answered.
  std::function<void(std::string_view lines)> write;
  bool by_item = false;                   ///< of requests a line per item, none at the end
  Format findings_format = Format::Text;  ///< Text or Json
};

/// What only the data of a stream showed.
struct StreamFindings {
  std::string text;
  std::size_t errors = 0;
  std::optional<Error> incomplete;  ///< as of Results
};

namespace detail {

/// RunOptions as the C functions take them.
struct RunInC {
  RunInC(const RunOptions& given, Caught& caught) : files(strs(given.extractions)) {
    options.extractions = files.data();
    options.extraction_count = files.size();
    if (given.extraction_lines) options.extraction_lines = str(*given.extraction_lines);
    options.extraction_table = given.extraction_table;
    options.require_extractions = given.require_extractions ? 1 : 0;
    options.sort = str(given.sort);
    options.top = given.top;
    if (given.model) options.model = model.emplace(*given.model, caught).get();
  }
  std::vector<seedc_str> files;
  std::optional<ModelInC> model;
  seedc_run_options options = SEEDC_STRUCT(seedc_run_options);
};

inline seedc_tables tables(const Tables& given) {
  seedc_tables in_c = SEEDC_STRUCT(seedc_tables);
  in_c.items = given.items;
  in_c.reviews = given.reviews;
  in_c.users = given.users;
  in_c.friends = given.friends;
  in_c.judgements = given.judgements;
  return in_c;
}

/// The same for a stream.
struct StreamInC {
  StreamInC(const StreamInput& its_given, Caught& its_caught)
      : given(its_given), caught(its_caught) {
    if (given.tables) rows = detail::tables(*given.tables);
    options.kind =
        given.tables ? SEEDC_STREAM_TABLES : (given.read ? SEEDC_STREAM_READ : SEEDC_STREAM_FILE);
    options.name = str(given.name);
    options.file = given.file;
    if (given.read) options.read = &StreamInC::read;
    options.context = this;
    if (given.tables) options.tables = &rows;
    options.strict = given.strict ? 1 : 0;
  }
  StreamInC(const StreamInC&) = delete;
  StreamInC& operator=(const StreamInC&) = delete;

  static std::int64_t read(void* context, char* buffer, std::size_t size) {
    const auto& self = *static_cast<StreamInC*>(context);
    return self.caught.guard(std::int64_t{-1}, [&] { return self.given.read(buffer, size); });
  }
  const StreamInput& given;
  Caught& caught;
  seedc_tables rows = SEEDC_STRUCT(seedc_tables);
  seedc_stream_input options = SEEDC_STRUCT(seedc_stream_input);
};

/// The same for a sink.
struct SinkInC {
  SinkInC(const StreamSink& its_given, Caught& its_caught) : given(its_given), caught(its_caught) {
    if (given.write) options.write = &SinkInC::write;
    options.context = this;
    options.by_item = given.by_item ? 1 : 0;
    options.findings_format = static_cast<std::int32_t>(given.findings_format);
    options.incomplete = &incomplete.error;
  }
  SinkInC(const SinkInC&) = delete;
  SinkInC& operator=(const SinkInC&) = delete;

  static std::int32_t write(void* context, seedc_str lines) {
    const auto& self = *static_cast<SinkInC*>(context);
    return self.caught.guard(1, [&] {
      self.given.write(view(lines));
      return 0;
    });
  }
  const StreamSink& given;
  Caught& caught;
  Incomplete incomplete;
  seedc_sink options = SEEDC_STRUCT(seedc_sink);
};

}  // namespace detail

/// What an editor and the language server exchange (seedc_lsp_options).
struct LspOptions {
  /// Waits for bytes, called by a thread of its own: how many it put into the buffer, 0 at the end,
  /// -EAGAIN if none came for a while.
  std::function<std::int64_t(char* buffer, std::size_t size)> read;
  std::function<bool(std::string_view bytes)> write;  ///< false: nobody receives them
  /// The settings for programs of a folder, or an error for the user.
  struct FolderSettings {
    std::string text;  ///< an object of JSON, or the error
    bool is_error = false;
  };
  std::function<FolderSettings(std::string_view folder)> folder_settings = {};
  std::string settings = {};  ///< come before all others
  bool in_order = false;      ///< each message is finished before the next is looked at
};

namespace detail {

struct LspInC {
  LspInC(const LspOptions& its_given, Caught& its_caught) : given(its_given), caught(its_caught) {
    if (given.read) options.read = &LspInC::read;
    if (given.write) options.write = &LspInC::write;
    if (given.folder_settings) options.folder_settings = &LspInC::folder_settings;
    options.context = this;
    options.settings = str(given.settings);
    options.in_order = given.in_order ? 1 : 0;
  }
  LspInC(const LspInC&) = delete;
  LspInC& operator=(const LspInC&) = delete;

  /// Nothing more comes in once a function has thrown.
  static std::int64_t read(void* context, char* buffer, std::size_t size) {
    const auto& self = *static_cast<LspInC*>(context);
    return self.caught.guard(std::int64_t{0}, [&] { return self.given.read(buffer, size); });
  }
  static std::int32_t write(void* context, seedc_str bytes) {
    const auto& self = *static_cast<LspInC*>(context);
    return self.caught.guard(1, [&] { return self.given.write(view(bytes)) ? 0 : 1; });
  }
  static std::int32_t folder_settings(void* context, seedc_str folder, seedc_str* text) {
    auto& self = *static_cast<LspInC*>(context);
    self.last = {};
    const std::int32_t is_error = self.caught.guard(1, [&] {
      self.last = self.given.folder_settings(view(folder));
      return self.last.is_error ? 1 : 0;
    });
    *text = str(self.last.text);
    return is_error;
  }
  const LspOptions& given;
  Caught& caught;
  LspOptions::FolderSettings last = {};
  seedc_lsp_options options = SEEDC_STRUCT(seedc_lsp_options);
};

}  // namespace detail

/// How results become a page.
struct ReportOptions {
  std::string title = {};
  /// A command that shows what is left out, with `{item}` and `{request}` in it; or empty.
  std::string explain = {};
  std::uint64_t max_bytes = 0;  ///< evidence is left out beyond; 0: 5,000,000
  bool no_texts = false;        ///< of reviews
  bool no_names = false;        ///< of users
};

/// What a text of results has of them.
struct ResultsOptions {
  /// `text`, as Text or Csv: of formulas these outputs, in this order; else all, as many as fit.
  std::vector<std::string> columns = {};
  bool failed_only = false;  ///< `validation`: only requests that are not ok, and no matrix
  bool long_rows = false;    ///< `text` as Csv: of requests a row per request and item
  /// `text`: only the table of this number, which are those of the requests, if there are any, and
  /// of each formula, from 0. Csv has no more than one.
  std::optional<std::size_t> table = {};
};

class Results {
 public:
  /// Items are numbered from 0, in the data's order.
  std::uint32_t item_count() const noexcept { return seedc_results_item_count(get()); }
  std::string_view item_id(std::uint32_t item) const noexcept {
    return detail::view(seedc_results_item_id(get(), item));
  }
  std::string item_name(std::uint32_t item) const {
    return detail::text([&](auto** out) { return seedc_results_item_name(get(), item, out); });
  }

  /// `with_values`: with the value at every item, which takes a byte each.
  std::vector<RequestResult> requests(bool with_values = true) const {
    std::vector<RequestResult> all;
    for (std::size_t i = 0; i < seedc_results_request_count(get()); ++i) {
      seedc_request_result given = SEEDC_STRUCT(seedc_request_result);
      if (!with_values) given.size = offsetof(seedc_request_result, values);
      detail::check(seedc_results_request(get(), i, &given));
      all.push_back({.id = detail::string(given.id),
                     .gold = given.gold.data == nullptr ? std::nullopt
                                                        : std::optional(detail::string(given.gold)),
                     .status = static_cast<Status>(given.status),
                     .matches = {given.matches, given.match_count},
                     .left_out = given.left_out,
                     .unknown = given.unknown,
                     .values = {given.values, given.value_count}});
    }
    return all;
  }
  /// Those of the requests, for which no matches are listed.
  std::vector<Status> statuses() const {
    std::vector<Status> all;
    for (std::size_t i = 0; i < seedc_results_request_count(get()); ++i) {
      seedc_request_result given = SEEDC_STRUCT(seedc_request_result);
      given.size = offsetof(seedc_request_result, matches);
      detail::check(seedc_results_request(get(), i, &given));
      all.push_back(static_cast<Status>(given.status));
    }
    return all;
  }
  std::size_t formula_count() const noexcept { return seedc_results_formula_count(get()); }

  /// A batch per request, with `request`, `business_id`, `value` and `rank`. The caller releases
  /// the streams; they and their arrays keep what they refer to.
  ArrowArrayStream requests_stream(bool matches_only = false) const {
    ArrowArrayStream stream{};
    detail::check(seedc_results_requests_stream(get(), matches_only ? 1 : 0, &stream));
    return stream;
  }
  /// `business_id` and a column per output.
  ArrowArrayStream formula_stream(std::size_t number = 0) const {
    ArrowArrayStream stream{};
    detail::check(seedc_results_formula_stream(get(), number, &stream));
    return stream;
  }
  /// Where its nulls come from: `business_id`, `output`, `step`, `cause`.
  ArrowArrayStream nulls_stream(std::size_t number = 0) const {
    ArrowArrayStream stream{};
    detail::check(seedc_results_nulls_stream(get(), number, &stream));
    return stream;
  }

  /// Requests, then formulas.
  std::string text(Format format = Format::Text, const ResultsOptions& options = {},
                   const Call& call = {}) const {
    return std::string(whole_text(format, options, call).view());
  }
  /// The same without a copy of it.
  Text whole_text(Format format = Format::Text, const ResultsOptions& options = {},
                  const Call& call = {}) const {
    return formatted(SEEDC_RESULTS_RUN, format, options, call);
  }
  /// Each request against its gold item.
  std::string validation(Format format = Format::Text, const ResultsOptions& options = {},
                         const Call& call = {}) const {
    return std::string(formatted(SEEDC_RESULTS_VALIDATION, format, options, call).view());
  }
  std::string groundtruth() const { return made(SEEDC_RESULTS_GROUNDTRUTH, Format::Text); }
  std::string matrix() const { return made(SEEDC_RESULTS_MATRIX, Format::Text); }
  /// The values of named conditions: of none, unless prepared with them.
  std::string conditions() const { return made(SEEDC_RESULTS_CONDITIONS, Format::Text); }
  /// Where reviews, rows and nulls of formulas went, as Text or Json.
  std::string ledger(Format format = Format::Text) const {
    return made(SEEDC_RESULTS_LEDGER, format);
  }
  /// Of the ledger only the extractions that cannot be used.
  std::string extraction_faults() const { return made(SEEDC_RESULTS_FAULTS, Format::Text); }
  /// That outputs of formulas are not settled, as reviews are open; std::nullopt if all are.
  std::optional<Error> incomplete() const {
    detail::Incomplete incomplete;
    detail::check(seedc_results_incomplete(get(), &incomplete.error));
    return incomplete.take();
  }
  /// What only the run showed, as Text or Json, which also has the records that were left out.
  std::string findings_text(Format format = Format::Text, const Call& call = {}) const {
    return detail::text(call, [&](const auto* c, auto** out) {
      return seedc_results_findings(get(), c, static_cast<std::int32_t>(format), out);
    });
  }

  /// As a page of HTML, one file; `data` is that of the run.
  Text report(const Data& data, const ReportOptions& options = {}, const Call& call = {}) const {
    seedc_report_options in_c = SEEDC_STRUCT(seedc_report_options);
    in_c.title = detail::str(options.title);
    in_c.explain = detail::str(options.explain);
    in_c.max_bytes = options.max_bytes;
    in_c.no_texts = options.no_texts ? 1 : 0;
    in_c.no_names = options.no_names ? 1 : 0;
    return Text(detail::own<seedc_text>(&seedc_text_release, call, [&](const auto* c, auto** out) {
      return seedc_report(get(), c, data.get(), &in_c, out);
    }));
  }

  seedc_results* get() const noexcept { return handle_.get(); }
  explicit Results(std::shared_ptr<seedc_results> handle) : handle_(std::move(handle)) {}

 private:
  Text formatted(std::int32_t what, Format format, const ResultsOptions& options,
                 const Call& call) const {
    const std::vector<seedc_str> columns = detail::strs(options.columns);
    seedc_results_options in_c = SEEDC_STRUCT(seedc_results_options);
    in_c.columns = columns.data();
    in_c.column_count = columns.size();
    in_c.failed_only = options.failed_only ? 1 : 0;
    in_c.long_rows = options.long_rows ? 1 : 0;
    if (options.table) in_c.table = *options.table == SIZE_MAX ? SIZE_MAX : *options.table + 1;
    return Text(detail::own<seedc_text>(&seedc_text_release, call, [&](const auto* c, auto** out) {
      return seedc_results_format(get(), c, what, static_cast<std::int32_t>(format), &in_c, out);
    }));
  }
  std::string made(std::int32_t what, Format format) const {
    return detail::text([&](auto** out) {
      return seedc_results_text(get(), what, static_cast<std::int32_t>(format), out);
    });
  }

  std::shared_ptr<seedc_results> handle_;
};

struct PrepareOptions {
  Backend backend = Backend::Auto;
  std::uint64_t items = 0;  ///< about how many a run will have; 0: as the program's data says
  bool conditions = false;  ///< keep the values of named conditions, too
};

/// A program made ready, once, for any number of runs on any data.
class Prepared {
 public:
  Results run(const Data& data, const RunOptions& options = {}, const Call& call = {}) const {
    detail::Caught caught;
    const detail::RunInC run(options, caught);
    return Results(detail::own<seedc_results>(
        &seedc_results_release, call, caught, [&](const auto* c, auto** out) {
          return seedc_run(get(), c, data.get(), &run.options, out);
        }));
  }
  /// Answers items that arrive over time, in the memory that a few of them need. What it returns is
  /// what only the data showed.
  StreamFindings run_stream(const StreamInput& input, const StreamSink& sink,
                            const RunOptions& options = {}, const Call& call = {}) const {
    detail::Caught caught;
    const detail::RunInC run(options, caught);
    detail::SinkInC sink_in_c(sink, caught);
    const detail::StreamInC in_c(input, caught);
    StreamFindings findings;
    findings.text = detail::text(call, caught, [&](const auto* c, auto** out) {
      return seedc_run_stream(get(), c, &in_c.options, &run.options, &sink_in_c.options, out,
                              &findings.errors);
    });
    findings.incomplete = sink_in_c.incomplete.take();
    return findings;
  }
  /// The same, pulled: the caller releases the stream, each of whose batches is made of the next
  /// items when it is asked for: `business_id`, and an int8 column per request. Limits are those of
  /// the whole stream. Takes neither `read` nor functions of a Call, which would have to stay.
  ArrowArrayStream pull_requests(const StreamInput& input, const RunOptions& options = {},
                                 const Call& call = {}) const {
    return pulled(SEEDC_PULL_REQUESTS, 0, input, options, call);
  }
  /// `business_id` and a column per output.
  ArrowArrayStream pull_formula(const StreamInput& input, std::size_t number = 0,
                                const RunOptions& options = {}, const Call& call = {}) const {
    return pulled(SEEDC_PULL_FORMULA, number, input, options, call);
  }

  /// The formulas that will be scored, which are those without errors.
  std::vector<std::string> formula_names() const {
    std::vector<std::string> names;
    for (seedc_str name = seedc_prepared_formula_name(get(), 0); name.size > 0;
         name = seedc_prepared_formula_name(get(), names.size()))
      names.push_back(detail::string(name));
    return names;
  }
  /// The names of the outputs of one of them.
  std::vector<std::string> outputs(std::size_t formula) const {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < seedc_prepared_output_count(get(), formula); ++i)
      names.push_back(detail::string(seedc_prepared_output(get(), formula, i)));
    return names;
  }

  seedc_prepared* get() const noexcept { return handle_.get(); }
  explicit Prepared(std::shared_ptr<seedc_prepared> handle) : handle_(std::move(handle)) {}

 private:
  ArrowArrayStream pulled(std::int32_t what, std::size_t number, const StreamInput& input,
                          const RunOptions& options, const Call& call) const {
    if (input.read || call.progress || call.log || call.timing) {
      if (input.tables) {
        for (ArrowArrayStream* table : {input.tables->items, input.tables->reviews,
                                        input.tables->users, input.tables->friends,
                                        input.tables->judgements})
          detail::release(table);
      }
      detail::release(options.extraction_table);
      throw Error(ErrorKind::Usage, "a stream that is pulled outlives the functions of its caller",
                  "use a file descriptor or tables, and a Call without functions; or seedc.h");
    }
    detail::Caught caught;
    const detail::StreamInC stream(input, caught);
    const detail::RunInC run(options, caught);
    ArrowArrayStream out{};
    detail::run(call, caught, [&](const auto* c) {
      return seedc_pull_stream(get(), c, &stream.options, &run.options, what, number, &out);
    });
    return out;
  }

  std::shared_ptr<seedc_prepared> handle_;
};

struct ExplainOptions {
  /// Its id, or its name if no other has it; `why` takes none, too.
  std::optional<std::string> item = {};
  std::string request = {};                   ///< only the one of this id
  std::string step = {};                      ///< of formulas only this one and those it uses
  std::vector<std::string> extractions = {};  ///< files, as in RunOptions
  bool all = false;                           ///< all reviews and rows, not the first few
  Format format = Format::Text;               ///< Text or Json
  std::uint64_t top = 0;  ///< `why` without an item: so many of each kind; 0: the default
  /// `why`: of the formulas that have this output, and not of requests.
  std::string output = {};
  /// The value that the output is to have; any other than it has.
  std::optional<std::string> to = {};
  double search_time = 0;  ///< in seconds, of the search for changes at one formula; 0: 10
};

struct SensitivityOptions {
  std::string output;                         ///< of the formulas that have it
  double probability = 0;                     ///< of each extracted value, that it is wrong
  std::optional<std::string> item = {};       ///< only this one
  std::vector<std::string> extractions = {};  ///< files, as in RunOptions
  std::uint64_t seed = 0;                     ///< of what is drawn
  std::uint64_t samples = 0;     ///< at an item with more combinations of values; 0: 10,000
  std::string sort = {};         ///< NAME, NAME:asc or NAME:desc, by which items are ranked
  std::uint64_t top = 0;         ///< the first of the ranking, and what is listed; 0: the default
  Format format = Format::Text;  ///< Text, Json or Jsonl
};

struct DistinguishOptions {
  std::string request = {};      ///< only the one of this id
  std::size_t count = 3;         ///< changes per request
  std::size_t depth = 4;         ///< the largest number of conditions that are added or left out
  bool brief = false;            ///< a line per request; no reviews are read for it
  Format format = Format::Text;  ///< Text or Json
};

/// Changes of requests after which their gold item alone meets them.
struct Distinguished {
  std::string text;
  std::uint64_t missing = 0;  ///< requests that are not ok and have no change
};

/// A compiled program, and what is wrong with it.
class Program {
 public:
  bool has_errors() const noexcept { return error_count() > 0; }
  std::size_t error_count() const noexcept { return seedc_program_error_count(get()); }
  std::size_t warning_count() const noexcept {
    return seedc_program_finding_count(get()) - error_count();
  }
  std::vector<Finding> findings() const {
    std::vector<Finding> all;
    for (std::size_t i = 0; i < seedc_program_finding_count(get()); ++i) {
      seedc_finding given = SEEDC_STRUCT(seedc_finding);
      detail::check(seedc_program_finding(get(), i, &given));
      all.push_back(detail::finding(given));
    }
    return all;
  }
  /// Text, Json, Sarif, Junit or Github.
  std::string findings_text(Format format = Format::Text) const {
    return detail::text([&](auto** out) {
      return seedc_program_findings_text(get(), static_cast<std::int32_t>(format), out);
    });
  }
  /// With the formulas that requests are ranked by.
  std::size_t scoring_count() const noexcept { return seedc_program_scoring_count(get()); }
  /// Of all formulas: what extractions fill.
  std::size_t field_count() const noexcept { return seedc_program_field_count(get()); }
  std::size_t probable_fix_count() const noexcept {
    return seedc_program_probable_fix_count(get());
  }
  /// The text of an input, as it was read.
  std::string_view source(std::size_t number = 0) const noexcept {
    return detail::view(seedc_program_source(get(), number));
  }
  /// What identifies the inputs and what they import, as lines of JSON.
  std::string digests() const {
    return detail::text([&](auto** out) { return seedc_program_digests(get(), out); });
  }
  std::vector<std::string> request_ids() const {
    std::vector<std::string> ids;
    for (std::size_t i = 0; i < seedc_program_request_count(get()); ++i)
      ids.push_back(detail::string(seedc_program_request_id(get(), i)));
    return ids;
  }
  std::vector<std::string> formula_names() const {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < seedc_program_formula_count(get()); ++i)
      names.push_back(detail::string(seedc_program_formula_name(get(), i)));
    return names;
  }

  Prepared prepare(const PrepareOptions& options = {}, const Call& call = {}) const {
    seedc_prepare_options in_c = SEEDC_STRUCT(seedc_prepare_options);
    in_c.backend = static_cast<std::int32_t>(options.backend);
    in_c.items = options.items;
    in_c.conditions = options.conditions ? 1 : 0;
    return Prepared(detail::own<seedc_prepared>(
        &seedc_prepared_release, call,
        [&](const auto* c, auto** out) { return seedc_prepare(get(), c, &in_c, out); }));
  }
  /// Why each request and formula has its result at one item.
  std::string explain(const Data& data, const ExplainOptions& options,
                      const Call& call = {}) const {
    return explained(&seedc_explain, data, options, call);
  }
  /// The smallest changes that would turn the results of requests, at one item or over all; with
  /// `output`, the smallest change of rows that turns it at the item.
  std::string why(const Data& data, const ExplainOptions& options = {},
                  const Call& call = {}) const {
    return explained(&seedc_why, data, options, call);
  }
  /// How often an output has another value if each extracted value is wrong with a probability.
  std::string sensitivity(const Data& data, const SensitivityOptions& options,
                          const Call& call = {}) const {
    const std::vector<seedc_str> files = detail::strs(options.extractions);
    seedc_sensitivity_options in_c = SEEDC_STRUCT(seedc_sensitivity_options);
    in_c.output = detail::str(options.output);
    if (options.item) in_c.item = detail::str(*options.item);
    in_c.extractions = files.data();
    in_c.extraction_count = files.size();
    in_c.probability = options.probability;
    in_c.seed = options.seed;
    in_c.samples = options.samples;
    in_c.sort = detail::str(options.sort);
    in_c.top = options.top;
    in_c.format = static_cast<std::int32_t>(options.format);
    return detail::text(call, [&](const auto* c, auto** out) {
      return seedc_sensitivity(get(), c, data.get(), &in_c, out);
    });
  }
  /// Which conditions, added or left out, would leave the gold item of each request as its one
  /// match.
  Distinguished distinguish(const Data& data, const DistinguishOptions& options = {},
                            const Call& call = {}) const {
    seedc_distinguish_options in_c = SEEDC_STRUCT(seedc_distinguish_options);
    in_c.request = detail::str(options.request);
    in_c.count = options.count;
    in_c.depth = options.depth;
    in_c.brief = options.brief ? 1 : 0;
    in_c.format = static_cast<std::int32_t>(options.format);
    Distinguished found;
    found.text = detail::text(call, [&](const auto* c, auto** out) {
      return seedc_distinguish(get(), c, data.get(), &in_c, out, &found.missing);
    });
    return found;
  }
  /// Asks a model for the fields of the program's one formula: lines for RunOptions.
  Answers extract(const Data& data, const ModelOptions& model, const Call& call = {}) const {
    return extract(data, model, {}, call);
  }
  Answers extract(const Data& data, const ModelOptions& model, const UntilOptions& until,
                  const Call& call = {}) const {
    const detail::UntilInC until_in_c(until);
    detail::Caught caught;
    return detail::answers(
        call, model, caught, [&](const auto* c, const auto* in_c, auto** out, auto** why) {
          return seedc_extract_until(get(), c, data.get(), in_c, &until_in_c.options, out, why);
        });
  }
  /// Throws unless the program is what that takes: one formula, which has fields and these outputs.
  void check_extract(const UntilOptions& until = {}) const {
    const detail::UntilInC in_c(until);
    static_cast<void>(detail::text([&](auto** out) {
      return seedc_extract_until(get(), nullptr, nullptr, nullptr, &in_c.options, out, nullptr);
    }));
  }
  /// What that would do.
  Estimate estimate(const Data& data, const ModelOptions& model, const Call& call = {}) const {
    return estimate(data, model, {}, call);
  }
  Estimate estimate(const Data& data, const ModelOptions& model, const UntilOptions& until,
                    const Call& call = {}) const {
    detail::Caught caught;
    const detail::ModelInC model_in_c(model, caught);
    const detail::UntilInC until_in_c(until);
    seedc_estimate given = SEEDC_STRUCT(seedc_estimate);
    std::string text = detail::text(call, caught, [&](const auto* c, auto** out) {
      return seedc_extract_until_estimate(get(), c, data.get(), model_in_c.get(),
                                          &until_in_c.options, &given, out);
    });
    return {.reviews = given.reviews,
            .relevant = given.relevant,
            .stored = given.stored,
            .repeated = given.repeated,
            .calls = given.calls,
            .prompt_tokens = given.prompt_tokens,
            .completion_tokens = given.completion_tokens,
            .is_judged = given.is_judged != 0,
            .least_calls = given.least_calls,
            .not_needed = given.not_needed,
            .text = std::move(text)};
  }
  /// The program at a stage of compilation; with data, the plan says how it is searched.
  std::string emit(Stage stage, const std::optional<Data>& data = {}, const Call& call = {}) const {
    return detail::text(call, [&](const auto* c, auto** out) {
      return seedc_program_emit(get(), c, static_cast<std::int32_t>(stage),
                                detail::handle_of(data), out);
    });
  }

  seedc_program* get() const noexcept { return handle_.get(); }
  explicit Program(std::shared_ptr<seedc_program> handle) : handle_(std::move(handle)) {}

 private:
  template <class Function>
  std::string explained(Function* function, const Data& data, const ExplainOptions& options,
                        const Call& call) const {
    const std::vector<seedc_str> files = detail::strs(options.extractions);
    seedc_explain_options in_c = SEEDC_STRUCT(seedc_explain_options);
    if (options.item) in_c.item = detail::str(*options.item);
    in_c.request = detail::str(options.request);
    in_c.step = detail::str(options.step);
    in_c.extractions = files.data();
    in_c.extraction_count = files.size();
    in_c.all = options.all ? 1 : 0;
    in_c.format = static_cast<std::int32_t>(options.format);
    in_c.top = options.top;
    in_c.output = detail::str(options.output);
    if (options.to) in_c.to = detail::str(*options.to);
    in_c.search_time = options.search_time;
    return detail::text(
        call, [&](const auto* c, auto** out) { return function(get(), c, data.get(), &in_c, out); });
  }

  std::shared_ptr<seedc_program> handle_;
};

/// A program: its text, or without one the file of that name.
struct Input {
  std::string name;  ///< in messages; imports are beside it, and its ending tells the notation
  std::optional<std::string> text = {};
};

struct CompileOptions {
  /// Where names are looked up: either, or neither for programs that define all they use.
  std::optional<Data> data = {};
  std::optional<Schema> schema = {};
  std::vector<std::string> import_folders = {};  ///< beyond the folders of the programs
  std::vector<std::string> parameters = {};      ///< `[FORMULA.]NAME=VALUE`
  std::vector<std::string> silenced = {};        ///< codes of warnings
  bool warnings_are_errors = false;
  bool all_steps = false;                     ///< every step of a formula is an output
  bool lints = false;                         ///< also what is allowed and probably a mistake
  bool benchmark = false;                     ///< lints: also the rules of a benchmark
  std::vector<std::string> extractions = {};  ///< lints: files in which lost rows are counted
  std::vector<Input> overlays = {};           ///< texts that stand for existing files, for imports
  bool report_unreadable = false;  ///< a program that cannot be read is a finding, and no error
  bool requests_only = false;      ///< formulas have no effect, and rank no request
  std::string request = {};        ///< only the one of this id is run; findings are those of all
  std::vector<std::string> as_errors = {};  ///< codes of warnings that are errors
  /// As `parameters`, which come first, for the formulas that have them.
  std::vector<std::string> default_parameters = {};
};

struct JudgeOptions {
  std::string classifications;  ///< a file: one JSON object per line
  std::string context;          ///< a file: the batch that was classified
  std::string guidelines;       ///< a file: what counts as evidence
  std::uint64_t batch_size = 0;
  std::string noun = {};      ///< what a part of the batch is called; empty: Email
  double threshold = 0;       ///< evidence below is blocked; 0: 0.15; below 0: none
  bool drop_blocked = false;  ///< blocked lines are left out
  /// Takes lines as they are decided; they are then not among the Answers.
  std::function<void(std::string_view)> write = {};
};

/// Words that a user may want to write.
enum class Words : std::int32_t {
  RequestIds = SEEDC_REQUEST_IDS,
  Outputs = SEEDC_OUTPUTS,
  Steps = SEEDC_STEPS,
  Parameters = SEEDC_PARAMETERS,
  Names = SEEDC_NAMES,
  Items = SEEDC_ITEMS,
};

enum class Rewriting : std::int32_t {
  LayOut = SEEDC_LAY_OUT,
  ToShorthand = SEEDC_TO_SHORTHAND,
  ToJsonl = SEEDC_TO_JSONL,
  OptimiseIr = SEEDC_OPTIMISE_IR,
};

/// A program rewritten: without a text if it has errors.
struct Rewritten {
  std::optional<std::string> text;
  Program program;
};

struct FixedProgram {
  std::string text;
  std::size_t count = 0;  ///< how many fixes were applied
};

struct ProveOptions {
  bool strong = false;           ///< `implies`: also of no; `compare`: all values count
  Format format = Format::Text;  ///< or Jsonl
  std::chrono::milliseconds time_per_claim{0};  ///< 0: ten seconds
};

/// Claims decided, or requests compared.
struct Verdicts {
  std::optional<std::string> text;  ///< of all claims
  std::optional<Program> mistakes;  ///< the findings of the first claim with a condition in error
  std::size_t proved = 0, refuted = 0, undecided = 0;
};

struct SessionOptions {
  std::uint32_t threads = 0;       ///< that its calls use together; 0: as many as there are cores
  std::uint64_t memory_limit = 0;  ///< in bytes, for all that it holds and its calls use; 0: none
  /// What the caller's users write for an option or a function of seedc.h that messages refer to;
  /// an empty text: messages do not mention it.
  std::function<std::string(std::string_view option)> setting_name = {};
  std::string duckdb = {};  ///< DuckDB's shared library, for Parquet files and DuckDB databases
  /// How wide lines of texts for people may be: tables are cut, explanations wrapped. 0: 80;
  /// UINT32_MAX: nothing is cut.
  std::uint32_t text_width = 0;
  std::uint32_t message_width = 0;  ///< of the messages of findings; 0: each is one line
};

/// The threads and the memory that its calls share. Two sessions share nothing.
class Session {
 public:
  explicit Session(const SessionOptions& chosen = {}) {
    detail::Caught caught;
    NamesInC names{chosen, caught};
    seedc_session_options options = SEEDC_STRUCT(seedc_session_options);
    options.threads = chosen.threads;
    options.memory_limit = chosen.memory_limit;
    if (chosen.setting_name) options.setting_name = &NamesInC::setting_name;
    options.context = &names;
    options.duckdb = detail::str(chosen.duckdb);
    options.text_width = chosen.text_width;
    options.message_width = chosen.message_width;
    seedc_session* session = nullptr;
    seedc_error* const error = seedc_session_new(&options, &session);
    handle_ = std::shared_ptr<seedc_session>(session, &seedc_session_release);
    caught.check(error);
  }

  /// A folder of JSON lines, a bundle or a snapshot; Parquet files or a DuckDB database. Nothing is
  /// read yet: what is missing or broken is an error of the first call that needs it.
  Data open(const std::string& path, const DataOptions& chosen = {}, const Call& call = {}) const {
    const seedc_data_options options = in_c(chosen);
    return Data(detail::own<seedc_data>(&seedc_data_release, call, [&](const auto* c, auto** out) {
      return seedc_data_open(get(), c, detail::str(path), &options, out);
    }));
  }
  Data read(const Tables& tables, const DataOptions& chosen = {}, const Call& call = {}) const {
    const seedc_tables given = detail::tables(tables);
    const seedc_data_options options = in_c(chosen);
    return Data(detail::own<seedc_data>(&seedc_data_release, call, [&](const auto* c, auto** out) {
      return seedc_data_from_tables(get(), c, &given, &options, out);
    }));
  }
  void verify_snapshot(const std::string& path, const Call& call = {}) const {
    detail::run(call,
                [&](const auto* c) { return seedc_snapshot_verify(get(), c, detail::str(path)); });
  }
  /// The same, and then that the files it was made of have the bytes that they had.
  void verify_sources(const std::string& path, const Call& call = {}) const {
    detail::run(call,
                [&](const auto* c) { return seedc_snapshot_verify_sources(get(), c, detail::str(path)); });
  }
  /// From the text that Schema::text gives as Json; `name` is its name in errors.
  Schema parse_schema(const std::string& text, const std::string& name = "schema") const {
    return Schema(detail::own<seedc_schema>(&seedc_schema_release, [&](auto** out) {
      return seedc_schema_parse(get(), detail::str(name), detail::str(text), out);
    }));
  }

  /// The same from a file.
  Schema open_schema(const std::string& path) const {
    return Schema(detail::own<seedc_schema>(&seedc_schema_release, [&](auto** out) {
      return seedc_schema_open(get(), detail::str(path), out);
    }));
  }

  Program compile(const std::vector<Input>& inputs, const CompileOptions& options = {},
                  const Call& call = {}) const {
    const std::vector<seedc_input> in_c = inputs_in_c(inputs);
    const OptionsInC compile(options);
    return Program(
        detail::own<seedc_program>(&seedc_program_release, call, [&](const auto* c, auto** out) {
          return seedc_compile(get(), c, in_c.data(), in_c.size(), &compile.options, out);
        }));
  }
  /// The text of one program, in any notation.
  Program compile(const std::string& text, const Data& data, const Call& call = {}) const {
    return compile({{"program", text}}, {.data = data}, call);
  }

  /// Serves an editor; whether it asked for the end before it ended.
  bool lsp(const LspOptions& options, const Call& call = {}) const {
    detail::Caught caught;
    detail::LspInC in_c(options, caught);
    std::int32_t is_clean = 0;
    detail::run(call, caught,
                [&](const auto* c) { return seedc_lsp(get(), c, &in_c.options, &is_clean); });
    return is_clean != 0;
  }
  /// `passes`: of OptimiseIr; all if there are none.
  Rewritten rewrite(const Input& input, Rewriting what, const std::vector<std::string>& passes = {},
                    const CompileOptions& options = {}, const Call& call = {}) const {
    const std::vector<seedc_input> in_c = inputs_in_c({&input, 1});
    const OptionsInC compile(options);
    const std::vector<seedc_str> names = detail::strs(passes);
    std::shared_ptr<seedc_program> program;
    std::optional<std::string> text;
    const auto made =
        detail::own<seedc_text>(&seedc_text_release, call, [&](const auto* c, auto** out) {
          seedc_program* findings = nullptr;
          seedc_error* const error = seedc_rewrite(get(), c, in_c.data(), &compile.options,
                                                   static_cast<std::int32_t>(what), names.data(),
                                                   names.size(), out, &findings);
          program = std::shared_ptr<seedc_program>(findings, &seedc_program_release);
          return error;
        });
    if (made) text = detail::string(seedc_text_str(made.get()));
    return {std::move(text), Program(std::move(program))};
  }
  /// Decides claims about the requests of programs, for every possible item.
  Verdicts prove(const std::vector<Input>& inputs, const std::vector<std::string>& claims,
                 const ProveOptions& chosen = {}, const CompileOptions& options = {},
                 const Call& call = {}) const {
    const std::vector<seedc_input> in_c = inputs_in_c(inputs);
    const OptionsInC compile(options);
    const std::vector<seedc_str> texts = detail::strs(claims);
    seedc_prove_options prove = prove_in_c(chosen);
    prove.claims = texts.data();
    prove.claim_count = texts.size();
    Verdicts verdicts;
    seedc_verdicts counts = SEEDC_STRUCT(seedc_verdicts);
    const auto made =
        detail::own<seedc_text>(&seedc_text_release, call, [&](const auto* c, auto** out) {
          seedc_program* mistakes = nullptr;
          seedc_error* const error = seedc_prove(get(), c, in_c.data(), in_c.size(),
                                                 &compile.options, &prove, out, &counts, &mistakes);
          if (mistakes != nullptr)
            verdicts.mistakes =
                Program(std::shared_ptr<seedc_program>(mistakes, &seedc_program_release));
          return error;
        });
    return counted(std::move(verdicts), made.get(), counts);
  }
  /// How the matches of each request changed from one program to another.
  Verdicts compare(const Program& older, const Program& newer, const ProveOptions& chosen = {},
                   const Call& call = {}) const {
    const seedc_prove_options prove = prove_in_c(chosen);
    seedc_verdicts counts = SEEDC_STRUCT(seedc_verdicts);
    const auto made =
        detail::own<seedc_text>(&seedc_text_release, call, [&](const auto* c, auto** out) {
          return seedc_compare(older.get(), newer.get(), c, &prove, out, &counts);
        });
    return counted({}, made.get(), counts);
  }

  /// Fixes a file, and returns how many fixes were applied.
  std::size_t fix_file(const std::string& path, const CompileOptions& options = {},
                       bool probable = false, const Call& call = {}) const {
    const OptionsInC compile(options);
    std::size_t count = 0;
    detail::run(call, [&](const auto* c) {
      return seedc_fix_file(get(), c, detail::str(path), &compile.options, probable ? 1 : 0,
                            &count);
    });
    return count;
  }
  /// With its safe fixes, or with `probable` also those that are only probable.
  FixedProgram apply_fixes(const Input& input, const CompileOptions& options = {},
                           bool probable = false, const Call& call = {}) const {
    const std::vector<seedc_input> in_c = inputs_in_c({&input, 1});
    const OptionsInC compile(options);
    FixedProgram fixed;
    fixed.text = detail::text(call, [&](const auto* c, auto** out) {
      return seedc_apply_fixes(get(), c, in_c.data(), &compile.options, probable ? 1 : 0, out,
                               &fixed.count);
    });
    return fixed;
  }

  /// Judges classifications by their evidence: their lines, with the evaluation.
  Answers judge(const JudgeOptions& options, const ModelOptions& model,
                const Call& call = {}) const {
    detail::Caught caught;
    const JudgeInC judge(options, caught);
    return detail::answers(call, model, caught,
                           [&](const auto* c, const auto* m, auto** out, auto** why) {
                             return seedc_judge(get(), c, &judge.options, m, out, why);
                           });
  }
  /// What that would cost, as a text. Sends nothing.
  std::string estimate_judging(const JudgeOptions& options, const ModelOptions& model,
                               const Call& call = {}) const {
    detail::Caught caught;
    const JudgeInC judge(options, caught);
    const detail::ModelInC model_in_c(model, caught);
    return detail::text(call, caught, [&](const auto* c, auto** out) {
      return seedc_judge_estimate(get(), c, &judge.options, model_in_c.get(), out);
    });
  }
  /// Throws if that could not begin because of the options or their files.
  void check_judge(const JudgeOptions& options) const {
    detail::Caught caught;
    const JudgeInC judge(options, caught);
    static_cast<void>(detail::text([&](auto** out) {
      return seedc_judge(get(), nullptr, &judge.options, nullptr, out, nullptr);
    }));
  }
  /// Throws unless conversations with the model can begin. Sends nothing.
  void check_model(const ModelOptions& model) const {
    detail::Caught caught;
    detail::check(seedc_model_check(get(), detail::ModelInC(model, caught).get()));
  }

  /// A word each, and after a tab what it means, if there is more to say.
  std::vector<std::string> candidates(Words what, const std::vector<std::string>& programs,
                                      const std::optional<Data>& data = {}) const {
    const std::vector<seedc_str> files = detail::strs(programs);
    return detail::lines(detail::text([&](auto** out) {
      return seedc_candidates(get(), static_cast<std::int32_t>(what), files.data(), files.size(),
                              detail::handle_of(data), out);
    }));
  }
  /// What identifies the files, as lines of JSON.
  std::string digests(const std::vector<std::string>& files, const Call& call = {}) const {
    const std::vector<seedc_str> names = detail::strs(files);
    return detail::text(call, [&](const auto* c, auto** out) {
      return seedc_file_digests(get(), c, names.data(), names.size(), out);
    });
  }
  /// Every limit, what it bounds, and how to raise it.
  std::string limits(bool as_markdown = false) const {
    return detail::text([&](auto** out) {
      return seedc_language_text(get(), as_markdown ? SEEDC_LIMITS_MARKDOWN : SEEDC_LIMITS, out);
    });
  }
  /// What a finding's code means, with an example and its fix; of all of them for `all`.
  std::string explain_code(std::string_view code) const {
    return detail::text(
        [&](auto** out) { return seedc_explain_code(get(), detail::str(code), out); });
  }

  seedc_session* get() const noexcept { return handle_.get(); }

 private:
  struct NamesInC {
    static seedc_str setting_name(void* context, seedc_str option) {
      auto& self = *static_cast<NamesInC*>(context);
      return self.caught.guard(seedc_str{}, [&] {
        self.name = self.given.setting_name(detail::view(option));
        return detail::str(self.name);
      });
    }
    const SessionOptions& given;
    detail::Caught& caught;
    std::string name = {};  ///< valid until the next is asked for
  };

  struct JudgeInC {
    JudgeInC(const JudgeOptions& its_given, detail::Caught& its_caught)
        : given(its_given), caught(its_caught) {
      options.classifications = detail::str(given.classifications);
      options.context = detail::str(given.context);
      options.guidelines = detail::str(given.guidelines);
      options.batch_size = given.batch_size;
      options.noun = detail::str(given.noun);
      options.threshold = given.threshold;
      options.drop_blocked = given.drop_blocked ? 1 : 0;
      if (given.write) options.write = &JudgeInC::write;
      options.write_context = this;
    }
    static std::int32_t write(void* context, seedc_str lines) {
      const auto& self = *static_cast<JudgeInC*>(context);
      return self.caught.guard(1, [&] {
        self.given.write(detail::view(lines));
        return 0;
      });
    }
    const JudgeOptions& given;
    detail::Caught& caught;
    seedc_judge_options options = SEEDC_STRUCT(seedc_judge_options);
  };

  struct OptionsInC {
    explicit OptionsInC(const CompileOptions& given)
        : folders(detail::strs(given.import_folders)),
          parameters(detail::strs(given.parameters)),
          silenced(detail::strs(given.silenced)),
          as_errors(detail::strs(given.as_errors)),
          defaults(detail::strs(given.default_parameters)),
          extractions(detail::strs(given.extractions)),
          overlays(inputs_in_c(given.overlays)) {
      options.data = detail::handle_of(given.data);
      options.schema = detail::handle_of(given.schema);
      options.import_folders = folders.data();
      options.import_folder_count = folders.size();
      options.parameters = parameters.data();
      options.parameter_count = parameters.size();
      options.silenced = silenced.data();
      options.silenced_count = silenced.size();
      options.as_errors = as_errors.data();
      options.as_error_count = as_errors.size();
      options.default_parameters = defaults.data();
      options.default_parameter_count = defaults.size();
      options.extractions = extractions.data();
      options.extraction_count = extractions.size();
      options.warnings_are_errors = given.warnings_are_errors ? 1 : 0;
      options.all_steps = given.all_steps ? 1 : 0;
      options.lints = given.lints ? 1 : 0;
      options.benchmark = given.benchmark ? 1 : 0;
      options.overlays = overlays.data();
      options.overlay_count = overlays.size();
      options.report_unreadable = given.report_unreadable ? 1 : 0;
      options.requests_only = given.requests_only ? 1 : 0;
      options.request = detail::str(given.request);
    }
    std::vector<seedc_str> folders, parameters, silenced, as_errors, defaults, extractions;
    std::vector<seedc_input> overlays;
    seedc_compile_options options = SEEDC_STRUCT(seedc_compile_options);
  };

  static seedc_prove_options prove_in_c(const ProveOptions& given) {
    seedc_prove_options options = SEEDC_STRUCT(seedc_prove_options);
    options.strong = given.strong ? 1 : 0;
    options.format = static_cast<std::int32_t>(given.format);
    options.claim_milliseconds = static_cast<std::uint64_t>(given.time_per_claim.count());
    return options;
  }
  static Verdicts counted(Verdicts verdicts, seedc_text* text, const seedc_verdicts& counts) {
    if (text != nullptr) verdicts.text = detail::string(seedc_text_str(text));
    verdicts.proved = counts.proved;
    verdicts.refuted = counts.refuted;
    verdicts.undecided = counts.undecided;
    return verdicts;
  }

  static seedc_data_options in_c(const DataOptions& given) {
    seedc_data_options options = SEEDC_STRUCT(seedc_data_options);
    options.strict = given.strict ? 1 : 0;
    options.copy_snapshot = given.copy_snapshot ? 1 : 0;
    options.cache_folder = detail::str(given.cache_folder);
    return options;
  }

  /// Their texts are those of the inputs.
  static std::vector<seedc_input> inputs_in_c(std::span<const Input> inputs) {
    std::vector<seedc_input> all;
    for (const Input& input : inputs)
      all.push_back(
          {detail::str(input.name),
           input.text ? seedc_str{input.text->c_str(), input.text->size()} : seedc_str{}});
    return all;
  }

  std::shared_ptr<seedc_session> handle_;
};

namespace detail {
inline std::string language_text(std::int32_t what) {
  return text([&](auto** out) { return seedc_language_text(nullptr, what, out); });
}
}  // namespace detail

/// The version, the commit, what the library was compiled with, the C library and the processor: a
/// line each.
inline std::string build_text() {
  return detail::text([](auto** out) { return seedc_build_text(out); });
}
/// The JSON Schema of formulas.
inline std::string formula_schema() { return detail::language_text(SEEDC_FORMULA_SCHEMA); }
/// Formulas in words, for the model that is to write one.
inline std::string formula_prompt() { return detail::language_text(SEEDC_FORMULA_PROMPT); }
/// The codes of findings, and those of warnings, which can be silenced.
inline std::vector<std::string> finding_codes() {
  return detail::lines(detail::language_text(SEEDC_CODES));
}
inline std::vector<std::string> warning_codes() {
  return detail::lines(detail::language_text(SEEDC_WARNING_CODES));
}
/// The codes of errors, each with its kind and its text after tabs.
inline std::vector<std::string> error_codes() {
  return detail::lines(detail::language_text(SEEDC_ERROR_CODES));
}
/// The prompts that models are asked with, each with its SHA-256 after a tab.
inline std::vector<std::string> prompts() {
  return detail::lines(detail::language_text(SEEDC_PROMPTS));
}
/// The passes of Rewriting::OptimiseIr.
inline std::vector<std::string> passes() {
  return detail::lines(detail::language_text(SEEDC_PASSES));
}
inline std::string_view version() { return detail::view(seedc_version()); }

}  // namespace seedc
