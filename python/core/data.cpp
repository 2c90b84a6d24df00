// Sessions, data and schemas for Python.
#include "python/core/bind.h"
#include "python/core/streams.h"

namespace nb = nanobind;

namespace seedc::python {
namespace {

Session session_of(std::uint32_t threads, const nb::callable& setting_name) {
  return Session({.threads = threads, .setting_name = [&](std::string_view option) {
                    return nb::cast<std::string>(
                        setting_name(nb::str(option.data(), option.size())));
                  }});
}

Data open(const Session& session, const std::string& path, bool strict, bool copy_snapshot,
          const std::string& cache_folder, const CallOptions& options) {
  return work(options, [&](const Call& call) {
    return session.open(
        path, {.strict = strict, .copy_snapshot = copy_snapshot, .cache_folder = cache_folder},
        call);
  });
}

Data read(const Session& session, nb::object items, nb::object reviews, nb::object users,
          nb::object friends, nb::object judgements, bool strict, const CallOptions& options) {
  StreamOf given[] = {StreamOf(items), StreamOf(reviews), StreamOf(users), StreamOf(friends),
                      StreamOf(judgements)};
  const Tables tables{given[0].get(), given[1].get(), given[2].get(), given[3].get(),
                      given[4].get()};
  return work(options,
              [&](const Call& call) { return session.read(tables, {.strict = strict}, call); });
}

std::string names(const Data& data, const std::vector<std::string>& words, bool all, bool is_json,
                  const CallOptions& options) {
  return work(options, [&](const Call& call) {
    return data.names({.words = words, .all = all, .format = is_json ? Format::Json : Format::Text},
                      call);
  });
}

std::string explain_name(const Data& data, const std::string& name, bool is_json,
                         const CallOptions& options) {
  return work(options, [&](const Call& call) {
    return data.explain_name(name, is_json ? Format::Json : Format::Text, call).text;
  });
}

std::string suggest(const Data& data, const std::string& item,
                    const std::vector<std::string>& kinds, const std::string& group,
                    std::size_t count, std::size_t depth, bool strict, const CallOptions& options) {
  return work(options, [&](const Call& call) {
    return data
        .suggest({.item = item,
                  .kinds = kinds,
                  .group = group,
                  .count = count,
                  .depth = depth,
                  .strict = strict,
                  .format = Format::Json},
                 call)
        .report;
  });
}

}  // namespace

void bind_data(nb::module_& module) {
  nb::class_<Schema>(module, "Schema").def("text", [](const Schema& schema, bool is_json) {
    return schema.text(is_json ? Format::Json : Format::Text);
  });
  nb::class_<Data>(module, "Data")
      .def("schema",
           [](const Data& data, const CallOptions& options) {
             return work(options, [&](const Call& call) { return data.schema(call); });
           })
      .def("left_out",
           [](const Data& data, const CallOptions& options) {
             return work(options, [&](const Call& call) { return data.left_out(call); });
           })
      .def("names", &names)
      .def("explain_name", &explain_name)
      .def("suggest", &suggest)
      .def("conditions",
           [](const Data& data, const CallOptions& options) {
             return work(options, [&](const Call& call) { return data.conditions(call).library; });
           })
      .def("save",
           [](const Data& data, const std::string& path, bool compress_texts, bool word_index,
              const CallOptions& options) {
             return work(options, [&](const Call& call) {
               return data.save(path, {.compress_texts = compress_texts, .word_index = word_index},
                                call);
             });
           })
      .def("update", [](const Data& data, const std::string& path, const CallOptions& options) {
        return work(options, [&](const Call& call) { return data.update(path, call); });
      });
  nb::class_<Session>(module, "Session")
      .def("__init__",
           [](Session* made, std::uint32_t threads, const nb::callable& setting_name) {
             new (made) Session(session_of(threads, setting_name));
           })
      .def("open", &open)
      .def("read", &read, nb::arg("items"), nb::arg("reviews").none(), nb::arg("users").none(),
           nb::arg("friends").none(), nb::arg("judgements").none(), nb::arg("strict"),
           nb::arg("call"))
      .def("parse_schema",
           [](const Session& session, const std::string& text, const std::string& name) {
             return work([&] { return session.parse_schema(text, name); });
           })
      .def("open_schema",
           [](const Session& session, const std::string& path) {
             return work([&] { return session.open_schema(path); });
           })
      .def("explain_code", [](const Session& session, const std::string& code) {
        return work([&] { return session.explain_code(code); });
      });
}

}  // namespace seedc::python
