// The schema in which names are looked up, read on first use.
#pragma once

#include <optional>
#include <string>

#include "compiler/resolve/convention.h"
#include "engine/files.h"
#include "engine/host.h"
#include "runtime/base/result.h"
#include "runtime/language/schema.h"

namespace seedc::engine {

class SchemaSource {
 public:
  /// Of a dataset, or of a file that `seedc schema --format json` wrote; both may be empty.
  /// Progress of reading a dataset goes to the host. Both outlive the source.
  SchemaSource(std::string data, std::string file, FileSystem& files, Host& host)
      : data_(std::move(data)), file_(std::move(file)), files_(files), host_(host) {}
  SchemaSource(const SchemaSource&) = delete;
  SchemaSource& operator=(const SchemaSource&) = delete;

  /// Null pointer if there is no dataset, or it cannot be read. Reviews of a dataset are read only
  /// when a name asks for their paths.
  const resolve::Convention* convention();
  /// As read so far: without reviews, unless a name or `review_paths` asked for them.
  const language::Schema& schema() const { return schema_; }
  const std::vector<language::SchemaPath>& review_paths();
  /// Why something could not be read.
  const std::optional<base::Error>& error() const { return error_; }

 private:
  base::Result<language::Schema> read(bool with_reviews) const;
  void take(base::Result<language::Schema> schema, language::Schema& into);

  std::string data_, file_;
  FileSystem& files_;
  Host& host_;
  bool was_asked_ = false;
  bool has_reviews_ = false;
  language::Schema schema_;
  language::Schema of_reviews_;  ///< only its review paths
  std::optional<resolve::Convention> convention_;
  std::optional<base::Error> error_;
};

}  // namespace seedc::engine
