// Files of extractions that are read once and then queried, dataset by dataset, for the rows of its
// reviews, for runs whose items arrive in pieces.
//
// Not thread-safe. Fails as load_extractions does.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <string_view>

#include "runtime/base/result.h"
#include "runtime/contract/formula.h"
#include "runtime/data/extractions/extractions.h"
#include "runtime/data/model/dataset.h"

namespace seedc::data {

class ExtractionFiles {
 public:
  ExtractionFiles();
  ~ExtractionFiles();

  /// A text that stands for the file of that name, or is more of it: what came before is not looked
  /// up any more. Fails if the file would not be read.
  base::Result<void> add(const std::string& name, std::string_view text, const base::Call& call);

  /// As load_extractions, for the rows whose reviews the dataset has; all others are kept for
  /// later.
  base::Result<Extractions> load(const std::string& path, std::span<const contract::Field> fields,
                                 const std::set<std::string>& known_elsewhere,
                                 const Dataset& dataset, const LoadOptions& options);
  /// The remaining lines of a file when no more datasets arrive: rows of reviews that never
  /// existed, and broken lines.
  ExtractionReport rest(const std::string& path) const;

 private:
  class File;
  base::Result<File*> open(const std::string& path, const base::Call& call);

  std::map<std::string, std::unique_ptr<File>> files_;
  std::map<std::string, ExtractionReport> past_;  ///< what remained of earlier texts
};

}  // namespace seedc::data
