// Streams of Arrow that callers give away.
#pragma once

#include <memory>
#include <string>

#include "include/seedc/arrow_abi.h"
#include "runtime/base/call.h"
#include "runtime/data/arrow/table.h"

namespace seedc::library {

/// A stream that was given away: released at the end, if nobody read it.
class GivenStream {
 public:
  explicit GivenStream(ArrowArrayStream* stream) : stream_(stream) {}
  GivenStream(const GivenStream&) = delete;
  GivenStream& operator=(const GivenStream&) = delete;
  ~GivenStream() {
    if (stream_ != nullptr && stream_->release != nullptr) stream_->release(stream_);
  }

  bool is_given() const { return stream_ != nullptr; }
  /// Its table, read to the end; a null pointer if none was given. Throws Failed.
  std::shared_ptr<const data::arrow::Table> read(const std::string& name, const base::Call& call);

 private:
  ArrowArrayStream* stream_;
};

}  // namespace seedc::library
