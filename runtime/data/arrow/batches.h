// The batches of an Arrow stream, pulled one by one, and checked.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
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

/// Consecutive rows of a stream. A handle: copies share the arrays, which are released with the
/// last of them, on whichever thread that is. Immutable.
struct Batch {
  std::uint64_t rows_before = 0;  ///< in the stream
  Array rows;                     ///< structs of the columns
  Faults faults;
  std::shared_ptr<const std::vector<std::string>> reasons;  ///< of the faults
  std::shared_ptr<const ArrowArray> owner;
  bool is_sparse = false;  ///< null rows are not of this kind, and passed over

  /// The text of a fault.
  const std::string& reason(const Fault& fault) const { return (*reasons)[fault.reason]; }
  /// Whether the row is a record: neither null nor broken.
  bool is_record(std::int64_t row) const;
  /// The rows [begin, end).
  Batch slice(std::int64_t begin, std::int64_t end) const;
};

/// A stream that somebody gave away, released at the end.
class OwnedStream {
 public:
  /// Takes the stream over, and marks the caller's struct as released; null pointers and released
  /// streams stay what they are.
  explicit OwnedStream(ArrowArrayStream* given);
  OwnedStream(OwnedStream&& other) noexcept;
  OwnedStream& operator=(OwnedStream&&) = delete;
  ~OwnedStream();

  bool is_there() const { return stream_.release != nullptr; }
  ArrowArrayStream& operator*() { return stream_; }

 private:
  ArrowArrayStream stream_{};
};

/// Used by one thread at a time.
class BatchReader {
 public:
  /// Reads the type; `name` is that of the stream in messages. Fails (Data) if the stream fails or
  /// has a type without a meaning; (Usage) if it is released already.
  static base::Result<BatchReader> open(OwnedStream stream, std::string name, Limits limits);

  const std::string& name() const { return name_; }
  const std::shared_ptr<const Type>& type() const { return type_; }

  /// The next batch; std::nullopt at the end. Fails (Data) if the stream fails or contradicts
  /// itself, (Limit) beyond the limit of rows; is not called again then.
  base::Result<std::optional<Batch>> next();

 private:
  BatchReader(OwnedStream stream, std::string name, Limits limits)
      : stream_(std::move(stream)), name_(std::move(name)), limits_(std::move(limits)) {}
  base::Result<void> read_type();
  tl::unexpected<base::Error> fail_stream(int status);

  OwnedStream stream_;
  std::string name_;
  Limits limits_;
  std::shared_ptr<const Type> type_;
  std::uint64_t row_count_ = 0;
};

}  // namespace seedc::data::arrow
