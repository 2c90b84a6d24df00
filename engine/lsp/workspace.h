// The folders that the client has open: the settings of their programs, and their data.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "engine/lsp/json_rpc.h"
#include "engine/lsp/open_data.h"
#include "engine/lsp/serve.h"
#include "engine/lsp/settings.h"

namespace seedc::lsp {

/// Used by the server's thread; the data that it gives out by the worker's.
class Workspace {
 public:
  explicit Workspace(const ServeOptions& options) : options_(options) {}

  void set_root(std::string folder) { root_ = std::move(folder); }
  const std::string& root() const { return root_; }
  /// Those that the client gives. Forgets what was read before.
  void set_client_settings(Json settings);
  /// From now on settings and data are read again when they are asked for.
  void forget_settings() {
    by_folder_.clear();
    folder_texts_.clear();
  }

  /// The path of the data of settings; empty if they name none.
  static std::string key_of(const Settings& settings) {
    return settings.data.empty() ? settings.schema : settings.data;
  }
  /// For a document: what the caller gives, then the client, then the folder's file.
  const Settings& settings_for(const std::string& path);
  /// Texts about settings that could not be read, each once.
  std::vector<std::string> take_errors() { return std::exchange(errors_, {}); }

  /// The data that settings name: a null pointer if they name none, or if it could not be read.
  std::shared_ptr<OpenData> data_for(const Settings& settings) const;
  /// Whether `keep` was called for it, whatever for.
  bool is_known(const Settings& settings) const;
  /// `state`: that of its files before it was read.
  void keep(const Settings& settings, std::shared_ptr<OpenData> data, std::string state);
  /// Forgets the data whose files changed, and all settings if those of a folder did; whether there
  /// were any.
  bool drop_changed();

 private:
  Json folder_settings(const std::string& folder);

  const ServeOptions& options_;
  std::string root_;
  Json client_ = Json::object();
  std::map<std::string, Settings> by_folder_;
  std::map<std::string, std::string> folder_texts_;  ///< as the caller gave them, by folder
  struct Kept {
    std::shared_ptr<OpenData> data;
    std::string state;  ///< of its files when it was read
  };
  std::map<std::string, Kept> data_;  ///< by path
  std::vector<std::string> errors_;
};

}  // namespace seedc::lsp
