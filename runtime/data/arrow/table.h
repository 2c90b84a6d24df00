// A table of an Arrow stream: batches that were read and checked once, and are held.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "include/seedc/arrow_abi.h"
#include "runtime/base/result.h"
#include "runtime/data/arrow/batches.h"
#include "runtime/data/arrow/type.h"

namespace seedc::data::arrow {

/// Immutable and safe to use from several threads.
class Table {
 public:
  /// Batches of that type.
  Table(std::string name, std::shared_ptr<const Type> type, std::vector<Batch> batches)
      : name_(std::move(name)), type_(std::move(type)), batches_(std::move(batches)) {}

  /// Its name in messages: `items`.
  const std::string& name() const { return name_; }
  const Type& type() const { return *type_; }
  std::span<const Batch> batches() const { return batches_; }

 private:
  std::string name_;
  std::shared_ptr<const Type> type_;
  std::vector<Batch> batches_;
};

/// Reads a stream to its end. The stream is released in any case, and so is all that it gave if
/// there is an error: (Data) the stream fails, has a type without a meaning, or contradicts itself;
/// (Limit) it has too many rows; (Usage) it is null or released already.
base::Result<std::shared_ptr<const Table>> read_table(OwnedStream stream, std::string name,
                                                      const Limits& limits = {});
inline base::Result<std::shared_ptr<const Table>> read_table(ArrowArrayStream* stream,
                                                             std::string name,
                                                             const Limits& limits = {}) {
  return read_table(OwnedStream(stream), std::move(name), limits);
}

}  // namespace seedc::data::arrow
