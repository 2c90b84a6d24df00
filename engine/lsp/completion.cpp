// Selects and orders candidates.
#include "engine/lsp/completion.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>

#include "engine/lsp/tree_search.h"
#include "runtime/language/conditions.h"
#include "runtime/language/describe.h"
#include "runtime/language/text.h"

namespace seedc::lsp {
namespace {

/// How well a label fits: 0 it begins so, 1 a word of it does, 2 it contains it; std::nullopt: not
/// at all.
std::optional<int> fit(std::string_view label, const std::string& prefix) {
  const std::string text = language::lower(label);
  const std::size_t first = text.find(prefix);
  if (first == std::string::npos) return std::nullopt;
  if (first == 0) return 0;
  for (std::size_t at = first; at != std::string::npos; at = text.find(prefix, at + 1)) {
    if (std::string_view("_./- ").find(text[at - 1]) != std::string_view::npos) return 1;
  }
  return 2;
}

/// What is written, without the colon or the parentheses that follow the word already.
std::string fitted(std::string written, std::string_view behind) {
  behind.remove_prefix(std::min(behind.find_first_not_of(" \t"), behind.size()));
  for (const std::string_view end : {": ", "($0)"}) {
    if (written.ends_with(end) && behind.starts_with(end.front()))
      written.resize(written.size() - end.size());
  }
  return written;
}

Json item_of(const Query& query, const Candidate& candidate, int order, const Extent& word) {
  const std::string written =
      fitted(candidate.written.empty() ? candidate.label : candidate.written,
             std::string_view(query.document.text()).substr(word.end));
  const bool is_snippet = written.find("$0") != std::string::npos;
  Json item = {
      {"label", candidate.label},
      {"kind", static_cast<int>(candidate.kind)},
      {"sortText", fmt::format("{}{}", order, candidate.label)},
      {"filterText",
       query.document.text().substr(word.begin, word.end - word.begin).starts_with('"')
           ? "\"" + candidate.label
           : candidate.label},
      {"insertTextFormat", is_snippet ? 2 : 1},
      {"textEdit", {{"range", query.range_of(word.begin, word.end)}, {"newText", written}}}};
  if (!candidate.detail.empty()) {
    item["detail"] = candidate.detail;
    item["labelDetails"] = {{"description", candidate.detail}};
  }
  if (!candidate.documentation.empty())
    item["documentation"] = {{"kind", "markdown"}, {"value", candidate.documentation}};
  return item;
}

std::string dotted(const language::Path& path) { return fmt::format("{}", fmt::join(path, ".")); }

}  // namespace

Json completion_list(const Query& query, const std::vector<Candidate>& candidates,
                     const Extent& word, const std::string& prefix) {
  const std::string wanted = language::lower(prefix);
  std::vector<std::pair<int, const Candidate*>> fitting;
  for (const Candidate& candidate : candidates) {
    if (const auto how = fit(candidate.label, wanted))
      fitting.emplace_back(3 * *how + candidate.order, &candidate);
  }
  std::ranges::stable_sort(fitting, [](const auto& a, const auto& b) {
    return std::tie(a.first, a.second->label) < std::tie(b.first, b.second->label);
  });
  const bool is_cut = fitting.size() > kMostProposed;
  if (is_cut) fitting.resize(kMostProposed);
  Json items = Json::array();
  for (const auto& [order, candidate] : fitting)
    items.push_back(item_of(query, *candidate, order, word));
  return {{"isIncomplete", is_cut}, {"items", std::move(items)}};
}

std::vector<Candidate> name_candidates(const Query& query) {
  std::vector<Candidate> found;
  if (query.analysis != nullptr) {
    for (const Definition& definition : definitions(*query.analysis)) {
      const engine::Tally* tally = tally_of(*query.analysis, *definition.value);
      const language::Condition* condition = condition_of(*query.analysis, *definition.value);
      found.push_back(
          {.label = definition.name,
           .kind = Proposal::Variable,
           .detail = tally == nullptr ? "defined here" : text_of(*tally),
           .documentation = condition == nullptr ? "" : language::describe(*condition).sentence,
           .order = 0});
    }
  }
  if (query.names == nullptr) return found;
  for (const OfferedName& name : query.names->names) {
    found.push_back({.label = name.name,
                     .kind = Proposal::Constant,
                     .detail = name.is_counted ? text_of(name.tally) : name.group,
                     .documentation = name.meaning + "\n\n" + name.origin});
  }
  return found;
}

std::vector<Candidate> path_candidates(const Query& query) {
  std::vector<Candidate> found;
  if (query.names == nullptr) return found;
  for (const language::SchemaPath& path : query.names->schema.item_paths) {
    found.push_back(
        {.label = dotted(path.path),
         .kind = Proposal::Property,
         .detail = fmt::format("{} of {} items", path.present, query.names->schema.items),
         .documentation = fmt::format("{}", fmt::join(path.types, ", ")),
         .order = 0});
  }
  return found;
}

std::vector<Candidate> value_candidates(const Query& query, const std::string& path) {
  std::vector<Candidate> found;
  if (query.names == nullptr) return found;
  for (const language::SchemaPath& each : query.names->schema.item_paths) {
    if (dotted(each.path) != path) continue;
    for (const auto& [value, count] : each.commonest) {
      const std::string quoted = dumped(value);
      found.push_back({.label = value,
                       .kind = Proposal::EnumMember,
                       .detail = fmt::format("{} of {} items", count, query.names->schema.items),
                       .documentation = {},
                       .written = quoted,
                       .order = 0});
    }
  }
  return found;
}

std::vector<Candidate> file_candidates(const Query& query, std::vector<std::string> endings) {
  namespace fs = std::filesystem;
  constexpr int kMostFiles = 1'000;
  std::vector<Candidate> found;
  const fs::path folder = fs::path(query.document.path).parent_path();
  std::error_code failed;
  int seen = 0;
  for (fs::recursive_directory_iterator
           it(folder, fs::directory_options::skip_permission_denied, failed),
       end;
       !failed && it != end && seen < kMostFiles; it.increment(failed), ++seen) {
    const fs::path& file = it->path();
    if (std::ranges::find(endings, file.extension().string()) == endings.end()) continue;
    if (file == query.document.path) continue;
    const std::string name = file.lexically_relative(folder).string();
    found.push_back({.label = name,
                     .kind = Proposal::File,
                     .detail = {},
                     .documentation = {},
                     .written = dumped(name)});
  }
  return found;
}

Json complete(const Query& query) {
  const std::size_t offset = query.offset();
  if (engine::is_json_program(query.document.path, query.document.text())) {
    const JsonCandidates found = json_candidates(query);
    return completion_list(query, found.candidates, found.word, found.prefix);
  }
  const ShorthandContext context = context_at(query.document.text(), offset);
  return completion_list(query, shorthand_candidates(query, context), context.word, context.prefix);
}

}  // namespace seedc::lsp
