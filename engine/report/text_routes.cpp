// Describes each kind of route.
#include "engine/report/text_routes.h"

#include <fmt/format.h>

#include "engine/report/text.h"

namespace seedc::report {
namespace {

std::string cost_text(double bytes) { return size_text(static_cast<std::uint64_t>(bytes)); }

std::string way_of(const exec::TextRoute& route) {
  switch (route.kind) {
    case exec::TextRoute::Kind::NotNeeded:
      return "not searched: other conditions decide";
    case exec::TextRoute::Kind::Index:
      return fmt::format("by the word index, at the cost of scanning {} instead of {}",
                         cost_text(route.index_bytes), cost_text(route.scan_bytes));
    case exec::TextRoute::Kind::DearIndex:
      return fmt::format("by a scan of {}; the word index would cost {}",
                         cost_text(route.scan_bytes), cost_text(route.index_bytes));
    case exec::TextRoute::Kind::NoWord:
      return fmt::format("by a scan of {}: it requires no word that the index could look up",
                         cost_text(route.scan_bytes));
  }
  return "";
}

}  // namespace

std::string format_text_routes(std::span<const exec::TextRoute> routes) {
  std::string out = routes.empty() ? "" : "searches\n";
  for (const exec::TextRoute& route : routes)
    out += fmt::format("  /{}/\n    {}\n", route.pattern, way_of(route));
  return out;
}

}  // namespace seedc::report
