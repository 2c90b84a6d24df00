// One function per kind of evidence: the value of a condition at an item (semantics.md section 3).
// `e` is the evidence object as the program has it.
#pragma once

#include "runtime/language/tri.h"
#include "test/differential/plain/world.h"

namespace seedc::plain {

Tri item_meta(const Json& e, const Item& item);
Tri item_meta_hours(const Json& e, const Item& item);
Tri review_text(const Json& e, const Item& item, const World& world);
Tri review_meta(const Json& e, const Item& item);
Tri review_sentiment(const Json& e, const Item& item, const World& world);
Tri review_group_rating(const Json& e, const Item& item);
Tri review_group_rating_negative(const Json& e, const Item& item);
Tri social_rating(const Json& e, const Item& item, const World& world);

/// The option `missing`, as a value.
inline Tri missing_of(const Json& e) {
  return static_cast<Tri>(option_or(e, "missing", 0).get<int>());
}

}  // namespace seedc::plain
