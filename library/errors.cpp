// Errors, texts and versions as handles.
#include "library/boundary.h"
#include "runtime/base/file_replacement.h"

using namespace seedc;
using namespace seedc::library;

std::uint32_t seedc_abi_version() { return SEEDC_ABI_VERSION; }

seedc_str seedc_version() { return str_of(SEEDC_VERSION); }

seedc_str seedc_text_str(const seedc_text* text) {
  const std::string* found = find(text);
  return found == nullptr ? seedc_str{} : str_of(*found);
}

void seedc_text_release(seedc_text* text) {
  if (find(text) != nullptr) delete text;
}

std::int32_t seedc_error_kind(const seedc_error* error) {
  const ErrorValue* found = find(error);
  return found == nullptr ? SEEDC_USAGE : found->kind;
}

seedc_str seedc_error_message(const seedc_error* error) {
  const ErrorValue* found = find(error);
  return found == nullptr ? str_of("this is not an error of seedc") : str_of(found->error.text);
}

seedc_str seedc_error_help(const seedc_error* error) {
  const ErrorValue* found = find(error);
  return found == nullptr ? seedc_str{} : str_of(found->error.help);
}

seedc_str seedc_error_option(const seedc_error* error) {
  const ErrorValue* found = find(error);
  return found == nullptr ? seedc_str{} : str_of(found->option);
}

void seedc_error_finding(const seedc_error* error, seedc_finding* out) {
  const ErrorValue* found = find(error);
  if (found == nullptr || out == nullptr || out->size < sizeof(std::size_t)) return;
  seedc_finding finding{};
  finding.severity = SEEDC_ERROR;
  finding.code = str_of(base::info(found->error.code).code);
  finding.message = str_of(found->error.text);
  finding.help = str_of(found->error.help);
  finding.arguments = found->arguments.data();
  finding.argument_count = found->arguments.size();
  finding.location.file = str_of(found->error.file());
  finding.location.line = found->error.line();
  give(finding, out);
}

void seedc_remove_unfinished_files() { base::FileReplacement::remove_unfinished(); }

void seedc_error_release(seedc_error* error) {
  if (find(error) != nullptr && !is_permanent(error)) delete error;
}
