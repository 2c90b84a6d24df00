// The `lsp` command: the language server, over standard input and output.
#include <malloc.h>
#include <poll.h>
#include <unistd.h>

#include <cerrno>

#include "runtime/language/value.h"
#include "tools/seedc/cli.h"
#include "tools/seedc/commands.h"
#include "tools/seedc/duckdb_library.h"
#include "tools/seedc/run_limits.h"
#include "tools/seedc/seedc_toml.h"
#include "tools/seedc/user_cache.h"

namespace seedc::tool {
namespace {

struct LspSettings {
  std::string data, schema;
  unsigned threads = 0;
  bool in_order = false;
};

/// Looks every now and then whether the server is to end without the client.
std::int64_t read_stdin(char* buffer, std::size_t size) {
  constexpr int kWaitMilliseconds = 200;
  pollfd input{.fd = STDIN_FILENO, .events = POLLIN, .revents = 0};
  const int ready = poll(&input, 1, kWaitMilliseconds);
  if (ready == 0 || (ready < 0 && errno == EINTR)) return -EAGAIN;
  const ssize_t count = read(STDIN_FILENO, buffer, size);
  return count < 0 ? -errno : count;
}

bool write_all(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = write(STDOUT_FILENO, bytes.data(), bytes.size());
    if (count < 0 && errno != EINTR) return false;
    if (count > 0) bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

/// The values of a `seedc.toml`, and options of the command line, as settings of the server.
class SettingsObject {
 public:
  void add(const Configured& value) {
    if (value.option == "--data") object_.emplace_back("data", value.value);
    if (value.option == "--cached" && !user_cache().empty())
      object_.emplace_back("cache_folder", snapshot_cache());
    if (value.option == "--schema") object_.emplace_back("schema", value.value);
    if (value.option == "--import-dir") folders_.emplace_back(value.value);
    if (value.option == kSetOption) {
      const std::size_t equals = value.value.find('=');
      set_.emplace_back(value.value.substr(0, equals), value.value.substr(equals + 1));
    }
    if (value.option == "--benchmark") lint_.emplace_back("benchmark", true);
    constexpr std::string_view kError = "error=";
    if (value.option == "-W" && value.value.starts_with(kError))
      errors_.emplace_back(value.value.substr(kError.size()));
    else if (value.option == "-W")
      off_.emplace_back(value.value.substr(std::string_view("no-").size()));
  }

  std::string text() && {
    lint_.emplace_back("off", std::move(off_));
    lint_.emplace_back("error", std::move(errors_));
    object_.emplace_back("import_dirs", std::move(folders_));
    object_.emplace_back("set", std::move(set_));
    object_.emplace_back("lint", std::move(lint_));
    return language::to_json(std::move(object_));
  }

 private:
  language::Dict object_, set_, lint_;
  language::List folders_, off_, errors_;
};

LspOptions::FolderSettings folder_settings(std::string_view folder) {
  try {
    SettingsObject settings;
    if (const auto file = find_seedc_toml(folder)) {
      for (const Configured& value : read_seedc_toml(*file)) settings.add(value);
    }
    return {std::move(settings).text()};
  } catch (const Error& error) {
    return {error.what(), /*is_error=*/true};
  }
}

std::string given_settings(const LspSettings& settings) {
  SettingsObject object;
  if (!settings.data.empty()) object.add({"--data", settings.data, {}});
  if (!settings.schema.empty()) object.add({"--schema", settings.schema, {}});
  return std::move(object).text();
}

/// Messages are read in an editor: they name settings, not options.
std::string editor_setting(std::string_view option) {
  if (option == "data") return "`data` in seedc.toml";
  if (option == "schema") return "`schema` in seedc.toml";
  if (option == "extractions")
    return "a file NAME.extractions.jsonl beside the formula's NAME.json";
  if (option == "import_folders") return "`import_dirs` in seedc.toml";
  return {};
}

/// Each edit makes and frees a program of some megabytes. To give that back to the system every
/// time costs a fifth of the answer's time, in page faults.
void keep_freed_memory() {
  mallopt(M_TRIM_THRESHOLD, 256 << 20);
  mallopt(M_TOP_PAD, 64 << 20);
  mallopt(M_MMAP_THRESHOLD, 32 << 20);  // the most that glibc takes
}

int lsp_command(const LspSettings& settings) {
  keep_freed_memory();
  const Session session({.threads = settings.threads,
                         .memory_limit = most_memory(),
                         .setting_name = editor_setting,
                         .duckdb = duckdb_library()});
  const bool is_clean = session.lsp({.read = read_stdin,
                                     .write = write_all,
                                     .folder_settings = folder_settings,
                                     .settings = given_settings(settings),
                                     .in_order = settings.in_order});
  return is_clean ? kDone : kNo;
}

}  // namespace

Command add_lsp(CLI::App& app) {
  const auto settings = std::make_shared<LspSettings>();
  CLI::App* command = app.add_subcommand(
      "lsp", "serve an editor: the Language Server Protocol over standard input and output");
  CLI::Option* data =
      command
          ->add_option("--data", settings->data,
                       "the dataset of all programs, whatever the editor and seedc.toml say")
          ->check(no_stream())
          ->type_name("PATH");
  command
      ->add_option("--schema", settings->schema,
                   "a schema instead of a dataset, as `schema --format json` prints it")
      ->type_name("FILE")
      ->excludes(data);
  add_threads_option(*command, settings->threads);
  command->add_flag("--in-order", settings->in_order,
                    "finish each message before the next: for tests and scripts");
  command->footer(
      "Exit status 0 if the editor asked for the end, 1 if it went away.\n"
      "Example: seedc lsp --data examples/cafes < /dev/null");
  return {command, [settings] { return lsp_command(*settings); }};
}

}  // namespace seedc::tool
