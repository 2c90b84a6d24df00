// The text of a review, composed of the sentences in sentences.def and stories.def.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tools/gen/item.h"
#include "tools/gen/random.h"

namespace seedc::gen {

enum class Tone : std::uint8_t { Praise, Mixed, Blame };

/// What a text says about one topic: all its sentences on it have this tone.
struct Mention {
  std::string topic;
  Tone tone = Tone::Mixed;
};

struct ReviewText {
  std::string text;
  std::vector<Mention> mentions;  ///< each topic once
};

/// A text on `venue` of about `bytes` that matches 1 to 5 `stars`; very long ones end when there is
/// nothing more to say.
ReviewText make_text(const Venue& venue, int stars, std::size_t bytes, Random& random);

/// A sentence on allergies that matches the stars.
std::string_view make_allergy_remark(int stars, Random& random);

}  // namespace seedc::gen
