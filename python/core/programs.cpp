// Programs for Python: compiled, rewritten, explained, proved about, run.
#include <chrono>

#include "python/core/bind.h"
#include "python/core/streams.h"

namespace nb = nanobind;

namespace seedc::python {
namespace {

using PythonLocation = std::tuple<std::string, std::uint64_t, std::uint64_t, std::uint64_t,
                                  std::uint64_t, std::uint64_t, std::uint64_t>;

/// The name and text of a program, which is a file's without one.
using PythonInput = std::pair<std::string, std::optional<std::string>>;

PythonLocation in_python(const Location& location) {
  return {location.file,       location.line,  location.column, location.end_line,
          location.end_column, location.begin, location.end};
}

/// (is_error, code, message, help, location, [(location, replacement, is_safe)],
/// [(location, message)])
nb::tuple in_python(const Finding& finding) {
  nb::list fixes;
  for (const Fix& fix : finding.fixes)
    fixes.append(nb::make_tuple(in_python(fix.location), fix.replacement, fix.is_safe));
  nb::list notes;
  for (const Note& note : finding.notes)
    notes.append(nb::make_tuple(in_python(note.location), note.message));
  return nb::make_tuple(finding.is_error, finding.code, finding.message, finding.help,
                        in_python(finding.location), fixes, notes);
}

nb::list findings(const Program& program) {
  nb::list all;
  for (const Finding& finding : program.findings()) all.append(in_python(finding));
  return all;
}

/// What a program is compiled with, set by the package before it compiles.
struct Compiling {
  CompileOptions options;
};

std::vector<Input> inputs_of(const std::vector<PythonInput>& given) {
  std::vector<Input> inputs;
  for (const auto& [name, text] : given) inputs.push_back({name, text});
  return inputs;
}

Program compile(const Session& session, const std::vector<PythonInput>& given,
                const Compiling& compiling, const CallOptions& options) {
  const std::vector<Input> inputs = inputs_of(given);
  return work(options,
              [&](const Call& call) { return session.compile(inputs, compiling.options, call); });
}

nb::tuple rewrite(const Session& session, const PythonInput& given, int what,
                  const Compiling& compiling, const CallOptions& options) {
  const Rewritten made = work(options, [&](const Call& call) {
    return session.rewrite({given.first, given.second}, static_cast<Rewriting>(what), {},
                           compiling.options, call);
  });
  return nb::make_tuple(made.text, made.program);
}

std::string explain(const Program& program, const Data& data, bool is_why,
                    std::optional<std::string> item, const std::string& request,
                    const std::string& step, const std::vector<std::string>& extractions, bool all,
                    std::uint64_t top, bool is_json, const CallOptions& options) {
  const ExplainOptions chosen{.item = std::move(item),
                              .request = request,
                              .step = step,
                              .extractions = extractions,
                              .all = all,
                              .format = is_json ? Format::Json : Format::Text,
                              .top = top};
  return work(options, [&](const Call& call) {
    return is_why ? program.why(data, chosen, call) : program.explain(data, chosen, call);
  });
}

ProveOptions lines_of_claims(bool strong, double seconds_per_claim) {
  const std::chrono::duration<double> limit(seconds_per_claim);
  return {.strong = strong,
          .format = Format::Jsonl,
          .time_per_claim = std::chrono::ceil<std::chrono::milliseconds>(limit)};
}

std::string why_output(const Program& program, const Data& data, const std::string& item,
                       const std::string& output, std::optional<std::string> to, double search_time,
                       const std::vector<std::string>& extractions, bool is_json,
                       const CallOptions& options) {
  const ExplainOptions chosen{.item = item,
                              .extractions = extractions,
                              .format = is_json ? Format::Json : Format::Text,
                              .output = output,
                              .to = std::move(to),
                              .search_time = search_time};
  return work(options, [&](const Call& call) { return program.why(data, chosen, call); });
}

std::string sensitivity(const Program& program, const Data& data, const std::string& output,
                        double probability, std::optional<std::string> item,
                        const std::vector<std::string>& extractions, std::uint64_t seed,
                        std::uint64_t samples, const std::string& sort, std::uint64_t top,
                        bool is_json, const CallOptions& options) {
  const SensitivityOptions chosen{.output = output,
                                  .probability = probability,
                                  .item = std::move(item),
                                  .extractions = extractions,
                                  .seed = seed,
                                  .samples = samples,
                                  .sort = sort,
                                  .top = top,
                                  .format = is_json ? Format::Json : Format::Text};
  return work(options, [&](const Call& call) { return program.sensitivity(data, chosen, call); });
}

/// {"claim", "verdict", …} a line, as by `--format jsonl`.
std::string prove(const Session& session, const std::vector<PythonInput>& given,
                  const std::vector<std::string>& claims, bool strong, double seconds_per_claim,
                  const Compiling& compiling, const CallOptions& options) {
  const ProveOptions chosen = lines_of_claims(strong, seconds_per_claim);
  const std::vector<Input> inputs = inputs_of(given);
  return work(options, [&](const Call& call) {
    return session.prove(inputs, claims, chosen, compiling.options, call).text.value_or("");
  });
}

/// {"request", "change", …} a line.
std::string compare(const Session& session, const Program& older, const Program& newer, bool strong,
                    double seconds_per_request, const CallOptions& options) {
  const ProveOptions chosen = lines_of_claims(strong, seconds_per_request);
  return work(options, [&](const Call& call) {
    return session.compare(older, newer, chosen, call).text.value_or("");
  });
}

std::string distinguish(const Program& program, const Data& data, const std::string& request,
                        std::size_t count, std::size_t depth, bool is_json,
                        const CallOptions& options) {
  const DistinguishOptions chosen{.request = request,
                                  .count = count,
                                  .depth = depth,
                                  .format = is_json ? Format::Json : Format::Text};
  return work(options,
              [&](const Call& call) { return program.distinguish(data, chosen, call).text; });
}

Results run(const Prepared& prepared, const Data& data, std::vector<std::string> files,
            std::optional<std::string> lines, nb::object table, bool require_extractions,
            const std::string& sort, std::uint64_t top, const CallOptions& options) {
  StreamOf rows(table);
  const RunOptions chosen{.extractions = std::move(files),
                          .extraction_lines = std::move(lines),
                          .extraction_table = rows.get(),
                          .require_extractions = require_extractions,
                          .sort = sort,
                          .top = top};
  return work(options, [&](const Call& call) { return prepared.run(data, chosen, call); });
}

void bind_compiling(nb::module_& module) {
  nb::class_<Compiling>(module, "Compiling")
      .def(nb::init<>())
      .def("set_data", [](Compiling& self, const Data& data) { self.options.data = data; })
      .def("set_schema",
           [](Compiling& self, const Schema& schema) { self.options.schema = schema; })
      .def("set_lists",
           [](Compiling& self, std::vector<std::string> folders,
              std::vector<std::string> parameters, std::vector<std::string> silenced) {
             self.options.import_folders = std::move(folders);
             self.options.parameters = std::move(parameters);
             self.options.silenced = std::move(silenced);
           })
      .def("set_lints", [](Compiling& self, bool lints) { self.options.lints = lints; })
      .def("set_report_unreadable",
           [](Compiling& self, bool report) { self.options.report_unreadable = report; });
}

}  // namespace

void bind_programs(nb::module_& module) {
  bind_compiling(module);
  nb::class_<Prepared>(module, "Prepared")
      .def("run", &run, nb::arg("data"), nb::arg("files"), nb::arg("lines").none(),
           nb::arg("table").none(), nb::arg("require_extractions"), nb::arg("sort"), nb::arg("top"),
           nb::arg("call"));
  nb::class_<Program>(module, "Program")
      .def("error_count", &Program::error_count)
      .def("findings", &findings)
      .def("findings_text", [](const Program& program) { return program.findings_text(); })
      .def("request_ids", &Program::request_ids)
      .def("formula_names", &Program::formula_names)
      .def("prepare",
           [](const Program& program, const std::string& backend, const CallOptions& options) {
             const PrepareOptions chosen{.backend = backend == "jit"      ? Backend::Jit
                                                    : backend == "interp" ? Backend::Interp
                                                                          : Backend::Auto};
             return work(options, [&](const Call& call) { return program.prepare(chosen, call); });
           })
      .def("explain", &explain, nb::arg("data"), nb::arg("is_why"), nb::arg("item").none(),
           nb::arg("request"), nb::arg("step"), nb::arg("extractions"), nb::arg("all"),
           nb::arg("top"), nb::arg("is_json"), nb::arg("call"))
      .def("why_output", &why_output, nb::arg("data"), nb::arg("item"), nb::arg("output"),
           nb::arg("to").none(), nb::arg("search_time"), nb::arg("extractions"), nb::arg("is_json"),
           nb::arg("call"))
      .def("sensitivity", &sensitivity, nb::arg("data"), nb::arg("output"), nb::arg("probability"),
           nb::arg("item").none(), nb::arg("extractions"), nb::arg("seed"), nb::arg("samples"),
           nb::arg("sort"), nb::arg("top"), nb::arg("is_json"), nb::arg("call"))
      .def("distinguish", &distinguish);
  module.def("compile", &compile);
  module.def("rewrite", &rewrite);
  module.def("prove", &prove);
  module.def("compare", &compare);
}

}  // namespace seedc::python
