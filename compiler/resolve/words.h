// Names as words, so that different spellings by people, programs and data compare equal.
//
//   words_of("DriveThru") == words_of("drive_thru") == {"drive", "thru"}
//   words_of("cat_arts__&__entertainment") == {"cat", "arts", "entertainment"}
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace seedc::resolve {

using Words = std::vector<std::string>;
using WordSpan = std::span<const std::string>;

/// The lower-case words of a text: letters and digits, split at everything else and at camel case.
/// `and` is not a word; a dot between digits belongs to its word (`4.0`).
Words words_of(std::string_view text);

/// The words joined without separators: this is what is compared, so that `takeout` equals
/// `TakeOut`.
std::string squashed(WordSpan words);
/// The words as a name: `drive_thru`.
std::string snake(WordSpan words);

/// Whether `words` begin, or end, with `part`.
bool starts_with(WordSpan words, WordSpan part);
bool ends_with(WordSpan words, WordSpan part);

/// The concatenation of both.
Words joined(WordSpan first, WordSpan second);

}  // namespace seedc::resolve
