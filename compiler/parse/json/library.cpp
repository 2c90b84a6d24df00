// Parses condition libraries: `{name: evidence}`.
#include <utility>

#include "compiler/parse/json/json_reader.h"
#include "compiler/parse/parse.h"
#include "compiler/parse/syntax_error.h"

namespace seedc::parse {
namespace {

void add_condition(ast::Json::Member& member, ast::Library& library,
                   diag::Diagnostics& diagnostics) {
  if (member.value.kind != ast::Json::Kind::Object) {
    diagnostics.report(diag::DiagCode::WrongType, member.value.span, quote(member.key),
                       "an evidence object", ast::type_phrase(member.value));
    return;
  }
  ast::Expr evidence{.kind = ast::Expr::Kind::Evidence,
                     .span = member.value.span,
                     .head_span = member.value.span,
                     .name = member.key};
  evidence.evidence = std::move(member.value);
  library.conditions.push_back({{std::move(member.key), member.key_span}, std::move(evidence)});
}

}  // namespace

ast::Library parse_library(const source::SourceManager& sources, source::FileId file,
                           diag::Diagnostics& diagnostics, const ParseLimits& limits) {
  ast::Library library{.file = file};
  const source::SourceFile& source = sources.file(file);
  const auto stretch = program_stretch(source, file, diagnostics, limits);
  if (!stretch) return library;
  auto json = JsonReader(source, file, diagnostics, limits).read(*stretch, "the file");
  if (!json) return library;
  if (json->kind != ast::Json::Kind::Object) {
    diagnostics.report(diag::DiagCode::WrongType, json->span, "a library", "an object",
                       ast::type_phrase(*json));
    return library;
  }
  for (ast::Json::Member& member : json->members) {
    // A repeated name is reported as one that is defined twice.
    report_all_repeated_keys(member.value, diag::DiagCode::DuplicateKey, diagnostics);
    add_condition(member, library, diagnostics);
  }
  return library;
}

}  // namespace seedc::parse
