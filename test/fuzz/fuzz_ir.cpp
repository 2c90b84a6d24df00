// IR as text.
#include <cstdlib>

#include "compiler/ir/text.h"
#include "compiler/opt/passes.h"
#include "compiler/plan/plan_builder.h"

namespace {

seedc::ir::Module read_text(std::string text, bool& is_clean) {
  seedc::SourceManager sources;
  seedc::Diagnostics diagnostics;
  const seedc::FileId file = sources.add("input", std::move(text));
  seedc::ir::Module module = seedc::ir::read(sources, file, diagnostics);
  is_clean = !diagnostics.has_errors();
  return module;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace seedc;
  bool is_clean = false;
  ir::Module module = read_text(std::string(reinterpret_cast<const char*>(data), size), is_clean);
  if (!is_clean) return 0;
  const std::string printed = ir::print(module);
  const ir::Module again = read_text(printed, is_clean);
  if (!is_clean || ir::print(again) != printed) std::abort();
  for (const opt::Pass& pass : opt::pipeline()) {
    module = pass.run(module);
    if (!ir::verify(module).empty()) std::abort();
  }
  make_plan(module, /*keep_names=*/true);
  return 0;
}
