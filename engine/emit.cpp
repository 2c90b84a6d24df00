// Prints each stage of compilation with the printer of its folder.
#include "engine/emit.h"

#include <vector>

#include "compiler/ast/print.h"
#include "compiler/ir/text.h"
#include "compiler/native/jit/native.h"
#include "compiler/plan/print_plan.h"
#include "engine/backend.h"
#include "engine/report/text_routes.h"

namespace seedc::engine {
namespace {

std::string tokens_of(const Compilation& compilation) {
  std::string out;
  for (const ast::Program& program : compilation.programs) {
    const source::SourceFile& source = compilation.sources.file(program.file);
    out += parse::print_tokens(compilation.sources, program.file,
                               is_json_program(source.name(), source.text()));
  }
  return out;
}

std::string trees_of(const Compilation& compilation) {
  std::string out;
  for (const ast::Program& program : compilation.programs) out += ast::print(program);
  return out;
}

base::Result<std::string> emit_native_stage(const Compilation& compilation,
                                            jit::NativeStage stage) {
  const contract::Plan plan = plan_of(compilation, /*keep_names=*/false);
  codegen::KernelSource source = kernel_source(plan);
  for (const contract::Formula& formula : plan.formulas) source.scores.push_back(&formula.program);
  return jit::emit_native(source, stage);
}

base::Result<std::string> emit_plan(const Compilation& compilation,
                                    const EvaluateOptions& options) {
  const contract::Plan plan = plan_of(compilation, /*keep_names=*/false, options.host->call());
  const std::string text = plan::print_plan(plan);
  if (plan.at(language::Stage::Texts).conditions.empty() || !options.data ||
      !options.data->has_word_index())
    return text;
  return load_for(plan, options)
      .and_then([&](const data::Dataset& dataset) {
        return exec::PreparedRequests::prepare(plan, exec::make_interpreter(plan), dataset.call())
            .map([&](const exec::PreparedRequests& prepared) {
              return exec::text_routes(prepared, dataset);
            });
      })
      .map([&](const std::vector<exec::TextRoute>& routes) {
        return text + report::format_text_routes(routes);
      });
}

}  // namespace

base::Result<std::string> emit(const Compilation& compilation, EmitStage stage,
                               const EvaluateOptions& options) {
  switch (stage) {
    case EmitStage::Tokens:
      return tokens_of(compilation);
    case EmitStage::Ast:
      return trees_of(compilation);
    case EmitStage::Ir:
      return ir::print(compilation.module);
    case EmitStage::Opt:
      return ir::print(optimised(compilation));
    case EmitStage::Plan:
      return emit_plan(compilation, options);
    case EmitStage::Llvm:
      return emit_native_stage(compilation, jit::NativeStage::Llvm);
    case EmitStage::Asm:
      return emit_native_stage(compilation, jit::NativeStage::Asm);
    case EmitStage::Obj:
      return emit_native_stage(compilation, jit::NativeStage::Obj);
  }
  return std::string();
}

}  // namespace seedc::engine
