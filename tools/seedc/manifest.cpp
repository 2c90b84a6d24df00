// Collects the record while a command runs, and writes it.
#include "tools/seedc/manifest.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <sstream>

#include "engine/report/chat_ledger.h"
#include "runtime/base/limits.h"
#include "tools/seedc/configuration.h"
#include "tools/seedc/output.h"
#include "tools/seedc/session.h"
#include "tools/seedc/view.h"

namespace seedc::tool {
namespace {

namespace fs = std::filesystem;

struct ManifestOptions {
  std::string file;
  bool names = false;
};
ManifestOptions options;                 // NOLINT(*-avoid-non-const-global-variables)
std::unique_ptr<ManifestRecord> record;  // NOLINT(*-avoid-non-const-global-variables)

/// What is not a plain value.
constexpr std::pair<std::string_view, OptionUse> kUses[] = {
    {"PROGRAM", OptionUse::Input},
    {"FORMULA", OptionUse::Input},
    {"CLASSIFICATIONS", OptionUse::Input},
    {"--data", OptionUse::Input},
    {"--schema", OptionUse::Input},
    {"--extractions", OptionUse::Input},
    {"--context", OptionUse::Input},
    {"--guidelines", OptionUse::Input},
    {"--import-dir", OptionUse::Folder},
    {"--output", OptionUse::Output},
    {"--matrix", OptionUse::Output},
    {"--groundtruth", OptionUse::Output},
    {"--conditions", OptionUse::Output},
    // A page has the times of its run.
    {"--report", OptionUse::LeftOut},
    {"--max-size", OptionUse::LeftOut},
    {"--no-texts", OptionUse::LeftOut},
    {"--no-names", OptionUse::LeftOut},
    {"--manifest", OptionUse::LeftOut},
    {"--manifest-names", OptionUse::LeftOut},
    {"--cached", OptionUse::LeftOut},
    {"--quiet", OptionUse::LeftOut},
    {"--color", OptionUse::LeftOut},
    {"--timing", OptionUse::LeftOut},
    {"--trace-out", OptionUse::LeftOut},
    {"--llm-url", OptionUse::LeftOut},
    {"--llm-key-file", OptionUse::LeftOut},
    {"--llm-ca", OptionUse::LeftOut},
    {"--llm-header", OptionUse::LeftOut},
    {"--store", OptionUse::LeftOut},
    {"--log", OptionUse::LeftOut},
    {"--llm-model", OptionUse::OfModel},
    {"--max-tokens-field", OptionUse::OfModel},
    {"--response-format", OptionUse::OfModel},
    {"--requests-per-minute", OptionUse::OfModel},
    {"--tokens-per-minute", OptionUse::OfModel},
    {"--call-timeout", OptionUse::OfModel},
    {"--retries", OptionUse::OfModel},
    {"--retry-delay", OptionUse::OfModel},
    {"--max-requests", OptionUse::OfModel},
    {"--max-tokens", OptionUse::OfModel},
    {"--max-usd", OptionUse::OfModel},
    {"--usd-per-million-prompt", OptionUse::OfModel},
    {"--usd-per-million-completion", OptionUse::OfModel},
};

/// What inputs of an option are to the run.
std::string role_of(std::string_view option) {
  if (option == "PROGRAM" || option == "FORMULA") return "program";
  if (option == "CLASSIFICATIONS") return "classifications";
  return std::string(option.substr(option.find_first_not_of('-')));
}

std::int64_t now_ns() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

/// `2026-11-25T20:00:00Z`
std::string utc_text(std::int64_t ns) {
  constexpr std::int64_t kPerSecond = 1'000'000'000;
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}",
                     fmt::gmtime(static_cast<std::time_t>(ns / kPerSecond)));
}

/// The lines `NAME   VALUE` of build_text.
std::map<std::string, std::string> versions() {
  std::map<std::string, std::string> versions;
  for (const std::string& line : detail::lines(build_text())) {
    const std::size_t end = line.find(' ');
    if (end != line.npos)
      versions[line.substr(0, end)] = line.substr(line.find_first_not_of(' ', end));
  }
  return versions;
}

std::map<std::string, std::uint64_t> limits_of_run() {
  std::map<std::string, std::uint64_t> values;
  for (const base::limits::Limit& limit : base::limits::all()) {
    if (limit.value != base::limits::kUnlimited) values[limit.name] = limit.value;
  }
  return values;
}

std::map<std::string, std::string> caller() {
  constexpr std::size_t kMostBytes = 256;
  std::array<char, kMostBytes> host{};
  ::gethostname(host.data(), host.size() - 1);
  const char* user = std::getenv("USER");
  return {{"user", user == nullptr ? std::to_string(::getuid()) : user},
          {"host", host.data()},
          {"folder", fs::current_path().string()}};
}

std::map<std::string, std::string> prompts_of_models() {
  std::map<std::string, std::string> digests;
  for (const std::string& line : prompts()) {
    const std::size_t tab = line.find('\t');
    digests[line.substr(0, tab)] = line.substr(tab + 1);
  }
  return digests;
}

/// `api.example.org:8080` of `https://api.example.org:8080/v1`; without a name and a password.
std::string host_of(const std::string& url) {
  const std::size_t scheme = url.find("://");
  std::string rest = scheme == url.npos ? url : url.substr(scheme + 3);
  rest = rest.substr(0, rest.find_first_of("/?#"));
  return rest.substr(rest.find('@') == rest.npos ? 0 : rest.find('@') + 1);
}

bool is_flag(const CLI::Option& option) { return option.get_items_expected_max() == 0; }

}  // namespace

OptionUse use_of(std::string_view option) {
  const auto* const found =
      std::ranges::find(kUses, option, &std::pair<std::string_view, OptionUse>::first);
  return found == std::end(kUses) ? OptionUse::Value : found->second;
}

std::string name_of(const CLI::Option& option) {
  if (!option.get_lnames().empty()) return "--" + option.get_lnames().front();
  if (!option.get_snames().empty()) return "-" + option.get_snames().front();
  return option.get_name(/*positional=*/true);
}

void add_manifest_options(CLI::App& command) {
  CLI::Option* file =
      command
          .add_option("--manifest", options.file,
                      "write what was read, how the command was called and what came out, for "
                      "`replay` and `sign`")
          ->type_name("FILE");
  command
      .add_flag(
          "--manifest-names", options.names,
          "in the manifest, also name the user, the machine and the folder, and paths in full")
      ->needs(file);
}

ManifestRecord* manifest_record() { return record.get(); }

ManifestScope::ManifestScope(const CLI::App& command) {
  if (!options.file.empty())
    record = std::make_unique<ManifestRecord>(command, options.file, options.names);
}

ManifestScope::~ManifestScope() { record = nullptr; }

void ManifestScope::finish(int status) const {
  if (record != nullptr) record->finish(status);
}

ManifestRecord::ManifestRecord(const CLI::App& command, const std::string& file, bool has_names)
    : output_(std::make_unique<OutputFile>(file)),
      has_names_(has_names),
      begun_ns_(now_ns()),
      begun_(std::chrono::steady_clock::now()) {
  statement_.command = command.get_name();
  for (const CLI::Option* option : command.get_options()) {
    if (!option->results().empty()) add_option(*option);
  }
  statement_.default_parameters = configured(kSetOption);
  statement_.limits = limits_of_run();
  statement_.versions = versions();
  if (has_names_) statement_.caller = caller();
  statement_.columns = text_width();
  statement_.is_coloured = shows_colour(STDOUT_FILENO);
}

void ManifestRecord::add_option(const CLI::Option& option) {
  const std::string name = name_of(option);
  const OptionUse use = use_of(name);
  if (use == OptionUse::LeftOut) return;
  manifest::Option recorded = {.name = name, .values = {}};
  for (const std::string& value : option.results()) {
    if (is_flag(option)) break;
    const bool is_path =
        use == OptionUse::Input || use == OptionUse::Folder || use == OptionUse::Output;
    recorded.values.push_back(is_path ? record_path(value) : value);
    if (use == OptionUse::Output) outputs_.push_back(value);
    const bool is_file = use == OptionUse::Input && role_of(name) != "program" && name != "--data";
    if (is_file) files_.emplace_back(value, role_of(name));
  }
  statement_.options.push_back(std::move(recorded));
}

/// The name under which a path is recorded, also for the files beside a program, or in a folder.
std::string ManifestRecord::record_path(const std::string& path) {
  const std::string name = recorded_name(path);
  const fs::path folder = fs::path(path).parent_path();
  names_.emplace_back(path, name);
  if (name != path && !folder.empty())
    names_.emplace_back(folder.string(), fs::path(name).parent_path().string());
  return name;
}

std::string ManifestRecord::recorded_name(const std::string& path) const {
  for (const auto& [original, name] : names_) {
    if (path == original) return name;
    if (path.starts_with(original + '/'))
      return (fs::path(name) / path.substr(original.size() + 1)).string();
  }
  if (has_names_ || path == "-" || fs::path(path).is_relative()) return path;
  const fs::path here = fs::path(path).lexically_relative(fs::current_path());
  const bool is_below = !here.empty() && *here.begin() != "..";
  return (is_below ? here : fs::path(path).filename()).string();
}

std::string ManifestRecord::without_paths(std::string text) const {
  for (const auto& [original, name] : names_) {
    if (original == name || original.size() < 2) continue;
    for (std::size_t at = 0; (at = text.find(original, at)) != text.npos; at += name.size())
      text.replace(at, original.size(), name);
  }
  return text;
}

void ManifestRecord::read(const Program& program, const std::optional<Data>& data) {
  data_ = data;
  add_inputs(program.digests(), "program");
}

void ManifestRecord::add_inputs(std::string_view digests, const std::string& role) {
  for (manifest::Resource& input : manifest::resources_of(digests, role)) {
    if (is_expression(input.name)) continue;  // the options have it
    if (input.name == kNameOfStdin) input.name = "-";
    read_paths_.push_back(input.name);
    input.name = recorded_name(input.name);
    statement_.inputs.push_back(std::move(input));
  }
}

void ManifestRecord::ask(const ModelOptions& model) {
  statement_.model = {
      .name = model.name, .host = host_of(model.url), .prompts = prompts_of_models()};
  if (report::has_prices(model.usd_per_million_prompt, model.usd_per_million_completion))
    statement_.model->usd = 0;
}

void ManifestRecord::watch(const ModelProgress& progress) {
  manifest::AskedModel& model = *statement_.model;
  model.requests = progress.requests;
  model.stored = progress.answered_by_store;
  model.calls = progress.calls;
  model.prompt_tokens = progress.prompt_tokens;
  model.completion_tokens = progress.completion_tokens;
  if (model.usd) model.usd = progress.usd;
}

void ManifestRecord::note(std::string_view text) {
  std::istringstream lines{without_paths(std::string(text))};
  for (std::string line; std::getline(lines, line);)
    if (!line.empty()) statement_.ledger.push_back(line);
}

void ManifestRecord::wrote(const std::string& path, std::uint64_t bytes, std::string digest) {
  const auto is_named = [&](const std::string& name) {
    return std::ranges::find(outputs_, name) != outputs_.end();
  };
  if (!is_named(path) && !is_named(fs::path(path).parent_path().string())) return;
  statement_.outputs.push_back({.role = {},
                                .name = path == "-" ? "<stdout>" : recorded_name(path),
                                .bytes = bytes,
                                .digest = std::move(digest)});
}

double ManifestRecord::seconds() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begun_).count();
}

/// Files tell by the clock when they were written.
void ManifestRecord::check_clock() const {
  constexpr double kPerSecond = 1e9, kLeast = 0.1, kPart = 0.001;  // clocks are set by little, too
  const double passed = seconds();
  const double by_clock = static_cast<double>(now_ns() - begun_ns_) / kPerSecond;
  if (by_clock >= passed - kLeast - passed * kPart) return;
  throw Error(ErrorKind::Data,
              "the clock went backwards while the command ran: there is no manifest of it",
              "files may have changed meanwhile: run the command again");
}

/// A file that was written meanwhile may have been read before: its digest would prove nothing.
void ManifestRecord::check_unchanged() const {
  constexpr std::int64_t kPerSecond = 1'000'000'000;
  const std::int64_t now = now_ns();
  for (const std::string& path : read_paths_) {
    struct stat status{};
    if (::stat(path.c_str(), &status) != 0) continue;
    const std::int64_t written = status.st_mtim.tv_sec * kPerSecond + status.st_mtim.tv_nsec;
    if (written <= begun_ns_) continue;
    if (written > now) {
      throw Error(
          ErrorKind::Data,
          fmt::format("`{}` was written at a time to come: there is no manifest of the run", path),
          "it may have changed while the command ran; set the clock, or `touch` the file");
    }
    throw Error(ErrorKind::Data,
                fmt::format("`{}` changed while the command ran: there is no manifest of it", path),
                "run the command again");
  }
}

void ManifestRecord::check_names() const {
  std::map<std::string, std::string> paths;
  for (std::size_t i = 0; i < read_paths_.size(); ++i) {
    const auto [at, is_new] = paths.emplace(statement_.inputs[i].name, read_paths_[i]);
    if (is_new || at->second == read_paths_[i]) continue;
    throw Error(ErrorKind::Usage,
                fmt::format("`{}` and `{}` would both be `{}` in the manifest", at->second,
                            read_paths_[i], at->first),
                "run the command in a folder above them, or with --manifest-names");
  }
}

/// Adds the digests of what the programs do not name.
void ManifestRecord::take_files() {
  const Session session = command_session();
  if (data_) add_inputs(data_->digests(command_call()), "data");
  for (const auto& [path, role] : files_)
    if (path != "-") add_inputs(session.digests({path}, command_call()), role);
}

void ManifestRecord::finish(int status) {
  take_files();
  check_clock();
  check_unchanged();
  check_names();
  statement_.exit_status = status;
  statement_.begun = utc_text(begun_ns_);
  statement_.seconds = seconds();
  const std::string json = manifest::to_json(statement_);
  const std::unique_ptr<OutputFile> output = std::move(output_);
  record = nullptr;  // the manifest is none of its outputs
  output->write(json);
  output->finish();
}

}  // namespace seedc::tool
