// Data and schemas: opened, described, stored.
#include "engine/datasets.h"
#include "engine/digests.h"
#include "engine/names.h"
#include "engine/names_report.h"
#include "engine/report/schema.h"
#include "engine/schema_source.h"
#include "library/calls.h"
#include "runtime/data/cached_source.h"
#include "runtime/data/kept_source.h"
#include "runtime/data/schema.h"

using namespace seedc;
using namespace seedc::library;

seedc_error* seedc_data_open(seedc_session* session, const seedc_call* call, seedc_str path,
                             const seedc_data_options* options, seedc_data** out) {
  clear(out);
  return guarded([&] {
    seedc_data*& data = place_for(out);
    static_cast<void>(known(call));
    const seedc_data_options chosen = known(options);
    const auto access =
        chosen.copy_snapshot != 0 ? data::SnapshotAccess::Copied : data::SnapshotAccess::Mapped;
    auto used = the(session);
    auto source = data::kept(data::source_at(path_of(path), access, used->duckdb()));
    if (chosen.cache_folder.size > 0)
      source = data::cached(std::move(source), path_of(chosen.cache_folder), access);
    data = new seedc_data(
        std::make_shared<Data>(Data{std::move(used), std::move(source), chosen.strict != 0}));
  });
}

void seedc_data_release(seedc_data* data) {
  if (find(data) != nullptr) delete data;
}

seedc_error* seedc_data_schema(const seedc_data* data, const seedc_call* call, seedc_schema** out) {
  clear(out);
  return called_on(data, call, [&](const Data& read, engine::Host& host) {
    seedc_schema*& schema = place_for(out);
    schema = new seedc_schema(std::make_shared<Schema>(
        Schema{read.session, take(engine::read_schema(*read.source, host))}));
  });
}

seedc_error* seedc_data_left_out(const seedc_data* data, const seedc_call* call, seedc_text** out) {
  clear(out);
  return called_on(data, call, [&](const Data& read, engine::Host& host) {
    seedc_text*& text = place_for(out);
    text = new_text(take(engine::left_out_json(*read.source, host)) + '\n');
  });
}

seedc_error* seedc_data_digests(const seedc_data* data, const seedc_call* call, seedc_text** out) {
  clear(out);
  return called_on(data, call, [&](const Data& read, engine::Host& host) {
    seedc_text*& text = place_for(out);
    text = new_text(take(engine::data_digests(*read.source, host.call())));
  });
}

seedc_error* seedc_file_digests(seedc_session* session, const seedc_call* call,
                                const seedc_str* files, std::size_t file_count, seedc_text** out) {
  clear(out);
  return called_on(session, call, [&](Session&, engine::Host& host) {
    seedc_text*& text = place_for(out);
    text = new_text(take(engine::file_digests(paths_of(files, file_count), host.call())));
  });
}

seedc_error* seedc_schema_parse(seedc_session* session, seedc_str name, seedc_str text,
                                seedc_schema** out) {
  clear(out);
  return called_on(session, nullptr, [&](Session& used, engine::Host&) {
    seedc_schema*& schema = place_for(out);
    schema = new seedc_schema(std::make_shared<Schema>(
        Schema{used.shared_from_this(), take(data::schema_of_json(text_of(name), view_of(text)))}));
  });
}

seedc_error* seedc_schema_open(seedc_session* session, seedc_str path, seedc_schema** out) {
  clear(out);
  return called_on(session, nullptr, [&](Session& used, engine::Host&) {
    seedc_schema*& schema = place_for(out);
    schema = new seedc_schema(std::make_shared<Schema>(
        Schema{used.shared_from_this(),
               take(engine::read_schema_file(path_of(path), engine::disk_files()))}));
  });
}

seedc_error* seedc_schema_text(const seedc_schema* schema, std::int32_t format, seedc_text** out) {
  clear(out);
  return guarded([&] {
    seedc_text*& text = place_for(out);
    const language::Schema& read = the(schema)->schema;
    text = new_text(is_json(format)
                        ? data::to_json(read)
                        : report::schema_table(read, the(schema)->session->layout(format)));
  });
}

void seedc_schema_release(seedc_schema* schema) {
  if (find(schema) != nullptr) delete schema;
}

seedc_error* seedc_data_names(const seedc_data* data, const seedc_call* call,
                              const seedc_names_options* options, seedc_text** out) {
  clear(out);
  return called_on(data, call, [&](const Data& read, engine::Host& host) {
    seedc_text*& text = place_for(out);
    const seedc_names_options chosen = known(options);
    text = new_text(take(engine::names_report({.evaluate = evaluate_options(read, host),
                                               .words = texts_of(chosen.words, chosen.word_count),
                                               .all = chosen.all != 0,
                                               .is_json = is_json(chosen.format),
                                               .layout = read.session->layout(chosen.format)})));
  });
}

seedc_error* seedc_data_explain_name(const seedc_data* data, const seedc_call* call, seedc_str name,
                                     std::int32_t format, seedc_text** out, std::size_t* readings) {
  clear(out);
  return called_on(data, call, [&](const Data& read, engine::Host& host) {
    seedc_text*& text = place_for(out);
    const auto explanation =
        take(engine::explain_name(text_of(name), evaluate_options(read, host)));
    text = new_text(is_json(format) ? engine::explanation_json(explanation)
                                    : engine::explanation_text(explanation));
    if (readings != nullptr) *readings = explanation.readings.size();
  });
}

seedc_error* seedc_data_conditions(const seedc_data* data, const seedc_call* call, seedc_text** out,
                                   seedc_text** table) {
  clear(out);
  clear(table);
  return called_on(data, call, [&](const Data& read, engine::Host& host) {
    seedc_text*& text = place_for(out);
    const auto names = take(engine::decided_names(evaluate_options(read, host)));
    auto counted = std::make_unique<seedc_text>(engine::names_table(names, read.session->layout()));
    text = new_text(engine::name_library(names));
    if (table != nullptr) *table = counted.release();
  });
}

seedc_error* seedc_data_save(const seedc_data* data, const seedc_call* call, seedc_str path,
                             std::uint64_t* bytes) {
  const seedc_snapshot_options usual = {.size = sizeof usual};
  return seedc_data_save_as(data, call, path, &usual, bytes);
}

seedc_error* seedc_data_save_as(const seedc_data* data, const seedc_call* call, seedc_str path,
                                const seedc_snapshot_options* options, std::uint64_t* bytes) {
  return called_on(data, call, [&](const Data& read, engine::Host& host) {
    const seedc_snapshot_options& form = known(options);
    const std::uint64_t written =
        take(engine::write_snapshot(evaluate_options(read, host), path_of(path),
                                    {.compressed_texts = form.compress_texts != 0,
                                     .word_index = form.without_word_index == 0}));
    if (bytes != nullptr) *bytes = written;
  });
}

seedc_error* seedc_data_update(const seedc_data* data, const seedc_call* call, seedc_str path,
                               std::uint64_t* bytes) {
  return called_on(data, call, [&](const Data& read, engine::Host& host) {
    const std::uint64_t written =
        take(engine::update_snapshot(evaluate_options(read, host), path_of(path)));
    if (bytes != nullptr) *bytes = written;
  });
}

seedc_error* seedc_snapshot_verify(seedc_session* session, const seedc_call* call, seedc_str path) {
  return called_on(session, call, [&](Session&, engine::Host& host) {
    take(engine::verify_snapshot(path_of(path), host.call()));
  });
}

seedc_error* seedc_snapshot_verify_sources(seedc_session* session, const seedc_call* call,
                                           seedc_str path) {
  return called_on(session, call, [&](Session&, engine::Host& host) {
    take(engine::verify_sources(path_of(path), host.call()));
  });
}
