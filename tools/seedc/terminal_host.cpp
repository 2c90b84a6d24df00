// Prints the engine's reports to stderr, and reads the files it asks for.
#include "tools/seedc/terminal_host.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <iostream>
#include <memory>
#include <new>

#include "engine/report/load_report.h"
#include "tools/seedc/output.h"
#include "tools/seedc/run_limits.h"
#include "tools/terminal/progress.h"

namespace seedc {
namespace {

class TerminalHost final : public Host {
 public:
  Progress begin(std::string_view step) override {
    const auto bar = std::make_shared<seedc::Progress>(std::string(step));
    return [bar](std::uint64_t done, std::uint64_t total) { bar->show(done, total); };
  }
  void loaded(const LoadReport& report, std::uint64_t items, std::uint64_t reviews) override {
    print_stderr(format_load_report(report, items, reviews));
  }
  void searched(const TextLedger& texts) override { print_stderr(format_text_ledger(texts)); }
  void extracted(const ExtractionReport& report) override {
    print_stderr(format_extraction_faults(report));
  }
  void bound(const plan::Formula& formula, const Dataset& dataset,
             const Extractions& extractions) override {
    print_stderr(format_absent_values(formula, dataset, extractions));
  }
  void scored(const plan::Formula& formula, const FormulaLedger& ledger) override {
    if (ledger.extractions) extracted(*ledger.extractions);
    print_stderr(format_ledger(formula, ledger));
  }
  void warn(std::string_view text) override { tell("warning: {}\n", text); }
  std::uint64_t max_memory() const override { return most_memory(); }
};

class CommandFiles final : public DiskFiles {
 public:
  Result<std::string> read(const std::string& file, std::size_t max_bytes) override {
    return file == "-" ? read_stdin(max_bytes) : DiskFiles::read(file, max_bytes);
  }

 private:
  static Result<std::string> read_stdin(std::size_t max_bytes) {
    if (std::cin.eof())
      return fail(ErrorKind::Usage, "standard input is read already", "name `-` once");
    std::string text;
    char buffer[1 << 16];
    while (text.size() <= max_bytes &&
           (std::cin.read(buffer, sizeof buffer) || std::cin.gcount() > 0))
      text.append(buffer, static_cast<std::size_t>(std::cin.gcount()));
    if (!std::cin.bad()) return text;
    if (errno == ENOMEM) throw std::bad_alloc();
    return fail(ErrorKind::Usage, fmt::format("cannot read `-`: {}", std::strerror(errno)));
  }
};

}  // namespace

Host& terminal_host() {
  static TerminalHost host;
  return host;
}

FileSystem& command_files() {
  static CommandFiles files;
  return files;
}

Result<std::string> read_source(const std::string& file, std::size_t max_bytes) {
  return command_files().read(file, max_bytes);
}

CompileOptions command_compile_options() {
  return {.files = &command_files(),
          .host = &terminal_host(),
          .setting_names = {.data = " (--data)",
                            .schema = " (--schema)",
                            .import_folders = " with --import-dir DIR"}};
}

EvaluateOptions command_evaluate_options() { return {.host = &terminal_host()}; }

}  // namespace seedc
