// The order in which the server's documents are worked on, and when requests are answered.
#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "engine/lsp/commands.h"
#include "engine/lsp/diagnostics.h"
#include "engine/lsp/server.h"

namespace seedc::lsp {
void Server::edited(const Document& document) {
  make_stale(document.uri);
  progress_[document.uri].edited = ++edits_;
  make_importers_stale(document.path);
  if (busy_ && busy_->stage > Stage::Analysed) worker_.cancel();
}

void Server::make_stale(const std::string& uri) {
  progress_[uri].stage = Stage::Stale;
  progress_[uri].results = Json::array();
  if (busy_ && busy_->uri == uri) worker_.cancel();
  refuse_waiting(uri, "the document was changed", /*all=*/false);
}

/// Of a file whose text is another now. The document itself is not stale again.
void Server::make_importers_stale(const std::string& path) {
  for (const auto& [uri, progress] : progress_) {
    if (progress.analysis == nullptr || documents_.find(uri)->path == path) continue;
    const std::vector<std::string>& sources = progress.analysis->sources;
    if (std::ranges::find(sources, path) != sources.end()) make_stale(uri);
  }
}

void Server::make_all_stale() {
  for (const auto& [uri, document] : documents_.all()) make_stale(uri);
  worker_.cancel();
}

/// Answers the requests about a document with an error: `all`, or those that need its version.
void Server::refuse_waiting(const std::string& uri, std::string_view text, bool all) {
  std::vector<Json> refused;
  std::erase_if(waiting_, [&](const Waiting& waiting) {
    const bool is_refused = waiting.feature != nullptr && waiting.uri == uri &&
                            (all || waiting.feature->need != Need::AnyAnalysis);
    if (is_refused) refused.push_back(waiting.id);
    return is_refused;
  });
  for (const Json& id : refused) send(error_response(id, ErrorCode::ContentModified, text));
}

/// Of the documents at a stage the one that was edited last.
std::optional<std::string> Server::latest(Stage stage) const {
  const std::pair<const std::string, Progress>* found = nullptr;
  for (const auto& entry : progress_) {
    const bool is_later = found == nullptr || entry.second.edited > found->second.edited;
    if (entry.second.stage == stage && is_later) found = &entry;
  }
  return found == nullptr ? std::nullopt : std::optional(found->first);
}

void Server::schedule() {
  show_errors();
  if (busy_ || state_ != State::Running) return;
  if (!start_stale() && !start_waiting()) start_improving();
}

bool Server::start_stale() {
  const auto uri = latest(Stage::Stale);
  if (!uri) return false;
  const Document& document = *documents_.find(*uri);
  const Settings& settings = workspace_.settings_for(document.path);
  if (!workspace_.is_known(settings)) {
    open_data(settings);
  } else {
    analyse_document(document, settings, Stage::Analysed);
  }
  return true;
}

bool Server::start_waiting() {
  const auto found = std::ranges::find_if(waiting_, [](const Waiting& each) {
    return each.feature != nullptr && each.feature->need == Need::Worker;
  });
  if (found == waiting_.end()) return false;
  found->uri.empty() ? start_workspace_symbols(*found) : start_work(*found);
  return true;
}

std::function<void(const base::Error&)> Server::refusal_of(const Waiting& waiting) {
  return [this, waiting](const base::Error& error) {
    worked(waiting, error_response(waiting.id, ErrorCode::InternalError, error.text));
  };
}

/// What the open documents define is known here; the files are read by the worker.
void Server::start_workspace_symbols(const Waiting& waiting) {
  std::set<std::string> open;
  for (const auto& [uri, document] : documents_.all()) open.insert(document.path);
  start({{}, Stage::Linted, refusal_of(waiting)},
        [this, waiting, open, files = files_, root = workspace_.root(),
         encoding = documents_.encoding()](engine::Host& host) -> Worker::Finish {
          const std::string part = text_at(waiting.params, {"query"});
          const Json found = files->symbols(root, part, open, encoding, host);
          return [this, waiting, found] {
            Json symbols = open_symbols(waiting.params);
            symbols.insert(symbols.end(), found.begin(), found.end());
            worked(waiting, response(waiting.id, std::move(symbols)));
          };
        });
}

void Server::start_work(const Waiting& waiting) {
  const Document document = *documents_.find(waiting.uri);
  const auto input =
      std::make_shared<AnalysisInput>(input_for(document, workspace_.settings_for(document.path)));
  const auto analysis = progress_[waiting.uri].analysis;
  start({waiting.uri, Stage::Linted, refusal_of(waiting)},
        [this, waiting, document, input, analysis,
         encoding = documents_.encoding()](engine::Host& host) -> Worker::Finish {
          const Query query{.params = waiting.params,
                            .document = document,
                            .analysis = analysis.get(),
                            .encoding = encoding};
          Json message;
          try {
            message = response(waiting.id, waiting.feature->work(query, *input, host));
          } catch (const RequestError& error) {
            message = error_response(waiting.id, error.code(), error.what());
          }
          return [this, waiting, message] { worked(waiting, message); };
        });
}

/// Answers a request that the worker has done, unless it was refused meanwhile. What a command
/// found is shown at the end of its subject's line: as an inlay hint, or else as a message.
void Server::worked(const Waiting& waiting, const Json& message) {
  if (std::erase_if(waiting_, [&](const Waiting& each) { return each.id == waiting.id; }) > 0) {
    send(message);
    const Json& result = at(message, {"result"});
    if (waiting.feature->method == kExecuteCommand && result.is_object()) {
      progress_.at(waiting.uri).results.push_back(result);
      if (refreshes_hints_) {
        refresh_hints();
      } else {
        send(notification("window/showMessage",
                          {{"type", 3}, {"message", text_at(result, {"summary"})}}));
      }
    }
  }
  answer_waiting();
}

/// Counts first, as people look at them; then the lints that take long, and those that need the
/// data.
bool Server::start_improving() {
  for (const Stage stage : {Stage::Analysed, Stage::Counted, Stage::Warned}) {
    const auto uri = latest(stage);
    if (!uri) continue;
    const Document& document = *documents_.find(*uri);
    const Settings& settings = workspace_.settings_for(document.path);
    const auto data = workspace_.data_for(settings);
    const auto& analysis = progress_[*uri].analysis;
    const bool has_data = data != nullptr && data->source() != nullptr;
    const bool is_warned = stage == Stage::Counted && analysis != nullptr && analysis->is_linted;
    if (analysis == nullptr || is_warned || (stage == Stage::Warned && !has_data)) {
      progress_[*uri].stage = is_warned ? Stage::Warned : Stage::Linted;
      return start_improving();
    }
    if (stage == Stage::Counted) {
      analyse_document(document, settings, Stage::Warned);
    } else if (stage == Stage::Warned) {
      analyse_document(document, settings, Stage::Linted);
    } else {
      start({*uri, Stage::Counted, failure_of(*uri, Stage::Counted)},
            [this, uri = *uri, analysis](engine::Host& host) -> Worker::Finish {
              auto made = counted(*analysis, host);
              return [this, uri, made] { finished(uri, Stage::Counted, made); };
            });
    }
    return true;
  }
  return false;
}

void Server::start(Busy busy, Worker::Task task) {
  busy_ = std::move(busy);
  worker_.start(std::move(task));
}

void Server::open_data(const Settings& settings) {
  std::string state = state_of_files(Workspace::key_of(settings));
  const auto failed = [this, settings, state](const base::Error& error) {
    show(text_with_help(error));
    workspace_.keep(settings, nullptr, state);
  };
  start({{}, Stage::Analysed, failed},
        [this, settings, state = std::move(state)](engine::Host& host) -> Worker::Finish {
          auto opened = OpenData::open(settings, options_.duckdb, host);
          return [this, settings, state, opened] {
            if (!opened) show(text_with_help(opened.error()));
            workspace_.keep(settings, opened ? *opened : nullptr, state);
          };
        });
}

AnalysisInput Server::input_for(const Document& document, const Settings& settings) const {
  const Progress& progress = progress_.at(document.uri);
  AnalysisInput input{.document = document,
                      .others = {},
                      .root = workspace_.root(),
                      .settings = settings,
                      .data = workspace_.data_for(settings),
                      .proofs = proofs_,
                      .was_linted = progress.analysis != nullptr && progress.analysis->is_linted};
  for (const auto& [uri, other] : documents_.all()) {
    if (uri != document.uri) input.others.emplace(other.path, other.lines);
  }
  return input;
}

void Server::analyse_document(const Document& document, const Settings& settings, Stage stage) {
  start({document.uri, stage, failure_of(document.uri, stage)},
        [this, uri = document.uri, stage,
         input = std::make_shared<AnalysisInput>(input_for(document, settings))](
            engine::Host& host) -> Worker::Finish {
          const Lints lints = stage == Stage::Linted   ? Lints::All
                              : stage == Stage::Warned ? Lints::WithoutData
                                                       : Lints::Quick;
          auto made = analyse(*input, lints, host);
          if (made && stage != Stage::Analysed) made = counted(**made, host);
          return [this, uri, stage, made] { finished(uri, stage, made); };
        });
}

/// The stage is reached without what it was to find, so that it is not tried again.
std::function<void(const base::Error&)> Server::failure_of(const std::string& uri, Stage stage) {
  return
      [this, uri, stage](const base::Error& error) { finished(uri, stage, tl::unexpected(error)); };
}

/// An analysis that is not of the document's version any more is forgotten.
void Server::finished(const std::string& uri, Stage stage,
                      const base::Result<std::shared_ptr<Analysis>>& analysis) {
  const Document* document = documents_.find(uri);
  const auto found = progress_.find(uri);
  if (document == nullptr || found == progress_.end()) return;
  Progress& progress = found->second;
  const bool was_stale = progress.stage == Stage::Stale;
  if (was_stale != (stage == Stage::Analysed)) return;
  if (analysis && stage == Stage::Analysed) progress.imported = imported_files(**analysis);
  progress.stage = stage;
  if (!analysis) {
    if (stage == Stage::Analysed) progress.analysis = nullptr;
    stage == Stage::Analysed ? show(text_with_help(analysis.error()))
                             : log(text_with_help(analysis.error()));
  } else if ((*analysis)->lines == document->lines) {
    progress.analysis = *analysis;
    // Counts change no diagnostic.
    stage == Stage::Counted ? keep_counts(progress, document->lines) : publish(progress);
  } else {
    progress.stage = Stage::Stale;
  }
  schedule();  // The worker goes on while requests are answered.
  answer_waiting();
}

/// The client asks for hints after an edit by itself. If the same text was counted before, it is
/// the data or an imported file that is another.
void Server::keep_counts(Progress& progress, const std::shared_ptr<const TextLines>& lines) {
  const bool is_recount = std::exchange(progress.counted, lines) == lines;
  if (is_recount && refreshes_hints_) refresh_hints();
}

void Server::refresh_hints() { send(request(++asked_, "workspace/inlayHint/refresh", nullptr)); }

/// Sends the diagnostics, unless they are what the client has.
void Server::publish(Progress& progress) {
  Json params = diagnostics_of(*progress.analysis, documents_.encoding());
  if (params == progress.published) return;
  progress.published = params;
  send(notification("textDocument/publishDiagnostics", std::move(params)));
}

Query Server::query_of(const Waiting& waiting, const Document& document) const {
  const auto& analysis = progress_.at(waiting.uri).analysis;
  const OfferedNames* names =
      analysis == nullptr || analysis->data == nullptr ? nullptr : analysis->data->offered().get();
  return {.params = waiting.params,
          .document = document,
          .analysis = analysis.get(),
          .names = names,
          .results = &progress_.at(waiting.uri).results,
          .encoding = documents_.encoding(),
          .has_lenses = has_lenses_};
}

/// Whether other requests are answered first: after an edit, what people look at at the cursor is
/// counted soon, and what is about the whole document takes long to answer.
bool Server::is_put_off(const Waiting& waiting) const {
  return waiting.feature->need == Need::WholeAnalysis && busy_ && busy_->uri == waiting.uri &&
         busy_->stage == Stage::Counted && progress_.at(waiting.uri).counted != nullptr;
}

/// Answers a request if what it needs is there.
bool Server::answer_now(const Waiting& waiting) {
  const Need need = waiting.feature->need;
  if (need == Need::Worker) return false;
  const Progress& progress = progress_.at(waiting.uri);
  const bool has_any = progress.analysis != nullptr || progress.stage > Stage::Stale;
  const bool is_ready = need == Need::AnyAnalysis ? has_any
                        : need == Need::Counts    ? progress.stage > Stage::Analysed
                                                  : progress.stage > Stage::Stale;
  if (!is_ready || is_put_off(waiting)) return false;
  const Document& document = *documents_.find(waiting.uri);
  if (progress.analysis == nullptr) {
    send(error_response(waiting.id, ErrorCode::RequestFailed, "the document was not read"));
    return true;
  }
  try {
    send(response(waiting.id, waiting.feature->answer(query_of(waiting, document))));
  } catch (const RequestError& error) {
    send(error_response(waiting.id, error.code(), error.what()));
  }
  return true;
}

/// Answers whatever can be answered; the end of the server only when all is.
void Server::answer_waiting() {
  std::vector<Waiting> left;
  for (Waiting& waiting : std::exchange(waiting_, {})) {
    if (waiting.feature == nullptr && left.empty()) {
      state_ = State::ShutDown;
      worker_.cancel();
      send(response(waiting.id, nullptr));
    } else if (waiting.feature == nullptr || !answer_now(waiting)) {
      left.push_back(std::move(waiting));
    }
  }
  waiting_ = std::move(left);
}

void Server::check_files() {
  if (workspace_.drop_changed()) make_all_stale();
  std::set<std::string> changed;
  for (auto& [uri, progress] : progress_) {
    for (auto& [path, state] : progress.imported) {
      std::string now = state_of_files(path);
      if (now != state) changed.insert(path);
      state = std::move(now);
    }
  }
  for (const std::string& path : changed) make_importers_stale(path);
}

/// Of the files that a document imports and that are not open.
std::map<std::string, std::string> Server::imported_files(const Analysis& analysis) const {
  std::map<std::string, std::string> states;
  for (const std::string& path : analysis.sources) {
    const bool is_open = std::ranges::any_of(
        documents_.all(), [&](const auto& entry) { return entry.second.path == path; });
    if (!is_open) states.emplace(path, state_of_files(path));
  }
  return states;
}

void Server::show_errors() {
  for (const std::string& text : workspace_.take_errors()) show(text);
}

}  // namespace seedc::lsp
