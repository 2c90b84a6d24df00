// Compiles a file and applies its safe fixes, round by round.
#include "engine/lint/apply_fixes.h"

#include <algorithm>
#include <filesystem>
#include <tuple>
#include <vector>

#include "engine/lint/lint_program.h"
#include "runtime/base/file_replacement.h"

namespace seedc::lint {
namespace {

/// Fixes can uncover one another, but a cycle of them must end.
constexpr std::size_t kMostRounds = 10;

/// The safe fixes in a file, in the order of their locations; of two that touch the same bytes the
/// first.
std::vector<const diag::FixIt*> safe_fixes(const diag::Diagnostics& diagnostics,
                                           source::FileId file) {
  std::vector<const diag::FixIt*> found;
  for (const diag::Diagnostic* diagnostic : diagnostics.sorted()) {
    const auto& fix = diagnostic->fix;
    if (fix && fix->is_safe && fix->span.file == file) found.push_back(&*fix);
  }
  std::stable_sort(found.begin(), found.end(), [](const diag::FixIt* a, const diag::FixIt* b) {
    return std::tie(a->span.begin, a->span.end) < std::tie(b->span.begin, b->span.end);
  });
  std::vector<const diag::FixIt*> apart;
  for (const diag::FixIt* fix : found) {
    const diag::FixIt* before = apart.empty() ? nullptr : apart.back();
    const bool is_apart =
        !before || (before->span.end <= fix->span.begin && before->span.begin < fix->span.begin);
    if (is_apart) apart.push_back(fix);
  }
  return apart;
}

std::string fixed(std::string_view text, const std::vector<const diag::FixIt*>& fixes) {
  std::string out;
  std::size_t done = 0;
  for (const diag::FixIt* fix : fixes) {
    out.append(text.substr(done, fix->span.begin - done)).append(fix->replacement);
    done = fix->span.end;
  }
  return out.append(text.substr(done));
}

/// One round; how many fixes it applied.
base::Result<std::size_t> apply_once(const std::string& file,
                                     const engine::CompileOptions& options) {
  const auto compilation = engine::compile_files({file}, options);
  if (!compilation) return tl::unexpected(compilation.error());
  if (const auto done = lint(**compilation, {}); !done) return tl::unexpected(done.error());
  if ((*compilation)->programs.empty()) return 0;  // it could not be read
  const source::FileId id = (*compilation)->programs.front().file;
  const auto fixes = safe_fixes((*compilation)->diagnostics, id);
  const std::string_view text = (*compilation)->sources.file(id).text();
  if (fixes.empty() || options.files->read(file, options.limits.max_bytes) != std::string(text))
    return 0;
  auto replacement = base::FileReplacement::begin(file);
  if (!replacement) return tl::unexpected(replacement.error());
  return replacement->append(fixed(text, fixes))
      .and_then([&] { return replacement->commit(); })
      .map([&] { return fixes.size(); });
}

}  // namespace

base::Result<std::size_t> apply_fixes(const std::string& file,
                                      const engine::CompileOptions& options) {
  std::error_code unknown;
  if (!std::filesystem::is_regular_file(file, unknown)) return 0;
  std::size_t count = 0;
  for (std::size_t round = 0; round < kMostRounds; ++round) {
    const auto applied = apply_once(file, options);
    if (!applied) return applied;
    if (*applied == 0) break;
    count += *applied;
  }
  return count;
}

}  // namespace seedc::lint
