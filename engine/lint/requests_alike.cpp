// Finds an item for each request, and asks the prover only about pairs that no item tells apart.
#include "engine/lint/requests_alike.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "engine/item_runs.h"
#include "engine/prove/prove.h"

namespace seedc::lint {
namespace {

using language::Tri;
using prove::Budget;
using prove::ClaimKind;

/// For all questions. The second limit is reached first, and does not depend on the machine.
constexpr std::chrono::seconds kTimeForAll{2};
constexpr std::uint64_t kStepsPerPair = 20'000;
/// More requests are not compared: pairs grow with their square.
constexpr std::size_t kMostRequests = 500;

struct Compared {
  const ast::Request* request = nullptr;
  const check::CheckedRequest* checked = nullptr;
  ir::ValueId root = 0;
};

std::vector<Compared> requests_of(const LintInput& input, const ValueNumbers& numbers) {
  std::vector<Compared> requests;
  for_each_compiled(input, [&](const ast::Request& request, const check::CheckedRequest& checked) {
    if (!checked.gold) return;
    const ir::ValueId root = input.module.requests[*checked.compiled].root;
    requests.push_back({&request, &checked, numbers.canonical[root]});
  });
  return requests;
}

/// Decides which requests match all that others match.
class Comparison {
 public:
  static base::Result<Comparison> make(const ValueNumbers& numbers,
                                       const std::vector<Compared>& requests,
                                       const base::Call& call) {
    std::vector<ir::ValueId> roots;
    for (const Compared& each : requests) roots.push_back(each.root);
    auto runs = engine::ItemRuns::make(numbers.module, roots, call);
    if (!runs) return tl::unexpected(runs.error());
    return Comparison(numbers.module, std::move(*runs), std::move(roots), call);
  }

  /// Those that some item satisfies, and not all do.
  std::vector<std::size_t> varying() {
    std::vector<std::size_t> varying;
    for (std::size_t i = 0; i < roots_.size(); ++i) {
      const bool is_never = decide({.kind = ClaimKind::Never, .left = roots_[i]});
      if (!is_never && !decide({.kind = ClaimKind::Always, .left = roots_[i]}))
        varying.push_back(i);
    }
    return varying;
  }

  /// Whether each match of one is certainly a match of the other.
  bool implies(std::size_t one, std::size_t other) {
    if (roots_[one] == roots_[other]) return true;
    const bool is_refuted = std::ranges::any_of(*items_, [&](const std::vector<Tri>& values) {
      return values[one] == Tri::Yes && values[other] != Tri::Yes;
    });
    return !is_refuted &&
           decide({.kind = ClaimKind::Implies, .left = roots_[one], .right = roots_[other]});
  }

 private:
  using Items = std::vector<std::vector<Tri>>;

  Comparison(const ir::Module& module, engine::ItemRuns runs, std::vector<ir::ValueId> roots,
             const base::Call& call)
      : call_(&call),
        roots_(std::move(roots)),
        prover_(std::make_unique<prove::Prover>(
            module,
            [runs = std::make_shared<const engine::ItemRuns>(std::move(runs)), items = items_,
             all = roots_](const std::string& line, std::span<const ir::ValueId> values) {
              return values_at(*runs, all, *items, line, values);
            })) {}

  /// The values at an item, at which those of all requests are kept.
  static base::Result<std::vector<Tri>> values_at(const engine::ItemRuns& runs,
                                                  const std::vector<ir::ValueId>& all, Items& items,
                                                  const std::string& line,
                                                  std::span<const ir::ValueId> values) {
    auto found = runs.values(line, all);
    if (!found) return found;
    std::vector<Tri> asked;
    for (const ir::ValueId value : values)
      asked.push_back(
          (*found)[static_cast<std::size_t>(std::ranges::find(all, value) - all.begin())]);
    items.push_back(std::move(*found));
    return asked;
  }

  bool decide(prove::Claim claim) {
    Budget budget(*call_, deadline_, kStepsPerPair);
    const auto verdict = prover_->decide(claim, budget);
    return verdict && verdict->kind == prove::Verdict::Kind::Proved;
  }

  const base::Call* call_;
  Budget::Clock::time_point deadline_ = Budget::Clock::now() + kTimeForAll;
  std::vector<ir::ValueId> roots_;
  /// By item that was found: the values of all requests.
  std::shared_ptr<Items> items_ = std::make_shared<Items>();
  std::unique_ptr<prove::Prover> prover_;
};

source::Span span_of(const Compared& each) {
  return each.request->id ? each.request->id->span : each.request->structure->head_span;
}

void note_other(const Compared& other, diag::Diagnostic& report) {
  report.note(span_of(other), "`" + other.checked->id + "` is here");
}

bool have_other_golds(const Compared& one, const Compared& other) {
  return one.checked->gold != other.checked->gold;
}

void report_same(const Compared& later, const Compared& first, diag::Diagnostics& diagnostics) {
  auto& report = diagnostics.report(diag::DiagCode::SameRequest, span_of(later), later.checked->id,
                                    first.checked->id);
  note_other(first, report);
  report.help = "add to one of them a condition that only its gold satisfies";
}

void report_narrower(const Compared& narrow, const Compared& wide, diag::Diagnostics& diagnostics) {
  auto& report = diagnostics.report(diag::DiagCode::SubsumedRequest, span_of(narrow),
                                    narrow.checked->id, wide.checked->id);
  note_other(wide, report);
  report.help =
      "exclude what `" + narrow.checked->id + "` asks for from `" + wide.checked->id + "`";
}

/// Compares a request with one before it. Returns whether they are the same.
bool compare(Comparison& comparison, std::size_t later, std::size_t first,
             const std::vector<Compared>& requests, diag::Diagnostics& diagnostics) {
  if (!have_other_golds(requests[later], requests[first]))
    return requests[later].root == requests[first].root;
  const bool is_within = comparison.implies(later, first);
  const bool is_around = comparison.implies(first, later);
  if (is_within && is_around)
    report_same(requests[later], requests[first], diagnostics);
  else if (is_within)
    report_narrower(requests[later], requests[first], diagnostics);
  else if (is_around)
    report_narrower(requests[first], requests[later], diagnostics);
  return is_within && is_around;
}

}  // namespace

base::Result<void> lint_requests_alike(const LintInput& input, const ValueNumbers& numbers,
                                       diag::Diagnostics& diagnostics, const base::Call& call) {
  const std::vector<Compared> requests = requests_of(input, numbers);
  if (requests.size() < 2 || requests.size() > kMostRequests) return {};
  auto comparison = Comparison::make(numbers, requests, call);
  if (!comparison) return tl::unexpected(comparison.error());
  std::vector<std::size_t> firsts;
  for (const std::size_t number : comparison->varying()) {
    call.check();
    const bool is_repeated = std::ranges::any_of(firsts, [&](std::size_t first) {
      return compare(*comparison, number, first, requests, diagnostics);
    });
    if (!is_repeated) firsts.push_back(number);
  }
  return {};
}

}  // namespace seedc::lint
