// What a judge of classifications reads, taken from the caller's files.
#pragma once

#include <cstdint>
#include <string>

#include "engine/files.h"
#include "runtime/base/result.h"
#include "runtime/llm/judge.h"

namespace seedc::engine {

struct JudgeBriefOptions {
  std::string context, guidelines;  ///< files
  std::int64_t batch_size = 0;
  std::string noun = "Email";  ///< what a part of the batch is called: one word
};

/// Fails (Usage) if the noun is not one word, and (Data) if a file cannot be read or the guidelines
/// are blank.
base::Result<llm::JudgeBrief> read_brief(const JudgeBriefOptions& options, FileSystem& files);

}  // namespace seedc::engine
