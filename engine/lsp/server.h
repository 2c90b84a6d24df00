// The server: the state of one client, and the order in which its documents are worked on.
//
// One thread, the caller's, owns all of it. Another reads messages, a third does what takes time;
// both put what they have into the inbox. An edit cancels what is being done for the text before
// it, and whatever is less urgent; only results for the version that a document has are sent.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/lsp/documents.h"
#include "engine/lsp/features.h"
#include "engine/lsp/inbox.h"
#include "engine/lsp/serve.h"
#include "engine/lsp/worker.h"
#include "engine/lsp/workspace.h"
#include "engine/lsp/workspace_files.h"

namespace seedc::lsp {

class Server {
 public:
  explicit Server(const ServeOptions& options);

  /// Where what the client sends is put, by any thread.
  Inbox& inbox() { return inbox_; }
  /// Until the client says `exit`, sends nothing any more, or does not take what is sent.
  void run();
  /// Whether the client asked for the end, and was answered.
  bool is_shut_down() const { return is_heard_ && state_ == State::ShutDown; }

 private:
  enum class State : std::uint8_t { New, Running, ShutDown };
  /// How much is known of a document's version.
  enum class Stage : std::uint8_t {
    Stale,
    Analysed,  ///< compiled
    Counted,
    Warned,  ///< with all lints that need no data
    Linted,  ///< with all lints
  };
  struct Progress {
    Stage stage = Stage::Stale;
    std::shared_ptr<const Analysis> analysis;     ///< of an earlier version while it is stale
    std::shared_ptr<const TextLines> counted;     ///< the version last counted, of which most is
                                                  ///< remembered; a null pointer: none was
    std::uint64_t edited = 0;                     ///< larger numbers later
    std::map<std::string, std::string> imported;  ///< files on disk, with `state_of_files`
    Json published;                               ///< what was last sent
    Json results = Json::array();                 ///< of commands on this version, the newest last
  };
  /// What the worker does: for which document, to reach which stage.
  struct Busy {
    std::string uri;
    Stage stage = Stage::Stale;
    std::function<void(const base::Error&)> failed;  ///< instead of what the task returns
  };
  /// A request that is not answered yet.
  struct Waiting {
    Json id;
    const Feature* feature;  ///< a null pointer: `shutdown`
    Json params;
    std::string uri;  ///< empty: not about a document
  };

  // Messages.
  void handle(Event& event);
  void handle_json(const Json& json);
  void handle_message(const Json& message);
  void answer(const Json& id, const std::string& method, const Json& params);
  void notify(const std::string& method, const Json& params);
  void send(const Json& message);
  void show(std::string_view text);
  void warn(const std::string& text);
  void log(std::string_view text);
  void report_skipped(const Piece& piece);

  // The methods of the server itself.
  Json initialize(const Json& params);
  Json open_symbols(const Json& params) const;
  void shut_down(const Json& id);
  void opened(const Json& params);
  void changed(const Json& params);
  void closed(const Json& params);
  void configured(const Json& params);
  /// Of this server: what has no effect is warned of.
  void take_settings(const Json& settings);
  void files_changed(const Json& params);
  void cancelled(const Json& params);

  // The order of work.
  void edited(const Document& document);
  void make_stale(const std::string& uri);
  void make_importers_stale(const std::string& path);
  void make_all_stale();
  void schedule();
  bool start_stale();
  bool start_waiting();
  void start_work(const Waiting& waiting);
  void start_workspace_symbols(const Waiting& waiting);
  bool start_improving();
  void start(Busy busy, Worker::Task task);
  std::function<void(const base::Error&)> refusal_of(const Waiting& waiting);
  std::function<void(const base::Error&)> failure_of(const std::string& uri, Stage stage);
  void open_data(const Settings& settings);
  void analyse_document(const Document& document, const Settings& settings, Stage stage);
  void finished(const std::string& uri, Stage stage,
                const base::Result<std::shared_ptr<Analysis>>& analysis);
  void keep_counts(Progress& progress, const std::shared_ptr<const TextLines>& lines);
  void refresh_hints();
  void publish(Progress& progress);
  void answer_waiting();
  bool answer_now(const Waiting& waiting);
  bool is_put_off(const Waiting& waiting) const;
  void refuse_waiting(const std::string& uri, std::string_view text, bool all);
  void worked(const Waiting& waiting, const Json& message);
  Query query_of(const Waiting& waiting, const Document& document) const;
  AnalysisInput input_for(const Document& document, const Settings& settings) const;
  std::optional<std::string> latest(Stage stage) const;
  void check_files();
  std::map<std::string, std::string> imported_files(const Analysis& analysis) const;
  void show_errors();

  const ServeOptions& options_;
  State state_ = State::New;
  bool ends_ = false;
  bool is_heard_ = true;  ///< the client takes what is sent
  Documents documents_;
  Workspace workspace_;
  std::set<std::string> warned_;                                                ///< of data
  std::shared_ptr<WorkspaceFiles> files_ = std::make_shared<WorkspaceFiles>();  ///< the worker's
  std::shared_ptr<lint::Proofs> proofs_ = std::make_shared<lint::Proofs>();     ///< the same
  std::map<std::string, Progress> progress_;  ///< by URI, of open documents
  std::uint64_t edits_ = 0;
  std::vector<Waiting> waiting_;  ///< in order
  std::deque<Event> held_;        ///< messages that wait for the task before them
  bool has_lenses_ = false;       ///< whether the client shows code lenses
  bool refreshes_hints_ = false;  ///< whether it requests inlay hints again when it is asked to
  std::int64_t asked_ = 0;        ///< requests sent to the client
  std::optional<Busy> busy_;
  Inbox inbox_;
  Worker worker_;
};

}  // namespace seedc::lsp
