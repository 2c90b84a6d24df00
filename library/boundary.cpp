// Checks what comes in, and makes error objects of what is thrown.
#include "library/boundary.h"

#include <fmt/format.h>

#include <cmath>
#include <unordered_set>

#include "engine/files.h"
#include "engine/guarded.h"

namespace seedc::library {
namespace {

std::int32_t kind_of(base::ErrorKind kind) {
  switch (kind) {
    case base::ErrorKind::Usage:
      return SEEDC_USAGE;
    case base::ErrorKind::Data:
      return SEEDC_DATA;
    case base::ErrorKind::Service:
      return SEEDC_SERVICE;
    case base::ErrorKind::Limit:
      return SEEDC_LIMIT;
    case base::ErrorKind::Cancelled:
      return SEEDC_CANCELLED;
    case base::ErrorKind::Time:
      return SEEDC_TIME;
    case base::ErrorKind::Internal:
      break;
  }
  return SEEDC_INTERNAL;
}

/// Given out when there is no memory for another error.
seedc_error& out_of_memory() {
  static seedc_error error(
      base::error<base::ErrorCode::OutOfMemory>().with_help("give the call less to do"),
      base::no_setting_names);
  return error;
}

#ifndef NDEBUG
/// The handles that there are. Of debug builds only: sessions share its lock.
class LiveHandles {
 public:
  static LiveHandles& all() {
    static LiveHandles handles;
    return handles;
  }
  void add(const void* handle) {
    const std::scoped_lock lock(mutex_);
    handles_.insert(handle);
  }
  void remove(const void* handle) {
    const std::scoped_lock lock(mutex_);
    handles_.erase(handle);
  }
  bool has(const void* handle) {
    const std::scoped_lock lock(mutex_);
    return handles_.contains(handle);
  }

 private:
  std::mutex mutex_;
  std::unordered_set<const void*> handles_;
};
#endif

std::vector<std::string> each_of(const seedc_str* texts, std::size_t count,
                                 std::string (*taken)(seedc_str)) {
  if (texts == nullptr && count > 0) fail_call<base::ErrorCode::NoElements>({});
  std::vector<std::string> all;
  for (const seedc_str& text : std::span(texts, count)) all.push_back(taken(text));
  return all;
}

}  // namespace

ErrorValue::ErrorValue(base::Error its_error, base::SettingNames names)
    : error(std::move(its_error)), kind(kind_of(error.kind())), option(own_name(error.setting)) {
  if (!error.help.empty()) error.help += base::named(names, error.setting, " (", ")");
  for (const std::string& argument : error.arguments) arguments.push_back(str_of(argument));
}

seedc_error* new_error(base::Error error, base::SettingNames names) {
  return new seedc_error(std::move(error), names);
}

void give_incompleteness(std::optional<base::Error> error, base::SettingNames names,
                         seedc_error** out) {
  if (!error) return;
  if (out == nullptr) throw Failed{*std::move(error), names};
  *out = new_error(*std::move(error), names);
}

base::Error caught_failure() {
  try {
    throw;
  } catch (const Failed& failed) {
    return failed.error;
  } catch (...) {
    return engine::caught_error();
  }
}

bool is_handle(const void* address, HandleType type) {
  if (address == nullptr) return false;
#ifndef NDEBUG
  if (!LiveHandles::all().has(address)) return false;
#endif
  std::uint64_t word = 0;
  std::memcpy(&word, address, sizeof word);
  return word == static_cast<std::uint64_t>(type);
}

void note_handle([[maybe_unused]] const void* address) {
#ifndef NDEBUG
  LiveHandles::all().add(address);
#endif
}

void forget_handle([[maybe_unused]] const void* address) {
#ifndef NDEBUG
  LiveHandles::all().remove(address);
#endif
}

seedc_error* caught() noexcept {
  try {
    try {
      throw;
    } catch (const Failed& failed) {
      return new_error(failed.error, failed.names);
    } catch (...) {
      return new_error(engine::caught_error(), own_names());
    }
  } catch (...) {
    return &out_of_memory();
  }
}

bool is_permanent(const seedc_error* error) { return error == &out_of_memory(); }

double number_of(double value, std::string_view option, double most) {
  if (value <= most) return value;
  fail_call<base::ErrorCode::NoSuchNumber>(
      std::isnan(value) ? "give a number, which NaN is not" : fmt::format("it is at most {}", most),
      fmt::format("`{}`", option));
}

double seconds_of(double value, std::string_view option) {
  if (number_of(value, option) >= 0) return value;
  fail_call<base::ErrorCode::NoSuchNumber>("it is at least 0, which is no limit",
                                           fmt::format("`{}`", option));
}

std::string_view view_of(seedc_str text) {
  if (text.data == nullptr && text.size > 0) fail_call<base::ErrorCode::NoBytes>({});
  return {text.data, text.size};
}

seedc_text* new_text(std::string text) { return new seedc_text(std::move(text)); }

std::string path_of(seedc_str text) {
  const std::string_view path = view_of(text);
  if (engine::has_nul(path))
    fail_call<base::ErrorCode::NulInPath>("name it without that byte", path);
  return std::string(path);
}

std::vector<std::string> texts_of(const seedc_str* texts, std::size_t count) {
  return each_of(texts, count, text_of);
}

std::vector<std::string> paths_of(const seedc_str* paths, std::size_t count) {
  return each_of(paths, count, path_of);
}

bool is_json(std::int32_t format, std::string_view others) {
  if (format != SEEDC_TEXT && format != SEEDC_JSON && format != SEEDC_COLOURED)
    fail_call<base::ErrorCode::NoSuchFormat>(
        fmt::format("the formats are SEEDC_TEXT, SEEDC_COLOURED{} and SEEDC_JSON", others), format);
  return format == SEEDC_JSON;
}

}  // namespace seedc::library
