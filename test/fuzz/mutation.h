// Mutations of inputs, the same on every machine: the tests run them in addition to the seeds where
// there is no libFuzzer.
#pragma once

#include <string>
#include <vector>

#include "test/differential/random.h"

namespace seedc::fuzz {

/// The words of a libFuzzer dictionary: `name="value"` or `"value"` a line, with `\xAB`, `\\`,
/// `\"`.
std::vector<std::string> dictionary_words(const std::string& text);

/// An input changed in a few places: bits, bytes, numbers, pieces doubled, moved and left out,
/// words of the dictionary, pieces of another input.
std::string mutate(std::string input, const std::string& other,
                   const std::vector<std::string>& words, differential::Random& random);

}  // namespace seedc::fuzz
