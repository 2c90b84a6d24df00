// The schema of a dataset as text.
#pragma once

#include <string>

#include "engine/report/layout.h"
#include "runtime/language/schema.h"

namespace seedc::report {

std::string schema_table(const language::Schema& schema, const Layout& layout = {});

}  // namespace seedc::report
