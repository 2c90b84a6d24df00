// The schema of a dataset, for people.
#pragma once

#include <string>

#include "runtime/language/schema.h"

namespace seedc {

std::string schema_table(const Schema& schema);

}  // namespace seedc
