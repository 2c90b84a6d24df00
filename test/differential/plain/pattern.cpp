// PCRE2 on the translation of the pattern. The translation is the compiler's own; it has its tests.
#include "test/differential/plain/pattern.h"

#include <pcre2.h>

#include <map>
#include <memory>
#include <stdexcept>

#include "compiler/pattern/python_regex.h"

namespace seedc::plain {
namespace {

struct Free {
  void operator()(pcre2_code* code) const { pcre2_code_free(code); }
  void operator()(pcre2_match_data* data) const { pcre2_match_data_free(data); }
};
using Code = std::unique_ptr<pcre2_code, Free>;

Code compile(const std::string& pattern) {
  const std::string translated = pattern::translate_python_regex(pattern).pcre2;
  int error = 0;
  PCRE2_SIZE offset = 0;
  Code code(pcre2_compile(reinterpret_cast<PCRE2_SPTR>(translated.data()), translated.size(),
                          PCRE2_UTF | PCRE2_UCP | PCRE2_CASELESS, &error, &offset, nullptr));
  if (!code) throw std::invalid_argument("PCRE2 refuses the pattern " + pattern);
  pcre2_jit_compile(code.get(), PCRE2_JIT_COMPLETE);
  return code;
}

const pcre2_code* compiled(const std::string& pattern) {
  static std::map<std::string, Code> known;
  Code& code = known[pattern];
  if (!code) code = compile(pattern);
  return code.get();
}

}  // namespace

bool occurs(const std::string& pattern, const std::string& text) {
  static const std::unique_ptr<pcre2_match_data, Free> data(pcre2_match_data_create(1, nullptr));
  const int status = pcre2_match(compiled(pattern), reinterpret_cast<PCRE2_SPTR>(text.data()),
                                 text.size(), 0, 0, data.get(), nullptr);
  if (status < 0 && status != PCRE2_ERROR_NOMATCH) {
    throw std::runtime_error("the search of " + pattern + " came to no end");
  }
  return status >= 0;
}

}  // namespace seedc::plain
