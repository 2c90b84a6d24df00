// Random data for formulas: datasets with numbers to calculate with, fields, and what was
// extracted.
#pragma once

#include <filesystem>
#include <vector>

#include "test/differential/random_dataset.h"

namespace seedc::differential {

/// As random_records, but many columns have values of one kind, some of them without exception, so
/// that formulas are not null everywhere and kinds are known once the data is.
plain::Records random_formula_records(Random& random, DatasetSize size);

/// `extract.fields`: some of each type.
plain::Json random_fields(Random& random);

/// Rows for most reviews, in the order of the file. Values may be missing, undeclared or of the
/// wrong type, reviews unknown or met before.
std::vector<plain::Json> random_extractions(Random& random, const plain::Json& fields,
                                            const plain::Records& records);

/// Writes extractions.jsonl into a dataset's folder, broken lines among the rows.
void write_extractions(const std::vector<plain::Json>& rows, const std::filesystem::path& folder);

}  // namespace seedc::differential
