// The language server over functions of the caller.
#include "engine/lsp/serve.h"
#include "library/calls.h"

using namespace seedc;
using namespace seedc::library;

namespace {

lsp::ServeOptions serve_options(const seedc_lsp_options& given, Session& session,
                                engine::Host& host) {
  if (given.read == nullptr) fail_call<base::ErrorCode::NoReader>({});
  if (given.write == nullptr) fail_call<base::ErrorCode::NoSink>({});
  lsp::ServeOptions options;
  options.read = [given](char* buffer, std::size_t size) {
    return given.read(given.context, buffer, size);
  };
  options.write = [given](std::string_view bytes) {
    return given.write(given.context, str_of(bytes)) == 0;
  };
  if (given.folder_settings != nullptr) {
    options.settings_of = [given](const std::string& folder) -> lsp::FolderSettings {
      seedc_str text{};
      const bool is_error = given.folder_settings(given.context, str_of(folder), &text) != 0;
      return {text_of(text), is_error};
    };
  }
  options.run = [&session](const std::function<void()>& body) { session.run(body); };
  options.settings = text_of(given.settings);
  options.in_order = given.in_order != 0;
  options.version = SEEDC_VERSION;
  options.duckdb = session.duckdb();
  options.host = &host;
  return options;
}

}  // namespace

seedc_error* seedc_lsp(seedc_session* session, const seedc_call* call,
                       const seedc_lsp_options* options, std::int32_t* is_clean) {
  if (is_clean != nullptr) *is_clean = 0;
  return guarded([&] {
    const auto used = the(session);
    const seedc_call limits = known(call);
    CallHost host(limits, limits.cancel == nullptr ? nullptr : the(limits.cancel), used->memory(),
                  used->layout());
    const lsp::ServeOptions chosen = serve_options(known(options), *used, host);
    named_by(*used, [&] {
      const bool asked = take(lsp::serve(chosen));
      if (is_clean != nullptr) *is_clean = asked ? 1 : 0;
    });
  });
}
