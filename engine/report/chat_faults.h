// Why a conversation with a language model is incomplete, with the setting that helps against each
// cause.
#pragma once

#include <optional>
#include <string_view>

#include "runtime/base/result.h"
#include "runtime/llm/chat_tally.h"

namespace seedc::report {

/// Why not every request was answered; `std::nullopt` if each was. `noun` is what one is about:
/// "review". The help names settings by `names`, and says that answers are stored, if there are
/// any.
std::optional<base::Error> find_incompleteness(const llm::ChatTally& tally, std::string_view noun,
                                               base::SettingNames names = base::no_setting_names);

/// That the log lacks calls; `std::nullopt` if it is complete. `find_incompleteness` reports it
/// too, where every request was answered.
std::optional<base::Error> find_log_fault(const llm::ChatTally& tally);

/// Whether the service answered any request that failed, even if its answer had no content.
bool was_reached(const llm::ChatTally& tally);

}  // namespace seedc::report
