// The JSON Schema (2020-12) of Formula Seeds, for models that write them: the output of `seedc
// schema --formula`; and the same language in words.
//
// A valid document compiles without warnings as far as a schema can tell: the compiler checks
// whatever depends on names, on kinds of values, on order (`else` last) or on the contents of an
// expression. The schema is stricter than the compiler where that helps the writer: names are
// ASCII, every value of an enum has a description, and shorthands that cause a warning are left
// out.
//
// It uses the subset of JSON Schema that structured-output APIs accept (OpenAI's strict mode is the
// narrowest); unit tests enforce this:
//  - no keywords but $schema, $defs, $ref, title, description, type, properties, required,
//    additionalProperties, items, minItems, enum, anyOf, pattern; no anyOf at the root; references
//    into $defs only, of which only `where` refers to itself; at most ten levels deep;
//  - every object with known keys but `where` is closed (`additionalProperties: false`), and every
//    optional key may be null, which the language takes for absent. Keys and operators of
//    conditions may not: `{"!=": null}` would look like a test for presence, which it is not.
// Two of strict mode's rules cannot hold, so the schema is meant for non-strict mode:
//  - that every key is required: a formula may leave out optional ones, and people do;
//  - that there are no maps: in `params`, `values`, `where`, `extraction`, `meta` and `table` the
//  author
//    chooses the keys. These, and nothing else, are objects with a schema for
//    `additionalProperties`.
#pragma once

#include <string_view>

namespace seedc::formula_schema {

/// A JSON document that ends with a line feed.
std::string_view formula_schema();

/// The language in at most 2,500 words, for a model that is to write a formula: the output of
/// `seedc schema --formula --prompt`. Markdown that ends with a line feed; its complete programs
/// are the blocks of `json`.
std::string_view formula_prompt();

}  // namespace seedc::formula_schema
