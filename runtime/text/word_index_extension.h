// Extends a WordIndex by texts that are added between its own.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>

#include "runtime/base/call.h"
#include "runtime/text/word_index.h"

namespace seedc::text {

/// Which texts an extended index has: each by its number among all. Both ascend.
struct ExtendedTexts {
  std::vector<std::uint32_t> before;  ///< the texts of the index, in its order
  std::vector<std::uint32_t> added;
};

/// Calls `visit` as WordIndexBuilder::finish would for all texts; only those that are added are
/// read. Throws DamagedData if a list of the index does not fit. `text` may be called from several
/// threads. Checks the call.
void extend_word_index(
    const WordIndex::Parts& index, const ExtendedTexts& texts,
    const std::function<std::string_view(std::uint32_t)>& text, unsigned threads,
    const base::Call& call,
    const std::function<void(std::string_view word, std::string_view list)>& visit);

}  // namespace seedc::text
