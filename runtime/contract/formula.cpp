// Looks up the types of fields in the table of kinds.
#include "runtime/contract/formula.h"

namespace seedc::contract {

std::optional<FieldType> find_field_type(std::string_view word) {
#define SEEDC_FIELD_TYPE(id, own, kind) \
  if (word == own) return FieldType::id;
#include "runtime/language/kinds.def"
  return std::nullopt;
}

language::Kind kind_of(FieldType type) {
  switch (type) {
#define SEEDC_FIELD_TYPE(id, word, kind) \
  case FieldType::id:                    \
    return language::Kind::kind;
#include "runtime/language/kinds.def"
  }
  return language::Kind::Str;
}

}  // namespace seedc::contract
