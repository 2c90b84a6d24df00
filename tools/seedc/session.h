// The library as a command uses it: messages name options as the command line does, progress and
// ledgers go to stderr, and `-` is standard input.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "include/seedc/seedc.hpp"

namespace seedc::tool {

/// `threads` 0: one per core. Of a stream, names cannot be looked up in the data: messages do not
/// propose it.
Session command_session(unsigned threads = 0, bool is_of_stream = false);

/// How the calls of a command run.
const Call& command_call();

/// A file's text, or of standard input, which can be read once; of a longer one somewhat more than
/// a program may have. A file that cannot be read is an error of that kind.
std::string read_text(const std::string& file, ErrorKind unreadable = ErrorKind::Usage);

/// A program's file.
Input program_input(const std::string& file);

/// How standard input is named in messages.
inline constexpr const char* kNameOfStdin = "<stdin>";

/// Whether a program of this name was made of expressions, not read from a file.
bool is_expression(std::string_view program);

/// The dataset that a command reads.
struct DataChoice {
  std::string path;
  bool is_cached = false;  ///< a snapshot of it is kept in the user's cache

  bool is_given() const { return !path.empty(); }
};

Data open_data(const Session& session, const DataChoice& choice, bool strict = false);

/// What the options of a command that compiles programs say.
struct ProgramOptions {
  std::vector<std::string> programs;
  std::vector<std::string> expressions;  ///< programs as well: lines of one, in place of a file
  DataChoice data;                       ///< where names are looked up, or else
  std::string schema;                    ///< in it, or nowhere
  CompileOptions compile;                ///< without those
  unsigned threads = 0;
  bool strict = false;  ///< a broken record of the data is an error
  bool is_of_stream = false;

  bool has_programs() const { return !programs.empty() || !expressions.empty(); }
};

/// A session with what the options name.
struct Opened {
  explicit Opened(const ProgramOptions& options);

  Session session;
  std::vector<Input> programs;
  std::optional<Data> data;
  CompileOptions compile;
};

/// Programs, compiled, and their findings, printed.
struct Compiled : Opened {
  explicit Compiled(const ProgramOptions& options);

  Program program;
};

}  // namespace seedc::tool
