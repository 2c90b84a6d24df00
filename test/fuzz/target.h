// What is fuzzed: each fuzz_NAME.cpp makes one target. libFuzzer drives one of them
// (libfuzzer_driver.cpp); the tests run all, over their seeds and regressions (fuzz_test.cpp).
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
  /// Whatever the input, it returns, or stops the process with what went wrong.
  void (*run)(std::string_view input);
  /// Inputs to begin from.
  std::vector<std::string> (*seeds)();
  /// How many usual executions one of its costs: the tests run so many times fewer of them.
  unsigned price = 1;
};

/// Those that are linked, by name.
const std::vector<Target>& all_targets();

/// Makes a target known.
struct Registration {
  explicit Registration(Target target);
};

/// Stops the process with a message where something that must hold does not.
void require(bool holds, std::string_view what);

/// Takes one byte off the front of an input, to choose by; 0 if there is none.
unsigned char take_byte(std::string_view& input);
/// Takes as many bytes off the front as the first one says, or as there are.
std::string_view take_part(std::string_view& input);

}  // namespace seedc::fuzz
