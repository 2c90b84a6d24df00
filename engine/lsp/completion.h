// The parts of completion: what may be written at a location, by language.
#pragma once

#include <string>
#include <vector>

#include "engine/lsp/features.h"
#include "engine/lsp/shorthand_context.h"

namespace seedc::lsp {

/// CompletionItemKind of the protocol.
enum class Proposal : std::uint8_t {
  Function = 3,
  Field = 5,
  Variable = 6,
  Property = 10,
  Value = 12,
  Keyword = 14,
  File = 17,
  EnumMember = 20,
  Constant = 21,
  Operator = 24,
};

/// Something that may be written.
struct Candidate {
  std::string label;
  Proposal kind = Proposal::Value;
  std::string detail;         ///< beside the label: `3 yes, 12 no, 57 ?`
  std::string documentation;  ///< Markdown
  std::string written = {};   ///< in place of the label; `$0` is where the cursor goes
  int order = 1;              ///< smaller ones first
};

std::vector<Candidate> shorthand_candidates(const Query& query, const ShorthandContext& context);

/// In JSON, with the bytes to replace.
struct JsonCandidates {
  std::vector<Candidate> candidates;
  Extent word;
  std::string prefix;
};
JsonCandidates json_candidates(const Query& query);

/// The answer: the candidates that fit what is written, the best first, and at most kMostProposed
/// of them.
Json completion_list(const Query& query, const std::vector<Candidate>& candidates,
                     const Extent& word, const std::string& prefix);
constexpr std::size_t kMostProposed = 500;

/// The names of conditions: those that the document defines, and those of the data.
std::vector<Candidate> name_candidates(const Query& query);
/// The paths of items, and the values that occur at one.
std::vector<Candidate> path_candidates(const Query& query);
std::vector<Candidate> value_candidates(const Query& query, const std::string& path);
/// The files below the document's folder whose names end so.
std::vector<Candidate> file_candidates(const Query& query, std::vector<std::string> endings);

}  // namespace seedc::lsp
