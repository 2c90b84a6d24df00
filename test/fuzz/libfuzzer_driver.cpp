// Gives the one target that is linked to libFuzzer. With SEEDC_FUZZ_SEEDS set it writes the
// target's seeds into that folder instead.
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "test/fuzz/target.h"

namespace {

const seedc::fuzz::Target& target() { return seedc::fuzz::all_targets().front(); }

void write_seeds(const std::filesystem::path& folder) {
  std::filesystem::create_directories(folder);
  std::size_t number = 0;
  for (const std::string& seed : target().seeds())
    std::ofstream(folder / ("seed" + std::to_string(number++)), std::ios::binary) << seed;
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int* /*argc*/, char*** /*argv*/) {
  const char* folder = std::getenv("SEEDC_FUZZ_SEEDS");
  if (folder == nullptr) return 0;
  write_seeds(folder);
  std::exit(0);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  target().run({reinterpret_cast<const char*>(data), size});
  return 0;
}
