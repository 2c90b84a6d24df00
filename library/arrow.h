// Streams of Arrow that callers give away.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "include/seedc/arrow_abi.h"
#include "runtime/base/call.h"
#include "runtime/data/arrow/table.h"

namespace seedc::library {

/// A stream that was given away: released at the end, if nobody read it.
class GivenStream {
 public:
  explicit GivenStream(ArrowArrayStream* stream) : is_given_(stream != nullptr), stream_(stream) {}

  bool is_given() const { return is_given_; }
  /// Its table, read to the end; a null pointer if none was given. Throws Failed.
  std::shared_ptr<const data::arrow::Table> read(const std::string& name, const base::Call& call);
  /// The stream, to be read later.
  data::arrow::OwnedStream take() { return std::move(stream_); }

 private:
  bool is_given_;
  data::arrow::OwnedStream stream_;
};

}  // namespace seedc::library
