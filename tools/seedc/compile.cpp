// The stages of compilation, in order.
#include "tools/seedc/compile.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>

#include "compiler/opt/passes.h"
#include "compiler/plan/plan_builder.h"
#include "compiler/resolve/resolve.h"
#include "runtime/text/pattern_set.h"

namespace seedc {
namespace {

namespace fs = std::filesystem;

/// Reads the files that programs name: libraries and formulas; each once.
class Importer {
 public:
  Importer(Compilation& compilation, const CompileOptions& options)
      : compilation_(compilation), options_(options) {}

  /// The formulas that a program's requests are ranked by.
  RankFormulas formulas_of(const ast::Program& program) {
    RankFormulas formulas;
    for (const ast::Request& request : program.requests) {
      if (!request.rank) continue;
      const auto [entry, is_new] = formulas.try_emplace(request.rank->formula.text);
      if (is_new) {
        entry->second = load_formula(
            (folder_of(program) / request.rank->formula.text).lexically_normal(), *request.rank);
      }
    }
    return formulas;
  }

  std::vector<const ast::Library*> libraries_of(const ast::Program& program) {
    std::vector<const ast::Library*> libraries;
    const fs::path folder = folder_of(program);
    for (const ast::Import& import : program.imports) {
      if (const ast::Library* library =
              load((folder / import.path.text).lexically_normal(), import)) {
        libraries.push_back(library);
      }
    }
    return libraries;
  }

 private:
  fs::path folder_of(const ast::Program& program) const {
    return fs::path(compilation_.sources.file(program.file).name()).parent_path();
  }

  const ast::Library* load(const fs::path& path, const ast::Import& import) {
    if (const auto it = loaded_.find(path.string()); it != loaded_.end()) return it->second;
    const auto opened = open(path, import.path);
    if (!opened) return nullptr;
    const FileId file = *opened;
    const std::size_t errors_before = compilation_.diagnostics.error_count();
    auto library = std::make_unique<ast::Library>(
        parse_library(compilation_.sources, file, compilation_.diagnostics, options_.limits));
    library->is_whole = compilation_.diagnostics.error_count() == errors_before;
    loaded_.emplace(path.string(), library.get());
    return compilation_.libraries.emplace_back(std::move(library)).get();
  }

  /// The one formula of a file; nothing if it has errors.
  std::optional<std::size_t> load_formula(const fs::path& path, const ast::Rank& rank) {
    const auto [known, is_new] = formulas_.try_emplace(path.string());
    if (!is_new) return known->second;
    const auto file = open(path, rank.formula);
    if (!file) return std::nullopt;
    const std::size_t errors_before = compilation_.diagnostics.error_count();
    if (!is_json_program(path.string(), compilation_.sources.file(*file).text())) {
      compilation_.diagnostics.report(DiagCode::BadValue, rank.formula.span, rank.formula.text,
                                      "a file of one Formula Seed", "one of requests");
      return std::nullopt;
    }
    const ast::Program program =
        parse_json_program(compilation_.sources, *file, compilation_.diagnostics, options_.limits);
    if (program.formulas.size() != 1) {
      if (compilation_.diagnostics.error_count() == errors_before) {
        compilation_.diagnostics.report(DiagCode::BadValue, rank.formula.span, rank.formula.text,
                                        "a file of one Formula Seed",
                                        fmt::format("one of {}", program.formulas.size()));
      }
      return std::nullopt;
    }
    compilation_.formulas.push_back(check_formula(program.formulas.front(), path.stem().string(),
                                                  compilation_.module, compilation_.diagnostics,
                                                  options_.formulas));
    known->second = compilation_.formulas.back().compiled;
    return known->second;
  }

  /// Reads a file that a program names.
  std::optional<FileId> open(const fs::path& path, const ast::Field& written) {
    std::error_code error;
    const bool is_file = fs::is_regular_file(path, error);  // a pipe could block for ever
    auto text = is_file ? read_source(path.string(), options_.limits.max_bytes)
                        : Result<std::string>(fail(ErrorKind::Usage, {}));
    if (text) return compilation_.sources.add(path.string(), std::move(*text));
    const std::string_view reason = is_file                   ? "no permission"
                                    : fs::exists(path, error) ? "not a file"
                                                              : "no such file";
    compilation_.diagnostics.report(DiagCode::ImportNotFound, written.span, written.text, reason)
        .help = "the path is relative to the importing file";
    return std::nullopt;
  }

  Compilation& compilation_;
  const CompileOptions& options_;
  std::map<std::string, const ast::Library*> loaded_;
  std::map<std::string, std::optional<std::size_t>> formulas_;
};

/// A formula without a name is called as its file.
void check_formulas(Compilation& compilation, const CompileOptions& options) {
  for (const ast::Program& program : compilation.programs) {
    const fs::path path = compilation.sources.file(program.file).name();
    for (const ast::Formula& formula : program.formulas) {
      compilation.formulas.push_back(check_formula(formula, path.stem().string(),
                                                   compilation.module, compilation.diagnostics,
                                                   options.formulas));
    }
  }
  compilation.own_formulas = compilation.formulas.size();
}

void parse(Compilation& compilation, const std::string& name, std::string text,
           const ParseLimits& limits) {
  const bool is_json = is_json_program(name, text);
  const FileId file = compilation.sources.add(name == "-" ? "<stdin>" : name, std::move(text));
  compilation.programs.push_back(
      is_json ? parse_json_program(compilation.sources, file, compilation.diagnostics, limits)
              : parse_shorthand(compilation.sources, file, compilation.diagnostics, limits));
}

}  // namespace

ir::Module optimised(const Compilation& compilation) { return opt::optimise(compilation.module); }

plan::Plan plan_of(const Compilation& compilation, bool keep_names) {
  ir::Module module = compilation.module;
  if (!keep_names) module.conditions.clear();  // so that what only they need is gone
  return make_plan(opt::optimise(std::move(module)), keep_names);
}

bool is_json_program(const std::string& file, std::string_view text) {
  const std::string extension = fs::path(file).extension().string();
  if (extension == ".json" || extension == ".jsonl") return true;
  if (extension == ".req") return false;
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  return first != std::string_view::npos && (text[first] == '{' || text[first] == '[');
}

Result<std::string> read_source(const std::string& file, std::size_t max_bytes) {
  std::error_code error;
  if (file != "-" && fs::is_directory(file, error)) {
    return fail(ErrorKind::Usage, fmt::format("cannot read `{}`: it is a directory", file),
                "name a program file");
  }
  std::ifstream opened;
  if (file != "-") opened.open(file, std::ios::binary);
  std::istream& in = file == "-" ? std::cin : opened;
  if (file == "-" && in.eof())
    return fail(ErrorKind::Usage, "standard input is read already", "name `-` once");
  if (!in)
    return fail(ErrorKind::Usage, fmt::format("cannot read `{}`: {}", file, std::strerror(errno)));
  std::string text;
  char buffer[1 << 16];
  while (text.size() <= max_bytes && (in.read(buffer, sizeof buffer) || in.gcount() > 0)) {
    text.append(buffer, static_cast<std::size_t>(in.gcount()));
  }
  if (in.bad())
    return fail(ErrorKind::Usage, fmt::format("cannot read `{}`: {}", file, std::strerror(errno)));
  return text;
}

Result<std::unique_ptr<Compilation>> compile_files(const std::vector<std::string>& files,
                                                   const CompileOptions& options) {
  auto compilation = std::make_unique<Compilation>(options.warnings);
  for (const std::string& name : files) {
    auto text = read_source(name, options.limits.max_bytes);
    if (!text) return tl::unexpected(text.error());
    parse(*compilation, name, std::move(*text), options.limits);
  }
  Checker checker(compilation->module, compilation->diagnostics,
                  {.engine_refusal = engine_refusal});
  Importer importer(*compilation, options);
  check_formulas(*compilation, options);
  for (const ast::Program& program : compilation->programs) {
    const auto& libraries = compilation->imports.emplace_back(importer.libraries_of(program));
    const Scope scope(program, libraries, compilation->diagnostics);
    for (const ast::Library* library : libraries) checker.check(*library, scope);
    checker.check(program, scope, importer.formulas_of(program));
  }
  compilation->requests = checker.requests();
  compilation->values = checker.values();
  return compilation;
}

Result<bool> select_request(Compilation& compilation, const std::string& id) {
  const auto it = std::find_if(compilation.requests.begin(), compilation.requests.end(),
                               [&](const CheckedRequest& request) { return request.id == id; });
  if (it == compilation.requests.end()) {
    std::vector<std::string> ids;
    for (const CheckedRequest& request : compilation.requests) ids.push_back(request.id);
    const std::string near = nearest(id, ids);
    return fail(ErrorKind::Usage, fmt::format("no request `{}`", id),
                near.empty() ? "" : "did you mean `" + near + "`?");
  }
  CheckedRequest selected = *it;
  if (selected.compiled) {
    compilation.module.requests = {compilation.module.requests[*selected.compiled]};
    selected.compiled = 0;
  } else {
    compilation.module.requests.clear();
  }
  compilation.requests = {std::move(selected)};
  return true;
}

}  // namespace seedc
