// Converts one value of the data for a Formula Seed (semantics.md section 6).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "runtime/contract/score.h"

namespace seedc::exec {

/// `meta.year` of a date: its first four characters if they are digits and no further digit
/// follows, otherwise null.
std::optional<int> year_of_text(std::string_view date);
language::Value year_of(const language::Value& date);

/// Whether a value passes a test that is not one on texts. Numbers, strings and booleans are
/// distinct kinds; null and values of a kind other than the operand's fail.
bool passes(const contract::ValueTest& test, const language::Cell& value);

/// The text to look up for a value that is not missing: its str(), with the entries of a list
/// joined by ", ".
std::string lookup_text_of(const language::Value& value);

}  // namespace seedc::exec
