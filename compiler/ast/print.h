// The AST as text, an indented node a line, for people.
#pragma once

#include <string>

#include "compiler/ast/ast.h"

namespace seedc::ast {

std::string print(const Program& program);

}  // namespace seedc::ast
