// Where calls from C come in: handles and options are checked, and whatever goes wrong inside
// becomes an error object.
//
// Inside of `guarded`, mistakes of the caller and failures are thrown as `Failed`: the functions of
// the interface stay straight, and nothing is thrown beyond them.
#pragma once

#include <cstring>
#include <exception>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "library/handles.h"
#include "library/setting_names.h"
#include "runtime/base/result.h"

namespace seedc::library {

struct Failed {
  base::Error error;
  base::SettingNames names = own_names();  ///< for the error's setting
};

/// The caller made a mistake; `help` may be empty.
template <base::ErrorCode code, class... Arguments>
[[noreturn]] void fail_call(std::string help, const Arguments&... arguments) {
  static_assert(base::info(code).kind == base::ErrorKind::Usage);
  throw Failed{base::error<code>(arguments...).with_help(std::move(help))};
}

template <class T>
T take(base::Result<T> result) {
  if (!result) throw Failed{std::move(result.error())};
  if constexpr (!std::is_void_v<T>) return *std::move(result);
}

seedc_error* new_error(base::Error error, base::SettingNames names);

/// Gives the caller what says that a result is incomplete, if it is; throws Failed if the caller
/// has no place for it.
void give_incompleteness(std::optional<base::Error> error, base::SettingNames names,
                         seedc_error** out);

/// The error for the exception that is being handled, whatever it is.
base::Error caught_failure();

/// The error object for the exception that is being handled.
seedc_error* caught() noexcept;

/// Runs `body`. What it throws becomes the error that is returned.
template <class Body>
seedc_error* guarded(const Body& body) noexcept {
  try {
    body();
    return nullptr;
  } catch (...) {
    return caught();
  }
}

/// What a handle holds. Fails for a null pointer, and for a handle of another type.
template <class H>
auto& the(H* handle) {
  if (!is_handle(handle, std::remove_const_t<H>::kType)) {
    constexpr const char* kHelp = "pass the handle that the library gave, before its release";
    if (handle == nullptr) fail_call<base::ErrorCode::NullHandle>(kHelp);
    fail_call<base::ErrorCode::WrongHandle>(kHelp);
  }
  return handle->value;
}

/// The same for functions that cannot fail: a null pointer.
template <class H>
auto* find(H* handle) noexcept {
  return is_handle(handle, std::remove_const_t<H>::kType) ? &handle->value : nullptr;
}

/// A result that there is not yet, and not at all after an error. The first thing of each function.
template <class T>
void clear(T** out) {
  if (out != nullptr) *out = nullptr;
}

/// Where a result goes.
template <class T>
T& place_for(T* out) {
  if (out == nullptr) fail_call<base::ErrorCode::NoPlaceForResult>({});
  return *out;
}

/// A struct of the caller, as this version knows it: filled up with zeros, or, if the caller's is
/// newer, without members that are zero.
template <class T>
T known(const T* given) {
  static_assert(std::is_trivially_copyable_v<T>);
  T options{};
  if (given == nullptr) return options;
  const std::size_t size = given->size;
  if (size < sizeof(std::size_t))
    fail_call<base::ErrorCode::UnsizedStruct>("begin it with SEEDC_STRUCT");
  std::memcpy(&options, given, std::min(size, sizeof(T)));
  const auto* bytes = reinterpret_cast<const unsigned char*>(given);
  for (std::size_t i = sizeof(T); i < size; ++i) {
    if (bytes[i] != 0)
      fail_call<base::ErrorCode::NewerStruct>("update the library, or leave them 0");
  }
  return options;
}

/// Gives as much of `value` as the caller's struct has room for.
template <class T>
void give(T value, T* out) {
  if (out == nullptr) fail_call<base::ErrorCode::NoPlaceForResult>({});
  const std::size_t size = out->size;
  if (size < sizeof(std::size_t))
    fail_call<base::ErrorCode::UnsizedStruct>("begin it with SEEDC_STRUCT");
  value.size = size;
  std::memcpy(out, &value, std::min(size, sizeof(T)));
}

/// A number of an option: fails for NaN, with which nothing compares, and beyond `most`.
double number_of(double value, std::string_view option,
                 double most = std::numeric_limits<double>::infinity());
/// The seconds of an option, 0 or more: those left until a time that has passed are not 0, which
/// means no limit.
double seconds_of(double value, std::string_view option);

/// Fails where bytes are missing.
std::string_view view_of(seedc_str text);
inline std::string text_of(seedc_str text) { return std::string(view_of(text)); }
/// The same for a path. Fails if it has a NUL, which the operating system would take for its end.
std::string path_of(seedc_str text);
std::vector<std::string> texts_of(const seedc_str* texts, std::size_t count);
std::vector<std::string> paths_of(const seedc_str* paths, std::size_t count);

inline seedc_str str_of(std::string_view text) { return {text.data(), text.size()}; }

/// A text for the caller.
seedc_text* new_text(std::string text);

/// Whether the error is the one that is never released.
bool is_permanent(const seedc_error* error);

/// Whether a format is JSON; fails for one that is neither JSON nor text.
bool is_json(std::int32_t format, std::string_view others = {});

}  // namespace seedc::library
