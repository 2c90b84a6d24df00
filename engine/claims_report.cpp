// Prints verdicts. Items are written as they are run: `seedc run --data -` takes such a line.
#include "engine/claims_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "runtime/language/display_text.h"
#include "runtime/language/value.h"

namespace seedc::engine {
namespace {

using prove::Verdict;

constexpr std::string_view word_of(Verdict::Kind kind) {
  switch (kind) {
    case Verdict::Kind::Proved:
      return "proved";
    case Verdict::Kind::Refuted:
      return "refuted";
    case Verdict::Kind::Undecided:
      return "undecided";
  }
  return {};
}

/// An object of JSON whose last members are absent where they are empty.
class Line {
 public:
  void text(std::string_view key, std::string_view value) {
    begin(key);
    language::append_json_string(out_, value);
  }
  void json(std::string_view key, std::string_view value) {
    begin(key);
    out_ += value;
  }
  std::string take() && { return std::move(out_) + "}\n"; }

 private:
  void begin(std::string_view key) {
    out_ += out_.empty() ? '{' : ',';
    language::append_json_string(out_, key);
    out_ += ':';
  }
  std::string out_;
};

std::string json_of(const DecidedClaim& claim) {
  Line line;
  line.text("claim", claim.claim);
  line.text("verdict", word_of(claim.verdict.kind));
  if (!claim.verdict.reason.empty()) line.text("reason", claim.verdict.reason);
  if (!claim.verdict.counterexample.empty())
    line.json("counterexample", claim.verdict.counterexample);
  return std::move(line).take();
}

std::string text_of(const DecidedClaim& claim) {
  std::string out =
      fmt::format("{:<9}  {}\n", word_of(claim.verdict.kind), language::printable(claim.claim));
  if (!claim.verdict.reason.empty())
    out += fmt::format("           {}\n", language::printable(claim.verdict.reason));
  if (!claim.verdict.counterexample.empty())
    out += fmt::format("  {}\n", language::printable(claim.verdict.counterexample));
  return out;
}

std::string json_of(const ComparedRequest& request) {
  Line line;
  line.text("request", request.id);
  line.text("change", word_of(request.change));
  if (!request.reason.empty()) line.text("reason", request.reason);
  if (!request.lost.empty()) line.json("lost", request.lost);
  if (!request.gained.empty()) line.json("gained", request.gained);
  return std::move(line).take();
}

std::string text_of(const ComparedRequest& request) {
  std::string out =
      fmt::format("{:<12}  {}\n", word_of(request.change), language::printable(request.id));
  if (!request.reason.empty())
    out += fmt::format("              {}\n", language::printable(request.reason));
  const auto add = [&](const char* matches, const char* is_more, const std::string& item) {
    if (item.empty()) return;
    out += fmt::format("  {}\n    {}\n", request.is_strong ? is_more : matches,
                       language::printable(item));
  };
  add("only the old one matches", "the new value is lower than the old one", request.lost);
  add("only the new one matches", "the new value is higher than the old one", request.gained);
  return out;
}

template <class Entries>
std::string joined(const Entries& entries, bool is_json) {
  std::string out;
  for (const auto& each : entries) out += is_json ? json_of(each) : text_of(each);
  return out;
}

}  // namespace

VerdictCounts count(const std::vector<DecidedClaim>& claims) {
  VerdictCounts counts;
  for (const DecidedClaim& claim : claims) {
    if (claim.verdict.kind == Verdict::Kind::Proved) ++counts.proved;
    if (claim.verdict.kind == Verdict::Kind::Refuted) ++counts.refuted;
    if (claim.verdict.kind == Verdict::Kind::Undecided) ++counts.undecided;
  }
  return counts;
}

VerdictCounts count(const std::vector<ComparedRequest>& requests) {
  VerdictCounts counts;
  for (const ComparedRequest& request : requests) {
    const bool differs = request.change != Change::Same && request.change != Change::Undecided;
    if (request.change == Change::Same) ++counts.proved;
    if (request.change == Change::Undecided) ++counts.undecided;
    if (differs) ++counts.refuted;
  }
  return counts;
}

std::string claims_text(const std::vector<DecidedClaim>& claims, bool is_json) {
  return joined(claims, is_json);
}

std::string comparison_text(const std::vector<ComparedRequest>& requests, bool is_json) {
  return joined(requests, is_json);
}

}  // namespace seedc::engine
