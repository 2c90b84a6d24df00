// Calls of the C ABI in any order, with any of the handles there are, null or of another type, with
// limits that stop them: an error says what is wrong and gives nothing else, a result is whole, and
// everything can be released afterwards.
#include <array>
#include <cstring>

#include "include/seedc/seedc.h"
#include "test/differential/harness.h"
#include "test/fuzz/seeds.h"
#include "test/fuzz/target.h"
#include "test/fuzz/tiny_dataset.h"

namespace seedc::fuzz::calls_target {
namespace {

seedc_str str(std::string_view text) { return {text.data(), text.size()}; }

std::string_view view(seedc_str text) { return {text.data, text.size}; }

/// A few handles of one type, which calls replace.
template <class H, void (*release)(H*)>
class Slots {
 public:
  Slots() = default;
  Slots(const Slots&) = delete;
  Slots& operator=(const Slots&) = delete;
  ~Slots() {
    for (H* handle : handles_) release(handle);
  }
  /// That of a number; null, or something else, for others.
  H* pick(unsigned char number) const {
    if (number == 255) return reinterpret_cast<H*>(const_cast<std::uint64_t*>(&kForeign));
    return number < 254 ? handles_[number % kCount] : nullptr;
  }
  void put(unsigned char number, H* handle) {
    release(std::exchange(handles_[number % kCount], handle));
  }

 private:
  static constexpr std::size_t kCount = 2;
  static constexpr std::uint64_t kForeign = 12345;
  std::array<H*, kCount> handles_{};
};

const std::string& data_path() {
  static const differential::Folder folder;
  static const std::string path = [] {
    write_files(kTinyDataset, folder.path() / "data");
    return (folder.path() / "data").string();
  }();
  return path;
}

/// Reads the input from its front, and makes the calls that it asks for.
class Caller {
 public:
  explicit Caller(std::string_view input) : input_(input) {
    seedc_session* session = nullptr;
    check(seedc_session_new(nullptr, &session), session);
    sessions_.put(0, session);
    seedc_data* data = nullptr;
    check(seedc_data_open(session, nullptr, str(data_path()), nullptr, &data), data);
    data_.put(0, data);
  }

  void run() {
    using Step = void (Caller::*)();
    static constexpr Step kSteps[] = {
        &Caller::session,  &Caller::open,    &Caller::schema,  &Caller::parse_schema,
        &Caller::names,    &Caller::compile, &Caller::compile, &Caller::look_at_program,
        &Caller::rewrite,  &Caller::fix,     &Caller::prepare, &Caller::run_prepared,
        &Caller::look_at,  &Caller::stream,  &Caller::explain, &Caller::language,
        &Caller::call_next};
    constexpr int kMostSteps = 24;
    for (int i = 0; i < kMostSteps && !input_.empty(); ++i)
      (this->*kSteps[byte() % std::size(kSteps)])();
  }

 private:
  unsigned char byte() { return take_byte(input_); }
  std::string_view part() { return take_part(input_); }

  /// An error has a message, and there is no result beside it: by reference, since the call that
  /// makes both is another argument.
  template <class T>
  void check(seedc_error* error, T* const& result) {
    require((error == nullptr) == (result != nullptr), "there is a result or an error");
    check(error);
  }
  void check(seedc_error* error) {
    if (error == nullptr) return;
    require(!view(seedc_error_message(error)).empty(), "an error has a message");
    require(seedc_error_kind(error) != SEEDC_INTERNAL, "no error is a bug");
    seedc_finding finding = SEEDC_STRUCT(seedc_finding);
    seedc_error_finding(error, &finding);
    require(view(finding.message) == view(seedc_error_message(error)), "an error is a finding");
    seedc_error_release(error);
  }
  void check(seedc_error* error, seedc_text*& text) {
    check<seedc_text>(error, text);
    seedc_text_release(std::exchange(text, nullptr));
  }

  /// How the next call runs: the bits of a byte say what limits it.
  void call_next() {
    const unsigned char how = byte();
    call_ = SEEDC_STRUCT(seedc_call);
    seedc_cancel* cancel = nullptr;
    check(seedc_cancel_new(&cancel), cancel);
    cancel_.put(0, cancel);
    if ((how & 1) != 0) call_.cancel = cancel;
    if ((how & 3) == 3) seedc_cancel_request(cancel);
    if ((how & 4) != 0) call_.time_limit = 1e-6 * static_cast<double>(byte());
    if ((how & 8) != 0) call_.memory_limit = std::uint64_t{1} << byte() % 30;
    if ((how & 16) != 0) progress_left_ = byte();
    call_.progress = [](void* self, seedc_str, std::uint64_t, std::uint64_t) {
      return static_cast<Caller*>(self)->progress_left_-- == 0 ? 1 : 0;
    };
    call_.log = [](void*, std::int32_t, seedc_str text) {
      require(text.data != nullptr, "what is told is a text");
    };
    call_.context = this;
  }

  void session() {
    seedc_session_options options = SEEDC_STRUCT(seedc_session_options);
    options.threads = byte() % 3;
    if (byte() % 4 == 0) options.memory_limit = std::uint64_t{1} << byte() % 30;
    seedc_session* session = nullptr;
    check(seedc_session_new(&options, &session), session);
    sessions_.put(byte(), session);
  }

  void open() {
    seedc_data_options options = SEEDC_STRUCT(seedc_data_options);
    options.strict = byte() % 2;
    options.copy_snapshot = byte() % 2;
    const std::string path = byte() % 8 == 0 ? data_path() + "/none" : data_path();
    seedc_data* data = nullptr;
    check(seedc_data_open(sessions_.pick(byte()), &call_, str(path), &options, &data), data);
    data_.put(byte(), data);
  }

  void schema() {
    seedc_schema* schema = nullptr;
    check(seedc_data_schema(data_.pick(byte()), &call_, &schema), schema);
    schemas_.put(byte(), schema);
    seedc_text* text = nullptr;
    check(seedc_schema_text(schemas_.pick(byte()), byte() % 6, &text), text);
  }

  void parse_schema() {
    seedc_schema* schema = nullptr;
    check(seedc_schema_parse(sessions_.pick(byte()), str(part()), str(part()), &schema), schema);
    schemas_.put(byte(), schema);
  }

  void names() {
    seedc_names_options options = SEEDC_STRUCT(seedc_names_options);
    const seedc_str word = str(part());
    options.words = &word;
    options.word_count = byte() % 2;
    options.all = byte() % 2;
    options.format = byte() % 6;
    seedc_text* text = nullptr;
    std::size_t readings = 0;
    check(seedc_data_names(data_.pick(byte()), &call_, &options, &text), text);
    check(seedc_data_explain_name(data_.pick(byte()), &call_, word, byte() % 7, &text, &readings),
          text);
    check(seedc_data_left_out(data_.pick(byte()), &call_, &text), text);
    seedc_text* table = nullptr;
    check(seedc_data_conditions(data_.pick(byte()), &call_, &text, &table), text);
    seedc_text_release(table);
    suggest();
  }

  void suggest() {
    seedc_suggest_options options = SEEDC_STRUCT(seedc_suggest_options);
    static constexpr const char* kGroups[] = {"", "G01", "G03", "G06", "G08", "G09", "G11"};
    static constexpr const char* kItems[] = {"a", "b", "Bo", "", "none"};
    const seedc_str kind = str(part());
    if (byte() % 2 == 0) options.item = seedc_str_of(kItems[byte() % std::size(kItems)]);
    options.kinds = &kind;
    options.kind_count = byte() % 8 == 0;
    options.group = seedc_str_of(kGroups[byte() % std::size(kGroups)]);
    options.count = byte();
    options.depth = byte() % 8;
    options.strict = byte() % 2;
    options.format = byte() % 6;
    seedc_text *text = nullptr, *requests = nullptr;
    std::uint64_t missing = 0;
    check(seedc_suggest(data_.pick(byte()), &call_, &options, &text, &requests, &missing), text);
    seedc_text_release(requests);
  }

  seedc_compile_options compile_options() {
    seedc_compile_options options = SEEDC_STRUCT(seedc_compile_options);
    const unsigned char how = byte();
    if ((how & 1) != 0) options.data = data_.pick(byte());
    if ((how & 2) != 0) options.schema = schemas_.pick(byte());
    options.warnings_are_errors = (how & 4) != 0;
    options.all_steps = (how & 8) != 0;
    options.lints = (how & 16) != 0;
    options.benchmark = (how & 32) != 0;
    word_ = str(part());
    options.parameters = &word_;
    options.parameter_count = (how & 64) != 0;
    options.silenced = &word_;
    options.silenced_count = (how & 128) != 0;
    return options;
  }

  /// A text of up to 64 KB: two bytes say its length.
  std::string_view program_text() {
    const std::size_t size = byte() * 256u + byte();
    const std::string_view text = input_.substr(0, size);
    input_.remove_prefix(text.size());
    return text;
  }

  seedc_input program_input() {
    static constexpr const char* kNames[] = {"p.req", "p.json", "p.jsonl", "p.ir", ""};
    const char* name = kNames[byte() % std::size(kNames)];
    return {seedc_str_of(name), str(program_text())};
  }

  void compile() {
    const seedc_compile_options options = compile_options();
    const seedc_input input = program_input();
    seedc_program* program = nullptr;
    check(seedc_compile(sessions_.pick(byte()), &call_, &input, 1, &options, &program), program);
    programs_.put(byte(), program);
  }

  void look_at_program() {
    const seedc_program* program = programs_.pick(byte());
    const std::size_t count = seedc_program_finding_count(program);
    require(seedc_program_error_count(program) <= count, "errors are findings");
    for (std::size_t i = 0; i <= count; ++i) {
      seedc_finding finding = SEEDC_STRUCT(seedc_finding);
      check(seedc_program_finding(program, i, &finding));
    }
    for (std::size_t i = 0; i <= seedc_program_request_count(program); ++i)
      static_cast<void>(seedc_program_request_id(program, i));
    for (std::size_t i = 0; i <= seedc_program_formula_count(program); ++i)
      static_cast<void>(seedc_program_formula_name(program, i));
    seedc_text* text = nullptr;
    check(seedc_program_findings_text(program, byte() % 6, &text), text);
    const std::int32_t stage = byte() % 9;
    check(seedc_program_emit(program, &call_, stage, data_.pick(byte()), &text), text);
  }

  void rewrite() {
    const seedc_input input = program_input();
    const seedc_str pass = str(part());
    seedc_text* text = nullptr;
    seedc_program* program = nullptr;
    const std::int32_t what = byte() % 6;
    const seedc_compile_options options = compile_options();
    check(seedc_rewrite(sessions_.pick(byte()), &call_, &input, &options, what, &pass, byte() % 2,
                        &text, &program));
    seedc_text_release(text);
    programs_.put(byte(), program);
  }

  void fix() {
    const seedc_compile_options options = compile_options();
    const seedc_input input = program_input();
    seedc_text* text = nullptr;
    std::size_t count = 0;
    const std::int32_t probable = byte() % 2;
    check(seedc_apply_fixes(sessions_.pick(byte()), &call_, &input, &options, probable, &text,
                            &count),
          text);
  }

  void prepare() {
    seedc_prepare_options options = SEEDC_STRUCT(seedc_prepare_options);
    options.backend = byte() % 4;
    options.items = byte();
    options.conditions = byte() % 2;
    seedc_prepared* prepared = nullptr;
    check(seedc_prepare(programs_.pick(byte()), &call_, &options, &prepared), prepared);
    prepared_.put(byte(), prepared);
  }

  void run_prepared() {
    seedc_run_options options = SEEDC_STRUCT(seedc_run_options);
    const unsigned char how = byte();
    if ((how & 1) != 0) options.extraction_lines = str(part());
    options.require_extractions = (how & 2) != 0;
    if ((how & 4) != 0) options.sort = str(part());
    if ((how & 8) != 0) options.top = byte();
    seedc_results* results = nullptr;
    check(seedc_run(prepared_.pick(byte()), &call_, data_.pick(byte()), &options, &results),
          results);
    results_.put(byte(), results);
  }

  void look_at() {
    const seedc_results* results = results_.pick(byte());
    const std::uint32_t items = seedc_results_item_count(results);
    for (std::size_t i = 0; i <= seedc_results_request_count(results); ++i) {
      seedc_request_result request = SEEDC_STRUCT(seedc_request_result);
      seedc_error* const error = seedc_results_request(results, i, &request);
      for (std::size_t m = 0; error == nullptr && m < request.match_count; ++m)
        require(request.matches[m] < items, "a match is an item");
      check(error);
    }
    seedc_text* text = nullptr;
    check(seedc_results_item_name(results, byte() % 4, &text), text);
    check(seedc_results_text(results, byte() % 7, byte() % 6, &text), text);
    check(seedc_results_findings(results, &call_, byte() % 6, &text), text);
  }

  void stream() {
    const seedc_results* results = results_.pick(byte());
    const std::size_t number = byte() % 3;
    ArrowArrayStream stream{};
    seedc_error* error = nullptr;
    switch (byte() % 3) {
      case 0:
        error = seedc_results_requests_stream(results, byte() % 2, &stream);
        break;
      case 1:
        error = seedc_results_formula_stream(results, number, &stream);
        break;
      default:
        error = seedc_results_nulls_stream(results, number, &stream);
    }
    require((error == nullptr) == (stream.release != nullptr), "there is a stream or an error");
    check(error);
    if (stream.release == nullptr) return;
    ArrowSchema types{};
    require(stream.get_schema(&stream, &types) == 0, "a stream has types");
    types.release(&types);
    for (bool is_over = false; !is_over;) {
      ArrowArray batch{};
      require(stream.get_next(&stream, &batch) == 0, "a stream of results does not fail");
      is_over = batch.release == nullptr;
      if (!is_over) batch.release(&batch);
    }
    stream.release(&stream);
  }

  void explain() {
    seedc_explain_options options = SEEDC_STRUCT(seedc_explain_options);
    static constexpr const char* kItems[] = {"a", "b", "Bo", "", "none"};
    options.item = seedc_str_of(kItems[byte() % std::size(kItems)]);
    options.all = byte() % 2;
    options.format = byte() % 6;
    options.top = byte() % 3;
    seedc_text* text = nullptr;
    const seedc_program* program = programs_.pick(byte());
    const seedc_data* data = data_.pick(byte());
    check(seedc_explain(program, &call_, data, &options, &text), text);
    check(seedc_why(program, &call_, data, &options, &text), text);
    seedc_sensitivity_options wrong = SEEDC_STRUCT(seedc_sensitivity_options);
    wrong.output = seedc_str_of(byte() % 2 != 0 ? "N" : "");
    if (byte() % 2 != 0) wrong.item = options.item;
    wrong.probability = byte() / 200.0 - 0.1;
    wrong.seed = byte();
    wrong.samples = byte();
    wrong.sort = seedc_str_of(byte() % 2 != 0 ? "N:asc" : "");
    wrong.top = byte() % 3;
    wrong.format = byte() % 6;
    check(seedc_sensitivity(program, &call_, data, &wrong, &text), text);
    seedc_distinguish_options changes = SEEDC_STRUCT(seedc_distinguish_options);
    changes.count = byte();
    changes.depth = byte() % 8;
    changes.brief = byte() % 2;
    changes.format = byte() % 6;
    std::uint64_t missing = 0;
    check(seedc_distinguish(program, &call_, data, &changes, &text, &missing), text);
  }

  void language() {
    seedc_text* text = nullptr;
    check(seedc_language_text(sessions_.pick(byte()), byte() % 9, &text), text);
    check(seedc_explain_code(sessions_.pick(byte()), str(part()), &text), text);
    check(
        seedc_candidates(sessions_.pick(byte()), byte() % 8, nullptr, 0, data_.pick(byte()), &text),
        text);
  }

  std::string_view input_;
  seedc_call call_ = SEEDC_STRUCT(seedc_call);
  int progress_left_ = -1;
  seedc_str word_{};
  Slots<seedc_cancel, seedc_cancel_release> cancel_;
  Slots<seedc_session, seedc_session_release> sessions_;
  Slots<seedc_data, seedc_data_release> data_;
  Slots<seedc_schema, seedc_schema_release> schemas_;
  Slots<seedc_program, seedc_program_release> programs_;
  Slots<seedc_prepared, seedc_prepared_release> prepared_;
  Slots<seedc_results, seedc_results_release> results_;
};

void run(std::string_view input) { Caller(input).run(); }

/// Compiles a program with the data, runs it, and looks at everything.
std::string seed_of(unsigned char kind, std::string_view text) {
  std::string seed = {5, 1, 0, 0, static_cast<char>(kind)};
  seed += static_cast<char>(text.size() / 256);
  seed += static_cast<char>(text.size() % 256);
  seed += text;
  seed += std::string{0, 0};                       // compile: the session, where it goes
  seed += std::string{7, 0, 1, 4, 0};              // look_at_program: findings, plan
  seed += std::string{10, 1, 3, 1, 0, 0};          // prepare
  seed += std::string{11, 0, 0, 0, 0};             // run
  seed += std::string{12, 0, 1, 0, 0, 0};          // look_at
  seed += std::string{13, 0, 0, 0, 0};             // stream
  seed += std::string{14, 0, 1, 0, 0, 0, 0};       // explain, why
  seed += std::string{16, 8, 12, 11, 0, 0, 0, 0};  // run within 4 KB
  return seed;
}

std::vector<std::string> seeds() {
  std::vector<std::string> all;
  for (const std::string& text : golden_inputs(".req")) all.push_back(seed_of(0, text));
  for (const std::string& text : golden_inputs(".json")) all.push_back(seed_of(1, text));
  for (const std::string& text : tree_files("examples", ".req")) all.push_back(seed_of(0, text));
  all.push_back({2, 0, 0, 0, 1, 4, 0, 1, 0, 1, 0, 0, 0, 15, 1, 0});
  return all;
}

const Registration kRegistration({"calls", run, seeds, 8});

}  // namespace
}  // namespace seedc::fuzz::calls_target
