// The table of diagnostics and the list that a compilation collects.
#include "compiler/diag/diagnostics.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <tuple>
#include <utility>

namespace seedc::diag {
namespace {

constexpr std::array kTable = {
#define SEEDC_DIAGNOSTIC(id, code, severity, text) DiagInfo{code, Severity::severity, text},
#include "compiler/diag/diagnostics.def"
};

}  // namespace

const DiagInfo& info(DiagCode code) { return kTable[static_cast<std::size_t>(code)]; }

std::span<const DiagInfo> diagnostic_table() { return kTable; }

void Diagnostic::note(source::Span place, std::string words) {
  if (place.is_known()) notes.push_back({place, std::move(words)});
}

std::string Diagnostics::shortened(std::string_view text) {
  constexpr std::size_t kLongest = 1000;
  constexpr auto kContinuation = [](char byte) {
    return (static_cast<unsigned char>(byte) & 0xC0) == 0x80;
  };
  if (text.size() <= kLongest) return std::string(text);
  std::size_t end = kLongest;
  while (end > 0 && kContinuation(text[end])) --end;
  return std::string(text.substr(0, end)) + "…";
}

Diagnostic& Diagnostics::add(DiagCode code, source::Span span, std::string text) {
  Severity severity = info(code).severity;
  if (severity == Severity::Warning) {
    if (take_ignored(code, span)) return silenced_ = Diagnostic{};
    if (options_.silenced.contains(info(code).code)) return silenced_ = Diagnostic{};
    if (options_.warnings_are_errors || options_.as_errors.contains(info(code).code))
      severity = Severity::Error;
  }
  if (drops_repeated_ && is_known(code, span, text)) return silenced_ = Diagnostic{};
  if (severity == Severity::Error) {
    ++error_count_;
    error_ends_.emplace(std::pair(span.file, span.begin), span.end);
  }
  return list_.emplace_back(Diagnostic{code, severity, span, std::move(text), {}, {}, {}});
}

void Diagnostics::ignore(const IgnoredCode& ignored) {
  ignored_.try_emplace({ignored.line.file, ignored.line.begin, ignored.code}, ignored);
}

std::vector<IgnoredCode> Diagnostics::ignored() const {
  std::vector<IgnoredCode> all;
  for (const auto& [place, ignored] : ignored_) all.push_back(ignored);
  return all;
}

Diagnostics Diagnostics::for_same_programs() const {
  Diagnostics other(options_);
  other.ignored_ = ignored_;
  return other;
}

IgnoredCode* Diagnostics::find_ignored(DiagCode code, source::FileId file, std::uint32_t offset) {
  const auto beyond = ignored_.upper_bound({file, offset, DiagCode{kTable.size()}});
  if (beyond == ignored_.begin()) return nullptr;
  const source::Span line = std::prev(beyond)->second.line;
  if (line.file != file || line.end < offset) return nullptr;
  const auto found = ignored_.find({file, line.begin, code});
  return found == ignored_.end() ? nullptr : &found->second;
}

bool Diagnostics::take_ignored(DiagCode code, source::Span span) {
  if (ignored_.empty() || !span.is_known()) return false;
  IgnoredCode* ignored = find_ignored(code, span.file, span.begin);
  if (ignored == nullptr) ignored = find_ignored(code, span.file, span.end);
  if (ignored != nullptr) ignored->is_met = true;
  return ignored != nullptr;
}

bool Diagnostics::is_known(DiagCode code, source::Span span, std::string_view text) const {
  return std::ranges::any_of(list_, [&](const Diagnostic& known) {
    return known.code == code && known.span == span && known.text == text;
  });
}

std::size_t Diagnostics::errors_within(source::Span span) const {
  const auto first = error_ends_.lower_bound({span.file, span.begin});
  const auto last = error_ends_.upper_bound({span.file, span.end});
  return static_cast<std::size_t>(
      std::count_if(first, last, [span](const auto& error) { return error.second <= span.end; }));
}

std::vector<const Diagnostic*> Diagnostics::sorted() const {
  std::vector<const Diagnostic*> sorted;
  sorted.reserve(list_.size());
  for (const Diagnostic& diagnostic : list_) sorted.push_back(&diagnostic);
  std::stable_sort(sorted.begin(), sorted.end(), [](const Diagnostic* a, const Diagnostic* b) {
    return std::tie(a->span.file, a->span.begin) < std::tie(b->span.file, b->span.begin);
  });
  return sorted;
}

void Diagnostics::remove_fixes(const std::function<bool(const FixIt&)>& is_wrong) {
  for (Diagnostic& diagnostic : list_) {
    if (diagnostic.fix && is_wrong(*diagnostic.fix)) diagnostic.fix.reset();
  }
}

}  // namespace seedc::diag
