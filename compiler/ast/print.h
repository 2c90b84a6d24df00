// The AST as text, one indented node per line, for people.
#pragma once

#include <string>

#include "compiler/ast/ast.h"

namespace seedc::ast {

std::string print(const Program& program);

}  // namespace seedc::ast
