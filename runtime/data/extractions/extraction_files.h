// Files of extractions that are read once and then asked, dataset by dataset, for the rows of its
// reviews: the way of a run whose items come in pieces.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>

#include "runtime/base/result.h"
#include "runtime/contract/formula.h"
#include "runtime/data/extractions/extractions.h"
#include "runtime/data/model/dataset.h"

namespace seedc {

class ExtractionFiles {
 public:
  ExtractionFiles();
  ~ExtractionFiles();

  /// As load_extractions, of the rows whose reviews the dataset has; all others wait.
  Result<Extractions> load(const std::string& path, std::span<const plan::Field> fields,
                           const std::set<std::string>& known_elsewhere, const Dataset& dataset,
                           const LoadOptions& options);
  /// What is left of a file when no more datasets come: rows of reviews that there never were, and
  /// broken lines.
  ExtractionReport rest(const std::string& path) const;

 private:
  class File;
  Result<File*> open(const std::string& path);

  std::map<std::string, std::unique_ptr<File>> files_;
};

}  // namespace seedc
