// How texts for people are laid out.
#pragma once

#include <cstddef>

#include "runtime/base/setting.h"

namespace seedc::report {

/// The width of texts whose reader has not said how wide a line may be.
inline constexpr std::size_t kDefaultWidth = 80;
/// From this width on, nothing is cut off or wrapped.
inline constexpr std::size_t kAnyWidth = 1'000'000;

struct Layout {
  base::SettingNames names = base::no_setting_names;
  std::size_t width = kDefaultWidth;  ///< columns of a line
  bool colour = false;                ///< of a terminal

  bool is_wide() const { return width >= kAnyWidth; }
};

}  // namespace seedc::report
