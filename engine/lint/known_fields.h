// Whether the values at a path are numbers, texts or booleans, so that a comparison with another
// kind can be reported.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>

#include "runtime/language/schema.h"

namespace seedc::lint {

enum class ValueKind : std::uint8_t { Unknown, Numbers, Texts, Booleans };

/// Of the fields that every dataset has (semantics.md section 1): a date is a text, stars and votes
/// are numbers.
ValueKind kind_of_review_field(const language::Path& path);
/// The least and the greatest value of stars, which are ratings, of reviews and of items;
/// std::nullopt for other fields.
std::optional<std::pair<double, double>> scale_of(const language::Path& path);
/// By the types that a schema has of a path; Unknown if it has none, or of several kinds.
ValueKind kind_of(const language::SchemaPath& path);

}  // namespace seedc::lint
