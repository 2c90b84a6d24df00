// Merges settings and keeps data.
#include "engine/lsp/workspace.h"

#include <algorithm>
#include <filesystem>
#include <utility>

namespace seedc::lsp {
namespace {

/// The members of `over` come before those of `under`.
Settings merged(Settings over, Settings under) {
  const auto take = [](auto& mine, auto& other) {
    if (mine.empty()) mine = std::move(other);
  };
  if (over.data.empty() && over.schema.empty()) {
    over.data = std::move(under.data);
    over.schema = std::move(under.schema);
  }
  take(over.cache_folder, under.cache_folder);
  take(over.import_folders, under.import_folders);
  take(over.silenced, under.silenced);
  take(over.as_errors, under.as_errors);
  take(over.parameters, under.parameters);
  over.benchmark = over.benchmark || under.benchmark;
  return over;
}

}  // namespace

void Workspace::set_client_settings(Json settings) {
  client_ = std::move(settings);
  forget_settings();
}

Json Workspace::folder_settings(const std::string& folder) {
  if (!options_.settings_of) return Json::object();
  FolderSettings found = options_.settings_of(folder);
  folder_texts_[folder] = found.text;
  if (!found.is_error) return parse_message(found.text);
  errors_.push_back(std::move(found.text));
  return Json::object();
}

const Settings& Workspace::settings_for(const std::string& path) {
  const std::string folder = std::filesystem::path(path).parent_path().string();
  const auto [found, is_new] = by_folder_.try_emplace(folder);
  if (is_new) {
    found->second =
        merged(settings_of(parse_message(options_.settings), ""),
               merged(settings_of(client_, root_), settings_of(folder_settings(folder), "")));
    if (auto options = compile_options(found->second); !options) {
      errors_.push_back(text_with_help(options.error()));
      found->second.silenced.clear();
      found->second.as_errors.clear();
      found->second.parameters.clear();
    }
  }
  return found->second;
}

std::shared_ptr<OpenData> Workspace::data_for(const Settings& settings) const {
  const auto found = data_.find(key_of(settings));
  return found == data_.end() ? nullptr : found->second.data;
}

bool Workspace::is_known(const Settings& settings) const {
  return key_of(settings).empty() || data_.contains(key_of(settings));
}

void Workspace::keep(const Settings& settings, std::shared_ptr<OpenData> data, std::string state) {
  data_[key_of(settings)] = {std::move(data), std::move(state)};
}

bool Workspace::drop_changed() {
  const bool has_others = std::ranges::any_of(folder_texts_, [&](const auto& entry) {
    return options_.settings_of(entry.first).text != entry.second;
  });
  if (has_others) forget_settings();
  const auto dropped = std::erase_if(
      data_, [](const auto& entry) { return state_of_files(entry.first) != entry.second.state; });
  return has_others || dropped > 0;
}

}  // namespace seedc::lsp
