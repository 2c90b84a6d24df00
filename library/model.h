// A conversation with a language model for one call.
#pragma once

#include <memory>

#include "engine/chat_session.h"
#include "engine/host.h"
#include "include/seedc/seedc.h"
#include "runtime/llm/budget.h"
#include "runtime/llm/request_choice.h"
#include "runtime/llm/vote.h"

namespace seedc::library {

/// Opens the service, the store of answers and the log. Progress goes to the host, whose call stops
/// the conversation; the host outlives the session. Throws Failed.
std::unique_ptr<engine::ChatSession> open_model(const seedc_model_options& options,
                                                engine::Host& host);

/// Whether such a conversation can begin, as seedc_model_check says. Throws Failed.
void check_model(const seedc_model_options& options);

/// std::nullopt without both of them.
std::optional<llm::Prices> prices_of(const seedc_model_options& options);

/// Whose opinions count, and how much.
llm::VoteRules votes_of(const seedc_model_options& options);

/// The parameters and the form of requests. Throws Failed, also if a budget could not be kept.
llm::RequestChoice choice_of(const seedc_model_options& options);

}  // namespace seedc::library
