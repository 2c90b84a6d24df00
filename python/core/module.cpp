// The module `seedc._core`: the classes of seedc.hpp, without conveniences. The package beside it
// makes of them what its users see.
#include "python/core/bind.h"

namespace nb = nanobind;

namespace seedc::python {

nb::object exception_of(const Error& error) {
  const Location& location = error.location();
  return nb::module_::import_("seedc._errors")
      .attr("of_kind")(static_cast<int>(error.kind()), error.message(), error.help(), error.code(),
                       error.arguments(), location.file, location.line);
}

namespace {

/// What the package makes of an error is thrown in Python.
void translate(const std::exception_ptr& thrown, void* /*unused*/) {
  try {
    std::rethrow_exception(thrown);
  } catch (const Error& error) {
    const nb::object raised = exception_of(error);
    PyErr_SetObject(raised.type().ptr(), raised.ptr());
  }
}

void bind_calls(nb::module_& module) {
  nb::class_<CallOptions>(module, "Call")
      .def(
          "__init__",
          [](CallOptions* made, double timeout, std::uint64_t memory, nb::object progress,
             nb::object log) {
            new (made) CallOptions{timeout, memory, std::move(progress), std::move(log)};
          },
          nb::arg("timeout") = 0.0, nb::arg("memory") = 0, nb::arg("progress").none() = nb::none(),
          nb::arg("log").none() = nb::none());
}

}  // namespace
}  // namespace seedc::python

// NOLINTNEXTLINE: nanobind's way to define the module
NB_MODULE(_core, module) {
  nb::set_leak_warnings(false);  // a thread may hold objects when the process ends
  nb::register_exception_translator(&seedc::python::translate);
  seedc::python::bind_calls(module);
  seedc::python::bind_data(module);
  seedc::python::bind_programs(module);
  seedc::python::bind_results(module);
  seedc::python::bind_pulls(module);
  seedc::python::bind_models(module);
  nb::module_::import_("atexit").attr("register")(nb::cpp_function(&seedc::python::prepare_end));
  module.def("version", [] { return std::string(seedc::version()); });
  module.def("build_text", &seedc::build_text);
  module.def("formula_schema", &seedc::formula_schema);
  module.def("formula_prompt", &seedc::formula_prompt);
}
