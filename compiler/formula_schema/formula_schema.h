// The JSON Schema (2020-12) of Formula Seeds, for the model that is to write one: what
// `seedc schema --formula` prints.
//
// What is valid compiles without warnings, as far as a schema can see: what depends on names, on
// kinds of values, on order (`else` last) or stands inside of an expression, the compiler checks.
// It asks for more than the compiler where that helps the writer: names are ASCII, every value of
// an enum says what it means, shorthands that cost a warning are left out.
//
// It keeps to the part of JSON Schema that structured-output APIs take (OpenAI's strict mode is the
// narrowest), which unit tests hold:
//  - no keywords but $schema, $defs, $ref, title, description, type, properties, required,
//    additionalProperties, items, minItems, enum, anyOf, pattern; no anyOf at the root; references
//    into $defs only, none of them recursive; less than ten levels deep;
//  - every object with known keys is closed (`additionalProperties: false`), and every optional key
//    may be null, which the language takes for absent. Operators may not: `{"!=": null}` would look
//    like a test for presence, which it is not.
// Two of strict mode's rules cannot hold, so it goes with the mode that is not strict:
//  - that every key is required: a formula may leave out optional ones, and people do;
//  - that there are no maps: in `values`, `where`, `extraction`, `meta` and `table` the keys are
//  the
//    author's. These, and nothing else, are objects with a schema for `additionalProperties`.
#pragma once

#include <string_view>

namespace seedc {

/// A JSON document that ends with a line feed.
std::string_view formula_schema();

}  // namespace seedc
