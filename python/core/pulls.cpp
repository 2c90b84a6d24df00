// Streams of sorted rows for Python: run item by item, or read for the schema of all data.
#include <seedc/parts.h>

#include <mutex>

#include "python/core/bind.h"
#include "python/core/streams.h"

namespace nb = nanobind;

namespace seedc::python {
namespace {

/// A run over rows that come, whose results are pulled. The ledger is given at the end of them.
class Pull {
 public:
  Pull(const Prepared& prepared, nb::object rows, nb::object friends, nb::object judgements,
       int what, std::size_t number, bool require_extractions) {
    StreamOf given[] = {StreamOf(rows), StreamOf(friends), StreamOf(judgements)};
    seedc_part part = SEEDC_STRUCT(seedc_part);
    part.rows = given[0].get();
    part.friends = given[1].get();
    part.judgements = given[2].get();
    part.ledger = &Pull::keep;
    part.context = ledger_.get();
    seedc_run_options options = SEEDC_STRUCT(seedc_run_options);
    options.require_extractions = require_extractions ? 1 : 0;
    const Cancel cancel;
    run_unlocked(cancel, [&] {
      detail::check(
          seedc_pull_part(prepared.get(), nullptr, &part, &options, what, number, &stream_));
    });
  }
  Pull(const Pull&) = delete;
  Pull& operator=(const Pull&) = delete;
  ~Pull() {
    if (stream_.release == nullptr) return;
    const nb::gil_scoped_release unlocked;
    stream_.release(&stream_);
  }

  /// The stream, once. This outlives it.
  nb::object stream() {
    if (stream_.release == nullptr) throw Error(ErrorKind::Usage, "the stream was taken already");
    return capsule_of(std::exchange(stream_, ArrowArrayStream{}));
  }
  /// None before the end.
  std::optional<std::string> ledger() const {
    const std::scoped_lock lock(ledger_->mutex);
    return ledger_->json;
  }

 private:
  struct Ledger {
    std::mutex mutex;
    std::optional<std::string> json;
  };
  static void keep(void* context, seedc_str json) {
    auto& ledger = *static_cast<Ledger*>(context);
    const std::scoped_lock lock(ledger.mutex);
    ledger.json = std::string(json.data, json.size);
  }

  std::unique_ptr<Ledger> ledger_ = std::make_unique<Ledger>();
  ArrowArrayStream stream_{};
};

/// The columns that it reads, as JSON.
std::string prepared_columns(const Prepared& prepared) {
  return detail::text([&](auto** out) { return seedc_prepared_columns(prepared.get(), out); });
}

std::string part_schema(const Session& session, nb::object rows, nb::object judgements,
                        const CallOptions& options) {
  StreamOf given[] = {StreamOf(rows), StreamOf(judgements)};
  seedc_part part = SEEDC_STRUCT(seedc_part);
  part.rows = given[0].get();
  part.judgements = given[1].get();
  return work(options, [&](const Call& call) {
    return detail::text(call, [&](const auto* c, auto** out) {
      return seedc_part_schema(session.get(), c, &part, out);
    });
  });
}

/// Parts joined, as a part.
std::string join_parts(const Session& session, const std::vector<std::string>& parts,
                       const CallOptions& options) {
  const std::vector<seedc_str> texts = detail::strs(parts);
  return work(options, [&](const Call& call) {
    return detail::text(call, [&](const auto* c, auto** out) {
      return seedc_schema_join(session.get(), c, texts.data(), texts.size(), out, nullptr);
    });
  });
}

/// Parts joined, as a schema.
Schema join_schema(const Session& session, const std::vector<std::string>& parts,
                   const CallOptions& options) {
  const std::vector<seedc_str> texts = detail::strs(parts);
  return work(options, [&](const Call& call) {
    return Schema(
        detail::own<seedc_schema>(&seedc_schema_release, call, [&](const auto* c, auto** out) {
          return seedc_schema_join(session.get(), c, texts.data(), texts.size(), nullptr, out);
        }));
  });
}

}  // namespace

void bind_pulls(nb::module_& module) {
  nb::class_<Pull>(module, "Pull")
      .def(nb::init<const Prepared&, nb::object, nb::object, nb::object, int, std::size_t, bool>(),
           nb::arg("prepared"), nb::arg("rows"), nb::arg("friends").none(),
           nb::arg("judgements").none(), nb::arg("what"), nb::arg("number"),
           nb::arg("require_extractions"))
      .def("stream", &Pull::stream)
      .def("ledger", &Pull::ledger);
  module.def("prepared_columns", &prepared_columns);
  module.def("part_schema", &part_schema, nb::arg("session"), nb::arg("rows"),
             nb::arg("judgements").none(), nb::arg("call"));
  module.def("join_parts", &join_parts);
  module.def("join_schema", &join_schema);
}

}  // namespace seedc::python
