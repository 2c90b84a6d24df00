// A table of an Arrow stream: all its batches, read and checked once, and held.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "include/seedc/arrow_abi.h"
#include "runtime/base/call.h"
#include "runtime/base/limits.h"
#include "runtime/base/result.h"
#include "runtime/data/arrow/array.h"
#include "runtime/data/arrow/type.h"

namespace seedc::data::arrow {

struct Limits {
  std::uint64_t rows = base::limits::kRecords;  ///< of all batches; more are an error
  base::Call call;                              ///< is checked before each batch
};

/// Immutable and safe to use from several threads. Owns its batches, which are released with it, on
/// whichever thread that is.
class Table {
 public:
  struct Batch {
    std::uint64_t rows_before = 0;
    Array rows;  ///< structs of the columns
    Faults faults;
  };

  /// Its name in messages: `items`.
  const std::string& name() const { return name_; }
  const Type& type() const { return *type_; }
  std::span<const Batch> batches() const { return batches_; }
  std::uint64_t row_count() const { return row_count_; }
  /// The text of a fault.
  const std::string& reason(const Fault& fault) const { return reasons_[fault.reason]; }

 private:
  friend class TableReader;

  /// An array that is released once.
  struct Release {
    void operator()(ArrowArray* array) const;
  };
  using OwnedArray = std::unique_ptr<ArrowArray, Release>;

  std::string name_;
  std::unique_ptr<const Type> type_;
  std::vector<OwnedArray> arrays_;  ///< of the batches
  std::vector<Batch> batches_;
  std::vector<std::string> reasons_;
  std::uint64_t row_count_ = 0;
};

/// Reads a stream to its end. The stream is released in any case, and so is all that it gave if
/// there is an error: (Data) the stream fails, has a type without a meaning, or contradicts itself;
/// (Limit) it has too many rows; (Usage) it is null or released already.
base::Result<std::shared_ptr<const Table>> read_table(ArrowArrayStream* stream, std::string name,
                                                      const Limits& limits = {});

}  // namespace seedc::data::arrow
