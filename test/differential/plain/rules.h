// One function per kind of evidence: the value of a condition at an item (semantics.md section 3).
// `e` is the evidence object as the program has it.
#pragma once

#include "runtime/language/tri.h"
#include "test/differential/plain/world.h"

namespace seedc::plain {

language::Tri item_meta(const Json& e, const Item& item);
language::Tri item_meta_hours(const Json& e, const Item& item);
language::Tri review_text(const Json& e, const Item& item, const World& world);
language::Tri review_match(const Json& e, const Item& item, const World& world);
language::Tri review_meta(const Json& e, const Item& item);
language::Tri review_sentiment(const Json& e, const Item& item, const World& world);
language::Tri review_group_rating(const Json& e, const Item& item);
language::Tri review_group_rating_negative(const Json& e, const Item& item);
language::Tri social_rating(const Json& e, const Item& item, const World& world);

/// The option `missing`, as a value.
inline language::Tri missing_of(const Json& e) {
  return static_cast<language::Tri>(option_or(e, "missing", 0).get<int>());
}

}  // namespace seedc::plain
