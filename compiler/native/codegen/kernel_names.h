// The names of the functions in a compiled object, shared by code generation and linking.
#pragma once

#include <cstddef>
#include <string>

namespace seedc::codegen {

inline std::string program_name(std::size_t program) {
  return "program_" + std::to_string(program);
}
inline std::string score_name(std::size_t score) { return "score_" + std::to_string(score); }

}  // namespace seedc::codegen
