// The `replay` command: repeats the run that a manifest records, with stored answers in place of
// the model, and compares what comes out.
//
// The run is repeated by a child process that makes a manifest of its own; the two are compared.
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "engine/report/text.h"
#include "runtime/base/file_digest.h"
#include "tools/seedc/commands.h"
#include "tools/seedc/configuration.h"
#include "tools/seedc/manifest.h"
#include "tools/seedc/output.h"
#include "tools/seedc/session.h"
#include "tools/seedc/sudden_end.h"
#include "tools/seedc/user_cache.h"
#include "tools/seedc/view.h"

namespace seedc::tool {
namespace {

namespace fs = std::filesystem;
using manifest::Resource;
using manifest::Statement;

struct ReplayOptions {
  std::string file, root, store, outputs;
};

/// A folder for what the repeated run writes, removed in the end if nobody asked for it.
class Outputs {
 public:
  explicit Outputs(const std::string& asked) : is_kept_(!asked.empty()) {
    std::error_code failure;
    if (is_kept_) {
      fs::create_directories(asked, failure);
      folder_ = fs::absolute(asked);
    } else {
      std::string name = fs::temp_directory_path() / "seedc-replay-XXXXXX";
      if (::mkdtemp(name.data()) == nullptr) failure.assign(errno, std::generic_category());
      folder_ = name;
    }
    if (failure)
      throw Error(ErrorKind::Data, fmt::format("cannot make the folder `{}`: {}", folder_.string(),
                                               failure.message()));
  }
  Outputs(const Outputs&) = delete;
  Outputs& operator=(const Outputs&) = delete;
  ~Outputs() {
    std::error_code ignored;
    fs::remove(manifest(), ignored);
    fs::remove(messages(), ignored);
    if (!is_kept_) fs::remove_all(folder_, ignored);
  }

  /// Of the recorded name, where no other output has it.
  std::string file(const std::string& recorded) {
    const std::string name = fs::path(recorded).filename();
    std::string path = folder_ / name;
    for (int number = 2; std::ranges::count(taken_, path) > 0; ++number)
      path = folder_ / fmt::format("{}-{}", number, name);
    taken_.push_back(path);
    return path;
  }
  /// What the repeated run calls so: its names are of this folder, or of the one that it ran in.
  fs::path written(const std::string& name, const fs::path& root) const {
    if (name == "<stdout>") return standard_output();
    const fs::path here = folder_ / name;
    return fs::exists(here) ? here : root / name;
  }
  std::string standard_output() const { return folder_ / "stdout"; }
  std::string messages() const { return folder_ / ".messages"; }
  std::string manifest() const { return folder_ / ".manifest.json"; }

 private:
  bool is_kept_;
  fs::path folder_;
  std::vector<std::string> taken_;
};

std::ifstream opened(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in)
    throw Error(ErrorKind::Data, fmt::format("cannot read `{}`: {}", path, std::strerror(errno)));
  return in;
}

std::string whole_text(const std::string& path) {
  std::ostringstream text;
  text << opened(path).rdbuf();
  return std::move(text).str();
}

std::string sha256_of_file(const fs::path& path) {
  const auto digest = base::digest_of_file(path);
  if (!digest) throw Error(ErrorKind::Data, digest.error().text);
  return digest->sha256;
}

[[noreturn]] void fail_input(const Resource& input, std::string_view what, std::string help) {
  throw Error(ErrorKind::Data, fmt::format("{} `{}` {}", input.role, input.name, what),
              std::move(help));
}

/// Before anything is run. A snapshot's digest, which is in its header, is compared afterwards:
/// that its blocks are what the header says is seen here.
void check_inputs(const Statement& statement, const fs::path& root) {
  for (const Resource& input : statement.inputs) {
    if (input.name == "-") fail_input(input, "came from standard input", "nothing has it any more");
    const fs::path path = root / input.name;
    std::error_code unknown;
    if (!fs::exists(path, unknown))
      fail_input(input, "is missing",
                 fmt::format("it is looked for as `{}`; name the folder with --data-root",
                             path.lexically_normal().string()));
    if (input.algorithm != "sha256") {
      command_session().verify_snapshot(path.string(), command_call());
    } else if (sha256_of_file(path) != input.digest) {
      fail_input(input, "has changed since", "a run is repeated with the files that it read");
    }
  }
}

/// Whether the name is written as those of records are: with `=` or more behind it, or as a short
/// option, it would stand for another.
bool is_name_of_record(std::string_view name) {
  constexpr std::string_view kWarnings = "-W";
  if (name == kWarnings || !name.starts_with('-')) return true;
  return name.starts_with("--") &&
         std::ranges::all_of(name, [](char c) { return c == '-' || (c >= 'a' && c <= 'z'); });
}

/// Rejects what no record has. A manifest may be anybody's, and options that records leave out
/// write files and call services.
void check_recorded(const Statement& statement) {
  constexpr std::string_view kHelp = "it was changed by hand, or made by another version of seedc";
  constexpr std::string_view kCommands[] = {"run", "validate", "extract", "judge"};
  if (std::ranges::find(kCommands, statement.command) == std::end(kCommands))
    throw Error(ErrorKind::Data,
                fmt::format("no manifest is of the command `{}`", statement.command),
                std::string(kHelp));
  for (const manifest::Option& option : statement.options) {
    if (is_name_of_record(option.name) && use_of(option.name) != OptionUse::LeftOut) continue;
    throw Error(ErrorKind::Data, fmt::format("no manifest has the option `{}`", option.name),
                std::string(kHelp));
  }
}

/// The words of an option with one of its values.
void add_words(std::vector<std::string>& words, const std::string& name, const std::string& value) {
  if (name.starts_with("--")) {
    words.push_back(name + '=' + value);
  } else {
    words.push_back(name + value);  // -Werror
  }
}

/// The command line that repeats the run. Arguments come last, behind `--`.
std::vector<std::string> words_of(const Statement& statement, const std::string& store,
                                  Outputs& outputs) {
  std::vector<std::string> words = {statement.command};
  std::vector<std::string> arguments;
  for (const manifest::Option& option : statement.options) {
    const OptionUse use = use_of(option.name);
    const bool is_argument = !option.name.starts_with('-');
    if (use == OptionUse::OfModel) continue;  // replaced below, if a model was asked
    if (option.values.empty()) words.push_back(option.name);
    for (const std::string& value : option.values) {
      if (is_argument)
        arguments.push_back(value);
      else
        add_words(words, option.name,
                  use == OptionUse::Output && value != "-" ? outputs.file(value) : value);
    }
  }
  words.push_back("--manifest=" + outputs.manifest());
  if (!statement.caller.empty()) words.emplace_back("--manifest-names");
  words.push_back(fmt::format("--color={}", statement.is_coloured ? "always" : "never"));
  if (statement.model) {
    words.emplace_back("--llm-url=http://offline.invalid/v1");  // reserved: there is no such host
    words.push_back("--llm-model=" + statement.model->name);
    words.push_back("--store=" + store);
    words.emplace_back("--max-requests=0");
  }
  words.emplace_back("--");
  words.insert(words.end(), arguments.begin(), arguments.end());
  return words;
}

/// The answers that stand in for the model; empty if none is needed.
std::string store_of(const ReplayOptions& options, const Statement& statement) {
  if (!statement.model) return {};
  const std::string path =
      options.store.empty() ? (user_cache() / "answers.sqlite").string() : options.store;
  if (fs::exists(path)) return fs::absolute(path);
  throw Error(ErrorKind::Data,
              fmt::format("the run asked a model, and there are no stored answers in `{}`", path),
              "name the file of the answers with --store");
}

void send_to(int stream, const std::string& file) {
  constexpr int kReadableByOwner = 0600;
  const int opened = ::open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC, kReadableByOwner);
  if (opened < 0 || ::dup2(opened, stream) < 0) ::_exit(kInternalError);
  ::close(opened);
}

/// In the child: nothing of this process decides what the run does.
void stand_as_then(const Statement& statement, const fs::path& root, const Outputs& outputs) {
  send_to(STDOUT_FILENO, outputs.standard_output());
  send_to(STDERR_FILENO, outputs.messages());
  std::error_code failure;
  fs::current_path(root, failure);
  view() = {};
  ::unsetenv("SEEDC_LLM_KEY");
  if (statement.columns == 0)
    ::unsetenv("COLUMNS");
  else
    ::setenv("COLUMNS", std::to_string(statement.columns).c_str(), /*overwrite=*/1);
  std::vector<Configured> values;
  for (const std::string& value : statement.default_parameters)
    values.push_back({kSetOption, value, "the manifest"});
  configure_as(std::move(values));
}

/// Runs the command line in a process of its own, which has no threads yet. Its exit status.
int run_apart(const RunWords& run, const std::vector<std::string>& words,
              const Statement& statement, const fs::path& root, const Outputs& outputs) {
  const pid_t child = ::fork();
  if (child < 0)
    throw Error(ErrorKind::Limit, fmt::format("no process is given: {}", std::strerror(errno)));
  if (child == 0) {
    stand_as_then(statement, root, outputs);
    end_with(run(words));
  }
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  constexpr int kSignalled = 128;
  return WIFEXITED(status) ? WEXITSTATUS(status) : kSignalled + WTERMSIG(status);
}

/// Rejects inputs that are not what they were, of which the repeated run knows more: the files of a
/// folder, and the digest of a snapshot.
void check_same_inputs(const Statement& then, const Statement& now) {
  for (const Resource& input : then.inputs) {
    const auto found = std::ranges::find(now.inputs, input.name, &Resource::name);
    if (found == now.inputs.end()) fail_input(input, "is not read any more", "");
    if (found->digest != input.digest)
      fail_input(input, "has changed since", "a run is repeated with the files that it read");
  }
  for (const Resource& input : now.inputs) {
    if (std::ranges::find(then.inputs, input.name, &Resource::name) == then.inputs.end())
      fail_input(input, "was not there", "a run is repeated with the files that it read");
  }
}

/// Where two files begin to differ.
struct Difference {
  std::size_t line = 1;
  std::size_t line_begin = 0, at = 0;  ///< bytes before

  void skip(std::string_view equal) {
    for (std::size_t end = equal.find('\n'); end != std::string_view::npos;
         end = equal.find('\n', end + 1)) {
      ++line;
      line_begin = at + end + 1;
    }
    at += equal.size();
  }
};

Difference find_difference(std::istream& then, std::istream& now) {
  constexpr std::streamsize kBytesAtOnce = std::streamsize{1} << 16;
  Difference found;
  std::string was(kBytesAtOnce, '\0'), is(kBytesAtOnce, '\0');
  while (true) {
    then.read(was.data(), kBytesAtOnce);
    now.read(is.data(), kBytesAtOnce);
    const auto both = static_cast<std::ptrdiff_t>(std::min(then.gcount(), now.gcount()));
    const auto end = std::mismatch(was.begin(), was.begin() + both, is.begin()).first;
    found.skip({was.begin(), end});
    if (end != was.end()) return found;
  }
}

/// The line with the difference, from near it if the line is long.
std::string line_at(std::istream& in, const Difference& difference) {
  constexpr std::size_t kMostBytes = 160;
  const std::size_t before = difference.at - difference.line_begin;
  const std::size_t left_out = before < kMostBytes ? 0 : before - kMostBytes / 2;
  std::string line(kMostBytes, '\0');
  in.clear();
  in.seekg(static_cast<std::streamoff>(difference.line_begin + left_out));
  in.read(line.data(), static_cast<std::streamsize>(line.size()));
  line.resize(static_cast<std::size_t>(in.gcount()));
  if (line.empty()) return "(no line)";
  return (left_out > 0 ? "…" : "") + line.substr(0, line.find('\n'));
}

/// The number of the first line that differs, and both, of two files that differ.
std::string first_difference(const std::string& then, const std::string& now) {
  std::ifstream before = opened(then), after = opened(now);
  const Difference found = find_difference(before, after);
  const std::string was = line_at(before, found), is = line_at(after, found);
  if (was == is) return fmt::format("  the ends of line {} differ\n", found.line);
  return fmt::format("  line {} was  {}\n  line {} is   {}\n", found.line, was, found.line, is);
}

/// What is different about the system, if results are: it may be the cause.
std::string system_differences(const Statement& then, const Statement& now) {
  std::string text;
  for (const char* name : {"libc", "processor", "seedc", "commit", "compiler", "LLVM"}) {
    const auto was = then.versions.find(name);
    const auto is = now.versions.find(name);
    if (was == then.versions.end() || is == now.versions.end() || was->second == is->second)
      continue;
    text += fmt::format("  {} was {}, and is {}\n", name, was->second, is->second);
  }
  return text;
}

/// The first output that differs; empty if there is none.
std::string output_difference(const Statement& then, const Statement& now, const fs::path& root,
                              const Outputs& outputs) {
  const std::size_t both = std::min(then.outputs.size(), now.outputs.size());
  for (std::size_t i = 0; i < both; ++i) {
    const Resource& was = then.outputs[i];
    const Resource& is = now.outputs[i];
    if (was.digest == is.digest) continue;
    std::string text =
        was.bytes == is.bytes
            ? fmt::format("differs: {} has other contents, of {} bytes as before\n", was.name,
                          is.bytes)
            : fmt::format("differs: {} had {} bytes, and has {}\n", was.name, was.bytes, is.bytes);
    std::error_code unknown;
    const fs::path old = root / was.name;
    if (fs::is_regular_file(old, unknown) && sha256_of_file(old) == was.digest)
      text += first_difference(old, outputs.written(is.name, root));
    return text;
  }
  if (then.outputs.size() == now.outputs.size()) return {};
  return fmt::format("differs: there were {} outputs, and are {}\n", then.outputs.size(),
                     now.outputs.size());
}

/// The first thing that differs; empty if nothing does.
std::string difference(const Statement& then, const Statement& now, const fs::path& root,
                       const Outputs& outputs) {
  if (then.exit_status != now.exit_status)
    return fmt::format("differs: the exit status was {}, and is {}\n", then.exit_status,
                       now.exit_status);
  return output_difference(then, now, root, outputs);
}

/// What the child wrote of itself; throws with its messages if it wrote nothing.
Statement statement_of_child(const Outputs& outputs, int status) {
  std::error_code unknown;
  if (fs::exists(outputs.manifest(), unknown))
    return manifest::read_statement(outputs.manifest(), whole_text(outputs.manifest()));
  print_stderr(whole_text(outputs.messages()));
  throw Error(ErrorKind::Data,
              fmt::format("the run cannot be repeated: it ends with status {}", status));
}

int replay_command(const ReplayOptions& options, const RunWords& run) {
  const Statement then =
      manifest::read_statement(options.file, read_text(options.file, ErrorKind::Data));
  check_recorded(then);
  const fs::path root = options.root.empty() ? fs::path(".") : fs::path(options.root);
  check_inputs(then, root);
  Outputs outputs(options.outputs);
  const std::string store = store_of(options, then);
  const int status = run_apart(run, words_of(then, store, outputs), then, root, outputs);
  const Statement now = statement_of_child(outputs, status);
  check_same_inputs(then, now);
  if (then.model && now.exit_status == kLimitReached && then.exit_status != kLimitReached) {
    throw Error(
        ErrorKind::Data,
        fmt::format("`{}` has not all answers of the model: {} of {} requests", store,
                    now.model ? now.model->stored : 0, then.model->requests),
        "name the file of the answers with --store; a run in which requests failed has none "
        "for these, and cannot be repeated");
  }
  const std::string differs = difference(then, now, root, outputs);
  if (differs.empty()) {
    return print_result(fmt::format("replayed `{}`: {} unchanged, {} equal\n", then.command,
                                    report::counted(then.inputs.size(), "input"),
                                    report::counted(then.outputs.size(), "output")));
  }
  return print_result(system_differences(then, now) + differs, kNo);
}

}  // namespace

Command add_replay(CLI::App& app, const RunWords& run) {
  const auto settings = std::make_shared<ReplayOptions>();
  ReplayOptions& options = *settings;
  CLI::App* command = app.add_subcommand(
      "replay", "repeat the run that a manifest records, and compare what comes out");
  command->add_option("MANIFEST", options.file, "what `--manifest` wrote")
      ->required()
      ->type_name("");
  command
      ->add_option("--data-root", options.root,
                   "the folder in which the names of the manifest are looked for (default: this "
                   "one)")
      ->type_name("DIR");
  command
      ->add_option("--store", options.store,
                   "stored answers, which stand in for the model (default: "
                   "~/.cache/seedc/answers.sqlite)")
      ->type_name("FILE");
  command
      ->add_option("-o,--output", options.outputs, "the folder to keep what was written again in")
      ->type_name("DIR");
  command->footer(
      "No service is called. Exit status 1 if something differs, of which the first is\n"
      "named; 3 if the manifest, a file or an answer is missing or not what it was.\n"
      "Example: seedc replay run.json");
  return {command, [settings, run] { return replay_command(*settings, run); }};
}

}  // namespace seedc::tool
