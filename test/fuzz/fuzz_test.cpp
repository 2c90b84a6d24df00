// Every fuzz target over its seeds, over former failures (regressions/TARGET), and over mutations
// of both. Each runs in a process of its own, so that whatever stops it is a failure that names the
// input.
//
// SEEDC_FUZZ_INPUT names a file that is run instead. SEEDC_FUZZ_MUTATIONS (200) says how many there
// are of each target, fewer of dear ones, SEEDC_FUZZ_SEED (1) which.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "test/differential/harness.h"
#include "test/fuzz/mutation.h"
#include "test/fuzz/target.h"
#include "test/support/content.h"

namespace seedc::fuzz {

/// The name of a target; GoogleTest looks for a function of that name.
// NOLINTNEXTLINE(readability-identifier-naming)
void PrintTo(const Target& target, std::ostream* out) { *out << target.name; }

namespace {

namespace fs = std::filesystem;

const fs::path kFolder = SEEDC_SOURCE_DIR "/test/fuzz";
constexpr rlim_t kMostSeconds = 1200;  // of processor time; only a hang takes that long

std::vector<std::string> regressions_of(const Target& target) {
  std::vector<std::string> inputs;
  const fs::path folder = kFolder / "regressions" / target.name;
  if (!fs::exists(folder)) return inputs;
  for (const auto& entry : fs::directory_iterator(folder))
    inputs.push_back(support::content_of(entry.path()));
  return inputs;
}

/// The input that a child is running, in memory shared with its parent.
class SharedInput {
 public:
  SharedInput()
      : memory_(static_cast<char*>(mmap(nullptr, kMostBytes, PROT_READ | PROT_WRITE,
                                        MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0))) {}
  ~SharedInput() { munmap(memory_, kMostBytes); }
  SharedInput(const SharedInput&) = delete;
  SharedInput& operator=(const SharedInput&) = delete;

  void set(const std::string& input) {
    const std::size_t size = std::min(input.size(), kMostBytes - sizeof(std::size_t));
    std::memcpy(memory_, &size, sizeof size);
    std::memcpy(memory_ + sizeof size, input.data(), size);
  }
  std::string get() const {
    std::size_t size = 0;
    std::memcpy(&size, memory_, sizeof size);
    return {memory_ + sizeof size, size};
  }

 private:
  static constexpr std::size_t kMostBytes = std::size_t{16} << 20;
  char* memory_;
};

/// Runs all inputs of a target in the child; an exception also stops it.
void run_all(const Target& target, SharedInput& current) noexcept {
  const auto run = [&](const std::string& input) {
    current.set(input);
    target.run(input);
  };
  if (const char* file = std::getenv("SEEDC_FUZZ_INPUT")) return run(support::content_of(file));
  for (const std::string& input : regressions_of(target)) run(input);
  const std::vector<std::string> seeds = target.seeds();
  for (const std::string& seed : seeds) run(seed);
  const auto words =
      dictionary_words(support::content_of(kFolder / "dictionaries" / (target.name + ".dict")));
  differential::Random random(differential::setting("SEEDC_FUZZ_SEED", 1));
  const std::uint64_t mutations = differential::setting("SEEDC_FUZZ_MUTATIONS", 200) / target.price;
  for (std::uint64_t i = 0; i < mutations; ++i)
    run(mutate(random.pick(seeds), random.pick(seeds), words, random));
}

class FuzzTarget : public testing::TestWithParam<Target> {};

TEST_P(FuzzTarget, WithstandsItsInputs) {
  SharedInput current;
  std::fflush(nullptr);  // otherwise the child would write the buffered output again
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    const rlimit limit{kMostSeconds, kMostSeconds};
    setrlimit(RLIMIT_CPU, &limit);
    run_all(GetParam(), current);
    std::exit(0);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  if (status == 0) return;
  const fs::path file = fs::temp_directory_path() / fmt::format("seedc-fuzz-{}", GetParam().name);
  std::ofstream(file, std::ios::binary) << current.get();
  FAIL() << fmt::format(
      "stopped by an input; again: SEEDC_FUZZ_INPUT={} seedc_fuzz_tests --gtest_filter=*/{}",
      file.string(), GetParam().name);
}

INSTANTIATE_TEST_SUITE_P(, FuzzTarget, testing::ValuesIn(all_targets()),
                         [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace seedc::fuzz
