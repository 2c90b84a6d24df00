// Scans texts for literals with Vectorscan.
#include "runtime/text/literal_scanner.h"

#include <algorithm>
#include <limits>
#include <new>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "runtime/text/literal_standing.h"
#include "runtime/text/strangers.h"

namespace seedc::text {
namespace {

constexpr std::uint32_t kStrangerId = std::numeric_limits<std::uint32_t>::max();

/// Vectorscan looks for few strings by another algorithm (Teddy) than for many (FDR). From
/// kFewForMany literals on, the second takes less time, a third of it with thirty, and it is
/// fastest with kEnough to 250 strings that end differently. By measurement; it takes a millisecond
/// more to compile, which pays once a thread scans more than kMuchText bytes.
constexpr std::size_t kFewForMany = 8;
constexpr std::size_t kEnough = 112;
constexpr std::size_t kMuchText = std::size_t{1} << 20;

/// How many bytes of a literal Vectorscan looks for. It treats ends of three equal bytes in a way
/// of its own, with which 5.4 misses other literals at the end of short texts, so it gets two of
/// them. The rest is the last of them, repeated.
std::size_t scanned_size(std::string_view literal) {
  std::size_t size = literal.size();
  while (size > 2 && literal[size - 1] == literal[size - 2] &&
         literal[size - 1] == literal[size - 3])
    --size;
  return size;
}

/// The arrays that Vectorscan compiles.
struct Expressions {
  std::vector<const char*> texts;
  std::vector<std::size_t> lengths;
  std::vector<unsigned> flags;
  std::vector<unsigned> ids;

  void add(std::string_view text, unsigned id, unsigned flags_of_text) {
    texts.push_back(text.data());
    lengths.push_back(text.size());
    flags.push_back(flags_of_text);
    ids.push_back(id);
  }
  /// One whose first place may not be it is reported at all of them.
  void add(const language::RequiredLiteral& literal, std::size_t scanned, unsigned id) {
    const bool is_whole =
        scanned == literal.text.size() && !literal.begins_word && !literal.ends_word;
    add(std::string_view(literal.text).substr(0, scanned), id,
        HS_FLAG_CASELESS | (is_whole ? HS_FLAG_SINGLEMATCH : 0));
  }
  /// Strings that occur in no text, as they are not UTF-8. They end alike, and so are told from a
  /// text by one test.
  void fill_up() {
    const std::size_t ends = count_ends();
    while (ends + fillers.size() < kEnough)
      fillers.push_back({'\xff', static_cast<char>(fillers.size() + 1), '\xfe', '\xff', '\xff'});
    for (const std::string& filler : fillers) add(filler, kStrangerId, HS_FLAG_SINGLEMATCH);
  }

  std::vector<std::string> fillers;

 private:
  /// Vectorscan looks for so many last bytes, whatever is before them.
  std::size_t count_ends() const {
    constexpr std::size_t kEndBytes = 8;
    std::set<std::string_view> ends;
    for (std::size_t i = 0; i < texts.size(); ++i) {
      const std::string_view text(texts[i], lengths[i]);
      ends.insert(text.substr(text.size() - std::min(text.size(), kEndBytes)));
    }
    return ends.size();
  }
};

constexpr char in_lower_case(char c) {
  return 'A' <= c && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
}

/// The ends of runs of one byte, in either case. A run is gone through once, however many matches
/// end in it.
class Runs {
 public:
  /// Of the run that the byte before `at` belongs to.
  std::size_t end_at(std::size_t at, std::string_view text) {
    if (at <= begin_ || at > end_) {
      begin_ = at - 1;
      end_ = at;
      const char repeated = in_lower_case(text[begin_]);
      while (end_ < text.size() && in_lower_case(text[end_]) == repeated) ++end_;
    }
    return end_;
  }

 private:
  std::size_t begin_ = 0, end_ = 0;
};

struct Findings {
  std::string_view text;
  std::span<const LiteralScanner::Literal> literals;
  std::span<const std::size_t> scanned_sizes;
  std::vector<std::uint64_t>& owners;
  LiteralScanner::Outcome outcome = LiteralScanner::Outcome::Complete;
  Runs runs = {};

  /// The scanned part of a literal ends at `end`.
  void add(unsigned id, std::size_t end) {
    const LiteralScanner::Literal& found = literals[id];
    const std::size_t scanned = scanned_sizes[id];
    const std::size_t rest = found.literal.text.size() - scanned;
    if (rest > 0 && runs.end_at(end, text) - end < rest) return;
    const Standing standing = standing_at(found.literal, text, end - scanned);
    if (standing == Standing::Yes)
      owners[found.owner / 64] |= std::uint64_t{1} << (found.owner % 64);
    if (standing == Standing::Maybe) outcome = LiteralScanner::Outcome::Unsure;
  }
};

int report(unsigned id, unsigned long long, unsigned long long end, unsigned, void* context) {
  auto& findings = *static_cast<Findings*>(context);
  if (id == kStrangerId) {
    findings.outcome = LiteralScanner::Outcome::Unsure;
  } else {
    findings.add(id, end);
  }
  return 0;
}

}  // namespace

LiteralScanner::LiteralScanner(std::vector<Literal> literals)
    : literals_(std::move(literals)), databases_(std::make_unique<Databases>()) {
  for (const Literal& literal : literals_)
    scanned_sizes_.push_back(scanned_size(literal.literal.text));
}

hs_database_t* LiteralScanner::compiled(Database& database, bool is_for_much) const {
  std::call_once(database.is_compiled, [&] {
    Expressions expressions;
    for (unsigned id = 0; id < literals_.size(); ++id)
      expressions.add(literals_[id].literal, scanned_sizes_[id], id);
    for (std::string_view stranger : kStrangers)
      expressions.add(stranger, kStrangerId, HS_FLAG_SINGLEMATCH);
    if (is_for_much) expressions.fill_up();
    hs_database_t* made = nullptr;
    hs_compile_error_t* error = nullptr;
    hs_compile_lit_multi(expressions.texts.data(), expressions.flags.data(), expressions.ids.data(),
                         expressions.lengths.data(),
                         static_cast<unsigned>(expressions.texts.size()), HS_MODE_BLOCK, nullptr,
                         &made, &error);
    if (error) hs_free_compile_error(error);
    database.compiled.reset(made);
  });
  return database.compiled.get();
}

LiteralScanner::Outcome LiteralScanner::scan(std::string_view text, Scratch& scratch,
                                             std::vector<std::uint64_t>& owners) const {
  if (text.size() > std::numeric_limits<unsigned>::max()) return Outcome::Unsure;
  const bool is_much = scratch.scanned_bytes_ >= kMuchText && literals_.size() >= kFewForMany;
  scratch.scanned_bytes_ += text.size();
  hs_database_t* const database =
      is_much ? compiled(databases_->for_much, true) : compiled(databases_->for_little, false);
  if (database == nullptr) return Outcome::Unsure;
  Memory& memory = is_much ? scratch.for_much_ : scratch.for_little_;
  if (!memory) {
    hs_scratch_t* made = nullptr;
    if (hs_alloc_scratch(database, &made) != HS_SUCCESS) throw std::bad_alloc();
    memory.reset(made);
  }
  Findings findings{text, literals_, scanned_sizes_, owners};
  hs_error_t status = hs_scan(database, text.data(), static_cast<unsigned>(text.size()), 0,
                              memory.get(), report, &findings);
  return status == HS_SUCCESS ? findings.outcome : Outcome::Unsure;
}

}  // namespace seedc::text
