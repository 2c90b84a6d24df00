// Prints the stages with the printers of `emit`.
#include "engine/page_stages.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/emit.h"
#include "runtime/language/value.h"

namespace seedc::engine {
namespace {

/// The first lines of a long text.
std::string beginning(std::string text) {
  constexpr std::size_t kMostBytes = 300'000;
  if (text.size() <= kMostBytes) return text;
  const std::size_t end = text.rfind('\n', kMostBytes) + 1;
  const auto left = std::count(text.begin() + static_cast<std::ptrdiff_t>(end), text.end(), '\n');
  text.resize(end);
  return text + fmt::format("# and {} more lines\n", left);
}

}  // namespace

std::string stages_line(const Compilation& compilation, const EvaluateOptions& options,
                        StepTimes& times) {
  struct Shown {
    const char* name;
    const char* step;
    EmitStage stage;
  };
  constexpr Shown kShown[] = {{"ir", "print the IR", EmitStage::Ir},
                              {"opt", "optimise the IR", EmitStage::Opt},
                              {"plan", "plan", EmitStage::Plan},
                              {"asm", "native code", EmitStage::Asm}};
  language::List sources;
  for (const ast::Program& program : compilation.programs) {
    const source::SourceFile& file = compilation.sources.file(program.file);
    sources.emplace_back(
        language::List{std::string(file.name()), beginning(std::string(file.text()))});
  }
  language::Dict out = {{"sources", std::move(sources)}};
  for (const Shown& shown : kShown) {
    auto text = times.measure(shown.step, [&] { return emit(compilation, shown.stage, options); });
    // Native code may not be available here.
    out.emplace_back(shown.name,
                     text ? language::Value(beginning(*std::move(text))) : language::Value());
  }
  return fmt::format("s 0 0 {}\n", language::to_json(out));
}

std::string times_line(const StepTimes& times) {
  language::List list;
  for (const auto& [name, milliseconds] : times.times())
    list.emplace_back(language::List{name, milliseconds});
  return fmt::format("m 0 0 {}\n", language::to_json(language::Dict{{"times", std::move(list)}}));
}

}  // namespace seedc::engine
