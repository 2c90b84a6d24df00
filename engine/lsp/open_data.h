// A dataset, or its schema alone, as programs in an editor see it: read once, with the names that
// it offers, and the values of every condition that was ever asked for.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/host.h"
#include "engine/lsp/condition_planes.h"
#include "engine/lsp/settings.h"
#include "engine/names_text.h"
#include "engine/schema_source.h"
#include "runtime/base/result.h"
#include "runtime/data/source.h"

namespace seedc::lsp {

/// A condition name that the data offers.
struct OfferedName {
  std::string name;
  std::string meaning;  ///< in words
  std::string origin;   ///< the data behind it
  std::string group;    ///< attributes, values, categories, hours or topics
  bool is_counted = false;
  engine::Tally tally = {};
};

/// What the main thread reads of it. Immutable.
struct OfferedNames {
  std::vector<OfferedName> names;
  language::Schema schema;  ///< of items alone
};

/// Used by the thread that compiles, except for `offered`. Files that change later are not seen.
class OpenData {
 public:
  /// Reads the schema and counts the names; those of judged topics are not counted, as that would
  /// read all reviews. Of the settings either path may be empty, not both. `host` outlives it.
  /// Fails if the data cannot be read.
  static base::Result<std::shared_ptr<OpenData>> open(const Settings& settings,
                                                      const std::string& duckdb,
                                                      engine::Host& host);

  /// A null pointer: there is a schema alone.
  const std::shared_ptr<const data::Source>& source() const { return source_; }
  const std::shared_ptr<engine::SchemaSource>& names() const { return names_; }
  const std::shared_ptr<const OfferedNames>& offered() const { return offered_; }
  ConditionPlanes& planes() { return planes_; }

 private:
  OpenData(std::shared_ptr<const data::Source> source, const std::string& schema,
           engine::Host& host);

  std::shared_ptr<const data::Source> source_;
  std::shared_ptr<engine::SchemaSource> names_;
  std::shared_ptr<const OfferedNames> offered_;
  ConditionPlanes planes_;
};

/// The sizes and times of a path's files: other ones, another text. Empty if there are none.
std::string state_of_files(const std::string& path);

}  // namespace seedc::lsp
