// The schema of a dataset as text.
#pragma once

#include <string>

#include "runtime/language/schema.h"

namespace seedc {

std::string schema_table(const Schema& schema);

}  // namespace seedc
