// Ends without unwinding: limits, signals, a snapshot that is cut short, memory that runs out where
// nothing can be thrown, a reader of the results that went away, and the normal end of a command.
// Each removes unfinished files, and reports without allocating memory.
#pragma once

#include <string_view>

namespace seedc::tool {

/// Called once, first of all.
void prepare_sudden_ends();

/// Sets the message for when memory runs out; text beyond 300 bytes is cut off.
void set_out_of_memory_text(std::string_view text);

/// Status 5. Operator new calls it too: in threads, in libraries and in functions that must not
/// throw it could not be reported otherwise.
[[noreturn]] void end_out_of_memory();

/// As the signal alone would end it, once unfinished files are removed. Signal handlers may call
/// it.
[[noreturn]] void end_by(int signal);

/// Status 5, with this text, whatever the threads are doing. Of the results only whole writes are
/// out.
[[noreturn]] void end_at_limit(std::string_view text);

/// Ends a process whose work is done, without running the destructors of libraries. Some that
/// libcurl brings along ask for memory there, and would end it with a status of their own where
/// there is none.
[[noreturn]] void end_with(int status);

/// The reader of the results closed the pipe: ends by SIGPIPE, like `cat` and `grep`.
[[noreturn]] void end_with_reader();

}  // namespace seedc::tool
