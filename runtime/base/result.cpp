// The texts of errors put together, and taken apart again for the location.
#include "runtime/base/result.h"

#include <algorithm>
#include <charconv>

namespace seedc::base {

std::string_view kind_word(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::Usage:
      return "usage";
    case ErrorKind::Data:
      return "data";
    case ErrorKind::Service:
      return "service";
    case ErrorKind::Limit:
      return "limit";
    case ErrorKind::Time:
      return "time";
    case ErrorKind::Cancelled:
      return "cancelled";
    case ErrorKind::Internal:
      return "internal";
  }
  return {};
}

Error make_error(ErrorCode code, std::vector<std::string> arguments) {
  Error error;
  error.code = code;
  std::string_view rest = info(code).text;
  for (const std::string& argument : arguments) {
    error.text.append(rest.substr(0, rest.find('{'))).append(argument);
    rest.remove_prefix(rest.find('}') + 1);
  }
  error.text += rest;
  error.arguments = std::move(arguments);
  return error;
}

std::string_view Error::argument_at(std::string_view placeholder) const {
  const std::string_view pattern = info(code).text;
  const std::size_t at = pattern.find(placeholder);
  if (at == pattern.npos) return {};
  const auto number = std::ranges::count(pattern.substr(0, at), '{');
  return arguments[static_cast<std::size_t>(number)];
}

std::uint64_t Error::line() const {
  const std::string_view written = argument_at("{line}");
  std::uint64_t line = 0;
  std::from_chars(written.data(), written.data() + written.size(), line);
  return line;
}

}  // namespace seedc::base
