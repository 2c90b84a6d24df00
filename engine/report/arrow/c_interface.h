// Columns, types and streams handed out as the structs of the Arrow C interfaces
// (include/seedc/arrow_abi.h).
//
// Ownership: each array owns what it refers to by counted references. It may outlive the stream it
// came from and all other arrays, be released on any thread, and its children and dictionaries may
// be moved out of it. Nothing is copied: buffers go out as they are.
//
// Threads: a stream is used by one thread at a time. Arrays and schemas are immutable. Streams
// belong to no call of the engine: no limit of the call that ran the program stops them.
//
// Errors: functions of a stream never throw. They return 0 or an errno code, and `get_last_error`
// has the message, until the next call: ENOMEM where memory ends, EOVERFLOW where a batch does not
// fit 32-bit offsets (std::overflow_error), the code of a StreamFailure, EINVAL for a null pointer,
// EIO for all else, such as a damaged snapshot. After an error of `get_next` every further call
// gives that error again.
#pragma once

#include <memory>
#include <optional>
#include <stdexcept>
#include <string>

#include "engine/report/arrow/column.h"
#include "include/seedc/arrow_abi.h"

namespace seedc::report::arrow {

/// An error whose code is known: the error that get_next gives then.
class StreamFailure : public std::runtime_error {
 public:
  StreamFailure(int code, const std::string& message) : std::runtime_error(message), code_(code) {}
  int code() const { return code_; }

 private:
  int code_;
};

/// The batches of a stream, made one by one.
class BatchSource {
 public:
  BatchSource() = default;
  BatchSource(const BatchSource&) = delete;
  BatchSource& operator=(const BatchSource&) = delete;
  virtual ~BatchSource() = default;

  /// The type of all batches, a struct. May be called at any time.
  virtual const Field& schema() const = 0;
  /// The next batch; std::nullopt at the end. May throw; is not called again then.
  virtual std::optional<Column> next() = 0;
};

/// In names, which C ends at a NUL, U+2400 stands for one.
ArrowSchema exported(const Field& field);
ArrowArray exported(Column column);
ArrowArrayStream exported(std::unique_ptr<BatchSource> source);

}  // namespace seedc::report::arrow
