// How libraries report that the world is wrong: a missing file, a full disk, a limit reached.
// A wrong program is reported by diagnostics (compiler/diag), never by these.
#pragma once

#include <string>
#include <tl/expected.hpp>

namespace seedc {

/// Each kind is the exit status of the command that could not go on because of it.
enum class ErrorKind { Usage = 2, Data = 3, Service = 4, Limit = 5 };

struct Error {
  ErrorKind kind = ErrorKind::Data;
  std::string text;  ///< lower case, no full stop; names the file
  std::string help;  ///< the mend, or empty
};

template <class T>
using Result = tl::expected<T, Error>;

inline tl::unexpected<Error> fail(ErrorKind kind, std::string text, std::string help = {}) {
  return tl::unexpected<Error>(Error{kind, std::move(text), std::move(help)});
}

}  // namespace seedc
