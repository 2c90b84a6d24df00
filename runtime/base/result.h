// How libraries report errors of the environment: a missing file, a full disk, a limit reached.
// Errors in programs are reported as diagnostics (compiler/diag), never as these.
#pragma once

#include <cstdint>
#include <string>
#include <tl/expected.hpp>

#include "runtime/base/setting.h"

namespace seedc::base {

enum class ErrorKind : std::uint8_t {
  Usage,      ///< the request makes no sense
  Data,       ///< a file is missing, broken or cannot be written
  Service,    ///< something outside failed: a language model, a library
  Limit,      ///< a limit was reached
  Time,       ///< the call reached its time limit
  Cancelled,  ///< the caller asked the call to stop
  Internal,   ///< a bug of this program
};

struct Error {
  ErrorKind kind = ErrorKind::Data;
  std::string text;                 ///< lower case, no full stop; names the file
  std::string help;                 ///< the fix, or empty
  Setting setting = Setting::None;  ///< what `help` is about; callers append their name for it
};

template <class T>
using Result = tl::expected<T, Error>;

inline tl::unexpected<Error> fail(ErrorKind kind, std::string text, std::string help = {},
                                  Setting setting = Setting::None) {
  return tl::unexpected<Error>(Error{kind, std::move(text), std::move(help), setting});
}

}  // namespace seedc::base
