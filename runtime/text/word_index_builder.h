// Builds a WordIndex: texts in, a vocabulary and lists out.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include "runtime/base/call.h"

namespace seedc::text {

/// Calls `visit` with each word in order and the list of the texts that have it, and finally with
/// an empty word and the list of the odd texts, in the format of WordIndex::Parts. `text` may be
/// called from several threads. `threads` 0: as many as the machine has. Checks the call.
void build_word_index(
    std::uint32_t text_count, const std::function<std::string_view(std::uint32_t)>& text,
    unsigned threads, const base::Call& call,
    const std::function<void(std::string_view word, std::string_view list)>& visit);

}  // namespace seedc::text
