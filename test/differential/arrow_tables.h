// Datasets as Arrow streams: the same values as in JSON, in types, batches and slices that are
// drawn.
#pragma once

#include <vector>

#include "runtime/data/arrow/arrow_source.h"
#include "test/differential/plain/world.h"
#include "test/differential/random.h"
#include "test/support/arrow_arrays.h"

namespace seedc::differential {

/// The records with only what a table can hold: the values at one path are of one kind (of a
/// number: integer or real), that of the first, none is null, and keys have one order; friends and
/// judgements are of their types. Names are not assigned.
plain::Records as_columns(plain::Records records);

/// The same of records of one kind.
void keep_first_kinds(std::vector<plain::Json>& records);

/// Batches of rows with the records' values.
std::vector<support::ArrowNode> arrow_batches(Random& random,
                                              const std::vector<plain::Json>& records);

/// The tables of records as `as_columns` gives them.
data::arrow::Tables arrow_tables(Random& random, const plain::Records& records);

}  // namespace seedc::differential
