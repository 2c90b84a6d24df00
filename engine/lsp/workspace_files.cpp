// Finds programs in folders, and compiles those that are new.
#include "engine/lsp/workspace_files.h"

#include <filesystem>
#include <system_error>
#include <vector>

#include "compiler/parse/parse.h"
#include "engine/lsp/open_data.h"
#include "runtime/language/text.h"

namespace seedc::lsp {
namespace {

namespace fs = std::filesystem;

/// JSON that is larger is data.
constexpr std::uintmax_t kMostJsonBytes = std::uintmax_t{1} << 20;

bool is_left_out(const fs::path& folder) {
  const std::string name = folder.filename().string();
  return name.starts_with('.') || name == "node_modules" || name == "build";
}

bool may_be_program(const fs::directory_entry& entry) {
  std::error_code failed;
  if (!entry.is_regular_file(failed)) return false;
  const std::string extension = entry.path().extension().string();
  if (extension == ".req") return true;
  const bool is_json = extension == ".json" || extension == ".jsonl";
  return is_json && entry.file_size(failed) <= kMostJsonBytes && !failed;
}

/// Other JSON is not one that has mistakes.
bool is_program(const std::string& path, const std::string& text, const base::Call& call) {
  if (!engine::is_json_program(path, text)) return true;
  source::SourceManager sources;
  diag::Diagnostics diagnostics;
  const source::FileId file = sources.add(path, text);
  parse::parse_json_program(sources, file, diagnostics, {.call = call});
  return !diagnostics.has_errors();
}

Json compiled_symbols(const std::string& path, Encoding encoding, engine::Host& host) {
  Json found = Json::array();
  engine::KeptFiles files(engine::disk_files());
  auto text = files.read(path, base::limits::kProgramBytes);
  if (!text || !is_program(path, *text, host.call())) return found;
  auto compiled =
      engine::compile_files({path}, {.skip_unreadable = true, .files = &files, .host = &host});
  if (!compiled) return found;
  Analysis analysis;
  analysis.uri = uri_of_path(path);
  analysis.lines = std::make_shared<TextLines>(*std::move(text));
  analysis.compilation = *std::move(compiled);
  const Document document{
      .uri = analysis.uri, .path = path, .language = {}, .lines = analysis.lines};
  const Json params;
  add_symbols_with(
      "", {.params = params, .document = document, .analysis = &analysis, .encoding = encoding},
      found);
  return found;
}

}  // namespace

std::vector<std::string> programs_below(const std::string& root, const base::Call& call) {
  constexpr std::size_t kMostEntries = 100'000, kMostFiles = 2'000;
  std::vector<std::string> found;
  std::error_code failed;
  fs::recursive_directory_iterator it(root, fs::directory_options::skip_permission_denied, failed);
  const fs::recursive_directory_iterator end;
  for (std::size_t entries = 0; !failed && it != end && entries < kMostEntries; ++entries) {
    call.check();
    std::error_code unknown;
    if (it->is_directory(unknown) && is_left_out(it->path())) it.disable_recursion_pending();
    if (may_be_program(*it)) found.push_back(it->path().string());
    if (found.size() == kMostFiles) break;
    it.increment(failed);
  }
  return found;
}

const Json& WorkspaceFiles::symbols_of(const std::string& path, Encoding encoding,
                                       engine::Host& host) {
  std::string state = state_of_files(path);
  Known& known = known_[path];
  if (known.state != state) {
    known.symbols = compiled_symbols(path, encoding, host);
    known.state = std::move(state);
  }
  return known.symbols;
}

Json WorkspaceFiles::symbols(const std::string& root, const std::string& part,
                             const std::set<std::string>& open, Encoding encoding,
                             engine::Host& host) {
  Json found = Json::array();
  if (root.empty()) return found;
  const std::string lowered = language::lower(part);
  for (const std::string& path : programs_below(root, host.call())) {
    host.call().check();
    if (open.contains(path)) continue;
    for (const Json& symbol : symbols_of(path, encoding, host)) {
      if (language::lower(text_at(symbol, {"name"})).find(lowered) != std::string::npos)
        found.push_back(symbol);
    }
  }
  return found;
}

}  // namespace seedc::lsp
