// The review paths that conditions and formulas read without naming them.
#pragma once

#include "runtime/language/value.h"

namespace seedc::exec {

inline const language::Path& stars_path() {
  static const language::Path path = {"stars"};
  return path;
}

inline const language::Path& average_stars_path() {
  static const language::Path path = {"user", "average_stars"};
  return path;
}

inline const language::Path& elite_path() {
  static const language::Path path = {"user", "elite"};
  return path;
}

inline const language::Path& name_path() {
  static const language::Path path = {"user", "name"};
  return path;
}

inline const language::Path& date_path() {
  static const language::Path path = {"date"};
  return path;
}

}  // namespace seedc::exec
