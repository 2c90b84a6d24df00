// Hashing of texts, most of which are short: a call of the library would cost as much as the work.
#include "runtime/data/hash_index.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace seedc {

HashedText hashed(std::string_view text) {
  return {text, static_cast<std::uint32_t>(XXH3_64bits(text.data(), text.size()))};
}

}  // namespace seedc
