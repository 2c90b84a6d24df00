// How libraries report errors of the environment: a missing file, a full disk, a limit reached.
// Errors in programs are reported as diagnostics (compiler/diag), never as these.
//
//   return base::fail<base::ErrorCode::NoItems>(path);
//   return base::fail_with_help<base::ErrorCode::JsonArray>("write lines", path, line);
//   return base::fail(base::error<base::ErrorCode::NotAStore>(path)
//                         .with_help("give another file", base::Setting::AnswerStore));
//
// Codes, kinds and texts are in one table, errors.def. Texts are lower case, without a full stop,
// with code in backticks; they name the file.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <type_traits>
#include <utility>
#include <vector>

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

/// `usage`, `data` and so on.
std::string_view kind_word(ErrorKind kind);

enum class ErrorCode : std::uint8_t {
#define SEEDC_ERROR(id, code, kind, text) id,
#include "runtime/base/errors.def"
#undef SEEDC_ERROR
};

/// One row of the table.
struct ErrorInfo {
  std::string_view code;  ///< stable, in kebab case
  ErrorKind kind;
  std::string_view text;  ///< `{}`, `{file}` and `{line}` stand for arguments

  /// How many arguments the text has.
  constexpr std::size_t argument_count() const {
    std::size_t count = 0;
    for (const char c : text) count += c == '{' ? 1 : 0;
    return count;
  }
};

/// All rows, in the order of ErrorCode.
inline constexpr ErrorInfo kErrors[] = {
#define SEEDC_ERROR(id, code, kind, text) {code, ErrorKind::kind, text},
#include "runtime/base/errors.def"
#undef SEEDC_ERROR
};
constexpr const ErrorInfo& info(ErrorCode code) { return kErrors[static_cast<std::size_t>(code)]; }

struct Error {
  ErrorCode code = ErrorCode::Internal;
  std::string text;
  std::vector<std::string> arguments;  ///< of the text, in its order
  std::string help;                    ///< the fix, or empty
  Setting setting = Setting::None;     ///< what `help` is about; callers append their name for it

  /// The file that is wrong, which is one of the arguments; empty if none is.
  std::string_view file() const { return argument_at("{file}"); }
  /// Its line, from 1; 0: all of the file.
  std::uint64_t line() const;

  ErrorKind kind() const { return info(code).kind; }

  Error with_help(std::string its_help, Setting its_setting = Setting::None) && {
    help = std::move(its_help);
    setting = its_setting;
    return std::move(*this);
  }

 private:
  std::string_view argument_at(std::string_view placeholder) const;
};

template <class T>
using Result = tl::expected<T, Error>;

/// An error whose text has these arguments, as many as its row says.
Error make_error(ErrorCode code, std::vector<std::string> arguments);

template <class T>
std::string shown_argument(const T& argument) {
  if constexpr (std::integral<T>) {
    return std::to_string(argument);
  } else {
    return std::string(argument);
  }
}

template <ErrorCode code, class... Arguments>
Error error(const Arguments&... arguments) {
  static_assert(info(code).argument_count() == sizeof...(arguments));
  return make_error(code, {shown_argument(arguments)...});
}

inline tl::unexpected<Error> fail(Error error) { return tl::unexpected<Error>(std::move(error)); }

template <ErrorCode code, class... Arguments>
tl::unexpected<Error> fail(const Arguments&... arguments) {
  return fail(error<code>(arguments...));
}

/// The same with the fix.
template <ErrorCode code, class... Arguments>
tl::unexpected<Error> fail_with_help(std::string help, const Arguments&... arguments) {
  return fail(error<code>(arguments...).with_help(std::move(help)));
}

}  // namespace seedc::base
