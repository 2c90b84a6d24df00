// Searches one pattern with PCRE2: how patterns are compiled, and how the work of a search is
// bounded.
#include "runtime/text/pcre2_pattern.h"

#include <fmt/format.h>
#include <unicode/uchar.h>
#include <unicode/utf8.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <new>

#include "runtime/base/limits.h"

namespace seedc::text {
namespace {

constexpr std::uint32_t kCompileOptions = PCRE2_UTF | PCRE2_UCP | PCRE2_CASELESS;
/// Parentheses inside parentheses; the translator's own limit is lower, and it sometimes adds a
/// level.
constexpr std::uint32_t kMaxNesting = 500;

// The work of a search is counted, not timed, so that the outcome is the same on every machine,
// whatever its load.
//
// PCRE2 itself counts the backtracking steps from each position where a match may begin. It does
// not count the characters that a loop covers in one step, and starts anew at the next position.
// The worst case of a search is thus positions times steps times characters. Where that is small,
// PCRE2's limit suffices. Where it is large, or the limit was reached, the pattern is searched
// again with a callout before each of its items, which counts the work.
constexpr std::uint64_t kPlainWork = 400'000'000;
constexpr std::uint64_t kLeastSteps = 8;     ///< with fewer, a search is not worth trying
constexpr std::uint64_t kStepsPerByte = 8;   ///< of the text, in addition to limits::kSearchSteps
constexpr std::uint64_t kBytesPerStep = 32;  ///< as fast as a callout
constexpr std::uint32_t kCountingCallout = 255;
constexpr std::uint32_t kHeapLimitKib = 64 * 1024;  ///< used where native code is unavailable
constexpr std::size_t kJitStackMinBytes = 32 * 1024;
constexpr std::size_t kJitStackMaxBytes = 16 * 1024 * 1024;

template <class T>
T* check_allocated(T* pointer) {
  if (!pointer) throw std::bad_alloc();
  return pointer;
}

struct FreeContext {
  void operator()(pcre2_compile_context* context) const { pcre2_compile_context_free(context); }
};
using CompileContext = std::unique_ptr<pcre2_compile_context, FreeContext>;

CompileContext make_compile_context() {
  CompileContext context(check_allocated(pcre2_compile_context_create(nullptr)));
  pcre2_set_newline(context.get(), PCRE2_NEWLINE_LF);
  pcre2_set_parens_nest_limit(context.get(), kMaxNesting);
  return context;
}

std::string message_of(int error, std::size_t offset) {
  PCRE2_UCHAR buffer[256];
  pcre2_get_error_message(error, buffer, sizeof buffer);
  return fmt::format("{} at byte {}", reinterpret_cast<const char*>(buffer), offset);
}

constexpr int kGoOn = 0, kBacktrack = 1;

/// The callout before a back-reference (compiler/pattern/pcre2_syntax.h): its number is the
/// group's. The following text must equal the group's text in lower case; PCRE2 alone treats `ς`
/// and `σ` as equal.
int compare_with_group(const pcre2_callout_block& block, SearchWork& work) {
  if (block.callout_number >= block.capture_top) return kGoOn;
  PCRE2_SIZE group = block.offset_vector[2 * block.callout_number];
  PCRE2_SIZE group_end = block.offset_vector[2 * block.callout_number + 1];
  if (group == PCRE2_UNSET) return kGoOn;
  PCRE2_SIZE start = group, here = block.current_position;
  bool equal = true;
  while (equal && group < group_end && here < block.subject_length) {
    UChar32 referred, coming;
    U8_NEXT_UNSAFE(block.subject, group, referred);
    U8_NEXT_UNSAFE(block.subject, here, coming);
    equal = referred == coming || u_tolower(referred) == u_tolower(coming);
  }
  work.reference_bytes += group - start;
  if (work.reference_bytes > base::limits::kReferenceBytes) return PCRE2_ERROR_CALLOUT;
  return equal && group == group_end ? kGoOn : kBacktrack;
}

/// The callout before each item: counts one step, and those of the loop that led to it.
int count_step(const pcre2_callout_block& block, SearchWork& work) {
  const PCRE2_SIZE here = block.current_position;
  const PCRE2_SIZE moved = here > work.place ? here - work.place : work.place - here;
  work.place = here;
  work.steps += work.steps_per_item + moved / kBytesPerStep;
  return work.steps > work.most_steps ? PCRE2_ERROR_CALLOUT : kGoOn;
}

int on_callout(pcre2_callout_block* block, void* data) {
  auto& work = *static_cast<SearchWork*>(data);
  return block->callout_number == kCountingCallout ? count_step(*block, work)
                                                   : compare_with_group(*block, work);
}

/// The largest `n` of the counted repeats `x{n}` and `x{n,m}`. Their characters are matched without
/// a callout in between.
std::uint64_t largest_repeat(std::string_view pattern) {
  std::uint64_t largest = 0;
  for (std::size_t at = pattern.find('{'); at < pattern.size(); at = pattern.find('{', at + 1)) {
    std::uint64_t count = 0;
    std::from_chars(pattern.data() + at + 1, pattern.data() + pattern.size(), count);
    if (at < 2 || !pattern.substr(at - 2).starts_with("\\x")) largest = std::max(largest, count);
  }
  return largest;
}

/// Whether a pattern consists of characters, classes, anchors and plain groups, with at most one
/// repeat, option or alternative. False if in doubt.
bool is_simple(std::string_view pattern) {
  int choices = 0;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    std::string_view rest = pattern.substr(i);
    if (rest.starts_with("\\g")) return false;
    if (rest.starts_with("(?") && !rest.starts_with("(?:")) return false;
    if (rest.starts_with("(?:")) {
      i += 2;
    } else if (rest.starts_with("\\x{")) {
      i = std::min(pattern.find('}', i), pattern.size());
    } else if (rest[0] == '\\') {
      ++i;
    } else if (std::string_view("*+?{|").find(rest[0]) != std::string_view::npos) {
      ++choices;
    }
  }
  return choices <= 1;
}

/// Whether it may have an atomic group or a possessive repeat.
bool may_be_atomic(std::string_view pattern) {
  constexpr std::string_view kSigns[] = {"(?>", "*+", "++", "?+", "}+"};
  return std::ranges::any_of(
      kSigns, [&](std::string_view sign) { return pattern.find(sign) != std::string_view::npos; });
}

pcre2_code* compile_code(std::string_view pattern, std::uint32_t options, int& error,
                         PCRE2_SIZE& offset) {
  // PCRE2 10.42 looks beyond an atomic part that may be empty, and wrongly makes what precedes it
  // possessive: `k?(?:st)?+k` misses `k`.
  if (may_be_atomic(pattern)) options |= PCRE2_NO_AUTO_POSSESS;
  static const CompileContext context = make_compile_context();
  pcre2_code* code = pcre2_compile(reinterpret_cast<PCRE2_SPTR>(pattern.data()), pattern.size(),
                                   options, &error, &offset, context.get());
  if (!code && error == PCRE2_ERROR_HEAP_FAILED) throw std::bad_alloc();
  return code;
}

}  // namespace

Pcre2Scratch::Pcre2Scratch()
    : match_data_(check_allocated(pcre2_match_data_create(1, nullptr))),
      context_(check_allocated(pcre2_match_context_create(nullptr))),
      jit_stack_(
          check_allocated(pcre2_jit_stack_create(kJitStackMinBytes, kJitStackMaxBytes, nullptr))) {
  pcre2_set_heap_limit(context_.get(), kHeapLimitKib);
  pcre2_set_callout(context_.get(), on_callout, &work_);
  pcre2_jit_stack_assign(context_.get(), nullptr, jit_stack_.get());
}

tl::expected<std::unique_ptr<Pcre2Pattern>, std::string> Pcre2Pattern::compile(
    std::string_view pattern) {
  int error = 0;
  PCRE2_SIZE offset = 0;
  bool simple = is_simple(pattern);
  // PCRE2 10.42 may skip positions where a match begins: `(?:a.|)x*x` misses `x` (native code),
  // `(?=a)a*a` misses `a`.
  std::uint32_t options = kCompileOptions | (simple ? 0 : PCRE2_NO_START_OPTIMIZE);
  pcre2_code* code = compile_code(pattern, options, error, offset);
  if (!code) return tl::unexpected(message_of(error, offset));
  return std::unique_ptr<Pcre2Pattern>(new Pcre2Pattern(pattern, code, simple));
}

SearchResult Pcre2Pattern::search_from(std::string_view text, std::size_t begin,
                                       Pcre2Scratch& scratch) const {
  const SearchResult result = search_plainly(text, begin, scratch);
  return result == SearchResult::Undecided ? search_counting(text, begin, scratch) : result;
}

/// Also undecided where the search could take too long.
SearchResult Pcre2Pattern::search_plainly(std::string_view text, std::size_t begin,
                                          Pcre2Scratch& scratch) const {
  const std::uint64_t characters = text.size() - begin + 1;
  const std::uint64_t steps = kPlainWork / (characters * characters);
  if (steps < (is_simple_ ? 1 : kLeastSteps)) return SearchResult::Undecided;
  // Where native code is not supported, pcre2_match interprets.
  std::call_once(jit_compiled_, [&] { pcre2_jit_compile(code_.get(), PCRE2_JIT_COMPLETE); });
  return match(code_.get(), text, begin, is_simple_ ? kPlainWork : steps, scratch);
}

SearchResult Pcre2Pattern::search_counting(std::string_view text, std::size_t begin,
                                           Pcre2Scratch& scratch) const {
  std::call_once(counting_compiled_, [&] {
    int error = 0;
    PCRE2_SIZE offset = 0;
    counting_.reset(compile_code(
        pattern_, kCompileOptions | PCRE2_NO_START_OPTIMIZE | PCRE2_AUTO_CALLOUT, error, offset));
    if (counting_) pcre2_jit_compile(counting_.get(), PCRE2_JIT_COMPLETE);
  });
  if (!counting_) return SearchResult::Undecided;  // too large with callouts
  return match(counting_.get(), text, begin, UINT32_MAX, scratch);
}

SearchResult Pcre2Pattern::match(const pcre2_code* code, std::string_view text, std::size_t begin,
                                 std::uint64_t steps_per_place, Pcre2Scratch& scratch) const {
  scratch.work_ = {.place = begin,
                   .steps_per_item = steps_per_item_,
                   .most_steps = base::limits::kSearchSteps + kStepsPerByte * text.size()};
  pcre2_set_match_limit(scratch.context_.get(), static_cast<std::uint32_t>(std::min<std::uint64_t>(
                                                    steps_per_place, UINT32_MAX)));
  const int status =
      pcre2_match(code, reinterpret_cast<PCRE2_SPTR>(text.data()), text.size(), begin,
                  PCRE2_NO_UTF_CHECK, scratch.match_data_.get(), scratch.context_.get());
  if (status == PCRE2_ERROR_NOMEMORY) throw std::bad_alloc();
  if (status >= 0) return SearchResult::Found;
  return status == PCRE2_ERROR_NOMATCH ? SearchResult::NotFound : SearchResult::Undecided;
}

Pcre2Pattern::Pcre2Pattern(std::string_view pattern, pcre2_code* code, bool is_simple)
    : pattern_(pattern),
      code_(code),
      is_simple_(is_simple),
      steps_per_item_(1 + largest_repeat(pattern) / kBytesPerStep) {}

TextPlace Pcre2Pattern::place_of(const Pcre2Scratch& scratch) {
  const PCRE2_SIZE* places = pcre2_get_ovector_pointer(scratch.match_data_.get());
  return {places[0], places[1]};
}

}  // namespace seedc::text
