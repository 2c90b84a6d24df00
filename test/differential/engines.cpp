// Compiles the requests as JSON (raw) and in the shorthand (optimised), then runs {raw, optimised}
// x {interp, jit} x {folder, snapshot} x {1, 2 threads}. Snapshots have every form, and some have
// grown.
#include "test/differential/engines.h"

#include <fmt/format.h>

#include <fstream>
#include <iterator>

#include "compiler/format/format.h"
#include "compiler/format/from_json.h"
#include "compiler/opt/passes.h"
#include "compiler/parse/parse.h"
#include "compiler/plan/plan_builder.h"
#include "engine/backend.h"
#include "engine/program.h"
#include "runtime/data/snapshot/snapshot.h"
#include "runtime/exec/execute.h"
#include "runtime/exec/needs.h"
#include "test/differential/grown_snapshot.h"
#include "test/differential/random_dataset.h"

namespace seedc::differential {
namespace {

namespace fs = std::filesystem;

using AllValues = std::vector<EngineValues>;

std::string write_program(const fs::path& folder, const std::vector<plain::Json>& structures) {
  const fs::path file = folder / "requests.jsonl";
  std::ofstream out(file);
  for (std::size_t i = 0; i < structures.size(); ++i) {
    out << plain::Json{{"id", fmt::format("R{}", i)}, {"structure", structures[i]}}.dump() << '\n';
  }
  return file.string();
}

/// The same program in the shorthand.
base::Result<std::string> write_shorthand(const std::string& json_file) {
  source::SourceManager sources;
  diag::Diagnostics diagnostics;
  std::ifstream in(json_file);
  const std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  auto json = parse::parse_json_objects(sources, sources.add(json_file, text), diagnostics);
  const auto program = format::from_json(std::move(json), diagnostics);
  if (!program || diagnostics.has_errors()) {
    return base::fail<base::ErrorCode::InternalException>(
        diag::render_text(diagnostics, sources, /*colour=*/false));
  }
  const std::string file = fs::path(json_file).replace_extension(".req").string();
  std::ofstream(file) << format::to_shorthand(*program);
  return file;
}

std::vector<std::vector<language::Tri>> values_of(const exec::RunResult& run,
                                                  const contract::Plan& plan,
                                                  const data::Dataset& dataset) {
  std::vector<std::vector<language::Tri>> values(plan.requests.size());
  for (std::size_t request = 0; request < values.size(); ++request) {
    for (std::uint32_t item = 0; item < dataset.item_count(); ++item) {
      values[request].push_back(run.value(request, item));
    }
  }
  return values;
}

/// A dataset and how its engines are called.
struct Data {
  std::string name;
  data::Dataset dataset;
};

base::Result<void> run_backend(const contract::Plan& plan, const std::vector<Data>& all_data,
                               engine::Backend backend, const std::string& name, AllValues& all) {
  auto kernels = engine::make_kernels(plan, backend, all_data.front().dataset.item_count());
  if (!kernels) return tl::unexpected(kernels.error());
  const auto prepared = exec::PreparedRequests::prepare(plan, std::move(*kernels));
  if (!prepared) return tl::unexpected(prepared.error());
  for (const Data& data : all_data) {
    for (const unsigned threads : {1U, 2U}) {
      const auto run = exec::execute(*prepared, data.dataset, {.threads = threads});
      if (!run) return tl::unexpected(run.error());
      all.push_back({fmt::format("{}{}, threads {}", name, data.name, threads),
                     values_of(*run, plan, data.dataset)});
    }
  }
  return {};
}

/// On the folder's data, the same with texts that are only searched, if the patterns allow it, and
/// the same in a snapshot.
base::Result<void> run_module(const ir::Module& module, const fs::path& folder,
                              const fs::path& snapshot, const std::string& name, AllValues& all) {
  const contract::Plan plan = plan::make_plan(module);
  std::vector<Data> all_data;
  const auto add = [&](const char* data_name, const fs::path& path, const data::DataNeeds& needs) {
    return data::source_at(path.string())->load(needs).map([&](data::Dataset dataset) {
      all_data.push_back({data_name, std::move(dataset)});
    });
  };
  data::DataNeeds needs = exec::needs_of(plan);
  if (auto added = add("", dataset_in(folder), needs); !added) return added;
  if (auto added = add(" on a snapshot", snapshot, needs); !added) return added;
  needs.searches = exec::searches_of(plan);
  if (needs.texts && needs.searches) {
    if (auto added = add(" on searched texts", dataset_in(folder), needs); !added) return added;
  }
  return run_backend(plan, all_data, engine::Backend::Interp, name + " interp", all).and_then([&] {
    return run_backend(plan, all_data, engine::Backend::Jit, name + " jit", all);
  });
}

}  // namespace

base::Result<std::unique_ptr<engine::Compilation>> compiled_file(const std::string& file) {
  auto compilation = engine::compile_files({file}, {});
  if (compilation && (*compilation)->diagnostics.has_errors()) {
    const engine::Compilation& wrong = **compilation;
    return base::fail<base::ErrorCode::InternalException>(
        diag::render_text(wrong.diagnostics, wrong.sources, /*colour=*/false));
  }
  return compilation;
}

base::Result<AllValues> run_engines(const fs::path& folder,
                                    const std::vector<plain::Json>& structures) {
  const std::string json_file = write_program(folder, structures);
  const auto as_json = compiled_file(json_file);
  if (!as_json) return tl::unexpected(as_json.error());
  const auto as_shorthand = write_shorthand(json_file).and_then(compiled_file);
  if (!as_shorthand) return tl::unexpected(as_shorthand.error());
  const fs::path snapshot = folder / "all.snapshot";
  static unsigned round = 0;
  ++round;
  const data::SnapshotForm form{.compressed_texts = round % 2 == 1, .word_index = round % 3 != 1};
  const auto saved = save_snapshot_of(folder, snapshot, form, round);
  if (!saved) return tl::unexpected(saved.error());
  AllValues all;
  return run_module((*as_json)->module, folder, snapshot, "raw", all)
      .and_then([&] {
        return run_module(opt::optimise((*as_shorthand)->module), folder, snapshot, "optimised",
                          all);
      })
      .map([&] { return std::move(all); });
}

}  // namespace seedc::differential
