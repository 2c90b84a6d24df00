// Reads the files of a brief, of the batch no more than the judge is shown.
#include "engine/judge_brief.h"

#include <fmt/format.h>

#include "runtime/language/decimal.h"
#include "runtime/llm/citations.h"

namespace seedc::engine {

base::Result<llm::JudgeBrief> read_brief(const JudgeBriefOptions& options, FileSystem& files) {
  constexpr std::size_t kBytesOfSnippet = llm::kSnippetCharacters * 4;
  constexpr std::size_t kMostGuidelines = std::size_t{1} << 24;
  if (!llm::is_word(options.noun)) {
    return base::fail_with_help<base::ErrorCode::NotANoun>(
        "it is what a part of the batch is called, such as Email or Review", options.noun);
  }
  auto context = files.read(options.context, kBytesOfSnippet);
  if (!context) return tl::unexpected(context.error());
  auto guidelines = files.read(options.guidelines, kMostGuidelines);
  if (!guidelines) return tl::unexpected(guidelines.error());
  if (language::trim_blanks(*guidelines).empty()) {
    return base::fail_with_help<base::ErrorCode::EmptyFile>("describe what counts as evidence",
                                                            options.guidelines);
  }
  return llm::JudgeBrief{std::move(*context), std::move(*guidelines), options.batch_size,
                         options.noun};
}

}  // namespace seedc::engine
