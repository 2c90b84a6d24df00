// Prints the engine's reports to stderr, and reads the files it asks for.
#include "tools/seedc/terminal_host.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <iostream>
#include <memory>
#include <new>

#include "engine/report/load_report.h"
#include "runtime/base/memory.h"
#include "tools/seedc/output.h"
#include "tools/seedc/run_limits.h"
#include "tools/seedc/setting_names.h"
#include "tools/terminal/progress.h"

namespace seedc::tool {
namespace {

class TerminalHost final : public engine::Host {
 public:
  Progress begin(std::string_view step) override {
    const auto bar = std::make_shared<seedc::terminal::Progress>(std::string(step));
    return [bar](std::uint64_t done, std::uint64_t total) { bar->show(done, total); };
  }
  void loaded(const data::LoadReport& report, std::uint64_t items, std::uint64_t reviews) override {
    print_stderr(report::format_load_report(report, items, reviews));
  }
  void searched(const exec::TextLedger& texts) override {
    print_stderr(report::format_text_ledger(texts));
  }
  void extracted(const data::ExtractionReport& report) override {
    print_stderr(report::format_extraction_faults(report));
  }
  void bound(const contract::Formula& formula, const data::Dataset& dataset,
             const data::Extractions& extractions) override {
    print_stderr(report::format_absent_values(formula, dataset, extractions, setting_name));
  }
  void scored(const contract::Formula& formula, const report::FormulaLedger& ledger) override {
    if (ledger.extractions) extracted(*ledger.extractions);
    print_stderr(report::format_ledger(formula, ledger, setting_name));
  }
  void warn(std::string_view text) override { tell("warning: {}\n", text); }
  base::SettingNames setting_names() const override { return setting_name; }
  base::Call call() const override {
    // Made when a command first asks for it, whose limits hold by then.
    static const base::Call call({.memory = std::make_shared<base::MemoryBudget>(most_memory())});
    return call;
  }
};

class CommandFiles final : public engine::DiskFiles {
 public:
  base::Result<std::string> read(const std::string& file, std::size_t max_bytes) override {
    return file == "-" ? read_stdin(max_bytes) : engine::DiskFiles::read(file, max_bytes);
  }

 private:
  static base::Result<std::string> read_stdin(std::size_t max_bytes) {
    if (std::cin.eof())
      return base::fail(base::ErrorKind::Usage, "standard input is read already", "name `-` once");
    if (auto text = engine::read_bounded(std::cin, max_bytes)) return *std::move(text);
    if (errno == ENOMEM) throw std::bad_alloc();
    return base::fail(base::ErrorKind::Usage,
                      fmt::format("cannot read `-`: {}", std::strerror(errno)));
  }
};

}  // namespace

engine::Host& terminal_host() {
  static TerminalHost host;
  return host;
}

engine::FileSystem& command_files() {
  static CommandFiles files;
  return files;
}

base::Result<std::string> read_source(const std::string& file, std::size_t max_bytes) {
  return command_files().read(file, max_bytes);
}

engine::CompileOptions command_compile_options() {
  return {.files = &command_files(), .host = &terminal_host()};
}

engine::EvaluateOptions command_evaluate_options() { return {.host = &terminal_host()}; }

}  // namespace seedc::tool
