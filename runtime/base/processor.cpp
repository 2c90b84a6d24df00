// Asks the processor what it can do, and the system what it is called.
#include "runtime/base/processor.h"

#include <fmt/format.h>

#include <fstream>

namespace seedc::base {
namespace {

/// What follows `model name :` in the kernel's list.
std::string model_name() {
  constexpr std::string_view kKey = "model name";
  std::ifstream list("/proc/cpuinfo");
  for (std::string line; std::getline(list, line);) {
    const std::size_t value = line.find(": ");
    if (line.starts_with(kKey) && value != std::string::npos) return line.substr(value + 2);
  }
  return "unknown processor";
}

}  // namespace

std::string_view instruction_set() {
#if defined(__x86_64__)
  __builtin_cpu_init();
  if (__builtin_cpu_supports("x86-64-v4")) return "x86-64-v4";
  if (__builtin_cpu_supports("x86-64-v3")) return "x86-64-v3";
  if (__builtin_cpu_supports("x86-64-v2")) return "x86-64-v2";
  return {};
#elif defined(__aarch64__)
  return "aarch64";
#else
  return {};
#endif
}

Result<void> check_processor() {
#if defined(__x86_64__)
  if (instruction_set().empty())
    return fail_with_help<ErrorCode::OldProcessor>(
        "use a machine with a processor of 2009 or later");
#endif
  return {};
}

std::string processor_name() {
  const std::string_view set = instruction_set();
  return set.empty() ? model_name() : fmt::format("{}, {}", model_name(), set);
}

}  // namespace seedc::base
