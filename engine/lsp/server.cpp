// Dispatches messages.
#include "engine/lsp/server.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/guarded.h"
#include "engine/lsp/commands.h"
#include "engine/lsp/diagnostics.h"
#include "engine/lsp/reader.h"
#include "engine/lsp/settings.h"

namespace seedc::lsp {
namespace {

using namespace std::chrono_literals;

/// How often the files of the data are looked at.
constexpr std::chrono::milliseconds kFileCheck = 2s;

/// The one of the client's that costs least here; UTF-16 if it offers none.
Encoding negotiated(const Json& params) {
  const Json& offered = at(params, {"capabilities", "general", "positionEncodings"});
  const auto has = [&](const char* name) {
    return offered.is_array() && std::ranges::find(offered, Json(name)) != offered.end();
  };
  if (has("utf-8")) return Encoding::Utf8;
  if (!has("utf-16") && has("utf-32")) return Encoding::Utf32;
  return Encoding::Utf16;
}

/// The first folder of the workspace; empty if there is none.
std::string root_of(const Json& params) {
  const Json& folders = at(params, {"workspaceFolders"});
  if (folders.is_array() && !folders.empty()) return path_of_uri(text_at(folders.front(), {"uri"}));
  const std::string uri = text_at(params, {"rootUri"});
  return uri.empty() ? text_at(params, {"rootPath"}) : path_of_uri(uri);
}

}  // namespace

Server::Server(const ServeOptions& options)
    : options_(options),
      workspace_(options),
      worker_(
          *options.host, options.run,
          [this](Worker::Finish finish, std::optional<base::Error> error) {
            inbox_.put(Deferred([this, finish = std::move(finish), error = std::move(error)] {
              const auto failed = std::exchange(busy_, std::nullopt)->failed;
              if (finish) finish();
              if (error) failed(*error);
            }));
          },
          [this](std::string text) {
            inbox_.put(Deferred([this, text = std::move(text)] { warn(text); }));
          }) {}

void Server::run() {
  auto next_check = std::chrono::steady_clock::now() + kFileCheck;
  while (!ends_) {
    options_.host->call().check();
    std::optional<Event> event;
    if (!held_.empty() && !busy_) {
      event = std::move(held_.front());
      held_.pop_front();
    } else {
      event = inbox_.take(100ms);
    }
    if (event && options_.in_order && busy_ && !std::holds_alternative<Deferred>(*event)) {
      held_.push_back(*std::move(event));
      continue;
    }
    if (event) handle(*event);
    if (std::chrono::steady_clock::now() >= next_check) {
      check_files();
      next_check = std::chrono::steady_clock::now() + kFileCheck;
    }
    if (!ends_) schedule();
  }
}

void Server::handle(Event& event) {
  if (const auto* json = std::get_if<Json>(&event)) return handle_json(*json);
  if (const auto* piece = std::get_if<Piece>(&event)) return report_skipped(*piece);
  if (const auto* deferred = std::get_if<Deferred>(&event)) return (*deferred)();
  ends_ = true;
}

void Server::handle_json(const Json& json) {
  if (json.is_discarded())
    return send(error_response(nullptr, ErrorCode::ParseError, "the message is not JSON"));
  if (!json.is_array()) return handle_message(json);
  for (const Json& each : json) handle_message(each);
}

void Server::handle_message(const Json& message) {
  const Json& id = at(message, {"id"});
  const std::string method = text_at(message, {"method"});
  const Json& params = at(message, {"params"});
  const bool has_id = id.is_string() || id.is_number_integer();
  if (method.empty()) {
    const bool is_answer = has_id && (message.contains("result") || message.contains("error"));
    if (!is_answer)
      send(error_response(has_id ? id : Json(), ErrorCode::InvalidRequest,
                          "a message needs a method"));
    return;
  }
  try {
    has_id ? answer(id, method, params) : notify(method, params);
  } catch (const RequestError& error) {
    if (has_id) send(error_response(id, error.code(), error.what()));
  }
}

void Server::answer(const Json& id, const std::string& method, const Json& params) {
  if (method == "initialize") return send(response(id, initialize(params)));
  if (state_ == State::New)
    throw RequestError(ErrorCode::ServerNotInitialized, "the first request must be `initialize`");
  if (state_ == State::ShutDown)
    throw RequestError(ErrorCode::InvalidRequest, "the server is shut down");
  if (method == "shutdown") return shut_down(id);
  const auto found = std::ranges::find(features(), method, &Feature::method);
  if (found == features().end())
    throw RequestError(ErrorCode::MethodNotFound, "there is no method `" + method + "`");
  if (method == kWorkspaceSymbol) {
    waiting_.push_back({id, &*found, params, {}});
    return answer_waiting();
  }
  Json used = method == kExecuteCommand    ? command_params(params)
              : method == kResolveCodeLens ? code_lens_params(params)
                                           : params;
  const std::string uri = documents_.of(used).uri;
  waiting_.push_back({id, &*found, std::move(used), uri});
  answer_waiting();
}

void Server::notify(const std::string& method, const Json& params) {
  if (method == "exit") {
    ends_ = true;
    return;
  }
  if (state_ != State::Running) return;
  using Handler = void (Server::*)(const Json&);
  static const std::map<std::string, Handler> kHandlers = {
      {"textDocument/didOpen", &Server::opened},
      {"textDocument/didChange", &Server::changed},
      {"textDocument/didClose", &Server::closed},
      {"textDocument/didSave", &Server::files_changed},
      {"workspace/didChangeConfiguration", &Server::configured},
      {"workspace/didChangeWatchedFiles", &Server::files_changed},
      {"$/cancelRequest", &Server::cancelled},
  };
  const auto found = kHandlers.find(method);
  if (found != kHandlers.end()) (this->*found->second)(params);
}

void Server::send(const Json& message) {
  if (options_.write(framed(dumped(message)))) return;
  ends_ = true;
  is_heard_ = false;
}

void Server::show(std::string_view text) {
  send(notification("window/showMessage", {{"type", 1}, {"message", text}}));
}

/// Once each: the data is read again for whatever needs more of it.
void Server::warn(const std::string& text) {
  if (warned_.insert(text).second)
    send(notification("window/showMessage", {{"type", 2}, {"message", text}}));
}

void Server::log(std::string_view text) {
  send(notification("window/logMessage", {{"type", 2}, {"message", text}}));
}

/// If the client tells of a document in it, what is known of that is not its text any more.
void Server::report_skipped(const Piece& piece) {
  if (piece.kind == Piece::Kind::Broken)
    return log(
        fmt::format("{} bytes were left out: they are not the headers of a message", piece.bytes));
  show(fmt::format("a message of {} bytes was left out: a program may have {} bytes", piece.bytes,
                   base::limits::kProgramBytes));
  send(error_response(nullptr, ErrorCode::InvalidRequest, "the message is too long"));
  std::vector<std::string> lost;
  for (const auto& [uri, document] : documents_.all()) {
    if (piece.text.find(dumped(uri)) != std::string::npos) lost.push_back(uri);
  }
  for (const std::string& uri : lost) closed({{"textDocument", {{"uri", uri}}}});
}

Json Server::initialize(const Json& params) {
  if (state_ != State::New)
    throw RequestError(ErrorCode::InvalidRequest, "the server is initialized already");
  state_ = State::Running;
  documents_.set_encoding(negotiated(params));
  workspace_.set_root(root_of(params));
  const Json& client = at(params, {"capabilities"});
  has_lenses_ = at(client, {"textDocument", "codeLens"}).is_object();
  refreshes_hints_ = is_true_at(client, {"workspace", "inlayHint", "refreshSupport"});
  const Json& settings = at(params, {"initializationOptions"});
  if (settings.is_object()) take_settings(settings);
  return {{"capabilities", capabilities(documents_.encoding())},
          {"serverInfo", {{"name", "seedc"}, {"version", options_.version}}}};
}

/// Of the open documents, as they were when they were last compiled.
Json Server::open_symbols(const Json& params) const {
  const std::string part = text_at(params, {"query"});
  Json found = Json::array();
  for (const auto& [uri, progress] : progress_) {
    if (progress.stage == Stage::Stale || progress.analysis == nullptr) continue;
    const Query query{.params = params,
                      .document = *documents_.find(uri),
                      .analysis = progress.analysis.get(),
                      .encoding = documents_.encoding()};
    add_symbols_with(part, query, found);
  }
  return found;
}

void Server::shut_down(const Json& id) {
  waiting_.push_back({id, nullptr, {}, {}});
  answer_waiting();
}

void Server::opened(const Json& params) {
  if (const Document* document = documents_.open(params)) edited(*document);
}

void Server::changed(const Json& params) {
  if (const Document* document = documents_.change(params)) edited(*document);
}

void Server::closed(const Json& params) {
  const auto document = documents_.close(params);
  if (!document) return;
  if (busy_ && busy_->uri == document->uri) worker_.cancel();
  refuse_waiting(document->uri, "the document was closed", /*all=*/true);
  progress_.erase(document->uri);
  make_importers_stale(document->path);
  send(notification("textDocument/publishDiagnostics",
                    {{"uri", document->uri}, {"diagnostics", Json::array()}}));
}

void Server::configured(const Json& params) {
  const Json& settings = at(params, {"settings"});
  const Json& own = at(settings, {"seedc"});
  // Without a section of its own the settings may be those of other servers, too.
  own.is_object() ? take_settings(own) : workspace_.set_client_settings(settings);
  make_all_stale();
}

void Server::take_settings(const Json& settings) {
  workspace_.set_client_settings(settings);
  for (const std::string& fault : setting_faults(settings)) warn(fault);
}

void Server::files_changed(const Json& /*params*/) { check_files(); }

void Server::cancelled(const Json& params) {
  const Json& id = at(params, {"id"});
  const auto found = std::ranges::find(waiting_, id, &Waiting::id);
  if (found == waiting_.end() || found->feature == nullptr) return;
  waiting_.erase(found);
  send(error_response(id, ErrorCode::RequestCancelled, "the request was cancelled"));
  answer_waiting();
}

base::Result<bool> serve(const ServeOptions& options) {
  return engine::guarded([&]() -> base::Result<bool> {
    Server server(options);
    Reader reader(options, server.inbox());
    server.run();
    return server.is_shut_down();
  });
}

}  // namespace seedc::lsp
