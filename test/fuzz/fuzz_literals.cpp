// Attribute literals, as Yelp writes them: they are read as the plain evaluator of semantics.md
// reads them, and the result is printed so that it reads back.
#include "compiler/source/utf8.h"
#include "runtime/language/python_literal.h"
#include "runtime/language/text.h"
#include "test/differential/plain/numbers.h"
#include "test/differential/plain/reading.h"
#include "test/differential/plain/text.h"
#include "test/fuzz/target.h"

namespace seedc::fuzz::literals_target {
namespace {

void run(std::string_view bytes) {
  const std::string input = source::as_valid_utf8(bytes);  // as all texts of datasets are
  const auto value = language::parse_python_literal(input);
  const auto plain = plain::read_python_literal(input);
  require(value.has_value() == plain.has_value(), "a literal is one to the plain reading too");
  if (value)
    require(language::python_str(*value) == plain::str(*plain), "a literal has its plain value");
  const language::Value read = seedc::language::read(input);
  require(language::python_str(read) == plain::str(plain::read(input)), "reading is plain reading");
  language::text_of(read);
  require(language::numeric(read) == plain::number_of(plain::read(input)),
          "a number is the plain one");
  language::not_empty(read);
  language::credibility(read, /*is_elite=*/true);
  language::Matcher(language::Value(input)).matches(read, language::text_of(read));
}

std::vector<std::string> seeds() {
  return {"{'garage': False, 'street': u'free', \"lot\": True, 'validated': None}",
          "[1, -2.5e3, .5, 9223372036854775808, 'it\\'s', [], {}]",
          "u'quiet'",
          "'\\x41\\u00e9\\ud800'",
          "True",
          "none",
          " { 'a' : { 'b' : [ 1 , ] } , } ",
          "4.0",
          "2010, 2011,20,20",
          "+1e400"};
}

const Registration kRegistration({"literals", run, seeds});

}  // namespace
}  // namespace seedc::fuzz::literals_target
