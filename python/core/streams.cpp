// Streams of Arrow from Python and for it.
#include "python/core/streams.h"

#include <nanobind/stl/string.h>

#include <cerrno>
#include <memory>
#include <string>
#include <utility>

namespace nb = nanobind;

namespace seedc::python {
namespace {

constexpr const char* kName = "arrow_array_stream";

void release_capsule(PyObject* capsule) {
  const std::unique_ptr<ArrowArrayStream> stream(
      static_cast<ArrowArrayStream*>(PyCapsule_GetPointer(capsule, kName)));
  if (stream != nullptr && stream->release != nullptr) stream->release(stream.get());
}

/// What a StreamOf gives. Its functions are called by any thread, without Python's lock.
class Opened {
 public:
  explicit Opened(nb::object object) : object_(std::move(object)) {}

  static int get_schema(ArrowArrayStream* stream, ArrowSchema* out) {
    Opened& self = of(stream);
    if (!self.open()) return EIO;
    return self.stream_->get_schema(self.stream_, out);
  }
  static int get_next(ArrowArrayStream* stream, ArrowArray* out) {
    Opened& self = of(stream);
    if (!self.open()) return EIO;
    return self.stream_->get_next(self.stream_, out);
  }
  static const char* get_last_error(ArrowArrayStream* stream) {
    Opened& self = of(stream);
    return self.stream_ == nullptr ? self.error_.c_str()
                                   : self.stream_->get_last_error(self.stream_);
  }
  static void release(ArrowArrayStream* stream) {
    const std::unique_ptr<Opened> owned(&of(stream));
    const nb::gil_scoped_acquire lock;
    owned->capsule_ = nb::object();
    owned->object_ = nb::object();
    stream->release = nullptr;
  }

 private:
  static Opened& of(ArrowArrayStream* stream) {
    return *static_cast<Opened*>(stream->private_data);
  }

  bool open() {
    if (stream_ != nullptr) return true;
    const nb::gil_scoped_acquire lock;
    try {
      capsule_ = object_.attr("__arrow_c_stream__")();
      stream_ = static_cast<ArrowArrayStream*>(PyCapsule_GetPointer(capsule_.ptr(), kName));
      if (stream_ == nullptr) throw nb::python_error();
    } catch (nb::python_error& error) {
      error_ = nb::cast<std::string>(nb::str(error.value()));
    }
    return stream_ != nullptr;
  }

  nb::object object_, capsule_;
  ArrowArrayStream* stream_ = nullptr;
  std::string error_;
};

}  // namespace

StreamOf::StreamOf(nb::handle object) {
  if (object.is_none()) return;
  stream_ = {.get_schema = &Opened::get_schema,
             .get_next = &Opened::get_next,
             .get_last_error = &Opened::get_last_error,
             .release = &Opened::release,
             .private_data = new Opened(nb::borrow(object))};
}

StreamOf::~StreamOf() {
  if (stream_.release != nullptr) stream_.release(&stream_);
}

nb::object capsule_of(ArrowArrayStream stream) {
  auto owned = std::make_unique<ArrowArrayStream>(stream);
  PyObject* const capsule = PyCapsule_New(owned.get(), kName, &release_capsule);
  if (capsule == nullptr) {
    stream.release(&stream);
    throw nb::python_error();
  }
  static_cast<void>(owned.release());
  return nb::steal(capsule);
}

}  // namespace seedc::python
