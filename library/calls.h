// How the functions of the interface run: on the threads of a session, with a host for the caller.
#pragma once

#include "library/boundary.h"
#include "library/call_host.h"

namespace seedc::library {

inline Session& session_of(Session& session) { return session; }
inline Session& session_of(const Data& data) { return *data.session; }
inline Session& session_of(const Program& program) { return *program.session; }
inline Session& session_of(const Prepared& prepared) { return *prepared.program->session; }

inline Session& session_of(const Results& results) { return session_of(*results.prepared); }

/// Runs `body`. What it throws becomes Failed, with the session's names for options.
template <class Body>
void named_by(const Session& session, const Body& body) {
  try {
    body();
  } catch (...) {
    throw Failed{caught_failure(), session.names()};
  }
}

/// Which threads work on a call. TBB takes a millisecond to begin, and has work only where there is
/// data: compiling a program without any is the caller's alone.
enum class Workers { OfSession, CallerAlone };

/// Runs `body(object, host)`, a call on what a handle holds. It throws nothing but Failed.
template <class H, class Body>
void call_on(H* handle, const seedc_call* given, const Body& body,
             Workers workers = Workers::OfSession) {
  auto& object = *the(handle);
  const seedc_call call = known(given);
  Session& session = session_of(object);
  CallHost host(call, call.cancel == nullptr ? nullptr : the(call.cancel), session.memory(),
                session.layout());
  const auto work = [&] { body(object, host); };
  named_by(session, [&] { workers == Workers::CallerAlone ? work() : session.run(work); });
}

/// The same, guarded.
template <class H, class Body>
seedc_error* called_on(H* handle, const seedc_call* given, const Body& body) noexcept {
  return guarded([&] { call_on(handle, given, body); });
}

/// How findings are laid out in a format.
inline report::Layout findings_layout(const Session& session, std::int32_t format) {
  report::Layout layout = session.layout(format);
  layout.width = session.widths().message;
  return layout;
}

/// How data is read and run in a call.
inline engine::EvaluateOptions evaluate_options(const Data& data, engine::Host& host) {
  return {.data = data.source,
          .threads = data.session->threads(),
          .strict = data.strict,
          .host = &host};
}

}  // namespace seedc::library
