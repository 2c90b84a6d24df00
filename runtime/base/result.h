// How libraries report errors of the environment: a missing file, a full disk, a limit reached.
// Errors in programs are reported as diagnostics (compiler/diag), never as these.
#pragma once

#include <string>
#include <tl/expected.hpp>

namespace seedc {

/// The value of each kind is the exit status of a command that fails because of it.
enum class ErrorKind { Usage = 2, Data = 3, Service = 4, Limit = 5 };

struct Error {
  ErrorKind kind = ErrorKind::Data;
  std::string text;  ///< lower case, no full stop; names the file
  std::string help;  ///< the fix, or empty
};

template <class T>
using Result = tl::expected<T, Error>;

inline tl::unexpected<Error> fail(ErrorKind kind, std::string text, std::string help = {}) {
  return tl::unexpected<Error>(Error{kind, std::move(text), std::move(help)});
}

}  // namespace seedc
