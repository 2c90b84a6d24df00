// Names that were misspelt: which one was likely meant, and the error that says so.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/base/result.h"

namespace seedc::base {

/// Among `candidates` the nearest to `word` by edit distance, case aside; empty if none is near.
/// What would mean the opposite is not near: `free` to `not_free`, `min_matches` to `max_matches`.
std::string nearest(std::string_view word, std::span<const std::string> candidates);
/// The same, at most `most` of them, the nearest first; of equally near ones the first.
std::vector<std::string> nearest_few(std::string_view word, std::span<const std::string> candidates,
                                     std::size_t most);

/// "did you mean `R13`?", or `otherwise` if no candidate is near.
std::string did_you_mean(std::string_view word, std::span<const std::string> candidates,
                         std::string otherwise = {});

/// A Usage error "no NOUN `WORD`" with that help.
Error not_found(std::string_view noun, std::string_view word,
                std::span<const std::string> candidates, std::string otherwise = {});

}  // namespace seedc::base
