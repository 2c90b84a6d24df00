// The review paths that conditions and formulas read without naming them.
#pragma once

#include "runtime/language/value.h"

namespace seedc {

inline const Path& stars_path() {
  static const Path path = {"stars"};
  return path;
}

inline const Path& average_stars_path() {
  static const Path path = {"user", "average_stars"};
  return path;
}

inline const Path& elite_path() {
  static const Path path = {"user", "elite"};
  return path;
}

inline const Path& date_path() {
  static const Path path = {"date"};
  return path;
}

}  // namespace seedc
