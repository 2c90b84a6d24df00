// Requests that single items out, and changes after which requests do.
#include "engine/suggest.h"

#include "engine/distinguish.h"
#include "engine/host_of_more.h"
#include "library/calls.h"

using namespace seedc;
using namespace seedc::library;

namespace {

engine::SuggestOptions suggest_options(const seedc_suggest_options& options,
                                       engine::EvaluateOptions evaluate) {
  engine::SuggestOptions suggest{.evaluate = std::move(evaluate)};
  if (options.item.data != nullptr) suggest.item = text_of(options.item);
  suggest.kinds = texts_of(options.kinds, options.kind_count);
  suggest.group = text_of(options.group);
  if (options.count != 0) suggest.count = options.count;
  if (options.depth != 0) suggest.depth = options.depth;
  suggest.is_strict = options.strict != 0;
  suggest.is_json = is_json(options.format);
  return suggest;
}

engine::DistinguishOptions distinguish_options(const seedc_distinguish_options& options,
                                               engine::EvaluateOptions evaluate) {
  engine::DistinguishOptions distinguish{.evaluate = std::move(evaluate)};
  distinguish.request = text_of(options.request);
  if (options.count != 0) distinguish.count = options.count;
  if (options.depth != 0) distinguish.depth = options.depth;
  distinguish.with_reviews = options.brief == 0;
  return distinguish;
}

}  // namespace

seedc_error* seedc_suggest(const seedc_data* data, const seedc_call* call,
                           const seedc_suggest_options* options, seedc_text** report,
                           seedc_text** requests, std::uint64_t* missing) {
  clear(report);
  clear(requests);
  if (missing != nullptr) *missing = 0;
  return called_on(data, call, [&](const Data& read, engine::Host& host) {
    seedc_text*& text = place_for(report);
    auto found =
        take(engine::suggest(suggest_options(known(options), evaluate_options(read, host))));
    auto program = std::make_unique<seedc_text>(std::move(found.requests));
    text = new_text(std::move(found.report));
    if (requests != nullptr) *requests = program.release();
    if (missing != nullptr) *missing = found.missing;
  });
}

seedc_error* seedc_distinguish(const seedc_program* program, const seedc_call* call,
                               const seedc_data* data, const seedc_distinguish_options* options,
                               seedc_text** out, std::uint64_t* missing) {
  clear(out);
  if (missing != nullptr) *missing = 0;
  return called_on(program, call, [&](const Program& used, engine::Host& host) {
    seedc_text*& text = place_for(out);
    const seedc_distinguish_options chosen = known(options);
    const bool as_json = is_json(chosen.format);
    engine::HostOfMore quiet(host);
    engine::Host& heard = chosen.brief != 0 ? quiet : host;
    const auto distinguish = distinguish_options(chosen, evaluate_options(*the(data), heard));
    const std::scoped_lock lock(used.mutex);
    const auto requests = take(engine::distinguish(*used.compilation, distinguish));
    text = new_text(as_json             ? report::distinguished_json(requests)
                    : chosen.brief != 0 ? report::distinguished_lines(requests)
                                        : report::distinguished_text(requests));
    if (missing != nullptr) *missing = report::count_without_edits(requests);
  });
}
