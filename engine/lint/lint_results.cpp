// Checks the matches of each request against its gold item.
#include "engine/lint/lint_results.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "engine/lint/spelling.h"

namespace seedc::lint {
namespace {

constexpr std::size_t kMostNamed = 3;

std::string_view word_of(language::Tri value) {
  return value == language::Tri::Yes  ? "+1, satisfied"
         : value == language::Tri::No ? "-1, not satisfied"
                                      : "0, unknown";
}

class ResultLint {
 public:
  ResultLint(const LintInput& input, const ValueNumbers& numbers, const LintRun& run,
             const std::unordered_set<ir::ValueId>& never, diag::Diagnostics& diagnostics)
      : input_(input), numbers_(numbers), run_(run), never_(never), diagnostics_(diagnostics) {}

  void check(const ast::Request& request, const check::CheckedRequest& checked) {
    const bool has_gold = request.gold && !request.gold->text.empty();
    const auto gold = has_gold ? run_.dataset().find_item(request.gold->text) : std::nullopt;
    const std::vector<std::uint32_t> matches = matches_of(*checked.compiled);
    if (has_gold && !gold) {
      diagnostics_.report(diag::DiagCode::UnknownGold, request.gold->span, request.gold->text)
          .help = matches.empty() ? "no item satisfies the request"
                                  : names_of(matches) + satisfy(matches.size());
    } else if (matches.empty()) {
      report_none(request, checked, gold);
    } else if (gold && run_.request(*checked.compiled, *gold) != language::Tri::Yes) {
      report_gold(request, checked, *gold, matches);
    } else if (gold && matches.size() > 1) {
      report_others(request, checked, *gold, matches);
    }
  }

 private:
  std::vector<std::uint32_t> matches_of(std::size_t request) const {
    run_.dataset().call().check();
    std::vector<std::uint32_t> matches;
    for (std::uint32_t item = 0; item < run_.dataset().item_count(); ++item) {
      if (run_.request(request, item) == language::Tri::Yes) matches.push_back(item);
    }
    return matches;
  }

  void report_none(const ast::Request& request, const check::CheckedRequest& checked,
                   std::optional<std::uint32_t> gold) {
    if (must_hold_what_never_does(*checked.compiled)) return;
    const source::Span place = request.id ? request.id->span : request.structure->head_span;
    diag::Diagnostic& report = diagnostics_.report(diag::DiagCode::NoMatch, place, checked.id);
    if (!gold) return;
    report.help = fmt::format("the gold item {} is {}{}", run_.item_name(*gold),
                              word_of(run_.request(*checked.compiled, *gold)),
                              because(*request.structure, *gold));
  }

  /// Whether the request is an AND, possibly of ANDs, with a condition that no item
  /// satisfies.
  bool must_hold_what_never_does(std::size_t request) const {
    std::vector<ir::ValueId> open = {numbers_.canonical[input_.module.requests[request].root]};
    std::unordered_set<ir::ValueId> seen;
    while (!open.empty()) {
      const ir::ValueId id = open.back();
      open.pop_back();
      if (never_.contains(id)) return true;
      if (numbers_.module.insts[id].op != ir::Op::And || !seen.insert(id).second) continue;
      const auto& operands = numbers_.module.insts[id].operands;
      open.insert(open.end(), operands.begin(), operands.end());
    }
    return false;
  }

  void report_gold(const ast::Request& request, const check::CheckedRequest& checked,
                   std::uint32_t gold, const std::vector<std::uint32_t>& matches) {
    const language::Tri value = run_.request(*checked.compiled, gold);
    diag::Diagnostic& report = diagnostics_.report(diag::DiagCode::GoldNotMatch, request.gold->span,
                                                   run_.item_name(gold), word_of(value));
    report.help = names_of(matches) + satisfy(matches.size()) + because(*request.structure, gold);
  }

  void report_others(const ast::Request& request, const check::CheckedRequest& checked,
                     std::uint32_t gold, std::vector<std::uint32_t> matches) {
    std::erase(matches, gold);
    diagnostics_
        .report(diag::DiagCode::MultiMatch, request.gold->span, checked.id,
                names_of(matches) + (matches.size() == 1 ? " does too" : " do too"))
        .help = "add a condition that only the gold item satisfies";
  }

  static const char* satisfy(std::size_t count) {
    return count == 1 ? " satisfies it" : " satisfy it";
  }

  std::string names_of(const std::vector<std::uint32_t>& items) const {
    std::string names;
    const std::size_t named = items.size() <= kMostNamed + 1 ? items.size() : kMostNamed;
    for (std::size_t i = 0; i < named; ++i)
      names += (i == 0 ? "" : i + 1 == items.size() ? " and " : ", ") + run_.item_name(items[i]);
    return named == items.size() ? names
                                 : fmt::format("{} and {} more", names, items.size() - named);
  }

  /// "; `no_tv` is 0, unknown, there": the arguments of the outermost AND that keep an item out.
  std::string because(const ast::Expr& structure, std::uint32_t item) const {
    if (structure.kind != ast::Expr::Kind::And || !diagnostics_.is_worth_a_suggestion()) return {};
    std::string text;
    for (const ast::Expr& arg : structure.args) {
      const language::Tri value = run_.tree(numbers_.canonical[input_.values.at(&arg)], item);
      if (value != language::Tri::Yes)
        text += fmt::format("; {} is {}, there", mention(arg), word_of(value));
    }
    return text;
  }

  const LintInput& input_;
  const ValueNumbers& numbers_;
  const LintRun& run_;
  const std::unordered_set<ir::ValueId>& never_;
  diag::Diagnostics& diagnostics_;
};

}  // namespace

void lint_results(const LintInput& input, const ValueNumbers& numbers, const LintRun& run,
                  const std::unordered_set<ir::ValueId>& never, diag::Diagnostics& diagnostics) {
  ResultLint lint(input, numbers, run, never, diagnostics);
  for_each_compiled(input, [&](const ast::Request& request, const check::CheckedRequest& checked) {
    lint.check(request, checked);
  });
}

}  // namespace seedc::lint
