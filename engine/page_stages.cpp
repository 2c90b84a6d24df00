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

/// Whether native code is not to be had, which the page says.
bool is_without_code(const base::Error& error) {
  return error.kind() == base::ErrorKind::Service || error.code == base::ErrorCode::TooManySlots ||
         error.code == base::ErrorCode::TooManyInstructions;
}

}  // namespace

base::Result<std::string> stages_line(const Compilation& compilation,
                                      const EvaluateOptions& options, StepTimes& times) {
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
    if (text) {
      out.emplace_back(shown.name, beginning(*std::move(text)));
    } else if (shown.stage == EmitStage::Asm && is_without_code(text.error())) {
      out.emplace_back("no_asm", text.error().text);
    } else {
      return tl::unexpected(text.error());
    }
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
