// Opens what a command reads, and prints what its calls report.
#include "tools/seedc/session.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iostream>

#include "runtime/base/limits.h"
#include "tools/seedc/configuration.h"
#include "tools/seedc/duckdb_library.h"
#include "tools/seedc/manifest.h"
#include "tools/seedc/output.h"
#include "tools/seedc/run_limits.h"
#include "tools/seedc/setting_names.h"
#include "tools/seedc/status.h"
#include "tools/seedc/timing.h"
#include "tools/seedc/user_cache.h"
#include "tools/seedc/view.h"

namespace seedc::tool {
namespace {

std::string read_bounded(std::istream& in) {
  std::string text;
  std::array<char, 1 << 16> buffer;
  while (in && text.size() <= base::limits::kProgramBytes) {
    in.read(buffer.data(), buffer.size());
    text.append(buffer.data(), static_cast<std::size_t>(in.gcount()));
  }
  return text;
}

[[noreturn]] void fail_to_read(const std::string& file, ErrorKind kind) {
  throw Error(kind, fmt::format("cannot read `{}`: {}", file, std::strerror(errno)));
}

/// Where the names of programs are looked up. A schema may come from standard input.
std::optional<Schema> open_schema(const Session& session, const std::string& file) {
  if (file.empty()) return std::nullopt;
  return file == "-" ? session.parse_schema(read_text(file), file) : session.open_schema(file);
}

constexpr std::string_view kExpressionBegins = "<expression";

/// `number` 0: of all expressions.
std::string expression_name(std::size_t number) {
  return number == 0 ? fmt::format("{}>", kExpressionBegins)
                     : fmt::format("{} {}>", kExpressionBegins, number);
}

bool is_broken(const Session& session, const std::string& expression) {
  const Program alone = session.compile({{expression_name(0), expression}}, {}, command_call());
  return std::ranges::any_of(alone.findings(),
                             [](const Finding& finding) { return finding.code == "syntax"; });
}

/// As one program, in which each begins a line, so that one may define what others use. If one is
/// broken, each is a program: two broken ones could be a valid request together.
std::vector<Input> expression_inputs(const Session& session,
                                     const std::vector<std::string>& expressions) {
  const auto is_one_broken = [&](const std::string& each) { return is_broken(session, each); };
  if (expressions.size() < 2 || std::ranges::none_of(expressions, is_one_broken))
    return {{expression_name(0), fmt::format("{}\n", fmt::join(expressions, "\n"))}};
  std::vector<Input> inputs;
  for (const std::string& expression : expressions)
    inputs.push_back({expression_name(inputs.size() + 1), expression});
  return inputs;
}

Program compile(const Opened& opened) {
  Program program = opened.session.compile(opened.programs, opened.compile, command_call());
  print_findings(program);
  return program;
}

}  // namespace

Session command_session(unsigned threads, bool is_of_stream) {
  const auto name = [is_of_stream](std::string_view option) {
    return is_of_stream && option == "data" ? std::string() : setting_name(option);
  };
  return Session({.threads = threads,
                  .memory_limit = most_memory(),
                  .setting_name = name,
                  .duckdb = duckdb_library(),
                  .text_width = text_width(),
                  .message_width = message_width()});
}

const Call& command_call() {
  static const Call call = [] {
    Call made;
    made.progress = [](std::string_view step, std::uint64_t done, std::uint64_t total) {
      show_progress(step, done, total);
      return true;
    };
    made.log = [](bool is_warning, std::string_view text) {
      if (is_warning) return tell("{}\n", text);
      print_note(text);
    };
    if (wants_times()) made.timing = keep_time;
    return made;
  }();
  return call;
}

Data open_data(const Session& session, const DataChoice& choice, bool strict) {
  const std::string folder = choice.is_cached ? snapshot_cache() : "";
  return session.open(choice.path, {.strict = strict, .cache_folder = folder});
}

std::string read_text(const std::string& file, ErrorKind unreadable) {
  if (file != "-") {
    std::ifstream in(file, std::ios::binary);
    std::string text = read_bounded(in);
    if (!in.is_open() || in.bad()) fail_to_read(file, unreadable);
    return text;
  }
  if (std::cin.eof()) fail_usage("standard input is read already", "name `-` once");
  std::string text = read_bounded(std::cin);
  if (std::ferror(stdin) != 0) fail_to_read(file, unreadable);  // which std::cin takes for its end
  return text;
}

bool is_expression(std::string_view program) { return program.starts_with(kExpressionBegins); }

Input program_input(const std::string& file) {
  return file == "-" ? Input{file, read_text(file)} : Input{file};
}

Opened::Opened(const ProgramOptions& options)
    : session(command_session(options.threads, options.is_of_stream)), compile(options.compile) {
  if (options.data.is_given()) data = open_data(session, options.data, options.strict);
  for (const std::string& file : options.programs) programs.push_back(program_input(file));
  if (!options.expressions.empty())
    std::ranges::move(expression_inputs(session, options.expressions),
                      std::back_inserter(programs));
  // One that cannot be read costs the others nothing.
  compile.report_unreadable = compile.report_unreadable || programs.size() > 1;
  compile.data = data;
  compile.default_parameters = configured(kSetOption);
  compile.schema = open_schema(session, options.schema);
}

Compiled::Compiled(const ProgramOptions& options) : Opened(options), program(tool::compile(*this)) {
  if (ManifestRecord* record = manifest_record()) record->read(program, data);
}

}  // namespace seedc::tool
