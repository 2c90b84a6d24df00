// The record that `--manifest` makes of a run: what was read, how the command was called, and what
// came out, so that `replay` can repeat it.
#pragma once

#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "include/seedc/seedc.hpp"
#include "tools/manifest/statement.h"
#include "tools/seedc/output.h"

namespace seedc::tool {

/// What an option's value is to a record.
enum class OptionUse : std::uint8_t {
  Value,    ///< recorded as it is
  Input,    ///< a file that is read
  Folder,   ///< where files are looked for: those that are read are recorded
  Output,   ///< a file that is written
  LeftOut,  ///< has no part in the results, or may be a secret
  OfModel,  ///< left out where stored answers stand in for the model
};
OptionUse use_of(std::string_view option);

/// What an option is called in a record: its long name, or that of an argument.
std::string name_of(const CLI::Option& option);

void add_manifest_options(CLI::App& command);

class ManifestRecord {
 public:
  ManifestRecord(const CLI::App& command, const std::string& file, bool has_names);

  /// The programs were read, and the data will be.
  void read(const Program& program, const std::optional<Data>& data);
  void ask(const ModelOptions& model);
  void watch(const ModelProgress& progress);
  /// What people are told of the run.
  void note(std::string_view text);
  /// A file was written; `-` is standard output. Counts if an option of the record names it, or its
  /// folder.
  void wrote(const std::string& path, std::uint64_t bytes, std::string digest);
  /// Writes the manifest.
  void finish(int status);

 private:
  void add_option(const CLI::Option& option);
  std::string record_path(const std::string& path);
  std::string recorded_name(const std::string& path) const;
  std::string without_paths(std::string text) const;
  void add_inputs(std::string_view digests, const std::string& role);
  double seconds() const;  ///< since it began
  void check_clock() const;
  void check_unchanged() const;
  void check_names() const;
  void take_files();

  std::unique_ptr<OutputFile> output_;  ///< the manifest, refused before any work if it must be
  bool has_names_ = false;
  std::int64_t begun_ns_ = 0;                               ///< since 1970
  std::chrono::steady_clock::time_point begun_;             ///< the same, whoever sets the clock
  std::vector<std::pair<std::string, std::string>> files_;  ///< read, and their roles
  std::vector<std::pair<std::string, std::string>> names_;  ///< of paths, in the record
  std::vector<std::string> outputs_ = {"-"};                ///< as the options name them
  std::vector<std::string> read_paths_;                     ///< of the inputs, as they were opened
  std::optional<Data> data_;
  manifest::Statement statement_;
};

/// That of this process; a null pointer if none is made.
ManifestRecord* manifest_record();

/// Makes one of the command, whose line is parsed, if it asks for it. A command that fails leaves
/// none, and nothing of its file.
class ManifestScope {
 public:
  explicit ManifestScope(const CLI::App& command);
  ManifestScope(const ManifestScope&) = delete;
  ManifestScope& operator=(const ManifestScope&) = delete;
  ~ManifestScope();

  void finish(int status) const;
};

}  // namespace seedc::tool
