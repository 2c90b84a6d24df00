// Plans the values as requests, and reads each line as a stream of one item.
#include "engine/item_runs.h"

#include "compiler/opt/passes.h"
#include "compiler/plan/plan_builder.h"
#include "engine/evaluate.h"
#include "runtime/data/jsonl/bundle_stream.h"

namespace seedc::engine {

using language::Tri;

namespace {

std::function<std::int64_t(char*, std::size_t)> reader_of(const std::string& line) {
  return [rest = std::string_view(line)](char* buffer, std::size_t size) mutable {
    const std::size_t count = rest.copy(buffer, size);
    rest.remove_prefix(count);
    return static_cast<std::int64_t>(count);
  };
}

}  // namespace

base::Result<ItemRuns> ItemRuns::make(const ir::Module& module,
                                      const std::vector<ir::ValueId>& roots,
                                      const base::Call& call) {
  ir::Module own{.insts = module.insts};
  std::map<ir::ValueId, std::size_t> numbers;
  for (const ir::ValueId root : roots) {
    if (!numbers.emplace(root, own.requests.size()).second) continue;
    own.requests.push_back(
        {.id = std::to_string(own.requests.size()), .root = root, .gold = {}, .rank = {}});
  }
  ItemRuns runs;
  runs.numbers_ = std::move(numbers);
  runs.plan_ =
      std::make_unique<contract::Plan>(plan::make_plan(opt::optimise(std::move(own), call)));
  auto prepared = Prepared::make(*runs.plan_, Backend::Interp, 1, call);
  if (!prepared) return tl::unexpected(prepared.error());
  runs.prepared_ = std::move(*prepared);
  runs.call_ = call;
  return runs;
}

base::Result<std::vector<Tri>> ItemRuns::values(const std::string& line,
                                                std::span<const ir::ValueId> roots) const {
  data::BundleStream stream({.read = reader_of(line), .name = "counterexample"}, needs_for(*plan_),
                            {.threads = 1, .call = call_});
  auto dataset = stream.next();
  if (!dataset) return tl::unexpected(dataset.error());
  if (!*dataset || (*dataset)->item_count() != 1)
    return std::vector<Tri>(roots.size(), Tri::Unknown);
  const auto run = exec::execute(prepared_->requests(), **dataset, {.threads = 1});
  if (!run) return tl::unexpected(run.error());
  std::vector<Tri> found;
  for (const ir::ValueId root : roots) found.push_back(run->value(numbers_.at(root), 0));
  return found;
}

}  // namespace seedc::engine
