// What is under way, as a line of stderr: a bar, or how far a conversation with a model is. It
// appears for work that takes a while, and goes before anything else is printed.
#pragma once

#include <cstdint>
#include <string_view>

namespace seedc::tool {

/// Cheap enough to be called thousands of times a second.
void show_progress(std::string_view step, std::uint64_t done, std::uint64_t total);

/// Redrawn on a terminal; elsewhere a line at intervals.
void show_conversation(std::string_view step, std::string_view text);

void hide_status();

}  // namespace seedc::tool
