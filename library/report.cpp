// Results as a page.
#include "engine/report_page.h"
#include "library/calls.h"

using namespace seedc;
using namespace seedc::library;

namespace {

engine::ReportPageOptions page_options(const seedc_report_options& options,
                                       engine::EvaluateOptions evaluate) {
  engine::ReportPageOptions page{.evaluate = std::move(evaluate)};
  page.title = text_of(options.title);
  if (page.title.empty()) page.title = "seedc";
  page.made_by = "seedc " SEEDC_VERSION;
  page.explain = text_of(options.explain);
  if (options.max_bytes != 0) page.most_bytes = options.max_bytes;
  page.has_texts = options.no_texts == 0;
  page.has_names = options.no_names == 0;
  return page;
}

}  // namespace

seedc_error* seedc_report(const seedc_results* results, const seedc_call* call,
                          const seedc_data* data, const seedc_report_options* options,
                          seedc_text** out) {
  clear(out);
  return called_on(results, call, [&](const Results& used, engine::Host& host) {
    seedc_text*& text = place_for(out);
    const auto page = page_options(known(options), evaluate_options(*the(data), host));
    const Program& program = *used.prepared->program;
    const std::scoped_lock lock(program.mutex);
    text = new_text(take(engine::report_page(*program.compilation, used.run, page)));
  });
}
