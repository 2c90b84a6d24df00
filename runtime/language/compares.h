// How two values stand to each other by a comparison: the one meaning of `gte`, `gt`, `lte`, `lt`.
#pragma once

#include "runtime/language/conditions.h"

namespace seedc::language {

/// False for NaN on either side.
template <class T>
bool compares(const T& left, Comparison comparison, const T& right) {
  switch (comparison) {
    case Comparison::Gte:
      return left >= right;
    case Comparison::Gt:
      return left > right;
    case Comparison::Lte:
      return left <= right;
    case Comparison::Lt:
      return left < right;
  }
  return false;
}

}  // namespace seedc::language
