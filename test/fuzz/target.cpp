// The table of targets, and their shared helpers.
#include "test/fuzz/target.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

namespace seedc::fuzz {
namespace {

std::vector<Target>& targets() {
  static std::vector<Target> all;
  return all;
}

}  // namespace

const std::vector<Target>& all_targets() { return targets(); }

Registration::Registration(Target target) {
  targets().push_back(std::move(target));
  std::ranges::sort(targets(), {}, &Target::name);
}

void require(bool holds, std::string_view what) {
  if (holds) return;
  fmt::print(stderr, "it does not hold that {}\n", what);
  std::abort();
}

unsigned char take_byte(std::string_view& input) {
  if (input.empty()) return 0;
  const auto byte = static_cast<unsigned char>(input.front());
  input.remove_prefix(1);
  return byte;
}

std::string_view take_part(std::string_view& input) {
  const std::size_t wanted = take_byte(input);
  const std::string_view part = input.substr(0, wanted);
  input.remove_prefix(part.size());
  return part;
}

}  // namespace seedc::fuzz
