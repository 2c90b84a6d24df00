// Streams of Arrow from Python and for it: the capsules of the Arrow PyCapsule interface.
#pragma once

#include <nanobind/nanobind.h>

#include <seedc/seedc.hpp>

namespace seedc::python {

/// A stream that asks an object for its own, by `__arrow_c_stream__`, when it is read first: not
/// all objects can have several open at once, such as relations of one DuckDB connection. None is
/// none. What Python throws is the stream's error.
class StreamOf {
 public:
  explicit StreamOf(nanobind::handle object);
  StreamOf(const StreamOf&) = delete;
  StreamOf& operator=(const StreamOf&) = delete;
  ~StreamOf();
  /// Whoever reads it releases it; a null pointer of None.
  ArrowArrayStream* get() { return stream_.release == nullptr ? nullptr : &stream_; }

 private:
  ArrowArrayStream stream_{};
};

/// The capsule for a stream, which it releases if nobody takes it.
nanobind::object capsule_of(ArrowArrayStream stream);

}  // namespace seedc::python
