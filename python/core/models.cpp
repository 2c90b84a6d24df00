// Conversations with a language model for Python.
#include <nanobind/stl/function.h>

#include "python/core/bind.h"

namespace nb = nanobind;

namespace seedc::python {
namespace {

/// A function of Python's for a thread that has not its lock.
std::function<bool()> stop_of(const nb::object& function) {
  if (function.is_none()) return {};
  return [&function] {
    const nb::gil_scoped_acquire lock;
    return nb::cast<bool>(function());
  };
}

/// The same, which ends the call of that token by returning False.
std::function<void(const ModelProgress&)> watch_of(const nb::object& function,
                                                   const Cancel& cancel) {
  if (function.is_none()) return {};
  return [&function, cancel](const ModelProgress& now) {
    const nb::gil_scoped_acquire lock;
    const nb::object answer =
        function(nb::str(now.step.data(), now.step.size()), now.done, now.total);
    if (answer.is(nb::handle(Py_False))) cancel.request();
  };
}

/// (lines, None or what the package makes of the error that says why some are missing)
nb::tuple in_python(const Answers& answers) {
  if (!answers.incomplete) return nb::make_tuple(answers.lines, nb::none());
  return nb::make_tuple(answers.lines, exception_of(*answers.incomplete));
}

nb::tuple extract(const Program& program, const Data& data, ModelOptions model,
                  const UntilOptions& until, nb::object stop, nb::object watch,
                  const CallOptions& options) {
  model.stop = stop_of(stop);
  return in_python(work(options, [&](const Call& call) {
    model.watch = watch_of(watch, *call.cancel);
    return program.extract(data, model, until, call);
  }));
}

std::string estimate(const Program& program, const Data& data, const ModelOptions& model,
                     const UntilOptions& until, const CallOptions& options) {
  return work(options,
              [&](const Call& call) { return program.estimate(data, model, until, call).text; });
}

nb::tuple judge(const Session& session, const JudgeOptions& judging, ModelOptions model,
                nb::object stop, nb::object watch, const CallOptions& options) {
  model.stop = stop_of(stop);
  return in_python(work(options, [&](const Call& call) {
    model.watch = watch_of(watch, *call.cancel);
    return session.judge(judging, model, call);
  }));
}

void bind_options(nb::module_& module) {
  nb::class_<ModelOptions>(module, "ModelOptions")
      .def(nb::init<>())
      .def_rw("url", &ModelOptions::url)
      .def_rw("name", &ModelOptions::name)
      .def_rw("key", &ModelOptions::key)
      .def_rw("ca_file", &ModelOptions::ca_file)
      .def_rw("store", &ModelOptions::store)
      .def_rw("log", &ModelOptions::log)
      .def_rw("concurrency", &ModelOptions::concurrency)
      .def_rw("requests_per_minute", &ModelOptions::requests_per_minute)
      .def_rw("tokens_per_minute", &ModelOptions::tokens_per_minute)
      .def_rw("call_timeout", &ModelOptions::call_timeout)
      .def_rw("retries", &ModelOptions::retries)
      .def_rw("retry_delay", &ModelOptions::retry_delay)
      .def_rw("max_requests", &ModelOptions::max_requests)
      .def_rw("max_tokens", &ModelOptions::max_tokens)
      .def_rw("max_usd", &ModelOptions::max_usd)
      .def_rw("usd_per_million_prompt", &ModelOptions::usd_per_million_prompt)
      .def_rw("usd_per_million_completion", &ModelOptions::usd_per_million_completion)
      .def_rw("params", &ModelOptions::params)
      .def_rw("max_tokens_field", &ModelOptions::max_tokens_field)
      .def_rw("response_format", &ModelOptions::response_format)
      .def_rw("headers", &ModelOptions::headers)
      .def_rw("votes", &ModelOptions::votes)
      .def_rw("voters", &ModelOptions::voters)
      .def_rw("voter_weights", &ModelOptions::voter_weights)
      .def_rw("min_agreement", &ModelOptions::min_agreement);
  nb::class_<UntilOptions>(module, "UntilOptions")
      .def(nb::init<>())
      .def_rw("outputs", &UntilOptions::outputs)
      .def_rw("in_review_order", &UntilOptions::in_review_order);
  nb::class_<JudgeOptions>(module, "JudgeOptions")
      .def(nb::init<>())
      .def_rw("classifications", &JudgeOptions::classifications)
      .def_rw("context", &JudgeOptions::context)
      .def_rw("guidelines", &JudgeOptions::guidelines)
      .def_rw("batch_size", &JudgeOptions::batch_size)
      .def_rw("noun", &JudgeOptions::noun)
      .def_rw("threshold", &JudgeOptions::threshold)
      .def_rw("drop_blocked", &JudgeOptions::drop_blocked);
}

}  // namespace

void bind_models(nb::module_& module) {
  bind_options(module);
  module.def("extract", &extract, nb::arg("program"), nb::arg("data"), nb::arg("model"),
             nb::arg("until"), nb::arg("stop").none(), nb::arg("watch").none(), nb::arg("call"));
  module.def("estimate", &estimate);
  module.def("judge", &judge, nb::arg("session"), nb::arg("judging"), nb::arg("model"),
             nb::arg("stop").none(), nb::arg("watch").none(), nb::arg("call"));
}

}  // namespace seedc::python
