// Hash maps keyed by texts that are stored elsewhere.
#pragma once

#include <tsl/robin_map.h>
#include <tsl/robin_set.h>

#include <functional>
#include <memory>
#include <string_view>
#include <utility>

#include "runtime/base/text_hash.h"

namespace seedc::base {

/// Hashes are stored next to the keys: growing the map and skipping other keys touches no text.
template <class T>
using TextMap = tsl::robin_map<std::string_view, T, TextHash, std::equal_to<>,
                               std::allocator<std::pair<std::string_view, T>>, true>;
using TextSet = tsl::robin_set<std::string_view, TextHash, std::equal_to<>,
                               std::allocator<std::string_view>, true>;

}  // namespace seedc::base
