// Claims as they are written: `R01 implies OR(cozy, live_music)`.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "engine/prove/prove.h"
#include "runtime/base/result.h"

namespace seedc::engine {

/// A claim in parts, which point into the text: request ids, or expressions in the shorthand.
struct ClaimText {
  prove::ClaimKind kind = prove::ClaimKind::Never;
  std::string_view left;
  std::string_view right;  ///< empty where the kind has one part
};

/// The words of claims, as messages list them.
std::string claim_words();

/// Fails (Usage) if the text is not a claim. `text` outlives the result.
base::Result<ClaimText> parse_claim(std::string_view text);

}  // namespace seedc::engine
