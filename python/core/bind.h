// The parts of the module `seedc._core`.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <seedc/seedc.hpp>

#include "python/core/work.h"

namespace seedc::python {

/// The exception of the package for an error of the library.
nanobind::object exception_of(const Error& error);

void bind_data(nanobind::module_& module);
void bind_programs(nanobind::module_& module);
void bind_results(nanobind::module_& module);
void bind_pulls(nanobind::module_& module);
void bind_models(nanobind::module_& module);

}  // namespace seedc::python
