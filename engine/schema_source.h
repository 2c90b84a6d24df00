// The schema in which names are looked up: read by the engine, as far as programs need it.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "compiler/check/schema_needs.h"
#include "compiler/resolve/convention.h"
#include "engine/files.h"
#include "engine/host.h"
#include "runtime/base/result.h"
#include "runtime/data/source.h"
#include "runtime/language/schema.h"

namespace seedc::engine {

/// The schema in a file that has the text of data::to_json. Fails if it cannot be read.
base::Result<language::Schema> read_schema_file(const std::string& file, FileSystem& files);

class SchemaSource {
 public:
  /// Of a dataset, or of a file with the text of data::to_json; either may be absent (null,
  /// empty). Progress of reading a dataset goes to the host. `files` and `host` outlive it.
  SchemaSource(std::shared_ptr<const data::Source> data, std::string file, FileSystem& files,
               Host& host)
      : data_(std::move(data)), file_(std::move(file)), files_(files), host_(host) {}
  SchemaSource(const SchemaSource&) = delete;
  SchemaSource& operator=(const SchemaSource&) = delete;

  /// Reads what is needed and not read yet. Without a dataset and a file there is nothing to read,
  /// which is no error.
  base::Result<void> read(check::SchemaNeeds needs);

  /// A null pointer if nothing has been read.
  const resolve::Convention* convention() const { return convention_ ? &*convention_ : nullptr; }
  /// As read so far: of reviews only if they were needed.
  const language::Schema& schema() const { return schema_; }

  /// The topics of judgements, for which records are read only where topics come from them.
  base::Result<std::vector<language::TextCount>> topics();

 private:
  base::Result<language::Schema> read_data(bool with_reviews) const;

  std::shared_ptr<const data::Source> data_;
  std::string file_;
  FileSystem& files_;
  Host& host_;
  bool has_reviews_ = false;
  language::Schema schema_;
  std::optional<std::vector<language::TextCount>> topics_;
  std::optional<resolve::Convention> convention_;
};

}  // namespace seedc::engine
