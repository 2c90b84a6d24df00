// PCRE2's side of text search: how patterns are compiled, and how a search is kept from going on
// for ever.
#include "runtime/text/pcre2_pattern.h"

#include <fmt/format.h>
#include <time.h>
#include <unicode/uchar.h>
#include <unicode/utf8.h>

#include <algorithm>
#include <cstdint>
#include <new>
#include <optional>

namespace seedc {
namespace {

constexpr std::uint32_t kCompileOptions =
    PCRE2_UTF | PCRE2_UCP | PCRE2_CASELESS | PCRE2_USE_OFFSET_LIMIT;
/// Parentheses inside parentheses; the translator's own limit is lower, and it adds one here and
/// there.
constexpr std::uint32_t kMaxNesting = 500;

// The limits of one search; one that passes any is undecided. PCRE2 counts the steps of
// backtracking from each starting place of a match, and stops past a limit. It does not count the
// characters that a loop without backtracking runs over in a step: so the limit is low where texts
// are long. Nor does it add up over starting places: so these are tried in windows, each larger
// than the one before, and between windows the thread's time is looked at.
constexpr std::uint64_t kMaxSteps = 250'000;
constexpr std::uint64_t kMinSteps = 10;
constexpr std::uint64_t kCharactersPerPlace = 200'000'000;  ///< steps times the length of the text
constexpr std::size_t kCharactersPerWindow = 100'000'000;   ///< of the first window
constexpr std::size_t kWindowGrowth = 2;
constexpr std::int64_t kTimeNs = 75'000'000;
constexpr std::int64_t kTimeNsPerByte = 10;
constexpr std::size_t kReferenceBytes = 20'000'000;  ///< that back-references compare
constexpr std::uint32_t kHeapLimitKib = 64 * 1024;   ///< where there is no native code
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

/// The callout before a back-reference (compiler/pattern/pcre2_syntax.h): its number is the
/// group's. What comes must be the group's text in lower case; PCRE2 alone takes `ς` and `σ` for
/// the same. `compared` counts the bytes.
int compare_with_group(pcre2_callout_block* block, void* compared) {
  constexpr int kGoOn = 0, kBacktrack = 1;
  if (block->callout_number >= block->capture_top) return kGoOn;
  PCRE2_SIZE group = block->offset_vector[2 * block->callout_number];
  PCRE2_SIZE group_end = block->offset_vector[2 * block->callout_number + 1];
  if (group == PCRE2_UNSET) return kGoOn;
  PCRE2_SIZE start = group, here = block->current_position;
  bool equal = true;
  while (equal && group < group_end && here < block->subject_length) {
    UChar32 referred, coming;
    U8_NEXT_UNSAFE(block->subject, group, referred);
    U8_NEXT_UNSAFE(block->subject, here, coming);
    equal = referred == coming || u_tolower(referred) == u_tolower(coming);
  }
  auto& total = *static_cast<std::size_t*>(compared);
  total += group - start;
  if (total > kReferenceBytes) return PCRE2_ERROR_CALLOUT;
  return equal && group == group_end ? kGoOn : kBacktrack;
}

/// Whether a pattern is made of characters, classes, anchors and plain groups, with one repeat,
/// option or alternative at the most. False where in doubt.
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

/// Says when the time for a search is over. Cheap while wall time suffices; then the thread's own
/// time counts, afresh, so that a machine that is busy with something else changes no result.
class Stopwatch {
 public:
  explicit Stopwatch(std::size_t text_bytes)
      : budget_ns_(kTimeNs + kTimeNsPerByte * static_cast<std::int64_t>(text_bytes)),
        deadline_ns_(now_ns(CLOCK_MONOTONIC) + budget_ns_) {}

  bool is_over() {
    if (now_ns(clock_) <= deadline_ns_) return false;
    if (clock_ == CLOCK_THREAD_CPUTIME_ID) return true;
    clock_ = CLOCK_THREAD_CPUTIME_ID;
    deadline_ns_ = now_ns(clock_) + budget_ns_;
    return false;
  }

 private:
  static std::int64_t now_ns(clockid_t clock) {
    timespec time{};
    clock_gettime(clock, &time);
    return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
  }

  std::int64_t budget_ns_;
  clockid_t clock_ = CLOCK_MONOTONIC;
  std::int64_t deadline_ns_;
};

}  // namespace

Pcre2Scratch::Pcre2Scratch()
    : match_data_(check_allocated(pcre2_match_data_create(1, nullptr))),
      context_(check_allocated(pcre2_match_context_create(nullptr))),
      jit_stack_(pcre2_jit_stack_create(kJitStackMinBytes, kJitStackMaxBytes, nullptr)) {
  pcre2_set_heap_limit(context_.get(), kHeapLimitKib);
  pcre2_set_callout(context_.get(), compare_with_group, &reference_bytes_);
  pcre2_jit_stack_assign(context_.get(), nullptr, jit_stack_.get());
}

tl::expected<std::unique_ptr<Pcre2Pattern>, std::string> Pcre2Pattern::compile(
    std::string_view pattern) {
  static const CompileContext context = make_compile_context();
  int error = 0;
  PCRE2_SIZE offset = 0;
  bool simple = is_simple(pattern);
  // PCRE2 10.42 may skip places where a match begins: `(?:a.|)x*x` loses `x` (native code),
  // `(?=a)a*a` loses `a`.
  std::uint32_t options = kCompileOptions | (simple ? 0 : PCRE2_NO_START_OPTIMIZE);
  pcre2_code* code = pcre2_compile(reinterpret_cast<PCRE2_SPTR>(pattern.data()), pattern.size(),
                                   options, &error, &offset, context.get());
  if (!code) return tl::unexpected(message_of(error, offset));
  return std::unique_ptr<Pcre2Pattern>(new Pcre2Pattern(code, simple));
}

std::size_t Pcre2Pattern::first_window(std::size_t text_bytes) const {
  if (!is_simple_) return 1;
  return std::max<std::size_t>(1, kCharactersPerWindow / (text_bytes + 1));
}

SearchResult Pcre2Pattern::search_from(std::string_view text, std::size_t begin,
                                       Pcre2Scratch& scratch) const {
  // Without native code, which not every machine has, pcre2_match interprets.
  std::call_once(jit_compiled_, [&] { pcre2_jit_compile(code_.get(), PCRE2_JIT_COMPLETE); });
  scratch.reference_bytes_ = 0;
  std::uint64_t steps = std::clamp(kCharactersPerPlace / (text.size() + 1), kMinSteps, kMaxSteps);
  pcre2_set_match_limit(scratch.context_.get(), static_cast<std::uint32_t>(steps));
  std::optional<Stopwatch> stopwatch;
  for (std::size_t window = first_window(text.size());; window *= kWindowGrowth) {
    std::size_t last = std::min(begin + window, text.size());
    pcre2_set_offset_limit(scratch.context_.get(), last);
    int status =
        pcre2_match(code_.get(), reinterpret_cast<PCRE2_SPTR>(text.data()), text.size(), begin,
                    PCRE2_NO_UTF_CHECK, scratch.match_data_.get(), scratch.context_.get());
    if (status >= 0) return SearchResult::Found;
    if (status != PCRE2_ERROR_NOMATCH) return SearchResult::Undecided;
    if (last == text.size()) return SearchResult::NotFound;
    if (!stopwatch) stopwatch.emplace(text.size());
    if (stopwatch->is_over()) return SearchResult::Undecided;
    begin = next_character(text, last);
  }
}

TextPlace Pcre2Pattern::place_of(const Pcre2Scratch& scratch) {
  const PCRE2_SIZE* places = pcre2_get_ovector_pointer(scratch.match_data_.get());
  return {places[0], places[1]};
}

}  // namespace seedc
