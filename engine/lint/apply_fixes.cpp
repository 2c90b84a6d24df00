// Compiles a program and applies its fixes, round by round.
#include "engine/lint/apply_fixes.h"

#include <algorithm>
#include <filesystem>
#include <tuple>
#include <utility>
#include <vector>

#include "runtime/base/file_replacement.h"

namespace seedc::lint {
namespace {

/// Fixes can uncover one another, one in each round if they are errors of syntax, but a cycle of
/// them must end.
constexpr std::size_t kMostRounds = 100;

/// The safe fixes of a file, or those that are only probable, in the order of their locations; of
/// two that touch the same bytes the first.
std::vector<const diag::FixIt*> fixes_of(const diag::Diagnostics& diagnostics, source::FileId file,
                                         bool is_safe) {
  std::vector<const diag::FixIt*> found;
  for (const diag::Diagnostic* diagnostic : diagnostics.sorted()) {
    const auto& fix = diagnostic->fix;
    if (fix && fix->is_safe == is_safe && fix->span.file == file) found.push_back(&*fix);
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

/// One round over `program.after`; how many fixes it applied.
base::Result<std::size_t> fix_once(FixedProgram& program, const std::string& file,
                                   const engine::CompileOptions& options, const FixOptions& fixes) {
  const auto compilation = engine::compile_files({file}, options);
  if (!compilation) return tl::unexpected(compilation.error());
  LintOptions lints = fixes.lints;
  if (!fixes.takes_probable) lints.data.reset();
  if (const auto done = lint(**compilation, lints); !done) return tl::unexpected(done.error());
  if ((*compilation)->programs.empty()) return 0;  // it could not be read
  const source::FileId id = (*compilation)->programs.front().file;
  const diag::Diagnostics& diagnostics = (*compilation)->diagnostics;
  auto found = fixes_of(diagnostics, id, /*is_safe=*/true);
  if (found.empty() && fixes.takes_probable) found = fixes_of(diagnostics, id, /*is_safe=*/false);
  program.after = fixed((*compilation)->sources.file(id).text(), found);
  return found.size();
}

}  // namespace

base::Result<FixedProgram> fixed_program(const std::string& file,
                                         const engine::CompileOptions& options,
                                         const FixOptions& fixes) {
  engine::KeptFiles files(*options.files);
  engine::CompileOptions in_memory = options;
  in_memory.files = &files;
  in_memory.skip_unreadable = true;
  FixedProgram program;
  program.before = files.read(file, options.limits.max_bytes).value_or("");
  program.after = program.before;
  for (std::size_t round = 0; round < kMostRounds; ++round) {
    const auto applied = fix_once(program, file, in_memory, fixes);
    if (!applied) return tl::unexpected(applied.error());
    if (*applied == 0) break;
    program.count += *applied;
    files.put(file, program.after);
  }
  return program;
}

base::Result<std::size_t> apply_fixes(const std::string& file,
                                      const engine::CompileOptions& options,
                                      const FixOptions& fixes) {
  std::error_code unknown;
  if (!std::filesystem::is_regular_file(file, unknown)) {
    const bool is_there = std::filesystem::exists(file, unknown) || file == "-";
    const bool is_folder = std::filesystem::is_directory(file, unknown);
    if (options.skip_unreadable || (is_there && !is_folder)) return 0;
    return options.files->read(file, options.limits.max_bytes).map([](const auto&) {
      return std::size_t{0};
    });
  }
  const auto program = fixed_program(file, options, fixes);
  if (!program) return tl::unexpected(program.error());
  if (program->count == 0 || options.files->read(file, options.limits.max_bytes) != program->before)
    return 0;
  auto replacement = base::FileReplacement::begin(file);
  if (!replacement) return tl::unexpected(replacement.error());
  return replacement->append(program->after)
      .and_then([&] { return replacement->commit(); })
      .map([&] { return program->count; });
}

std::size_t count_probable_fixes(const engine::Compilation& compilation) {
  std::size_t count = 0;
  for (const ast::Program& program : compilation.programs)
    count += fixes_of(compilation.diagnostics, program.file, /*is_safe=*/false).size();
  return count;
}

}  // namespace seedc::lint
