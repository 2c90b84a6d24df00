// Random datasets, full of what real ones have now and then: missing and malformed values, hours
// over midnight, users in a file of their own, friends who do not return it, repeated ids.
#pragma once

#include <filesystem>

#include "runtime/data/model/dataset.h"
#include "runtime/language/schema.h"
#include "test/differential/plain/world.h"
#include "test/differential/random.h"

namespace seedc::differential {

struct DatasetSize {
  std::size_t items = 0;
  std::size_t most_reviews = 0;  ///< of an item
};

/// Most have 10 to 200 items and up to 30 reviews each; some more than 512 items.
DatasetSize random_size(Random& random);

plain::Records random_records(Random& random, DatasetSize size);

/// Writes the files of a dataset into an existing folder.
void write_dataset(const plain::Records& records, const std::filesystem::path& folder);

/// The dataset in a folder, which may have other files: the folder, or the bundle in it.
std::filesystem::path dataset_in(const std::filesystem::path& folder);

/// All that is in the data of a schema.
data::DataNeeds needs_of_schema(const language::Schema& schema);

}  // namespace seedc::differential
