// Writes a whole dataset into a folder.
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
  int review_words = 90;    ///< of a text, on average
  int review_files = 1;     ///< more than one: review_1.jsonl, review_2.jsonl, …
  int allergy_percent = 0;  ///< of the texts that speak of an allergy
  bool bundle = false;      ///< dataset.jsonl in place of restaurants.jsonl and reviews.jsonl
  std::vector<std::filesystem::path> formulas;  ///< to write extractions for
  std::filesystem::path folder;
};

/// Throws OutputError, FormulaError. No file of the folder changes before all are written.
void write_dataset(const DatasetOptions& options);

}  // namespace seedc::gen
