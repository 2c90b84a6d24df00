// What a language model would have extracted from reviews for a Formula Seed, derived from their
// texts by rules (readings.def, allergies.def).
#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "tools/gen/json_writer.h"

namespace seedc::gen {

/// A formula for which nothing can be extracted. The text names the file.
struct FormulaError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class Extractor {
 public:
  /// Reads the formula. Throws FormulaError if it is invalid, or has a field that is not in the
  /// tables.
  explicit Extractor(const std::filesystem::path& formula);

  /// `risk.extractions.jsonl` for `risk.json`.
  const std::string& file_name() const { return file_name_; }

  /// Whether the text contains one of the formula's keywords, possibly inside a word.
  bool is_relevant(std::string_view text) const;

  /// A row of extractions.jsonl: the value of each field according to `text`.
  void write_row(std::string_view review_id, std::string_view text, JsonWriter& json) const;

 private:
  std::string file_name_;
  std::vector<std::string> keywords_;  // lower-cased
  std::vector<std::string> fields_;
};

}  // namespace seedc::gen
