// Expressions of formulas: over rows, or over the steps above.
#include <fmt/format.h>

#include "compiler/parse/parse.h"
#include "runtime/language/value.h"
#include "test/fuzz/program_check.h"
#include "test/fuzz/target.h"

namespace seedc::fuzz::expressions_target {
namespace {

constexpr std::string_view kFormula = R"({{
  "task_name": "t",
  "extract": {{"fields": [{{"name": "LEVEL", "type": "enum", "values": ["low", "high"]}},
                        {{"name": "SIZE", "type": "int"}}, {{"name": "PRICE", "type": "float"}},
                        {{"name": "OPEN", "type": "bool"}}, {{"name": "NOTE", "type": "string"}}]}},
  "compute": [{{"name": "N", "op": "count"}},
              {{"name": "PRICES", "op": "sum", "expr": "PRICE"}},
              {{"name": "X", "op": "{}", "expr": {}}}],
  "output": ["N", "X"]
}})";

std::string formula_with(std::string_view operation, std::string_view expression) {
  std::string quoted;
  language::append_json_string(quoted, expression);
  return fmt::format(kFormula, operation, quoted);
}

void run(std::string_view input) {
  const std::string_view operation = take_byte(input) % 2 == 0 ? "expr" : "sum";
  source::SourceManager sources;
  diag::Diagnostics diagnostics;
  const source::FileId file = sources.add("input.json", formula_with(operation, input));
  check_program(parse::parse_json_program(sources, file, diagnostics), sources, diagnostics);
}

std::vector<std::string> seeds() {
  return {" N / PRICES if N >= 3 else 0",
          "0max(N, 1) * -log(PRICES + 1.5e3) // 2",
          " not (N == 1 or PRICES != None) and 'a' in ['a', \"b\"]",
          "!SIZE * 2 ** 3 - abs(PRICE)",
          "!1 if LEVEL == 'high' else 0 if OPEN else PRICE",
          "!LEVEL in ('low', 'high') and 1 < SIZE <= 4 and NOTE != ''",
          "!meta.stars + float(meta.useful) * sqrt(context.stars)",
          " N > 0 ? PRICES / N : 0 && true || !false",
          " min(N,) [0] {'a': 1} lambda x: x  # end",
          "!SIZE - - + 0x1F % 1_000 ^ .5 <> 3"};
}

const Registration kRegistration({"expressions", run, seeds});

}  // namespace
}  // namespace seedc::fuzz::expressions_target
