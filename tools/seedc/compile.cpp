// The stages of compilation, in order.
#include "tools/seedc/compile.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <new>

#include "compiler/opt/passes.h"
#include "compiler/plan/plan_builder.h"
#include "runtime/text/pattern_set.h"
#include "tools/seedc/imports.h"
#include "tools/seedc/schema_source.h"

namespace seedc {
namespace {

namespace fs = std::filesystem;

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

std::string shown_name(const std::string& file) { return file == "-" ? "<stdin>" : file; }

/// Such a file is an empty one to the diagnostics.
void report_unreadable(Compilation& compilation, const std::string& name, const Error& error) {
  const FileId file = compilation.sources.add(shown_name(name), {});
  compilation.diagnostics.report(DiagCode::UnreadableFile, Span{file, 0, 0}, error.text).help =
      error.help;
}

void parse(Compilation& compilation, const std::string& name, std::string text,
           const ParseLimits& limits) {
  const bool is_json = is_json_program(name, text);
  const FileId file = compilation.sources.add(shown_name(name), std::move(text));
  compilation.programs.push_back(
      is_json ? parse_json_program(compilation.sources, file, compilation.diagnostics, limits)
              : parse_shorthand(compilation.sources, file, compilation.diagnostics, limits));
}

/// What follows parsing.
Result<std::unique_ptr<Compilation>> check(std::unique_ptr<Compilation> compilation,
                                           const CompileOptions& options) {
  compilation->names = std::make_unique<SchemaSource>(options.data, options.schema);
  SchemaSource& names = *compilation->names;
  if (!options.schema.empty()) names.convention();  // whoever names a file means it to be read
  Checker checker(
      compilation->module, compilation->diagnostics,
      {.engine_refusal = engine_refusal, .convention = [&] { return names.convention(); }});
  Importer importer(*compilation, checker, options);
  check_formulas(*compilation, options);
  for (const ast::Program& program : compilation->programs) {
    const Scope& scope = importer.scope_of(program);
    compilation->scopes.push_back(&scope);
    checker.check(program, scope, importer.formulas_of(program));
  }
  if (names.error()) return tl::unexpected(*names.error());
  compilation->requests = checker.requests();
  compilation->values = checker.values();
  compilation->conventions = checker.conventions();
  return compilation;
}

/// What the system said last. Memory that ran out is nothing of the file's.
tl::unexpected<Error> cannot_read(const std::string& file) {
  if (errno == ENOMEM) throw std::bad_alloc();
  return fail(ErrorKind::Usage, fmt::format("cannot read `{}`: {}", file, std::strerror(errno)));
}

}  // namespace

ir::Module optimised(const Compilation& compilation) { return opt::optimise(compilation.module); }

plan::Plan plan_of(const Compilation& compilation, bool keep_names) {
  ir::Module module = compilation.module;
  if (!keep_names) module.conditions.clear();  // so that what only they need is gone
  module = opt::optimise(std::move(module));
  NamedValues named = named_values(module);
  plan::Plan plan = make_plan(module, named.values);
  plan.names = std::move(named.names);
  return plan;
}

bool is_json_program(const std::string& file, std::string_view text) {
  const std::string extension = fs::path(file).extension().string();
  if (extension == ".json" || extension == ".jsonl") return true;
  if (extension == ".req") return false;
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return false;
  text.remove_prefix(first);
  return text.starts_with('{') || text.starts_with('[') || text.starts_with("```json");
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
  if (!in) return cannot_read(file);
  std::string text;
  char buffer[1 << 16];
  while (text.size() <= max_bytes && (in.read(buffer, sizeof buffer) || in.gcount() > 0)) {
    text.append(buffer, static_cast<std::size_t>(in.gcount()));
  }
  if (in.bad()) return cannot_read(file);
  return text;
}

Result<std::unique_ptr<Compilation>> compile_files(const std::vector<std::string>& files,
                                                   const CompileOptions& options) {
  auto compilation = std::make_unique<Compilation>(options.warnings);
  for (const std::string& name : files) {
    auto text = read_source(name, options.limits.max_bytes);
    if (!text && !options.skip_unreadable) return tl::unexpected(text.error());
    if (!text) {
      report_unreadable(*compilation, name, text.error());
      continue;
    }
    parse(*compilation, name, std::move(*text), options.limits);
  }
  return check(std::move(compilation), options);
}

Result<std::unique_ptr<Compilation>> compile_text(const std::string& name, std::string text,
                                                  const CompileOptions& options) {
  auto compilation = std::make_unique<Compilation>(options.warnings);
  parse(*compilation, name, std::move(text), options.limits);
  return check(std::move(compilation), options);
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
