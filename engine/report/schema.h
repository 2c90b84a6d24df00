// The schema of a dataset as text.
#pragma once

#include <string>

#include "runtime/language/schema.h"

namespace seedc::report {

std::string schema_table(const language::Schema& schema);

}  // namespace seedc::report
