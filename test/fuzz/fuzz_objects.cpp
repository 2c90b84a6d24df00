// Objects of native code as the cache holds them: whatever their bytes, they are linked or refused.
// They are not run: that is what the cache's owner, key and checksum are for.
#include <filesystem>
#include <fstream>

#include "compiler/native/jit/object_cache.h"
#include "compiler/native/jit/object_linker.h"
#include "compiler/plan/plan_builder.h"
#include "test/differential/harness.h"
#include "test/fuzz/seeds.h"
#include "test/fuzz/target.h"
#include "tools/seedc/backend.h"
#include "tools/seedc/compile.h"

namespace seedc::fuzz {
namespace {

namespace fs = std::filesystem;

/// What is kept is found; bytes that are put in its place are not taken for it.
void check_cache(std::string_view input) {
  static const differential::Folder folder;
  const ObjectCache cache(folder.path() / "objects");
  cache.keep("key", input);
  require(cache.find("key") == input, "what is kept is found");
  const fs::path file = *fs::directory_iterator(folder.path() / "objects");
  std::ofstream(file, std::ios::binary) << input;
  cache.find("key");
}

void run(std::string_view input) {
  link_object(input, 0, 0);
  link_object(input, kProgramCount, 0);
  link_object(input, 0, 1);
  check_cache(input);
}

std::string object_of(const KernelSource& source) {
  auto object = emit_native(source, NativeStage::Obj);
  require(object.has_value(), "the examples compile to objects");
  return std::move(*object);
}

plan::Plan plan_of_example(const std::string& path) {
  const auto compilation = compile_text(path, tree_file(path), {});
  require(compilation.has_value(), "the examples compile");
  return make_plan((*compilation)->module);
}

std::vector<std::string> seeds() {
  const plan::Plan requests = plan_of_example("test/golden/Inputs/requests.req");
  const plan::Plan score = plan_of_example("examples/cafes/risk.json");
  return {object_of(kernel_source(requests)),
          object_of({.scores = {&score.formulas.front().program}})};
}

const Registration kRegistration({"objects", run, seeds});

}  // namespace
}  // namespace seedc::fuzz
