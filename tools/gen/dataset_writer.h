// Writes a complete dataset into a folder.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

namespace seedc::gen {

struct DatasetOptions {
  std::uint32_t items = 100;
  std::uint32_t reviews = 2500;
  std::uint64_t seed = 1;
  std::uint64_t users = 0;  ///< 0: one for every five reviews
  int review_words = 90;    ///< average words per text
  int review_files = 1;     ///< more than one: review_1.jsonl, review_2.jsonl, …
  int allergy_percent = 0;  ///< percentage of texts that mention an allergy
  bool bundle = false;      ///< dataset.jsonl instead of restaurants.jsonl and reviews.jsonl
  std::vector<std::filesystem::path> formulas;  ///< to write extractions for
  std::filesystem::path folder;
};

/// Throws OutputError or FormulaError. No file in the folder changes before all are written.
void write_dataset(const DatasetOptions& options);

}  // namespace seedc::gen
