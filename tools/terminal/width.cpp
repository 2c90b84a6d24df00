// Asks the environment, then the terminal.
#include "tools/terminal/width.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <charconv>
#include <cstdlib>
#include <string_view>

namespace seedc::terminal {

std::optional<std::uint32_t> width_of(int stream) {
  const char* variable = std::getenv("COLUMNS");
  const std::string_view text = variable == nullptr ? "" : variable;
  std::uint32_t columns = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), columns);
  if (error == std::errc() && end == text.data() + text.size() && columns > 0) return columns;
  winsize size{};
  if (::isatty(stream) == 1 && ::ioctl(stream, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
    return size.ws_col;
  return std::nullopt;
}

}  // namespace seedc::terminal
