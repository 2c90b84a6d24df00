// Collects completion candidates from programs and data, as far as reading them is quick.
#include "engine/candidates.h"

#include <filesystem>
#include <memory>

#include "compiler/check/evidence_check.h"
#include "compiler/resolve/convention.h"
#include "engine/program.h"
#include "engine/report/requests.h"

namespace seedc::engine {
namespace {

/// Compiles the programs without data: names that need the data are errors, all else is as usual.
std::unique_ptr<Compilation> compiled(const std::vector<std::string>& programs) {
  CompileOptions options;
  options.skip_unreadable = true;
  std::vector<std::string> files;
  for (const std::string& file : programs) {
    if (std::filesystem::is_regular_file(file)) files.push_back(file);
  }
  auto compilation = compile_files(files, options);
  return compilation ? std::move(*compilation) : nullptr;
}

/// Whether it can be read while a user waits for a completion.
bool is_quick(const data::Source& data, bool with_reviews) {
  constexpr std::uint64_t kQuickBytes = 32 << 20;
  return data.bytes_to_read(with_reviews).value_or(kQuickBytes + 1) <= kQuickBytes;
}

}  // namespace

std::vector<Candidate> request_ids(const std::vector<std::string>& programs) {
  std::vector<Candidate> ids;
  if (const auto compilation = compiled(programs)) {
    for (const check::CheckedRequest& request : compilation->requests)
      ids.push_back({request.id, request.group.empty() ? "" : "group " + request.group});
  }
  return ids;
}

std::vector<Candidate> names_in_formulas(const std::vector<std::string>& programs,
                                         std::vector<std::string> contract::Formula::* list) {
  std::vector<Candidate> names;
  const auto compilation = compiled(programs);
  if (!compilation) return names;
  for (const contract::Formula& formula : plan_of(*compilation, /*keep_names=*/false).formulas) {
    for (const std::string& name : formula.*list) names.push_back({name, formula.name});
  }
  return names;
}

std::vector<Candidate> params_of_formulas(const std::vector<std::string>& programs) {
  std::vector<Candidate> params;
  const auto compilation = compiled(programs);
  if (!compilation) return params;
  for (const check::CheckedFormula& formula : compilation->formulas) {
    for (const std::string& name : formula.params) params.push_back({name + "=", formula.name});
  }
  return params;
}

std::vector<Candidate> names_of_data(const data::Source& data) {
  std::vector<Candidate> found;
  if (!is_quick(data, /*with_reviews=*/false)) return found;
  const auto schema = data.schema({.reviews = false});
  if (!schema) return found;
  for (const resolve::Reading& reading : resolve::Convention(*schema).all())
    found.push_back({reading.canonical, check::meaning_of(reading)});
  return found;
}

std::vector<Candidate> items_of_data(const data::Source& data) {
  std::vector<Candidate> found;
  if (!is_quick(data, /*with_reviews=*/true)) return found;
  data::DataNeeds needs;
  needs.item_paths.push_back(report::name_path());
  const auto dataset = data.load(needs);
  if (!dataset) return found;
  for (std::uint32_t item = 0; item < dataset->item_count(); ++item)
    found.push_back({std::string(dataset->item_id(item)), report::item_name(item, *dataset)});
  return found;
}

}  // namespace seedc::engine
