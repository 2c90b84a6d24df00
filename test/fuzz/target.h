// The interface of fuzz targets: each fuzz_NAME.cpp defines one. libFuzzer drives one of them
// (libfuzzer_driver.cpp); the tests run all, over their seeds and regressions (fuzz_test.cpp). The
// parts of targets have the same names, each in its own namespace, seedc::fuzz::NAME_target.
//
//   void run(std::string_view input) { … require(verify(module).empty(), "…"); }
//   const Registration kRegistration({"ir", run, seeds});
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace seedc::fuzz {

struct Target {
  std::string name;
  /// Whatever the input, it returns, or stops the process with a message.
  void (*run)(std::string_view input);
  /// Seeds.
  std::vector<std::string> (*seeds)();
  /// The cost of an execution relative to a usual one: the tests run that many times fewer of them.
  unsigned price = 1;
};

/// The linked targets, by name.
const std::vector<Target>& all_targets();

/// Registers a target.
struct Registration {
  explicit Registration(Target target);
};

/// Stops the process with a message unless the condition holds.
void require(bool holds, std::string_view what);

/// Takes one byte off the front of an input, for a choice; 0 if it is empty.
unsigned char take_byte(std::string_view& input);
/// Takes as many bytes off the front as the first one says, or as there are.
std::string_view take_part(std::string_view& input);

}  // namespace seedc::fuzz
