// A program in either notation with what was reported about it, for the tests of both.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "compiler/parse/parse.h"

namespace seedc::parse {

struct Parsed {
  source::SourceManager sources;
  diag::Diagnostics diagnostics;
  ast::Program program;

  std::vector<std::string> messages() const {
    std::vector<std::string> texts;
    for (const diag::Diagnostic* diagnostic : diagnostics.sorted())
      texts.push_back(diagnostic->text);
    return texts;
  }
  std::string text(source::Span span) const { return std::string(sources.text(span)); }
};

inline Parsed parsed_json(std::string text) {
  Parsed parsed;
  const source::FileId file = parsed.sources.add("test.json", std::move(text));
  parsed.program = parse_json_program(parsed.sources, file, parsed.diagnostics);
  return parsed;
}

inline Parsed parsed_shorthand(std::string text, const ParseLimits& limits = {}) {
  Parsed parsed;
  const source::FileId file = parsed.sources.add("test.req", std::move(text));
  parsed.program = parse_shorthand(parsed.sources, file, parsed.diagnostics, limits);
  return parsed;
}

}  // namespace seedc::parse
