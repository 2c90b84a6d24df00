// Results for Python.
#include "python/core/bind.h"
#include "python/core/streams.h"

namespace nb = nanobind;

namespace seedc::python {
namespace {

constexpr const char* kStatus[] = {nullptr,          "ok",   "no_match", "multi_match",
                                   "gold_not_match", "error"};

nb::str in_python(std::string_view text) { return nb::str(text.data(), text.size()); }

/// The ids of all items, in their order.
nb::list item_ids(const Results& results) {
  nb::list ids;
  for (std::uint32_t i = 0; i < results.item_count(); ++i)
    ids.append(in_python(results.item_id(i)));
  return ids;
}

/// [(id, gold or None, status or None, numbers of matches, left_out, unknown, values)]; of values
/// there are none after an error.
nb::list requests(const Results& results) {
  nb::list all;
  for (const RequestResult& request : results.requests()) {
    nb::list matches;
    for (const std::uint32_t item : request.matches) matches.append(item);
    const char* const status = kStatus[static_cast<std::size_t>(request.status)];
    const auto* const values = reinterpret_cast<const char*>(request.values.data());
    all.append(nb::make_tuple(
        request.id, request.gold,
        status == nullptr ? nb::object(nb::none()) : nb::object(nb::str(status)), matches,
        request.left_out, request.unknown, nb::bytes(values, request.values.size())));
  }
  return all;
}

Format format_of(const std::string& name) {
  if (name == "jsonl") return Format::Jsonl;
  if (name == "json") return Format::Json;
  return name == "csv" ? Format::Csv : Format::Text;
}

std::string text(const Results& results, const std::string& format) {
  return work([&] { return results.text(format_of(format)); });
}

/// The page, as bytes.
nb::bytes report(const Results& results, const Data& data, const std::string& title,
                 std::uint64_t max_bytes, bool texts, bool names, const CallOptions& options) {
  const Text page = work(options, [&](const Call& call) {
    return results.report(
        data, {.title = title, .max_bytes = max_bytes, .no_texts = !texts, .no_names = !names},
        call);
  });
  return nb::bytes(page.view().data(), page.view().size());
}

}  // namespace

void bind_results(nb::module_& module) {
  nb::class_<Results>(module, "Results")
      .def("item_count", &Results::item_count)
      .def("item_ids", &item_ids)
      .def("item_name", &Results::item_name)
      .def("requests", &requests)
      .def("requests_stream",
           [](const Results& results, bool matches_only) {
             return capsule_of(results.requests_stream(matches_only));
           })
      .def("formula_stream",
           [](const Results& results, std::size_t number) {
             return capsule_of(results.formula_stream(number));
           })
      .def("nulls_stream",
           [](const Results& results, std::size_t number) {
             return capsule_of(results.nulls_stream(number));
           })
      .def("text", &text)
      .def("report", &report, nb::arg("data"), nb::arg("title"), nb::arg("max_bytes"),
           nb::arg("texts"), nb::arg("names"), nb::arg("call"))
      .def("ledger",
           [](const Results& results, bool is_json) {
             return work([&] { return results.ledger(is_json ? Format::Json : Format::Text); });
           })
      .def("incomplete",
           [](const Results& results) -> nb::object {
             const std::optional<Error> incomplete = results.incomplete();
             return incomplete ? exception_of(*incomplete) : nb::none();
           })
      .def("findings_text", [](const Results& results, bool is_json) {
        return work([&] { return results.findings_text(is_json ? Format::Json : Format::Text); });
      });
}

}  // namespace seedc::python
